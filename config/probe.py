"""For service managers: asks /health/ and ends with 0 or 1. Started as a file, it loads nothing of the site.

python config/probe.py              is everything well?
python config/probe.py worker ...   are these checks well?
"""

import http.client
import json
import os
import sys
from urllib.parse import urlsplit


def main(names: list[str]) -> int:
    try:
        said = ask(os.environ.get("HEALTH_URL") or "http://127.0.0.1:8000/health/")
        checks = {name: said["checks"][name] for name in names} if names else said["checks"]
    except (OSError, http.client.HTTPException, ValueError, KeyError, TypeError) as error:
        print(f"no answer: {error!r}")
        return 1
    bad = {name: check for name, check in checks.items() if not check["ok"]}
    print(json.dumps(bad) if bad else "well")
    return 1 if bad else 0


def ask(address: str) -> dict:
    parts = urlsplit(address)
    site = connection(parts.hostname or "", parts.port)
    try:
        # The site answers to its own names only, not to the one of its container.
        host = os.environ.get("ALLOWED_HOSTS", "").split(",")[0].strip(" *.") or "127.0.0.1"
        site.request("GET", parts.path, headers={"Host": host})
        return json.loads(site.getresponse().read())
    finally:
        site.close()


def connection(host: str, port: int | None) -> http.client.HTTPConnection:
    return http.client.HTTPConnection(host, port or 80, timeout=5)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

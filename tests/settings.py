"""The settings of every test: the real ones, with what would only cost time left out."""

import atexit
import os
import shutil
import tempfile

if "TEST_DATA_DIR" not in os.environ:
    # xdist's workers inherit this one; two runs at once do not meet.
    os.environ["TEST_DATA_DIR"] = tempfile.mkdtemp(prefix="play-test-")
    atexit.register(shutil.rmtree, os.environ["TEST_DATA_DIR"], ignore_errors=True)
os.environ["DATA_DIR"] = os.environ["TEST_DATA_DIR"]
for name in (
    "ALLOWED_HOSTS",
    "CSRF_TRUSTED_ORIGINS",
    "HTTPS",
    "DEBUG",
    "REDIS_URL",
    "EMAIL_HOST",
    "SITE_URL",
    "PORT",
):
    os.environ.pop(name, None)

from config.settings import *  # noqa: E402, F403
from config.settings import STATIC_ROOT, STORAGES  # noqa: E402

STATIC_ROOT.mkdir(exist_ok=True)  # WhiteNoise warns without

# The test servers find no hashed names.
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
CELERY_TASK_ALWAYS_EAGER = True
CELERY_TASK_EAGER_PROPAGATES = True

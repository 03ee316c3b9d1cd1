FROM python:3.11-slim

ENV PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1 PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
WORKDIR /site

# Letters for the pictures of shared combinations; without them previews are of text alone.
RUN apt-get update -q && apt-get install -q -y --no-install-recommends fonts-dejavu-core \
    && rm -rf /var/lib/apt/lists/*

COPY requirements.txt requirements-push.txt ./
RUN pip install --require-hashes --requirement requirements.txt --requirement requirements-push.txt

COPY . .
# Translations and static files belong to the release, so they are made here; what people make lies in /data.
ENV STATIC_ROOT=/site/collected
RUN DATA_DIR=/tmp/build python manage.py compilemo \
    && DATA_DIR=/tmp/build python manage.py collectstatic --no-input \
    && rm -rf /tmp/build \
    && useradd --uid 1000 --no-create-home --home-dir /data games \
    && install --directory --owner games --group games --mode 700 /data

USER games
ENV DATA_DIR=/data
VOLUME /data
EXPOSE 8000
CMD ["gunicorn", "config.wsgi", "--bind", "0.0.0.0:8000", \
     "--worker-class", "gthread", "--workers", "2", "--threads", "8", "--worker-tmp-dir", "/dev/shm", \
     "--graceful-timeout", "20", "--log-level", "warning", \
     "--forwarded-allow-ips", "", "--forwarder-headers", ""]

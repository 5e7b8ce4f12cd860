# Ludotheque in a container. `docker build -t ludotheque .`, then for instance
#   docker run --read-only --publish 8000:8000 --volume ludotheque-data:/data ludotheque
# The base needs glibc: the wheels of gevent and of the embedded store are built for it.

FROM python:3.13-slim-bookworm AS build
WORKDIR /app
RUN python -m venv /venv
COPY requirements.lock ./
RUN /venv/bin/pip install --no-cache-dir --require-hashes -r requirements.lock
COPY engines engines
COPY schemas schemas
COPY service service
COPY docs/rules docs/rules
# Byte code is made here once, because the running container may not write it.
RUN /venv/bin/python -m compileall -q -j 0 /venv/lib engines schemas service

FROM python:3.13-slim-bookworm
RUN useradd --uid 10001 --user-group --no-create-home ludotheque \
    && install --directory --owner=ludotheque --group=ludotheque --mode=0700 /data
COPY --from=build /venv /venv
COPY --from=build /app /app
WORKDIR /app
ENV PATH=/venv/bin:$PATH PYTHONDONTWRITEBYTECODE=1 DATA_DIR=/data
USER 10001:10001
VOLUME /data
EXPOSE 8000
# Alive, not ready: a container should not be replaced because the store it shares with others is away for a moment.
HEALTHCHECK --interval=10s --timeout=4s --start-period=30s --retries=3 \
    CMD ["python", "-c", "import os, urllib.request as u; u.urlopen('http://127.0.0.1:' + (os.environ.get('PORT') or '8000') + '/healthz', timeout=3)"]
CMD ["python", "-m", "service"]

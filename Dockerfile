# Ludotheque in a container. `docker build -t ludotheque .`, then for instance
#   docker run --read-only --publish 8000:8000 --volume ludotheque-data:/data ludotheque
# The base needs glibc: the wheels of gevent and of the embedded store are built for it.

FROM python:3.13-slim-bookworm AS build
WORKDIR /app
# Two environments: one builds the wheel and is discarded, the other runs the service.
RUN python -m venv /build && python -m venv /venv
COPY requirements-build.lock requirements.lock ./
RUN /build/bin/pip install --no-cache-dir --require-hashes -r requirements-build.lock \
    && /venv/bin/pip install --no-cache-dir --require-hashes -r requirements.lock
COPY pyproject.toml README.md LICENSE ./
COPY engines engines
COPY bots bots
COPY schemas schemas
COPY service service
COPY web web
COPY clients/javascript/ludotheque.js clients/javascript/
# pip makes the byte code as well, once, because the running container may not write it.
RUN /build/bin/hatchling build -t wheel \
    && /venv/bin/pip install --no-cache-dir --no-index --no-deps dist/*.whl

FROM python:3.13-slim-bookworm
RUN useradd --uid 10001 --user-group --no-create-home ludotheque \
    && install --directory --owner=ludotheque --group=ludotheque --mode=0700 /data
COPY --from=build /venv /venv
ENV PATH=/venv/bin:$PATH PYTHONDONTWRITEBYTECODE=1 DATA_DIR=/data
USER 10001:10001
VOLUME /data
EXPOSE 8000
# Liveness, not readiness: a container should not be replaced because the shared store is unavailable for a moment.
HEALTHCHECK --interval=10s --timeout=4s --start-period=30s --retries=3 \
    CMD ["python", "-c", "import os, urllib.request as u; u.urlopen('http://127.0.0.1:' + (os.environ.get('PORT') or '8000') + '/healthz', timeout=3)"]
CMD ["ludotheque"]

# Ludotheque in a container. `docker build -t ludotheque .`, then for instance
#   docker run --read-only --cap-drop ALL --publish 8000:8000 --volume ludotheque-data:/data ludotheque
# The base needs glibc: the wheels of gevent and of the embedded store are built for it. `make test-image` builds this
# file and runs the result.

# What the service needs has a layer of its own, which only requirements.lock changes. pip is the base image's, and stays
# out of both environments; the packages' own tests are removed.
FROM python:3.13-slim-trixie AS dependencies
WORKDIR /app
COPY requirements.lock ./
RUN python -m venv --without-pip /venv \
    && pip --python /venv/bin/python install --no-cache-dir --require-hashes -r requirements.lock \
    && find /venv/lib -type d \( -name test -o -name tests \) -prune -exec rm -r {} +

# An environment that builds the wheel, and is discarded.
FROM dependencies AS code
COPY requirements-build.lock ./
RUN python -m venv --without-pip /build \
    && pip --python /build/bin/python install --no-cache-dir --require-hashes -r requirements-build.lock
COPY pyproject.toml README.md LICENSE ./
COPY engines engines
COPY bots bots
COPY schemas schemas
COPY service service
COPY web web
COPY clients/javascript/ludotheque.js clients/javascript/
# As if into /venv, but under /code: what is there is the code alone. pip makes the byte code as well, once, because the
# running container may not write it.
RUN /build/bin/hatchling build -t wheel \
    && pip --python /venv/bin/python install --no-cache-dir --no-index --no-deps --root /code dist/*.whl
# The list of all that is in the image: /venv/ludotheque.cdx.json.
COPY tools/sbom.py tools/
RUN python tools/sbom.py image /venv /code/venv > /code/venv/ludotheque.cdx.json

FROM python:3.13-slim-trixie
# Nothing is installed in a running container.
RUN useradd --uid 10001 --user-group --no-create-home ludotheque \
    && install --directory --owner=ludotheque --group=ludotheque --mode=0700 /data \
    && python -m pip uninstall --yes --root-user-action=ignore pip \
    && python -c "import ensurepip, shutil; shutil.rmtree(ensurepip.__path__[0])"
COPY --from=dependencies /venv /venv
COPY --from=code /code/venv /venv
ENV PATH=/venv/bin:$PATH PYTHONDONTWRITEBYTECODE=1 DATA_DIR=/data
USER 10001:10001
VOLUME /data
EXPOSE 8000
# Liveness, not readiness: a container should not be replaced because the shared store is unavailable for a moment.
HEALTHCHECK --interval=10s --timeout=4s --start-period=30s --retries=3 \
    CMD ["python", "-c", "import os, urllib.request as u; u.urlopen('http://127.0.0.1:' + (os.environ.get('PORT') or '8000') + '/healthz', timeout=3)"]
CMD ["ludotheque"]

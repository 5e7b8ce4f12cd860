# The two commands: `make run` and `make test`. Everything they need is installed into .venv.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
CLIENTS := .venv-clients
ENV := .venv-env
AUDIT := .venv-audit
SCHEMAS = $(wildcard $(AUDIT)/lib/python*/site-packages/cyclonedx/schema/_res)
GENERATORS := tests/clients/node
NODE_PROJECTS := $(GENERATORS) $(patsubst %/package-lock.json,%,$(wildcard clients/javascript/package-lock.json))
PRETTIER := $(GENERATORS)/node_modules/.bin/prettier
SCRIPTS = $(shell git ls-files '*.js' '*.mjs' '*.ts' ':!*.d.ts')
PEER := bench/peers/boardgame_io
PIP := -m pip --disable-pip-version-check install --quiet --require-hashes
COMPILE := $(BIN)/uv pip compile --quiet --upgrade --universal --generate-hashes --no-header --no-annotate

NGINX := PATH="$$PATH:/usr/sbin" command -v nginx > /dev/null || \
	{ echo "no nginx found: install it, for example with: apt-get install nginx-light" >&2; exit 1; }

IMAGE := for program in buildah runc debootstrap; do PATH="$$PATH:/usr/sbin" command -v $$program > /dev/null || \
	{ echo "no $$program found: install it, for example with: apt-get install $$program" >&2; exit 1; }; done; \
	test "$$(id -u)" = 0 || { echo "this mounts the image: run it as root, for example with sudo" >&2; exit 1; }

COMPILER := command -v cc > /dev/null || \
	{ echo "no C compiler found: install it, for example with: apt-get install gcc libc6-dev" >&2; exit 1; }

NODE := command -v npm > /dev/null && \
	node -e 'const [major, minor] = process.versions.node.split("."); process.exit(major > 20 || (major == 20 && minor >= 19) ? 0 : 1)' || \
	{ echo "no npm or no node 20.19 or newer found: install them, for example with: apt-get install nodejs npm" >&2; exit 1; }

.DEFAULT_GOAL := help
.PHONY: help run test test-browser test-nginx test-faults test-partition test-image test-env test-clients test-pythons soak soak-faults soak-hour secrecy lint lint-deploy lint-openapi lint-scripts format format-scripts hooks openapi types pictures recordings mutants bench bench-peers lock wheel audit release clean

help: ## Show this help
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F':.*## ' '{printf "  make %-14s %s\n", $$1, $$2}'

$(VENV)/run.stamp: requirements.lock
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed")'
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python $(PIP) -r requirements.lock
	touch $@

$(VENV)/dev.stamp: requirements-dev.lock $(VENV)/run.stamp
	$(BIN)/python $(PIP) -r requirements-dev.lock
	touch $@

# Client generators have their own environment: their requirements must not restrict the service's versions.
$(CLIENTS)/stamp: requirements-clients.lock
	test -x $(CLIENTS)/bin/python || $(PYTHON) -m venv $(CLIENTS)
	$(CLIENTS)/bin/python $(PIP) -r requirements-clients.lock
	touch $@

# Without the packages of the service: the environments for learning programs work on the engines alone.
$(ENV)/stamp: requirements-env.lock
	test -x $(ENV)/bin/python || $(PYTHON) -m venv $(ENV)
	$(ENV)/bin/python $(PIP) -r requirements-env.lock
	touch $@

# The tools that look for vulnerabilities need versions of their own too.
$(AUDIT)/stamp: requirements-audit.lock
	test -x $(AUDIT)/bin/python || $(PYTHON) -m venv $(AUDIT)
	$(AUDIT)/bin/python $(PIP) -r requirements-audit.lock
	touch $@

# Install scripts of packages never run.
%/node_modules: %/package-lock.json
	@$(NODE)
	npm ci --prefix $* --no-audit --no-fund --ignore-scripts
	touch $@

run: $(VENV)/run.stamp ## Serve on PORT (8000), with an embedded store under DATA_DIR (./data) unless REDIS_URL is set
	@exec $(BIN)/python -m service

test: $(VENV)/dev.stamp ## Run all tests
	$(BIN)/python -m pytest

test-browser: $(VENV)/dev.stamp $(NODE_PROJECTS:=/node_modules) ## Run the tests in a real browser, and type-check the web pages; needs chromium, node and npm
	@command -v chromium || command -v chromium-browser || command -v google-chrome || command -v chrome || \
		{ echo "no browser found: install one, for example with: apt-get install chromium" >&2; exit 1; }
	$(BIN)/python -m pytest -n 2 -m browser

test-nginx: $(VENV)/dev.stamp ## Run the tests of two replicas behind deploy/nginx; needs nginx
	@$(NGINX)
	$(BIN)/python -m pytest -n 0 -m nginx

test-partition: $(VENV)/dev.stamp ## Run the tests of masters that are cut off from their peers; needs root, ip and nsenter
	@test "$$(id -u)" = 0 && command -v ip > /dev/null && command -v nsenter > /dev/null || \
		{ echo "network namespaces need root and the programs ip and nsenter, for example with: apt-get install iproute2 util-linux" >&2; exit 1; }
	$(BIN)/python -m pytest -n 0 -m partition

test-image: $(VENV)/dev.stamp ## Build the container image and run it, as root; prints which Debian packages are missing
	@$(IMAGE)
	$(BIN)/python -m pytest -n 0 -m image tests/image

test-faults: $(VENV)/dev.stamp ## Run short versions of the scenarios of soak-faults that need more than Python; needs nginx and a C compiler
	@$(NGINX)
	@$(COMPILER)
	$(BIN)/python -m pytest -n 4 --dist load -m faults

test-env: $(ENV)/stamp ## Run the tests of the environments for PettingZoo and Gymnasium
	$(ENV)/bin/python -m pytest -c clients/python-env/pyproject.toml --rootdir . --confcutdir tests/env tests/env

test-clients: $(NODE_PROJECTS:=/node_modules) $(VENV)/dev.stamp $(CLIENTS)/stamp ## Run the tests of the clients and of generated clients; needs node and npm
	$(BIN)/python -m pytest -n 2 -m clients

test-pythons: $(VENV)/dev.stamp ## Run all tests on each Python that pyproject.toml names and that is found (or on PYTHONS="3.12 …")
	@$(BIN)/python -m tools.pythons $(PYTHONS)

soak: $(VENV)/dev.stamp ## Run the long tests: a thousand random games an engine, pairs of tables, malformed requests, schemathesis
	$(BIN)/python -m pytest -m slow

soak-faults: $(VENV)/dev.stamp ## Play while processes are killed at random, and count lost actions (none may be); needs nginx, a C compiler, and root for partitions
	@$(NGINX)
	@$(COMPILER)
	$(BIN)/python -m tests.faults.campaign

soak-hour: $(VENV)/dev.stamp ## Use a service for an hour, and check that its memory, files and connections do not grow
	$(BIN)/python -m tests.faults.soak

secrecy: $(VENV)/dev.stamp ## Compare 52,500 pairs of tables that differ only in what is hidden from a viewer, and print what differs (nothing may)
	@$(BIN)/python -m tests.secrecy

lint: $(VENV)/dev.stamp ## Check style, types, import directions, the OpenAPI document and the Dockerfile
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/openapi-spec-validator openapi.yaml
	$(BIN)/hadolint Dockerfile

lint-deploy: $(VENV)/dev.stamp ## Check the files under deploy; prints which Debian packages are missing
	@$(BIN)/python -m tools.deployed

# Redocly's `recommended` rules, with warnings as errors.
lint-openapi: $(GENERATORS)/node_modules ## Check openapi.yaml with the rules of Redocly and Spectral; needs node and npm
	REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true $(GENERATORS)/node_modules/.bin/redocly lint --extends recommended-strict openapi.yaml
	$(GENERATORS)/node_modules/.bin/spectral lint --ruleset $(GENERATORS)/spectral.yaml --fail-severity hint openapi.yaml

lint-scripts: $(GENERATORS)/node_modules ## Check the style of the JavaScript; needs node and npm
	@$(PRETTIER) --check $(SCRIPTS)

format: $(VENV)/dev.stamp ## Format the code
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

format-scripts: $(GENERATORS)/node_modules ## Format the JavaScript; needs node and npm
	@$(PRETTIER) --write --log-level warn $(SCRIPTS)

hooks: $(VENV)/dev.stamp ## Have git run `make lint` before each commit and `make test` before each push
	$(BIN)/pre-commit install

openapi: $(VENV)/dev.stamp ## Generate openapi.yaml from the code
	$(BIN)/python -m service.http.print_openapi > openapi.yaml

types: openapi clients/javascript/node_modules ## Generate openapi.yaml, and the types of both clients from it; needs node and npm
	npm run types --prefix clients/javascript
	$(BIN)/python clients/python/write_types.py > clients/python/src/ludotheque_client/types.py

recordings: $(VENV)/dev.stamp ## Record games for the endings and player counts that have none yet
	$(BIN)/python -m tests.recordings

mutants: $(VENV)/dev.stamp ## Run mutation tests: break every engine in some sixty places, and print which breaks no test detects
	$(BIN)/python -m tools.mutants

pictures: $(VENV)/dev.stamp ## Take the screenshots in docs/pictures; needs chromium
	$(BIN)/python -m tests.browser.pictures

bench: $(VENV)/dev.stamp ## Print the benchmarks
	$(BIN)/python -m bench

bench-peers: $(VENV)/dev.stamp $(PEER)/node_modules ## Compare the cost of a move with boardgame.io; needs node 20 and npm
	$(BIN)/python -m bench peers

lock: $(VENV)/dev.stamp ## Choose and lock the newest versions pyproject.toml allows
	$(COMPILE) -o requirements.lock pyproject.toml
	$(COMPILE) -o requirements-build.lock --group build -c requirements.lock
	$(COMPILE) -o requirements-dev.lock --extra dev --extra tracing --group build -c requirements.lock -c requirements-build.lock pyproject.toml
	$(COMPILE) -o requirements-clients.lock --group clients
	$(COMPILE) -o requirements-env.lock --group env
	$(COMPILE) -o requirements-audit.lock --group audit

wheel: $(VENV)/dev.stamp ## Build the wheel into dist, with a list of its dependencies (SBOM, CycloneDX)
	rm -rf dist
	$(BIN)/python -m hatchling build -t wheel
	$(BIN)/python tools/sbom.py wheel dist/*.whl

audit: wheel $(AUDIT)/stamp ## Look for known vulnerabilities of all dependencies, and check the SBOM; needs node and npm
	@$(NODE)
	@$(BIN)/check-jsonschema --base-uri file://$(abspath $(SCHEMAS))/ --schemafile $(SCHEMAS)/bom-1.6.SNAPSHOT.schema.json dist/*.cdx.json
	@$(BIN)/python -m tools.audit

release: $(VENV)/dev.stamp ## Check whether this commit can be released, and print the next steps; tags nothing
	@$(BIN)/python -m tools.release

clean: ## Remove what was installed and built (never DATA_DIR)
	rm -rf $(VENV) $(CLIENTS) $(ENV) $(AUDIT) $(PEER)/node_modules $(NODE_PROJECTS:=/node_modules) dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

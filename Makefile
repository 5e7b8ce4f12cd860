# The two commands: `make run` and `make test`. Everything they need is installed into .venv.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet --require-hashes
COMPILE := $(BIN)/uv pip compile --quiet --upgrade --universal --generate-hashes --no-header --no-annotate

NGINX := PATH="$$PATH:/usr/sbin" command -v nginx > /dev/null || \
	{ echo "no nginx found: install it, for example with: apt-get install nginx-light" >&2; exit 1; }

.DEFAULT_GOAL := help
.PHONY: help run test test-browser test-nginx test-pythons soak soak-faults lint lint-deploy format hooks openapi recordings mutants bench bench-peers lock wheel release clean

help: ## Show this help
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F':.*## ' '{printf "  make %-12s %s\n", $$1, $$2}'

$(VENV)/run.stamp: requirements.lock
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed")'
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(PIP) -r requirements.lock
	touch $@

$(VENV)/dev.stamp: requirements-dev.lock $(VENV)/run.stamp
	$(PIP) -r requirements-dev.lock
	touch $@

run: $(VENV)/run.stamp ## Serve on PORT (8000), with an embedded store under DATA_DIR (./data) unless REDIS_URL is set
	@exec $(BIN)/python -m service

test: $(VENV)/dev.stamp ## Run all tests
	$(BIN)/python -m pytest

test-browser: $(VENV)/dev.stamp ## Run the tests in a real browser; needs chromium
	@command -v chromium || command -v chromium-browser || command -v google-chrome || command -v chrome || \
		{ echo "no browser found: install one, for example with: apt-get install chromium" >&2; exit 1; }
	$(BIN)/python -m pytest -n 0 -m browser

test-nginx: $(VENV)/dev.stamp ## Run the tests of two replicas behind deploy/nginx; needs nginx
	@$(NGINX)
	$(BIN)/python -m pytest -n 0 -m nginx

test-pythons: $(VENV)/dev.stamp ## Run all tests on each Python that pyproject.toml names and that is found (or on PYTHONS="3.12 …")
	@$(BIN)/python -m tools.pythons $(PYTHONS)

soak: $(VENV)/dev.stamp ## Run the long tests: a thousand random games an engine, odd requests, schemathesis
	$(BIN)/python -m pytest -m slow

soak-faults: $(VENV)/dev.stamp ## Play while processes are killed at random, and print what was lost: nothing; needs nginx
	@$(NGINX)
	$(BIN)/python -m tests.faults.campaign

lint: $(VENV)/dev.stamp ## Check style, types, import directions, the OpenAPI document and the Dockerfile
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/openapi-spec-validator openapi.yaml
	$(BIN)/hadolint Dockerfile

lint-deploy: $(VENV)/dev.stamp ## Check the files under deploy; says which Debian packages it needs
	@$(BIN)/python -m tools.deployed

format: $(VENV)/dev.stamp ## Format the code
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

hooks: $(VENV)/dev.stamp ## Have git run `make lint` before each commit and `make test` before each push
	$(BIN)/pre-commit install

openapi: $(VENV)/dev.stamp ## Write openapi.yaml anew from the schemas
	$(BIN)/python -m service.http.publish > openapi.yaml

recordings: $(VENV)/dev.stamp ## Record games for the endings and player counts that have none yet
	$(BIN)/python -m tests.recordings

mutants: $(VENV)/dev.stamp ## Break every engine in some sixty places, and print which breaks no test has noticed
	$(BIN)/python -m tests.mutants

bench: $(VENV)/dev.stamp ## Print the benchmarks
	$(BIN)/python -m bench

PEER := bench/peers/boardgame_io
$(PEER)/node_modules: $(PEER)/package-lock.json
	@command -v node > /dev/null && command -v npm > /dev/null || \
		{ echo "no node or npm found: install them, for example with: apt-get install nodejs npm" >&2; exit 1; }
	npm ci --prefix $(PEER) --no-audit --no-fund
	touch $@

bench-peers: $(VENV)/dev.stamp $(PEER)/node_modules ## Print what a move costs here and in boardgame.io; needs node 20 and npm
	$(BIN)/python -m bench peers

lock: $(VENV)/dev.stamp ## Choose and lock the newest versions pyproject.toml allows
	$(COMPILE) -o requirements.lock pyproject.toml
	$(COMPILE) -o requirements-build.lock --group build -c requirements.lock
	$(COMPILE) -o requirements-dev.lock --extra dev --extra tracing --group build -c requirements.lock -c requirements-build.lock pyproject.toml

wheel: $(VENV)/dev.stamp ## Build the wheel into dist
	rm -rf dist
	$(BIN)/python -m hatchling build -t wheel

release: $(VENV)/dev.stamp ## Check whether this commit can be released, and say what to do then; tags nothing
	@$(BIN)/python -m tools.release

clean: ## Remove what was installed and built (never DATA_DIR)
	rm -rf $(VENV) $(PEER)/node_modules dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

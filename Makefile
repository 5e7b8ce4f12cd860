# The two commands: `make run` and `make test`. Everything they need is installed into .venv.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet --require-hashes

.DEFAULT_GOAL := help
.PHONY: help run test test-browser soak lint format openapi recordings mutants bench lock clean

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

soak: $(VENV)/dev.stamp ## Run the long tests: a thousand random games an engine
	$(BIN)/python -m pytest -m slow

lint: $(VENV)/dev.stamp ## Check style, types, import directions, the OpenAPI document and the Dockerfile
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/openapi-spec-validator openapi.yaml
	$(BIN)/hadolint Dockerfile

format: $(VENV)/dev.stamp ## Format the code
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

openapi: $(VENV)/dev.stamp ## Write openapi.yaml anew from the schemas
	$(BIN)/python -m service.openapi > openapi.yaml

recordings: $(VENV)/dev.stamp ## Record games for the endings and player counts that have none yet
	$(BIN)/python -m tests.recordings

mutants: $(VENV)/dev.stamp ## Break every engine in some sixty places, and print which breaks no test has noticed
	$(BIN)/python -m tests.mutants

bench: $(VENV)/dev.stamp ## Print the benchmarks
	$(BIN)/python -m bench

lock: $(VENV)/dev.stamp ## Choose and lock the newest versions pyproject.toml allows
	$(BIN)/uv pip compile --quiet --upgrade --universal --generate-hashes --no-header --no-annotate -o requirements.lock pyproject.toml
	$(BIN)/uv pip compile --quiet --upgrade --universal --generate-hashes --no-header --no-annotate --extra dev -c requirements.lock -o requirements-dev.lock pyproject.toml

clean: ## Remove what was installed and built (never DATA_DIR)
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

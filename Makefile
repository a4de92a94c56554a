# Everything runs in .venv, made from requirements.lock with uv (from PyPI when it is not installed).
PYTHON ?= python3
WORKSPACE ?= demo
PORT ?= 8080

BIN := .venv/bin
STAMP := .venv/.made
BOOTSTRAP := .venv.bootstrap

.PHONY: help env demo up down test kills full-disks s3 spark deployment secrets digests sbom bench lint lock release clean

help:
	@echo "make demo   build the embedded sample through Airflow, from nothing to a dataset"
	@echo "make up     serve Airflow for the demo's workspace; make down stops it"
	@echo "make test   all tests; make lint: style, types, imports"
	@echo "make kills  kill -9 stages, dvc and workers at random moments; the result must be the same"
	@echo "            (ARGS='--airflow --kills 50': in a running Airflow, also of its own parts;"
	@echo "            --source subtitles: its stages, not those of books; ARGS=--help)"
	@echo "make full-disks  each stage on a full disk, for root (ARGS='--source books': of that source)"
	@echo "make s3     a stage that shares its shards over S3, and is killed; installs moto's server"
	@echo "make spark  all stages on a Spark cluster of two workers, which are killed; needs Java"
	@echo "make deployment  Airflow of a team as docker/ has it, a worker lost, restored from a backup"
	@echo "make secrets  a file for each secret of docker/compose.yaml; make digests: pin its images by digest"
	@echo "make sbom   what the image contains of Python, and its licences: dist/sbom.cdx.json, dist/licences.tsv"
	@echo "make bench  speed and memory of each stage; see benchmarks/README.md (ARGS=--help: its options)"
	@echo "make lock   choose the newest packages, into requirements.lock and docker/requirements.lock"
	@echo "            (UPGRADE=: keep those that are there)"
	@echo "make release  build the wheel, and try it in an empty environment; build the image, where Docker is"
	@echo "make clean  stop Airflow, remove the environment and caches"
	@echo "Variables:  PYTHON=$(PYTHON) (3.11 or newer)  WORKSPACE=$(WORKSPACE)  PORT=$(PORT)"

env: $(STAMP)

# Made once, and again when the locked packages or our own metadata change. Our bytecode too: where Python is
# told to write none (as in containers), every stage would compile us anew, a fifth of what its start takes.
$(STAMP): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "Python 3.11 or newer is needed; $(PYTHON) is `$(PYTHON) --version 2>&1`. Try: make PYTHON=python3.12"; \
	  exit 1; }
	@command -v git >/dev/null || { echo "git is needed: install it first"; exit 1; }
	@uv --version >/dev/null 2>&1 || test -x $(BOOTSTRAP)/bin/uv || { \
	  $(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	    echo "$(PYTHON) cannot make environments (no venv or ensurepip): install python3-venv, or uv"; exit 1; }; \
	  $(PYTHON) -m venv $(BOOTSTRAP) && $(BOOTSTRAP)/bin/pip install --quiet --disable-pip-version-check uv; }
	@set -e; UV=uv; uv --version >/dev/null 2>&1 || UV=$(BOOTSTRAP)/bin/uv; \
	  $$UV venv --quiet --clear --python "`command -v $(PYTHON)`" .venv; \
	  $$UV pip install --quiet --compile-bytecode --python $(BIN)/python --require-hashes -r requirements.lock; \
	  $$UV pip install --quiet --python $(BIN)/python --no-deps --editable .; \
	  $(BIN)/python -m compileall -q dialogue_etl plugins dags
	@touch $@

demo: $(STAMP)
	@$(BIN)/dialogue-etl demo $(WORKSPACE) --port $(PORT)

up: $(STAMP)
	@test -e $(WORKSPACE)/params.yaml || $(BIN)/dialogue-etl init $(WORKSPACE) --preset sample
	@$(BIN)/dialogue-etl up $(WORKSPACE) --port $(PORT)

down: $(STAMP)
	@$(BIN)/dialogue-etl down $(WORKSPACE)

# Two at a time; the tests of a file one after another, since they share what is costly to make.
test: $(STAMP)
	$(BIN)/pytest -n 2 --dist loadfile --no-loadscope-reorder

kills: $(STAMP)
	@$(BIN)/python -m tests.interruptions.kills $(ARGS)

full-disks: $(STAMP)
	@$(BIN)/python -m tests.interruptions.full_disks $(ARGS)

# Wants Java 17 or newer; Debian: apt-get install openjdk-17-jre-headless.
s3: $(STAMP)
	@UV=uv; uv --version >/dev/null 2>&1 || UV=$(BOOTSTRAP)/bin/uv; \
	  $$UV pip install --quiet --python $(BIN)/python --editable ".[s3]"; \
	  $$UV venv --quiet --allow-existing .venv.moto; $$UV pip install --quiet --python .venv.moto "moto[server]>=5"
	PATH="$(CURDIR)/.venv.moto/bin:$$PATH" $(BIN)/pytest -n 0 -m s3 tests/core/engines

spark: $(STAMP)
	@UV=uv; uv --version >/dev/null 2>&1 || UV=$(BOOTSTRAP)/bin/uv; \
	  $$UV pip install --quiet --python $(BIN)/python --editable ".[spark]"
	$(BIN)/pytest -m spark tests/core/engines

# Wants PostgreSQL, Redis and bubblewrap; Debian: apt-get install postgresql redis-server bubblewrap.
deployment: $(STAMP)
	@UV=uv; uv --version >/dev/null 2>&1 || UV=$(BOOTSTRAP)/bin/uv; \
	  $$UV pip install --quiet --python $(BIN)/python --constraint docker/requirements.lock \
	  --editable ".[hosts]" "moto[server]>=5.2"
	@! command -v npx >/dev/null || npx --yes dclint@3 docker/compose.yaml
	$(BIN)/pytest -m deployment tests/deployment

secrets:
	@$(PYTHON) docker/make_secrets.py

digests: $(STAMP)
	@$(BIN)/python docker/digests.py docker/Dockerfile docker/compose.yaml

# Of an environment like the image's, made from the same lock. Without a clock or random numbers: the same each time.
sbom: $(STAMP)
	@set -e; UV=uv; uv --version >/dev/null 2>&1 || UV=$(BOOTSTRAP)/bin/uv; mkdir -p dist; \
	  $$UV venv --quiet --clear --python $(BIN)/python .venv.image; \
	  $$UV pip install --quiet --python .venv.image --require-hashes -r docker/requirements.lock; \
	  $$UV tool run --quiet --from cyclonedx-bom==7.5.0 cyclonedx-py environment --output-reproducible \
	    --gather-license-texts --pyproject pyproject.toml --output-file dist/sbom.cdx.json .venv.image; \
	  $(BIN)/python docker/licences.py dist/sbom.cdx.json docker/requirements.lock dist/licences.tsv

bench: $(STAMP)
	@$(BIN)/python -m benchmarks $(ARGS)

lint: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/hadolint docker/Dockerfile
	$(BIN)/check-jsonschema --quiet --builtin-schema vendor.compose-spec docker/compose.yaml

# The newest packages that pyproject.toml allows, for every platform and Python, with the hash of each file; with
# `make lock UPGRADE=` only what is new there. Always both: what a team's Airflow has too is of the same version here.
UPGRADE ?= --upgrade
lock: $(STAMP)
	@set -e; UV=uv; uv --version >/dev/null 2>&1 || UV=$(BOOTSTRAP)/bin/uv; \
	  export UV_CUSTOM_COMPILE_COMMAND="make lock"; \
	  COMPILE="$$UV pip compile --quiet $(UPGRADE) --universal --generate-hashes --python-version 3.11 pyproject.toml"; \
	  $$COMPILE --extra hosts --group image --output-file docker/requirements.lock; \
	  $$COMPILE --group dev --constraint docker/requirements.lock --output-file requirements.lock

# The wheel is tried as a user has it: in an environment without this folder, with the locked versions.
release: $(STAMP)
	@set -e; UV=uv; uv --version >/dev/null 2>&1 || UV=$(BOOTSTRAP)/bin/uv; \
	  rm -rf dist .venv.release; $$UV build --quiet --out-dir dist; \
	  $$UV venv --quiet --python $(BIN)/python .venv.release; \
	  $$UV pip install --quiet --python .venv.release --require-hashes -r docker/requirements.lock; \
	  $$UV pip install --quiet --python .venv.release --no-deps dist/*.whl; \
	  TRIAL=`mktemp -d`; trap "rm -rf $$TRIAL" EXIT; \
	  export PATH="$(CURDIR)/.venv.release/bin:$$PATH"; cd $$TRIAL; \
	  dialogue-etl --version; dialogue-etl init trial --preset sample --sources books >/dev/null; \
	  cd trial; dvc repro --quiet books-package books-check; \
	  python -c 'import dialogue_etl; print(len(list(dialogue_etl.read_dataset("data/books/dataset", "en", "train"))), "dialogues in train")'
	@if command -v docker >/dev/null; then docker build --quiet --file docker/Dockerfile --tag dialogue-etl:release .; \
	  else echo "docker is not there: the image was not built"; fi
	@ls -l dist

clean:
	@test ! -x $(BIN)/dialogue-etl || test ! -d $(WORKSPACE) || $(BIN)/dialogue-etl down $(WORKSPACE) || true
	rm -rf .venv .venv.moto .venv.image .venv.release $(BOOTSTRAP) dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
	@test ! -d $(WORKSPACE) || echo "$(WORKSPACE)/ is kept: it may hold your work; rm -rf $(WORKSPACE) removes it"

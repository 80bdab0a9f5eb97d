# make check      set up .venv if need be, then everything below
# make lint       ruff: style and format
# make types      mypy, strict
# make test       pytest
# make fuzz       the full fuzzing run (minutes), writes results/fuzz.json
# make pages     renew the tables and outputs in README.md and docs/
# make lock       renew requirements.lock (needs uv)

PYTHON ?= $(shell command -v python3.11 || command -v python3)
BIN := .venv/bin

.PHONY: check lint types test fuzz pages lock

check: lint types test

.venv/ready: requirements.lock pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --no-deps --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet torch==2.13.0
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation -e .
	touch $@

lint: .venv/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: .venv/ready
	$(BIN)/mypy

test: .venv/ready
	$(BIN)/pytest -q -n auto --maxprocesses 4

fuzz: .venv/ready
	$(BIN)/python bench/fuzz.py

pages: .venv/ready
	$(BIN)/python bench/pages.py

lock:
	uv pip compile pyproject.toml --group dev --universal --python-version 3.11 \
		--no-emit-package torch --generate-hashes --no-header --no-annotate --no-emit-index-url --upgrade \
		--quiet --output-file requirements.lock

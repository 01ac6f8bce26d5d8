# make run: a simulated launcher in this terminal. make test: everything a change must pass.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: run test test-long lint bench install-pi clean

run: $(READY)
	@$(BIN)/uno-launcher run --simulated

test: $(READY) lint
	$(BIN)/pytest -n 2 -m "not long"

test-long: $(READY) lint
	$(BIN)/pytest -n 2

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

$(READY): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit("UNO Launcher needs Python 3.11 or newer; this one is " + sys.version.split()[0]) if sys.version_info < (3, 11) else None'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --editable '.[test]'
	@touch $@

clean:
	rm -rf $(VENV) build dist *.egg-info

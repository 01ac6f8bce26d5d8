# make run: a simulated launcher and its page (PORT=8000 for another port). make test: what a change must pass.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: run test test-browser test-pico test-emulator test-virtual-pi test-long lint bench bench-lab pictures install dist clean

run: $(READY)
	@$(BIN)/uno-launcher run --simulated $(if $(PORT),--port $(PORT))

# Some hundred processes start: each would compile what it loads. Five workers fill two cores, since some tests wait,
# and none for a disk.
test: export PYTHONDONTWRITEBYTECODE =
test: $(READY) lint
	$(call twice,-n 5 --dist worksteal -m "not long and not emulator and not virtual_pi" --ignore tests/browser,TMPDIR=/dev/shm)

# Against the clock a busy machine may be too slow once: what fails is run again, and has to pass then.
twice = $(2) $(BIN)/pytest $(1) || $(2) $(BIN)/pytest $(1) --last-failed

# The page, in Debian's Chromium.
test-browser: $(VENV)/.browser
	@command -v chromium >/dev/null || { echo "This wants Chromium: apt install chromium" >&2; exit 1; }
	@command -v node >/dev/null || { echo "This wants Node.js: apt install nodejs" >&2; exit 1; }
	node --experimental-default-type=module --test tests/web/page/*.test.mjs
	$(call twice,tests/browser)

# The Pico's files under MicroPython on this machine, and in MicroPython's real image on an emulated RP2040. The image
# is built once.
test-pico: $(READY)
	$(call twice,-n 3 -m realtime tests/backends/contract tests/firmware)

test-emulator: $(VENV)/.emulator
	$(BIN)/python -m tests.emulator.image
	$(call twice,-n 2 -m emulator tests/emulator tests/backends/contract)

# A guest kernel with real GPIO lines and systemd, built once; a guest for each of two processors.
test-virtual-pi: $(READY)
	$(call twice,-n 2 --dist worksteal -rA tests/virtual_pi -m "virtual_pi and not long")

# The campaigns in full size.
test-long: $(READY)
	$(BIN)/pytest -n 2 -m long --ignore tests/browser
	$(BIN)/pytest -n 2 --dist worksteal -rA -m "virtual_pi and long" tests/virtual_pi

lint: $(READY) $(VENV)/rp2-stubs
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/mypy --config-file firmware/mypy.ini

bench: $(READY)
	@$(BIN)/python -m tests.bench
	@$(BIN)/python -m tests.bench.serial
	@echo "Simulated games beside a public engine: make bench-lab"

bench-lab: $(READY)
	@$(BIN)/python -m tests.bench.lab

pictures: $(VENV)/.browser
	$(BIN)/python -m tests.pictures

# The one route on a Pi, as root: an environment below /opt, and a service in it. EXTRA=display, flash or mqtt adds that.
install:
	@/usr/bin/python3 -B -m uno_launcher service install $(foreach extra,$(EXTRA),--extra $(extra))

# A wheel and an sdist, named by the tag.
dist: $(VENV)/.dist
	rm -rf build dist
	$(BIN)/python -m build >/dev/null
	@ls dist

$(READY): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit("UNO Launcher needs Python 3.11 or newer, and $(PYTHON) is " + sys.version.split()[0]) if sys.version_info < (3, 11) else None'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --editable '.[test]'
	@touch $@

$(VENV)/rp2-stubs: $(READY)
	$(BIN)/pip install --quiet --no-deps --upgrade --target $@ \
		micropython-rp2-rpi-pico-stubs==1.29.0.post1 micropython-stdlib-stubs==1.29.0.post2
	@touch $@

$(VENV)/.emulator: $(READY)
	$(BIN)/pip install --quiet --editable '.[emulator]'
	@touch $@

$(VENV)/.dist: $(READY)
	$(BIN)/pip install --quiet build
	@touch $@

$(VENV)/.browser: $(READY)
	$(BIN)/pip install --quiet --editable '.[browser]'
	@touch $@

clean:
	rm -rf $(VENV) build dist *.egg-info

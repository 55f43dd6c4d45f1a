# Every target sets up what it needs; nothing but Python 3.11 or later and make has to be there.
#   make serve       the live book on this machine (another port: make serve PORT=8001)
#   make voila       the lessons with Voilà, a kernel for each reader
#   make build       the whole static site, into build/site
#   make test        every test: engine, widgets, notebooks, the strict build of the book, browser, Voilà
#   make coverage    the tests once more, with the lines of the engine that they do not reach
#   make lint        style and types; make format puts the style right
#   make notebooks   runs the notebooks again and writes back what changed
#   make pictures    takes the pictures of the table anew
#   make bench       the speed of the engine, make bench-live that of the live pages
#   make mutants     changes the rule core in small ways: do the tests notice?
#   make wheel       a wheel with the built site inside, into dist
#   make clean       away with everything that was made

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PINS   := pyproject.toml constraints.txt hatch_build.py
BOOK   := $(VENV)/.installed-book
DEV    := $(VENV)/.installed-dev
PORT   ?=

# The variable pins what builds the project, too; the option reaches what is installed alone.
PIP := PIP_CONSTRAINT=constraints.txt $(BIN)/python -m pip install --quiet --disable-pip-version-check \
       --constraint constraints.txt

.PHONY: help serve voila build test coverage lint format messages notebooks pictures bench bench-live mutants wheel clean
.DEFAULT_GOAL := help

help:
	@sed -n 's/^#   //p' Makefile

serve: $(BOOK)
	$(BIN)/couillon serve $(if $(PORT),--port $(PORT))

voila: $(DEV)
	$(BIN)/couillon voila $(if $(PORT),--port $(PORT))

build: $(BOOK)
	$(BIN)/couillon build

# The site first: both halves of the tests use it.
test: $(DEV)
	$(BIN)/couillon build
	$(BIN)/python -m pytest --numprocesses 3 --dist loadfile --no-loadscope-reorder

# Apart from the tests, since counting lines makes the engine's tests take twice as long.
coverage: $(DEV)
	$(BIN)/couillon build
	$(BIN)/python -m pytest --numprocesses 3 --dist loadfile --no-loadscope-reorder --cov=couillon --cov-branch --cov-report=term:skip-covered

lint: $(DEV)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy

format: $(DEV)
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

# Gathers the sentences for translators.
messages: $(DEV)
	$(BIN)/python -m couillon_live.catalogue

# Runs the notebooks again and writes back what changed.
notebooks: $(DEV)
	$(BIN)/python -m couillon_live.notebooks

pictures: build $(DEV)
	$(BIN)/python -m tests.pictures

bench: $(VENV)/.installed-bench
	$(BIN)/python -m benchmarks
	$(BIN)/couillon build
	$(BIN)/python -m benchmarks.pyodide
	$(BIN)/python -m benchmarks.page

bench-live: $(DEV)
	$(BIN)/python -m benchmarks.live

# About ten minutes on two cores; fails under 95 %.
mutants: $(VENV)/.installed-mutants
	$(BIN)/python tests/mutants.py

# The site goes into the wheel, so that whoever installs it needs no build.
wheel: build $(DEV)
	$(BIN)/python -m build --wheel --outdir dist

clean:
	rm -rf build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis $(VENV)
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(BIN)/python:
	@command -v $(PYTHON) >/dev/null || { echo "There is no $(PYTHON): install Python 3.11 or later." >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "Python 3.11 or later is needed; $(PYTHON) is $$($(PYTHON) -V 2>&1 | cut -d' ' -f2)." \
	       "Name another one: make PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	  echo "$(PYTHON) cannot make a virtual environment: its module venv or ensurepip is missing" \
	       "(Debian and Ubuntu: apt-get install python3-venv)." >&2; exit 1; }
	@echo "Making $(VENV)"
	@$(PYTHON) -m venv $(VENV)

$(DEV): $(BIN)/python $(PINS)
	@echo "Installing the pinned packages (once, about a minute)"
	@$(PIP) --editable '.[dev]'
	@touch $(BOOK) $(DEV)

# The peers that the engine is measured against.
$(VENV)/.installed-bench: $(DEV)
	@$(PIP) --editable '.[bench]'
	@touch $@

$(VENV)/.installed-mutants: $(DEV)
	@$(PIP) --editable '.[mutants]'
	@touch $@

# What serving the book needs is a part of what developing it needs.
$(BOOK): $(BIN)/python $(PINS)
	@echo "Installing the pinned packages (once, about a minute)"
	@$(PIP) --editable '.[book]'
	@touch $(BOOK)

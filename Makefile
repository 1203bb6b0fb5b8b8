# tripot: `make play` and `make test` set everything up themselves; they need Python 3.11 or newer and make.

PYTHON ?= python3
BIN := .venv/bin
LOCK := uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-emit-index-url --no-annotate pyproject.toml

LOCKS := requirements.lock requirements-dev.lock bench/requirements.lock requirements-tools.lock

export PYTHONDONTWRITEBYTECODE := # the tests start the site and the commands some hundred times: keep the bytecode

.DEFAULT_GOAL := help
.PHONY: help play terminal test check lint collected fix oracles soak messages goldens ladder networks weak-spots study bench bench-adapters bench-web warm coverage lock update audit clean

help: ## show this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F':.*## ' '{printf "  make %-14s %s\n", $$1, $$2}'

play: .venv/.play ## set up, open the site on this machine and show it in the browser; the games are compiled meanwhile
	@$(BIN)/tripot serve --open

terminal: .venv/.play ## play in this terminal instead (make terminal GAME=NAME; make terminal alone lists them)
	@$(BIN)/tripot play $(GAME)

RULES := $(filter-out %_oracles.py %_compiled.py %_laws.py %_counts.py %_declared.py, $(wildcard tests/rules/test_*.py)) # those that run each rule as plain Python

test: check ## set up and run all checks and tests

check: .venv/.test ## formatting, lint, types, layers and the coverage of the rules, then the tests
	$(MAKE) --no-print-directory -j3 lint coverage collected
	@$(BIN)/tripot warm --tables --review
	$(BIN)/python -m pytest -n auto --dist worksteal $(RULES:%=--ignore=%)

lint: .venv/.test ## formatting, lint, types and layers
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

coverage: .venv/.test ## every line and every branch of the rules is run as plain Python by the tests of the rules
	$(BIN)/coverage erase
	$(BIN)/coverage run -m pytest -q -p no:cacheprovider $(RULES)
	$(BIN)/coverage report --fail-under=100

collected: .venv/.test # compiles the tests and what they import once; otherwise every worker would do it by itself at the same time
	@$(BIN)/python -m pytest --collect-only -qq $(RULES:%=--ignore=%) > /dev/null || true # what is wrong is told when the tests run

fix: .venv/.test ## format and mend what can be mended
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

oracles: .venv/.test ## compare every game with its oracle on 10,000 games per seat count (long)
	$(BIN)/python -m tests.rules.test_oracles 10000

soak: .venv/.test ## 200,000 moves under faults, on SQLite and on three processes with PostgreSQL; long
	@$(BIN)/tripot warm
	$(BIN)/python -m tests.web.faults --moves 200000 --tables 200 --kills 20 --seed 1 --within 5
	$(BIN)/python -m tests.web.faults --moves 200000 --tables 200 --kills 20 --seed 2 --store private --processes 3 --within 5

messages: .venv/.play ## bring the catalogues of translations up to date with the texts of the code
	$(BIN)/python -m tripot.messages

goldens: .venv/.test ## rewrite the recorded games in tests/records; review the difference
	$(BIN)/python tests/write_goldens.py

ladder: .venv/.play ## each level against the one below it, in every game; long, goes on where it was interrupted
	@$(BIN)/tripot warm
	$(BIN)/tripot ladder --blocks 1000 --seed 3 --out docs/ladder --page docs/ladder.md --ratings

weak-spots: .venv/.play ## what simple exploiters and a best-response search gain against each level; an hour on two cores
	@$(BIN)/tripot warm
	$(BIN)/python bench/weak_spots.py --out docs/weak_spots.json --page docs/weak_spots.md

networks: .venv/.play ## teach the bots of every game how each level plays; long, goes on where it was interrupted
	@$(BIN)/tripot warm
	for game in $$($(BIN)/python -c 'import tripot; print(*(game.name for game in tripot.games()))'); do $(BIN)/tripot train $$game || exit; done

study: .venv/.play ## rewrite docs/study: length, balance and luck of every game (LEVEL=master: in docs/study/master)
	@$(BIN)/tripot warm
	for game in $$($(BIN)/python -c 'import tripot; print(*(game.name for game in tripot.games()))'); do $(BIN)/tripot study $$game --bots $(or $(LEVEL),thumb) --out docs/study$(addprefix /,$(filter-out thumb,$(LEVEL))) || exit; done

bench: .venv/.bench ## measure the speed, side by side with OpenSpiel and C
	@$(BIN)/tripot warm
	$(BIN)/python bench/run.py

bench-adapters: .venv/.bench ## measure the adapters, side by side with PettingZoo's and OpenSpiel's own games
	@$(BIN)/tripot warm --tables --review
	$(BIN)/python bench/adapters.py

bench-web: .venv/.test ## measure the site under load, side by side with boardgame.io (needs Node 20 and npm; 8 minutes)
	@$(BIN)/tripot warm
	$(BIN)/python bench/web/run.py

warm: .venv/.play ## compile the games now instead of at first use
	$(BIN)/tripot warm

lock: .venv/.tools ## rewrite the lock files from pyproject.toml; what is pinned stays unless it no longer fits
	$(BIN)/$(LOCK) --extra fast --extra web --extra build -o requirements.lock
	$(BIN)/$(LOCK) --extra fast --extra web --extra build --extra dev -c requirements.lock -o requirements-dev.lock
	$(BIN)/$(LOCK) --extra fast --extra web --extra build --extra adapters --extra bench -c requirements.lock -o bench/requirements.lock
	$(BIN)/$(LOCK) --extra tools -c requirements-dev.lock -o requirements-tools.lock

update: ## the newest versions of everything that is locked; then make audit, make test, and read what has changed
	$(MAKE) --no-print-directory lock LOCK="$(LOCK) --upgrade"

audit: .venv/.tools ## look all locked packages up in the list of known vulnerabilities (needs the network)
	for file in $(LOCKS); do $(BIN)/pip-audit --strict --progress-spinner off --disable-pip --require-hashes -r $$file || exit; done

clean: ## remove what make set up
	rm -rf .venv build dist bench/build .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache .coverage*

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "tripot needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) --version 2>&1). Try: make PYTHON=python3.11 ..."; exit 2; }
	@echo "Setting up .venv (once)"
	@$(PYTHON) -m venv .venv

# --no-compile: Python compiles the modules that are imported, a small part of those in the packages

.venv/.play: .venv/bin/python requirements.lock pyproject.toml
	$(BIN)/pip install --disable-pip-version-check --no-compile --require-hashes -r requirements.lock
	$(BIN)/pip install --disable-pip-version-check --no-compile --quiet --no-deps --no-build-isolation -e .
	@touch $@

.venv/.test: .venv/.play requirements-dev.lock
	$(BIN)/pip install --disable-pip-version-check --no-compile --require-hashes -r requirements-dev.lock
	@touch $@

.venv/.tools: .venv/.play requirements-tools.lock
	$(BIN)/pip install --disable-pip-version-check --no-compile --require-hashes -r requirements-tools.lock
	@touch $@

.venv/.bench: .venv/.play bench/requirements.lock
	$(BIN)/pip install --disable-pip-version-check --no-compile --require-hashes -r bench/requirements.lock
	@touch $@

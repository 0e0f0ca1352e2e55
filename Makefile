# Stargazer. `make run` is the whole setup: it installs what is missing, builds, and opens the application.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
# Targets run one after another, even with `make -j`, except those that `check` runs in parallel.
ifndef SIDE_BY_SIDE
.NOTPARALLEL:
endif
.DEFAULT_GOAL := help

APP_ID := io.github.stargazer_app.Stargazer
PREFIX ?= /usr/local
DESTDIR ?=
SWIFT ?= swift
# Debian's own Python: another python3 on the PATH lacks its GObject bindings.
PYTHON ?= /usr/bin/python3

REPORTS := .build/reports
RELEASE := .build/release
# The build of the tests, its folder, and its options. Tests find internal declarations in it. A check builds each
# module as a whole, without optimization, debug information and index: from nothing that takes half the time, but more
# after an edit. SwiftPM builds whole modules in release mode alone.
DEBUG := .build/debug
DEBUG_OPTIONS := --scratch-path .build
ifdef WHOLE_MODULES
DEBUG := .build/check/release
DEBUG_OPTIONS := --scratch-path .build/check -c release -Xswiftc -Onone -Xswiftc -enable-testing \
	-debug-info-format none
endif
# Products are built one by one: a plain static build after a build by product fails on GRDB's dynamic library.
# The toolchain's own linker packs relative relocations into a tenth of their size. The program exports no symbols, and
# the linker drops unused functions. Library addresses are resolved at start and read-only from then on, and no library
# is searched next to the program. Debug information would be dropped, too.
LINKER := -s -z now -z pack-relative-relocs --gc-sections --no-export-dynamic
BUILD_RELEASE := $(SWIFT) build -c release --static-swift-stdlib --disable-local-rpath -debug-info-format none \
	-Xswiftc -Xfrontend -Xswiftc -function-sections -Xswiftc -use-ld=lld \
	$(foreach flag,$(LINKER),-Xlinker $(flag)) --product
SCHEMAS := .build/schemas/gschemas.compiled
LANGUAGES = $(shell grep -v '^\#' po/LINGUAS)
TRANSLATIONS = $(LANGUAGES:%=.build/locale/%/LC_MESSAGES/stargazer.mo)
# Desktops on which the end-to-end tests run in parallel: two more than cores, since each waits at times.
DESKTOPS ?= $(shell echo $$(($$(nproc) + 2)))
# Finds the icon and the launcher entry in the checkout, as in /usr/share.
FROM_CHECKOUT := XDG_DATA_DIRS="$(CURDIR)/data:$${XDG_DATA_DIRS:-/usr/local/share:/usr/share}"

.PHONY: help
help: ## list these targets
	@grep -hE '^[a-z0-9-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z0-9-]+):.*## (.*)/  make \1\t\2/' | expand -t 18

.PHONY: run
run: setup-run app ## install what is missing, build, open the application
	$(FROM_CHECKOUT) $(RELEASE)/stargazer

.PHONY: demo
demo: setup-run app ## the same with built-in sample data: no network, no account
	$(FROM_CHECKOUT) $(RELEASE)/stargazer --demo

.PHONY: setup-run setup-check setup-deb
setup-run setup-check setup-deb: setup-%:
	@SWIFT="$(SWIFT)" .ci/setup $*

.PHONY: app standin
app: $(SCHEMAS) $(TRANSLATIONS) ## build the application: .build/release/stargazer
	$(BUILD_RELEASE) stargazer
	$(BUILD_RELEASE) stargazer-markdown
	$(BUILD_RELEASE) stargazer-svg
	$(BUILD_RELEASE) stargazer-code

# The program finds the compiled schema here while it runs from its build folder.
$(SCHEMAS): data/$(APP_ID).gschema.xml
	@mkdir -p $(@D)
	glib-compile-schemas --strict --targetdir=$(@D) data

.build/locale/%/LC_MESSAGES/stargazer.mo: po/%.po
	@mkdir -p $(@D)
	msgfmt -c -o $@ $<

standin: ## build the stand-in for GitHub's API
	$(BUILD_RELEASE) stargazer-standin

.PHONY: products
products: $(SCHEMAS) $(TRANSLATIONS)
	$(start_timer)
	$(BUILD_RELEASE) stargazer
	$(BUILD_RELEASE) stargazer-markdown
	$(BUILD_RELEASE) stargazer-svg
	$(BUILD_RELEASE) stargazer-code
	$(BUILD_RELEASE) stargazer-standin
	$(stop_timer)

# The first and the last line of a part of the check: they record the seconds that it took.
start_timer = @mkdir -p $(REPORTS); date +%s > $(REPORTS)/$@.start
stop_timer = @echo "$$(($$(date +%s) - $$(cat $(REPORTS)/$@.start))) $@" >> $(REPORTS)/seconds

.PHONY: check
check: setup-check ## everything: setup, lint, unit tests, end-to-end tests, lifetime check
	@rm -rf $(REPORTS)
	@mkdir -p $(REPORTS)
	@$(MAKE) --no-print-directory -j2 SIDE_BY_SIDE=1 check-debug check-release
	@$(PYTHON) .ci/summary $(REPORTS)

# Side by side: what needs the build of the tests, and what needs the release.
.PHONY: check-debug check-release
check-debug:
	@$(MAKE) --no-print-directory SIDE_BY_SIDE= WHOLE_MODULES=1 lint-only test-only lifetime-only
check-release:
	@$(MAKE) --no-print-directory SIDE_BY_SIDE= products
	@$(MAKE) --no-print-directory SIDE_BY_SIDE= e2e-only

.PHONY: check-all
check-all: ## before a release: the check, hostile responses, kills, pictures of pages in every language
	@$(MAKE) --no-print-directory check
	@$(MAKE) --no-print-directory translations
	@$(MAKE) --no-print-directory fuzz
	@$(MAKE) --no-print-directory kills
	@rm -rf Tests/EndToEnd/pictures
	STARGAZER_ALL_LANGUAGES=1 $(PYTHON) -m pytest -n $(DESKTOPS) \
		Tests/EndToEnd/pictures_of_pages.py Tests/EndToEnd/test_languages.py
	.ci/contact-sheets Tests/EndToEnd/pictures

# The same suites one by one. The `-only` forms skip the setup.
.PHONY: lint test e2e lifetime lint-only test-only e2e-only lifetime-only
lint: setup-check lint-only ## formats, imports between targets, house rules, desktop files
test: setup-check test-only ## unit tests (FILTER=Name for some)
e2e: setup-check e2e-only ## the release binary in a real window (FILTER=expression for some)
lifetime: setup-check lifetime-only ## open and destroy the window 8 times, list what leaks

lint-only: debug
	$(start_timer)
	@$(PYTHON) .ci/lint
	$(stop_timer)

# Debug build of everything. The compiler accepts an import that Package.swift does not declare. SwiftPM reports it, but
# only when the next build starts, and then continues. So this builds twice and searches the output.
BUILD_TESTS := $(SWIFT) build $(DEBUG_OPTIONS) --build-tests \
	--explicit-target-dependency-import-check error

.PHONY: debug
debug:
	$(start_timer)
	$(BUILD_TESTS)
	@$(BUILD_TESTS) &> $(REPORTS)/imports.log || { cat $(REPORTS)/imports.log; exit 1; }
	@! grep 'imports another target' $(REPORTS)/imports.log
	$(stop_timer)

# Runs the tests like `swift test`, all in parallel. The limit is many times what they need. Tests that it cuts off are
# named.
UNIT_TESTS := $(CURDIR)/$(DEBUG)/stargazerPackageTests.xctest --testing-library swift-testing
UNIT_EVENTS := $(REPORTS)/unit.jsonl

test-only: debug
	$(start_timer)
	NO_COLOR=1 timeout --verbose --kill-after=10s 30m $(UNIT_TESTS) $(if $(FILTER),--filter "$(FILTER)") \
		--xunit-output $(REPORTS)/unit.xml --event-stream-output-path $(UNIT_EVENTS) --event-stream-version 0 \
		2>&1 | tee $(REPORTS)/unit.log || { $(PYTHON) .ci/unended $(UNIT_EVENTS); exit 1; }
	$(stop_timer)

lifetime-only: debug
	$(start_timer)
	$(PYTHON) Tests/EndToEnd/desktop.py $(DEBUG)/stargazer-lifetime 2>&1 | tee $(REPORTS)/lifetime.log
	@! $(PYTHON) Tests/EndToEnd/desktop.py $(DEBUG)/stargazer-lifetime --leak > $(REPORTS)/leak.log 2>&1
	@grep "survivor: the favorites' ListPage" $(REPORTS)/leak.log \
		|| { echo 'The leak made on purpose was not seen.' >&2; exit 1; }
	$(stop_timer)

e2e-only: app standin
	$(start_timer)
	$(PYTHON) -m pytest Tests/EndToEnd -n $(DESKTOPS) $(if $(FILTER),-k "$(FILTER)") \
		--junit-xml=$(REPORTS)/e2e.xml 2>&1 | tee $(REPORTS)/e2e.log
	$(stop_timer)

# Uses its own folder: tests see internal declarations only in a build that no other release build shares.
.PHONY: fuzz
fuzz: setup-check ## try a million hostile responses, in process (SEED=, COUNT= and ANSWER= repeat some of them)
	STARGAZER_FUZZ_SEED=$(or $(SEED),$$RANDOM$$RANDOM) STARGAZER_FUZZ_COUNT=$(or $(COUNT),1000000) \
		$(if $(ANSWER),STARGAZER_FUZZ_ANSWER=$(ANSWER)) $(SWIFT) test -c release -Xswiftc -enable-testing \
		--scratch-path .build/fuzz --filter 'Hostile(Responses|Readme|Records|Text)Tests'

.PHONY: kills
kills: setup-check debug ## kill the process 200 times while it changes the library (SEED= and TRIAL= repeat some)
	STARGAZER_KILLS=200 STARGAZER_KILLS_SEED=$(or $(SEED),$$RANDOM$$RANDOM) \
		$(if $(TRIAL),STARGAZER_KILLS_TRIAL=$(TRIAL)) $(UNIT_TESTS) --filter KillTests

.PHONY: bench
bench: setup-check app standin ## measure startup, memory, searches and many favorites; only prints figures
	@mkdir -p .build/bench
	cc -O2 -o .build/bench/empty-window Tests/Benchmarks/empty_window.c $$(pkg-config --cflags --libs libadwaita-1)
	$(PYTHON) Tests/Benchmarks/bench.py $(RELEASE)/stargazer .build/bench/empty-window \
		$(RELEASE)/stargazer-standin

# PNGs are rendered in advance: to render SVGs, the program would load a library of 6 MiB. GTK 4.8 finds such an icon
# only under a name without dots.
.PHONY: icons
icons: ## render the program's own icons again, after a change of their SVGs
	for icon in external-link:16 filters:16 gif:16 gif:128 repository:16 repository:128; do \
		name=stargazer-$${icon%:*}-symbolic; size=$${icon#*:}; \
		for scale in 1 2; do folder=data/icons/hicolor/$${size}x$$size; \
			if [ $$scale = 2 ]; then folder=$$folder@2; fi; \
			mkdir -p $$folder/apps; \
			sed -E 's/fill="[^"]+"/fill="black"/' data/$$name.svg | \
				rsvg-convert --width=$$((size * scale)) --height=$$((size * scale)) \
				-o $$folder/apps/$$name.symbolic.png; \
		done; \
	done

.PHONY: emoji
emoji: ## write the table of emoji codes again, from Debian's packages
	@table=$$(.ci/emoji-table) && printf '%s\n' "$$table" > Sources/StargazerLibrary/Text/EmojiTable.swift

.PHONY: pictures
pictures: setup-check app ## take screenshots of sample data: data/pictures, for the README and software centers
	$(PYTHON) Tests/EndToEnd/screenshots.py

.PHONY: manual
manual: ## list the keys in the manual page again, after a change of Accelerators.swift or its texts
	@page=$$($(PYTHON) .ci/manual-keys) && printf '%s\n' "$$page" > data/stargazer.1

.PHONY: pot
pot: ## extract translatable strings, and merge them into each translation: a changed sentence becomes fuzzy
	@.ci/extract-strings po/stargazer.pot
	@for language in $(LANGUAGES); do \
		msgmerge --quiet --update --backup=none --previous po/$$language.po po/stargazer.pot || exit; \
	done

# Files by which the desktop finds the program: source in data/, and path below PREFIX.
DESKTOP_FILES := \
	$(APP_ID).desktop:applications/$(APP_ID).desktop \
	$(APP_ID).metainfo.xml:metainfo/$(APP_ID).metainfo.xml \
	$(APP_ID).gschema.xml:glib-2.0/schemas/$(APP_ID).gschema.xml \
	$(APP_ID).search-provider.ini:gnome-shell/search-providers/$(APP_ID).search-provider.ini \
	$(APP_ID).krunner.desktop:krunner/dbusplugins/$(APP_ID).desktop \
	stargazer.1:man/man1/stargazer.1
DBUS_SERVICE := dbus-1/services/$(APP_ID).service
ICONS = $(shell cd data/icons && find hicolor -type f)
SHARE := $(DESTDIR)$(PREFIX)/share
LIBEXEC := $(DESTDIR)$(PREFIX)/libexec/stargazer
WORKERS := stargazer-markdown stargazer-svg stargazer-code

.PHONY: install uninstall
install: ## install what is built: DESTDIR= PREFIX=/usr/local
	@test -x $(RELEASE)/stargazer || { echo 'Nothing is built yet: run `make app` first.' >&2; exit 2; }
	install -D -m 755 $(RELEASE)/stargazer "$(DESTDIR)$(PREFIX)/bin/stargazer"
	for worker in $(WORKERS); do install -D -m 755 $(RELEASE)/$$worker "$(LIBEXEC)/$$worker"; done
	$(foreach file,$(DESKTOP_FILES),install -D -m 644 \
		data/$(subst :, "$(SHARE)/,$(file))" &&) true
	$(foreach file,$(filter %.desktop,$(DESKTOP_FILES)),msgfmt --desktop -d po \
		--template=data/$(subst :, -o "$(SHARE)/,$(file))" &&) true
	$(foreach file,$(filter %.metainfo.xml,$(DESKTOP_FILES)),msgfmt --xml -d po \
		--template=data/$(subst :, -o "$(SHARE)/,$(file))" &&) true
	install -d "$(SHARE)/$(dir $(DBUS_SERVICE))"
	sed 's|@bindir@|$(PREFIX)/bin|' data/$(APP_ID).service.in > "$(SHARE)/$(DBUS_SERVICE)"
	chmod 644 "$(SHARE)/$(DBUS_SERVICE)"
	for icon in $(ICONS); do install -D -m 644 data/icons/$$icon "$(SHARE)/icons/$$icon"; done
	umask 022; for language in $(LANGUAGES); do \
		catalog="$(SHARE)/locale/$$language/LC_MESSAGES"; \
		install -d "$$catalog" && msgfmt -c -o "$$catalog/stargazer.mo" po/$$language.po || exit; \
	done
	$(settle)

uninstall: ## remove the installed files
	rm -f "$(DESTDIR)$(PREFIX)/bin/stargazer" $(foreach worker,$(WORKERS),"$(LIBEXEC)/$(worker)") \
		"$(SHARE)/$(DBUS_SERVICE)"
	rmdir --ignore-fail-on-non-empty "$(LIBEXEC)" 2>/dev/null || true
	rm -f $(foreach file,$(DESKTOP_FILES),"$(SHARE)/$(lastword $(subst :, ,$(file)))")
	rm -f $(foreach icon,$(ICONS),"$(SHARE)/icons/$(icon)")
	rm -f $(foreach language,$(LANGUAGES),"$(SHARE)/locale/$(language)/LC_MESSAGES/stargazer.mo")
	$(settle)

# Updates the system's caches of these folders. For staged files the package manager does that.
settle = $(if $(DESTDIR),,umask 022; glib-compile-schemas "$(SHARE)/glib-2.0/schemas"; \
	for made in "update-desktop-database -q $(SHARE)/applications" \
		"gtk-update-icon-cache -qtf $(SHARE)/icons/hicolor"; do \
		! command -v $${made%% *} >/dev/null || $$made || true; \
	done)

# `make lint` and `make deb` warn about messages that are missing or fuzzy; `make check-all` refuses them.
.PHONY: translations
translations: ## check that every translation is complete, without fuzzy messages
	@failed=0; for language in $(LANGUAGES); do \
		msgfmt --check --output-file=/dev/null po/$$language.po || failed=1; \
		msgcmp po/$$language.po po/stargazer.pot || failed=1; \
	done; exit $$failed

.PHONY: deb
deb: setup-deb app deb-only ## build a package for this Debian: .build/deb/stargazer_VERSION_ARCH.deb

# Packages what is already built. File dates are those of the last entry in debian/changelog.
.PHONY: deb-only
deb-only:
	@$(MAKE) --no-print-directory --silent translations || echo 'warning: some translations are not complete' >&2
	@rm -rf .build/deb && mkdir -p .build/deb
	SOURCE_DATE_EPOCH=$$(dpkg-parsechangelog -S Timestamp) DEB_RULES_REQUIRES_ROOT=no LC_ALL=C.UTF-8 debian/rules binary
	@ls -l .build/deb

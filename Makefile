# Stargazer. `make run` is the whole set-up: it installs what is missing, builds, and opens the application.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
# One thing after another, whatever `make` is told; but for what `check` does side by side.
ifndef SIDE_BY_SIDE
.NOTPARALLEL:
endif
.DEFAULT_GOAL := help

APP_ID := io.github.stargazer_app.Stargazer
PREFIX ?= /usr/local
DESTDIR ?=
SWIFT ?= swift
# Debian's own: another python3 on the PATH lacks its GObject bindings.
PYTHON ?= /usr/bin/python3

REPORTS := .build/reports
RELEASE := .build/release
# Product by product: a plain static build after one by product fails on GRDB's dynamic library.
# The toolchain's own linker packs the addresses that are corrected at start into a tenth of their size.
# Nobody looks a symbol up in this program, so it exports none. What nothing calls is left out, function by function.
# Addresses of libraries are looked up at the start and read-only from then on, and no library is looked for beside the
# program.
LINKER := -s -z now -z pack-relative-relocs --gc-sections --no-export-dynamic
BUILD_RELEASE := $(SWIFT) build -c release --static-swift-stdlib --disable-local-rpath \
	-Xswiftc -Xfrontend -Xswiftc -function-sections -Xswiftc -use-ld=lld \
	$(foreach flag,$(LINKER),-Xlinker $(flag)) --product
SCHEMAS := .build/schemas/gschemas.compiled
LANGUAGES = $(shell grep -v '^\#' po/LINGUAS)
TRANSLATIONS = $(LANGUAGES:%=.build/locale/%/LC_MESSAGES/stargazer.mo)
# Desktops on which the end-to-end tests run at once: one more than cores, since each waits for something at times.
DESKTOPS ?= $(shell echo $$(($$(nproc) + 1)))
# The icon and the launcher entry are found in the checkout, as they would be in /usr/share.
FROM_CHECKOUT := XDG_DATA_DIRS="$(CURDIR)/data:$${XDG_DATA_DIRS:-/usr/local/share:/usr/share}"

.PHONY: help
help: ## list these targets
	@grep -hE '^[a-z0-9-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z0-9-]+):.*## (.*)/  make \1\t\2/' | expand -t 18

.PHONY: run
run: setup-run app ## install what is missing, build, open the application
	$(FROM_CHECKOUT) $(RELEASE)/stargazer

.PHONY: demo
demo: setup-run app ## the same on built-in sample data: no network, no account
	$(FROM_CHECKOUT) $(RELEASE)/stargazer --demo

.PHONY: setup-run setup-check setup-deb
setup-run setup-check setup-deb: setup-%:
	@SWIFT="$(SWIFT)" .ci/setup $*

.PHONY: app standin
app: $(SCHEMAS) $(TRANSLATIONS) ## build the application: .build/release/stargazer
	$(BUILD_RELEASE) stargazer
	$(BUILD_RELEASE) stargazer-markdown

# The program finds it here while it runs from its build folder.
$(SCHEMAS): data/$(APP_ID).gschema.xml
	@mkdir -p $(@D)
	glib-compile-schemas --strict --targetdir=$(@D) data

.build/locale/%/LC_MESSAGES/stargazer.mo: po/%.po
	@mkdir -p $(@D)
	msgfmt -c -o $@ $<

standin: ## build the stand-in for GitHub's API
	$(BUILD_RELEASE) stargazer-standin

# One by one, and beside the unit tests, which keep one core busy.
.PHONY: products
products: debug $(SCHEMAS) $(TRANSLATIONS)
	$(BUILD_RELEASE) stargazer
	$(BUILD_RELEASE) stargazer-markdown
	$(BUILD_RELEASE) stargazer-standin

.PHONY: check
check: setup-check ## everything: set-up, lint, unit tests, end-to-end tests, lifetime check
	@rm -rf $(REPORTS)
	@$(MAKE) --no-print-directory lint-only
	@$(MAKE) --no-print-directory -j2 SIDE_BY_SIDE=1 test-only lifetime-only products
	@$(MAKE) --no-print-directory e2e-only
	@$(PYTHON) .ci/summary $(REPORTS)

# The same suites one by one; the `-only` forms skip the set-up.
.PHONY: lint test e2e lifetime lint-only test-only e2e-only lifetime-only
lint: setup-check lint-only ## formats, imports between targets, house rules, desktop files
test: setup-check test-only ## unit tests (FILTER=Name for some)
e2e: setup-check e2e-only ## the release binary in a real window (FILTER=expression for some)
lifetime: setup-check lifetime-only ## open and destroy the window 50 times, name what survives

lint-only: debug
	@$(PYTHON) .ci/lint

# Debug build of everything. The compiler lets an import pass that Package.swift does not name; SwiftPM sees it, but
# judges a build only when the next one starts and then goes on: so ask twice and read what it says.
IMPORT_CHECK := --explicit-target-dependency-import-check error

.PHONY: debug
debug:
	@mkdir -p $(REPORTS)
	$(SWIFT) build --build-tests $(IMPORT_CHECK)
	@$(SWIFT) build --build-tests $(IMPORT_CHECK) &> $(REPORTS)/imports.log || { cat $(REPORTS)/imports.log; exit 1; }
	@! grep 'imports another target' $(REPORTS)/imports.log

# As `swift test` runs them, all at once. The limit is many times what they take; tests that it cuts off are named.
UNIT_TESTS := $(CURDIR)/.build/debug/stargazerPackageTests.xctest --testing-library swift-testing
UNIT_EVENTS := $(REPORTS)/unit.jsonl

test-only: debug
	@mkdir -p $(REPORTS)
	NO_COLOR=1 timeout --verbose --kill-after=10s 30m $(UNIT_TESTS) $(if $(FILTER),--filter "$(FILTER)") \
		--xunit-output $(REPORTS)/unit.xml --event-stream-output-path $(UNIT_EVENTS) --event-stream-version 0 \
		2>&1 | tee $(REPORTS)/unit.log || { $(PYTHON) .ci/unended $(UNIT_EVENTS); exit 1; }

lifetime-only: debug
	@mkdir -p $(REPORTS)
	$(PYTHON) Tests/EndToEnd/desktop.py .build/debug/stargazer-lifetime 2>&1 | tee $(REPORTS)/lifetime.log
	@! $(PYTHON) Tests/EndToEnd/desktop.py .build/debug/stargazer-lifetime --leak > $(REPORTS)/leak.log 2>&1
	@grep 'survivor: FavoritesPage' $(REPORTS)/leak.log || { echo 'The leak made on purpose was not seen.' >&2; exit 1; }

e2e-only: app standin
	@mkdir -p $(REPORTS)
	$(PYTHON) -m pytest Tests/EndToEnd -n $(DESKTOPS) $(if $(FILTER),-k "$(FILTER)") \
		--junit-xml=$(REPORTS)/e2e.xml 2>&1 | tee $(REPORTS)/e2e.log

# In a folder of its own: tests see what is internal only in a build that no other release build shares.
.PHONY: fuzz
fuzz: setup-check ## a million hostile answers, in process (SEED=, COUNT= and ANSWER= repeat some of them)
	STARGAZER_FUZZ_SEED=$(or $(SEED),$$RANDOM$$RANDOM) STARGAZER_FUZZ_COUNT=$(or $(COUNT),1000000) \
		$(if $(ANSWER),STARGAZER_FUZZ_ANSWER=$(ANSWER)) $(SWIFT) test -c release -Xswiftc -enable-testing \
		--scratch-path .build/fuzz --filter 'Hostile(Responses|Readme|Records|Text)Tests'

.PHONY: bench
bench: setup-check app standin ## start-up, memory, speed from Enter, many favorites: prints, judges nothing
	@mkdir -p .build/bench
	cc -O2 -o .build/bench/empty-window Tests/Benchmarks/empty_window.c $$(pkg-config --cflags --libs libadwaita-1)
	$(PYTHON) Tests/Benchmarks/bench.py $(RELEASE)/stargazer .build/bench/empty-window \
		$(RELEASE)/stargazer-standin

# Drawn before, since for the sake of these the program would load a library of 6 MiB. GTK 4.8 finds such a picture only
# under a name without dots.
.PHONY: icons
icons: ## draw the icons of our own again, after a change of their drawings
	for name in external-link filters; do for icon in 16:16x16 32:16x16@2; do \
		sed -E 's/fill="[^"]+"/fill="black"/' data/stargazer-$$name-symbolic.svg | \
			rsvg-convert --width=$${icon%%:*} --height=$${icon%%:*} \
			-o data/icons/hicolor/$${icon#*:}/apps/stargazer-$$name-symbolic.symbolic.png; \
	done; done

.PHONY: pictures
pictures: setup-check app ## photograph the window on sample data: data/pictures, for the README and software centers
	$(PYTHON) Tests/EndToEnd/portraits.py

.PHONY: pot
pot: ## extract the strings to translate into po/stargazer.pot
	@.ci/extract-strings po/stargazer.pot

# What the desktop finds the program by: its source in data/ and its place below PREFIX.
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

.PHONY: install uninstall
install: ## install what is built: DESTDIR= PREFIX=/usr/local
	@test -x $(RELEASE)/stargazer || { echo 'Nothing is built yet: run `make app` first.' >&2; exit 2; }
	install -D -m 755 $(RELEASE)/stargazer "$(DESTDIR)$(PREFIX)/bin/stargazer"
	install -D -m 755 $(RELEASE)/stargazer-markdown "$(LIBEXEC)/stargazer-markdown"
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

uninstall: ## take away what was installed there
	rm -f "$(DESTDIR)$(PREFIX)/bin/stargazer" "$(LIBEXEC)/stargazer-markdown" "$(SHARE)/$(DBUS_SERVICE)"
	rmdir --ignore-fail-on-non-empty "$(LIBEXEC)" 2>/dev/null || true
	rm -f $(foreach file,$(DESKTOP_FILES),"$(SHARE)/$(lastword $(subst :, ,$(file)))")
	rm -f $(foreach icon,$(ICONS),"$(SHARE)/icons/$(icon)")
	rm -f $(foreach language,$(LANGUAGES),"$(SHARE)/locale/$(language)/LC_MESSAGES/stargazer.mo")
	$(settle)

# What the system keeps of the folders is made anew. Staged files are the package manager's, which does that by itself.
settle = $(if $(DESTDIR),,umask 022; glib-compile-schemas "$(SHARE)/glib-2.0/schemas"; \
	for made in "update-desktop-database -q $(SHARE)/applications" \
		"gtk-update-icon-cache -qtf $(SHARE)/icons/hicolor"; do \
		! command -v $${made%% *} >/dev/null || $$made || true; \
	done)

.PHONY: deb
deb: setup-deb app deb-only ## a package for this Debian: .build/deb/stargazer_VERSION_ARCHITECTURE.deb

# What is built already, in a package. Its dates are those of the last entry in debian/changelog.
.PHONY: deb-only
deb-only:
	@rm -rf .build/deb && mkdir -p .build/deb
	SOURCE_DATE_EPOCH=$$(dpkg-parsechangelog -S Timestamp) DEB_RULES_REQUIRES_ROOT=no LC_ALL=C.UTF-8 debian/rules binary
	@ls -l .build/deb

# Two commands do everything on a machine with Go, Node 20 or newer and npm:
# `make run` and `make test`. The rest are their parts, and what is run before a release.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory
# No part needs C. Without cgo a first build takes a fifth less time, needs no compiler, and the program is static.
export CGO_ENABLED := 0
# Nor a debugger: without DWARF compiling takes a sixth less CPU time. Stack traces and profiles are the same.
export GOFLAGS := $(shell go env GOFLAGS 2>/dev/null) -gcflags=all=-dwarf=false

npm     := npm --prefix client --no-fund --no-audit
console := npm --prefix server/console/web --no-fund --no-audit
# Running needs a third of the packages that testing needs: "dependencies" of client/package.json.
packages := client/node_modules/.package-lock.json
test_packages := client/node_modules/.test-packages
console_packages := server/console/web/node_modules/.package-lock.json
site    := client/dist/index.html
program := .toubkal/bin/toubkal
version := $(shell git describe --always --dirty 2>/dev/null || echo dev)
sources := $(shell find client/src client/public client/build client/*.html client/*.ts client/*.json -type f 2>/dev/null)
# Programs that only checks need are in a module of their own.
tool    := go tool -modfile=server/test/tools/go.mod
# $(call step,what,command) runs a command and prints how long it has taken, every 10 s and in the end; of its output
# only what a failure needs.
step = begun=$$SECONDS; log=$$(mktemp); echo "$(1) ..."; \
 (while sleep 10 </dev/null >/dev/null 2>&1; do echo "$(1): $$((SECONDS - begun)) s so far"; done) & ticker=$$!; \
 trap 'kill $$ticker; rm -f "$$log"' EXIT; \
 ($(2)) >"$$log" 2>&1 || { cat "$$log"; echo "$(1): failed"; exit 1; }; \
 echo "$(1): $$((SECONDS - begun)) s"
go_folders := schema policies functions client/*.go client/site server
# The compiler collects garbage half as often while it is small: an eighth less CPU time.
compile := GOGC=400 GOMEMLIMIT=768MiB go build
# The build tags of tests that make test leaves out.
tags    := endurance,s3clients,pooler
# Runs a command with the databases of the contract: its own, and one for each example project.
examples := $(notdir $(patsubst %/,%,$(wildcard docs/examples/*/)))
on_alps := go run ./server/test/pgtest/cluster -load client/contract/alps.sql $(examples:%=-empty %) --

.PHONY: help
help: ## say what there is
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-17s %s\n", $$1, $$2}'

.PHONY: run
run: first-build $(site) build ## install what is missing, build and start everything on one port
	@TOUBKAL_POLICIES_DIR=$${TOUBKAL_POLICIES_DIR-policies} exec $(program) dev

.PHONY: dev
dev: first-build $(site) build ## the running program with the Vite server in front: edits show at once
	@$(program) serve & backend=$$!; trap 'kill $$backend 2>/dev/null; wait $$backend' EXIT; \
	 TOUBKAL_URL="http://localhost:$${PORT:-8000}" $(npm) run dev

.PHONY: test
test: check-format test-go test-client test-contract test-browser ## types, Go, client, the stock supabase-js, a browser flow for each story

.PHONY: test-all
test-all: check check-format test-go-all test-client test-contract test-s3 test-s3-clients test-pooler test-browser-all ## everything, with kill rounds, crowds, S3 servers and all flows

.PHONY: build
build: tools
	@mkdir -p .toubkal/bin
	@$(call step,Building the program,$(compile) -ldflags "-w -X github.com/toubkal/toubkal/server/app.Version=$(version)" -o $(program) ./server)

# On a new machine the site and the Go packages that do not carry it are built at the same time.
.PHONY: first-build
first-build:
	@[ -e $(program) ] || $(MAKE) -j2 $(site) go-packages

.PHONY: go-packages
go-packages: tools
	@$(call step,Compiling the Go packages,go list -deps -f '{{if not .Standard}}{{.ImportPath}}: {{.Deps}}{{end}}' ./server | \
	 grep -v toubkal/client | cut -d: -f1 | xargs env $(compile))

.PHONY: check
check: $(test_packages) $(site) ## vet, staticcheck, lint, dead code
	@$(MAKE) -j2 --output-sync=target check-go check-client check-console

.PHONY: check-go
check-go: $(site)
	go vet -tags $(tags) ./...
	$(tool) staticcheck -tags $(tags) ./...
	cd server/bench && go vet ./...

.PHONY: check-client
check-client: $(test_packages)
	$(npm) run -s lint
	$(npm) run -s dead-code

# The program carries what is committed. Versions of Node compress differently, so the contents are compared.
.PHONY: check-console
check-console: $(console_packages)
	$(console) run -s lint
	$(console) run -s build -- --outDir $(CURDIR)/.toubkal/console --emptyOutDir
	@contents() { cd "$$1" && find . -type f | LC_ALL=C sort | while read -r file; do echo "$$file $$(gzip -cdf "$$file" | cksum)"; done; }; \
	 diff <(contents .toubkal/console) <(contents server/console/web/dist) || { echo "server/console/web/dist is not what the sources make: run make console"; exit 1; }

.PHONY: console
console: $(console_packages) ## build the console, whose build is committed
	@$(call step,Building the console,$(console) run -s build)

.PHONY: check-format
check-format: $(test_packages) $(console_packages) ## formatting and types
	@unformatted=$$($(tool) gofumpt -l $(go_folders)); \
	 [ -z "$$unformatted" ] || { echo "not formatted (make format): $$unformatted"; exit 1; }
	$(npm) run -s format:check
	$(npm) run -s typecheck
	$(console) run -s format:check
	$(console) run -s typecheck

# What it finds is mended, or answered in place by "#nosec RULE -- why". G104 is left out: what it still finds are
# writes to a strings.Builder, which have no errors. The folders are tools for tests and measurements.
.PHONY: gosec
gosec: ## look for insecure Go code
	go run github.com/securego/gosec/v2/cmd/gosec@v2.30.0 -quiet -exclude=G104 -exclude-dir=node_modules \
	 -exclude-dir=server/bench -exclude-dir=server/test/apptest -exclude-dir=server/test/pgtest ./...

# Four tests of a package at once, since most wait for PostgreSQL; without symbols linking takes half the time.
.PHONY: test-go
test-go: $(site) ## Go tests, on a real PostgreSQL that they share
	go run ./server/test/pgtest/cluster -- go test -parallel 4 -ldflags='-s -w' ./...

# Kill rounds, crowds, plans over many rows, slow clients; made-up requests for a minute.
.PHONY: test-go-all
test-go-all: $(site)
	TOUBKAL_HOSTILE_SECONDS=60 go run ./server/test/pgtest/cluster -- go test -parallel 4 -ldflags='-s -w' -tags endurance ./...
	cd server/bench && go test ./...

# A module of its own: its first build takes 75 s of CPU time and 180 modules, which nothing else needs. Elsewhere the
# tests have our own S3 server, in the process.
.PHONY: test-s3
test-s3: ## the tests of files on a real S3 server, versitygw, instead of a folder
	@mkdir -p .toubkal/bin
	@$(call step,Building the S3 server,cd server/storage/blob/s3test && go build -ldflags '-s -w' -o $(CURDIR)/.toubkal/bin/s3test .)
	.toubkal/bin/s3test go run ./server/test/pgtest/cluster -- go test -vet=off -tags endurance ./server/storage/... ./server/test/tests/storagekilled

.PHONY: test-client
test-client: $(test_packages) $(site) ## client unit tests
	$(npm) run -s test

.PHONY: test-contract
test-contract: $(test_packages) $(site) build ## all of the stock supabase-js, on tables alone and on the whole program
	$(on_alps) $(npm) run -s contract
	CONTRACT=whole $(on_alps) $(npm) run -s contract -- --exclude contract/types.test.ts

.PHONY: test-s3-clients
test-s3-clients: s3-clients ## the S3 protocol with the AWS command line and rclone
	go run ./server/test/pgtest/cluster -- go test -vet=off -tags s3clients -run '^Test(AWSCommandLine|Rclone)$$' ./server/storage/s3

.PHONY: test-pooler
test-pooler: pgbouncer ## the program behind PgBouncer in transaction mode
	go run ./server/test/pgtest/cluster -- go test -vet=off -tags pooler -run '^TestThroughPgBouncer$$' ./server/test/tests

.PHONY: test-browser
test-browser: $(test_packages) $(console_packages) $(site) build headless-shell ## browser flows on the real program
	$(npm) run -s e2e
	$(console) run -s e2e

.PHONY: test-browser-all
test-browser-all: $(test_packages) $(console_packages) $(site) build headless-shell ## all browser flows, axe in all combinations
	$(npm) run -s e2e:all
	$(console) run -s e2e

.PHONY: fuzz
fuzz: ## throw rubbish at the readers of requests, a minute each
	go test -run '^$$' -fuzz FuzzRead -fuzztime 60s ./server/rest/parse
	go test -run '^$$' -fuzz FuzzMake -fuzztime 60s ./server/rest/plan
	go test -run '^$$' -fuzz FuzzAddress -fuzztime 60s ./client/site
	go test -run '^$$' -fuzz FuzzParse -fuzztime 60s ./server/realtime/filter
	go test -run '^$$' -fuzz FuzzParse -fuzztime 60s ./server/storage/s3/sigv4
	go test -run '^$$' -fuzz FuzzChunks -fuzztime 60s ./server/storage/s3/sigv4
	go test -run '^$$' -fuzz FuzzBodies -fuzztime 60s ./server/storage/s3
	go test -run '^$$' -fuzz FuzzRead -fuzztime 60s ./server/storage/image
	go test -run '^$$' -fuzz FuzzOrientation -fuzztime 60s ./server/storage/image

.PHONY: bench
bench: $(packages) ## benchmarks beside the code, then load on the whole program
	go run ./server/test/pgtest/cluster -- go test -run '^$$' -bench . -benchmem ./server/...
	cd server/bench && go run .
	cd server/bench && go run . -live

.PHONY: attack
attack: $(site) ## what others notice while the site is attacked, in nine ways: nine minutes
	cd server/bench && go run . -attack ../../client/site/testdata/attacks.json

.PHONY: audit
audit: $(test_packages) $(site) build chromium ## Lighthouse on the key pages of the real program: a quarter of an hour
	$(npm) run -s audit

.PHONY: format
format: $(test_packages) $(console_packages) ## format everything
	$(tool) gofumpt -w $(go_folders)
	$(npm) run -s format
	$(console) run -s format

.PHONY: types
types: build $(packages) ## generate the row types of the client and of its contract
	$(program) types --files --out client/src/shared/api/schema.gen.ts
	go test ./schema -run '^TestClientTypes$$' -count 1 -update
	$(on_alps) $(program) types --schema public,personal --out client/contract/schema.gen.ts

.PHONY: secrets
secrets: ## the secret files that docker-compose.yml names, made once
	@umask 077; mkdir -p .secrets; cd .secrets; \
	 make_secret() { [ -s "$$1" ] || printf '%s' "$$2" > "$$1"; }; \
	 token() { head -c 36 /dev/urandom | base64 | tr -d '\n+/=' ; }; \
	 make_secret postgres_password "$$(token)"; \
	 make_secret database_url "postgres://postgres:$$(cat postgres_password)@db:5432/toubkal?sslmode=disable"; \
	 make_secret jwt_secret "$$(token)"; \
	 [ -e smtp_pass ] || : > smtp_pass; \
	 make_secret s3_user toubkal; make_secret s3_password "$$(token)"; \
	 chmod 0444 *; echo "secrets are in .secrets/"

.PHONY: clean
clean: ## remove what was built; the data stays
	rm -rf client/node_modules client/dist/* .toubkal/bin

# --- what the targets above need ---------------------------------------------

.PHONY: tools
tools:
	@command -v go  >/dev/null || { echo "Go 1.26 or newer is missing: see go.dev/dl"; exit 1; }
	@command -v npm >/dev/null || { echo "npm is missing: it comes with Node 20.19 or newer, see nodejs.org"; exit 1; }

lock := client/package.json client/package-lock.json

$(packages): $(lock) | tools
	@if [ -e $(test_packages) ]; then $(MAKE) $(test_packages); else \
	 $(call step,Installing packages,$(npm) ci --prefer-offline --omit=dev --loglevel=error); fi
	@touch $@

$(test_packages): $(lock) client/tests/node/package.json | tools
	@$(call step,Installing packages for tests,$(npm) ci --prefer-offline --loglevel=error)
	@touch $(packages) $@

$(site): $(packages) $(sources)
	@$(call step,Building the site,$(npm) run -s build)
	@touch $@

$(console_packages): server/console/web/package.json server/console/web/package-lock.json | tools
	@$(call step,Installing packages of the console,$(console) ci --prefer-offline --loglevel=error)
	@touch $@

# Half the CPU time of Chromium, where the system has a package of it; else Chromium.
.PHONY: headless-shell
headless-shell:
	@command -v chromium-headless-shell >/dev/null || { \
	 [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get update -qq && \
	   DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium-headless-shell; \
	 } >/dev/null 2>&1 || $(MAKE) chromium

.PHONY: chromium
chromium:
	@command -v chromium >/dev/null || command -v google-chrome >/dev/null || { \
	 if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	   apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium >/dev/null; \
	 else echo "Chromium is missing: install it (sudo apt-get install chromium) and run make test again"; exit 1; fi; }

.PHONY: s3-clients
s3-clients:
	@command -v aws >/dev/null && command -v rclone >/dev/null || { \
	 if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	   apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends awscli rclone >/dev/null; \
	 else echo "The AWS command line and rclone are missing: install them (sudo apt-get install awscli rclone) and run make test again"; exit 1; fi; }

.PHONY: pgbouncer
pgbouncer:
	@[ -x /usr/sbin/pgbouncer ] || command -v pgbouncer >/dev/null || { \
	 if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	   apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends pgbouncer >/dev/null; \
	 else echo "PgBouncer is missing: install it (sudo apt-get install pgbouncer) and run make test-pooler again"; exit 1; fi; }

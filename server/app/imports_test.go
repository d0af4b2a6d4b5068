package app

import (
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/toubkal/toubkal/"

// mayImport is the whole architecture: who may import whom, of ours. It is read
// from the sources and not from `go list`, so that the test cache cannot hide a
// violation in a package that the test does not depend on.
var mayImport = rules(`
docs:
client:
client/site: client/site/documents client/site/render schema policies functions functions/mail client server/jobs server/project server/budget server/static server/functions server/edge server/auth/account server/db server/token server/fault
client/site/documents: client/site/documents/pdf client/site/telephone
client/site/render:
client/site/telephone:
client/site/documents/pdf:
functions/mail: server/db server/jobs server/mail server/mail/templates server/project
functions: functions/mail server/db server/functions server/mail server/static client/site/documents client/site/telephone
policies:
schema:
schema/schematest: schema policies server/test/pgtest
server: server/app client/site
server/admin: server/edge
server/admission:
server/app: server/admin server/app/command server/app/config server/app/installation server/auth server/catalog server/certificate server/console server/cron server/db server/edge server/fault server/functions server/functions/deno server/jobs server/localpg server/mail server/mcp server/mail/mailbox server/mail/templates server/migrate server/outgoing server/project server/project/dotenv server/realtime server/rest server/retry server/static server/storage server/storage/blob server/storage/files server/storage/object server/storage/resumable server/storage/s3 server/storage/signed server/token server/typegen server/policy/explain server/rest/parse server/rest/plan
server/app/command: server/app/installation server/mcp server/db server/fault server/policy server/policy/check server/policy/explain server/policy/lint server/jobs server/keyring server/localpg server/mail server/migrate server/project server/storage/files server/storage/s3 server/token server/typegen server/functions/deno server/project/dotenv
server/app/config: server/auth server/auth/captcha server/auth/encryption server/auth/external server/auth/hook server/auth/message server/auth/mfa server/auth/password server/auth/provider server/auth/throttle server/catalog server/db server/edge server/outgoing server/project server/realtime server/rest server/rest/openapi server/token server/project/dotenv
server/app/installation: server/policy server/policy/explain server/policy/lint server/rest/plan server/app/config server/auth server/auth/message server/budget server/db server/edge server/keyring server/localpg server/mail server/mail/templates server/migrate server/project server/project/supabase server/storage/blob server/storage/object server/token server/functions/deno server/project/dotenv
server/test/apptest: server/app server/test/pgtest server/project
server/auth: server/auth/account server/auth/audit server/auth/encryption server/auth/external server/auth/gotrue server/auth/hook server/auth/message server/auth/mfa server/auth/password server/auth/pkce server/auth/provider server/auth/random server/auth/session server/auth/throttle server/budget server/db server/fault server/jobs server/mail server/mail/templates server/retry server/token
server/auth/account: server/auth/audit server/auth/encryption server/auth/gotrue server/auth/hook server/auth/password server/auth/provider server/auth/random server/db server/fault
server/auth/captcha: server/fault
server/auth/encryption: 
server/auth/password: server/auth/encryption server/fault
server/auth/audit: server/db
server/auth/gotrue: server/budget server/db server/fault
server/auth/random: 
server/auth/throttle: server/auth/audit server/auth/password server/db server/edge server/fault server/limit
server/auth/external: server/auth/account server/auth/audit server/auth/encryption server/auth/gotrue server/auth/hook server/auth/message server/auth/pkce server/auth/provider server/auth/random server/auth/session server/db server/fault
server/auth/mfa: server/auth/account server/auth/audit server/auth/encryption server/auth/gotrue server/auth/hook server/auth/message server/auth/random server/auth/session server/auth/throttle server/db server/fault
server/auth/message: server/auth/account server/auth/audit server/auth/gotrue server/auth/hook server/auth/pkce server/auth/random server/auth/throttle server/db server/fault server/mail server/mail/templates
server/auth/pkce: server/auth/account server/auth/gotrue server/auth/random server/db
server/auth/session: server/auth/account server/auth/audit server/auth/encryption server/auth/gotrue server/auth/hook server/auth/random server/auth/throttle server/db server/fault server/token
server/auth/hook: server/auth/audit server/auth/random server/db server/fault server/jobs server/retry
server/auth/provider:
server/auth/provider/providertest:
server/bench: server/localpg
server/budget: server/fault
server/catalog: server/retry server/fault server/db
server/certificate:
server/certificate/pebbletest:
server/cmd/toubkal: server/app server/project
server/console: docs server/catalog server/console/audit server/console/ddl server/console/result server/cron server/functions server/console/inspect server/policy server/policy/check server/policy/explain server/policy/lint server/db server/edge server/fault server/jobs server/keyring server/mail server/mail/templates server/migrate server/static server/token
server/console/audit: server/db
server/console/ddl:
server/console/inspect: server/db server/fault
server/console/result: server/db
server/cron: server/db server/retry
server/db: server/admission server/retry server/fault server/token
server/edge: server/limit server/token server/fault
server/fault:
server/functions: server/budget server/edge server/retry server/limit server/db server/token server/fault server/mail server/jobs server/functions/deno
server/functions/deno:
server/keyring: server/retry server/db server/token
server/limit:
server/localpg: server/fault server/system/extensions
server/jobs: server/db
server/mail: server/db server/jobs
server/mail/mailbox:
server/mail/templates: server/mail
server/mcp: docs server/catalog server/console/audit server/console/inspect server/console/result server/db server/edge server/fault server/migrate server/policy server/policy/explain server/policy/lint server/project server/token server/typegen
server/migrate: server/system server/system/extensions
server/test/pgtest: server/db server/localpg server/migrate server/system server/test/pgtest/fixture
server/test/pgtest/cluster: server/localpg server/test/pgtest
server/test/pgtest/fixture:
server/outgoing: server/db
server/policy: server/catalog server/migrate server/policy/expression server/token
server/policy/check: server/db server/migrate server/policy
server/policy/explain: server/catalog server/db server/fault server/policy server/policy/expression server/rest/execute server/rest/parse server/rest/plan server/rest/query server/token
server/policy/expression:
server/policy/lint: server/catalog server/migrate server/policy server/policy/expression
server/project/dotenv:
server/project/supabase: server/auth/provider server/functions/deno server/project/dotenv
server/project: server/auth/account server/budget server/db server/functions server/jobs server/mail server/mail/templates
server/realtime: server/db server/fault server/limit server/realtime/broadcast server/realtime/cluster server/realtime/fanout server/realtime/presence server/realtime/protocol server/realtime/recipients server/realtime/rls server/retry server/token
server/realtime/fanout: server/retry server/realtime/replication server/realtime/filter server/realtime/rls server/realtime/row server/realtime/protocol server/db server/token
server/realtime/broadcast: server/db server/limit server/realtime/protocol server/realtime/rls server/retry server/token
server/realtime/presence: server/realtime/cluster server/realtime/protocol server/realtime/recipients
server/realtime/recipients: server/realtime/protocol
server/realtime/cluster:
server/realtime/filter: server/realtime/row
server/realtime/protocol:
server/realtime/replication: server/retry server/realtime/row server/db server/fault
server/realtime/rls: server/realtime/rls/policy server/realtime/row server/db server/token server/fault
server/realtime/rls/policy: server/realtime/row
server/realtime/row:
server/rest: server/admission server/budget server/catalog server/db server/edge server/fault server/rest/execute server/rest/openapi server/rest/parse server/rest/plan server/rest/query server/rest/reply server/token
server/rest/bulk: server/rest/encode server/catalog
server/rest/execute: server/admission server/budget server/catalog server/db server/fault server/limit server/rest/encode server/rest/parse server/rest/plan server/rest/query server/rest/reply server/token
server/rest/encode:
server/rest/openapi: server/catalog server/fault
server/rest/parse: server/rest/bulk server/fault
server/rest/plan: server/rest/parse server/rest/bulk server/rest/encode server/catalog server/fault
server/rest/plan/plantest: server/catalog
server/rest/query: server/rest/plan
server/rest/reply: server/admission server/budget server/rest/plan server/rest/encode server/fault
server/retry:
server/system:
server/system/extensions:
server/storage: server/db server/fault server/storage/object server/storage/blob server/storage/files server/storage/image server/storage/signed
server/storage/blob:
server/storage/blob/s3test:
server/storage/blob/blobtest: server/db server/test/pgtest server/storage/blob server/storage/files server/storage/object server/storage/s3
server/storage/resumable: server/db server/edge server/fault server/limit server/storage/files server/storage/object server/storage/signed
server/storage/files: server/db server/storage/blob
server/storage/signed: server/fault
server/storage/s3: server/db server/fault server/storage/files server/storage/object server/storage/s3/sigv4 server/token
server/storage/s3/sigv4: server/fault
server/storage/s3/sigv4/sigv4test:
server/storage/object: server/admission server/db server/fault server/limit server/token server/storage/blob server/storage/files
server/storage/image:
server/static: server/fault
server/token: server/fault
server/typegen: server/catalog
`)

// rules reads lines of "package: what it may import".
func rules(text string) map[string]string {
	all := map[string]string{}
	for line := range strings.Lines(strings.TrimSpace(text)) {
		from, to, _ := strings.Cut(line, ":")
		all[from] = strings.TrimSpace(to)
	}
	return all
}

// mayName says where a library may be named, since its types would otherwise
// spread through the house.
var mayName = map[string]string{
	"github.com/jackc/pgx/v5":         "server/db server/policy server/policy/check server/policy/explain server/policy/lint server/catalog server/typegen server/auth server/auth/account server/auth/external server/auth/gotrue server/auth/hook server/auth/mfa server/auth/pkce server/auth/session server/auth/throttle server/console/result server/cron server/keyring server/migrate server/realtime/replication server/realtime/rls server/realtime/fanout server/test/pgtest server/test/pgtest/cluster server/bench server/jobs server/storage server/storage/object server/storage/files server/storage/resumable server/storage/s3",
	"github.com/stripe":               "server/migrate",
	"github.com/tus":                  "server/storage/resumable",
	"github.com/minio":                "server/storage/blob",
	"github.com/tetratelabs/wazero":   "server/storage/image",
	"github.com/riverqueue":           "server/jobs server/migrate",
	"github.com/coreos/go-oidc":       "server/auth/provider",
	"golang.org/x/oauth2":             "server/auth/provider",
	"github.com/Masterminds/squirrel": "server/rest/query server/auth",
	"github.com/nats-io":              "server/realtime/cluster",
	"github.com/modelcontextprotocol": "server/mcp server/app/command",
	"github.com/caddyserver":          "server/certificate",
	"github.com/letsencrypt":          "server/certificate/pebbletest",
	"github.com/mholt":                "server/certificate",
	"go.uber.org":                     "server/certificate",
}

// mayNotName keeps the pure stages pure.
var mayNotName = map[string]string{
	"net/http":     "server/realtime/row server/realtime/protocol server/realtime/filter server/realtime/replication server/realtime/rls server/realtime/fanout server/rest/plan server/rest/query server/rest/encode server/catalog server/rest/openapi",
	"database/sql": "server/rest/parse server/rest/plan server/rest/query server/rest/encode server/rest/reply",
}

type dependency struct{ file, from, to string }

func TestImportsFollowTheArchitecture(t *testing.T) {
	t.Parallel()
	for _, e := range imports(t) {
		if wrong := judge(e); wrong != "" {
			t.Errorf("%s: %s", e.file, wrong)
		}
	}
}

func TestTheJudgeSeesAViolation(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		edge  dependency
		wrong bool
	}{
		{dependency{"a.go", "server/rest/parse", module + "server/rest/plan"}, true},
		{dependency{"a.go", "server/rest/plan", module + "server/rest/parse"}, false},
		{dependency{"a.go", "server/rest", "github.com/jackc/pgx/v5/pgconn"}, true},
		{dependency{"a.go", "server/db", "github.com/jackc/pgx/v5/pgconn"}, false},
		{dependency{"a.go", "server/rest/plan", "net/http"}, true},
		{dependency{"a.go", "server/newcomer", module + "server/fault"}, true},
		{dependency{"a.go", "server/rest", module + "server/test/pgtest"}, true},
		{dependency{"a_test.go", "server/rest", module + "server/test/pgtest"}, false},
	} {
		if got := judge(c.edge) != ""; got != c.wrong {
			t.Errorf("%v: judged wrong = %v, want %v", c.edge, got, c.wrong)
		}
	}
}

// judge says what is wrong with an import, "" if nothing is.
func judge(e dependency) string {
	if strings.HasSuffix(e.file, "_test.go") {
		return ""
	}
	for library, where := range mayName {
		if under(e.to, library) && !listed(where, e.from) {
			return e.from + " may not name " + library
		}
	}
	if where, ok := mayNotName[e.to]; ok && listed(where, e.from) {
		return e.from + " is pure and may not name " + e.to
	}
	ours, ok := strings.CutPrefix(e.to, module)
	if !ok || listed(mayImport[e.from], ours) {
		return ""
	}
	return e.from + " may not import " + ours
}

func under(name, library string) bool {
	return name == library || strings.HasPrefix(name, library+"/")
}

func listed(list, name string) bool { return slices.Contains(strings.Fields(list), name) }

// imports reads every import of every Go file of the project.
func imports(t *testing.T) []dependency {
	t.Helper()
	root := filepath.Join("..", "..")
	var found []dependency
	err := fs.WalkDir(os.DirFS(root), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && (entry.Name() == "node_modules" || entry.Name() == "testdata" || strings.HasPrefix(entry.Name(), ".") && name != ".") {
			return fs.SkipDir
		}
		if strings.HasSuffix(name, ".go") {
			found = append(found, importsOf(t, root, name)...)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(found) < 100 {
		t.Fatalf("only %d imports found: the test looks in the wrong place", len(found))
	}
	return found
}

func importsOf(t *testing.T, root, name string) []dependency {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, name), nil, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	var found []dependency
	for _, spec := range file.Imports {
		to, _ := strconv.Unquote(spec.Path.Value)
		found = append(found, dependency{file: name, from: path.Dir(name), to: to})
	}
	return found
}

// A package that the architecture does not name would escape the rules.
func TestEveryPackageIsInTheArchitecture(t *testing.T) {
	t.Parallel()
	known := slices.Collect(maps.Keys(mayImport))
	for _, e := range imports(t) {
		if !strings.HasSuffix(e.file, "_test.go") && !slices.Contains(known, e.from) {
			t.Errorf("%s: package %s is not in the list of who may import whom", e.file, e.from)
		}
	}
}

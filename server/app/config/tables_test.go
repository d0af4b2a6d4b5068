package config

import (
	"encoding/base64"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/toubkal/toubkal/server/catalog"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/project"
	"github.com/toubkal/toubkal/server/rest"
	"github.com/toubkal/toubkal/server/token"
)

const signing = "reallyreallyreallyreallyverysafe"

// alone is the environment of the table API on a database that is not ours.
var alone = []string{"SERVICES=rest", "AUTO_MIGRATE=false", "DATABASE_URL=postgres://x"}

func read(t *testing.T, environ ...string) Config {
	t.Helper()
	c, err := Read(project.Project{}, environ)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestTableOptions(t *testing.T) {
	t.Parallel()
	usual := func() rest.Options {
		return rest.Options{
			Schemas: names{"public"}, ExtraSearchPath: names{"public", "extensions"}, Root: rest.Root{Mode: "follow-privileges"},
			Hoisted:    names{"statement_timeout", "plan_filter.statement_cost_limit", "default_transaction_isolation"},
			Anon:       token.Claims{Role: "anon", JSON: []byte(`{"role":"anon"}`)},
			AnonBounds: true, AnonBatchTimeout: 3 * time.Second, LimitsAre503: true, AnswerLimit: 256 << 20,
		}
	}
	for _, c := range []struct {
		name, variable string
		change         func(*rest.Options)
	}{
		{"defaults", "", func(*rest.Options) {}},
		{"schemas", `PGRST_DB_SCHEMAS=v1, SPECIAL "@/\#~_-,تست`, func(o *rest.Options) { o.Schemas = names{"v1", `SPECIAL "@/\#~_-`, "تست"} }},
		{"search path", "PGRST_DB_EXTRA_SEARCH_PATH=a, b", func(o *rest.Options) { o.ExtraSearchPath = names{"a", "b"} }},
		{"no search path", "PGRST_DB_EXTRA_SEARCH_PATH=", func(o *rest.Options) { o.ExtraSearchPath = nil }},
		{"visitors", `PGRST_DB_ANON_ROLE=web "x"`, func(o *rest.Options) {
			o.Anon = token.Claims{Role: `web "x"`, JSON: []byte(`{"role":"web \"x\""}`)}
		}},
		{"no visitors", "PGRST_DB_ANON_ROLE=", func(o *rest.Options) {
			o.RequireToken, o.Anon = true, token.Claims{JSON: []byte(`{"role":""}`)}
		}},
		{"pre-request", "PGRST_DB_PRE_REQUEST=api.check.it", func(o *rest.Options) { o.PreRequest = catalog.Name{Schema: "api", Name: "check.it"} }},
		{"pre-request without schema", "PGRST_DB_PRE_REQUEST=check", func(o *rest.Options) { o.PreRequest = catalog.Name{Name: "check"} }},
		{"rollback", "PGRST_DB_TX_END=rollback", func(o *rest.Options) { o.Rollback = true }},
		{"rollback or not", "PGRST_DB_TX_END=rollback-allow-override", func(o *rest.Options) { o.Rollback, o.TxOverride = true, true }},
		{"commit or not", "PGRST_DB_TX_END=commit-allow-override", func(o *rest.Options) { o.TxOverride = true }},
		{"rows", "PGRST_DB_MAX_ROWS=2", func(o *rest.Options) { o.MaxRows = 2 }},
		{"rows, by its older name", "PGRST_MAX_ROWS=2", func(o *rest.Options) { o.MaxRows = 2 }},
		{"aggregates", "PGRST_DB_AGGREGATES_ENABLED=true", func(o *rest.Options) { o.Aggregates = true }},
		{"plans", "PGRST_DB_PLAN_ENABLED=1", func(o *rest.Options) { o.ExplainEnabled = true }},
		{"hoisted", "PGRST_DB_HOISTED_TX_SETTINGS=work_mem, statement_timeout", func(o *rest.Options) { o.Hoisted = names{"work_mem", "statement_timeout"} }},
		{"targets", "PGRST_URL_USE_LEGACY_TARGET_NAMES=false", func(o *rest.Options) { o.StrictTargets = true }},
		{"verbosity", "PGRST_CLIENT_ERROR_VERBOSITY=minimal", func(o *rest.Options) { o.MinimalErrors = true }},
		{"timing", "PGRST_SERVER_TIMING_ENABLED=true", func(o *rest.Options) { o.Timing = true }},
		{"queries", "PGRST_LOG_QUERY=true", func(o *rest.Options) { o.LogQuery = true }},
		{"bounds of anonymous users", "TOUBKAL_REST_ANON_BOUNDS=false", func(o *rest.Options) { o.AnonBounds = false }},
		{"batches of anonymous users", "TOUBKAL_REST_ANON_BATCH_TIMEOUT=9", func(o *rest.Options) { o.AnonBatchTimeout = 9 * time.Second }},
		{"locks without a bound", "TOUBKAL_DB_LOCK_TIMEOUT=0", func(o *rest.Options) { o.LimitsAre503 = false }},
		{"large answers", "TOUBKAL_REST_ANSWER_LIMIT=9", func(o *rest.Options) { o.AnswerLimit = 9 << 20 }},
		{"OpenAPI", "PGRST_OPENAPI_MODE=disabled", func(o *rest.Options) { o.Root.Mode = "disabled" }},
		{"OpenAPI's security", "PGRST_OPENAPI_SECURITY_ACTIVE=true", func(o *rest.Options) { o.Root.Security = true }},
		{"OpenAPI's address", "PGRST_OPENAPI_SERVER_PROXY_URI=https://x.test/y", func(o *rest.Options) { o.Root.ProxyURI = "https://x.test/y" }},
		{"root", "PGRST_DB_ROOT_SPEC=api.root", func(o *rest.Options) { o.Root.Spec = "root" }},
		{"settings of the application", "PGRST_APP_SETTINGS_host=x", func(o *rest.Options) {
			o.Settings = []db.Setting{{Name: "app.settings.host", Value: "x"}}
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			want := usual()
			c.change(&want)
			config := read(t, c.variable)
			same := cmp.Options{cmpopts.EquateEmpty(), cmpopts.IgnoreUnexported(rest.Options{})}
			if diff := cmp.Diff(want, config.RestOptions(), same); diff != "" {
				t.Errorf("options (-want +got):\n%s", diff)
			}
		})
	}
}

func TestPoolOptions(t *testing.T) {
	t.Parallel()
	c := read(
		t, "PGRST_DB_POOL=3", "PGRST_DB_POOL_ACQUISITION_TIMEOUT=4", "PGRST_DB_POOL_MAX_LIFETIME=5",
		"PGRST_DB_POOL_MAX_IDLETIME=6", "PGRST_DB_PREPARED_STATEMENTS=false", "TOUBKAL_DB_POOL_QUEUE=7", "TOUBKAL_DB_LOCK_TIMEOUT=8",
		"TOUBKAL_REST_ANSWER_LIMIT=8",
	)
	want := db.Options{
		MaxConns: 3, Wait: 4 * time.Second, MaxWaiting: 7, MaxMessage: 3 << 20, LockTimeout: 8 * time.Second, MaxConnLifetime: 5 * time.Second, MaxConnIdleTime: 6 * time.Second, Unprepared: true,
	}
	if diff := cmp.Diff(want, c.PoolOptions(), cmpopts.IgnoreFields(db.Options{}, "Dial")); diff != "" {
		t.Errorf("options (-want +got):\n%s", diff)
	}
}

// Tables alone are served as by PostgREST: what this program adds is off.
func TestBoundsOfTablesAlone(t *testing.T) {
	t.Parallel()
	c := read(t, alone...)
	rest, pool := c.RestOptions(), c.PoolOptions()
	if rest.AnonBounds || rest.AnonBatchTimeout != 0 || rest.LimitsAre503 || pool.MaxWaiting != 0 || pool.LockTimeout != 0 ||
		rest.AnswerLimit != 0 || pool.MaxMessage != 0 {
		t.Errorf("%+v, %+v", rest, pool)
	}
}

func TestNamesOfPostgRESTForWhatHasAnother(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "uri")
	if err := os.WriteFile(file, []byte("postgres://there\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	c := read(t, "PGRST_SERVER_HOST=!4", "PGRST_SERVER_PORT=3000", "PGRST_LOG_LEVEL=crit", "PGRST_DB_URI=@"+file)
	if c.Address() != "0.0.0.0:3000" || c.LogLevel != "crit" || c.DatabaseURL != "postgres://there" || c.AdminHost != "127.0.0.1" {
		t.Errorf("%s %s %s admin %s", c.Address(), c.LogLevel, c.DatabaseURL, c.AdminHost)
	}
	if c := read(t, "PGRST_SERVER_PORT=3000", "PORT=4000"); c.Port != 4000 {
		t.Errorf("PORT gave way to PGRST_SERVER_PORT: %d", c.Port)
	}
}

func TestTablesAloneAreAsPostgRESTIs(t *testing.T) {
	t.Parallel()
	c := read(t, alone...)
	if !c.OnlyTables() || c.AnonRole != "" || c.RequestTimeout != 600 || c.BodyLimit != 256 {
		t.Errorf("alone = %v, anonymous role %q, %d s, %d MB", c.OnlyTables(), c.AnonRole, c.RequestTimeout, c.BodyLimit)
	}
	if c := read(t, "SERVICES=rest"); c.OnlyTables() {
		t.Error("with migrations the database is ours, and it was taken for another's")
	}
}

func TestBadTableVariables(t *testing.T) {
	t.Parallel()
	variables := []string{
		"PGRST_DB_TX_END=never", "PGRST_OPENAPI_MODE=open", "PGRST_CLIENT_ERROR_VERBOSITY=loud", "PGRST_DB_SCHEMAS=pg_catalog",
		"PGRST_DB_POOL_ACQUISITION_TIMEOUT=0", "PGRST_DB_POOL_MAX_LIFETIME=-1", "PGRST_DB_POOL_MAX_IDLETIME=soon",
		"PGRST_JWT_CACHE_MAX_ENTRIES=-1", "PGRST_OPENAPI_SERVER_PROXY_URI=ftp://x", "PGRST_JWT_AUD=: no uri",
		"PGRST_JWT_ROLE_CLAIM_KEY=role", "PGRST_JWT_SECRET=short", "PGRST_SERVER_UNIX_SOCKET_MODE=999",
		"PGRST_ADMIN_SERVER_PORT=8000", "SERVICES=rest,coffee", "PGRST_DB_CONFIG=perhaps",
	}
	_, err := Read(project.Project{}, variables)
	if err == nil {
		t.Fatal("nothing was refused")
	}
	for _, variable := range variables {
		name, _, _ := strings.Cut(variable, "=")
		if strings.Count(err.Error(), "\n  "+name+": ") != 1 {
			t.Errorf("the report has not one line for %s:\n%v", name, err)
		}
	}
}

func TestSecretsForTokens(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "jwk")
	key := `{"kty":"oct","k":"` + base64.RawURLEncoding.EncodeToString([]byte(signing)) + `"}`
	if err := os.WriteFile(file, []byte(key+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	odd := signing + "\xfb\xff\xfe?" // both alphabets differ here
	for _, c := range []struct {
		name, key string
		variables []string
	}{
		{"plain", signing, []string{"PGRST_JWT_SECRET=" + signing}},
		{"base64", odd, []string{"PGRST_JWT_SECRET=" + base64.StdEncoding.EncodeToString([]byte(odd)), "PGRST_JWT_SECRET_IS_BASE64=true"}},
		{"base64 for URLs", odd, []string{
			"PGRST_JWT_SECRET=" + strings.ReplaceAll(base64.URLEncoding.EncodeToString([]byte(odd)), "=", "."), "PGRST_JWT_SECRET_IS_BASE64=true",
		}},
		{"a file with a JWK", signing, []string{"PGRST_JWT_SECRET=@" + file}},
		{"a file by our own way", signing, []string{"PGRST_JWT_SECRET_FILE=" + file}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			config := read(t, append(c.variables, "PGRST_JWT_ROLE_CLAIM_KEY=.app.role")...)
			verifier, err := config.Verifier()
			if err != nil {
				t.Fatal(err)
			}
			bearer, err := jwt.NewWithClaims(jwt.SigningMethodHS256, jwt.MapClaims{"app": map[string]any{"role": "r"}}).SignedString([]byte(c.key))
			if err != nil {
				t.Fatal(err)
			}
			if claims, err := verifier.Verify(bearer); err != nil || claims.Role != "r" {
				t.Errorf("verified as %q: %v", claims.Role, err)
			}
		})
	}
}

func TestSettingsOfTheDatabaseLieOverTheEnvironment(t *testing.T) {
	t.Parallel()
	c, err := read(t, "PGRST_DB_SCHEMAS=a", "PGRST_DB_MAX_ROWS=5").WithOverrides(map[string]string{"PGRST_DB_SCHEMAS": "b, c", "PGRST_DB_EXTRA_SEARCH_PATH": ""})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(names{"b", "c"}, c.Schemas); diff != "" || c.MaxRows != 5 || len(c.ExtraSearchPath) != 0 {
		t.Errorf("schemas %v, rows %d, search path %v", c.Schemas, c.MaxRows, c.ExtraSearchPath)
	}
	if _, err := c.WithOverrides(map[string]string{"PGRST_DB_TX_END": "never"}); err == nil || !strings.Contains(err.Error(), "PGRST_DB_TX_END") {
		t.Errorf("a bad one was taken up: %v", err)
	}
}

func TestPrintedConfigurationKeepsSecrets(t *testing.T) {
	t.Parallel()
	c := read(t, "PGRST_JWT_SECRET="+signing, "DATABASE_URL=postgres://u:hush@x/y", "GOTRUE_JWT_SECRET="+signing, "PGRST_APP_SETTINGS_key=hush", "PGRST_DB_SCHEMAS=a, b")
	text := c.Print()
	for _, secret := range []string{signing, "hush"} {
		if strings.Contains(text, secret) {
			t.Errorf("it tells %q", secret)
		}
	}
	for _, want := range []string{"PGRST_DB_SCHEMAS=a,b\n", "PGRST_JWT_SECRET=(hidden)\n", "GOTRUE_JWT_KEYS=\n", "PGRST_APP_SETTINGS_key=(hidden)\n", "PORT=8000\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("it lacks %q:\n%s", want, text)
		}
	}
}

// The admin server shows the configuration and the tables to whoever reaches it.
func TestAdminHost(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name    string
		environ []string
		want    string
	}{
		{"the whole program", []string{"HOST=0.0.0.0"}, "127.0.0.1"},
		{"asked for", []string{"HOST=127.0.0.1", "PGRST_ADMIN_SERVER_HOST=0.0.0.0"}, "0.0.0.0"},
		{"asked for in PostgREST's words", []string{"PGRST_ADMIN_SERVER_HOST=!4"}, "0.0.0.0"},
		{"tables alone", []string{"SERVICES=rest", "AUTO_MIGRATE=false", "HOST=0.0.0.0"}, "0.0.0.0"},
		{"tables alone, asked for", []string{"SERVICES=rest", "AUTO_MIGRATE=false", "HOST=0.0.0.0", "PGRST_ADMIN_SERVER_HOST=127.0.0.1"}, "127.0.0.1"},
		{"tables on a database of ours", []string{"SERVICES=rest", "HOST=0.0.0.0"}, "127.0.0.1"},
	} {
		got, err := Read(project.Project{}, append(c.environ, "PGRST_ADMIN_SERVER_PORT=3001", "DATABASE_URL=postgres://there"))
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if got.AdminHost != c.want {
			t.Errorf("%s: it listens on %q, want %q", c.name, got.AdminHost, c.want)
		}
	}
}

package tests

import (
	"bytes"
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"github.com/toubkal/toubkal/server/test/apptest"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

// foreign is a database that we know nothing of, with a login that may become a
// visitor and a member, as it is set up for PostgREST.
type foreign struct {
	*pgtest.DB
	login, visitor, member string // roles
	url                    string // of the login
}

func newForeign(t *testing.T) *foreign {
	t.Helper()
	id := strings.ToLower(rand.Text()[:8])
	f := &foreign{DB: pgtest.Empty(t), login: "Login_" + id, visitor: "visitor_" + id, member: "member_" + id}
	f.do(t, fmt.Sprintf(`create role %[1]q login noinherit password 'plain'; create role %[2]q; create role %[3]q;
		grant %[2]q, %[3]q to %[1]q;
		create schema api; create table api.huts (id int primary key, name text);
		insert into api.huts values (1, 'Neltner'), (2, 'Lepiney');
		create schema deep; create table deep.caves (id int primary key);
		grant usage on schema api, deep to %[1]q, %[2]q, %[3]q; grant select on api.huts, deep.caves to %[2]q; grant all on api.huts to %[3]q;
		create function api.before() returns void language sql as $$ select set_config('pgrst.db_max_rows', '1', true) $$`,
		f.login, f.visitor, f.member))
	address, err := url.Parse(f.URL)
	if err != nil {
		t.Fatal(err)
	}
	address.User = url.UserPassword(f.login, "plain")
	f.url = address.String()
	return f
}

func (f *foreign) do(t *testing.T, sql string) {
	t.Helper()
	if _, err := f.Admin.Exec(t.Context(), sql); err != nil {
		t.Fatal(err)
	}
}

// environ is the environment that an operator of PostgREST would set.
func (f *foreign) environ(more ...string) []string {
	return append([]string{
		"SERVICES=rest", "AUTO_MIGRATE=false", "PORT=0", "PGRST_DB_URI=" + f.url, "PGRST_DB_SCHEMAS=api",
		"PGRST_DB_ANON_ROLE=" + f.visitor, "PGRST_JWT_SECRET=" + apptest.Secret,
	}, more...)
}

// serve starts the table API alone.
func (f *foreign) serve(t *testing.T, environ ...string) *apptest.Instance {
	t.Helper()
	s := instanceOn(t, f.DB)
	s.Run(t, f.environ(environ...))
	s.URL = s.Printed.Wait(t, `Tables +(\S+)`)
	return s
}

// state is a fingerprint of all that a program could leave behind. Roles are the
// whole cluster's: only ours count.
func (f *foreign) state(t *testing.T) (text string) {
	t.Helper()
	err := f.Admin.QueryRow(t.Context(), `select concat_ws(' ',
		(select count(*) from pg_class), (select count(*) from pg_proc), (select count(*) from pg_namespace),
		(select count(*) from pg_event_trigger), (select count(*) from pg_policy),
		(select string_agg(r::text, ';' order by rolname) from pg_authid r where rolname in ($1, $2, $3)),
		(select string_agg(s::text, ';' order by s::text) from pg_db_role_setting s
			where setdatabase = (select oid from pg_database where datname = current_database())),
		(select relacl::text from pg_class where oid = 'api.huts'::regclass))`, f.login, f.visitor, f.member).Scan(&text)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestTablesAloneWriteNothing(t *testing.T) {
	t.Parallel()
	f := newForeign(t)
	before := f.state(t)
	s := f.serve(t)
	member := jwtOf(t, f.member)
	for _, c := range []struct {
		name, method, path, body, token string
		status                          int
		want                            string
	}{
		{"at the root", "GET", "/huts?select=name&id=eq.1", "", "", 200, `[{"name":"Neltner"}]`},
		{"where supabase-js looks", "GET", "/rest/v1/huts?select=name&id=eq.1", "", "", 200, `[{"name":"Neltner"}]`},
		{"the root itself", "GET", "/", "", "", 200, `"swagger":"2.0"`},
		{"the root, where supabase-js looks", "GET", "/rest/v1/", "", "", 200, `"swagger":"2.0"`},
		{"refused to a visitor", "POST", "/huts", `{"id":3}`, "", 401, `"42501"`},
		{"written by a member", "POST", "/huts", `{"id":3}`, member, 201, ``},
		{"a forged token", "GET", "/huts", "", member + "x", 401, `"PGRST301"`},
		{"no other service", "POST", "/auth/v1/token", `{}`, "", 404, `"PGRST125"`},
		{"a table may be called ready", "GET", "/ready", "", "", 404, `"PGRST205"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			var headers []string
			if c.token != "" {
				headers = []string{"Authorization: Bearer " + c.token}
			}
			answer := s.Send(t, c.method, c.path, c.body, headers...)
			if answer.Status != c.status || !strings.Contains(answer.Body, c.want) {
				t.Errorf("%d %s, want %d with %s", answer.Status, answer.Body, c.status, c.want)
			}
		})
	}
	s.Stop()
	if after := f.state(t); after != before {
		t.Errorf("it left something behind:\nbefore %s\nafter  %s", before, after)
	}
}

// jwtOf is a token as another sign-in service would make it.
func jwtOf(t *testing.T, role string) string {
	t.Helper()
	bearer, err := jwt.NewWithClaims(jwt.SigningMethodHS256, jwt.MapClaims{"role": role}).SignedString([]byte(apptest.Secret))
	if err != nil {
		t.Fatal(err)
	}
	return bearer
}

func TestWithoutVisitorsOrSecret(t *testing.T) {
	t.Parallel()
	f := newForeign(t)
	for _, c := range []struct{ name, variable, authorization, want string }{
		{"no visitors", "PGRST_DB_ANON_ROLE=", "", "PGRST302"},
		{"a token without a role", "PGRST_DB_ANON_ROLE=", "Bearer " + roleless(t), "PGRST302"},
		{"no secret", "PGRST_JWT_SECRET=", "Bearer " + jwtOf(t, f.member), "PGRST300"},
		{"an empty token", "PGRST_DB_MAX_ROWS=1", "Bearer", "PGRST301"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := f.serve(t, c.variable)
			if answer := s.Send(t, "GET", "/huts", "", "Authorization: "+c.authorization); !strings.Contains(answer.Body, c.want) {
				t.Errorf("%d %s, want %s", answer.Status, answer.Body, c.want)
			}
		})
	}
}

func roleless(t *testing.T) string {
	t.Helper()
	bearer, err := jwt.NewWithClaims(jwt.SigningMethodHS256, jwt.MapClaims{"sub": "x"}).SignedString([]byte(apptest.Secret))
	if err != nil {
		t.Fatal(err)
	}
	return bearer
}

func TestConfigurationOfTheDatabase(t *testing.T) {
	t.Parallel()
	f := newForeign(t)
	f.do(t, fmt.Sprintf(`alter role %q set pgrst.db_schemas = 'api, nowhere'`, f.login))
	s := f.serve(t, "PGRST_DB_PRE_CONFIG=api.before", "PGRST_DB_SCHEMAS=deep")
	s.Logged.Wait(t, `(schemas that do not exist.*nowhere)`)
	if answer := s.Send(t, "GET", "/huts", ""); answer.Body != `[{"id":1,"name":"Neltner"}]` {
		t.Errorf("pre-config's bound of one row is not kept: %d %s", answer.Status, answer.Body)
	}
	f.do(t, fmt.Sprintf(`alter role %q in database %q set pgrst.db_schemas = 'deep'; notify pgrst, 'reload config'`, f.login, f.Name))
	s.Until(t, "/caves", func(r apptest.Reply) bool { return r.Status == http.StatusOK })

	f.do(t, fmt.Sprintf(`alter role %q in database %q set pgrst.db_schemas = 'api'`, f.login, f.Name))
	signal(t, syscall.SIGUSR2)
	s.Until(t, "/huts", func(r apptest.Reply) bool { return r.Status == http.StatusOK })
	f.do(t, fmt.Sprintf(`create table api.tents (id int); grant select on api.tents to %q`, f.visitor))
	signal(t, syscall.SIGUSR1)
	s.Until(t, "/tents", func(r apptest.Reply) bool { return r.Status == http.StatusOK })

	f.do(t, fmt.Sprintf(`alter role %q in database %q set pgrst.db_tx_end = 'never'; notify pgrst, 'reload config'`, f.login, f.Name))
	s.Logged.Wait(t, `(not reloaded.*PGRST_DB_TX_END)`)
	if answer := s.Send(t, "GET", "/huts", ""); answer.Status != http.StatusOK {
		t.Errorf("after a bad configuration: %d %s, want the old one's answer", answer.Status, answer.Body)
	}
}

// signal goes to every program of this process: to reload once more harms none.
func signal(t *testing.T, which syscall.Signal) {
	t.Helper()
	if err := syscall.Kill(os.Getpid(), which); err != nil {
		t.Fatal(err)
	}
}

func TestStartBeforeTheDatabase(t *testing.T) {
	t.Parallel()
	f := newForeign(t)
	behind, err := url.Parse(f.url)
	if err != nil {
		t.Fatal(err)
	}
	address := freeAddress(t)
	away := *behind
	away.Host, away.RawQuery = address, "sslmode=disable"
	admin := "PGRST_ADMIN_SERVER_UNIX_SOCKET=" + filepath.Join(t.TempDir(), "admin.sock")
	s := f.serve(t, "DATABASE_URL="+away.String(), admin)
	if err := apptest.RunCommand(t, fixtureProject(), "health", f.environ(admin), io.Discard); err == nil {
		t.Error("it is ready without a database")
	}
	answer := s.Send(t, "GET", "/huts", "")
	if answer.Status != http.StatusServiceUnavailable || !strings.Contains(answer.Body, "PGRST00") || answer.Header.Get("Retry-After") == "" {
		t.Errorf("without a database: %d %s %v, want 503 with Retry-After", answer.Status, answer.Body, answer.Header)
	}
	s.Logged.Wait(t, `(database does not answer)`)

	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	apptest.ServeProxy(t, listener, behind)
	s.Until(t, "/huts", func(r apptest.Reply) bool { return r.Status == http.StatusOK })
	s.Logged.Wait(t, `(database answers again)`)
	if err := apptest.RunCommand(t, fixtureProject(), "health", f.environ(admin), io.Discard); err != nil {
		t.Errorf("it is not ready: %v", err)
	}
	if log := s.Logged.String(); strings.Count(log, "database does not answer") != 1 {
		t.Errorf("a database that was away takes more than one line:\n%s", log)
	}
}

func TestAdminServer(t *testing.T) {
	t.Parallel()
	f := newForeign(t)
	_, port, _ := net.SplitHostPort(freeAddress(t))
	f.do(t, fmt.Sprintf(`alter role %q set pgrst.db_max_rows = '7'`, f.login))
	s := f.serve(t, "PGRST_ADMIN_SERVER_PORT="+port, "PGRST_DB_PREPARED_STATEMENTS=false")
	s.Send(t, "GET", "/huts", "")
	s.URL = "http://127.0.0.1:" + port
	for path, want := range map[string]string{
		"/live": "", "/ready": "", "/config": "PGRST_DB_MAX_ROWS=7\n", "/schema_cache": `"Name":"huts"`,
		"/metrics": `http_requests_total{method="GET",status="200"} 1`,
	} {
		if answer := s.Send(t, "GET", path, ""); answer.Status != http.StatusOK || !strings.Contains(answer.Body, want) {
			t.Errorf("%s: %d %s, want 200 with %s", path, answer.Status, answer.Body, want)
		}
	}
	if err := apptest.RunCommand(t, fixtureProject(), "health", f.environ("PGRST_ADMIN_SERVER_PORT="+port), io.Discard); err != nil {
		t.Errorf("health: %v", err)
	}
	s.Stop()
	if err := apptest.RunCommand(t, fixtureProject(), "health", f.environ("PGRST_ADMIN_SERVER_PORT="+port), io.Discard); err == nil {
		t.Error("health found a server that is not there")
	}
}

func TestAdminSocket(t *testing.T) {
	t.Parallel()
	socket := "PGRST_ADMIN_SERVER_UNIX_SOCKET=" + filepath.Join(t.TempDir(), "admin.sock")
	f := newForeign(t)
	f.serve(t, socket)
	if err := apptest.RunCommand(t, fixtureProject(), "health", f.environ(socket), io.Discard); err != nil {
		t.Errorf("health: %v", err)
	}
}

func TestVerbConfigShowsWhatTheDatabaseSays(t *testing.T) {
	t.Parallel()
	f := newForeign(t)
	f.do(t, fmt.Sprintf(`alter role %q set pgrst.jwt_aud = 'us'`, f.login))
	var out bytes.Buffer
	if err := apptest.RunCommand(t, fixtureProject(), "config", f.environ(), &out); err != nil {
		t.Fatal(err)
	}
	if text := out.String(); !strings.Contains(text, "PGRST_JWT_AUD=us\n") || strings.Contains(text, apptest.Secret) || strings.Contains(text, "plain") {
		t.Errorf("it lacks the database's setting or tells a secret:\n%s", text)
	}
}

func TestUnixSocket(t *testing.T) {
	t.Parallel()
	f := newForeign(t)
	socket := filepath.Join(t.TempDir(), "tables.sock")
	s := instanceOn(t, f.DB)
	s.Client = &http.Client{Timeout: apptest.Timeout, Transport: &http.Transport{
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return (&net.Dialer{Timeout: time.Second}).DialContext(ctx, "unix", socket)
		},
	}}
	s.Run(t, f.environ("PGRST_SERVER_UNIX_SOCKET="+socket))
	s.Printed.Wait(t, `Tables +(\S+)`)
	s.URL = "http://tables"
	if answer := s.Send(t, "GET", "/huts?select=id", ""); answer.Body != `[{"id":1}, `+"\n "+`{"id":2}]` {
		t.Errorf("%d %s", answer.Status, answer.Body)
	}
	if err := apptest.RunCommand(t, fixtureProject(), "health", f.environ("PGRST_SERVER_UNIX_SOCKET="+socket), io.Discard); err != nil {
		t.Errorf("health: %v", err)
	}
}

// TestSomeServices starts ours without the site and the functions.
func TestSomeServices(t *testing.T) {
	t.Parallel()
	database := pgtest.New(t)
	s := instanceOn(t, database)
	s.Start(t, []string{"DATABASE_URL=" + database.URL, "SERVICES=rest, auth"})
	for path, want := range map[string]int{
		"/rest/v1/notes?limit=1": 200, "/notes?limit=1": 200, "/": 200, "/auth/v1/settings": 200, "/functions/v1/x": 404,
	} {
		if answer := s.Send(t, "GET", path, "", s.Headers("")...); answer.Status != want {
			t.Errorf("%s: %d %s, want %d", path, answer.Status, answer.Body, want)
		}
	}
}

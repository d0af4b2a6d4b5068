package mcp_test

import (
	"context"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toubkal/toubkal/server/project"
	"github.com/toubkal/toubkal/server/test/apptest"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

// start serves a project with a table, in a folder, with these tools over HTTP.
func start(t *testing.T, environ ...string) (*apptest.Instance, string) {
	t.Helper()
	dir := t.TempDir()
	if err := project.WriteFile(dir+"/schema/0001_pages.sql", "create table public.pages (id int primary key, body text);\ninsert into public.pages values (1, 'first');\n"); err != nil {
		t.Fatal(err)
	}
	if err := project.WriteFile(dir+"/policies/pages.sql", "alter table public.pages enable row level security;\ngrant select on public.pages to service_role;\n"); err != nil {
		t.Fatal(err)
	}
	p, err := project.Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	database := pgtest.Empty(t)
	i := apptest.New(t, p, database)
	i.Start(t, append([]string{"DATABASE_URL=" + database.URL}, environ...))
	return i, dir
}

// bearer adds a key to requests.
type bearer string

func (b bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+string(b))
	return http.DefaultTransport.RoundTrip(r)
}

func TestHTTP(t *testing.T) {
	t.Parallel()
	i, _ := start(t, "TOUBKAL_MCP=service_role")
	key := i.ServiceKey(t)
	transport := &sdk.StreamableClientTransport{Endpoint: i.URL + "/mcp", HTTPClient: &http.Client{Transport: bearer(key)}, DisableStandaloneSSE: true}
	client, err := sdk.NewClient(&sdk.Implementation{Name: "test"}, nil).Connect(t.Context(), transport, nil)
	if err != nil {
		t.Fatal(err)
	}
	a := assistant{client, i.DB}
	t.Cleanup(func() { _ = client.Close() })
	a.answers(t, "list_tables", nil, "public.pages")
	a.answers(t, "run_sql", args{"sql": "select body from public.pages"}, "first")
	a.refuses(t, "run_sql", args{"sql": "select 1", "as": "owner"}, "no caller above service_role")
	a.refuses(t, "run_sql", args{"sql": "insert into public.pages values (2)"}, "42601")
	a.answers(t, "explain_request", args{"as": "anon", "path": "/pages"}, "GRANT SELECT ON public.pages TO anon")
	a.answers(t, "recent_logs", args{"text": "/mcp"}, `"path":"/mcp"`)
	if _, err := a.CallTool(t.Context(), &sdk.CallToolParams{Name: "new_migration", Arguments: args{"name": "x", "sql": "select 1"}}); err == nil {
		t.Error("a tool that writes is served over HTTP")
	}

	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		_, err := a.CallTool(ctx, &sdk.CallToolParams{Name: "run_sql", Arguments: args{"sql": "select pg_sleep(13)"}})
		ended <- err
	}()
	const sleeping = "select count(*)::text from pg_stat_activity where datname = current_database() and state = 'active' and wait_event = 'PgSleep'"
	i.DB.Until("1", sleeping)
	cancel()
	<-ended
	i.DB.Until("0", sleeping)
	i.DB.Until("57014", "select code from toubkal.console_statements where statement like '%pg_sleep(13)%'")

	const list = `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}`
	headers := []string{"Content-Type: application/json", "Accept: application/json, text/event-stream"}
	for _, c := range []struct {
		name    string
		headers []string
		status  int
	}{
		{"no key", nil, http.StatusUnauthorized},
		{"the anon key", []string{"Authorization: Bearer " + i.AnonKey}, http.StatusUnauthorized},
		{"a wrong key", []string{"Authorization: Bearer sb_secret_wrong"}, http.StatusUnauthorized},
		{"another origin", []string{"Authorization: Bearer " + key, "Origin: https://example.org"}, http.StatusForbidden},
		{"another site", []string{"Authorization: Bearer " + key, "Sec-Fetch-Site: cross-site"}, http.StatusForbidden},
		{"the key and its own origin", []string{"Authorization: Bearer " + key, "Origin: " + i.URL}, http.StatusOK},
		{"the key", []string{"Authorization: Bearer " + key}, http.StatusOK},
	} {
		answer := i.Send(t, http.MethodPost, "/mcp", list, append(headers, c.headers...)...)
		if answer.Status != c.status || strings.Contains(answer.Body, "list_tables") != (c.status == http.StatusOK) || c.status == http.StatusOK && answer.Header.Get("Access-Control-Allow-Origin") != "" {
			t.Errorf("%s: got %d %s, want %d", c.name, answer.Status, answer.Body, c.status)
		}
	}
	for _, body := range []string{"", "{", "[]", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":1}}`, strings.Repeat(" ", 1<<20) + list} {
		if answer := i.Send(t, http.MethodPost, "/mcp", body, append(headers, "Authorization: Bearer "+key)...); answer.Status >= 500 || answer.Status < 200 {
			t.Errorf("a body of %d bytes: got %d %s", len(body), answer.Status, answer.Body)
		}
	}
}

func TestHTTPIsOff(t *testing.T) {
	t.Parallel()
	i, _ := start(t)
	answer := i.Send(t, http.MethodPost, "/mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}`, "Content-Type: application/json", "Accept: application/json, text/event-stream", "Authorization: Bearer "+i.ServiceKey(t))
	if answer.Status < 400 || strings.Contains(answer.Body, "list_tables") {
		t.Errorf("got %d %s", answer.Status, answer.Body)
	}
}

func TestCommand(t *testing.T) {
	t.Parallel()
	i, dir := start(t)
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	run := exec.CommandContext(t.Context(), program, "mcp", "--project", dir, "--as", "owner", "--write")
	run.Env = append(os.Environ(), beTheProgram+"=1", "DATABASE_URL="+i.DB.URL, "TOUBKAL_DATA_DIR="+t.TempDir(), "GOTRUE_JWT_SECRET="+apptest.Secret)
	client, err := sdk.NewClient(&sdk.Implementation{Name: "test"}, nil).Connect(t.Context(), &sdk.CommandTransport{Command: run}, nil)
	if err != nil {
		t.Fatal(err)
	}
	a := assistant{client, i.DB}
	if got := client.InitializeResult().ServerInfo.Version; got != version {
		t.Errorf("the version is %q, want %q", got, version)
	}
	a.answers(t, "list_tables", nil, "public.pages")
	a.answers(t, "run_sql", args{"sql": "select body from public.pages", "as": "service_role"}, "first")
	a.answers(t, "lint_policies", nil, "findings)")
	a.answers(t, "explain_request", args{"as": "service_role", "path": "/pages"}, "1 row in")
	a.answers(t, "new_migration", args{"name": "add_title", "sql": "alter table public.pages add column title text;"}, "schema/0002_add_title.sql")
	a.refuses(t, "new_policy_file", args{"table": "pages", "sql": "grant select on public.pages to anon"}, "policies/pages.sql is there already")
	if text, err := os.ReadFile(dir + "/schema/0002_add_title.sql"); err != nil || string(text) != "alter table public.pages add column title text;\n" {
		t.Errorf("got %s, %v", text, err)
	}
	if err := client.Close(); err != nil { // it ends with status 0
		t.Error(err)
	}
}

func TestCommandWithoutDatabase(t *testing.T) {
	t.Parallel()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	run := exec.CommandContext(t.Context(), program, "mcp", "--project", t.TempDir())
	run.Env = append(os.Environ(), beTheProgram+"=1", "TOUBKAL_DATA_DIR="+t.TempDir(), "DATABASE_URL=")
	client, err := sdk.NewClient(&sdk.Implementation{Name: "test"}, nil).Connect(t.Context(), &sdk.CommandTransport{Command: run}, nil)
	if err != nil {
		t.Fatal(err)
	}
	a := assistant{client, nil}
	a.refuses(t, "list_tables", nil, "start `toubkal dev`")
	if err := client.Close(); err != nil {
		t.Error(err)
	}
}

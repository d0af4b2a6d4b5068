package app_test

import (
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/toubkal/toubkal/server/app"
	"github.com/toubkal/toubkal/server/functions"
	"github.com/toubkal/toubkal/server/project"
)

// supabaseFolder is a project as the Supabase CLI lays it out. Its migration has no
// grants: it was written for the default ones.
func supabaseFolder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"config.toml": "project_id = \"journal\"\n[api]\nmax_rows = 1\nschemas = [\"public\", \"graphql_public\", \"pgmq_public\"]\n[functions.hello]\nverify_jwt = false\n",
		"migrations/20260101000000_entries.sql": `create table entries (id bigint generated always as identity primary key, title text not null);
			alter table entries enable row level security;
			create policy "Everyone reads" on public.entries for select to anon using (true);`,
		"migrations/20260102000000_mail.sql": "create extension pgmq; select pgmq.create('mail'); grant insert, select, update on pgmq.q_mail to anon;",
		"seed.sql":                           "insert into entries (title) values ('one'), ('two');",
		"functions/hello/index.ts":           "Deno.serve(() => new Response('hello'));",
	} {
		path := filepath.Join(dir, "supabase", filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// post calls a function as supabase-js does for a schema, "" being the default one.
func post(t *testing.T, address, schema, body string) (status int, text string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, address, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	if schema != "" {
		request.Header.Set("Content-Profile", schema)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(answer)
}

func TestSupabaseFolderRunsAsItIs(t *testing.T) {
	t.Parallel()
	p, err := project.Load(supabaseFolder(t))
	if err != nil {
		t.Fatal(err)
	}
	address := run(t, p, denoPath(t))
	// The grant is Supabase's default, the policy the migration's, the bound config.toml's.
	if response, rows := get(t, address+"/rest/v1/entries?select=title&order=id"); response.StatusCode != http.StatusOK || rows != `[{"title":"one"}]` {
		t.Errorf("the table answers %d %s", response.StatusCode, rows)
	}
	if response, text := get(t, address+"/functions/v1/hello"); response.StatusCode != http.StatusOK || text != "hello" {
		t.Errorf("a function in TypeScript answers %d %s", response.StatusCode, text)
	}
	for _, call := range []struct{ path, profile, body, want string }{
		{"/graphql/v1", "", `{"query":"{ entries { id } }"}`, `{"errors": [{"message": "pg_graphql extension is not enabled."}]}`},
		{"/rest/v1/rpc/send", "pgmq_public", `{"queue_name":"mail","message":{"to":"Ada"},"sleep_seconds":0}`, "[1]"},
		{"/rest/v1/rpc/send_batch", "pgmq_public", `{"queue_name":"mail","messages":[{"n":2},{"n":3}]}`, "[2]"}, // max_rows is 1
		{"/rest/v1/rpc/read?select=msg_id,message", "pgmq_public", `{"queue_name":"mail","sleep_seconds":60,"n":1}`, `[{"msg_id":1,"message":{"to": "Ada"}}]`},
		{"/rest/v1/rpc/read?select=msg_id,message", "pgmq_public", `{"queue_name":"mail","sleep_seconds":60,"n":1}`, `[{"msg_id":2,"message":{"n": 2}}]`},
		{"/rest/v1/rpc/read?select=msg_id,message", "pgmq_public", `{"queue_name":"mail","sleep_seconds":60,"n":1}`, `[{"msg_id":3,"message":{"n": 3}}]`},
	} {
		if status, text := post(t, address+call.path, call.profile, call.body); status != http.StatusOK || text != call.want {
			t.Errorf("%s answers %d %s, want %s", call.path, status, text, call.want)
		}
	}
	if _, page := get(t, address+"/"); !strings.Contains(page, "journal is running") {
		t.Errorf("the start page is %s", page)
	}
}

// Without Deno, functions in TypeScript are named at the start and answer 501, with what to do;
// but for those of the name of one in Go.
func TestFunctionsWithoutDeno(t *testing.T) {
	t.Setenv("PATH", strings.Join(slices.DeleteFunc(filepath.SplitList(os.Getenv("PATH")), func(dir string) bool {
		_, err := os.Stat(filepath.Join(dir, "deno"))
		return err == nil
	}), string(filepath.ListSeparator)))
	p, err := project.Load(supabaseFolder(t))
	if err != nil {
		t.Fatal(err)
	}
	start := func() (address, printed string) {
		var banner strings.Builder // which is written before the program is ready
		address = runTo(t, &banner, p)
		return address, banner.String()
	}
	const how = "need Deno: run `npm install --save-dev deno` in the project's folder, or set TOUBKAL_DENO to its path"
	address, printed := start()
	if !strings.Contains(printed, "functions in TypeScript (hello) "+how) {
		t.Errorf("it does not say that the function is not run: %s", printed)
	}
	if response, text := get(t, address+"/functions/v1/hello"); response.StatusCode != http.StatusNotImplemented || !strings.Contains(text, how) {
		t.Errorf("got %d %s, want 501 that says what to do", response.StatusCode, text)
	}
	p.Functions = func(*project.Host) (map[string]functions.Function, error) {
		return map[string]functions.Function{"hello": {Public: true, Handle: func(w http.ResponseWriter, _ *http.Request, _ *functions.Call) error {
			_, err := w.Write([]byte("in Go"))
			return err
		}}}, nil
	}
	address, printed = start()
	if _, text := get(t, address+"/functions/v1/hello"); strings.Contains(printed, "need Deno") || text != "in Go" {
		t.Errorf("the function in Go answers %s, and the program prints %s", text, printed)
	}
}

func TestPublicSecretIsRefused(t *testing.T) {
	t.Parallel()
	p, err := project.Load(supabaseFolder(t))
	if err != nil {
		t.Fatal(err)
	}
	err = app.RunWith(t.Context(), p, app.Options{Environ: []string{"GOTRUE_JWT_SECRET=super-secret-jwt-token-with-at-least-32-characters-long"}})
	if err == nil || !strings.Contains(err.Error(), "anyone could sign tokens") {
		t.Errorf("got %v, want a refusal", err)
	}
}

package app_test

import (
	"io"
	"net/http"
	"os"
	"path/filepath"
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
		"config.toml": "project_id = \"journal\"\n[api]\nmax_rows = 1\nschemas = [\"public\", \"graphql_public\"]\n[functions.hello]\nverify_jwt = false\n",
		"migrations/20260101000000_entries.sql": `create table entries (id bigint generated always as identity primary key, title text not null);
			alter table entries enable row level security;
			create policy "Everyone reads" on public.entries for select to anon using (true);`,
		"seed.sql":                 "insert into entries (title) values ('one'), ('two');",
		"functions/hello/index.ts": "Deno.serve(() => new Response('hello'));",
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
	response, err := http.Post(address+"/graphql/v1", "application/json", strings.NewReader(`{"query":"{ entries { id } }"}`))
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	const refusal = `{"errors": [{"message": "pg_graphql extension is not enabled."}]}`
	if text, err := io.ReadAll(response.Body); err != nil || response.StatusCode != http.StatusOK || string(text) != refusal {
		t.Errorf("GraphQL answers %d %s (%v)", response.StatusCode, text, err)
	}
	if _, page := get(t, address+"/"); !strings.Contains(page, "journal is running") {
		t.Errorf("the start page is %s", page)
	}
}

// Without Deno, functions in TypeScript are named at the start and answer 501, with what to do;
// but for those of the name of one in Go.
func TestFunctionsWithoutDeno(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
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

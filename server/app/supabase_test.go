package app_test

import (
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
		"config.toml": "project_id = \"journal\"\n[api]\nmax_rows = 1\n",
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
	address := run(t, p)
	// The grant is Supabase's default, the policy the migration's, the bound config.toml's.
	if response, rows := get(t, address+"/rest/v1/entries?select=title&order=id"); response.StatusCode != http.StatusOK || rows != `[{"title":"one"}]` {
		t.Errorf("the table answers %d %s", response.StatusCode, rows)
	}
	if response, text := get(t, address+"/functions/v1/hello"); response.StatusCode != http.StatusNotImplemented || !strings.Contains(text, "TypeScript") {
		t.Errorf("a function in TypeScript answers %d %s, want 501 that says why", response.StatusCode, text)
	}
	if _, page := get(t, address+"/"); !strings.Contains(page, "journal is running") {
		t.Errorf("the start page is %s", page)
	}
}

// TestFunctionsInTypeScript are refused, and said so, unless there is one of the same name in Go.
func TestFunctionsInTypeScript(t *testing.T) {
	t.Parallel()
	p, err := project.Load(supabaseFolder(t))
	if err != nil {
		t.Fatal(err)
	}
	notes := func() string {
		var printed strings.Builder // the banner, which is written before the program is ready
		runTo(t, &printed, p)
		return printed.String()
	}
	if text := notes(); !strings.Contains(text, "functions: 1 in TypeScript, not run (hello)") {
		t.Errorf("it does not say that the function is not run: %s", text)
	}
	p.Functions = func(*project.Host) (map[string]functions.Function, error) {
		return map[string]functions.Function{"hello": {Public: true, Handle: func(w http.ResponseWriter, _ *http.Request, _ *functions.Call) error {
			_, err := w.Write([]byte("hello"))
			return err
		}}}, nil
	}
	if text := notes(); strings.Contains(text, "not run") {
		t.Errorf("the function in Go is said not to run: %s", text)
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

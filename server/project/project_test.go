package project_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/toubkal/toubkal/server/project"
)

func write(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func TestLoad(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name   string
		files  map[string]string
		layout project.Layout
		sql    []string // of the migrations
		client bool
		err    string
	}{
		{name: "empty", layout: project.Native},
		{name: "native", files: map[string]string{"schema/0001_a.sql": "", "policies/a.sql": "", "public/index.html": ""}, layout: project.Native, sql: []string{"0001_a.sql"}, client: true},
		{name: "policies alone", files: map[string]string{"policies/a.sql": ""}, layout: project.Native},
		{name: "supabase", files: map[string]string{"supabase/migrations/20260101000000_a.sql": ""}, layout: project.Supabase, sql: []string{"20260101000000_a.sql"}},
		{name: "supabase without migrations", files: map[string]string{"supabase/config.toml": ""}, layout: project.Supabase},
		{name: "functions of supabase alone", files: map[string]string{"supabase/functions/hello/index.ts": ""}, layout: project.Supabase},
		{name: "functions of supabase beside a schema", files: map[string]string{"schema/0001_a.sql": "", "supabase/functions/hello/index.ts": ""}, sql: []string{"0001_a.sql"}},
		{name: "supabase beside a schema of another kind", files: map[string]string{"schema/SCHEMA.md": "", "schema/dump.sql": "", "supabase/config.toml": ""}, layout: project.Supabase},
		{name: "both", files: map[string]string{"schema/0001_a.sql": "", "supabase/config.toml": ""}, err: "keep one of the two folders"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			write(t, dir, test.files)
			p, err := project.Load(dir)
			if test.err != "" {
				if err == nil || !strings.Contains(err.Error(), test.err) {
					t.Fatalf("got %v, want %q", err, test.err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			names, _ := fs.Glob(p.WithDefaults().Migrations, "*.sql")
			if p.Layout != test.layout || !slices.Equal(names, test.sql) || (p.Static != nil) != test.client {
				t.Errorf("got layout %d, migrations %v, client %t; want %d, %v, %t", p.Layout, names, p.Static != nil, test.layout, test.sql, test.client)
			}
		})
	}
	if _, err := project.Load(filepath.Join(t.TempDir(), "none")); err == nil || !strings.Contains(err.Error(), "toubkal init") {
		t.Errorf("a folder that is not there: got %v, want a hint at toubkal init", err)
	}
}

func TestCreate(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name     string
		n        project.New
		has, not []string
	}{
		{"empty", project.New{Template: "empty", Client: "none"}, []string{".gitignore", ".env.example", "README.md"}, []string{"public", "client", "schema/0001_teams.sql"}},
		{"todo", project.New{Template: "todo", Client: "none"}, []string{"schema/0001_teams.sql", "policies/todos.sql", "schema/seeds/0001_demo.sql"}, []string{"public", "client"}},
		{"todo with a page", project.New{Template: "todo", Client: "public"}, []string{"public/index.html", "schema/0002_todos.sql"}, []string{"client"}},
		{"todo with Vite", project.New{Template: "todo", Client: "vite"}, []string{"client/package.json", "client/src/main.tsx"}, []string{"public"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			dir := filepath.Join(t.TempDir(), "my-app")
			created, err := project.Create(dir, test.n)
			if err != nil {
				t.Fatal(err)
			}
			for _, name := range test.has {
				if !slices.Contains(created, name) {
					t.Errorf("%s is not among %v", name, created)
				}
			}
			for _, name := range test.not {
				if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
					t.Errorf("%s was written", name)
				}
			}
			readme, err := os.ReadFile(filepath.Join(dir, "README.md"))
			if err != nil || !strings.HasPrefix(string(readme), "# my-app\n") || strings.Contains(string(readme), "{{") {
				t.Errorf("the README is not filled: %v\n%s", err, readme)
			}
		})
	}
}

func TestCreateRefuses(t *testing.T) {
	t.Parallel()
	filled := t.TempDir()
	write(t, filled, map[string]string{"package.json": "{}", "src/a.ts": "", "README.md": "mine"})
	for _, test := range []struct {
		name, dir, want string
		n               project.New
	}{
		{"a folder with files", filled, "is not empty (README.md, package.json, src/). Nothing was written", project.New{Template: "empty", Client: "none"}},
		{"an unknown template", t.TempDir(), `no template "blog"`, project.New{Template: "blog", Client: "none"}},
		{"an unknown client", t.TempDir(), `no client "vue"`, project.New{Template: "todo", Client: "vue"}},
		{"a client without tables", t.TempDir(), "--template todo", project.New{Template: "empty", Client: "vite"}},
	} {
		if _, err := project.Create(test.dir, test.n); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got %v, want %q", test.name, err, test.want)
		}
	}
	created, err := project.Create(filled, project.New{Template: "empty", Client: "none", Force: true})
	if err != nil || slices.Contains(created, "README.md") || !slices.Contains(created, ".gitignore") {
		t.Errorf("--force: got %v, %v; want what is missing, and no README", created, err)
	}
	if readme, _ := os.ReadFile(filepath.Join(filled, "README.md")); string(readme) != "mine" {
		t.Errorf("--force has overwritten a file: %s", readme)
	}
}

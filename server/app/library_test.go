package app_test

import (
	"context"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/toubkal/toubkal/server/app"
	"github.com/toubkal/toubkal/server/functions"
	"github.com/toubkal/toubkal/server/project"
)

// notes is a project of a dozen lines: one table, one policy, one function.
func notes(greeting string) project.Project {
	return project.Project{
		Name:       "notes",
		Migrations: fstest.MapFS{"0001_notes.sql": {Data: []byte("create table public.notes (id int primary key, title text);")}},
		Seeds:      fstest.MapFS{"0001_first.sql": {Data: []byte("insert into public.notes values (1, '" + greeting + "');")}},
		Policies: fstest.MapFS{"notes.sql": {Data: []byte(`alter table public.notes enable row level security;
			grant select on public.notes to anon; create policy notes_select_public on public.notes for select to anon using (true);`)}},
		Functions: func(*project.Host) (map[string]functions.Function, error) {
			return map[string]functions.Function{"greet": {Public: true, Handle: func(w http.ResponseWriter, _ *http.Request, _ *functions.Call) error {
				w.Header().Set("X-Greeting", greeting)
				w.WriteHeader(http.StatusTeapot)
				_, err := io.WriteString(w, greeting)
				return err
			}}}, nil
		},
	}
}

// run serves a project until the test ends, and returns its address. environ wins over what
// it sets itself.
func run(t *testing.T, p project.Project, environ ...string) string {
	t.Helper()
	return runTo(t, io.Discard, p, environ...)
}

// runTo is run with the place of what the program prints.
func runTo(t *testing.T, out io.Writer, p project.Project, environ ...string) string {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	dir, err := os.MkdirTemp("", "toubkal-library-*") // PostgreSQL's account may pass it, unlike t.TempDir
	if err == nil {
		err = os.Chmod(dir, 0o711)
	}
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context()))
	ready, ended := make(chan string, 1), make(chan error, 1)
	go func() {
		ended <- app.RunWith(ctx, p, app.Options{
			Environ: append([]string{
				"TOUBKAL_DATA_DIR=" + dir, "TOUBKAL_POSTGRES_BIN=" + os.Getenv("TOUBKAL_POSTGRES_BIN"), "SERVICES=rest,auth,functions,site",
				"SHUTDOWN_DELAY=0",
				"TOUBKAL_POSTGRES_PORT=0", // a Supabase folder's default may be another program's
			}, environ...),
			Listener: listener, Ready: func(address string) { ready <- address }, Out: out,
		})
	}()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("the program ended with %v, want an orderly stop", err)
		}
		_ = os.RemoveAll(dir)
	})
	select {
	case address := <-ready:
		return strings.Replace(address, "localhost", "127.0.0.1", 1)
	case err := <-ended:
		ended <- err
		t.Fatalf("the program did not start: %v", err)
	case <-time.After(2 * time.Minute):
		t.Fatal("the program does not get ready")
	}
	return ""
}

func get(t *testing.T, address string) (*http.Response, string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response, string(body)
}

// Two projects run in one process, each with a database of its own.
func TestTwoProjectsInOneProcess(t *testing.T) {
	t.Parallel()
	for _, greeting := range []string{"salam", "bonjour"} {
		t.Run(greeting, func(t *testing.T) {
			t.Parallel()
			address := run(t, notes(greeting))
			if _, rows := get(t, address+"/rest/v1/notes?select=title"); rows != `[{"title":"`+greeting+`"}]` {
				t.Errorf("the rows are %s", rows)
			}
			if response, text := get(t, address+"/functions/v1/greet"); response.StatusCode != http.StatusTeapot || response.Header.Get("X-Greeting") != greeting || text != greeting {
				t.Errorf("the function answers %d %q with %v", response.StatusCode, text, response.Header)
			}
			if _, page := get(t, address+"/"); !strings.Contains(page, "notes is running") {
				t.Errorf("the start page is %s", page)
			}
		})
	}
}

// A project of a dozen lines of Go builds in a module of its own.
func TestModuleOutsideTheRepository(t *testing.T) {
	t.Parallel()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	sums, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	mod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	requirements := string(mod[strings.Index(string(mod), "require"):])
	requirements, _, _ = strings.Cut(requirements, "\ntool ")
	for name, text := range map[string]string{
		"go.mod": "module example.org/notes\n\ngo 1.26.0\n\nrequire github.com/toubkal/toubkal v0.0.0\n\nreplace github.com/toubkal/toubkal => " + root + "\n\n" + requirements,
		"go.sum": string(sums),
		"main.go": `package main

import (
	"embed"
	"io/fs"

	"github.com/toubkal/toubkal/server/app"
	"github.com/toubkal/toubkal/server/project"
)

//go:embed schema
var files embed.FS

func main() {
	schema, _ := fs.Sub(files, "schema")
	app.Main(project.Project{Name: "notes", Migrations: schema})
}
`,
		"schema/0001_notes.sql": "create table public.notes (id int primary key);\n",
	} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	build := exec.CommandContext(t.Context(), "go", "build", "-mod=mod", "-o", "notes", ".")
	build.Dir = dir
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	help := exec.CommandContext(t.Context(), filepath.Join(dir, "notes"), "version")
	if out, err := help.CombinedOutput(); err != nil || !strings.HasPrefix(string(out), "toubkal ") {
		t.Errorf("the program says %s, %v", out, err)
	}
}

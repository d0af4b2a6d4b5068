package app

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toubkal/toubkal/server/project"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

func TestMain(m *testing.M) {
	// The program sets the passwords of its login roles, and roles belong to a
	// whole cluster: it must not be one that other tests use.
	if err := os.Unsetenv(pgtest.Variable); err != nil {
		panic(err)
	}
	os.Exit(pgtest.Main(m))
}

func TestTypes(t *testing.T) {
	t.Parallel()
	database := pgtest.Empty(t)
	const setup = `create table public.notes (id int primary key); create schema other; create table other.pages (id int)`
	if _, err := database.Admin.Exec(t.Context(), setup); err != nil {
		t.Fatal(err)
	}
	types := func(args ...string) (string, error) {
		var out bytes.Buffer
		environ := []string{"DATABASE_URL=" + database.URL}
		err := Command(t.Context(), project.Project{Name: "test"}, append([]string{"types"}, args...), environ, &out, io.Discard)
		return out.String(), err
	}
	printed, err := types()
	if err != nil || !strings.HasPrefix(printed, "export type Json =") || !strings.Contains(printed, "\n      notes: {\n") ||
		strings.Contains(printed, "pages") {
		t.Errorf("printed %q with the error %v, want the types of schema public alone", printed, err)
	}
	if both, err := types("--schema", "public, other"); err != nil || !strings.Contains(both, "\n  other: {\n") || !strings.Contains(both, "\n  public: {\n") {
		t.Errorf("printed %q with the error %v, want two schemas", both, err)
	}

	file := filepath.Join(t.TempDir(), "types.ts")
	if out, err := types("--check", "--out", file); err == nil || out != "" {
		t.Errorf("a file that is not there is as it should be: %q", out)
	}
	if _, err := os.Stat(file); err == nil {
		t.Error("--check wrote the file")
	}
	if out, err := types("--out", file); err != nil || out != "" {
		t.Errorf("%v, printed %q, want neither", err, out)
	}
	if text, err := os.ReadFile(file); err != nil || string(text) != printed {
		t.Errorf("the file has %q, %v", text, err)
	}
	if _, err := types("--check", "--out", file); err != nil {
		t.Errorf("a fresh file: %v", err)
	}
	before, err := os.Stat(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(file, before.ModTime().AddDate(-1, 0, 0), before.ModTime().AddDate(-1, 0, 0)); err != nil {
		t.Fatal(err)
	}
	if _, err := types("--out", file); err != nil {
		t.Errorf("a fresh file: %v", err)
	}
	if after, err := os.Stat(file); err != nil || !after.ModTime().Before(before.ModTime()) {
		t.Errorf("a fresh file was written again, %v", err)
	}
	if _, err := database.Admin.Exec(t.Context(), "alter table public.notes add body text"); err != nil {
		t.Fatal(err)
	}
	if _, err := types("--check", "--out", file); err == nil || !strings.Contains(err.Error(), file) {
		t.Errorf("a file of the day before: %v, want an error that names it", err)
	}
	if text, err := os.ReadFile(file); err != nil || string(text) != printed {
		t.Errorf("--check wrote %q, %v", text, err)
	}
	if _, err := types("--out", file); err != nil {
		t.Error(err)
	}
	if text, err := os.ReadFile(file); err != nil || !strings.Contains(string(text), "body: string | null") {
		t.Errorf("the file has %q, %v", text, err)
	}
	for _, wrong := range [][]string{{"--check"}, {"types.ts"}, {"--unknown"}, {"--help"}} {
		if _, err := types(wrong...); err == nil || !strings.Contains(err.Error(), "usage: toubkal types") {
			t.Errorf("types %q: %v, want the usage", wrong, err)
		}
	}
}

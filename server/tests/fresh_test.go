package tests

import (
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/toubkal/toubkal/policies"
	"github.com/toubkal/toubkal/server/pgtest"
)

// TestFresh starts on an empty database, and again on what that left.
func TestFresh(t *testing.T) {
	t.Parallel()
	database := pgtest.Empty(t)
	environ := []string{"DATABASE_URL=" + database.URL}
	first := bootOn(t, database, environ...)
	first.walk(t, "", []step{
		{name: "seeds", method: "GET", path: "/rest/v1/expeditions?select=slug&published=eq.true", prefer: "count=exact", status: 200, counted: `^0-13/14$`},
		{name: "a message", method: "POST", path: "/rest/v1/contact_submissions", status: 201, body: `{"name":"Nadia","email":"nadia@example.org","message":"Kept?"}`},
	})
	token := first.signIn(t, first.admin, first.password)
	first.stop()

	second := &site{db: database, printed: newOutput(), client: first.client, dataDir: first.dataDir}
	second.start(t, environ)
	if second.anon != first.anon {
		t.Error("the anon key is another after a restart")
	}
	if text, _, _ := second.printed.now(); strings.Contains(text, "Password") {
		t.Errorf("a second start prints a password:\n%s", text)
	}
	second.walk(t, token.AccessToken, []step{
		{name: "the old session reads the old message", method: "GET", path: "/rest/v1/contact_submissions?select=message", status: 200, has: []string{"Kept?"}},
		{name: "seeds are not doubled", method: "HEAD", path: "/rest/v1/expeditions?select=slug", prefer: "count=exact", status: 200, counted: `/14$`},
	})
}

// TestPolicyIsAppliedWhenSaved edits a policy file under a running program.
func TestPolicyIsAppliedWhenSaved(t *testing.T) {
	t.Parallel()
	folder := copied(t)
	database := pgtest.New(t)
	s := &site{db: database, printed: newOutput(), client: &http.Client{Timeout: patience}, dataDir: t.TempDir(), command: "dev"}
	s.start(t, []string{"DATABASE_URL=" + database.URL, "TOUBKAL_POLICIES_DIR=" + folder})
	const path = "/rest/v1/awards?select=id"
	readable := func(r reply) bool { return r.status == 200 && r.body != "[]" }
	s.until(t, path, readable)
	file := filepath.Join(folder, "awards.sql")
	original := read(t, file)

	save(t, file, strings.Replace(original, "to anon, authenticated", "to authenticated", 1))
	s.until(t, path, func(r reply) bool { return r.status == 401 })

	lines := strings.Count(original, "\n")
	save(t, file, original+"\ncreate policy broken on public.awards for select to anon using (nosuch);\n")
	s.printed.wait(t, `(awards\.sql:`+strconv.Itoa(lines+2)+`\b[^\n]*nosuch)`)
	if answer := s.send(t, "GET", path, "", s.headersOf("")...); answer.status != 401 {
		t.Errorf("after a broken file: %d %s, want the policies before it", answer.status, answer.body)
	}

	save(t, file, original)
	s.until(t, path, readable)
}

// copied gives the test its own policies folder.
func copied(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	if err := os.CopyFS(folder, policies.Files); err != nil {
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

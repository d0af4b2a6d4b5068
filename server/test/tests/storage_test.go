package tests

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/test/apptest"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

// bootStorage starts a program with the storage API and a private bucket, papers.
func bootStorage(t *testing.T, environ ...string) *apptest.Instance {
	t.Helper()
	s := boot(t, append([]string{"SERVICES=rest,auth,storage"}, environ...)...)
	storageSQL(t, s.DB, `insert into storage.buckets (id, name, public) values ('papers', 'papers', false), ('photos', 'photos', true)`)
	storageSQL(t, s.DB, `create policy own_insert on storage.objects for insert to authenticated with check (owner_id = (select auth.uid())::text)`)
	storageSQL(t, s.DB, `create policy own_select on storage.objects for select to authenticated using (owner_id = (select auth.uid())::text)`)
	return s
}

func storageSQL(t *testing.T, d *pgtest.DB, sql string) {
	t.Helper()
	if _, err := d.Admin.Exec(t.Context(), sql); err != nil {
		t.Fatal(err)
	}
}

// askStorage sends a request about files as the bearer of a token.
func askStorage(t *testing.T, s *apptest.Instance, bearer, method, path, body string) (status int, answer string) {
	t.Helper()
	got := s.Send(t, method, path, body, append(s.Headers(bearer), "Content-Type: text/plain")...)
	return got.Status, got.Body
}

func TestStorageCheckFindsWhatHasNoCounterpart(t *testing.T) {
	t.Parallel()
	s := bootStorage(t)
	service := s.ServiceKey(t)
	for _, name := range []string{"kept", "lost"} {
		if status, answer := askStorage(t, s, service, "POST", "/storage/v1/object/papers/"+name, "12345"); status != http.StatusOK {
			t.Fatalf("upload: %d %s", status, answer)
		}
	}
	check := func(line string) (string, error) {
		var out strings.Builder
		err := apptest.RunCommand(t, fixtureProject(), line, []string{"DATABASE_URL=" + s.DB.URL, "TOUBKAL_DATA_DIR=" + s.DataDir, "GOTRUE_JWT_SECRET=" + apptest.Secret}, &out)
		return out.String(), err
	}
	if out, err := check("storage check"); err != nil || out != "0 objects without bytes (0 bytes), 0 files without an object (0 bytes)\n" {
		t.Errorf("nothing is wrong: %s, %v", out, err)
	}
	var version string
	if err := s.DB.Admin.QueryRow(t.Context(), `select version from storage.objects where name = 'lost'`).Scan(&version); err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(s.DataDir, "storage", "v", version[:2])
	if err := os.Rename(filepath.Join(folder, version), filepath.Join(folder, version+".ABC.tmp")); err != nil {
		t.Fatal(err)
	}
	old := time.Now().Add(-48 * time.Hour)
	if err := os.Chtimes(filepath.Join(folder, version+".ABC.tmp"), old, old); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"storage check", "storage check --delete"} {
		out, err := check(line)
		for _, want := range []string{"object without bytes\tpapers/lost\tversion " + version + "\t5 bytes\n", "bytes without object\tv/" + version[:2] + "/" + version + ".ABC.tmp\t5 bytes", "1 objects without bytes (5 bytes), 1 files without an object (5 bytes)\n"} {
			if err == nil || !strings.Contains(out, want) {
				t.Errorf("%s: got %v\n%s\nwant %s", line, err, out, want)
			}
		}
	}
	if out, err := check("storage check"); err == nil || strings.Contains(out, ".tmp") || !strings.Contains(out, "papers/lost") {
		t.Errorf("after --delete: %v\n%s", err, out)
	}
	if _, err := check("storage check --remove"); err == nil || !strings.Contains(err.Error(), "usage: toubkal storage check") {
		t.Errorf("a wrong command line: %v", err)
	}
	if status, answer := askStorage(t, s, service, "GET", "/storage/v1/object/papers/kept", ""); status != http.StatusOK || answer != "12345" {
		t.Errorf("the file that is whole: %d %s", status, answer)
	}
}

// Files do not keep a user from being deleted, and stay.
func TestAUserWithFilesCanBeDeleted(t *testing.T) {
	t.Parallel()
	s := bootStorage(t)
	service := s.ServiceKey(t)
	lina := s.CreateUser(t, "lina@example.org", "secret6")
	bearer, id := lina.AccessToken, lina.User.ID
	if status, answer := askStorage(t, s, bearer, "POST", "/storage/v1/object/papers/a", "hers"); status != http.StatusOK {
		t.Fatalf("upload: %d %s", status, answer)
	}
	if status, answer := askStorage(t, s, service, "DELETE", "/auth/v1/admin/users/"+id, ""); status != http.StatusOK {
		t.Fatalf("delete the user: %d %s", status, answer)
	}
	if status, answer := askStorage(t, s, service, "GET", "/storage/v1/object/papers/a", ""); status != http.StatusOK || answer != "hers" {
		t.Errorf("her file: %d %s", status, answer)
	}
	var owner string
	if err := s.DB.Admin.QueryRow(t.Context(), `select owner_id from storage.objects`).Scan(&owner); err != nil || owner != id {
		t.Errorf("it belongs to %q, %v; want %s", owner, err, id)
	}
}

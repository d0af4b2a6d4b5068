package tests

import (
	"context"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toubkal/toubkal/server/app"
	"github.com/toubkal/toubkal/server/test/apptest"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

// Two nodes with a folder each would answer 404 for each other's files.
func TestNodesShareTheFolderOfFiles(t *testing.T) {
	t.Parallel()
	database := pgtest.New(t)
	const services = "SERVICES=rest,auth,storage"
	one := bootOn(t, database, "DATABASE_URL="+database.URL, services)
	service := one.Headers(one.ServiceKey(t))
	for path, body := range map[string]string{"/storage/v1/bucket": `{"name":"open","public":true}`} {
		if r := one.Send(t, "POST", path, body, service...); r.Status != http.StatusOK {
			t.Fatalf("%s: %d %s", path, r.Status, r.Body)
		}
	}
	if r := one.Send(t, "POST", "/storage/v1/object/open/a.txt", "hello", service...); r.Status != http.StatusOK {
		t.Fatalf("upload: %d %s", r.Status, r.Body)
	}
	starts := func(address string) error {
		ctx, cancel := context.WithTimeout(t.Context(), apptest.Timeout) // where it is not refused
		defer cancel()
		return app.Command(ctx, fixtureProject(), []string{"serve"}, []string{
			"PORT=0", "DATABASE_URL=" + database.URL, "TOUBKAL_DATA_DIR=" + t.TempDir(), "GOTRUE_JWT_SECRET=" + apptest.Secret, services,
			"SHUTDOWN_DELAY=0", "STORAGE_URL=" + address,
		}, io.Discard, io.Discard)
	}
	for name, address := range map[string]string{"its own folder": "", "another bucket": "s3://bucket?region=eu-west-3"} {
		if err := starts(address); err == nil || !strings.Contains(err.Error(), "STORAGE_URL") || !strings.Contains(err.Error(), "shared=true") {
			t.Errorf("a second node with %s: %v, want a refusal that says what to do", name, err)
		}
	}
	for name, address := range map[string]string{
		"the folder of the first":              "file://" + filepath.Join(one.DataDir, "storage"),
		"a folder that is declared the shared": "file://" + t.TempDir() + "?shared=true",
	} {
		two := instanceOn(t, database)
		two.Start(t, []string{"DATABASE_URL=" + database.URL, services, "STORAGE_URL=" + address})
		r := two.Send(t, "GET", "/storage/v1/object/public/open/a.txt", "")
		if found := r.Status == http.StatusOK && r.Body == "hello"; found != strings.Contains(address, one.DataDir) {
			t.Errorf("%s: %d %s", name, r.Status, r.Body)
		}
		two.Stop()
	}
	if r := one.Send(t, "GET", "/storage/v1/object/public/open/a.txt", ""); r.Status != http.StatusOK {
		t.Errorf("the first node: %d %s", r.Status, r.Body)
	}
}

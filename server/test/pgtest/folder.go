package pgtest

import (
	"os"
	"testing"
)

// Folder is an empty folder that PostgreSQL's account can pass into, which t.TempDir's is not for
// root. It is deleted when the test ends.
func Folder(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "toubkal-test-*")
	if err == nil {
		err = os.Chmod(dir, 0o711) // #nosec G302 -- so that it can
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

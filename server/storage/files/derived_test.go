package files_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/toubkal/toubkal/server/storage/blob"
	"github.com/toubkal/toubkal/server/storage/files"
)

func TestWhatIsDerivedIsKeptAndCollected(t *testing.T) {
	t.Parallel()
	b := setup(t, files.Options{})
	w := b.write("picture")
	if err := b.publish("a", "", w); err != nil {
		t.Fatal(err)
	}
	keep := func(version, name, content string) {
		t.Helper()
		if err := b.KeepDerived(t.Context(), version, name, []byte(content)); err != nil {
			t.Fatal(err)
		}
	}
	kept := func(version, name string) string {
		t.Helper()
		body, size, err := b.OpenDerived(t.Context(), version, name)
		if errors.Is(err, blob.ErrNotFound) {
			return "none"
		}
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = body.Close() }()
		text, err := io.ReadAll(body)
		if err != nil || int64(len(text)) != size {
			t.Fatalf("%d bytes of %d: %v", len(text), size, err)
		}
		return string(text)
	}
	collect := func(age time.Duration, size int64, want int) {
		t.Helper()
		if n, err := b.CollectDerived(t.Context(), age, size); err != nil || n != want {
			t.Errorf("deleted %d, %v; want %d", n, err, want)
		}
	}
	gone := uuid.NewString()
	keep(w.Version, "small", "1234")
	keep(w.Version, "large", "12345678")
	keep(gone, "small", "12")
	if got := kept(w.Version, "small") + kept(w.Version, "large") + kept(w.Version, "other"); got != "123412345678none" {
		t.Errorf("kept: %s", got)
	}
	if err := b.KeepDerived(t.Context(), "../../x", "small", nil); err == nil {
		t.Error("a version that is no UUID is kept")
	}
	collect(time.Hour, 100, 1) // of the file that is gone
	if kept(gone, "small") != "none" || kept(w.Version, "small") != "1234" {
		t.Error("after the first")
	}
	old := time.Now().Add(-30 * time.Minute)
	path := filepath.Join(b.dir, "r", w.Version[:2], w.Version, "small")
	if err := os.Chtimes(path, old, old); err != nil {
		t.Fatal(err)
	}
	collect(time.Hour, 8, 1) // the oldest, since both are too large
	if kept(w.Version, "small") != "none" || kept(w.Version, "large") != "12345678" {
		t.Error("after the second")
	}
	if err := os.Chtimes(strings.TrimSuffix(path, "small")+"large", old, old); err != nil {
		t.Fatal(err)
	}
	collect(time.Minute, 8, 1) // too old
	collect(time.Minute, 8, 0)
	if got, err := b.read(w); err != nil || got != "picture" {
		t.Errorf("the file itself: %q, %v", got, err)
	}
}

package app

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/localpg"
)

// TestVerbsWorkBesideTheProgramThatServes: they were refused, as a second `serve`
// still is, so that a lost password could not be made anew without an interruption.
func TestVerbsWorkBesideTheProgramThatServes(t *testing.T) {
	t.Parallel()
	dir := passable(t)
	running, err := localpg.Start(t.Context(), localpg.Options{Root: "../..", Dir: filepath.Join(dir, "postgres"), Fast: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = running.Stop(context.WithoutCancel(t.Context())) })
	environ := []string{"PORT=0", "TOUBKAL_DATA_DIR=" + dir, "TOUBKAL_ENV=production"}
	var out bytes.Buffer
	if err := Run(t.Context(), []string{"admin", "nadia@example.org"}, environ, &out, io.Discard); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), "nadia@example.org is a super admin. One-time password: ") {
		t.Errorf("admin says %q", out.String())
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute) // where it is not refused
	defer cancel()
	err = Run(ctx, []string{"serve"}, environ, io.Discard, io.Discard)
	if err == nil || !strings.Contains(err.Error(), "is in use by another program") {
		t.Errorf("a second serve: %v, want a refusal", err)
	}
	if running.Err() != nil {
		t.Errorf("the verb ended the PostgreSQL of another program: %v", running.Err())
	}
}

// passable is a folder that PostgreSQL's account can pass into, which t.TempDir's is
// not for root.
func passable(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "toubkal-beside-*")
	if err == nil {
		err = os.Chmod(dir, 0o711)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

//go:build linux || darwin || freebsd

package localpg

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestSweepRemovesOnlyWhatNobodyHolds(t *testing.T) {
	t.Parallel()
	temp := tempDir(t)
	make := func(name string) clusterDir {
		h := clusterDir{dir: filepath.Join(temp, name, "pg")}
		if err := os.MkdirAll(h.dir, 0o700); err != nil {
			t.Fatal(err)
		}
		return h
	}
	hold := func(c clusterDir) *lock {
		l, err := c.acquire()
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	defer hold(make("toubkal-pg-held")).release()
	hold(make("toubkal-pg-left")).release()
	hold(make("another-left")).release()
	make("toubkal-pg-without-lock")

	for _, step := range []struct {
		name string
		now  time.Time
		want bool // the one that is left over is still there
	}{
		{"too early to tell", time.Now(), true},
		{"later", time.Now().Add(2 * sweepAfter), false},
	} {
		sweep(temp, step.now)
		for name, want := range map[string]bool{
			"toubkal-pg-held": true, "another-left": true, "toubkal-pg-without-lock": true, "toubkal-pg-left": step.want,
		} {
			if _, err := os.Stat(filepath.Join(temp, name)); (err == nil) != want {
				t.Errorf("%s: %s is there: %t, want %t", step.name, name, err == nil, want)
			}
		}
	}
}

func TestTMPDIRIsPreferredToMemory(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	if got := throwawayDir(); got != dir {
		t.Errorf("a throwaway cluster is made in %s, want TMPDIR, %s", got, dir)
	}
}

//go:build linux || darwin || freebsd

package localpg

import (
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
)

// TestAnInitdbOfAKilledRunIsEnded: it went on writing where the next start makes
// the cluster, and removed that when it failed; so the next start failed too.
func TestAnInitdbOfAKilledRunIsEnded(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(tempDir(t), "pg")
	half := filepath.Join(dir, "data.new")
	if err := os.MkdirAll(half, 0o755); err != nil {
		t.Fatal(err)
	}
	left := exec.Command(filepath.Join(programs(t, "", "read end"), "initdb"), "-D", half)
	waits, err := left.StdinPipe() // it ends when this does
	if err != nil {
		t.Fatal(err)
	}
	if err := left.Start(); err != nil {
		t.Fatal(err)
	}
	ask(t, connect(t, start1(t, Options{Dir: dir})), "select 1")
	_ = waits.Close()
	_ = left.Wait() // how it ended is asked below
	if status, ok := left.ProcessState.Sys().(syscall.WaitStatus); !ok || !status.Signaled() {
		t.Errorf("the initdb that was left behind was not ended: %v", left.ProcessState)
	}
}

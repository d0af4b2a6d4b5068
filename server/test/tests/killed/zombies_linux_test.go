//go:build endurance

package killed

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
)

// keepZombies makes this process the parent of those that lose theirs
// (PR_SET_CHILD_SUBREAPER): what is killed stays a zombie until endZombies.
func keepZombies(t *testing.T) {
	t.Helper()
	const setChildSubreaper = 36 // linux/prctl.h
	if _, _, errno := syscall.RawSyscall(syscall.SYS_PRCTL, setChildSubreaper, 1, 0); errno != 0 {
		t.Fatalf("become the parent of orphans: %v", errno)
	}
}

// isPostgres reports whether the process is a PostgreSQL that runs.
func isPostgres(pid int) bool {
	text, _ := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "stat"))
	return bytes.Contains(text, []byte(" (postgres) ")) && !bytes.Contains(text, []byte(") Z "))
}

// endZombies asks how the processes ended that were left to us, which are not those
// that we started: what os/exec waits for has no group of its own. There is
// one program at a time.
func endZombies(t *testing.T, program int) {
	t.Helper()
	entries, err := os.ReadDir("/proc")
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		pid, err := strconv.Atoi(entry.Name())
		if err != nil || pid == program {
			continue
		}
		text, _ := os.ReadFile(filepath.Join("/proc", entry.Name(), "stat"))
		_, rest, _ := bytes.Cut(text, []byte(") "))
		fields := bytes.Fields(rest) // state, parent, group
		if len(fields) < 3 || string(fields[0]) != "Z" || string(fields[1]) != strconv.Itoa(os.Getpid()) || string(fields[2]) == strconv.Itoa(syscall.Getpgrp()) {
			continue
		}
		_, _ = syscall.Wait4(pid, nil, syscall.WNOHANG, nil)
	}
}

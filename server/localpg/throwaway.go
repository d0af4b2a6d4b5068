//go:build linux || darwin || freebsd

package localpg

import (
	"os"
	"path/filepath"
	"syscall"
	"time"
)

const throwaways = "toubkal-pg-*"

// Throwaway clusters are made in memory where it has room: creating a database for
// each test copies 8 MB, which took half the time of the tests on a disk.
const (
	memoryDir = "/dev/shm" // Linux
	minMemory = 4 << 30    // bytes
)

// throwawayDir is the folder for throwaway clusters. TMPDIR wins.
func throwawayDir() string {
	var fs syscall.Statfs_t
	// #nosec G115 -- the sizes of a file system are positive
	if os.Getenv("TMPDIR") == "" && syscall.Statfs(memoryDir, &fs) == nil && uint64(fs.Bavail)*uint64(fs.Bsize) >= minMemory {
		return memoryDir
	}
	return os.TempDir()
}

// sweepAfter is the age from which a free lock means a dead owner, and not one
// that is about to take it.
const sweepAfter = time.Minute

// sweep removes what killed test runs left in the folder for temporary files:
// throwaway clusters of ours (40 MB each) that are not locked. What cannot
// be removed stays.
func sweep(temp string, now time.Time) {
	all, _ := filepath.Glob(filepath.Join(temp, throwaways)) // errs on a bad pattern only
	for _, dir := range all {
		if uid, _, err := owner(dir); err == nil && uid == os.Geteuid() && abandoned(filepath.Join(dir, "pg", "lock"), now) {
			_ = os.RemoveAll(dir)
		}
	}
}

func abandoned(lock string, now time.Time) bool {
	f, err := os.OpenFile(lock, os.O_RDWR|syscall.O_NOFOLLOW, 0) // #nosec G304 -- a file of a folder of ours
	if err != nil {
		return false
	}
	defer f.Close()
	info, err := f.Stat()
	return err == nil && now.Sub(info.ModTime()) > sweepAfter &&
		syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil
}

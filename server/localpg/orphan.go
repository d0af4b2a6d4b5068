//go:build linux || darwin || freebsd

package localpg

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// recover makes the folder free for a postmaster, after whatever end of the last
// run: it ends the processes that still work in the data folder, and then removes
// the lock files that PostgreSQL would take for those of a running server. Their
// numbers are not believed: they may be another program's by now, a zombie's, or
// no numbers. We hold the folder's lock, so that no other program's run is meant.
// The data repair themselves when PostgreSQL starts.
//
// Two postmasters never share the data, even where a process is not seen: the new
// one looks for processes that are attached to the shared memory of this folder,
// by the folder's inode, and refuses.
func (c clusterDir) recover(ctx context.Context, log io.Writer) error {
	for {
		running := processes(ctx)
		if len(running) == 0 {
			return c.removeLocks(unreadable) // PostgreSQL decides about the rest
		}
		left, ok := c.left(running)
		if !ok {
			return c.removeLocks(anyLock)
		}
		if err := c.endLeft(ctx, left, log); err != nil {
			return err
		}
	}
}

// leftover is a process that a killed run left behind.
type leftover struct {
	pid        int
	postmaster bool
	text       string // command line
}

// left finds a process of PostgreSQL in the data folder: the postmaster, if it is there,
// because its children end with it. A postmaster is known by its command line, which
// names the data folder, its children by their name, and both by the folder that they
// are in (Linux), should the project have been moved.
func (c clusterDir) left(running map[int]string) (found leftover, ok bool) {
	data, _ := os.Stat(c.data()) // nil for a cluster that is not made yet
	for pid, text := range running {
		inside := data != nil && worksIn(pid, data) && isPostgres(text)
		postmaster := strings.Contains(text+" ", "postgres -D "+c.data()+" ") || inside && !strings.HasPrefix(text, childName)
		if postmaster {
			return leftover{pid, true, text}, true
		}
		if inside || strings.HasPrefix(text, childName+c.name()+": ") {
			found, ok = leftover{pid, false, text}, true
		}
	}
	return found, ok
}

// childName begins the command line of a postmaster's child; cluster_name follows.
const childName = "postgres: "

// isPostgres reports a program of PostgreSQL. A process that is just ending has an empty
// command line: if it is in the data folder still, so may be its shared memory.
func isPostgres(text string) bool {
	program, _, _ := strings.Cut(text, " ")
	return text == "" || filepath.Base(program) == "postgres" || strings.HasPrefix(text, childName)
}

// worksIn reports whether the process is in a folder. Linux only; false elsewhere.
func worksIn(pid int, folder fs.FileInfo) bool {
	its, err := os.Stat(filepath.Join("/proc", strconv.Itoa(pid), "cwd"))
	return err == nil && os.SameFile(folder, its)
}

// endLeft ends a process of a killed run: a postmaster in order, which ends its
// children. A child without a postmaster has nothing to save: it is killed.
func (c clusterDir) endLeft(ctx context.Context, left leftover, log io.Writer) error {
	switch {
	case strings.Contains(left.text, " --single"):
		return fmt.Errorf("process %d works on %s in PostgreSQL's single-user mode: end it first", left.pid, c.data())
	case left.postmaster:
		fmt.Fprintf(log, "stopping the PostgreSQL that a killed run left behind (process %d)\n", left.pid)
		return c.end(ctx, left.pid, syscall.SIGINT)
	default:
		fmt.Fprintf(log, "ending a process of a killed PostgreSQL (%d)\n", left.pid)
		return c.end(ctx, left.pid, syscall.SIGKILL)
	}
}

// removeLocks removes the lock files of the data folder and of the sockets that which
// says are stale.
func (c clusterDir) removeLocks(which func(text []byte) bool) error {
	files := []string{filepath.Join(c.data(), "postmaster.pid")}
	for _, folder := range []string{c.sockets(), c.shortSockets()} {
		if !isPrivate(folder, c.who.uid) {
			continue
		}
		locks, _ := filepath.Glob(filepath.Join(folder, ".s.PGSQL.*.lock")) // errs on a bad pattern only
		files = append(files, locks...)
	}
	for _, file := range files {
		text, err := os.ReadFile(file) // #nosec G304 -- a file of the cluster's folder
		if err == nil && which(text) {
			err = os.Remove(file)
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return explain("cannot remove a stale "+filepath.Base(file), err)
		}
	}
	return nil
}

func anyLock([]byte) bool { return true }

// unreadable reports a lock file that PostgreSQL cannot read a process from.
func unreadable(text []byte) bool {
	first, _, _ := bytes.Cut(text, []byte("\n"))
	pid, err := strconv.Atoi(string(bytes.TrimSpace(first)))
	return err != nil || pid == 0
}

// endInitdb ends what a killed run left at work on a new cluster: it would write
// into the folder that we make again, and remove it in the end. initdb names the
// folder; the postgres that it runs is in it.
func (c clusterDir) endInitdb(ctx context.Context) error {
	fresh, err := os.Stat(c.fresh())
	if err != nil {
		return nil // none was begun
	}
	for {
		pid, ok := c.worksOn(fresh, processes(ctx))
		if !ok {
			return nil
		}
		if err := c.end(ctx, pid, syscall.SIGKILL); err != nil {
			return err
		}
	}
}

// worksOn finds an initdb, or a process of it, that makes the cluster in fresh. initdb
// goes first: it starts the others.
func (c clusterDir) worksOn(fresh fs.FileInfo, running map[int]string) (found int, ok bool) {
	for pid, text := range running {
		switch inside := worksIn(pid, fresh); {
		case strings.Contains(text, "initdb") && (inside || strings.Contains(text, c.fresh())):
			return pid, true
		case inside && (text == "" || strings.Contains(text, "postgres")) || strings.Contains(text, "postgres") && strings.Contains(text, c.fresh()):
			found, ok = pid, true
		}
	}
	return found, ok
}

// end signals a process that is not our child, more firmly with time, and waits
// until it is gone.
func (c clusterDir) end(ctx context.Context, pid int, first syscall.Signal) error {
	for _, sig := range []syscall.Signal{first, syscall.SIGQUIT, syscall.SIGKILL} {
		if err := syscall.Kill(pid, sig); errors.Is(err, syscall.ESRCH) {
			return nil
		} else if err != nil {
			return explain(fmt.Sprintf("cannot end process %d, which a killed run left behind", pid), err)
		}
		if gone(ctx, pid, killAfter) {
			return nil
		}
	}
	return fmt.Errorf("process %d, which a killed run left behind on %s, does not end: end it yourself (kill -9 %d)", pid, c.dir, pid)
}

// gone waits for a process that is not our child to end, for at most limit. The
// system has no signal for that on all three systems, so it is asked.
func gone(ctx context.Context, pid int, limit time.Duration) bool {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for {
		if errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) || isZombie(pid) {
			return true
		}
		select {
		case <-ctx.Done():
			return false
		case <-tick.C:
		}
	}
}

// isZombie reports a process that has ended but whose parent has not asked how:
// a container without an init process leaves those for ever. Linux only; false
// elsewhere, where process 1 always asks.
func isZombie(pid int) bool {
	text, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "stat"))
	if err != nil {
		return false
	}
	_, state, ok := bytes.Cut(text, []byte(") "))
	return ok && bytes.HasPrefix(state, []byte("Z"))
}

// processes maps the processes that run to their command lines: from /proc, else
// from ps. Empty where neither can be read.
func processes(ctx context.Context) map[int]string {
	if all := fromProc(); len(all) > 0 {
		return all
	}
	all := map[int]string{}
	out, err := exec.CommandContext(ctx, "ps", "-axww", "-o", "pid=,args=").Output()
	if err != nil {
		return all
	}
	for line := range strings.Lines(string(out)) {
		number, text, _ := strings.Cut(strings.TrimSpace(line), " ")
		if pid, err := strconv.Atoi(number); err == nil {
			all[pid] = strings.TrimSpace(text)
		}
	}
	return all
}

func fromProc() map[int]string {
	all := map[int]string{}
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return all
	}
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil || isZombie(pid) {
			continue
		}
		if text, err := os.ReadFile(filepath.Join("/proc", e.Name(), "cmdline")); err == nil {
			all[pid] = strings.TrimSpace(strings.ReplaceAll(string(text), "\x00", " "))
		}
	}
	return all
}

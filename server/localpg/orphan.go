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

// recover ends what a killed run left behind: its postmaster, or, if that was
// killed too, those of its children that are still busy and hold its shared
// memory. We hold the folder's lock, so nobody else's is meant. The data repair
// themselves when PostgreSQL starts.
func (c clusterDir) recover(ctx context.Context, log io.Writer) error {
	left := c.readPidFile().pid
	if left == 0 {
		return nil
	}
	running := processes(ctx)
	if text, ok := running[left]; ok && c.isPostmaster(left, text) {
		fmt.Fprintf(log, "stopping the PostgreSQL that a killed run left behind (process %d)\n", left)
		return c.end(ctx, left, syscall.SIGINT)
	} else if ok {
		// The number went to another program, which PostgreSQL would take for a
		// running server and refuse.
		err := os.Remove(filepath.Join(c.data(), "postmaster.pid"))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return explain("cannot remove a stale postmaster.pid", err)
		}
	}
	return c.endChildren(ctx, running, log)
}

// isPostmaster recognises our postmaster by its command line, which names the
// data folder, or, should the project have been moved, by the folder it is in.
func (c clusterDir) isPostmaster(pid int, commandLine string) bool {
	if strings.Contains(commandLine, c.data()) && strings.Contains(commandLine, "postgres") {
		return true
	}
	ours, err1 := os.Stat(c.data())
	its, err2 := os.Stat(filepath.Join("/proc", strconv.Itoa(pid), "cwd"))
	return err1 == nil && err2 == nil && os.SameFile(ours, its)
}

// endChildren ends the children of a killed postmaster, which bear its name.
// Idle ones end by themselves within moments.
func (c clusterDir) endChildren(ctx context.Context, running map[int]string, log io.Writer) error {
	for pid, text := range running {
		if !strings.HasPrefix(text, "postgres: "+c.name()+": ") {
			continue
		}
		fmt.Fprintf(log, "ending a process of a killed PostgreSQL (%d)\n", pid)
		if err := c.end(ctx, pid, syscall.SIGQUIT); err != nil {
			return err
		}
	}
	return nil
}

// endInitdb ends what a killed run left at work on a new cluster: it would write
// into the folder that we make again, and remove it in the end. initdb names the
// folder; the postgres that it runs is in it.
func (c clusterDir) endInitdb(ctx context.Context) error {
	for pid, text := range processes(ctx) {
		its, _ := os.Readlink(filepath.Join("/proc", strconv.Itoa(pid), "cwd"))
		program := strings.Contains(text, "initdb") || strings.Contains(text, "postgres")
		if !program || its != c.fresh() && !strings.Contains(text, c.fresh()) {
			continue
		}
		if err := c.end(ctx, pid, syscall.SIGKILL); err != nil {
			return err
		}
	}
	return nil
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

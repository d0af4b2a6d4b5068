//go:build endurance && (linux || darwin || freebsd)

package killed

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/localpg"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

// world is a data folder, the program on it, and the clients that write.
type world struct {
	t       *testing.T
	rng     *rand.Rand
	dir     string
	program *process
	load    *load
	// other is a program of PostgreSQL's account that a lock file may name.
	other *exec.Cmd
}

func newWorld(t *testing.T, seed uint64) *world {
	t.Helper()
	keepZombies(t)
	w := &world{t: t, rng: rand.New(rand.NewPCG(seed, 0)), dir: pgtest.Folder(t)}
	w.load = &load{grown: make(chan struct{}, 1)}
	w.start()
	w.other = otherProgram(t, filepath.Join(w.dir, "postgres", "data"))
	ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context()))
	ended := make(chan struct{})
	go func() { defer close(ended); w.load.run(ctx) }()
	t.Cleanup(func() { cancel(); <-ended })
	return w
}

// otherProgram runs as long as the test, as the account that owns the folder.
func otherProgram(t *testing.T, folder string) *exec.Cmd {
	t.Helper()
	cmd := exec.CommandContext(context.WithoutCancel(t.Context()), "/bin/sh", "-c", "read end; exit 0")
	if info, err := os.Stat(folder); err != nil {
		t.Fatal(err)
	} else if owner, ok := info.Sys().(*syscall.Stat_t); ok && os.Geteuid() == 0 {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: owner.Uid, Gid: owner.Gid}}
	}
	input, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = input.Close()
		if err := cmd.Wait(); err != nil {
			t.Errorf("a program that is none of PostgreSQL's was ended: %v", err)
		}
	})
	return cmd
}

// start starts the program again, and gives how long it took to acknowledge a write.
func (w *world) start() time.Duration {
	w.program = launch(w.t, w.dir)
	took := w.program.answers(w.t, w.program.began)
	w.load.to(w.program.url)
	endZombies(w.t, w.program.cmd.Process.Pid)
	return took
}

// end ends the program in order.
func (w *world) end() {
	w.program.terminate(w.t)
	w.program.wait(w.t)
}

// postmaster is the number in the lock file of a data folder, 0 for none.
func postmaster(dir string) int {
	text, err := os.ReadFile(lockFile(dir))
	if err != nil {
		return 0
	}
	first, _, _ := strings.Cut(string(text), "\n")
	pid, _ := strconv.Atoi(first)
	return pid
}

func lockFile(dir string) string { return filepath.Join(dir, "postgres", "data", "postmaster.pid") }

// spoil writes what no postmaster has written into the lock file, in half of the cases.
func (w *world) spoil(dir string) {
	texts := []string{"garbage", "0", "", "-1\n", strconv.Itoa(w.other.Process.Pid) + "\n", "1\n"}
	which := w.rng.IntN(2 * len(texts))
	if which >= len(texts) {
		return
	}
	w.program.postmaster = postmaster(dir)
	w.say("the lock file says %q", texts[which])
	if err := os.WriteFile(lockFile(dir), []byte(texts[which]), 0o600); err != nil {
		w.t.Fatal(err)
	}
	if info, err := os.Stat(filepath.Dir(lockFile(dir))); err != nil {
		w.t.Fatal(err)
	} else if owner, ok := info.Sys().(*syscall.Stat_t); ok {
		if err := os.Chown(lockFile(dir), int(owner.Uid), int(owner.Gid)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			w.t.Fatal(err)
		}
	}
}

// kill kills what who says. The postmaster is not there at any time of a start.
func (w *world) kill(p *process, dir string, who victim) {
	program, master := p.cmd.Process.Pid, p.postmaster
	if p.postmaster = 0; master == 0 {
		master = postmaster(dir)
	}
	if !isPostgres(master) { // the number may be one that a killed run left
		master = 0
	}
	order := map[victim][]int{
		programOnly: {program}, postmasterOnly: {master}, programFirst: {program, master}, postmasterFirst: {master, program},
	}[who]
	for _, pid := range order {
		if pid == 0 {
			continue
		}
		if err := syscall.Kill(pid, syscall.SIGKILL); err != nil && !errors.Is(err, syscall.ESRCH) {
			w.t.Fatalf("kill %d: %v", pid, err)
		}
	}
	if who == postmasterOnly && master != 0 {
		p.restarts++
	}
}

// missing are the elements of ids that the database does not have.
func (w *world) missing(ctx context.Context, ids []string) (lost []string) {
	url, err := localpg.RunningURL(localpg.Options{Dir: filepath.Join(w.dir, "postgres")}, "postgres")
	if err != nil {
		w.t.Fatal(err)
	}
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		w.t.Fatal(err)
	}
	defer func() { _ = conn.Close(ctx) }()
	rows, err := conn.Query(ctx, `select id::text from unnest($1::uuid[]) id where not exists (select from public.notes n where n.id = id.id)`, ids)
	if err == nil {
		lost, err = pgx.CollectRows(rows, pgx.RowTo[string])
	}
	if err != nil {
		w.t.Fatal(fmt.Errorf("look for the acknowledged writes: %w", err))
	}
	return lost
}

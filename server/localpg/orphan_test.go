//go:build linux || darwin || freebsd

package localpg

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// helperDir makes the test binary a program that starts a cluster in that folder
// and waits to be killed.
const helperDir = "LOCALPG_TEST_HELPER_DIR"

func helper(dir string) {
	s, err := Start(context.Background(), Options{Root: root, Dir: dir, Fast: true})
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	fmt.Println(s.process.Load().cmd.Process.Pid)
	<-s.Done()
	os.Exit(2)
}

func TestKilledProgram(t *testing.T) {
	t.Parallel()
	dir := cluster(t)
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), helperDir+"="+dir)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	line := make([]byte, 200)
	n, err := out.Read(line)
	pid, err2 := strconv.Atoi(strings.TrimSpace(string(line[:n])))
	if err != nil || err2 != nil {
		t.Fatalf("the helper said %q, %v", line[:n], err)
	}
	cmd.Process.Kill()
	cmd.Wait()
	ask(t, connect(t, start1(t, Options{Dir: dir})), "select 1")
	if alive(t, pid) {
		t.Errorf("the killed program's PostgreSQL (%d) still runs", pid)
	}
}

// orphan starts a postmaster that no program of ours holds.
func orphan(t *testing.T, dir string) (pid int, ended <-chan error) {
	t.Helper()
	h, err := prepare(dir)
	if err != nil {
		t.Fatal(err)
	}
	o, err := Options{Root: root, Dir: dir, Fast: true}.complete()
	if err != nil {
		t.Fatal(err)
	}
	in, err := h.find(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	p, err := h.launch(t.Context(), in, listen{socket: h.sockets(), port: socketPort}, o)
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() { <-p.done; done <- p.err }()
	return p.cmd.Process.Pid, done
}

func TestOrphanIsStopped(t *testing.T) {
	t.Parallel()
	dir := cluster(t)
	pid, ended := orphan(t, dir)
	var log safeBuffer
	s := start1(t, Options{Dir: dir, Log: &log})
	<-ended
	ask(t, connect(t, s), "select 1")
	if want := fmt.Sprintf("killed run left behind (process %d)", pid); !strings.Contains(log.String(), want) {
		t.Errorf("logged %q, want it to say %q", log.String(), want)
	}
}

// The busy child holds the shared memory of its killed postmaster, so that a new
// one would refuse to start.
func TestChildrenOfAKilledPostmasterAreEnded(t *testing.T) {
	t.Parallel()
	dir := cluster(t)
	s := start1(t, Options{Dir: dir})
	conn := connect(t, s)
	child := int(conn.PgConn().PID())
	busy := make(chan error, 1)
	go func() {
		_, err := conn.Exec(context.Background(), "select count(*) from generate_series(1, 1000000000000)")
		busy <- err
	}()
	watcher := connect(t, s)
	for ask(t, watcher, fmt.Sprintf("select coalesce((select state from pg_stat_activity where pid = %d), '')", child)) != "active" {
		// Each turn is a round trip; the query becomes active within a few.
	}
	if err := s.process.Load().cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	<-s.Done()
	stop(t, s)
	if !alive(t, child) {
		t.Fatal("the child ended by itself: this test tests nothing")
	}
	ask(t, connect(t, start1(t, Options{Dir: dir})), "select 1")
	if alive(t, child) {
		t.Errorf("the child (%d) still runs", child)
	}
	if err := <-busy; err == nil {
		t.Error("the child's query succeeded")
	}
}

func TestStalePidFile(t *testing.T) {
	t.Parallel()
	for name, pid := range map[string]int{"of no process": 1 << 30, "of another program": os.Getpid(), "of process 1": 1} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := cluster(t)
			h, err := prepare(dir)
			if err != nil {
				t.Fatal(err)
			}
			text := fmt.Sprintf("%d\n%s\n1700000000\n5432\n%s\n\n  1 2\nready   \n", pid, h.data(), h.sockets())
			path := filepath.Join(h.data(), "postmaster.pid")
			if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			if err := h.who.own(path); err != nil {
				t.Fatal(err)
			}
			ask(t, connect(t, start1(t, Options{Dir: dir})), "select 1")
		})
	}
}

func TestIsPostmaster(t *testing.T) {
	t.Parallel()
	dir := cluster(t)
	h, err := prepare(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name, text string
		want       bool
	}{
		{"ours", "/x/postgres -D " + h.data() + " -c port=5432", true},
		{"another cluster's", "/x/postgres -D /elsewhere/data", false},
		{"an editor in our folder", "vi " + h.data() + "/pg_hba.conf", false},
	} {
		if got := h.isPostmaster(os.Getpid(), test.text); got != test.want {
			t.Errorf("%s: got %t, want %t", test.name, got, test.want)
		}
	}
}

func TestReadPidFile(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, text string
		want       pidFile
	}{
		{"whole", "12\n/d\n1700000000\n5432\n/s\n\n 1 2\nready   \n", pidFile{12, 1700000000, listen{socket: "/s", port: 5432}, "ready"}},
		{"being written", "12\n/d\n17", pidFile{pid: 12}},
		{"empty", "", pidFile{}},
		{"no number", "x\n", pidFile{}},
		{"single-user mode", "-12\n", pidFile{}},
	} {
		h := clusterDir{dir: tempDir(t)}
		if err := os.Mkdir(h.data(), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(h.data(), "postmaster.pid"), []byte(test.text), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := h.readPidFile(); got != test.want {
			t.Errorf("%s: got %+v, want %+v", test.name, got, test.want)
		}
	}
}

// A process that ignores polite signals is killed.
func TestEndInsists(t *testing.T) {
	t.Parallel()
	cmd := exec.Command("/bin/sh", "-c", `trap "" INT QUIT; echo ready; while :; do read x || exit; done`)
	in, err1 := cmd.StdinPipe()
	out, err2 := cmd.StdoutPipe()
	if err1 != nil || err2 != nil || cmd.Start() != nil {
		t.Fatal(err1, err2)
	}
	defer in.Close()
	if _, err := io.ReadFull(out, make([]byte, 6)); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()                                                     // no patience: each signal at once
	_ = (clusterDir{}).end(ctx, cmd.Process.Pid, syscall.SIGINT) // whether it is gone by now or a moment later
	if err := <-ended; err == nil || !strings.Contains(err.Error(), "killed") {
		t.Errorf("it ended with %v, want it killed", err)
	}
}

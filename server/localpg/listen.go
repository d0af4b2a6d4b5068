//go:build linux || darwin || freebsd

package localpg

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
)

// listen is where the cluster is reached: a socket in a folder, or, where
// sockets cannot be made, a loopback port.
type listen struct {
	socket string // folder; empty for loopback
	port   int
}

const (
	socketPort = 5432 // only names the socket file
	// socketMax is the longest path of a socket, in bytes: 107 on Linux, 103 on
	// macOS and FreeBSD.
	socketMax = 103
)

// chooseListen takes the cluster's own socket folder; else, where its path is
// too long or its file system knows no sockets, a short private folder for
// temporary files; else loopback.
func (h home) chooseListen() (listen, error) {
	short := filepath.Join(os.TempDir(), h.name())
	for _, dir := range []string{h.sockets(), short} {
		if h.socketWorks(dir) {
			return listen{socket: dir, port: socketPort}, nil
		}
	}
	port, err := freePort()
	if err != nil {
		return listen{}, fmt.Errorf("cannot make a socket in %s nor find a loopback port for PostgreSQL: %w", h.sockets(), err)
	}
	return listen{port: port}, nil
}

// socketWorks makes the folder the account's own and tries a socket in it. A
// folder that is already another's (anyone may make one in the temporary folder)
// does not work: chown would fail or, as root, mkdirOwned takes it over only if
// it is no link.
func (h home) socketWorks(dir string) bool {
	if len(filepath.Join(dir, ".s.PGSQL."+strconv.Itoa(socketPort))) > socketMax {
		return false
	}
	if info, err := os.Lstat(dir); err == nil && !info.IsDir() {
		return false
	}
	if h.mkdirOwned(dir) != nil {
		return false
	}
	return trySocket(filepath.Join(dir, "try")) == nil
}

func trySocket(path string) error {
	os.Remove(path) // left by a killed run
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
	if l.socket == "" {
		s["listen_addresses"] = "127.0.0.1"
	}
	return s
}

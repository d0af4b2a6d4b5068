package edge

import (
	"bytes"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"
)

// countedServer answers "here" to each request, once release is closed where the path is /wait.
type countedServer struct {
	*Connections
	address string
	log     bytes.Buffer
	waiting chan struct{}
	release chan struct{}
}

func newCountedServer(t *testing.T, o ConnectionOptions) *countedServer {
	t.Helper()
	s := &countedServer{waiting: make(chan struct{}, 10), release: make(chan struct{})}
	o.Log = slog.New(slog.NewTextHandler(&s.log, nil))
	s.Connections = NewConnections(o)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s.address = listener.Addr().String()
	server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/wait" {
			s.waiting <- struct{}{}
			<-s.release
		}
		_, _ = io.WriteString(w, "here")
	})}
	s.Serve(server)
	served := make(chan struct{})
	go func() { defer close(served); _ = server.Serve(s.Listen(listener)) }()
	t.Cleanup(func() { _ = server.Close(); <-served })
	return s
}

// dial connects; the connections of one test come from one address.
func (cs *countedServer) dial(t *testing.T) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", cs.address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	_ = c.SetDeadline(time.Now().Add(30 * time.Second))
	return c
}

func send(c net.Conn, path string) error {
	_, err := fmt.Fprintf(c, "GET %s HTTP/1.1\r\nHost: x\r\n\r\n", path)
	return err
}

// answered reports whether a request on c gets its answer.
func answered(c net.Conn, path string) bool {
	if send(c, path) != nil {
		return false
	}
	return received(c)
}

func received(c net.Conn) bool {
	buffer := make([]byte, 1000)
	var text []byte
	for {
		n, err := c.Read(buffer)
		if text = append(text, buffer[:n]...); bytes.HasSuffix(text, []byte("here")) {
			return true
		}
		if err != nil {
			return false
		}
	}
}

func TestConnectionsPerAddress(t *testing.T) {
	t.Parallel()
	s := newCountedServer(t, ConnectionOptions{PerAddress: 2})
	silent, idle := s.dial(t), s.dial(t)
	if !answered(idle, "/") {
		t.Fatal("the second connection has no answer")
	}
	third := s.dial(t) // takes the place of the oldest without a request
	if !answered(third, "/") || !answered(idle, "/") {
		t.Error("a connection within the bound was closed")
	}
	if answered(silent, "/") {
		t.Error("the silent connection is still open")
	}
	for _, c := range []net.Conn{idle, third} {
		if err := send(c, "/wait"); err != nil {
			t.Fatal(err)
		}
		<-s.waiting
	}
	if answered(s.dial(t), "/") {
		t.Error("a connection beyond the bound is open while all others have requests")
	}
	close(s.release)
	if !received(idle) || !received(third) {
		t.Error("a connection with a request was closed")
	}
	if got := strings.Count(s.log.String(), "too many connections"); got != 1 {
		t.Errorf("said %d times, want once a minute: %s", got, s.log.String())
	}
}

func TestConnectionsInAll(t *testing.T) {
	t.Parallel()
	s := newCountedServer(t, ConnectionOptions{Max: 3})
	var all []net.Conn
	for range 5 {
		c := s.dial(t)
		if !answered(c, "/") {
			t.Fatal("a new connection has no answer")
		}
		all = append(all, c)
	}
	if answered(all[0], "/") || answered(all[1], "/") || !answered(all[2], "/") {
		t.Error("others than the oldest were closed")
	}
}

// A trusted proxy opens as many connections as it has clients.
func TestConnectionsOfProxies(t *testing.T) {
	t.Parallel()
	s := newCountedServer(t, ConnectionOptions{PerAddress: 1, Proxies: Proxies{Trusted: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}}})
	first, second := s.dial(t), s.dial(t)
	if !answered(second, "/") || !answered(first, "/") {
		t.Error("a connection of the proxy was closed")
	}
}

// Whatever happens at the same time, each connection is counted once until it is closed.
func TestConnectionsAreCounted(t *testing.T) {
	t.Parallel()
	s := newCountedServer(t, ConnectionOptions{Max: 10, PerAddress: 8})
	var all sync.WaitGroup
	for i := range 60 {
		all.Go(func() {
			c, err := net.Dial("tcp", s.address)
			if err != nil {
				return
			}
			_ = c.SetDeadline(time.Now().Add(30 * time.Second))
			for range i % 4 {
				answered(c, "/")
			}
			_ = c.Close()
		})
	}
	all.Wait()
	for {
		s.mu.Lock()
		open, hosts, idlest := s.open, len(s.hosts), len(s.idlest)
		s.mu.Unlock()
		if open == 0 && hosts == 0 && idlest == 0 {
			return
		}
		if t.Context().Err() != nil {
			t.Fatalf("%d connections of %d hosts are counted", open, hosts)
		}
		time.Sleep(time.Millisecond)
	}
}

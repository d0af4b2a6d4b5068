package apptest

import (
	"bytes"
	"context"
	"io"
	"net"
	"net/url"
	"sync"
	"sync/atomic"
	"testing"
)

// Proxy stands before PostgreSQL. It counts round trips: each time that the
// program speaks after PostgreSQL has, on any connection of a role.
type Proxy struct {
	listener   net.Listener
	behind     *url.URL
	Role       string // whose round trips are counted; set before the program starts
	RoundTrips atomic.Int64
	Away       atomic.Bool // refuses all connections
	mu         sync.Mutex
	open       map[net.Conn]struct{}
}

// NewProxy starts a proxy before the database at address, and gives the address
// of the database through it.
func NewProxy(t testing.TB, address string) (*Proxy, string) {
	t.Helper()
	behind, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	through := *behind
	through.Host, through.RawQuery = listener.Addr().String(), "sslmode=disable"
	return ServeProxy(t, listener, behind), through.String()
}

// ServeProxy passes on what a listener accepts, to the database at behind, until
// the test ends.
func ServeProxy(t testing.TB, listener net.Listener, behind *url.URL) *Proxy {
	p := &Proxy{listener: listener, behind: behind, open: map[net.Conn]struct{}{}}
	go p.serve(context.WithoutCancel(t.Context()))
	t.Cleanup(func() { _ = listener.Close(); p.Cut() })
	return p
}

func (p *Proxy) serve(ctx context.Context) {
	for {
		client, err := p.listener.Accept()
		if err != nil {
			return
		}
		server, err := p.dial(ctx)
		if err != nil {
			_ = client.Close()
			continue
		}
		p.join(client, server)
	}
}

// dial reaches PostgreSQL as its URL says: by a socket's folder or by TCP.
func (p *Proxy) dial(ctx context.Context) (net.Conn, error) {
	var dialer net.Dialer
	if folder := p.behind.Query().Get("host"); folder != "" {
		return dialer.DialContext(ctx, "unix", folder+"/.s.PGSQL."+p.behind.Query().Get("port"))
	}
	return dialer.DialContext(ctx, "tcp", p.behind.Host)
}

func (p *Proxy) join(client, server net.Conn) {
	p.mu.Lock()
	if p.Away.Load() { // with the lock, so that Cut misses none
		p.mu.Unlock()
		_, _ = client.Close(), server.Close()
		return
	}
	p.open[client], p.open[server] = struct{}{}, struct{}{}
	p.mu.Unlock()
	var answered atomic.Bool // PostgreSQL spoke last
	answered.Store(true)
	isFirst, isCounted := true, false
	go p.pipe(server, client, func(said []byte) {
		if isFirst { // it names the role
			isFirst, isCounted = false, bytes.Contains(said, []byte("\x00user\x00"+p.Role+"\x00"))
		}
		if !isCounted {
			return
		}
		// pgx asks whether a connection that idled for a second is there: no part of a request.
		if !bytes.Contains(said, []byte("-- ping")) && answered.Swap(false) {
			p.RoundTrips.Add(1)
		}
	})
	go p.pipe(client, server, func([]byte) { answered.Store(true) })
}

// pipe copies until one end closes, and then closes both. seen is called before
// what was read is passed on, so that an answer is never counted too late.
func (p *Proxy) pipe(to, from net.Conn, seen func([]byte)) {
	_, _ = io.Copy(to, watched{from, seen})
	_, _ = to.Close(), from.Close()
	p.mu.Lock()
	delete(p.open, from)
	p.mu.Unlock()
}

type watched struct {
	net.Conn
	seen func([]byte)
}

func (w watched) Read(b []byte) (int, error) {
	n, err := w.Conn.Read(b)
	if n > 0 {
		w.seen(b[:n])
	}
	return n, err
}

// Cut breaks every connection, as a restarting PostgreSQL does.
func (p *Proxy) Cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for conn := range p.open {
		_ = conn.Close()
	}
}

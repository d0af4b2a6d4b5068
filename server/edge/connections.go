package edge

import (
	"container/heap"
	"container/list"
	"context"
	"crypto/tls"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"time"

	"github.com/toubkal/toubkal/server/limit"
)

// ConnectionOptions bound the connections of clients.
type ConnectionOptions struct {
	// Max bounds them all. 0 means no bound.
	Max int
	// PerAddress bounds those of one address that are no websockets; IPv6 counts by /64.
	// 0 means no bound.
	PerAddress int
	// Proxies are not bound by PerAddress: a connection of theirs is of many clients.
	Proxies Proxies
	Log     *slog.Logger
	// Now is the clock. Defaults to time.Now.
	Now func() time.Time
}

// Connections are the open connections of a server. Where the bound is reached, a new
// one takes the place of one without a request, an idle one or one that has sent no
// request yet: the oldest of its own address, or of the address with the most such. If
// there is none, the new one is closed.
type Connections struct {
	o        ConnectionOptions
	mu       sync.Mutex
	open     int
	hosts    map[string]*host
	idlest   hostHeap
	closed   int       // since the last line in the log
	reported time.Time // when that was
}

// NewConnections makes a set without connections.
func NewConnections(o ConnectionOptions) *Connections {
	if o.Now == nil {
		o.Now = time.Now
	}
	return &Connections{o: o, hosts: map[string]*host{}}
}

// host is the connections of one address.
type host struct {
	address string
	open    int
	http    int        // those that are no websockets
	idle    *list.List // of *connection, the longest idle first
	index   int        // in Connections.idlest
}

// hostHeap has the host first that has the most idle connections.
type hostHeap []*host

func (h hostHeap) Len() int           { return len(h) }
func (h hostHeap) Less(i, j int) bool { return h[i].idle.Len() > h[j].idle.Len() }
func (h hostHeap) Swap(i, j int) {
	h[i], h[j] = h[j], h[i]
	h[i].index, h[j].index = i, j
}

// Push is for container/heap.
func (h *hostHeap) Push(x any) {
	added := x.(*host)
	added.index = len(*h)
	*h = append(*h, added)
}

// Pop is for container/heap.
func (h *hostHeap) Pop() any {
	last := (*h)[len(*h)-1]
	(*h)[len(*h)-1] = nil
	*h = (*h)[:len(*h)-1]
	return last
}

// connection is a TCP connection that is counted until it is closed. The embedded type
// lets net/http and net.Buffers use sendfile and writev.
type connection struct {
	*net.TCPConn
	set      *Connections
	host     *host
	requests int           // that are being answered; a websocket is one
	idle     *list.Element // in host.idle; nil while there are requests, and once closed
	hijacked bool          // a websocket
	closed   bool
	line     requestLine
}

// Read implements net.Conn.
func (c *connection) Read(p []byte) (int, error) { return c.line.read(c.TCPConn, p) }

// Listen counts and bounds what listener accepts.
func (cs *Connections) Listen(listener net.Listener) net.Listener {
	return &countedListener{listener, cs}
}

type countedListener struct {
	net.Listener
	set *Connections
}

func (cl *countedListener) Accept() (net.Conn, error) {
	for {
		accepted, err := cl.Listener.Accept()
		tcp, ok := accepted.(*net.TCPConn)
		if err != nil || !ok { // a Unix socket is for a proxy on this machine
			return accepted, err
		}
		if c := cl.set.add(tcp); c != nil {
			return c, nil
		}
	}
}

// add counts a connection; nil if it was closed instead.
func (cs *Connections) add(tcp *net.TCPConn) *connection {
	remote, _ := netip.ParseAddrPort(tcp.RemoteAddr().String())
	address := limit.Network(remote.Addr().String())
	cs.mu.Lock()
	h, known := cs.hosts[address]
	if !known {
		h = &host{address: address, idle: list.New()}
	}
	var full, replace *host
	switch {
	case cs.o.PerAddress > 0 && h.http >= cs.o.PerAddress && !cs.o.Proxies.trusts(remote.Addr().Unmap()):
		full, replace = h, h
	case cs.o.Max > 0 && cs.open >= cs.o.Max:
		full = h
		if len(cs.idlest) > 0 {
			replace = cs.idlest[0]
		}
	}
	var oldest *connection
	if replace != nil && replace.idle.Len() > 0 {
		oldest = replace.idle.Front().Value.(*connection)
		cs.remove(oldest)
	}
	var added *connection
	if full == nil || oldest != nil {
		if cs.hosts[address] == nil { // new, or its last one was just removed
			cs.hosts[address] = h
			heap.Push(&cs.idlest, h)
		}
		added = &connection{TCPConn: tcp, set: cs, host: h, line: requestLine{inside: true}}
		cs.open++
		h.open++
		h.http++
		cs.setIdle(added)
	}
	if full != nil {
		cs.report(address)
	}
	cs.mu.Unlock()
	switch {
	case oldest != nil:
		_ = oldest.TCPConn.Close()
	case added == nil:
		_ = tcp.Close()
	}
	return added
}

// report logs once a minute that connections are closed.
func (cs *Connections) report(address string) {
	cs.closed++
	if now := cs.o.Now(); now.Sub(cs.reported) >= time.Minute {
		cs.o.Log.Warn("too many connections: some without a request were closed, or new ones refused",
			"closed", cs.closed, "open", cs.open, "max", cs.o.Max, "max_per_address", cs.o.PerAddress, "last_address", address)
		cs.closed, cs.reported = 0, now
	}
}

// setIdle puts c behind the idle connections of its host.
func (cs *Connections) setIdle(c *connection) {
	c.idle = c.host.idle.PushBack(c)
	heap.Fix(&cs.idlest, c.host.index)
}

// setBusy is the opposite of setIdle.
func (cs *Connections) setBusy(c *connection) {
	c.host.idle.Remove(c.idle)
	c.idle = nil
	heap.Fix(&cs.idlest, c.host.index)
}

// remove stops counting c.
func (cs *Connections) remove(c *connection) {
	if c.closed {
		return
	}
	c.closed = true
	if c.idle != nil {
		cs.setBusy(c)
	}
	cs.open--
	if !c.hijacked {
		c.host.http--
	}
	if c.host.open--; c.host.open == 0 {
		delete(cs.hosts, c.host.address)
		heap.Remove(&cs.idlest, c.host.index)
	}
}

// Close closes the connection, which no longer counts.
func (c *connection) Close() error {
	c.set.mu.Lock()
	c.set.remove(c)
	c.set.mu.Unlock()
	return c.TCPConn.Close()
}

// begin and end count the requests of a connection.
func (c *connection) begin() {
	c.set.mu.Lock()
	defer c.set.mu.Unlock()
	if c.requests++; c.requests == 1 && c.idle != nil {
		c.set.setBusy(c)
	}
}

func (c *connection) end() {
	c.set.mu.Lock()
	defer c.set.mu.Unlock()
	if c.requests--; c.requests == 0 && !c.closed {
		c.set.setIdle(c)
	}
}

// hijack makes a websocket of the connection: it stays open without requests, and its own
// service bounds those of an address.
func (c *connection) hijack() {
	c.begin()
	c.set.mu.Lock()
	defer c.set.mu.Unlock()
	if !c.closed {
		c.hijacked = true
		c.host.http--
	}
}

type connectionKey struct{}

// Serve has server tell which connections have requests.
func (cs *Connections) Serve(server *http.Server) {
	handler := server.Handler
	server.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if c, ok := r.Context().Value(connectionKey{}).(*connection); ok {
			c.begin()
			defer c.end()
		}
		handler.ServeHTTP(w, r)
	})
	server.ConnContext = func(ctx context.Context, conn net.Conn) context.Context {
		if c := countedConnection(conn); c != nil {
			return context.WithValue(ctx, connectionKey{}, c)
		}
		return ctx
	}
	server.ConnState = func(conn net.Conn, state http.ConnState) {
		c := countedConnection(conn)
		switch {
		case c == nil:
		case state == http.StateHijacked:
			c.hijack()
		case state == http.StateIdle:
			c.line.begin()
		}
	}
}

// countedConnection is the connection behind conn; nil if it is not counted.
func countedConnection(conn net.Conn) *connection {
	if secure, ok := conn.(*tls.Conn); ok {
		conn = secure.NetConn()
	}
	c, _ := conn.(*connection)
	return c
}

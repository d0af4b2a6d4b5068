package outgoing

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// Self is the program's own server for requests to itself, which need no network. The zero value has none.
type Self struct {
	// Handler answers them.
	Handler http.Handler
	// Address is the public one, as https://example.org.
	Address string
	// Port is the one that the program listens on; "" for none.
	Port string
}

// has reports whether an address is the program's own: the public one, its port on this machine, or a name by
// which the containers of a local Supabase project reach its gateway.
func (s Self) has(u *url.URL) bool {
	if s.Handler == nil {
		return false
	}
	host, port := strings.ToLower(u.Hostname()), u.Port()
	if public, err := url.Parse(s.Address); err == nil && host == strings.ToLower(public.Hostname()) &&
		u.Scheme == public.Scheme && portOf(u) == portOf(public) {
		return true
	}
	switch {
	case u.Scheme != "http":
		return false
	case port == "8000" && (host == "kong" || host == "api.supabase.internal" || strings.HasPrefix(host, "supabase_kong_")):
		return true
	case host == "host.docker.internal", host == "172.17.0.1": // of Docker's bridge
		return port == "54321" || port == s.Port && port != ""
	case host == "localhost", host == "127.0.0.1", host == "::1":
		return portOf(u) == s.Port
	}
	return false
}

func portOf(u *url.URL) string {
	if port := u.Port(); port != "" {
		return port
	}
	if u.Scheme == "https" {
		return "443"
	}
	return "80"
}

// loop is a listener whose connections stay in this process.
type loop struct {
	conns  chan net.Conn
	closed chan struct{}
}

// serve begins to serve the handler, and returns what makes requests of it until ctx ends.
func (s Self) serve(ctx context.Context, log *slog.Logger) *http.Transport {
	l := &loop{make(chan net.Conn), make(chan struct{})}
	server := &http.Server{Handler: s.Handler, ReadHeaderTimeout: time.Minute, ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelDebug)}
	go func() { _ = server.Serve(l) }()
	context.AfterFunc(ctx, func() { _ = server.Close() })
	return &http.Transport{DialContext: l.dial, DisableCompression: true, IdleConnTimeout: time.Minute, MaxIdleConnsPerHost: 10}
}

func (l *loop) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	ours, theirs := net.Pipe()
	select {
	case l.conns <- local{theirs}:
		return ours, nil
	case <-l.closed:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Accept waits for a connection.
func (l *loop) Accept() (net.Conn, error) {
	select {
	case conn := <-l.conns:
		return conn, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

// Close ends Accept and dial; http.Server calls it once.
func (l *loop) Close() error {
	close(l.closed)
	return nil
}

// Addr is the address of this machine.
func (l *loop) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)} }

// local is a connection from this machine.
type local struct{ net.Conn }

// RemoteAddr is read by rate limits and the log.
func (local) RemoteAddr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)} }

// router sends requests to the program itself, or out.
type router struct {
	self    Self
	inside  *http.Transport // nil where there is no handler
	outside *http.Transport
}

// RoundTrip sends a request. Each redirect is one.
func (r router) RoundTrip(request *http.Request) (*http.Response, error) {
	if r.self.has(request.URL) {
		request = request.Clone(request.Context())
		if request.Host == "" {
			request.Host = request.URL.Host
		}
		request.URL.Scheme = "http" // the connection does not leave the process
		return r.inside.RoundTrip(request)
	}
	if request.URL.Scheme != "http" && request.URL.Scheme != "https" {
		return nil, errors.New("unsupported protocol")
	}
	return r.outside.RoundTrip(request)
}

// CloseIdleConnections is for http.Client.
func (r router) CloseIdleConnections() {
	r.outside.CloseIdleConnections()
	if r.inside != nil {
		r.inside.CloseIdleConnections()
	}
}

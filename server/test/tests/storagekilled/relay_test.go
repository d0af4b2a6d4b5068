//go:build endurance && (linux || darwin || freebsd)

package storagekilled

import (
	"context"
	"io"
	"net"
	"net/url"
	"sync"
	"testing"
)

// relay passes connections on to an S3 server.
type relay struct {
	listener net.Listener
	server   string // host:port
	// passed is called with each piece of bytes, once it is sent on.
	passed func()
	open   sync.WaitGroup // connections
}

// throughRelay starts a relay before the server that an address of S3 names, and returns
// the address that leads through it. The relay is closed at the end of ctx.
func throughRelay(ctx context.Context, address string, passed func()) (string, *relay, error) {
	store, err := url.Parse(address)
	if err != nil {
		return "", nil, err
	}
	query := store.Query()
	endpoint, err := url.Parse(query.Get("endpoint"))
	if err != nil {
		return "", nil, err
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, err
	}
	r := &relay{listener: listener, server: endpoint.Host, passed: passed}
	context.AfterFunc(ctx, func() { _ = listener.Close() })
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			r.open.Go(func() { r.pass(ctx, client.(*net.TCPConn)) })
		}
	}()
	endpoint.Host = listener.Addr().String()
	query.Set("endpoint", endpoint.String())
	store.RawQuery = query.Encode()
	return store.String(), r, nil
}

// pass serves a connection until the server closes it, which it does when it has answered
// what it was sent: a client that is killed does not end that.
func (r *relay) pass(ctx context.Context, client *net.TCPConn) {
	defer func() { _ = client.Close() }()
	dialed, err := (&net.Dialer{}).DialContext(ctx, "tcp", r.server)
	if err != nil {
		return
	}
	server := dialed.(*net.TCPConn)
	defer func() { _ = server.Close() }()
	go func() {
		_, _ = io.Copy(noticed{server, r.passed}, client)
		_ = server.CloseWrite()
	}()
	_, _ = io.Copy(noticed{client, r.passed}, server)
	_, _ = io.Copy(io.Discard, server) // the client may be gone
}

// drain returns once the server has answered all that clients had sent when they ended.
func (r *relay) drain(t *testing.T) {
	t.Helper()
	// Connections are accepted in their order: those before this one are counted then.
	last, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", r.listener.Addr().String())
	if err == nil {
		_ = last.(*net.TCPConn).CloseWrite()
		_, err = io.Copy(io.Discard, last)
		_ = last.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	r.open.Wait()
}

// noticed calls passed after each write.
type noticed struct {
	io.Writer
	passed func()
}

func (n noticed) Write(p []byte) (int, error) {
	written, err := n.Writer.Write(p)
	n.passed()
	return written, err
}

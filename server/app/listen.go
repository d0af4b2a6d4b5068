package app

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"os"
	"syscall"
	"time"

	"github.com/toubkal/toubkal/server/edge"
)

// listen takes the port before anything else starts, so that a port in use is
// said at once and costs nothing.
func (p *program) listen(ctx context.Context) (net.Listener, error) {
	if p.Socket != "" {
		return p.listenOnSocket(ctx, p.Socket)
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", p.Address())
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, fmt.Errorf("port %d is in use: stop the program that has it, or choose another: PORT=%d toubkal dev", p.Port, p.Port+1)
	case errors.Is(err, syscall.EACCES):
		return nil, fmt.Errorf("port %d needs more rights than you have: choose one above 1024, such as PORT=8000", p.Port)
	case err != nil:
		return nil, fmt.Errorf("listen on %s: %w; check HOST and PORT", p.Address(), err)
	}
	return listener, nil
}

// listenOnSocket takes the place of a socket that a program has left behind; one
// that still answers is in use.
func (p *program) listenOnSocket(ctx context.Context, socket string) (net.Listener, error) {
	if conn, err := (&net.Dialer{}).DialContext(ctx, "unix", socket); err == nil {
		_ = conn.Close()
		return nil, fmt.Errorf("%s is in use: stop the program that has it", socket)
	}
	if info, err := os.Stat(socket); err == nil && info.Mode().Type() == fs.ModeSocket {
		_ = os.Remove(socket) // listening says what is wrong if this fails
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "unix", socket)
	if err != nil {
		return nil, fmt.Errorf("listen on %s: %w; check that its folder is there", socket, err)
	}
	mode, _ := p.SocketFileMode() // checked with the configuration
	if err := os.Chmod(socket, mode); err != nil {
		_ = listener.Close()
		return nil, fmt.Errorf("give %s its rights: %w", socket, err)
	}
	return listener, nil
}

// answer serves until ctx ends, and then lets what is in flight finish, within work and
// answerTimeout. work is how long the handler may take for a request; secure is nil for
// plain HTTP.
func answer(ctx context.Context, listener net.Listener, secure *tls.Config, handler http.Handler, work time.Duration, connections *edge.Connections, log *slog.Logger) error {
	server := newServer(handler, work, log)
	connections.Serve(server)
	failed := make(chan error, 1)
	go func() {
		counted := connections.Listen(listener)
		if secure == nil {
			failed <- server.Serve(counted)
			return
		}
		server.TLSConfig = secure
		failed <- server.ServeTLS(counted, "", "")
	}()
	select {
	case err := <-failed:
		return fmt.Errorf("serve: %w", err)
	case <-ctx.Done():
	}
	finishing, cancel := context.WithTimeout(context.WithoutCancel(ctx), work+answerTimeout)
	defer cancel()
	if err := server.Shutdown(finishing); err != nil {
		return server.Close()
	}
	return nil
}

// maxConnections is the default of TOUBKAL_MAX_CONNECTIONS, where so many files may be open.
const maxConnections = 30_000

// connections bounds those of clients. They leave a quarter of the files that the
// program may open to the database and to the rest.
func (p *program) connections() *edge.Connections {
	most := cmp.Or(p.MaxConnections, maxConnections)
	var files syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &files); err == nil {
		most = int(min(uint64(most), uint64(files.Cur)/4*3)) // #nosec G115 -- the numbers are positive, and the result is at most the first
	}
	return edge.NewConnections(edge.ConnectionOptions{
		Max: most, PerAddress: cmp.Or(p.MaxPerAddress, max(most/4, 1)), Proxies: p.proxies(), Log: p.Log,
	})
}

// answerTimeout is the time that a client may take to read an answer when the program stops.
const answerTimeout = 5 * time.Second

// sendTimeout is the time that a client may take to read an answer.
const sendTimeout = 10 * time.Minute

// maxStreams is the number of requests that one HTTP/2 connection may have at a time, as nginx has it.
const maxStreams = 128

// newServer bounds what clients may hold. net/http counts the work on a request
// and the sending of its answer as one.
func newServer(handler http.Handler, work time.Duration, log *slog.Logger) *http.Server {
	return &http.Server{
		Handler: handler, ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelDebug),
		ReadHeaderTimeout: 10 * time.Second, WriteTimeout: work + sendTimeout, IdleTimeout: 2 * time.Minute,
		MaxHeaderBytes: 64 << 10,
		HTTP2:          &http.HTTP2Config{MaxConcurrentStreams: maxStreams, SendPingTimeout: time.Minute, PingTimeout: 15 * time.Second},
	}
}

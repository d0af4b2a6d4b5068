package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"syscall"
	"time"
)

// listen takes the port before anything else starts, so that a port in use is
// said at once and costs nothing.
func (p *program) listen(ctx context.Context) (net.Listener, error) {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", p.Address())
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, fmt.Errorf("port %d is in use: stop the program that has it, or choose another: PORT=%d make run", p.Port, p.Port+1)
	case errors.Is(err, syscall.EACCES):
		return nil, fmt.Errorf("port %d needs more rights than you have: choose one above 1024, such as PORT=8000", p.Port)
	case err != nil:
		return nil, fmt.Errorf("listen on %s: %w; check HOST and PORT", p.Address(), err)
	}
	return listener, nil
}

// grace is how long requests in flight may finish when the program stops.
const grace = 5 * time.Second

// answer serves until ctx ends, and then lets what is in flight finish.
func answer(ctx context.Context, listener net.Listener, handler http.Handler, log *slog.Logger) error {
	server := &http.Server{
		// How long an answer may take to be taken: a client that stops reading
		// holds its connection no longer.
		WriteTimeout: 10 * time.Minute,
		Handler:      handler, ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelDebug),
		ReadHeaderTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 64 << 10,
	}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
	select {
	case err := <-failed:
		return fmt.Errorf("serve: %w", err)
	case <-ctx.Done():
	}
	finishing, cancel := context.WithTimeout(context.WithoutCancel(ctx), grace)
	defer cancel()
	if err := server.Shutdown(finishing); err != nil {
		return server.Close()
	}
	return nil
}

// health asks the running server, so that a container without a shell can be
// watched.
func (p *program) health(ctx context.Context, _ []string) error {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	address := fmt.Sprintf("http://127.0.0.1:%d/ready", p.Port)
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return fmt.Errorf("ask %s: %w", address, err)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return fmt.Errorf("the server does not answer: %w", err)
	}
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode != http.StatusOK {
		reason, _ := io.ReadAll(io.LimitReader(response.Body, 200))
		return fmt.Errorf("the server is not ready: %s", reason)
	}
	return nil
}

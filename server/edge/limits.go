package edge

import (
	"context"
	"io"
	"net/http"
	"strings"
	"time"
)

// limitBody makes reading past limit bytes fail with *http.MaxBytesError, which
// the services answer with 413.
func limitBody(limit int64) Middleware {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Body != http.NoBody {
				r.Body = http.MaxBytesReader(w, r.Body, limit)
			}
			next.ServeHTTP(w, r)
		})
	}
}

// deadline bounds a request's work: PostgreSQL cancels its query.
func deadline(timeout time.Duration) Middleware {
	return func(next http.Handler) http.Handler {
		if timeout < 0 {
			return next
		}
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			ctx, cancel := context.WithTimeout(r.Context(), timeout)
			defer cancel()
			next.ServeHTTP(w, r.WithContext(ctx))
		})
	}
}

// bodyDeadline makes reading a body fail when it has not arrived within timeout:
// a client that stops halfway would otherwise hold its connection, and what
// serves it, for ever. net/http waits for the rest of a body even where nobody
// reads it.
func bodyDeadline(timeout time.Duration) Middleware {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Body != nil && r.Body != http.NoBody {
				conn := http.NewResponseController(w)
				// It fails where there is no connection, as in a test: nothing to bound.
				_ = conn.SetReadDeadline(time.Now().Add(timeout))
				r.Body = &deadlineBody{r.Body, conn}
			}
			next.ServeHTTP(w, r)
		})
	}
}

// Flowing bounds how long a body may stand still, in place of how long it
// takes: for files, which may be large and a network slow.
func Flowing(idle time.Duration) Middleware {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Body != nil && r.Body != http.NoBody {
				r.Body = &flowingBody{r.Body, http.NewResponseController(w), idle}
			}
			next.ServeHTTP(w, r)
		})
	}
}

// flowingBody moves the deadline with each piece that arrives.
type flowingBody struct {
	io.ReadCloser
	conn *http.ResponseController
	idle time.Duration
}

func (f *flowingBody) Read(p []byte) (int, error) {
	_ = f.conn.SetReadDeadline(time.Now().Add(f.idle)) // fails where there is no connection
	return f.ReadCloser.Read(p)
}

// EndEventStreams cancels requests that are answered with server-sent events when
// shutdown is closed: they have no end of their own, and would hold the server for its
// whole grace period. It is for the routes that may stream.
func EndEventStreams(shutdown <-chan struct{}) Middleware {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			ctx, cancel := context.WithCancel(r.Context())
			defer cancel()
			response := NewRecorder(w)
			response.started = func() {
				if !strings.HasPrefix(w.Header().Get("Content-Type"), "text/event-stream") {
					return
				}
				go func() {
					select {
					case <-shutdown:
						cancel()
					case <-ctx.Done():
					}
				}()
			}
			next.ServeHTTP(response, r.WithContext(ctx))
		})
	}
}

// deadlineBody lifts the deadline once the body is there: net/http goes on reading,
// to learn that a client has left, and would take the deadline for that.
type deadlineBody struct {
	io.ReadCloser
	conn *http.ResponseController
}

func (d *deadlineBody) Read(p []byte) (int, error) {
	n, err := d.ReadCloser.Read(p)
	if err == io.EOF {
		_ = d.conn.SetReadDeadline(time.Time{})
	}
	return n, err
}

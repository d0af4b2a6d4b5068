package edge

import (
	"bufio"
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"time"
)

// accessLog writes a line per request when it is answered. The query string
// and the headers stay out: both carry keys and people's data.
func accessLog(log *slog.Logger, now func() time.Time) Layer {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			start, seen := now(), &recorder{ResponseWriter: w}
			defer func() {
				status := seen.code(r.Context())
				log.LogAttrs(
					r.Context(), level(status), "request",
					slog.String("method", r.Method),
					slog.String("path", r.URL.Path), slog.Int("status", status),
					slog.Int64("bytes", seen.bytes), slog.Duration("took", now().Sub(start)),
				)
			}()
			next.ServeHTTP(seen, r)
		})
	}
}

// level makes a healthy request invisible above debug, and ours to mend loud.
func level(status int) slog.Level {
	if status >= http.StatusInternalServerError {
		return slog.LevelError
	}
	return slog.LevelDebug
}

// recorder remembers what was answered.
type recorder struct {
	http.ResponseWriter
	status int
	bytes  int64
}

func (w *recorder) WriteHeader(status int) {
	if w.status == 0 {
		w.status = status
	}
	w.ResponseWriter.WriteHeader(status)
}

func (w *recorder) Write(body []byte) (int, error) {
	if w.status == 0 {
		w.status = http.StatusOK
	}
	n, err := w.ResponseWriter.Write(body)
	w.bytes += int64(n)
	return n, err
}

// Hijack is the end of HTTP on the connection, as a websocket begins.
func (w *recorder) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	if w.status == 0 {
		w.status = http.StatusSwitchingProtocols
	}
	return http.NewResponseController(w.ResponseWriter).Hijack()
}

// Unwrap lets http.ResponseController flush through the recorder.
func (w *recorder) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// clientLeft is what the log says of a request whose client did not wait; nginx
// has made it the usual number. Nobody is sent it.
const clientLeft = 499

// code is the status for the log. What fails because its client has left is no
// failure of ours: ctx is the connection's, which no deadline of ours ends.
func (w *recorder) code(ctx context.Context) int {
	switch {
	case w.status >= http.StatusInternalServerError && errors.Is(ctx.Err(), context.Canceled):
		return clientLeft
	case w.status == 0:
		return http.StatusOK
	}
	return w.status
}

// LogHandler adds the request's id to every line that is logged with its
// context.
func LogHandler(h slog.Handler) slog.Handler { return logHandler{h} }

type logHandler struct{ slog.Handler }

func (h logHandler) Handle(ctx context.Context, line slog.Record) error {
	if id := RequestID(ctx); id != "" {
		line = line.Clone()
		line.AddAttrs(slog.String("id", id))
	}
	return h.Handler.Handle(ctx, line)
}

func (h logHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return logHandler{h.Handler.WithAttrs(attrs)}
}

func (h logHandler) WithGroup(name string) slog.Handler { return logHandler{h.Handler.WithGroup(name)} }

package edge

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"time"
)

// accessLog writes a line per request when it is answered. The query string and the
// headers are left out: both carry keys and personal data.
func accessLog(log *slog.Logger, observe Observer, now func() time.Time) Middleware {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			start, response := now(), NewRecorder(w)
			defer func() {
				status := response.Status()
				// The connection's context is canceled, which no timeout of ours does: what
				// failed because its client has left is no failure of ours.
				if status >= http.StatusInternalServerError && errors.Is(r.Context().Err(), context.Canceled) {
					status = statusClientClosedRequest
				}
				took := now().Sub(start)
				if observe != nil {
					observe(r, status, took)
				}
				level := slog.LevelDebug // refused requests too
				if status >= http.StatusInternalServerError {
					level = slog.LevelError
				}
				if !log.Enabled(r.Context(), level) {
					return
				}
				log.LogAttrs(
					r.Context(), level, "request",
					slog.String("method", r.Method),
					slog.String("path", r.URL.Path), slog.Int("status", status), slog.String("client", peerOf(r).String()),
					slog.Int64("bytes", response.bytes), slog.Duration("took", took),
				)
			}()
			next.ServeHTTP(response, r)
		})
	}
}

// statusClientClosedRequest is nginx's number for a request whose client did not wait
// for the response. It is for the log; no client gets it.
const statusClientClosedRequest = 499

// LogHandler adds the request's id to every line that is logged with its
// context.
func LogHandler(h slog.Handler) slog.Handler { return logHandler{h} }

type logHandler struct{ slog.Handler }

func (l logHandler) Handle(ctx context.Context, line slog.Record) error {
	if id := RequestID(ctx); id != "" {
		line = line.Clone()
		line.AddAttrs(slog.String("id", id))
	}
	return l.Handler.Handle(ctx, line)
}

func (l logHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return logHandler{l.Handler.WithAttrs(attrs)}
}

func (l logHandler) WithGroup(name string) slog.Handler { return logHandler{l.Handler.WithGroup(name)} }

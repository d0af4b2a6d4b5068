package console

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/edge"
)

// BenchmarkRequest is a request that does nothing, through the edge: with its line kept for the
// console, in memory and on the disk too, and without.
func BenchmarkRequest(b *testing.B) {
	quiet := slog.New(slog.NewTextHandler(io.Discard, &slog.HandlerOptions{Level: slog.LevelWarn}))
	nothing := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusOK) })
	lines, written := NewLog(), NewLog()
	b.Cleanup(written.Keep(b.TempDir(), quiet))
	for name, handler := range map[string]http.Handler{
		"without": edge.Outer(edge.Options{Log: quiet, Now: time.Now})(nothing),
		"kept":    Outermost(edge.Outer(edge.Options{Log: lines.Logger(quiet), Observe: lines.Request, Now: time.Now})(nothing)),
		"written": Outermost(edge.Outer(edge.Options{Log: written.Logger(quiet), Observe: written.Request, Now: time.Now})(nothing)),
	} {
		b.Run(name, func(b *testing.B) {
			r := httptest.NewRequestWithContext(b.Context(), http.MethodGet, "/rest/v1/todos", http.NoBody)
			r.Header.Set("Authorization", "Bearer a.b.c")
			b.ReportAllocs()
			for b.Loop() {
				handler.ServeHTTP(httptest.NewRecorder(), r)
			}
		})
	}
}

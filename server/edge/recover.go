package edge

import (
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"

	"github.com/toubkal/toubkal/server/fault"
)

// recoverPanics turns a panic into a logged 500. If the response has begun, it closes
// the connection (http.ErrAbortHandler), so that the client does not take half a
// response for a whole one. It stands within accessLog, whose Recorder it gets.
func recoverPanics(log *slog.Logger) Middleware {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			defer func() {
				switch cause := recover(); cause {
				case nil:
				case http.ErrAbortHandler:
					panic(cause)
				default:
					log.ErrorContext(
						r.Context(), "panic",
						"cause", fmt.Sprint(cause), "stack", string(debug.Stack()),
					)
					if response, ok := w.(*Recorder); ok && response.Started() {
						panic(http.ErrAbortHandler)
					}
					Refuse(w, fault.As(fmt.Errorf("panic: %v", cause)))
				}
			}()
			next.ServeHTTP(w, r)
		})
	}
}

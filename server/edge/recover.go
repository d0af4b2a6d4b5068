package edge

import (
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"

	"github.com/toubkal/toubkal/server/fault"
)

// recovered turns a panic into a logged 500; the program lives on. Only
// http.ErrAbortHandler passes, which asks net/http to cut the connection.
func recovered(log *slog.Logger) Layer {
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
					refuse(w, fault.As(fmt.Errorf("panic: %v", cause)))
				}
			}()
			next.ServeHTTP(w, r)
		})
	}
}

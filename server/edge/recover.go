package edge

import (
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"

	"github.com/toubkal/toubkal/server/fault"
)

// recovered turns a panic into a logged 500; the program lives on. Behind the
// beginning of another answer the connection is cut (http.ErrAbortHandler), as
// where the handler asks for that: half an answer must not pass for a whole one.
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
					if begun(w) {
						panic(http.ErrAbortHandler)
					}
					refuse(w, fault.As(fmt.Errorf("panic: %v", cause)))
				}
			}()
			next.ServeHTTP(w, r)
		})
	}
}

// begun tells whether an answer is on its way: the log around us knows.
func begun(w http.ResponseWriter) bool {
	seen, ok := w.(*recorder)
	return ok && seen.status != 0
}

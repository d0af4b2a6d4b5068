package edge

import "net/http"

// Trace answers with the header of that name as the client sent it, so that it
// can tell its requests apart; "" traces none.
func Trace(name string) Layer {
	return func(next http.Handler) http.Handler {
		if name == "" {
			return next
		}
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if value := r.Header.Get(name); value != "" {
				w.Header().Set(name, value)
			}
			next.ServeHTTP(w, r)
		})
	}
}

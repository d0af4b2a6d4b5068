package edge

import (
	"context"
	"net/http"
	"time"
)

// limitBody makes reading past limit bytes fail with *http.MaxBytesError, which
// the services answer with 413.
func limitBody(limit int64) Layer {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			r.Body = http.MaxBytesReader(w, r.Body, limit)
			next.ServeHTTP(w, r)
		})
	}
}

// deadline bounds a request's work; PostgreSQL is told to cancel.
func deadline(timeout time.Duration) Layer {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			ctx, cancel := context.WithTimeout(r.Context(), timeout)
			defer cancel()
			next.ServeHTTP(w, r.WithContext(ctx))
		})
	}
}

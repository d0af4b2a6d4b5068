// Package storage answers /storage/v1. It has no buckets yet: it refuses every request
// in the shape of Supabase's storage, which stock clients read.
package storage

import (
	"encoding/json"
	"io"
	"net/http"
)

// Disabled answers every request with 404. Storage's own errors of this kind have HTTP
// status 400 and the true one in statusCode; an unknown route has 404 there too.
func Disabled() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// A client that is still sending a file would meet a closed connection, not the
		// answer. The edge bounds the body's length and time.
		_, _ = io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
		w.WriteHeader(http.StatusNotFound)
		_ = json.NewEncoder(w).Encode(map[string]string{
			"statusCode": "404", "error": "not_found", "code": "FeatureNotEnabled",
			"message": "Storage is not available on this server",
		})
	})
}

package rest_test

import (
	"net/http/httptest"
	"testing"
)

// BenchmarkReadByKey is a read of one row by its key, from the parsed request on, with
// PostgreSQL behind it: what it allocates is ours.
func BenchmarkReadByKey(b *testing.B) {
	a := setup(b)
	for b.Loop() {
		r := httptest.NewRequestWithContext(b.Context(), "GET", "/climbers?select=*&id=eq.1", nil)
		w := httptest.NewRecorder()
		a.handler.ServeHTTP(w, r)
		if w.Code != 200 {
			b.Fatalf("got %d %s", w.Code, w.Body)
		}
	}
	b.ReportAllocs()
}

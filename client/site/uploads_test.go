package site

import (
	"encoding/base64"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/token"
)

func TestAnonymousUploadsAreLimitedByTheDay(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)
	handler := anonUploads(3, func() time.Time { return now })(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	const file = "/object/review-proofs/00000000-0000-4000-8000-000000000001"
	send := func(method, address, role string) *httptest.ResponseRecorder {
		r := httptest.NewRequest(method, file, nil)
		r.RemoteAddr = address
		if role != "" {
			r = r.WithContext(token.WithBearer(r.Context(), "x."+base64.RawURLEncoding.EncodeToString([]byte(`{"role":"`+role+`"}`))+".y"))
		}
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		return w
	}
	const visitor, neighbour = "192.0.2.1:1", "192.0.2.2:1"
	for i, c := range []struct {
		name, method, address, role string
		after                       time.Duration
		want                        int
	}{
		{"the first file", "POST", visitor, "anon", 0, 200},
		{"without a token", "PUT", visitor, "", 0, 200},
		{"the third", "POST", visitor, "anon", 0, 200},
		{"the fourth", "POST", visitor, "anon", 0, 429},
		{"from another port", "POST", "192.0.2.1:2", "anon", 0, 429},
		{"of an admin there", "POST", visitor, "authenticated", 0, 200},
		{"a download there", "GET", visitor, "anon", 0, 200},
		{"of a neighbour", "POST", neighbour, "anon", 0, 200},
		{"an hour later", "POST", visitor, "anon", time.Hour, 429},
		{"a third of a day later", "POST", visitor, "anon", 8 * time.Hour, 200},
		{"and at once", "POST", visitor, "anon", 0, 429},
	} {
		now = now.Add(c.after)
		got := send(c.method, c.address, c.role)
		if got.Code != c.want {
			t.Errorf("%d, %s: %d, want %d", i, c.name, got.Code, c.want)
		}
		if refused := got.Code == http.StatusTooManyRequests; refused != (got.Header().Get("Retry-After") != "") {
			t.Errorf("%d, %s: Retry-After %q", i, c.name, got.Header().Get("Retry-After"))
		}
	}
}

func TestNoLimitOfUploads(t *testing.T) {
	t.Parallel()
	handler := anonUploads(0, time.Now)(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	for range 100 {
		w := httptest.NewRecorder()
		if handler.ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/object/a/b", nil)); w.Code != http.StatusOK {
			t.Fatalf("status %d, want 200", w.Code)
		}
	}
}

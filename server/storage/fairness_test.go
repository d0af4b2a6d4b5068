package storage_test

import (
	"net/http"
	"net/http/httptest"
	"runtime"
	"testing"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/storage"
	"github.com/toubkal/toubkal/server/token"
)

// While the only connection is in use, one network has a bounded number of requests that
// wait for it, and is refused the others; another network waits with it.
func TestRequestsOfOneNetworkAreBounded(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, caller, path string }{
		{"public downloads", "", "/object/public/photos/a"},
		{"downloads that find the bucket public", "", "/object/photos/a"},
		{"downloads as anon", anon, "/object/authenticated/photos/a"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := setup(t, storage.Options{}, `create policy all_select on storage.objects for select to anon using (true)`)
			if got := w.do(service, "POST", "/object/photos/a", "content", "Content-Type: text/plain"); got.status != http.StatusOK {
				t.Fatal(got)
			}
			const waiting, refused = 3, 2
			pool, err := db.Open(t.Context(), w.db.LoginURL("supabase_storage_admin"), db.Options{MaxConns: 1, MaxWaiting: waiting})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(pool.Close)
			w.Store.Pool, w.Store.Files.Pool = pool, pool
			from := func(network string) *http.Response {
				r := httptest.NewRequest(http.MethodGet, c.path, nil)
				r.RemoteAddr = network + ":1234"
				if c.caller != "" {
					r = r.WithContext(token.WithBearer(r.Context(), c.caller))
				}
				recorder := httptest.NewRecorder()
				w.ServeHTTP(recorder, r)
				return recorder.Result()
			}
			crowd, other := make(chan *http.Response, waiting+refused), make(chan *http.Response, 1)
			err = pool.Conn(t.Context(), func(*db.Conn) error {
				for range waiting + refused {
					go func() { crowd <- from("192.0.2.1") }()
				}
				for range refused {
					if got := <-crowd; got.StatusCode != http.StatusTooManyRequests || got.Header.Get("Retry-After") == "" {
						t.Errorf("above the bound: %d %v, want 429 with Retry-After", got.StatusCode, got.Header)
					}
				}
				go func() { other <- from("198.51.100.7") }()
				for pool.Stat().Waiting <= waiting {
					runtime.Gosched()
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			for range waiting {
				if got := <-crowd; got.StatusCode != http.StatusOK {
					t.Errorf("within the bound: %d", got.StatusCode)
				}
			}
			if got := <-other; got.StatusCode != http.StatusOK {
				t.Errorf("another network: %d", got.StatusCode)
			}
		})
	}
}

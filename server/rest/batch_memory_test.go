//go:build endurance

package rest_test

import (
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"

	"github.com/toubkal/toubkal/server/token"
)

// heapWriter measures the live memory when the answer begins, without the buffers that
// a sync.Pool keeps for one more collection: pgx's for a row of 4 MB is in the pool of the
// processor that ran last, and a busy machine has one in each.
type heapWriter struct {
	*httptest.ResponseRecorder
	live uint64
	size int
}

func (h *heapWriter) WriteHeader(status int) {
	var stats runtime.MemStats
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&stats)
	h.live = stats.HeapAlloc
	h.ResponseRecorder.WriteHeader(status)
}

func (h *heapWriter) Write(b []byte) (int, error) {
	h.size += len(b)
	return len(b), nil
}

// TestABatchIsNotKeptInMemory is not parallel, since it measures the heap of the process.
func TestABatchIsNotKeptInMemory(t *testing.T) {
	a := with(t, wide)
	const csv = `{"method":"GET","path":"/wide","headers":{"Accept":"text/csv"}}`
	for _, part := range []string{`{"method":"GET","path":"/wide"}`, csv, `{"method":"POST","path":"/rpc/long","body":{"n":4000000}}`} {
		send := func(times int) *heapWriter {
			body := "[" + strings.TrimSuffix(strings.Repeat(part+",", times), ",") + "]"
			r := httptest.NewRequestWithContext(token.WithBearer(t.Context(), "u"), "POST", "/", strings.NewReader(body))
			w := &heapWriter{ResponseRecorder: httptest.NewRecorder()}
			a.handler.ServeHTTP(w, r)
			if w.Code != http.StatusOK || w.size < times*4_000_000 {
				t.Fatalf("%s: got %d and %d bytes", part, w.Code, w.size)
			}
			return w
		}
		one := send(1)
		if many := send(10); many.live > one.live+4<<20 { // ten answers are 40 MB
			t.Errorf("%s: 1 takes %d kB, 10 take %d", part, one.live>>10, many.live>>10)
		}
	}
}

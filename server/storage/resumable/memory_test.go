package resumable_test

import (
	"fmt"
	"io"
	"net/http"
	"runtime"
	"testing"

	"github.com/toubkal/toubkal/server/storage/resumable"
)

// measured is a body of size bytes that remembers the greatest live memory of the process
// while it is read.
type measured struct {
	size, at, next int64
	peak           uint64
}

func (m *measured) Read(p []byte) (int, error) {
	if m.at == m.size {
		return 0, io.EOF
	}
	if m.at >= m.next {
		m.next += 2 << 20
		var stats runtime.MemStats
		runtime.GC()
		runtime.GC() // what a sync.Pool keeps for one more collection
		runtime.ReadMemStats(&stats)
		m.peak = max(m.peak, stats.HeapAlloc)
	}
	n := min(int64(len(p)), m.size-m.at)
	clear(p[:n])
	m.at += n
	return int(n), nil
}

// TestAnUploadIsNotKeptInMemory is not parallel, since it measures the heap of the process.
func TestAnUploadIsNotKeptInMemory(t *testing.T) {
	f := setup(t, resumable.Options{}, everything)
	const chunk, whole = 6 << 20, 64 << 20
	send := func(name string, total, piece int64) (peak uint64) {
		address := f.create(lina, name, fmt.Sprint(total))
		for at := int64(0); at < total; at += piece {
			body := &measured{size: min(piece, total-at)}
			got := f.do(lina, "PATCH", address, body, "Content-Type: application/offset+octet-stream", fmt.Sprint("Upload-Offset: ", at))
			if got.status != http.StatusNoContent {
				t.Fatalf("%s at %d: %d %s", name, at, got.status, got.body)
			}
			peak = max(peak, body.peak)
		}
		return peak
	}
	one := send("one piece", chunk, chunk)
	for name, piece := range map[string]int64{"pieces of 6 MiB": chunk, "one request": whole + 1} {
		if peak := send(name, whole+1, piece); peak > one+4<<20 {
			t.Errorf("%s: 6 MiB take %d kB, 64 MiB take %d", name, one>>10, peak>>10)
		}
	}
	if n := f.number(t, `select count(*) from toubkal_storage.upload_parts p join toubkal_storage.uploads u on u.id = p.upload_id where u.name = 'one request'`); n != 2 {
		t.Errorf("a request of more than 64 MiB made %d parts, want 2", n)
	}
}

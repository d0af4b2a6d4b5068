package tests

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/toubkal/toubkal/server/test/apptest"
)

// BenchmarkStorageDownload compares public objects with the same files on
// http.FileServer, by 8 clients for each processor, in rounds that alternate.
func BenchmarkStorageDownload(b *testing.B) {
	dir := b.TempDir()
	files := httptest.NewServer(http.FileServer(http.Dir(dir)))
	b.Cleanup(files.Close)
	s := boot(b, "SERVICES=rest,auth,storage", "UPLOAD_FILE_SIZE_LIMIT=50000000")
	if _, err := s.DB.Admin.Exec(b.Context(), `insert into storage.buckets (id, name, public) values ('photos', 'photos', true)`); err != nil {
		b.Fatal(err)
	}
	for _, size := range []int{64 << 10, 1 << 20, 16 << 20} {
		content, name := bytes.Repeat([]byte("0123456789abcdef"), size/16), strconv.Itoa(size>>10)+"KiB"
		if err := os.WriteFile(filepath.Join(dir, name+".png"), content, 0o600); err != nil {
			b.Fatal(err)
		}
		up := s.Send(b, "POST", "/storage/v1/object/photos/"+name+".png", string(content), append(s.Headers(s.ServiceKey(b)), "Content-Type: image/png")...)
		if up.Status != http.StatusOK {
			b.Fatalf("upload: %d %s", up.Status, up.Body)
		}
		for range 3 {
			for server, address := range map[string]string{"FileServer": files.URL + "/", "program": s.URL + "/storage/v1/object/public/photos/"} {
				b.Run(name+"/"+server, func(b *testing.B) {
					b.SetBytes(int64(size))
					b.SetParallelism(8)
					b.RunParallel(func(next *testing.PB) {
						for next.Next() {
							download(b, s, address+name+".png", size)
						}
					})
				})
			}
		}
	}
}

func download(b *testing.B, s *apptest.Instance, address string, size int) {
	b.Helper()
	request, err := http.NewRequestWithContext(b.Context(), http.MethodGet, address, nil)
	if err != nil {
		b.Error(err)
		return
	}
	response, err := s.Client.Do(request)
	if err != nil {
		b.Error(err)
		return
	}
	n, err := io.Copy(io.Discard, response.Body)
	_ = response.Body.Close()
	if err != nil || int(n) != size || response.StatusCode != http.StatusOK {
		b.Errorf("got %d, %d bytes, %v", response.StatusCode, n, err)
	}
}

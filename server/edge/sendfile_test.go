package edge

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// sink is a response that has ReadFrom, as net/http's has.
type sink struct {
	*httptest.ResponseRecorder
	files int64 // bytes that came by ReadFrom from a file
}

func (s *sink) ReadFrom(r io.Reader) (int64, error) {
	n, err := io.Copy(s.ResponseRecorder, r)
	if limited, ok := r.(*io.LimitedReader); ok {
		if _, ok := limited.R.(*os.File); ok {
			s.files += n
		}
	}
	return n, err
}

// What is not compressed gets to net/http as a file, which the kernel sends.
func TestTheKernelSendsFiles(t *testing.T) {
	t.Parallel()
	content := bytes.Repeat([]byte("0123456789abcdef"), 1<<12)
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, kind, accepts, span string
		want                      int64
	}{
		{"a photograph", "image/jpeg", "gzip, zstd", "", 1 << 16},
		{"a picture", "image/png", "gzip, zstd", "", 1 << 16},
		{"bytes", "Application/Octet-Stream; x=y", "gzip", "", 1 << 16},
		{"a drawing, which is text", "image/svg+xml", "gzip", "", 0},
		{"a part of a text", "text/plain", "gzip", "bytes=0-99", 100},
		{"a text, nothing accepted", "text/plain", "", "", 1 << 16},
		{"a text that is compressed", "text/plain", "gzip", "", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := &sink{ResponseRecorder: httptest.NewRecorder()}
			r := httptest.NewRequest(http.MethodGet, "/", nil)
			for name, value := range map[string]string{"Accept-Encoding": c.accepts, "Range": c.span} {
				if value != "" {
					r.Header.Set(name, value)
				}
			}
			Outer(Options{Log: logTo(io.Discard)})(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				file, err := os.Open(path)
				if err != nil {
					t.Error(err)
					return
				}
				defer func() { _ = file.Close() }()
				w.Header().Set("Content-Type", c.kind)
				http.ServeContent(w, r, "", time.Time{}, file)
			})).ServeHTTP(w, r)
			if w.files != c.want {
				t.Errorf("%d bytes came as a file, want %d", w.files, c.want)
			}
			if plain := w.Header().Get("Content-Encoding") == ""; plain && c.want > 0 && !bytes.Equal(w.Body.Bytes(), content[:c.want]) {
				t.Errorf("%d bytes were sent, want %d", w.Body.Len(), c.want)
			}
		})
	}
}

package edge

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// TestHalfAnAnswerIsNoAnswer: a client must be able to tell an answer that a panic
// has ended from a whole one.
func TestHalfAnAnswerIsNoAnswer(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("half a row, ", 1000)
	for _, c := range []struct {
		name, written string
		whole         bool // the client gets a whole answer, the 500
	}{
		{"before anything was written", "", true},
		{"after a little", "[", false},
		{"after much", long, false},
	} {
		for _, encoding := range []string{"identity", "gzip"} {
			t.Run(c.name+", "+encoding, func(t *testing.T) {
				t.Parallel()
				var log bytes.Buffer
				server := httptest.NewServer(Outer(Options{Log: logTo(&log)})(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
					if c.written != "" {
						_, _ = w.Write([]byte(c.written))
					}
					panic("in the middle")
				})))
				defer server.Close()
				r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL, http.NoBody)
				if err != nil {
					t.Fatal(err)
				}
				r.Header.Set("Accept-Encoding", encoding)
				response, err := server.Client().Do(r)
				if err == nil {
					defer response.Body.Close()
					_, err = io.Copy(io.Discard, response.Body)
				}
				if whole := err == nil; whole != c.whole {
					t.Errorf("the client met %v, want a whole answer = %v", err, c.whole)
				}
				if c.whole && response.StatusCode != http.StatusInternalServerError {
					t.Errorf("status %d, want 500", response.StatusCode)
				}
			})
		}
	}
}

package edge

import (
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestRequestsThatEndInTwoPlacesCloseTheConnection(t *testing.T) {
	t.Parallel()
	const last = "GET /last HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
	for _, c := range []struct {
		name, wire string
		want       []string // the paths that are served
	}{
		{"both lengths", "POST /first HTTP/1.1\r\nHost: x\r\nContent-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + last, []string{"/first"}},
		{"both, the other way around", "POST /first HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nContent-Length: 6\r\n\r\n2\r\n{}\r\n0\r\n\r\n" + last, []string{"/first"}},
		{"both, in odd cases", "POST /first HTTP/1.1\r\nHost: x\r\ntRANSFER-eNCODING: CHUNKED\r\ncontent-length: 0\r\n\r\n0\r\n\r\n" + last, []string{"/first"}},
		{"a read with both", "GET /first HTTP/1.1\r\nHost: x\r\nContent-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + last, []string{"/first"}},
		{"chunks before HTTP/1.1", "POST /first HTTP/1.0\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + last, []string{"/first"}},
		{"both before HTTP/1.1", "POST /first HTTP/1.0\r\nConnection: keep-alive\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + last, []string{"/first"}},
		{"a length", "POST /first HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}" + last, []string{"/first", "/last"}},
		{"no body", "GET /first HTTP/1.1\r\nHost: x\r\n\r\n" + last, []string{"/first", "/last"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var mu sync.Mutex
			var served []string
			handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				_, _ = io.Copy(io.Discard, r.Body)
				mu.Lock()
				served = append(served, r.URL.Path)
				mu.Unlock()
				_, _ = io.WriteString(w, "served")
			})
			server := httptest.NewServer(Outer(Options{Log: slog.New(slog.DiscardHandler)})(handler))
			defer server.Close()
			conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", strings.TrimPrefix(server.URL, "http://"))
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = conn.Close() }()
			_ = conn.SetDeadline(time.Now().Add(time.Minute))
			if _, err := io.WriteString(conn, c.wire); err != nil {
				t.Fatal(err)
			}
			answers, err := io.ReadAll(conn) // ends where the server closes the connection
			if err != nil {
				t.Fatalf("the connection stays open: %v", err)
			}
			mu.Lock()
			defer mu.Unlock()
			if !slices.Equal(served, c.want) {
				t.Errorf("served %q, want %q:\n%s", served, c.want, answers)
			}
		})
	}
}

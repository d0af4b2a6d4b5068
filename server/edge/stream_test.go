package edge

import (
	"compress/gzip"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/synctest"
	"time"

	"github.com/klauspost/compress/zstd"
)

// TestAStreamArrivesAsItIsFlushed: the service waits until the client has read its
// first bytes, so a layer that held them back would hold both for ever.
func TestAStreamArrivesAsItIsFlushed(t *testing.T) {
	t.Parallel()
	const first, second = "data: 1\n\n", "data: 2\n\n"
	for _, c := range []struct {
		name, kind, accepts string
		early               bool   // the service flushes its headers before the first byte
		encoding            string // that is answered
	}{
		{"events, nothing accepted", "text/event-stream", "", false, ""},
		{"events, gzip", "text/event-stream", "gzip", false, ""},
		{"events, all of a browser", "text/event-stream; charset=utf-8", "gzip, deflate, br, zstd", false, ""},
		{"events, headers first", "text/event-stream", "gzip", true, ""},
		{"lines, nothing accepted", "application/x-ndjson", "", true, ""},
		{"lines, gzip", "application/x-ndjson", "gzip", false, "gzip"},
		{"lines, zstd", "application/x-ndjson", "zstd", false, "zstd"},
		{"lines, only what we lack", "application/x-ndjson", "br", false, ""},
		{"lines, headers first", "application/x-ndjson", "gzip", true, ""},
		{"an image", "image/jpeg", "gzip", false, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			headersRead, firstRead := make(chan struct{}), make(chan struct{})
			server := httptest.NewServer(Outer(Options{Log: logTo(io.Discard)})(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				wait := func(read chan struct{}) {
					select {
					case <-read:
					case <-r.Context().Done():
					}
				}
				flusher, ok := w.(http.Flusher)
				if !ok {
					t.Error("the writer is no http.Flusher")
					return
				}
				w.Header().Set("Content-Type", c.kind)
				if c.early {
					w.WriteHeader(http.StatusAccepted)
					flusher.Flush()
					wait(headersRead)
				}
				_, _ = io.WriteString(w, first)
				flusher.Flush()
				wait(firstRead)
				_, _ = io.WriteString(w, second)
			})))
			defer server.Close()
			ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
			defer cancel()
			r, err := http.NewRequestWithContext(ctx, http.MethodGet, server.URL, http.NoBody)
			if err != nil {
				t.Fatal(err)
			}
			if c.accepts != "" {
				r.Header.Set("Accept-Encoding", c.accepts)
			}
			response, err := (&http.Client{Transport: &http.Transport{DisableCompression: true, DisableKeepAlives: true}}).Do(r)
			if err != nil {
				t.Fatal(err)
			}
			defer response.Body.Close()
			close(headersRead)
			if got := response.Header.Get("Content-Encoding"); got != c.encoding {
				t.Errorf("Content-Encoding %q, want %q", got, c.encoding)
			}
			if c.early && response.StatusCode != http.StatusAccepted {
				t.Errorf("status %d, want 202", response.StatusCode)
			}
			body := decoded(t, response)
			got := make([]byte, len(first))
			if _, err := io.ReadFull(body, got); err != nil || string(got) != first {
				t.Fatalf("the first event: %q, %v", got, err)
			}
			close(firstRead)
			if rest, err := io.ReadAll(body); err != nil || string(rest) != second {
				t.Errorf("the rest: %q, %v", rest, err)
			}
		})
	}
}

func decoded(t *testing.T, response *http.Response) io.Reader {
	t.Helper()
	switch response.Header.Get("Content-Encoding") {
	case "gzip":
		body, err := gzip.NewReader(response.Body)
		if err != nil {
			t.Fatal(err)
		}
		return body
	case "zstd":
		body, err := zstd.NewReader(response.Body)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(body.Close)
		return body
	}
	return response.Body
}

// A request that will end is left to finish; one that serves events is canceled.
func TestShutdownEndsEventStreamsOnly(t *testing.T) {
	t.Parallel()
	for kind, want := range map[string]error{
		"text/event-stream": context.Canceled, "text/event-stream; charset=utf-8": context.Canceled,
		"application/x-ndjson": nil, "text/csv": nil,
	} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				shutdown := make(chan struct{})
				serve(t, EndEventStreams(shutdown), func(w http.ResponseWriter, r *http.Request) {
					w.Header().Set("Content-Type", kind)
					w.WriteHeader(http.StatusOK)
					close(shutdown)
					synctest.Wait()
					if err := r.Context().Err(); err != want {
						t.Errorf("the context ended with %v, want %v", err, want)
					}
				}, nil)
			})
		})
	}
}

package functions_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/edge"
	"github.com/toubkal/toubkal/server/functions"
	"github.com/toubkal/toubkal/server/token"
)

// behindEdge serves one public function f as the program does. It returns what the
// service logs, to be read after the server is closed.
func behindEdge(t *testing.T, f functions.Function) (*httptest.Server, *bytes.Buffer) {
	t.Helper()
	log := &bytes.Buffer{}
	f.Public = true
	service, err := functions.New(functions.Options{
		Functions: map[string]functions.Function{"f": f}, Log: slog.New(slog.NewTextHandler(log, nil)),
		Verify: func(string) (token.Claims, error) { return token.Claims{}, errors.New("none") },
	})
	if err != nil {
		t.Fatal(err)
	}
	quiet := edge.Options{Log: slog.New(slog.DiscardHandler), Timeout: -1}
	server := httptest.NewServer(edge.Outer(quiet)(edge.API(quiet, 1<<20)(edge.CORS(nil)(service))))
	t.Cleanup(server.Close)
	return server, log
}

func ask(t *testing.T, method, url, accepts string) (*http.Response, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	t.Cleanup(cancel)
	r, err := http.NewRequestWithContext(ctx, method, url, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Accept-Encoding", accepts)
	response, err := http.DefaultClient.Do(r)
	if err == nil {
		t.Cleanup(func() { _ = response.Body.Close() })
	}
	return response, err
}

// TestAFunctionStreams: it waits until the client has read its first event.
func TestAFunctionStreams(t *testing.T) {
	t.Parallel()
	for _, accepts := range []string{"identity", "gzip, deflate, br, zstd"} {
		t.Run(accepts, func(t *testing.T) {
			t.Parallel()
			read := make(chan struct{})
			server, log := behindEdge(t, functions.Function{Timeout: time.Minute, Handle: func(w http.ResponseWriter, r *http.Request, _ *functions.Call) error {
				w.Header().Set("Content-Type", "text/event-stream")
				_, _ = io.WriteString(w, "data: first\n\n")
				w.(http.Flusher).Flush()
				select {
				case <-read:
				case <-r.Context().Done():
				}
				_, err := io.WriteString(w, "data: last\n\n")
				return err
			}})
			response, err := ask(t, http.MethodGet, server.URL+"/f", accepts)
			if err != nil {
				t.Fatal(err)
			}
			body := bufio.NewReader(response.Body)
			if line, err := body.ReadString('\n'); line != "data: first\n" || err != nil {
				t.Fatalf("the first event: %q %v", line, err)
			}
			close(read)
			if rest, err := io.ReadAll(body); string(rest) != "\ndata: last\n\n" || err != nil {
				t.Errorf("the rest: %q %v", rest, err)
			}
			server.Close()
			if log.Len() != 0 {
				t.Errorf("log: %s", log)
			}
		})
	}
}

func TestAFunctionSetsStatusAndHeaders(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("tea ", 1000)
	server, _ := behindEdge(t, functions.Function{Methods: []string{http.MethodGet}, Handle: func(w http.ResponseWriter, r *http.Request, _ *functions.Call) error {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		w.Header().Set("Set-Cookie", "a=b")
		w.Header().Set("Access-Control-Expose-Headers", "Set-Cookie")
		w.WriteHeader(http.StatusTeapot)
		_, err := io.WriteString(w, r.URL.Path+"?"+r.URL.RawQuery+long)
		return err
	}})
	for _, c := range []struct {
		method, accepts, body string
		status                int
	}{
		{"GET", "identity", "/f/a?b=c" + long, 418},
		{"HEAD", "identity", "", 418},
		{"HEAD", "gzip", "", 418},
		{"POST", "identity", `{"code":"refused","error":"Method not allowed"}`, 405},
	} {
		response, err := ask(t, c.method, server.URL+"/f/a?b=c", c.accepts)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(response.Body)
		if err != nil || response.StatusCode != c.status || string(body) != c.body {
			t.Errorf("%s %s: %d %.80q %v, want %d %.80q", c.method, c.accepts, response.StatusCode, body, err, c.status, c.body)
		}
		if c.status == 418 && (response.Header.Get("Set-Cookie") != "a=b" || response.Header.Get("Access-Control-Expose-Headers") != "Set-Cookie") {
			t.Errorf("%s: headers %v", c.method, response.Header)
		}
	}
}

// TestHalfAResponseIsAborted: the client must be able to tell it from a whole one.
func TestHalfAResponseIsAborted(t *testing.T) {
	t.Parallel()
	const text = "half a sentence"
	for _, c := range []struct {
		name   string
		fails  func() error
		before string // what is written first
		flush  bool
		status int // 0 for a closed connection
		logged string
	}{
		{"an error before the first byte", func() error { return errors.New("swordfish") }, "", false, 500, "swordfish"},
		{"a refusal before the first byte", func() error { return functions.Refuse(409, "Taken.") }, "", false, 409, ""},
		{"an error after it", func() error { return errors.New("swordfish") }, text, true, 0, "swordfish"},
		{"an error after it, not flushed", func() error { return errors.New("swordfish") }, text, false, 0, "swordfish"},
		{"a panic after it", func() error { panic("swordfish") }, text, true, 0, "http_test.go"},
		{"asked for", func() error { panic(http.ErrAbortHandler) }, "", false, 0, ""},
	} {
		for _, accepts := range []string{"identity", "gzip"} {
			t.Run(c.name+", "+accepts, func(t *testing.T) {
				t.Parallel()
				server, log := behindEdge(t, functions.Function{Handle: func(w http.ResponseWriter, _ *http.Request, _ *functions.Call) error {
					if c.before == "" {
						w.Header().Set("Content-Length", "100000") // of what it would have written
					} else {
						_, _ = io.WriteString(w, c.before)
					}
					if c.flush {
						w.(http.Flusher).Flush()
					}
					return c.fails()
				}})
				status := 0
				response, err := ask(t, http.MethodGet, server.URL+"/f", accepts)
				if err == nil {
					if _, err = io.ReadAll(response.Body); err == nil {
						status = response.StatusCode
					}
				}
				if status != c.status {
					t.Errorf("status %d (%v), want %d", status, err, c.status)
				}
				server.Close()
				if got := log.String(); (got == "") != (c.logged == "") || !strings.Contains(got, c.logged) {
					t.Errorf("log = %q, want %q in it", got, c.logged)
				}
			})
		}
	}
}

package site

import (
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
)

// TestChangeIsRenderedInTheBackground: after a write, visitors get the last page, marked as
// stale, until the new one is there. It is rendered once, whether anybody asks or not.
func TestChangeIsRenderedInTheBackground(t *testing.T) {
	t.Parallel()
	from := seeded()
	held := heldScript{slog.DiscardHandler, make(chan string, 100), make(chan struct{}, 100)}
	held.Handler = slog.NewTextHandler(&strings.Builder{}, nil)
	site, clock := renderingSite(t, from, held)
	held.release <- struct{}{}
	ask(site, "/story")
	<-held.began
	setting("brand.wordmark", `"Other"`)(from)
	site.TablesChanged()
	if path := <-held.began; path != "/story" {
		t.Errorf("%s is rendered after the write, want the page that is kept", path)
	}
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			res, body := ask(site, "/story", "If-None-Match: *")
			if res.StatusCode != 200 || !strings.Contains(body, "of Cairn & Co, number 1<") || res.Header.Get("Server-Timing") != "stale" {
				t.Errorf("%d %v while it is rendered, want the last page: %s", res.StatusCode, res.Header, body)
			}
		})
	}
	all.Wait()
	clock.add(time.Hour)
	if res, body := ask(site, "/story"); !strings.Contains(body, "number 1<") || res.Header.Get("Server-Timing") != "stale" {
		t.Errorf("an hour later %v, want the last page, marked as stale: %s", res.Header, body)
	}
	held.release <- struct{}{}
	askUntil(site, "/story", "of Other, number 2<")
	if res, _ := ask(site, "/story"); res.Header.Get("Server-Timing") != "" {
		t.Errorf("the new page is said to be %s", res.Header.Get("Server-Timing"))
	}
	if len(held.began) > 0 {
		t.Errorf("%s was rendered again", <-held.began)
	}
}

// TestWriteRendersThePagesThatAreRead again, the latest first, and leaves the others to their next request.
func TestWriteRendersThePagesThatAreRead(t *testing.T) {
	t.Parallel()
	from := seeded()
	held := heldScript{slog.NewTextHandler(io.Discard, nil), make(chan string, 100), make(chan struct{}, 100)}
	for range cap(held.release) {
		held.release <- struct{}{}
	}
	site, clock := renderingSite(t, from, held)
	expect := func(when string, paths ...string) {
		t.Helper()
		for _, want := range paths {
			if path := <-held.began; path != want {
				t.Errorf("%s: %s is rendered, want %s", when, path, want)
			}
		}
	}
	for _, path := range []string{"/story", "/blog/first-light", "/"} {
		ask(site, path)
		expect("the first request", path)
	}
	clock.add(renewWithin)
	ask(site, "/blog/first-light")
	clock.add(time.Second)
	ask(site, "/story")
	write := func(name string) {
		setting("brand.wordmark", `"`+name+`"`)(from)
		site.TablesChanged()
	}
	write("Other")
	expect("after a write", "/story", "/blog/first-light")
	write("Third")
	expect("after a second write, though no request came between", "/story", "/blog/first-light")
	ask(site, "/")
	expect("a request for a page that was not rendered again", "/")
	askUntil(site, "/", "of Third, number ")
}

// TestPageWhoseRowsTakeLong is sent as it is kept, marked as stale.
func TestPageWhoseRowsTakeLong(t *testing.T) {
	t.Parallel()
	from := seeded()
	site, _ := renderingSite(t, from, slog.DiscardHandler)
	ask(site, "/story")
	held := make(chan struct{})
	t.Cleanup(func() { close(held) })
	site.client.tables = http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		select {
		case <-held:
		case <-r.Context().Done():
		}
	})
	site.renderer.checkWait = 0
	site.renderer.writes.Add(1)
	if res, body := ask(site, "/story"); !strings.Contains(body, "number 1<") || res.Header.Get("Server-Timing") != "stale" {
		t.Errorf("%d %v, want the kept page, marked as stale: %s", res.StatusCode, res.Header, body)
	}
}

// TestPageOfALostRow is gone with the next request after the write.
func TestPageOfALostRow(t *testing.T) {
	t.Parallel()
	from := seeded()
	site, _ := renderingSite(t, from, slog.DiscardHandler)
	if res, body := ask(site, "/blog/first-light"); res.StatusCode != 200 || !strings.Contains(body, "number 1<") {
		t.Fatalf("%d: %s", res.StatusCode, body)
	}
	from.rows["blog_posts"] = "[]"
	site.TablesChanged()
	if res, body := ask(site, "/blog/first-light"); res.StatusCode != 404 {
		t.Errorf("%d after its row was deleted: %s", res.StatusCode, body)
	}
}

// TestWritesAreTold, those that succeed, before their caller has the answer.
func TestWritesAreTold(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		method string
		status int
		body   string
		want   int
	}{
		{"GET", 200, "[]", 0},
		{"QUERY", 200, "[]", 0},
		{"HEAD", 200, "", 0},
		{"PATCH", 204, "", 1},
		{"POST", 201, "", 1},
		{"DELETE", 0, "[]", 2},
		{"PUT", 200, "[{}]", 2},
		{"PATCH", 401, "{}", 0},
		{"POST", 429, "{}", 0},
	} {
		t.Run(fmt.Sprint(c.method, c.status), func(t *testing.T) {
			t.Parallel()
			told := 0
			tellWrites(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.WriteHeader(http.StatusEarlyHints)
				if c.status != 0 {
					w.WriteHeader(c.status)
				}
				_, _ = io.WriteString(w, c.body)
				if told > 1 {
					t.Error("it was told of the end before the end")
				}
			}), func() { told++ }).ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(c.method, "/", nil))
			if told != c.want {
				t.Errorf("told %d times, want %d", told, c.want)
			}
		})
	}
}

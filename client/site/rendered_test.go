package site

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"
)

// fakeScript keeps the protocol of client/src/site/render/main.ts, and counts. Its pages show one setting.
const fakeScript = `
	let page, count = 0;
	const wordmark = (rows) => rows.findLast(({ key }) => key === 'brand.wordmark')?.value;
	globalThis.start = () => {};
	globalThis.render = (path, language, state) => {
		hostLog('rendering ' + path);
		if (state.includes('unrenderable')) throw new Error('no');
		count += 1;
		const name = wordmark(JSON.parse(state).find(([key]) => key[0] === 'settings')?.[1] ?? JSON.parse(state).flatMap(([key, rows]) => rows));
		page = {
			head: '<title>Rendered &amp; ' + language + '</title><meta name="description" content="About &quot;it&quot;"/><link rel="preload" href="/x">',
			app: '<h1>' + path + ' in ' + language + ' of ' + name + ', number ' + count + '</h1>',
			uses: ['wordmark'], values: JSON.stringify([name]),
		};
	};
	globalThis.settings = (rows, names) => JSON.stringify([wordmark(JSON.parse(rows))]);
	globalThis.take = () => JSON.stringify(page);`

// rendering is a build whose pages can be rendered.
func rendering() fstest.MapFS {
	files := built()
	files["render/main.js"] = &fstest.MapFile{Data: []byte(fakeScript)}
	files["render/lines.json"] = &fstest.MapFile{Data: []byte("[]")}
	return files
}

// clock is a time that a test sets.
type clock struct {
	mu sync.Mutex
	at time.Time
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

func (c *clock) add(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
}

// heldScript is a log that holds each rendering until it is released, and tells of it.
type heldScript struct {
	slog.Handler
	began   chan string
	release chan struct{}
}

func (h heldScript) Handle(_ context.Context, record slog.Record) error {
	record.Attrs(func(a slog.Attr) bool {
		if path, ok := strings.CutPrefix(a.Value.String(), "rendering "); ok {
			h.began <- path
			<-h.release
		}
		return true
	})
	return nil
}

func renderingSite(t *testing.T, from http.Handler, log slog.Handler) (*Site, *clock) {
	t.Helper()
	c := &clock{at: today}
	site, err := New(Options{Files: rendering(), AnonKey: "anon", Tables: from, SiteURL: "https://example.org", Now: c.now, Log: slog.New(log)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(site.renderer.Close)
	site.renderer.renderWait, site.renderer.checkWait = time.Hour, time.Hour // however busy the machine is
	return site, c
}

// askUntil asks until the page has the text: it is rendered in the background.
func askUntil(site *Site, target, text string) (body string) {
	for !strings.Contains(body, text) {
		_, body = ask(site, target)
	}
	return body
}

func TestRenderedPage(t *testing.T) {
	t.Parallel()
	site, _ := renderingSite(t, seeded(), slog.DiscardHandler)
	for range 2 { // rendered, and kept
		res, body := ask(site, "/book?lang=fr")
		for _, want := range []string{
			`<title>Rendered &amp; fr</title><meta name="description" content="About &quot;it&quot;"/><link rel="preload" href="/x">`,
			`<div id="root" data-render="rows"><h1>/book in fr of Cairn & Co, number 1</h1></div>`,
			`<meta property="og:title" content="Rendered &amp; fr">`, `<meta property="og:description" content="About &#34;it&#34;">`,
			`id="__DATA__">[[["settings"],`, `"priceCurrency":"MAD"`,
		} {
			if !strings.Contains(body, want) {
				t.Errorf("the page lacks %s: %s", want, body)
			}
		}
		for _, wrong := range []string{"a drawing", "⟦", "<!--"} {
			if strings.Contains(body, wrong) {
				t.Errorf("the page has %s of the build: %s", wrong, body)
			}
		}
		if size := res.Header.Get("Content-Length"); size != fmt.Sprint(len(body)) || res.Header.Get("Content-Encoding") != "" {
			t.Errorf("%s bytes as %q, want the %d of the page", size, res.Header.Get("Content-Encoding"), len(body))
		}
	}
}

// TestKeptPageIsSentCompressed to those who accept it, and not at all to those who have it.
func TestKeptPageIsSentCompressed(t *testing.T) {
	t.Parallel()
	site, _ := renderingSite(t, seeded(), slog.DiscardHandler)
	_, plain := ask(site, "/story")
	res, body := ask(site, "/story", "Accept-Encoding: zstd, gzip")
	unpacked, err := unpack([]byte(body))
	if err != nil || string(unpacked) != plain || res.Header.Get("Content-Encoding") != "gzip" || !strings.HasSuffix(res.Header.Get("ETag"), `-gzip"`) {
		t.Errorf("%v, %v, want the page as gzip: %s", res.Header, err, unpacked)
	}
	if vary := strings.Join(res.Header.Values("Vary"), ", "); vary != "Cookie, Accept-Encoding" {
		t.Errorf("Vary: %s", vary)
	}
	// package edge strips the suffix from requests
	tag := strings.Replace(res.Header.Get("ETag"), "-gzip", "", 1)
	if res, body := ask(site, "/story", "Accept-Encoding: gzip", "If-None-Match: "+tag); res.StatusCode != http.StatusNotModified || body != "" || res.Header.Get("Content-Encoding") != "" {
		t.Errorf("%d with %d bytes, want 304: %v", res.StatusCode, len(body), res.Header)
	}
}

// TestPageIsRenderedOnce until one of its rows is another. What a visitor adds to the
// address, and pages that do not exist, render nothing.
func TestPageIsRenderedOnce(t *testing.T) {
	t.Parallel()
	from := seeded()
	site, clock := renderingSite(t, from, slog.DiscardHandler)
	want := func(target, text string) {
		t.Helper()
		if _, body := ask(site, target); !strings.Contains(body, text) {
			t.Errorf("%s lacks %q: %s", target, text, body)
		}
	}
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() { ask(site, "/story") })
	}
	all.Wait()
	for _, target := range []string{"/story", "/story?lang=en&x=1", "/story?utm=2", "/story?lang=de"} {
		want(target, "/story in en of Cairn & Co, number 1<")
	}
	for _, target := range []string{"/nowhere", "/blog/none", "/achievement/none", "/checkout", "/admin"} {
		if _, body := ask(site, target); strings.Contains(body, "number") {
			t.Errorf("%s was rendered: %s", target, body)
		}
	}
	want("/story?lang=ar", "number 2<")
	setting("brand.wordmark", `"Other"`)(from)
	clock.add(maxStale)
	askUntil(site, "/story", "of Other, number 3<")
	want("/story", "of Other, number 3<")
	want("/blog/first-light", "/blog/first-light in en of Other, number 4<")
	clear(from.rows)
	clock.add(maxStale)
	want("/story", "number 3<") // from the last answers
}

// TestSettingThatAPageDoesNotShow changes the rows in the page, and the page is not rendered again.
func TestSettingThatAPageDoesNotShow(t *testing.T) {
	t.Parallel()
	from := seeded()
	site, clock := renderingSite(t, from, slog.DiscardHandler)
	ask(site, "/book")
	setting("book.price_mad", "1299")(from)
	clock.add(maxStale)
	body := askUntil(site, "/book", `{"key":"book.price_mad","value":1299}`)
	for _, want := range []string{"number 1<", `"price":1299`, `<title>Rendered &amp; en</title>`} {
		if !strings.Contains(body, want) {
			t.Errorf("the page lacks %s: %s", want, body)
		}
	}
}

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

// TestPageThatTakesLong is the build's with the rows until it is rendered.
func TestPageThatTakesLong(t *testing.T) {
	t.Parallel()
	held := heldScript{slog.NewTextHandler(io.Discard, nil), make(chan string, 1), make(chan struct{})}
	site, _ := renderingSite(t, seeded(), held)
	site.renderer.renderWait = 0
	if res, body := ask(site, "/story"); res.StatusCode != http.StatusOK || !strings.Contains(body, "<h1>Story en</h1>") || !strings.Contains(body, "Cairn") {
		t.Errorf("%d, want the page of the build with the rows: %s", res.StatusCode, body)
	}
	<-held.began
	held.release <- struct{}{}
	askUntil(site, "/story", "number 1<")
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

// TestPageThatCannotBeRendered is the build's, is logged once, and is rendered again ever later.
func TestPageThatCannotBeRendered(t *testing.T) {
	t.Parallel()
	from := seeded()
	setting("brand.wordmark", `"unrenderable"`)(from)
	var log lockedLog
	site, clock := renderingSite(t, from, slog.NewTextHandler(&log, nil))
	tries := func(want int, wait time.Duration) {
		t.Helper()
		clock.add(wait)
		for range 3 {
			if res, body := ask(site, "/story"); res.StatusCode != http.StatusOK || !strings.Contains(body, "<h1>Story en</h1>") {
				t.Errorf("%d, want the page of the build: %s", res.StatusCode, body)
			}
		}
		if tries := strings.Count(log.String(), "rendering /story"); tries != want {
			t.Errorf("it was tried %d times, want %d", tries, want)
		}
	}
	tries(1, 0)
	tries(2, renderRetry)
	tries(2, renderRetry)
	tries(3, renderRetry)
	if lines := strings.Count(log.String(), "a page is served as the build rendered it"); lines != 1 {
		t.Errorf("it is logged %d times, want once: %s", lines, log.String())
	}
}

// lockedLog is a log that is read while it is written.
type lockedLog struct {
	mu   sync.Mutex
	text strings.Builder
}

func (l *lockedLog) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *lockedLog) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// TestWaitingPagesAreBounded: more pages than may wait are the build's at once.
func TestWaitingPagesAreBounded(t *testing.T) {
	t.Parallel()
	site, _ := renderingSite(t, seeded(), slog.DiscardHandler)
	for range maxWaiting {
		site.renderer.waiting <- struct{}{}
	}
	if res, body := ask(site, "/story"); res.StatusCode != 200 || !strings.Contains(body, "<h1>Story en</h1>") {
		t.Errorf("%d while %d wait, want the page of the build: %s", res.StatusCode, maxWaiting, body)
	}
	<-site.renderer.waiting
	if _, body := ask(site, "/story"); !strings.Contains(body, "number 1<") {
		t.Errorf("with %d waiting it is not rendered: %s", maxWaiting-1, body)
	}
}

// TestKeptPagesAreBounded: the page that was asked for longest ago goes first.
func TestKeptPagesAreBounded(t *testing.T) {
	t.Parallel()
	kept := newKeptPages(time.Now)
	large := make([]byte, maxKeptPageBytes/4)
	has := func(path string) bool {
		page, _, _ := kept.get(pageName{path, "en"}, "")
		return page != nil
	}
	for _, path := range []string{"/a", "/b", "/c", "/d", "/a", "/e"} {
		if !has(path) {
			kept.put(&keptPage{pageName: pageName{path, "en"}, html: large, rendering: &keptRendering{}}, today, 0)
		}
	}
	for path, want := range map[string]bool{"/a": true, "/b": false, "/c": true, "/d": true, "/e": true} {
		if has(path) != want {
			t.Errorf("%s is kept: %v, want %v", path, has(path), want)
		}
	}
	if kept.total != maxKeptPageBytes {
		t.Errorf("%d bytes are counted, want %d", kept.total, maxKeptPageBytes)
	}
	for i := range 2 * maxKeptPages {
		kept.put(&keptPage{pageName: pageName{fmt.Sprint(i), "en"}, rendering: &keptRendering{}}, today, 0)
	}
	if pages := kept.recent.Len(); pages != maxKeptPages || kept.total != 0 {
		t.Errorf("%d pages of %d bytes are kept, want %d of none", pages, kept.total, maxKeptPages)
	}
}

// TestOlderRowsDoNotReplaceNewer: of two renderings at a time the one with older rows may end last.
func TestOlderRowsDoNotReplaceNewer(t *testing.T) {
	t.Parallel()
	kept := newKeptPages(time.Now)
	name := pageName{"/", "en"}
	for _, at := range []time.Duration{2, 1} {
		kept.put(&keptPage{pageName: name, size: int(at), rendering: &keptRendering{}}, today.Add(at), 0)
	}
	if page, _, _ := kept.get(name, ""); page.size != 2 {
		t.Errorf("the page with the rows of %d is kept, want 2", page.size)
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

package site

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
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

// bareApp is a page that its client renders.
const bareApp = `<div id="root"></div>`

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
	site.waitForTables()
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
			`<div id="root"><h1>/book in fr of Cairn & Co, number 1</h1></div>`,
			`<meta property="og:title" content="Rendered &amp; fr">`, `<meta property="og:description" content="About &#34;it&#34;">`,
			`id="__DATA__">[[["settings"],`, `"priceCurrency":"MAD"`,
		} {
			if !strings.Contains(body, want) {
				t.Errorf("the page lacks %s: %s", want, body)
			}
		}
		if strings.Contains(body, "<!--") || strings.Count(body, "<title>") != 1 {
			t.Errorf("the page has a mark or a second title: %s", body)
		}
		if size := res.Header.Get("Content-Length"); size != fmt.Sprint(len(body)) || res.Header.Get("Content-Encoding") != "" {
			t.Errorf("%s bytes as %q, want the %d of the page", size, res.Header.Get("Content-Encoding"), len(body))
		}
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
	for _, target := range []string{"/checkout", "/admin"} {
		if _, body := ask(site, target); strings.Contains(body, "number") {
			t.Errorf("%s was rendered: %s", target, body)
		}
	}
	for _, target := range []string{"/nowhere", "/Nowhere/else/", "/blog/none", "/achievement/none", "/404"} {
		if res, body := ask(site, target, "If-None-Match: *"); res.StatusCode != http.StatusNotFound || !strings.Contains(body, "/404 in en of Cairn & Co, number 2<") {
			t.Errorf("%s: %d, want the one page of what is not found: %s", target, res.StatusCode, body)
		}
	}
	want("/story?lang=ar", "number 3<")
	setting("brand.wordmark", `"Other"`)(from)
	clock.add(maxStale)
	askUntil(site, "/story", "of Other, number 4<")
	want("/story", "of Other, number 4<")
	want("/blog/first-light", "/blog/first-light in en of Other, number 5<")
	clear(from.rows)
	clock.add(maxStale)
	want("/story", "number 4<") // from the last answers
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

// TestPageThatTakesLong comes with its rows for the client until it is rendered. A browser without scripts asks again.
func TestPageThatTakesLong(t *testing.T) {
	t.Parallel()
	held := heldScript{slog.NewTextHandler(io.Discard, nil), make(chan string, 1), make(chan struct{})}
	site, _ := renderingSite(t, seeded(), held)
	site.renderer.renderWait = 0
	if res, body := ask(site, "/story"); res.StatusCode != http.StatusOK || !strings.Contains(body, bareApp) || !strings.Contains(body, "Cairn") {
		t.Errorf("%d, want the rows for the client: %s", res.StatusCode, body)
	} else if !strings.Contains(body, askAgain) {
		t.Errorf("a browser without scripts shows nothing for good: %s", body)
	}
	<-held.began
	held.release <- struct{}{}
	if body := askUntil(site, "/story", "number 1<"); strings.Contains(body, askAgain) {
		t.Errorf("a rendered page is loaded again: %s", body)
	}
}

// TestPageThatCannotBeRendered is left to the client, is logged once, and is rendered again ever later.
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
			if res, body := ask(site, "/story"); res.StatusCode != http.StatusOK || !strings.Contains(body, bareApp) {
				t.Errorf("%d, want the rows for the client: %s", res.StatusCode, body)
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
	if lines := strings.Count(log.String(), "a page cannot be rendered"); lines != 1 {
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

// TestWaitingPagesAreBounded: more pages than may wait are left to the client at once.
func TestWaitingPagesAreBounded(t *testing.T) {
	t.Parallel()
	site, _ := renderingSite(t, seeded(), slog.DiscardHandler)
	for range maxWaiting {
		site.renderer.waiting <- struct{}{}
	}
	if res, body := ask(site, "/story"); res.StatusCode != 200 || !strings.Contains(body, bareApp) {
		t.Errorf("%d while %d wait, want the rows for the client: %s", res.StatusCode, maxWaiting, body)
	}
	<-site.renderer.waiting
	if _, body := ask(site, "/story"); !strings.Contains(body, "number 1<") {
		t.Errorf("with %d waiting it is not rendered: %s", maxWaiting-1, body)
	}
}

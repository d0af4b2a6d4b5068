package site

import (
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/toubkal/toubkal/server/static"
)

// fakeScript keeps the protocol of client/src/render/main.ts, and counts.
const fakeScript = `
	let page, count = 0;
	globalThis.start = () => {};
	globalThis.render = (path, language, state) => {
		if (state.includes('unrenderable')) throw new Error('no');
		count += 1;
		const name = JSON.parse(state).flatMap(([key, rows]) => rows).findLast(({ key }) => key === 'brand.wordmark')?.value;
		page = {
			head: '<title>Rendered &amp; ' + language + '</title><meta name="description" content="About &quot;it&quot;"/><link rel="preload" href="/x">',
			app: '<h1>' + path + ' in ' + language + ' of ' + name + ', number ' + count + '</h1>', styles: 'b{}',
		};
	};
	globalThis.take = () => JSON.stringify(page);`

// rendering is a build whose pages can be rendered.
func rendering() fstest.MapFS {
	files := built()
	files["render/main.js"] = &fstest.MapFile{Data: []byte(fakeScript)}
	files["render/lines.json"] = &fstest.MapFile{Data: []byte("[]")}
	return files
}

func TestRenderedPage(t *testing.T) {
	t.Parallel()
	site := siteOn(t, rendering(), seeded())
	defer site.renderer.Close()
	res, body := ask(site, "/book?lang=fr")
	for _, want := range []string{
		`<title>Rendered &amp; fr</title><meta name="description" content="About &quot;it&quot;"/><link rel="preload" href="/x">`,
		`<style data-attributes>b{}</style>`, `<div id="root" data-render="rows"><h1>/book in fr of Cairn & Co, number 1</h1></div>`,
		`<meta property="og:title" content="Rendered &amp; fr">`, `<meta property="og:description" content="About &#34;it&#34;">`,
		`id="__DATA__">[[["settings"],`, `"priceCurrency":"MAD"`,
	} {
		if !strings.Contains(body, want) {
			t.Errorf("the page lacks %s: %s", want, body)
		}
	}
	for _, wrong := range []string{"a{}", "a drawing", "⟦", "<!--"} {
		if strings.Contains(body, wrong) {
			t.Errorf("the page has %s of the build: %s", wrong, body)
		}
	}
	if policy := res.Header.Get("Content-Security-Policy"); !strings.Contains(policy, strings.TrimPrefix(static.StyleSources("<style>b{}</style>"), "'self'")) {
		t.Errorf("the policy forbids its styles: %s", policy)
	}
}

// TestPageIsRenderedOnce until one of its rows is another. What a visitor adds to the
// address, and pages that do not exist, render nothing.
func TestPageIsRenderedOnce(t *testing.T) {
	t.Parallel()
	from := seeded()
	site := siteOn(t, rendering(), from)
	defer site.renderer.Close()
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
	want("/story", "of Other, number 3<")
	want("/story", "of Other, number 3<")
	want("/blog/first-light", "/blog/first-light in en of Other, number 4<")
	clear(from.rows)
	want("/story", "number 3<") // from the last answers
}

// TestPageThatCannotBeRendered is the build's, is logged, and is rendered again later.
func TestPageThatCannotBeRendered(t *testing.T) {
	t.Parallel()
	from := seeded()
	setting("brand.wordmark", `"unrenderable"`)(from)
	var log strings.Builder
	now := today
	site, err := New(Options{
		Files: rendering(), AnonKey: "anon", Tables: from, SiteURL: "https://example.org", Now: func() time.Time { return now },
		Log: slog.New(slog.NewTextHandler(&log, nil)),
	})
	if err != nil {
		t.Fatal(err)
	}
	defer site.renderer.Close()
	for range 3 {
		if res, body := ask(site, "/story"); res.StatusCode != http.StatusOK || !strings.Contains(body, "<h1>Story en</h1>") {
			t.Errorf("%d, want the page of the build: %s", res.StatusCode, body)
		}
	}
	if tries := strings.Count(log.String(), "a page is served as the build rendered it"); tries != 1 {
		t.Errorf("it was tried %d times, want once: %s", tries, log.String())
	}
	now = now.Add(renderRetry + time.Second)
	ask(site, "/story")
	if tries := strings.Count(log.String(), "a page is served as the build rendered it"); tries != 2 {
		t.Errorf("it was tried %d times, want again after a while", tries)
	}
}

// TestKeptPagesAreBounded: the page that was asked for longest ago goes first.
func TestKeptPagesAreBounded(t *testing.T) {
	t.Parallel()
	site := siteOn(t, rendering(), seeded())
	large := &renderedPage{}
	large.App = strings.Repeat("x", maxRendered/4)
	for _, path := range []string{"/a", "/b", "/c", "/d", "/a", "/e"} {
		if _, ok := site.renderer.get(pageName{path, "en"}); !ok {
			site.renderer.put(pageName{path, "en"}, keptPage{page: large})
		}
	}
	for path, want := range map[string]bool{"/a": true, "/b": false, "/c": true, "/d": true, "/e": true} {
		if _, ok := site.renderer.get(pageName{path, "en"}); ok != want {
			t.Errorf("%s is kept: %v, want %v", path, ok, want)
		}
	}
	if site.renderer.bytes != maxRendered {
		t.Errorf("%d bytes are counted, want %d", site.renderer.bytes, maxRendered)
	}
}

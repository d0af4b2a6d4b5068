package site

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// Without its database the site stands; what only the database knows is not
// said to be gone.
func TestWithoutADatabase(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		from   http.Handler
		target string
		status int
		has    string
	}{
		{"a page", &tables{}, "/", 503, `<title>Home · Built in</title><meta name="description" content="About Home">`},
		{"in French", &tables{}, "/book?lang=fr", 503, `<link rel="canonical" href="https://example.org/book?lang=fr"><link rel="alternate" hreflang="en"`},
		{"its preview", &tables{}, "/book", 503, `<meta property="og:title" content="Book">`},
		{"its JSON-LD", &tables{}, "/", 503, `"@type":"WebSite"`},
		{"no tables at all", nil, "/", 200, `id="__DATA__">[]</script>`},
		{"a peak", &tables{}, "/achievement/everest", 503, `<title>Expeditions · Built in</title>`},
		{"an empty table", &tables{rows: map[string]string{"expeditions": "[]"}}, "/achievement/everest", 404, "Nothing here"},
		{"a peak that was hidden", &tables{rows: map[string]string{"expeditions": `[{"slug":"k2"}]`}}, "/achievement/everest", 404, "Nothing here"},
		{"a post", &tables{}, "/blog/first-light", 503, `<div id="root"></div>`},
		{"the journal", &tables{}, "/blog", 503, "Journal"},
		{"what is no page", &tables{}, "/nowhere", 404, "Nothing here"},
		{"a page without public content", &tables{}, "/checkout", 503, "Checkout"},
		{"rubbish for rows", &tables{rows: map[string]string{"site_settings": `<html>`}}, "/", 200, `id="__DATA__">[]</script>`},
		{"a feed", &tables{}, "/feed.xml", 503, ""},
		{"the sitemap", &tables{}, "/sitemap.xml", 503, ""},
		{"the manifest", &tables{}, "/manifest.webmanifest", 200, `"name":"Built in"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			res, body := ask(siteOn(t, built(), c.from), c.target)
			if res.StatusCode != c.status || !strings.Contains(body, c.has) {
				t.Errorf("%d, want %d with %q: %s", res.StatusCode, c.status, c.has, body)
			}
		})
	}
}

// A database that hangs delays one request, not all of them.
func TestAHangingDatabaseIsLeftAlone(t *testing.T) {
	t.Parallel()
	for name, hang := range map[string]func(context.Context){
		"hangs": func(ctx context.Context) { <-ctx.Done() }, "is away": func(context.Context) {},
	} {
		synctest.Test(t, func(t *testing.T) { // whose clock stands still while the machine is busy
			asked := 0
			site := siteOn(t, built(), http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				asked++
				hang(r.Context())
				w.WriteHeader(http.StatusServiceUnavailable)
			}))
			site.client.maxWait, site.client.shortWait = maxWait, shortWait
			for range 3 {
				if res, _ := ask(site, "/story"); res.StatusCode != http.StatusServiceUnavailable || res.Header.Get("Retry-After") == "" {
					t.Errorf("one that %s: %d %v, want 503", name, res.StatusCode, res.Header)
				}
			}
			if asked != 1 {
				t.Errorf("one that %s was asked %d times, want once", name, asked)
			}
			site.Now = func() time.Time { return today.Add(retryInterval + time.Second) }
			site.client.now = site.Now
			if ask(site, "/story"); asked != 2 {
				t.Errorf("one that %s was asked %d times, want twice after a while", name, asked)
			}
		})
	}
}

// data reads what the client's cache would begin with.
func data(t *testing.T, page string) map[string]json.RawMessage {
	t.Helper()
	_, rest, _ := strings.Cut(page, `<script type="application/json" id="__DATA__">`)
	text, _, found := strings.Cut(rest, "</script>")
	var list [][2]json.RawMessage
	if err := json.Unmarshal([]byte(text), &list); err != nil || !found {
		t.Fatalf("no data in the page: %v: %s", err, text)
	}
	all := map[string]json.RawMessage{}
	for _, each := range list {
		all[string(each[0])] = each[1]
	}
	return all
}

func TestDataComesWithThePage(t *testing.T) {
	t.Parallel()
	_, page := get(t, "/blog/first-light?lang=fr")
	all := data(t, page)
	posts := as[[]map[string]any](all[`["post", "first-light"]`])
	if len(posts) != 1 || posts[0]["title_en"] != "First </script> light" {
		t.Errorf("the post came as %v", all)
	}
	if all[`["settings"]`] == nil {
		t.Error("the settings are missing: every page shows them")
	}
	_, page = get(t, "/book")
	if got := len(data(t, page)); got != 2 {
		t.Errorf("/book came with %d answers, want settings and reviews: %s", got, page)
	}
}

func TestCaching(t *testing.T) {
	t.Parallel()
	from := seeded()
	site := siteOn(t, built(), from)
	first, _ := ask(site, "/")
	for _, kept := range []string{first.Header.Get("ETag"), `"x", W/` + first.Header.Get("ETag"), "*"} {
		again, body := ask(site, "/", "If-None-Match: "+kept)
		if again.StatusCode != http.StatusNotModified || body != "" {
			t.Errorf("an unchanged page for %s: status %d with %d bytes, want 304 with none", kept, again.StatusCode, len(body))
		}
	}
	from.rows["site_settings"] = `[]`
	if changed, _ := ask(site, "/", "If-None-Match: "+first.Header.Get("ETag")); changed.StatusCode != http.StatusOK {
		t.Errorf("a page with other data: status %d, want 200", changed.StatusCode)
	}
	if lost, _ := ask(site, "/nowhere", "If-None-Match: *"); lost.StatusCode != http.StatusNotFound {
		t.Errorf("no page: status %d, want 404", lost.StatusCode)
	}
}

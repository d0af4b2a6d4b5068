package site

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"
)

const shell = `<!doctype html><html lang="en" dir="ltr"><head><!--head--></head><body><div id="root"></div><!--data--></body></html>`

// rendered is a document as the build renders it.
func rendered(language, title, body string) *fstest.MapFile {
	return &fstest.MapFile{Data: []byte(`<!doctype html><html lang="` + language + `" dir="` + direction(language) + `"><head><style>@media (width<9em){}</style>` +
		`<!--built head--><title>` + title + ` · ⟦title.` + language + `⟧</title><meta name="description" content="About ` + title + ` by ⟦named.` + language + `⟧"/><!--/built-->` +
		`<!--head--></head><body><!--built app--><div id="root">` + body +
		`<svg><title>a drawing</title></svg><p>⟦named.` + language + `⟧ at ⟦wordmark⟧<b>⟦name.` + language + `⟧</b></p><p lang="fr">⟦name.fr⟧</p></div><!--/built--><!--data--></body></html>`)}
}

const pagesJSON = `{
	"brand": {"wordmark": "Built in", "unnamed": {"en": "She", "fr": "Elle", "ar": "هي"}},
	"public": [
		{"path": "/", "data": [{"key": ["settings"], "request": "/rest/v1/site_settings?select=key,value"}]},
		{"path": "/book", "data": [{"key": ["settings"], "request": "/rest/v1/site_settings?select=key,value"}, {"key": ["reviews"], "request": "/rest/v1/book_reviews?select=*"}]},
		{"path": "/story"}, {"path": "/expeditions"}, {"path": "/retreat"}, {"path": "/film"}, {"path": "/checkout"}, {"path": "/offline"},
		{"path": "/achievement/:id", "data": [{"key": ["expeditions"], "request": "/rest/v1/expeditions?select=*"}], "found": {"data": "expeditions", "column": "slug"}},
		{"path": "/blog", "data": [{"key": ["posts"], "request": "/rest/v1/blog_posts?select=slug"}]},
		{"path": "/blog/:slug", "data": [{"key": ["post", ":slug"], "request": "/rest/v1/blog_posts?select=*&slug=eq.:slug"}], "found": {"data": "post", "column": "slug"}}
	],
	"admin": ["/admin", {"path": "/admin/blog/edit/:id"}]
}`

func built() fstest.MapFS {
	files := fstest.MapFS{
		"index.html":            {Data: []byte(shell)},
		"admin.html":            {Data: []byte(strings.Replace(shell, "<body>", "<body>admin", 1))},
		"pages.json":            {Data: []byte(pagesJSON)},
		"assets/app-1f2e.js":    {Data: []byte("export {}")},
		"assets/big-1f2e.js":    {Data: []byte("export const plain = 1")},
		"assets/big-1f2e.js.br": {Data: []byte("as brotli")},
		"assets/big-1f2e.js.gz": {Data: []byte("as gzip")},
		"favicon.svg":           {Data: []byte("<svg/>")},
		"sw.js":                 {Data: []byte("self")},
		"print/words.en.json":   {Data: []byte("{}")},
		".vite/manifest.json":   {Data: []byte("{}")},
		".gitkeep":              {},
	}
	for _, language := range languages {
		for name, title := range map[string]string{
			"index": "Home", "book": "Book", "story": "Story", "expeditions": "Expeditions", "retreat": "Retreat", "film": "Film",
			"achievement/everest": "Everest", "404": "Nothing here", "offline": "Offline",
		} {
			files["prerender/"+language+"/"+name+".html"] = rendered(language, title, "<h1>"+title+" "+language+"</h1>")
		}
		files["prerender/"+language+"/blog.html"] = rendered(language, "Journal", "<p>Loading</p>")
		files["prerender/"+language+"/blog/_slug.html"] = &fstest.MapFile{Data: []byte(strings.Replace(shell, `<div id="root"></div>`, `<!--built app--><div id="root"></div><!--/built-->`, 1))}
	}
	return files
}

// tables answers like the table API: by the table's name.
type tables struct {
	rows map[string]string // what is not in it is no table; without any the database is away
	seen atomic.Int64
}

func (f *tables) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	f.seen.Add(1)
	rows, ok := f.rows[strings.TrimPrefix(r.URL.Path, "/rest/v1/")]
	if r.Header.Get("Apikey") == "" || r.Method != http.MethodGet || !ok {
		status := http.StatusNotFound
		if len(f.rows) == 0 {
			status = http.StatusServiceUnavailable
		}
		w.WriteHeader(status)
		_, _ = io.WriteString(w, `{"code":"PGRST000"}`)
		return
	}
	if slug := strings.TrimPrefix(r.URL.Query().Get("slug"), "eq."); slug != "" && !strings.Contains(rows, `"`+slug+`"`) {
		rows = "[]"
	}
	_, _ = io.WriteString(w, rows)
}

// seeded is a database with something in each table.
func seeded() *tables {
	return &tables{rows: map[string]string{
		"site_settings": `[{"key":"brand.wordmark","value":"Cairn & Co"},{"key":"brand.name","value":{"en":"Tilila <3","fr":"Tilila","ar":"تيليلا"}},` +
			`{"key":"book.price_mad","value":279},{"key":"book.stock","value":47},{"key":"social.instagram","value":"https://instagram.com/x"},` +
			`{"key":"social.youtube","value":null},{"key":"contact.email","value":"her@example.org"},` +
			`{"key":"retreat","value":{"start":"2027-05-07","end":"2027-05-09","city":{"en":"Marrakech","ar":"مراكش"},"theme":{"en":"Breath"}}}]`,
		"expeditions": `[{"slug":"everest","name_en":"Everest","updated_at":"2026-01-02T03:04:05+00:00"},{"slug":"toubkal","name_en":"Toubkal","updated_at":"2026-01-02T03:04:05+00:00"}]`,
		"blog_posts": `[{"slug":"first-light","title_en":"First </script> light","title_fr":"Première lueur","title_ar":"","excerpt_en":"An “excerpt”","content_en":"<p onclick=\"x()\">Hello</p><script>alert(1)</script>",` +
			`"content_fr":"<p>Bonjour</p>","content_ar":"","reading_time":4,"published_at":"2026-02-03T08:00:00+00:00","updated_at":"2026-02-04T08:00:00+00:00"}]`,
		"book_reviews": `[{"id":"5eed0006-0000-4000-8000-000000000001","name":"Sample","rating":1,"comment_en":"Sample","sample":true},{"id":"1","name":"Idir","rating":5,"comment_fr":"Très beau","created_at":"2026-03-01T10:00:00+00:00"},{"name":"Sara","rating":4,"comment_en":"Good","created_at":"2026-03-02T10:00:00+00:00"}]`,
	}}
}

var today = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

func siteOn(t testing.TB, files fstest.MapFS, from http.Handler) *Site {
	t.Helper()
	site, err := New(Options{
		Files: files, AnonKey: `key"><script>`, Tables: from, SiteURL: "https://example.org", Now: func() time.Time { return today },
	})
	if err != nil {
		t.Fatal(err)
	}
	return site
}

func ask(site http.Handler, target string, headers ...string) (*http.Response, string) {
	r := httptest.NewRequest(http.MethodGet, target, nil)
	for _, header := range headers {
		name, value, _ := strings.Cut(header, ": ")
		r.Header.Set(name, value)
	}
	w := httptest.NewRecorder()
	site.ServeHTTP(w, r)
	body, _ := io.ReadAll(w.Result().Body)
	return w.Result(), string(body)
}

func get(t *testing.T, target string, headers ...string) (*http.Response, string) {
	t.Helper()
	return ask(siteOn(t, built(), seeded()), target, headers...)
}

func TestWhatAnAddressGets(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		target  string
		status  int
		has     string
		without string
	}{
		{"/", 200, `<h1>Home en</h1>`, "<!--"},
		{"/", 200, `<head><style>@media (width<9em){}</style><title>`, ""},
		{"/", 200, `<p>Tilila &lt;3 at Cairn &amp; Co<b>Tilila &lt;3</b></p>`, "⟦"},
		{"/book?lang=ar", 200, `<p>تيليلا at Cairn &amp; Co<b>تيليلا</b></p><p lang="fr">Tilila</p>`, "⟦"},
		{"/book", 200, "toubkal-anon-key", `content="key">`},
		{"/blog/first-light", 200, "<title>First &lt;/script&gt; light · Tilila &lt;3</title>", ""},
		{"/blog/none", 404, "<h1>Nothing here en</h1>", "<article>"},
		{"/blog/No such!", 404, "<h1>Nothing here en</h1>", "<article>"},
		{"/achievement/everest", 200, "<h1>Everest en</h1>", "noindex"},
		{"/achievement/toubkal", 200, `<div id="root"></div>`, "noindex"},
		{"/achievement/nowhere", 404, "<h1>Nothing here en</h1>", "canonical"},
		{"/achievement/", 404, "Nothing here", ""},
		{"/nowhere", 404, `<meta name="robots" content="noindex">`, "canonical"},
		{"/nowhere?lang=ar", 404, "<h1>Nothing here ar</h1>", ""},
		{"/checkout", 200, `<meta name="robots" content="noindex">`, "canonical"},
		{"/offline?lang=fr", 200, "<h1>Offline fr</h1>", "canonical"},
		{"/admin", 200, "<body>admin", ""},
		{"/admin/blog/edit/x-1", 200, "<body>admin", ""},
		{"/admin/nowhere", 404, "<body>admin", ""},
		{"/administrator", 404, "Nothing here", "<body>admin"},
		{"/nothing.txt", 404, "no such file", "<html"},
		{"/.well-known/change-password", 404, "no such file", "<html"},
		{"/.gitkeep", 404, "no such file", "<html"},
		{"/.vite/manifest.json", 404, "no such file", "<html"},
		{"/index.html", 404, "no such file", "<html"},
		{"/pages.json", 404, "no such file", "<html"},
		{"/print/words.en.json", 404, "no such file", "<html"},
		{"/prerender/en/book.html", 404, "no such file", "<html"},
		{"/assets/big-1f2e.js.br", 404, "no such file", "brotli"},
		{"/../go.mod", 404, "", "module"},
		{"/assets/app-1f2e.js", 200, "export", ""},
		{"/assets/", 404, "<html", "app-1f2e"},
		{"/storage/v1/bucket", 404, `"code":"not_found"`, "<html"},
	} {
		t.Run(c.target, func(t *testing.T) {
			t.Parallel()
			res, body := get(t, strings.ReplaceAll(c.target, " ", "%20"), "Accept: */*")
			if res.StatusCode != c.status {
				t.Errorf("status %d, want %d", res.StatusCode, c.status)
			}
			if !strings.Contains(body, c.has) {
				t.Errorf("the body lacks %q: %s", c.has, body)
			}
			if c.without != "" && strings.Contains(body, c.without) {
				t.Errorf("the body has %q: %s", c.without, body)
			}
		})
	}
}

func TestAnAddressIsWrittenOneWay(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ target, want string }{
		{"/book/", "/book"},
		{"/Book?lang=ar&x=1", "/book?lang=ar&x=1"},
		{"/BLOG/First-Light/", "/blog/first-light"},
		{"/achievement/Everest", "/achievement/everest"},
		{"/book", ""},
		{"/", ""},
		{"/Nowhere/", ""},
		{"/blog/None", ""},
		{"//example.com/", ""},
	} {
		t.Run(c.target, func(t *testing.T) {
			t.Parallel()
			site := siteOn(t, built(), seeded())
			res, _ := ask(site, "http://example.org"+c.target)
			if got := res.Header.Get("Location"); got != c.want {
				t.Errorf("it leads to %q, want %q", got, c.want)
			}
			if c.want != "" && res.StatusCode != http.StatusPermanentRedirect {
				t.Errorf("status %d, want 308", res.StatusCode)
			}
		})
	}
}

func TestLanguageOfAPage(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, target, cookie, want string }{
		{"asked for", "/?lang=ar", "", "ar"},
		{"stored", "/", "fr", "fr"},
		{"asked for over stored", "/?lang=ar", "fr", "ar"},
		{"not ours", "/?lang=de", "", "en"},
		{"rubbish stored", "/", `"><script>`, "en"},
		{"a shell", "/checkout?lang=ar", "", "ar"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			res, body := get(t, c.target, "Cookie: lang="+c.cookie)
			if want := `<html lang="` + c.want + `" dir="` + direction(c.want) + `">`; !strings.Contains(body, want) {
				t.Errorf("the page lacks %s: %s", want, body)
			}
			if got := res.Header.Get("Content-Language"); got != c.want || res.Header.Get("Vary") != "Cookie" {
				t.Errorf("Content-Language %q, Vary %q, want %q and Cookie", got, res.Header.Get("Vary"), c.want)
			}
		})
	}
}

func TestFiles(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, target, accept, more string
		status                     int
		body, encoding, cache      string
	}{
		{"smallest", "/assets/big-1f2e.js", "gzip, deflate, br", "", 200, "as brotli", "br", "immutable"},
		{"gzip", "/assets/big-1f2e.js", "gzip", "", 200, "as gzip", "gzip", "immutable"},
		{"refused", "/assets/big-1f2e.js", "br;q=0, gzip;q=0.0", "", 200, "export const plain = 1", "", "immutable"},
		{"weighted", "/assets/big-1f2e.js", "BR; q=0.5", "", 200, "as brotli", "br", "immutable"},
		{"part", "/assets/big-1f2e.js", "br", "Range: bytes=0-5", 206, "export", "", "immutable"},
		{"no copy", "/assets/app-1f2e.js", "br", "", 200, "export {}", "", "immutable"},
		{"worker", "/sw.js", "br", "", 200, "self", "", "no-cache"},
		{"other", "/favicon.svg", "", "", 200, "<svg/>", "", "max-age=3600"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			site := siteOn(t, built(), seeded())
			res, body := ask(site, c.target, "Accept-Encoding: "+c.accept, c.more)
			if res.StatusCode != c.status || body != c.body || res.Header.Get("Content-Encoding") != c.encoding {
				t.Errorf("%d %q as %q, want %d %q as %q", res.StatusCode, body, res.Header.Get("Content-Encoding"), c.status, c.body, c.encoding)
			}
			if got := res.Header.Get("Cache-Control"); !strings.Contains(got, c.cache) {
				t.Errorf("Cache-Control %q, want %s", got, c.cache)
			}
			if c.status != http.StatusOK {
				return
			}
			again, _ := ask(site, c.target, "Accept-Encoding: "+c.accept, "If-None-Match: "+res.Header.Get("ETag"))
			if again.StatusCode != http.StatusNotModified {
				t.Errorf("unchanged: status %d, want 304", again.StatusCode)
			}
		})
	}
	res, _ := get(t, "/assets/big-1f2e.js")
	if got := res.Header.Get("Content-Type"); got != "text/javascript; charset=utf-8" || res.Header.Get("Vary") != "Accept-Encoding" {
		t.Errorf("Content-Type %q, Vary %q", got, res.Header.Get("Vary"))
	}
}

func TestSecurityPolicy(t *testing.T) {
	t.Parallel()
	for target, styles := range map[string]string{
		"/":                     "'self' 'sha256-0S9i5DRZdMFdIssIos9tiCRqj3tj62Su0kAxNO92zQU='",
		"/no/such/page":         "'self' 'sha256-0S9i5DRZdMFdIssIos9tiCRqj3tj62Su0kAxNO92zQU='",
		"/assets/app-1f2e.js":   "'self'",
		"/assets/no-such.js":    "'self'",
		"/manifest.webmanifest": "'self'",
	} {
		res, _ := get(t, target)
		policy := res.Header.Get("Content-Security-Policy")
		if want := "; style-src " + styles + "; style-src-attr 'unsafe-inline';"; !strings.Contains(policy, want) || strings.Contains(policy, "unsafe-eval") {
			t.Errorf("%s: Content-Security-Policy = %q, want %q in it", target, policy, want)
		}
	}
}

// TestStyleNonce: each page of the back-office has another nonce, and its policy lets no other style element through.
func TestStyleNonce(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for range 2 {
		res, body := get(t, "/admin")
		found := regexp.MustCompile(`<meta property="csp-nonce" nonce="(\w{26})">`).FindStringSubmatch(body)
		if found == nil || seen[found[1]] {
			t.Fatalf("the page has no new nonce: %s", body)
		}
		seen[found[1]] = true
		if policy, want := res.Header.Get("Content-Security-Policy"), "; style-src 'self' 'nonce-"+found[1]+"';"; !strings.Contains(policy, want) {
			t.Errorf("Content-Security-Policy = %q, want %q in it", policy, want)
		}
	}
}

func TestOnlyReads(t *testing.T) {
	t.Parallel()
	site := siteOn(t, built(), seeded())
	for _, method := range []string{"POST", "PUT", "DELETE", "OPTIONS", "TRACE"} {
		w := httptest.NewRecorder()
		site.ServeHTTP(w, httptest.NewRequest(method, "/", nil))
		if w.Code != http.StatusMethodNotAllowed || w.Header().Get("Allow") == "" {
			t.Errorf("%s / = %d, want 405 with Allow", method, w.Code)
		}
	}
	w := httptest.NewRecorder()
	site.ServeHTTP(w, httptest.NewRequest("HEAD", "/", nil))
	if w.Code != http.StatusOK || w.Header().Get("Content-Length") == "" {
		t.Errorf("HEAD / = %d %v, want 200 with a length", w.Code, w.Header())
	}
}

func TestUnbuiltClientSaysSo(t *testing.T) {
	t.Parallel()
	if _, err := New(Options{Files: fstest.MapFS{".gitkeep": {}}}); !errors.Is(err, ErrNotBuilt) {
		t.Errorf("New without a build = %v, want ErrNotBuilt", err)
	}
	old := built()
	old["index.html"] = &fstest.MapFile{Data: []byte("<html></html>")}
	if _, err := New(Options{Files: old}); err == nil || errors.Is(err, ErrNotBuilt) {
		t.Errorf("New with a shell that has no marks = %v, want an error that says so", err)
	}
}

// A build that rendered nothing, as Vite's own, is served as shells.
func TestABuildWithShellsAlone(t *testing.T) {
	t.Parallel()
	files := fstest.MapFS{
		"index.html": built()["index.html"], "admin.html": built()["admin.html"],
		"pages.json": {Data: []byte(`{"public":["/","/book"],"admin":["/admin"]}`)},
	}
	site := siteOn(t, files, seeded())
	for target, want := range map[string]int{"/": 200, "/book": 200, "/nowhere": 404, "/admin": 200} {
		if res, body := ask(site, target); res.StatusCode != want || !strings.Contains(body, "<html lang") {
			t.Errorf("%s: %d, want %d", target, res.StatusCode, want)
		}
	}
}

func BenchmarkPage(b *testing.B) {
	for _, c := range []struct {
		name string
		from http.Handler
	}{{"with data", seeded()}, {"without", nil}} {
		site := siteOn(b, built(), c.from)
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if res, _ := ask(site, "/blog/first-light"); res.StatusCode >= 500 && c.from != nil {
					b.Fatal(res.StatusCode)
				}
			}
		})
	}
}

// FuzzAddress looks for a path, a language or a host that breaks out of a page or
// leads away from the site.
func FuzzAddress(f *testing.F) {
	f.Add("/blog/first-light", "lang=fr", "ar", "example.org")
	f.Add("//evil.example/", "lang=\"><script>", "\r\n", "a\"><script>")
	f.Add("/achievement/..%2f..%2fgo.mod", "%zz", "en", "[::1]:80")
	site, err := New(Options{Files: built(), Tables: seeded(), AnonKey: "k", Address: "http://localhost:8000"})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, path, query, cookie, host string) {
		r := httptest.NewRequest(http.MethodGet, "http://example.org/", nil)
		r.URL.Path, r.URL.RawQuery, r.Host = "/"+path, query, host
		r.Header.Set("Cookie", "lang="+cookie)
		w := httptest.NewRecorder()
		site.ServeHTTP(w, r)
		if to := w.Header().Get("Location"); strings.HasPrefix(to, "//") || to != "" && !strings.HasPrefix(to, "/") {
			t.Errorf("it leads away, to %q", to)
		}
		if w.Code >= 500 || strings.Contains(w.Body.String(), "<script>") {
			t.Errorf("%d %s", w.Code, w.Body)
		}
		for name, values := range w.Header() {
			if strings.ContainsAny(fmt.Sprint(values), "\r\n") {
				t.Errorf("header %s is broken: %q", name, values)
			}
		}
	})
}

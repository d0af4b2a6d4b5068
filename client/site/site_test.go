package site

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"
)

func TestWhatAnAddressGets(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		target  string
		status  int
		has     string
		without string
	}{
		{"/", 200, `<html lang="en" dir="ltr"><head><title>Home · Tilila &lt;3</title><meta name="description" content="About Home">`, "<!--"},
		{"/", 200, `<link rel="preload" as="font" type="font/woff2" crossorigin href="/assets/latin-1f2e.woff2"><style data-from="/assets/page-1f2e.css">@media (width<9em){}</style>`, ""},
		{"/?lang=ar", 200, `<script type="module" fetchpriority="low" src="/assets/start-1f2e.js" data-scripts="/assets/big-1f2e.js"></script></body>`, "latin"},
		{"/", 200, `<div id="root"></div><script type="application/json" id="__DATA__">[[["settings"],[{`, "data-render"},
		{"/book?lang=ar", 200, `<title>Book · تيليلا</title>`, "noindex"},
		{"/book", 200, "toubkal-anon-key", `content="key">`},
		{"/blog/first-light", 200, `<title>First &lt;/script&gt; light · Tilila &lt;3</title><meta name="description" content="An “excerpt”">`, "noindex"},
		{"/blog/first-light?lang=fr", 200, "<title>Première lueur · Tilila</title>", ""},
		{"/blog/first-light?lang=ar", 200, "<title>First &lt;/script&gt; light · تيليلا</title>", ""},
		{"/blog/none", 404, "<title>Nothing here · Tilila &lt;3</title>", "<article>"},
		{"/blog/No such!", 404, "<title>Nothing here", "<article>"},
		{"/achievement/everest", 200, "<title>Everest · Tilila &lt;3</title>", "noindex"},
		{"/achievement/toubkal", 200, `<div id="root"></div>`, "noindex"},
		{"/achievement/nowhere", 404, "<title>Nothing here", "canonical"},
		{"/achievement/", 404, "Nothing here", ""},
		{"/nowhere", 404, `<meta name="robots" content="noindex">`, "canonical"},
		{"/nowhere", 404, `<div id="root" data-render="client"></div>`, ""},
		{"/nowhere?lang=ar", 404, "<title>Nothing here · تيليلا</title>", ""},
		{"/checkout", 200, `<meta name="robots" content="noindex">`, "canonical"},
		{"/offline?lang=fr", 200, "<title>Offline · Tilila</title>", "canonical"},
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
		{"/assets/big-1f2e.js.br", 404, "no such file", "brotli"},
		{"/../go.mod", 404, "", "module"},
		{"/assets/app-1f2e.js", 200, "export", ""},
		{"/assets/", 404, "<html", "big-1f2e"},
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
	delete(old, "pages.json")
	old["index.html"] = built()["index.html"]
	if _, err := New(Options{Files: old}); !errors.Is(err, ErrNotBuilt) {
		t.Errorf("New without a list of pages = %v, want ErrNotBuilt", err)
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

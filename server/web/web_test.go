package web

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"
)

const shell = `<!doctype html><html lang="en" dir="ltr"><head><!--head--></head><body></body></html>`

func built() fstest.MapFS {
	return fstest.MapFS{
		"index.html":         {Data: []byte(shell)},
		"admin.html":         {Data: []byte(strings.Replace(shell, "<body>", "<body>admin", 1))},
		"routes.json":        {Data: []byte(`{"public":["/","/book","/blog/:slug"],"admin":["/admin","/admin/dashboard"]}`)},
		"assets/app-1f2e.js": {Data: []byte("export {}")},
		"favicon.svg":        {Data: []byte("<svg/>")},
		".gitkeep":           {},
	}
}

func get(t *testing.T, target string, change func(*http.Request)) (*http.Response, string) {
	t.Helper()
	site, err := New(Options{Files: built(), AnonKey: `key"><script>`})
	if err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequest(http.MethodGet, target, nil)
	if change != nil {
		change(r)
	}
	w := httptest.NewRecorder()
	site.ServeHTTP(w, r)
	body, _ := io.ReadAll(w.Result().Body)
	return w.Result(), string(body)
}

func TestWhatAnAddressGets(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		target  string
		status  int
		has     string
		without string
	}{
		{"/", 200, `<html lang="en" dir="ltr">`, "<!--head-->"},
		{"/book", 200, "toubkal-anon-key", "<script>"},
		{"/book/", 200, "<html", ""},
		{"/blog/any-slug", 200, "<html", ""},
		{"/blog", 404, "<html", ""},
		{"/nowhere", 404, "<html", ""},
		{"/admin", 200, "<body>admin", ""},
		{"/admin/dashboard", 200, "<body>admin", ""},
		{"/admin/nowhere", 404, "<body>admin", ""},
		{"/administrator", 404, "<html", "<body>admin"},
		{"/llms.txt", 404, "no such file", "<html"},
		{"/.gitkeep", 404, "no such file", "<html"},
		{"/index.html", 404, "no such file", "<html"},
		{"/routes.json", 404, "no such file", "<html"},
		{"/../go.mod", 404, "", "module"},
		{"/assets/app-1f2e.js", 200, "export", ""},
		{"/assets/", 404, "<html", "app-1f2e"},
		{"/config.json", 200, `"anonKey"`, "<html"},
		{"/storage/v1/bucket", 404, `"code":"not_found"`, "<html"},
	} {
		t.Run(c.target, func(t *testing.T) {
			t.Parallel()
			res, body := get(t, c.target, func(r *http.Request) { r.Header.Set("Accept", "*/*") })
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

func TestLanguageOfAPage(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, target, cookie, want string }{
		{"asked for", "/?lang=ar", "", `<html lang="ar" dir="rtl">`},
		{"stored", "/", "fr", `<html lang="fr" dir="ltr">`},
		{"asked for over stored", "/?lang=ar", "fr", `<html lang="ar" dir="rtl">`},
		{"not ours", "/?lang=de", "", `<html lang="en" dir="ltr">`},
		{"rubbish stored", "/", `"><script>`, `<html lang="en" dir="ltr">`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			_, body := get(t, c.target, func(r *http.Request) {
				if c.cookie != "" {
					r.AddCookie(&http.Cookie{Name: "lang", Value: c.cookie})
				}
			})
			if !strings.Contains(body, c.want) {
				t.Errorf("the page lacks %s: %s", c.want, body)
			}
		})
	}
}

func TestCaching(t *testing.T) {
	t.Parallel()
	asset, _ := get(t, "/assets/app-1f2e.js", nil)
	if got := asset.Header.Get("Cache-Control"); !strings.Contains(got, "immutable") {
		t.Errorf("a hashed file: Cache-Control %q, want immutable", got)
	}
	first, _ := get(t, "/", nil)
	again, body := get(t, "/", func(r *http.Request) { r.Header.Set("If-None-Match", first.Header.Get("ETag")) })
	if again.StatusCode != http.StatusNotModified || body != "" {
		t.Errorf("an unchanged page: status %d with %d bytes, want 304 with none", again.StatusCode, len(body))
	}
}

func TestPagesAreHeldToAPolicy(t *testing.T) {
	t.Parallel()
	res, _ := get(t, "/", nil)
	if got := res.Header.Get("Content-Security-Policy"); !strings.Contains(got, "script-src 'self';") {
		t.Errorf("Content-Security-Policy = %q, want scripts from here alone", got)
	}
}

func TestOnlyReads(t *testing.T) {
	t.Parallel()
	res, _ := get(t, "/", func(r *http.Request) { r.Method = http.MethodPost })
	if res.StatusCode != http.StatusMethodNotAllowed {
		t.Errorf("POST / = %d, want 405", res.StatusCode)
	}
}

func TestUnbuiltClientSaysSo(t *testing.T) {
	t.Parallel()
	if _, err := New(Options{Files: fstest.MapFS{".gitkeep": {}}}); !errors.Is(err, ErrNotBuilt) {
		t.Errorf("New without a build = %v, want ErrNotBuilt", err)
	}
}

package site

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"
)

const shellHTML = `<!doctype html><html lang="en" dir="ltr"><head><!--head--></head><body><div id="root"><!--app--></div><!--data--></body></html>`

// settingsQuery is that of each page.
const settingsQuery = `{"key": ["settings"], "request": "/rest/v1/site_settings?select=key,value"}`

// listed is a route of pages.json: its path, its title and its queries, with more members.
func listed(path, title, more string, queries ...string) string {
	heads := []string{}
	for _, language := range languages {
		heads = append(heads, fmt.Sprintf(`%q: {"title": %q, "description": "About %s"}`, language, title, title))
	}
	if title == "" {
		heads = nil
	}
	return fmt.Sprintf(`{"path": %q, "head": {%s}, "styles": ["/assets/page-1f2e.css"], "scripts": {"en": ["/assets/app-1f2e.js"], "ar": ["/assets/big-1f2e.js"]}, "data": [%s]%s}`,
		path, strings.Join(heads, ","), strings.Join(queries, ","), more)
}

var pagesJSON = `{
	"brand": {"wordmark": "Built in", "unnamed": {"en": "She", "fr": "Elle", "ar": "هي"}},
	"start": "/assets/start-1f2e.js", "fonts": {"en": ["/assets/latin-1f2e.woff2"], "ar": ["/assets/arabic-1f2e.woff2"]},
	"public": [` + strings.Join([]string{
	listed("/", "Home", "", settingsQuery),
	listed("/book", "Book", "", settingsQuery, `{"key": ["reviews"], "request": "/rest/v1/book_reviews?select=*"}`),
	listed("/story", "Story", "", settingsQuery), listed("/expeditions", "Expeditions", "", settingsQuery),
	listed("/retreat", "Retreat", "", settingsQuery), listed("/film", "Film", "", settingsQuery),
	listed("/checkout", "Checkout", `, "hidden": true, "client_only": true`, settingsQuery), listed("/offline", "Offline", `, "hidden": true`, settingsQuery),
	listed("/achievement/:id", "", `, "found": {"data": "expeditions", "column": "slug"}`, settingsQuery, `{"key": ["expeditions"], "request": "/rest/v1/expeditions?select=*"}`),
	listed("/blog", "Journal", "", settingsQuery, `{"key": ["posts"], "request": "/rest/v1/blog_posts?select=slug"}`),
	listed("/blog/:slug", "", `, "found": {"data": "post", "column": "slug"}`, settingsQuery, `{"key": ["post", ":slug"], "request": "/rest/v1/blog_posts?select=*&slug=eq.:slug"}`),
}, ",") + `],
	"not_found": ` + listed("*", "Nothing here", `, "hidden": true`, settingsQuery) + `,
	"admin": ["/admin", {"path": "/admin/blog/edit/:id"}]
}`

// built is a build whose pages are not rendered: it brings no script for that.
func built() fstest.MapFS {
	return fstest.MapFS{
		"index.html":            {Data: []byte(shellHTML)},
		"admin.html":            {Data: []byte(strings.Replace(shellHTML, "<body>", "<body>admin", 1))},
		"pages.json":            {Data: []byte(pagesJSON)},
		"assets/page-1f2e.css":  {Data: []byte("@media (width<9em){}")},
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
	site.waitForTables()
	return site
}

// waitForTables has pages wait for their rows, however busy the machine is.
func (s *Site) waitForTables() { s.client.maxWait, s.client.shortWait = time.Hour, time.Hour }

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

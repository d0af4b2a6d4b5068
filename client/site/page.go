package site

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/cespare/xxhash/v2"

	"github.com/toubkal/toubkal/server/static"
)

// view is a page that is rendered for a request, with its rows.
type view struct {
	address
	*Site
	settings
	language, origin string
	queries          []tableQuery
	rows             map[string]json.RawMessage // by the first word of the query's key; nil if it was not answered
	status           int
	posts            []post // that came with the page
	*document
	state bytes.Buffer // what the client's cache begins with, as JSON: [[key, rows], …]
	// hash is that of what the page shows, and rowsHash that of all rows in it but the settings.
	hash, rowsHash uint64
	readAt         time.Time     // from before the rows were read
	writes         uint64        // likewise, keptPages.writes
	html           *renderedPage // nil for what the build has rendered
}

func (v *view) name() pageName { return pageName{v.path, v.language} }

// pageQueries are what the head of a page needs beyond the client's.
var pageQueries = map[string]tableQuery{
	"/book": {named: "reviews", Request: "/rest/v1/book_reviews?select=*&status=eq.approved&order=display_order.asc"},
}

// servePage answers a route of the site: with the kept page, else with one that is
// rendered now, else with the document of the build and its data.
func (s *Site) servePage(w http.ResponseWriter, r *http.Request) {
	a, _ := s.pages.find(r.URL.Path)
	language, origin := languageOf(r), s.origin(r)
	if a.path == r.URL.Path {
		if kept, stale := s.kept(r.Context(), a, language, origin); kept != nil {
			kept.send(w, r, stale)
			return
		}
	}
	v, err := s.newView(r.Context(), a, language, origin, s.client.fetch)
	if err != nil {
		s.Log.ErrorContext(r.Context(), "page", "path", r.URL.Path, "error", err)
		http.Error(w, "This page cannot be shown now.", http.StatusInternalServerError)
		return
	}
	if v.status == http.StatusOK && a.path != r.URL.Path {
		well := url.URL{Path: a.path, RawQuery: r.URL.RawQuery}
		http.Redirect(w, r, well.String(), http.StatusPermanentRedirect)
		return
	}
	if v.keepable() {
		limited, cancel := context.WithTimeout(r.Context(), s.renderer.renderWait)
		defer cancel()
		if kept := s.renderer.page(limited, v); kept != nil {
			kept.send(w, r, false)
			return
		}
	}
	page := pageBuffer()
	defer page.free()
	v.write(&page.Buffer)
	v.send(w, r, page.Bytes())
}

// fetcher makes requests to the table API: tableClient.fetch.
type fetcher func(ctx context.Context, requests ...string) []json.RawMessage

// newView fetches all rows that a page needs, at the same time, and finds its document.
// An address without a route is that of a page that is not found.
func (s *Site) newView(ctx context.Context, a address, language, origin string, fetch fetcher) (v *view, err error) {
	v = &view{address: a, Site: s, language: language, origin: origin, rows: map[string]json.RawMessage{}}
	if s.renderer != nil {
		v.readAt, v.writes = s.Now(), s.renderer.writes.Load()
	}
	if a.route == nil {
		v.route = &route{}
	}
	for _, q := range v.Data {
		v.queries = append(v.queries, q.about(v.mark(), v.slug))
	}
	v.addQuery(s.pages.settings())
	if own, ok := pageQueries[v.Path]; ok {
		v.addQuery(own)
	}
	requests := make([]string, len(v.queries))
	for i, q := range v.queries {
		requests[i] = q.Request
	}
	for i, rows := range fetch(ctx, requests...) {
		v.rows[v.queries[i].named] = rows
	}
	v.settings = readSettings(v.rows["settings"], s.pages.Brand)
	v.fetchPictures(ctx, fetch)
	v.status = http.StatusNotFound
	if a.route != nil {
		v.status = v.pageStatus()
	}
	if v.Found != nil || v.rows["posts"] != nil {
		v.posts = readPosts(v.rows[cmp.Or(v.foundIn(), "posts")])
	}
	v.writeState()
	v.document, err = v.open()
	return v, err
}

// fetchPictures fetches those that settings name, which are known only now.
func (v *view) fetchPictures(ctx context.Context, fetch fetcher) {
	requests := []string{}
	queries := v.settingQueries()
	for _, q := range queries {
		requests = append(requests, q.Request)
	}
	for i, rows := range fetch(ctx, requests...) {
		v.queries = append(v.queries, queries[i])
		v.rows[queries[i].named] = rows
	}
}

func (v *view) addQuery(q tableQuery) {
	if !slices.ContainsFunc(v.queries, func(one tableQuery) bool { return one.named == q.named }) {
		v.queries = append(v.queries, q)
	}
}

// pageStatus is 200 if the page exists. One that shows a row exists if the row does; if
// the table is empty or unavailable, if it was prerendered. If neither is known the
// status is 503: after a 404 a crawler would drop a page that exists.
func (v *view) pageStatus() int {
	if v.Found == nil {
		return http.StatusOK
	}
	own := v.exists(v.files(languages[0])[0])
	var rows []map[string]json.RawMessage
	text := v.rows[v.Found.Data]
	_ = json.Unmarshal(text, &rows)
	is := func(row map[string]json.RawMessage) bool { return as[string](row[v.Found.Column]) == v.slug }
	switch {
	case slices.ContainsFunc(rows, is), len(rows) == 0 && own:
		return http.StatusOK
	case text == nil && v.exists(v.files(languages[0])[1]):
		return http.StatusServiceUnavailable
	}
	return http.StatusNotFound
}

// open finds the HTML document.
func (v *view) open() (*document, error) {
	if v.status == http.StatusNotFound {
		return v.first(prerendered(v.language, "404"))
	}
	return v.first(v.files(v.language)...)
}

// write writes the whole page.
func (v *view) write(page *bytes.Buffer) {
	f := documentValues{
		language: v.language, set: v.settings, data: v.data, rendered: v.html,
		title: v.title(), description: v.description(),
	}
	f.head = v.head(f.title, f.description)
	v.fill(page, f)
}

// title is that of the rendered page, else the post's, or the document's.
func (v *view) title() string {
	if v.html != nil {
		return v.html.title
	}
	if p, ok := v.post(); ok {
		title, _ := p.title.in(v.language)
		return title + " · " + v.siteTitle(v.language)
	}
	return v.branded(v.document.title)
}

func (v *view) description() string {
	if v.html != nil {
		return v.html.description
	}
	if p, ok := v.post(); ok {
		excerpt, _ := p.excerpt.in(v.language)
		return cmp.Or(excerpt, p.title.text(v.language))
	}
	return v.branded(v.document.description)
}

// writeState writes the state. What was not answered is left out, and the client asks
// for it.
func (v *view) writeState() {
	others := xxhash.New()
	v.state.WriteByte('[')
	for _, q := range v.queries {
		rows := v.rows[q.named]
		if rows == nil || q.Key == nil {
			continue
		}
		if v.state.Len() > len("[") {
			v.state.WriteByte(',')
		}
		begin := v.state.Len()
		v.state.WriteByte('[')
		json.HTMLEscape(&v.state, q.Key)
		v.state.WriteByte(',')
		json.HTMLEscape(&v.state, rows)
		v.state.WriteByte(']')
		if q.named != "settings" {
			_, _ = others.Write(v.state.Bytes()[begin:]) // never fails
		}
	}
	v.state.WriteByte(']')
	v.hash, v.rowsHash = xxhash.Sum64(v.state.Bytes()), others.Sum64()
	if v.retreat.upcoming(v.Now()) { // what JSON-LD says changes with the day
		v.hash++
	}
}

func (v *view) data(page *bytes.Buffer) {
	page.WriteString(`<script type="application/json" id="__DATA__">`)
	page.Write(v.state.Bytes())
	page.WriteString(`</script>`)
}

// indexed tells whether search engines may list the page: those that were
// rendered, and those of rows that came after the rendering.
func (v *view) indexed() bool { return v.status == http.StatusOK && v.listed(v.address) }

// setPageHeaders has browsers ask for the page each time, since its data may be others; its
// tag covers them.
func setPageHeaders(h http.Header, language, policy string, hidden bool) {
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", policy)
	h.Set("Content-Language", language)
	h.Set("Cache-Control", "no-cache")
	h.Add("Vary", "Cookie")
	if hidden {
		h.Set("X-Robots-Tag", "noindex")
	}
}

// send answers with a page as the build rendered it.
func (v *view) send(w http.ResponseWriter, r *http.Request, page []byte) {
	h := w.Header()
	setPageHeaders(h, v.language, v.policy, !v.indexed())
	if v.status == http.StatusServiceUnavailable {
		h.Set("Retry-After", "5")
	}
	tag := static.Tag(page)
	h.Set("ETag", tag)
	if v.status == http.StatusOK && static.Matches(r, tag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	h.Set("Content-Length", strconv.Itoa(len(page)))
	w.WriteHeader(v.status)
	_, _ = w.Write(page)
}

func isAdmin(urlPath string) bool {
	return urlPath == "/admin" || strings.HasPrefix(urlPath, "/admin/")
}

// serveAdmin answers a route of the back-office with its shell.
func (s *Site) serveAdmin(w http.ResponseWriter, r *http.Request) {
	d, err := s.document(adminShell)
	if err != nil {
		http.Error(w, ErrNotBuilt.Error(), http.StatusServiceUnavailable)
		return
	}
	// With this nonce the dialogs' library adds a style element: its text follows from the width of the scrollbar.
	nonce, shell := rand.Text(), *d
	shell.policy = securityPolicy(d.scriptSources, d.styleSources+" 'nonce-"+nonce+"'")
	v := &view{Site: s, document: &shell, language: languageOf(r), status: http.StatusNotFound}
	if s.pages.isAdminPage(r.URL.Path) {
		v.status = http.StatusOK
	}
	page := pageBuffer()
	defer page.free()
	d.fill(&page.Buffer, documentValues{language: v.language, title: d.title, description: d.description, head: s.keyTag() + `<meta property="csp-nonce" nonce="` + nonce + `">`, set: s.unset})
	v.send(w, r, page.Bytes())
}

// maxKept bounds a buffer that is kept for the next page, in bytes: one page of
// an unusual size must not hold its memory for good.
const maxKept = 1 << 20

// buffers are those of pages that were sent. A page is a quarter of a megabyte,
// made for every request, also for the answer that nothing has changed.
var buffers = sync.Pool{New: func() any { return new(buffer) }}

// buffer holds one page until it is sent.
type buffer struct{ bytes.Buffer }

func pageBuffer() *buffer { return buffers.Get().(*buffer) }

// free gives the buffer back. Its content must not be read afterwards.
func (b *buffer) free() {
	if b.Cap() <= maxKept {
		b.Reset()
		buffers.Put(b)
	}
}

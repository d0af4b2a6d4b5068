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

// view is a page with its rows, for a request.
type view struct {
	address
	*Site
	settings
	language, origin string
	queries          []tableQuery
	rows             map[string]json.RawMessage // by the first word of the query's key; nil if it was not answered
	// status is 200, 404 if its row is not there, and 503 where the database is away and its rows are not known.
	status int
	posts  []post       // that came with the page
	state  bytes.Buffer // what the client's cache begins with, as JSON: [[key, rows], …]
	// hash is that of what the page shows, and rowsHash that of all rows in it but the settings.
	hash, rowsHash uint64
	readAt         time.Time     // from before the rows were read
	writes         uint64        // likewise, keptPages.writes
	html           *renderedPage // nil for a page that its client renders
}

func (v *view) name() pageName { return pageName{v.path, v.language} }

// sentStatus is 404 for the page of what is not found.
func (v *view) sentStatus() int {
	if v.route == v.pages.NotFound {
		return http.StatusNotFound
	}
	return v.status
}

// pageQueries are what the head of a page needs beyond the client's.
var pageQueries = map[string]tableQuery{
	"/book": {named: "reviews", Request: "/rest/v1/book_reviews?select=*&status=eq.approved&order=display_order.asc"},
}

// servePage answers a route of the site: with the kept page, else with one that is
// rendered now, else with its rows for the client, which renders it.
func (s *Site) servePage(w http.ResponseWriter, r *http.Request) {
	language, origin := languageOf(r), s.origin(r)
	a := s.pages.find(r.URL.Path)
	v, kept, stale := s.findPage(r, a, language, origin)
	if kept == nil && v.status == http.StatusNotFound {
		v, kept, stale = s.findPage(r, s.pages.notFound(), language, origin)
	}
	if kept != nil {
		kept.send(w, r, stale)
		return
	}
	if v.sentStatus() == http.StatusOK && v.path != r.URL.Path {
		well := url.URL{Path: v.path, RawQuery: r.URL.RawQuery}
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

// findPage gives the kept page of an address, or the view of one that is not kept. A path that is
// not the canonical one is redirected, if its page exists.
func (s *Site) findPage(r *http.Request, a address, language, origin string) (v *view, kept *keptPage, stale bool) {
	if a.path == r.URL.Path || a.route == s.pages.NotFound {
		if kept, stale = s.kept(r.Context(), a, language, origin); kept != nil {
			return nil, kept, stale
		}
	}
	return s.newView(r.Context(), a, language, origin, s.client.fetch), nil, false
}

// fetcher makes requests to the table API: tableClient.fetch.
type fetcher func(ctx context.Context, requests ...string) []json.RawMessage

// newView fetches all rows that a page needs, at the same time.
func (s *Site) newView(ctx context.Context, a address, language, origin string, fetch fetcher) *view {
	v := &view{address: a, Site: s, language: language, origin: origin, rows: map[string]json.RawMessage{}}
	if s.renderer != nil {
		v.readAt, v.writes = s.Now(), s.renderer.writes.Load()
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
	v.status = v.findStatus()
	if v.Found != nil || v.rows["posts"] != nil {
		v.posts = readPosts(v.rows[cmp.Or(v.foundIn(), "posts")])
	}
	v.writeState()
	return v
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

// findStatus is 404 for a page whose row is not there. It is 503 while the database is away and
// not all rows are known: after a 404, or a page without content, a crawler would drop one that exists.
func (v *view) findStatus() int {
	switch {
	case v.Found != nil && v.rows[v.Found.Data] == nil, !v.answered() && v.client.isAway():
		return http.StatusServiceUnavailable
	case v.Found == nil:
		return http.StatusOK
	}
	is := func(row map[string]json.RawMessage) bool { return as[string](row[v.Found.Column]) == v.slug }
	if slices.ContainsFunc(as[[]map[string]json.RawMessage](v.rows[v.Found.Data]), is) {
		return http.StatusOK
	}
	return http.StatusNotFound
}

// answered tells whether all queries of the client were.
func (v *view) answered() bool {
	return !slices.ContainsFunc(v.queries, func(q tableQuery) bool { return q.Key != nil && v.rows[q.named] == nil })
}

// rowText is a column of the row that the page shows, in the language or else in English.
func (v *view) rowText(column string) string {
	if v.Found == nil {
		return ""
	}
	for _, q := range v.queries { // a list may hold the row in brief
		for _, row := range as[[]map[string]json.RawMessage](v.rows[q.named]) {
			if as[string](row[v.Found.Column]) != v.slug {
				continue
			}
			for _, language := range []string{v.language, languages[0]} {
				if text := strings.TrimSpace(as[string](row[column+"_"+language])); text != "" {
					return text
				}
			}
		}
	}
	return ""
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

// send answers with a page that its client renders.
func (v *view) send(w http.ResponseWriter, r *http.Request, page []byte) {
	setPageHeaders(w.Header(), v.language, v.policy, v.Hidden)
	sendPage(w, r, page, v.sentStatus())
}

func sendPage(w http.ResponseWriter, r *http.Request, page []byte, status int) {
	h := w.Header()
	if status == http.StatusServiceUnavailable {
		h.Set("Retry-After", "5")
	}
	tag := static.Tag(page)
	h.Set("ETag", tag)
	if status == http.StatusOK && static.Matches(r, tag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	h.Set("Content-Length", strconv.Itoa(len(page)))
	w.WriteHeader(status)
	_, _ = w.Write(page)
}

func isAdmin(urlPath string) bool {
	return urlPath == "/admin" || strings.HasPrefix(urlPath, "/admin/")
}

// serveAdmin answers a route of the back-office with its shell.
func (s *Site) serveAdmin(w http.ResponseWriter, r *http.Request) {
	// With this nonce the dialogs' library adds a style element: its text follows from the width of the scrollbar.
	language, nonce, status := languageOf(r), rand.Text(), http.StatusNotFound
	if s.pages.isAdminPage(r.URL.Path) {
		status = http.StatusOK
	}
	page := pageBuffer()
	defer page.free()
	s.admin.write(&page.Buffer, htmlTag(language), func(w *bytes.Buffer) {
		w.WriteString(s.keyTag() + `<meta property="csp-nonce" nonce="` + nonce + `">`)
	})
	setPageHeaders(w.Header(), language, securityPolicy(s.admin.scripts, "'self' 'nonce-"+nonce+"'"), true)
	sendPage(w, r, page.Bytes(), status)
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

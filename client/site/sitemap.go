package site

import (
	"encoding/json"
	"encoding/xml"
	"net/http"
	"slices"
	"time"

	"github.com/toubkal/toubkal/server/static"
)

// What the lists of addresses ask for: every published peak, and every post that
// is due, the newest first.
const (
	peaksRequest = "/rest/v1/expeditions?select=slug,name_en,description_en,updated_at,picture:pictures!expeditions_picture_id_fkey(path,width,height)," +
		"gallery:expedition_pictures(picture:pictures!expedition_pictures_picture_id_fkey(path,width,height))" +
		"&published=eq.true&order=display_order.asc&gallery.order=display_order.asc"
	postsRequest = "/rest/v1/blog_posts?select=slug,title_en,title_fr,title_ar,excerpt_en,published_at,updated_at," +
		"picture:pictures!blog_posts_picture_id_fkey(path,width,height)&status=eq.published&order=published_at.desc"
)

// entry is a page of the site, and when it changed, where that is known.
type entry struct {
	path      string
	changed   time.Time
	languages []string // its languages
	title     string   // in English, of a row
	excerpt   string
	pictures  []photo // of the library, that it shows
}

// entries are all pages that may be found; false where the tables do not answer.
func (s *Site) entries(r *http.Request) (pages, peaks, posts []entry, ok bool) {
	answers := s.client.fetch(r.Context(), peaksRequest, postsRequest)
	for _, p := range readPosts(answers[1]) {
		e := entry{p.path(), p.updated, p.languages(), p.title.text("en"), p.excerpt.text("en"), nil}
		if p.hasPhoto {
			e.pictures = []photo{p.photo}
		}
		posts = append(posts, e)
	}
	for i := range s.pages.Public {
		if each := &s.pages.Public[i]; each.mark() == "" && !each.Hidden {
			pages = append(pages, entry{path: each.Path, languages: languages})
		}
	}
	return pages, s.routed(readPeaks(answers[0])), s.routed(posts), answers[0] != nil && answers[1] != nil
}

// routed leaves out what the client has no page for.
func (s *Site) routed(entries []entry) []entry {
	return slices.DeleteFunc(entries, func(e entry) bool {
		return s.pages.find(e.path).route == s.pages.NotFound
	})
}

func readPeaks(rows []byte) []entry {
	var peaks []entry
	for _, row := range as[[]struct {
		Slug      string
		Name      string    `json:"name_en"`
		About     string    `json:"description_en"`
		UpdatedAt time.Time `json:"updated_at"`
		Picture   json.RawMessage
		Gallery   []struct{ Picture json.RawMessage }
	}](rows) {
		e := entry{"/achievement/" + row.Slug, row.UpdatedAt, languages, row.Name, row.About, nil}
		if own, ok := readPhoto(row.Picture); ok {
			e.pictures = append(e.pictures, own)
		}
		for _, each := range row.Gallery {
			if other, ok := readPhoto(each.Picture); ok && !slices.Contains(e.pictures, other) {
				e.pictures = append(e.pictures, other)
			}
		}
		peaks = append(peaks, e)
	}
	return peaks
}

// urlset is a sitemap (https://www.sitemaps.org/protocol.html) with the languages
// of each page beside it, and its pictures
// (https://developers.google.com/search/docs/crawling-indexing/sitemaps/image-sitemaps).
type urlset struct {
	XMLName xml.Name     `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 urlset"`
	XHTML   string       `xml:"xmlns:xhtml,attr"`
	Image   string       `xml:"xmlns:image,attr"`
	URLs    []sitemapURL `xml:"url"`
}

type sitemapURL struct {
	Location   string           `xml:"loc"`
	Changed    string           `xml:"lastmod,omitempty"`
	Alternates []alternate      `xml:"xhtml:link"`
	Pictures   []sitemapPicture `xml:"image:image"`
}

type sitemapPicture struct {
	Address string `xml:"image:loc"`
}

type alternate struct {
	Relation string `xml:"rel,attr"`
	Language string `xml:"hreflang,attr"`
	Address  string `xml:"href,attr"`
}

// serveSitemap lists each page once for each language that it is written in.
func (s *Site) serveSitemap(w http.ResponseWriter, r *http.Request) {
	origin := s.origin(r)
	pages, peaks, posts, ok := s.entries(r)
	if !ok { // a shorter list would say that pages are gone
		w.Header().Set("Retry-After", "60")
		http.Error(w, "The pages cannot be listed now.", http.StatusServiceUnavailable)
		return
	}
	all := urlset{XHTML: "http://www.w3.org/1999/xhtml", Image: "http://www.google.com/schemas/sitemap-image/1.1"}
	for _, e := range slices.Concat(pages, peaks, posts) {
		others := alternatesOf(origin, e)
		pictures := []sitemapPicture{}
		for _, each := range e.pictures {
			pictures = append(pictures, sitemapPicture{origin + each.original()})
		}
		for _, language := range e.languages {
			all.URLs = append(all.URLs, sitemapURL{link(origin, e.path, language), formatTime(e.changed), others, pictures})
		}
	}
	s.sendXML(w, r, "application/xml; charset=utf-8", all)
}

func alternatesOf(origin string, e entry) []alternate {
	others := []alternate{}
	for _, language := range e.languages {
		others = append(others, alternate{"alternate", language, link(origin, e.path, language)})
	}
	return append(others, alternate{"alternate", "x-default", link(origin, e.path, "")})
}

func (s *Site) sendXML(w http.ResponseWriter, r *http.Request, kind string, document any) {
	text, err := xml.MarshalIndent(document, "", " ")
	if err != nil {
		s.Log.ErrorContext(r.Context(), "write XML", "path", r.URL.Path, "error", err)
		http.Error(w, "This list cannot be shown now.", http.StatusInternalServerError)
		return
	}
	sendText(w, r, kind, xml.Header+string(text)+"\n")
}

// sendText answers with a small text, which is asked after each time.
func sendText(w http.ResponseWriter, r *http.Request, kind, text string) {
	h := w.Header()
	h.Set("Content-Type", kind)
	h.Set("Cache-Control", "no-cache")
	h.Set("X-Content-Type-Options", "nosniff")
	tag := static.Tag([]byte(text))
	h.Set("ETag", tag)
	if static.Matches(r, tag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	_, _ = w.Write([]byte(text)) // #nosec G705 -- plain text, JSON or XML, and no browser takes it for a page
}

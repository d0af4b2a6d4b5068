package site

import (
	"encoding/json"
	"encoding/xml"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/toubkal/toubkal/server/static"
)

// What the lists of addresses ask for: every published peak, and every post that
// is due, the newest first.
const (
	peaksRequest = "/rest/v1/expeditions?select=slug,name_en,updated_at,picture:pictures!expeditions_picture_id_fkey(path,width,height)," +
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

// entries are all pages that may be found, and those of rows as far as the
// tables answer: else the peaks are those that the build has rendered.
func (s *Site) entries(r *http.Request) (pages, peaks, posts []entry) {
	answers := s.client.fetch(r.Context(), peaksRequest, postsRequest)
	for _, p := range readPosts(answers[1]) {
		e := entry{p.path(), p.updated, p.languages(), p.title.text("en"), p.excerpt.text("en"), nil}
		if p.hasPhoto {
			e.pictures = []photo{p.photo}
		}
		posts = append(posts, e)
	}
	for i := range s.pages.Public {
		each := &s.pages.Public[i]
		if each.mark() == "" && s.listed(address{each, each.Path, ""}) {
			pages = append(pages, entry{path: each.Path, languages: languages})
		}
	}
	return pages, s.routed(s.peaks(answers[0])), s.routed(posts)
}

// routed leaves out what the client has no page for.
func (s *Site) routed(entries []entry) []entry {
	return slices.DeleteFunc(entries, func(e entry) bool {
		_, ok := s.pages.find(e.path)
		return !ok
	})
}

func (s *Site) peaks(rows []byte) []entry {
	var peaks []entry
	for _, row := range as[[]struct {
		Slug      string
		Name      string    `json:"name_en"`
		UpdatedAt time.Time `json:"updated_at"`
		Picture   json.RawMessage
		Gallery   []struct{ Picture json.RawMessage }
	}](rows) {
		e := entry{"/achievement/" + row.Slug, row.UpdatedAt, languages, row.Name, "", nil}
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
	if len(peaks) > 0 {
		return peaks
	}
	for _, name := range s.renderedPeaks() {
		peaks = append(peaks, entry{path: "/achievement/" + name, languages: languages})
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
	pages, peaks, posts := s.entries(r)
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

// renderedPeaks are the slugs of the peaks that the build knew.
func (s *Site) renderedPeaks() []string {
	var names []string
	for _, name := range s.filesIn("prerender/" + languages[0] + "/achievement") {
		if slug, ok := strings.CutSuffix(name, ".html"); ok && slugFormat.MatchString(slug) {
			names = append(names, slug)
		}
	}
	return names
}

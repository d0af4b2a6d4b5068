package site

import (
	"encoding/xml"
	"net/http"
	"strings"
	"time"
)

// feedRequest asks for the newest posts, whole.
const feedRequest = "/rest/v1/blog_posts?select=*&status=eq.published&order=published_at.desc&limit=20"

// feed is an Atom feed (RFC 4287).
type feed struct {
	XMLName  xml.Name    `xml:"http://www.w3.org/2005/Atom feed"`
	Language string      `xml:"xml:lang,attr"`
	Title    string      `xml:"title"`
	Subtitle string      `xml:"subtitle,omitempty"`
	ID       string      `xml:"id"`
	Updated  string      `xml:"updated"`
	Author   feedAuthor  `xml:"author"`
	Links    []feedLink  `xml:"link"`
	Entries  []feedEntry `xml:"entry"`
}

type feedAuthor struct {
	Name string `xml:"name"`
}

type feedLink struct {
	Relation string `xml:"rel,attr"`
	Type     string `xml:"type,attr"`
	Address  string `xml:"href,attr"`
}

type feedEntry struct {
	Title     string    `xml:"title"`
	ID        string    `xml:"id"`
	Published string    `xml:"published"`
	Updated   string    `xml:"updated"`
	Link      feedLink  `xml:"link"`
	Summary   string    `xml:"summary,omitempty"`
	Content   *feedText `xml:"content"`
}

type feedText struct {
	Type     string `xml:"type,attr"`
	Language string `xml:"xml:lang,attr"`
	Base     string `xml:"xml:base,attr"` // of the addresses in it
	HTML     string `xml:",chardata"`
}

func feedPath(language string) string {
	if language == languages[0] {
		return "/feed.xml"
	}
	return "/feed." + language + ".xml"
}

// serveFeed answers with the posts that are written in the feed's language: that
// of its name, or what ?lang= asks of /feed.xml. Without the database it asks
// readers to come back: from an empty feed they would conclude that all is gone.
func (s *Site) serveFeed(w http.ResponseWriter, r *http.Request) {
	language := languageOf(r)
	if name := strings.Split(r.URL.Path, "."); len(name) == 3 {
		language = name[1]
	}
	query := s.pages.settings()
	answers := s.client.fetch(r.Context(), query.Request, feedRequest)
	if answers[1] == nil {
		w.Header().Set("Retry-After", "60")
		http.Error(w, "The posts cannot be read now.", http.StatusServiceUnavailable)
		return
	}
	w.Header().Add("Vary", "Cookie")
	set := readSettings(answers[0], s.pages.Brand)
	s.sendXML(w, r, "application/atom+xml; charset=utf-8", newFeed(set, readPosts(answers[1]), s.origin(r), language))
}

func newFeed(set settings, posts []post, origin, language string) feed {
	f := feed{
		Language: language, Title: words[language].journal + " · " + set.wordmark, Subtitle: words[language].claim,
		ID: origin + feedPath(language), Author: feedAuthor{set.namedAs(language)},
		Links: []feedLink{
			{"self", "application/atom+xml", origin + feedPath(language)},
			{"alternate", "text/html", link(origin, "/blog", language)},
		},
	}
	newest := time.Time{}
	for _, p := range posts {
		if p.content[language] == "" {
			continue
		}
		f.Entries = append(f.Entries, p.entry(origin, language))
		if p.updated.After(newest) {
			newest = p.updated
		}
	}
	// A feed must say when it changed; one that is empty never has.
	f.Updated = newest.UTC().Format(time.RFC3339)
	return f
}

// entry keeps its id in every language and after a change of title.
func (p post) entry(origin, language string) feedEntry {
	return feedEntry{
		Title: p.title.text(language), ID: link(origin, p.path(), language),
		Published: formatTime(p.published), Updated: formatTime(p.updated),
		Link: feedLink{"alternate", "text/html", link(origin, p.path(), language)}, Summary: p.excerpt[language],
		Content: &feedText{"html", language, origin + p.path(), Clean(p.content[language])},
	}
}

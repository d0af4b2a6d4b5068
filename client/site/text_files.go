package site

import (
	"cmp"
	"encoding/json"
	"net/http"
	"strings"
	"time"
)

// serveRobots keeps crawlers from the back-office and the APIs (RFC 9309).
func (s *Site) serveRobots(w http.ResponseWriter, r *http.Request) {
	sendText(w, r, "text/plain; charset=utf-8", "User-agent: *\nDisallow: /admin\nDisallow: /checkout\nDisallow: /confirmation\n\n"+
		"Sitemap: "+s.origin(r)+"/sitemap.xml\n")
}

// serveLLMs tells language models what is where (https://llmstxt.org).
func (s *Site) serveLLMs(w http.ResponseWriter, r *http.Request) {
	origin, set := s.origin(r), s.fetchSettings(r)
	pages, peaks, posts, _ := s.entries(r)
	var b strings.Builder
	b.WriteString("# " + line(set.wordmark) + "\n\n> " + line(set.namedAs("en")) + ": " + words["en"].claim +
		". Mountaineer, speaker and author.\n\nEvery page is also there in French (`?lang=fr`) and Arabic (`?lang=ar`).\n")
	list := func(heading string, entries []entry) {
		if len(entries) > 0 {
			b.WriteString("\n## " + heading + "\n\n")
		}
		for _, e := range entries {
			title, about := s.heading(e)
			b.WriteString("- [" + line(title) + "](" + link(origin, e.path, "en") + ")")
			if about != "" {
				b.WriteString(": " + line(about))
			}
			b.WriteByte('\n')
		}
	}
	list("Pages", pages)
	list("Expeditions", peaks)
	list("Posts", posts)
	b.WriteString("\n## Feeds\n\n")
	for _, language := range languages {
		b.WriteString("- [Posts, " + language + "](" + origin + feedPath(language) + ")\n")
	}
	sendText(w, r, "text/plain; charset=utf-8", b.String())
}

// heading is the title and the description of an entry in English.
func (s *Site) heading(e entry) (title, about string) {
	head := s.pages.find(e.path).Head[languages[0]]
	return cmp.Or(e.title, head.Title, e.path), cmp.Or(e.excerpt, head.Description)
}

// line keeps a text on one line, and from closing a link.
func line(text string) string {
	return strings.NewReplacer("[", "(", "]", ")").Replace(strings.Join(strings.Fields(text), " "))
}

func (s *Site) fetchSettings(r *http.Request) settings {
	query := s.pages.settings()
	return readSettings(s.client.fetch(r.Context(), query.Request)[0], s.pages.Brand)
}

// serveSecurity says whom to tell of a hole, where an address is set.
func (s *Site) serveSecurity(w http.ResponseWriter, r *http.Request) {
	email := s.fetchSettings(r).email
	if email == "" || strings.ContainsAny(email, " \r\n\t") {
		http.Error(w, "There is no such file.", http.StatusNotFound)
		return
	}
	// The file must say when it expires (RFC 9116): six months from the beginning of this
	// one, so that it changes only monthly.
	now := s.Now()
	expires := time.Date(now.Year(), now.Month()+6, 1, 0, 0, 0, 0, time.UTC).Format(time.RFC3339)
	sendText(w, r, "text/plain; charset=utf-8", "Contact: mailto:"+email+"\nExpires: "+expires+
		"\nPreferred-Languages: en, fr, ar\nCanonical: "+s.origin(r)+"/.well-known/security.txt\n")
}

// serveManifest is what a phone that installs the site is told
// (https://www.w3.org/TR/appmanifest): under the owner's wordmark, in the
// user's language.
func (s *Site) serveManifest(w http.ResponseWriter, r *http.Request) {
	language, set := languageOf(r), s.fetchSettings(r)
	text, err := json.Marshal(object{
		"id": "/", "name": set.wordmark, "short_name": set.wordmark, "description": words[language].claim,
		"start_url": "/", "scope": "/", "display": "standalone", "lang": language, "dir": direction(language),
		"background_color": "#0b1920", "theme_color": "#0b1920", "icons": s.icons(),
	})
	if err != nil {
		http.Error(w, "The manifest cannot be written.", http.StatusInternalServerError)
		return
	}
	w.Header().Add("Vary", "Cookie")
	sendText(w, r, "application/manifest+json", string(text))
}

// icons are those that the build has.
func (s *Site) icons() []object {
	all := []object{}
	for _, icon := range []object{
		{"src": "/icons/icon-192.png", "sizes": "192x192", "type": "image/png"},
		{"src": "/icons/icon-512.png", "sizes": "512x512", "type": "image/png"},
		{"src": "/icons/maskable-512.png", "sizes": "512x512", "type": "image/png", "purpose": "maskable"},
		{"src": "/favicon.svg", "sizes": "any", "type": "image/svg+xml"},
	} {
		if src, ok := icon["src"].(string); ok && s.static.Has(src) {
			all = append(all, icon)
		}
	}
	return all
}

package site

import (
	"cmp"
	"html"
	"strconv"
	"strings"
)

// locales are the names that Open Graph has for the languages.
var locales = map[string]string{"en": "en_GB", "fr": "fr_FR", "ar": "ar_AR"}

// keyTag tells the client the api key of anonymous users.
func (s *Site) keyTag() string {
	return `<meta name="toubkal-anon-key" content="` + html.EscapeString(s.AnonKey) + `">`
}

// head is what only the server can say of a page: where it is, in which
// languages, and how it looks when it is passed on.
func (v *view) head(title, description string) string {
	var b tags
	b.WriteString(v.keyTag())
	b.link("manifest", "/manifest.webmanifest")
	if v.static.Has("/icons/apple-touch-180.png") {
		b.link("apple-touch-icon", "/icons/apple-touch-180.png")
	}
	if v.Hidden {
		if v.html == nil { // else the page says so itself
			b.meta("name", "robots", "noindex")
		}
		return b.String()
	}
	v.alternateLinks(&b)
	v.openGraph(&b, title, description)
	b.WriteString(v.structured(title, description))
	return b.String()
}

// alternateLinks are the page's address in each language that it is written in.
func (v *view) alternateLinks(b *tags) {
	b.link("canonical", v.here())
	for _, language := range v.languages() {
		b.WriteString(`<link rel="alternate" hreflang="` + language + `" href="` + html.EscapeString(link(v.origin, v.path, language)) + `">`)
	}
	b.WriteString(`<link rel="alternate" hreflang="x-default" href="` + html.EscapeString(link(v.origin, v.path, "")) + `">`)
	b.WriteString(`<link rel="alternate" type="application/atom+xml" title="` + html.EscapeString(v.wordmark) +
		`" href="` + html.EscapeString(v.origin+feedPath(v.language)) + `">`)
}

// openGraph writes the tags for a link preview (https://ogp.me).
func (v *view) openGraph(b *tags, title, description string) {
	b.meta("property", "og:site_name", v.wordmark)
	b.meta("property", "og:title", v.withoutBrand(title))
	b.meta("property", "og:description", description)
	b.meta("property", "og:type", v.kind())
	b.meta("property", "og:url", v.here())
	b.meta("property", "og:locale", locales[v.language])
	for _, other := range v.languages() {
		if other != v.language {
			b.meta("property", "og:locale:alternate", locales[other])
		}
	}
	b.meta("property", "og:image", v.picture())
	if photo, ok := v.photo("hero"); ok {
		_, width, height := photo.preview()
		b.meta("property", "og:image:width", strconv.Itoa(width))
		b.meta("property", "og:image:height", strconv.Itoa(height))
		b.meta("property", "og:image:alt", cmp.Or(photo.alt().text(v.language), v.withoutBrand(title)))
	} else if p, ok := v.post(); !ok || p.image == "" {
		b.meta("property", "og:image:width", strconv.Itoa(previewWidth))
		b.meta("property", "og:image:height", strconv.Itoa(previewHeight))
		b.meta("property", "og:image:alt", v.withoutBrand(title))
	}
	if p, ok := v.post(); ok {
		b.meta("property", "article:published_time", formatTime(p.published))
		b.meta("property", "article:modified_time", formatTime(p.updated))
	}
	b.meta("name", "twitter:card", "summary_large_image")
}

func (v *view) kind() string {
	switch v.Path {
	case "/blog/:slug":
		return "article"
	case "/book":
		return "book"
	case "/story":
		return "profile"
	}
	return "website"
}

// picture is the address of the preview image: of the photo of the page, else of the
// picture that the server draws.
func (v *view) picture() string {
	if photo, ok := v.photo("hero"); ok {
		path, _, _ := photo.preview()
		return v.origin + path
	}
	if p, ok := v.post(); ok {
		if p.image != "" {
			return absolute(v.origin, p.image)
		}
		return v.origin + "/og/blog-" + p.slug + "." + v.language + ".png"
	}
	name := cmp.Or(strings.ReplaceAll(strings.Trim(v.path, "/"), "/", "-"), "home")
	return v.origin + "/og/" + name + "." + v.language + ".png"
}

// languages are those of the page: a post may lack some, and then shows
// English there, which is no page of that language.
func (v *view) languages() []string {
	if p, ok := v.post(); ok {
		return p.languages()
	}
	return languages
}

func absolute(origin, address string) string {
	if strings.HasPrefix(address, "/") {
		return origin + address
	}
	return address
}

// withoutBrand is a title of a page in the language of the view without what all titles end in.
func (v *view) withoutBrand(title string) string {
	return withoutBrand(title, v.siteTitle(v.language))
}

func withoutBrand(title, brand string) string {
	return strings.TrimSpace(strings.TrimSuffix(strings.TrimSuffix(title, brand), " · "))
}

// tags is the text of a head.
type tags struct{ strings.Builder }

func (t *tags) meta(kind, name, content string) {
	if content != "" {
		t.WriteString(`<meta ` + kind + `="` + name + `" content="` + html.EscapeString(content) + `">`)
	}
}

func (t *tags) link(relation, address string) {
	t.WriteString(`<link rel="` + relation + `" href="` + html.EscapeString(address) + `">`)
}

package web

import (
	"html/template"
	"strconv"
	"strings"

	"github.com/microcosm-cc/bluemonday"
)

// article is what the text of a post may hold: what an editor writes, and no
// script, style, form or frame. The client washes it again.
var article = articlePolicy()

func articlePolicy() *bluemonday.Policy {
	p := bluemonday.NewPolicy()
	p.AllowStandardURLs()
	p.AllowElements(
		"h2", "h3", "h4", "p", "br", "hr", "blockquote", "ul", "ol", "li", "strong", "b", "em", "i", "u", "s", "sub", "sup",
		"code", "pre", "figure", "figcaption", "table", "thead", "tbody", "tr", "th", "td", "span", "bdi",
	)
	p.AllowAttrs("href").OnElements("a")
	p.AllowAttrs("src", "alt", "width", "height").OnElements("img")
	p.AllowAttrs("lang", "dir", "id").Globally()
	p.AllowAttrs("start").OnElements("ol")
	p.AllowAttrs("colspan", "rowspan", "scope").OnElements("th", "td")
	p.RequireNoFollowOnLinks(false) // they are the author's own
	return p
}

var appTemplate = template.Must(template.New("app").Parse(`
{{- define "meta"}}<p class="journal-meta"><time datetime="{{.Stamp}}">{{.Day}}</time> · <bdi>{{.Minutes}}</bdi></p>{{end -}}
{{- define "list"}}<section class="journal"><h1>{{.Heading}}</h1>
{{- if .Posts}}<ol class="journal-list">{{range .Posts}}<li><article lang="{{.Lang}}" dir="{{.Dir}}"><h2><a href="{{.Link}}">{{.Title}}</a></h2>
{{- template "meta" .}}<p>{{.Excerpt}}</p></article></li>{{end}}</ol>
{{- else if .Empty}}<p>{{.Empty}}</p><p>{{.EmptyMore}}</p>{{end}}</section>{{end -}}
{{- define "post"}}<article class="post"><header lang="{{.Lang}}" dir="{{.Dir}}"><h1>{{.Title}}</h1>
{{- template "meta" .}}</header>{{if .Notice}}<p class="post-notice">{{.Notice}}</p>{{end -}}
<div class="post-body" lang="{{.Lang}}" dir="{{.Dir}}">{{.Content}}</div></article>{{end -}}
`))

// shown is a post as the templates show it: in the reader's language, or else in
// English under its own lang and dir.
type shown struct {
	Title, Excerpt, Link, Notice string
	Lang, Dir                    string
	Stamp, Day, Minutes          string
	Content                      template.HTML
}

func (p post) shown(language string) shown {
	title, written := p.title.in(language)
	if content, in := p.content.in(language); content != "" {
		written, title = in, p.title.text(in)
	}
	s := shown{
		Title: title, Excerpt: p.excerpt.text(written), Link: link("", p.path(), language),
		Lang: written, Dir: direction(written),
		Stamp: stamp(p.published), Day: p.published.UTC().Format("02/01/2006"), Minutes: minutes(p.minutes, language),
	}
	if written != language {
		s.Notice = words[language].notice
	}
	return s
}

// app is the page itself, for readers without scripts: the journal and its posts,
// which no build can know. The client replaces it.
func (v *visit) app() string {
	var b strings.Builder
	switch v.Path {
	case "/blog":
		v.writeList(&b)
	case "/blog/:slug":
		v.writePost(&b)
	}
	return b.String()
}

func (v *visit) writeList(b *strings.Builder) {
	list := struct {
		Heading, Empty, EmptyMore string
		Posts                     []shown
	}{Heading: bare(v.title(), v.wordmark)}
	if v.rows["posts"] != nil {
		list.Empty, list.EmptyMore = words[v.language].empty, words[v.language].emptyMore
	}
	for _, p := range v.posts() {
		list.Posts = append(list.Posts, p.shown(v.language))
	}
	_ = appTemplate.ExecuteTemplate(b, "list", list) // into memory: it cannot fail
}

func (v *visit) writePost(b *strings.Builder) {
	p, ok := v.post()
	if !ok {
		return
	}
	s := p.shown(v.language)
	s.Content = template.HTML(washed(p.content.text(s.Lang)))
	_ = appTemplate.ExecuteTemplate(b, "post", s)
}

// washed is HTML that may stand in a page.
func washed(content string) string { return article.Sanitize(content) }

// minutes is the time that reading takes.
func minutes(number int, language string) string {
	return strconv.Itoa(number) + "\u00a0" + words[language].minutes
}

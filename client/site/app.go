package site

import (
	"html/template"
	"slices"
	"strings"
)

// The classes are those of client/src/features/blog, so that as little as possible
// moves when the client takes over.
var appTemplate = template.Must(template.New("app").Parse(`
{{- define "facts"}}<p class="flex flex-wrap items-baseline gap-x-5 text-small text-muted">{{if .By}}<span>{{.By}}</span>{{end -}}
<time datetime="{{.Stamp}}" dir="ltr">{{.Day}}</time><span>{{.Minutes}}</span></p>{{end -}}
{{- define "list"}}{{if .Heading}}<header class="gutter pt-32 pb-12"><h1 class="display text-heading">{{.Heading}}</h1></header>{{end -}}
{{if .Posts}}<ol class="contour-top grid gutter">{{range .Posts}}<li class="border-t border-line first:border-t-0"><article class="relative py-8 wrap-anywhere md:py-10">{{.Photo}}
{{- template "facts" .}}<h2 lang="{{.Title.Lang}}" dir="{{.Title.Dir}}" class="display mt-3 wrap-anywhere text-[clamp(1.75rem,1.3rem+1.9vw,3rem)]">
<a href="{{.Link}}" class="stretched">{{.Title.Text}}</a></h2><p lang="{{.Excerpt.Lang}}" dir="{{.Excerpt.Dir}}" class="measure mt-4 text-muted">{{.Excerpt.Text}}</p></article></li>{{end}}</ol>
{{- else if .Empty}}<div class="grid min-h-96 content-center justify-items-start gap-4 gutter py-24"><h2 class="display text-heading">{{.Empty}}</h2>
<p class="text-lead text-muted">{{.EmptyMore}}</p></div>{{end}}{{end -}}
{{- define "post"}}<article><header class="relative isolate flex min-h-[88svh] flex-col gap-[13rem] overflow-clip gutter pt-28 pb-8 lg:pt-36">{{.Photo}}
<div class="grow wrap-anywhere md:max-w-[62%]"><a href="{{.Journal}}" class="-ms-1 inline-flex min-h-11 items-center gap-2 label font-bold text-accent hover:underline">{{.Back}}</a>
<h1 lang="{{.Title.Lang}}" dir="{{.Title.Dir}}" class="display -ms-[0.03em] mt-4 wrap-anywhere text-[clamp(2.75rem,1.5rem+4.6vw,5.5rem)]">{{.Title.Text}}</h1>
<p lang="{{.Excerpt.Lang}}" dir="{{.Excerpt.Dir}}" class="mt-6 max-w-[36rem] text-lead">{{.Excerpt.Text}}</p></div>{{template "facts" .}}</header>
<div class="reading relative wrap-anywhere gutter pt-12 pb-20 md:pt-20 md:pb-28"><div class="grid grid-cols-1 gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,15rem)_minmax(0,1fr)] xl:gap-x-28">
<div class="lg:col-start-2">{{if .Notice}}<p class="border-s-4 bg-raised px-4 py-3 text-small border-accent measure mb-10">{{.Notice}}</p>{{end -}}
<div lang="{{.Content.Lang}}" dir="{{.Content.Dir}}" class="article">{{.HTML}}</div></div></div></div></article>
{{- if .Others}}<nav aria-label="{{.Around}}" class="scheme-dark contour-top wrap-anywhere bg-ground text-ink"><ul class="grid gap-8 gutter py-14">{{range .Others}}<li>
<a href="{{.Link}}" lang="{{.Title.Lang}}" dir="{{.Title.Dir}}" class="text-lead font-medium">{{.Title.Text}}</a></li>{{end}}</ul></nav>{{end}}{{end -}}
`))

// localizedText is a text with the language that it is really in.
type localizedText struct{ Text, Lang, Dir string }

func (t texts) localized(language string) localizedText {
	text, in := t.in(language)
	return localizedText{text, in, direction(in)}
}

// postSummary is a post as the templates show it: each text in the reader's language,
// or else in English under its own lang and dir.
type postSummary struct {
	Title, Excerpt, Content localizedText
	Link, By                string
	Stamp, Day, Minutes     string
	Photo                   template.HTML // "" for none
}

func (p post) summary(language string) postSummary {
	return postSummary{
		Title: p.title.localized(language), Excerpt: p.excerpt.localized(language), Content: p.content.localized(language),
		Link: link("", p.path(), language), Stamp: formatTime(p.published), Day: p.published.UTC().Format("02/01/2006"),
		Minutes: minutes(p.minutes, language),
		Photo:   p.html(language, photoPlace{class: "mb-6 aspect-25/17 w-full max-w-md", sizes: "28rem", decorative: true}),
	}
}

// html is the photo of the post; "" without one.
func (p post) html(language string, at photoPlace) template.HTML {
	if !p.hasPhoto {
		return ""
	}
	return p.photo.html(language, at)
}

func summaries(posts []post, language string) []postSummary {
	all := []postSummary{}
	for _, p := range posts {
		all = append(all, p.summary(language))
	}
	return all
}

// app is the page itself, for readers without scripts: the journal and its posts,
// which no build can know. The client replaces it.
func (v *view) app() string {
	var b strings.Builder
	switch v.Path {
	case "/blog":
		v.writeList(&b)
	case "/blog/:slug":
		v.writePost(&b)
	}
	return b.String()
}

// writeList brings a heading where the document around it has none.
func (v *view) writeList(b *strings.Builder) {
	list := struct {
		Heading, Empty, EmptyMore string
		Posts                     []postSummary
	}{Posts: summaries(v.posts(), v.language)}
	if !v.headed {
		list.Heading = v.withoutBrand(v.title())
	}
	if v.rows["posts"] != nil {
		list.Empty, list.EmptyMore = words[v.language].empty, words[v.language].emptyMore
	}
	_ = appTemplate.ExecuteTemplate(b, "list", list) // into memory: it cannot fail
}

func (v *view) writePost(b *strings.Builder) {
	p, ok := v.post()
	if !ok {
		return
	}
	ours := words[v.language]
	page := struct {
		postSummary
		Journal, Back, Notice, Around string
		HTML                          template.HTML
		Others                        []postSummary
	}{
		postSummary: p.summary(v.language), Journal: link("", "/blog", v.language), Back: ours.back, Around: ours.others,
		Others: summaries(v.others(p), v.language),
	}
	page.Photo = p.html(v.language, photoPlace{class: "photo-hero", sizes: "(min-width: 64rem) 65vw, 70vw", first: true})
	if name := v.name.text(v.language); name != "" {
		page.By = strings.ReplaceAll(ours.by, "{{name}}", name)
	}
	page.HTML = template.HTML(Clean(p.content.text(page.Content.Lang))) // #nosec G203 -- Clean is the sanitizer
	if page.Content.Lang != v.language {
		page.Notice = ours.notice
	}
	_ = appTemplate.ExecuteTemplate(b, "post", page)
}

// others are the posts that came beside the one that is read.
func (v *view) others(read post) []post {
	return slices.DeleteFunc(readPosts(v.rows["posts"]), func(p post) bool { return p.slug == read.slug })
}

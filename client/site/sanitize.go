package site

import (
	"strings"

	"github.com/microcosm-cc/bluemonday"
	"golang.org/x/net/html"
)

// policy is what an editor writes, and no script, style, class, form or frame.
// It allows what the client's sanitizer (client/src/shared/article/article.ts)
// does, but for h1: what is rendered here is not sanitized again there.
var policy = newPolicy()

func newPolicy() *bluemonday.Policy {
	p := bluemonday.NewPolicy()
	p.AllowStandardURLs()
	p.AllowURLSchemes("tel")
	p.AllowElements(
		"h2", "h3", "h4", "p", "br", "hr", "blockquote", "cite", "q", "ul", "ol", "li", "strong", "b", "em", "i", "u", "s", "sub", "sup",
		"mark", "small", "abbr", "time", "code", "pre", "kbd", "figure", "figcaption",
		"table", "caption", "thead", "tbody", "tfoot", "tr", "th", "td", "span", "bdi",
	)
	p.AllowAttrs("href").OnElements("a")
	p.AllowAttrs("src", "alt", "width", "height").OnElements("img")
	p.AllowAttrs("lang", "dir", "title").Globally() // no id: the page has its own
	p.AllowAttrs("start", "reversed").OnElements("ol")
	p.AllowAttrs("datetime").OnElements("time")
	p.AllowAttrs("cite").OnElements("blockquote", "q")
	p.AllowAttrs("colspan", "rowspan", "scope").OnElements("th", "td")
	p.RequireNoFollowOnLinks(false) // they are the author's own
	return p
}

// Clean gives what of the content may stand in a page. What an editor wrote
// comes back as it was, byte by byte, so that a saved text equals the one that
// was sent; cleaning twice is as cleaning once.
func Clean(content string) string {
	if !strings.ContainsAny(content, "<>&\u00a0\x00") {
		return content
	}
	return normalizeHTML(policy.Sanitize(content))
}

// normalizeHTML writes clean HTML as a browser's innerHTML does: bluemonday
// also escapes quotes in the text, which would make five characters of each
// French apostrophe. The tokens stay what they are.
func normalizeHTML(clean string) string {
	var b strings.Builder
	b.Grow(len(clean))
	tokens := html.NewTokenizer(strings.NewReader(clean))
	for {
		switch tokens.Next() {
		case html.ErrorToken: // the end: reading from memory has no other error
			return b.String()
		case html.TextToken:
			_, _ = text.WriteString(&b, tokens.Token().Data)
		case html.EndTagToken:
			b.WriteString("</" + tokens.Token().Data + ">")
		case html.StartTagToken, html.SelfClosingTagToken:
			writeTag(&b, tokens.Token())
		}
	}
}

func writeTag(b *strings.Builder, tag html.Token) {
	b.WriteString("<" + tag.Data)
	for _, a := range tag.Attr {
		b.WriteString(" " + a.Key + `="`)
		_, _ = value.WriteString(b, a.Val)
		b.WriteByte('"')
	}
	b.WriteByte('>')
}

// What HTML's serialization escapes, in text and between quotes.
var (
	text  = strings.NewReplacer("&", "&amp;", "\u00a0", "&nbsp;", "<", "&lt;", ">", "&gt;")
	value = strings.NewReplacer("&", "&amp;", "\u00a0", "&nbsp;", `"`, "&quot;", "<", "&lt;", ">", "&gt;")
)

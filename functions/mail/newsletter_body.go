package mail

import (
	"bytes"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// bodyStyles are the declarations of the elements of a newsletter, since mail programs
// drop a stylesheet.
var bodyStyles = map[atom.Atom]string{
	atom.A:          "color:#b23a12",
	atom.Blockquote: "margin:16px 0;border-inline-start:3px solid #b23a12;padding-inline-start:16px",
	atom.Figcaption: "font-size:14px;color:#4a5a60",
	atom.Figure:     "margin:16px 0",
	atom.H2:         "margin:24px 0 8px;font-size:24px;line-height:1.3",
	atom.H3:         "margin:24px 0 8px;font-size:20px;line-height:1.3",
	atom.Img:        "display:block;max-width:100%;height:auto",
	atom.Table:      "border-collapse:collapse",
	atom.Td:         "border:1px solid #c9bfae;padding:6px 10px",
	atom.Th:         "border:1px solid #c9bfae;padding:6px 10px",
}

// mailBody makes the sanitized HTML of a newsletter into that of an e-mail, with absolute
// addresses, and derives the plain text. An image must be a file of the site: another
// server would learn who opens the e-mail. Of any other only the alternative text stays.
func mailBody(body, address string) (forHTML, forText string, err error) {
	base, err := url.Parse(address + "/")
	if err != nil {
		return "", "", fmt.Errorf("parse the address of the site: %w", err)
	}
	context := &html.Node{Type: html.ElementNode, Data: "div", DataAtom: atom.Div}
	nodes, err := html.ParseFragment(strings.NewReader(body), context)
	if err != nil {
		return "", "", fmt.Errorf("parse a newsletter: %w", err)
	}
	for _, node := range nodes {
		context.AppendChild(node)
	}
	for _, node := range slices.Collect(context.Descendants()) {
		if node.Type == html.ElementNode {
			prepare(node, base)
		}
	}
	var out strings.Builder
	var text plainText
	for node := range context.ChildNodes() {
		if err := html.Render(&out, node); err != nil {
			return "", "", fmt.Errorf("render a newsletter: %w", err)
		}
		text.add(node)
	}
	return out.String(), string(bytes.TrimSpace(text)), nil
}

// prepare gives an element its style and absolute addresses. An image of another site
// becomes its alternative text.
func prepare(node *html.Node, base *url.URL) {
	if node.DataAtom == atom.Img {
		source := absolute(attribute(node, "src"), base)
		if source == nil || source.Scheme != base.Scheme || source.Host != base.Host {
			node.Type, node.Data, node.DataAtom, node.Attr = html.TextNode, attribute(node, "alt"), 0, nil
			return
		}
		setAttribute(node, "src", source.String())
	}
	if node.DataAtom == atom.A {
		if target := absolute(attribute(node, "href"), base); target != nil {
			setAttribute(node, "href", target.String())
		}
	}
	if style := bodyStyles[node.DataAtom]; style != "" {
		setAttribute(node, "style", style)
	}
}

// absolute is an address as seen from a page of the site; nil if it does not parse.
func absolute(address string, base *url.URL) *url.URL {
	parsed, err := url.Parse(address)
	if err != nil || address == "" {
		return nil
	}
	return base.ResolveReference(parsed)
}

func attribute(node *html.Node, key string) string {
	for _, a := range node.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

func setAttribute(node *html.Node, key, value string) {
	node.Attr = slices.DeleteFunc(node.Attr, func(a html.Attribute) bool { return a.Key == key })
	node.Attr = append(node.Attr, html.Attribute{Key: key, Val: value})
}

// plainText collects the text of HTML: an empty line between blocks, a dash before an item
// of a list, and the address after a link.
type plainText []byte

func (p *plainText) add(node *html.Node) {
	switch node.DataAtom {
	case 0:
		if node.Type == html.TextNode {
			p.write(node.Data)
		}
		return
	case atom.Br:
		*p = append(*p, '\n')
		return
	case atom.Img:
		p.write(attribute(node, "alt"))
		return
	case atom.Li, atom.Tr:
		start := "\n"
		if node.PrevSibling == nil {
			start = "\n\n"
		}
		if node.DataAtom == atom.Li {
			start += "- "
		}
		p.open(start)
	case atom.P, atom.H2, atom.H3, atom.H4, atom.Ul, atom.Ol, atom.Blockquote, atom.Pre, atom.Table, atom.Figure, atom.Figcaption, atom.Hr:
		// The paragraph of an item or a cell stays on its line.
		if parent := node.Parent.DataAtom; parent != atom.Li && parent != atom.Td && parent != atom.Th {
			p.open("\n\n")
		}
	case atom.Td, atom.Th:
		if node.PrevSibling != nil {
			*p = append(*p, " | "...)
		}
	}
	for child := range node.ChildNodes() {
		p.add(child)
	}
	if href := attribute(node, "href"); node.DataAtom == atom.A && href != "" && !bytes.HasSuffix(*p, []byte(href)) {
		*p = append(*p, " ("+href+")"...)
	}
}

// open begins a block.
func (p *plainText) open(start string) {
	if *p = bytes.TrimRight(*p, " \n"); len(*p) == 0 {
		start = strings.TrimLeft(start, "\n")
	}
	*p = append(*p, start...)
}

// write adds text, with single spaces between its words.
func (p *plainText) write(text string) {
	spaced := strings.TrimLeft(text, " \n\t") != text
	for word := range strings.FieldsSeq(text) {
		if spaced {
			p.space()
		}
		*p = append(*p, word...)
		spaced = true
	}
	if strings.TrimRight(text, " \n\t") != text {
		p.space()
	}
}

// space adds a space, unless a line begins here or there is one.
func (p *plainText) space() {
	if n := len(*p); n > 0 && (*p)[n-1] != ' ' && (*p)[n-1] != '\n' {
		*p = append(*p, ' ')
	}
}

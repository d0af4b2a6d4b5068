package templates

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// textOf is the plain text of an HTML message: paragraphs, and links as "text: address".
func textOf(source string) string {
	document, err := html.Parse(strings.NewReader(source))
	if err != nil { // of the reader, which has none
		return ""
	}
	var b strings.Builder
	writeText(&b, document)
	var lines []string
	for line := range strings.Lines(b.String()) {
		line = strings.Join(strings.FieldsFunc(line, isSpace), " ")
		if line != "" || len(lines) > 0 && lines[len(lines)-1] != "" {
			lines = append(lines, line)
		}
	}
	return strings.TrimSpace(strings.Join(lines, "\n")) + "\n"
}

// isSpace tells what HTML collapses. A no-break space is not.
func isSpace(r rune) bool { return strings.ContainsRune(" \t\n\r\f", r) }

func writeText(b *strings.Builder, n *html.Node) {
	switch {
	case n.Type == html.TextNode:
		b.WriteString(strings.Map(func(r rune) rune {
			if isSpace(r) {
				return ' '
			}
			return r
		}, n.Data))
		return
	case n.DataAtom == atom.Style, n.DataAtom == atom.Script, n.DataAtom == atom.Head, n.DataAtom == atom.Title:
		return
	case n.DataAtom == atom.Br:
		b.WriteByte('\n')
		return
	}
	before := b.Len()
	for child := range n.ChildNodes() {
		writeText(b, child)
	}
	switch n.DataAtom {
	case atom.A:
		for _, a := range n.Attr {
			if a.Key == "href" && a.Val != "" && strings.TrimSpace(b.String()[before:]) != a.Val {
				b.WriteString(": " + a.Val)
			}
		}
	case atom.P, atom.Div, atom.H1, atom.H2, atom.H3, atom.Ul, atom.Ol, atom.Table, atom.Blockquote:
		b.WriteString("\n\n")
	case atom.Li, atom.Tr:
		b.WriteByte('\n')
	case atom.Td, atom.Th:
		b.WriteByte(' ')
	}
}

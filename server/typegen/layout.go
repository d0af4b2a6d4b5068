package typegen

import (
	"strings"
	"unicode"

	"golang.org/x/text/width"
)

// lineWidth is the width at which the formatter of Supabase's generator breaks a line, in
// columns of a terminal.
const lineWidth = 80

// doc is text with places where it may break, as Wadler's "A prettier printer"
// describes and as oxfmt and prettier work: a group is printed on one line where
// it fits, else each of its own line breaks is taken.
type doc struct {
	kind  kind
	text  string
	parts []doc
	width int  // on one line
	hard  bool // contains a break that is always taken
}

type kind byte

const (
	words    kind = iota // text
	sequence             // parts, one after the other
	group                // parts, on one line where they fit
	indented             // parts, their line breaks two columns further in
	line                 // text on one line, else a line break
	ifBroken             // text, unless on one line
	ifFlat               // text, on one line only
)

func text(s string) doc { return doc{kind: words, text: s, width: columns(s)} }

func parts(k kind, of ...doc) doc {
	d := doc{kind: k, parts: of}
	for _, part := range of {
		d.width += part.width
		d.hard = d.hard || part.hard
	}
	return d
}

func seq(of ...doc) doc     { return parts(sequence, of...) }
func grouped(of ...doc) doc { return parts(group, of...) }
func indent(of ...doc) doc  { return parts(indented, of...) }

var (
	space = doc{kind: line, text: " ", width: 1}
	soft  = doc{kind: line}
	hard  = doc{kind: line, hard: true}
)

func broken(s string) doc   { return doc{kind: ifBroken, text: s} }
func unbroken(s string) doc { return doc{kind: ifFlat, text: s, width: columns(s)} }

func join(separator doc, items []doc) doc {
	var all []doc
	for i, item := range items {
		if i > 0 {
			all = append(all, separator)
		}
		all = append(all, item)
	}
	return seq(all...)
}

// layout prints d. Text never ends a line with a space.
func layout(d doc) string {
	var p printer
	p.print(d, 0, false, 0)
	return p.out.String()
}

type printer struct {
	out    strings.Builder
	column int
}

// print writes d, flat on one line. after is the width of what follows d up to the
// next place where the line may break.
func (p *printer) print(d doc, margin int, flat bool, after int) {
	switch d.kind {
	case words:
		p.write(d.text, d.width)
	case line:
		if flat {
			p.write(d.text, d.width)
			return
		}
		p.write("\n"+strings.Repeat(" ", margin), 0)
		p.column = margin
	case ifBroken:
		if !flat {
			p.write(d.text, len(d.text))
		}
	case ifFlat:
		if flat {
			p.write(d.text, d.width)
		}
	case group:
		fits := !d.hard && p.column+d.width+after <= lineWidth
		p.printAll(d.parts, margin, flat || fits, after)
	case indented:
		p.printAll(d.parts, margin+2, flat, after)
	case sequence:
		p.printAll(d.parts, margin, flat, after)
	}
}

func (p *printer) printAll(all []doc, margin int, flat bool, after int) {
	for i, d := range all {
		rest := 0
		if !flat {
			rest = leading(all[i+1:], after)
		}
		p.print(d, margin, flat, rest)
	}
}

func (p *printer) write(s string, width int) {
	p.out.WriteString(s)
	p.column += width
}

// leading is the width up to the first place where broken parts break, and after
// where they have none.
func leading(all []doc, after int) int {
	total := 0
	for _, d := range all {
		n, ends := d.leading()
		total += n
		if ends {
			return total
		}
	}
	return total + after
}

func (d doc) leading() (width int, ends bool) {
	switch d.kind {
	case words, ifBroken:
		return columns(d.text), false
	case ifFlat:
		return 0, false
	case line:
		return 0, true
	}
	for _, part := range d.parts {
		n, ends := part.leading()
		width += n
		if ends {
			return width, true
		}
	}
	return width, false
}

// columns is the width of s in a terminal.
func columns(s string) int {
	n := 0
	for _, r := range s {
		if r < 0x7f {
			n++
			continue
		}
		switch kind := width.LookupRune(r).Kind(); {
		case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		case kind == width.EastAsianWide || kind == width.EastAsianFullwidth:
			n += 2
		default:
			n++
		}
	}
	return n
}

package parse

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// parseError is a syntax error: the position, what was found there, and
// what would have been right.
type parseError struct {
	set     bool
	pos     int
	found   string // the character there; "" at the end
	refused bool   // what is there was refused by name, which prints as 'x'
	count   int
	wanted  [12]want
}

// want is something that would have been right: a word to be quoted, or a
// description.
type want struct {
	text    string
	literal bool
}

// failAt notes what was wanted at pos, unless a failure further on is known.
func (s *scanner) failAt(pos int, found string, refused bool, wanted want) bool {
	if s.silent || s.err.set && pos < s.err.pos {
		return false
	}
	if !s.err.set || pos > s.err.pos {
		s.err = parseError{set: true, pos: pos, found: found}
	}
	if refused && !s.err.refused {
		s.err.refused, s.err.found = true, found
	}
	s.err.want(wanted)
	return false
}

func (p *parseError) want(wanted want) {
	if wanted.text == "" || p.count == len(p.wanted) {
		return
	}
	for _, known := range p.wanted[:p.count] {
		if known == wanted {
			return
		}
	}
	p.wanted[p.count] = wanted
	p.count++
}

// miss fails on the next character.
func (s *scanner) miss(description string) bool {
	if s.silent {
		return false
	}
	return s.failAt(s.pos, s.charAt(s.pos), false, want{text: description})
}

func (s *scanner) missWord(word string, found int) bool {
	return s.failAt(s.pos, s.charAt(found), false, want{text: word, literal: true})
}

func (s *scanner) charAt(pos int) string {
	_, size := utf8.DecodeRuneInString(s.text[min(pos, len(s.text)):])
	return s.text[min(pos, len(s.text)):min(pos+size, len(s.text))]
}

// labelled calls what p could not read by one name, if p consumed nothing.
func (s *scanner) labelled(label string, p func() bool) bool {
	if s.silent {
		return p()
	}
	before, start := s.err, s.pos
	s.err = parseError{}
	ok := p()
	if s.pos != start {
		return ok
	}
	if s.err.set {
		s.err.count = 0
		s.err.want(want{text: label})
	}
	s.err = merge(before, s.err)
	return ok
}

func merge(a, b parseError) parseError {
	switch {
	case !b.set || a.set && a.pos > b.pos:
		return a
	case !a.set || b.pos > a.pos:
		return b
	}
	if b.refused && !a.refused {
		a.refused, a.found = true, b.found
	}
	for _, wanted := range b.wanted[:b.count] {
		a.want(wanted)
	}
	return a
}

// details is the second line of a refusal: what was found and what was wanted.
func (p parseError) details() string {
	var b strings.Builder
	switch {
	case p.refused:
		found, _ := utf8.DecodeRuneInString(p.found)
		b.WriteString("unexpected " + strconv.QuoteRune(found))
	case p.found != "":
		b.WriteString("unexpected " + strconv.Quote(p.found))
	default:
		b.WriteString("unexpected end of input")
	}
	for i, wanted := range p.wanted[:p.count] {
		switch {
		case i == 0:
			b.WriteString(" expecting ")
		case i == p.count-1:
			b.WriteString(" or ")
		default:
			b.WriteString(", ")
		}
		b.WriteString(wanted.String())
	}
	return b.String()
}

func (w want) String() string {
	if w.literal {
		return strconv.Quote(w.text)
	}
	return w.text
}

package filter

import (
	"bytes"
	"unicode/utf8"
)

// maxCost bounds a match that tries every position, in bytes of the text times bytes of the
// pattern: about 1 ms. More would delay other changes, and is left to PostgreSQL.
const maxCost = 1 << 20

// pattern is a parsed pattern of LIKE or ILIKE.
type pattern struct {
	segments []segment // between the %; the first and the last one are anchored
	size     int
	fold     caseFold
}

// segment is a sequence of pieces without a % between.
type segment []piece

// piece is a number of `_` and a literal after them.
type piece struct {
	skip    int
	literal []byte
}

// caseFold is the rule by which letters of different case are equal.
type caseFold byte

const (
	exact   caseFold = iota
	ascii            // A is a
	dotless          // A is a, but I is not i, as in Turkish and Azeri
)

// readPattern parses a pattern. false leaves it to PostgreSQL: one of ILIKE that is not
// ASCII, and one that ends in a backslash, which is an error only if a match gets there.
func readPattern(text string, ignoreCase bool) (*pattern, bool) {
	p := &pattern{size: len(text), segments: []segment{{}}}
	if ignoreCase {
		p.fold = ascii
	}
	open := piece{}
	end := func() { p.segments[len(p.segments)-1] = append(p.segments[len(p.segments)-1], open); open = piece{} }
	for i := 0; i < len(text); i++ {
		c := text[i]
		if ignoreCase && c >= utf8.RuneSelf {
			return nil, false
		}
		switch c {
		case '%':
			end()
			p.segments = append(p.segments, segment{})
		case '_':
			if len(open.literal) > 0 {
				end()
			}
			open.skip++
		case '\\':
			if i++; i == len(text) {
				return nil, false
			}
			open.literal = append(open.literal, text[i])
		default:
			open.literal = append(open.literal, c)
		}
	}
	end()
	return p, true
}

// eval reports whether a text matches. Of LIKE it is Undecided only where it would cost
// too much.
func (p *pattern) eval(text []byte, collation string) Result {
	switch {
	case !p.cheap(len(text)):
		return Undecided
	case p.fold == exact:
		return resultOf(p.matches(text, exact))
	case !isASCII(text):
		return Undecided
	}
	found := p.matches(text, ascii)
	if collation != byBytes && found != p.matches(text, dotless) {
		return Undecided
	}
	return resultOf(found)
}

func resultOf(yes bool) Result {
	if yes {
		return Yes
	}
	return No
}

// cheap reports whether a match in a text of this length stays within maxCost.
func (p *pattern) cheap(length int) bool {
	if length*p.size <= maxCost {
		return true
	}
	if p.fold != exact {
		return false
	}
	for _, r := range p.segments {
		if len(r) > 1 || r[0].skip > 0 {
			return false
		}
	}
	return true
}

func (p *pattern) matches(text []byte, folds caseFold) bool {
	first, last := p.segments[0], p.segments[len(p.segments)-1]
	end, ok := first.matchPrefix(text, folds)
	if len(p.segments) == 1 {
		return ok && end == len(text)
	}
	if !ok {
		return false
	}
	text = text[end:]
	start, ok := last.matchSuffix(text, folds)
	if !ok {
		return false
	}
	text = text[:start]
	for _, r := range p.segments[1 : len(p.segments)-1] {
		end, ok := r.find(text, folds)
		if !ok {
			return false
		}
		text = text[end:]
	}
	return true
}

// matchPrefix matches at the start of a text and returns where the segment ends.
func (s segment) matchPrefix(text []byte, folds caseFold) (end int, ok bool) {
	for _, p := range s {
		for range p.skip {
			if end == len(text) {
				return 0, false
			}
			_, size := utf8.DecodeRune(text[end:])
			end += size
		}
		if !hasPrefix(text[end:], p.literal, folds) {
			return 0, false
		}
		end += len(p.literal)
	}
	return end, true
}

// matchSuffix matches at the end of a text and returns where the segment starts.
func (s segment) matchSuffix(text []byte, folds caseFold) (start int, ok bool) {
	start = len(text)
	for i := len(s) - 1; i >= 0; i-- {
		start -= len(s[i].literal)
		if start < 0 || !hasPrefix(text[start:], s[i].literal, folds) {
			return 0, false
		}
		for range s[i].skip {
			if start == 0 {
				return 0, false
			}
			_, size := utf8.DecodeLastRune(text[:start])
			start -= size
		}
	}
	return start, true
}

// find returns the end of the first match in a text.
func (s segment) find(text []byte, folds caseFold) (end int, ok bool) {
	if folds == exact && len(s) == 1 && s[0].skip == 0 {
		i := bytes.Index(text, s[0].literal)
		return i + len(s[0].literal), i >= 0
	}
	for start := 0; start <= len(text); {
		if end, ok := s.matchPrefix(text[start:], folds); ok {
			return start + end, true
		}
		if start == len(text) {
			break
		}
		_, size := utf8.DecodeRune(text[start:])
		start += size
	}
	return 0, false
}

func hasPrefix(text, prefix []byte, folds caseFold) bool {
	if len(text) < len(prefix) {
		return false
	}
	if folds == exact {
		return bytes.Equal(text[:len(prefix)], prefix)
	}
	for i, c := range prefix {
		if c != text[i] && !alike(c, text[i], folds) {
			return false
		}
	}
	return true
}

func alike(a, b byte, folds caseFold) bool {
	a |= 0x20
	return a == b|0x20 && 'a' <= a && a <= 'z' && (a != 'i' || folds == ascii)
}

func isASCII(text []byte) bool {
	for _, c := range text {
		if c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

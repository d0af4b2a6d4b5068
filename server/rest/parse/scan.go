package parse

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxDepth bounds how deep brackets nest in select, and= and or=. PostgreSQL's
// own limit is the stack, and hitting that is its 500, not the client's 400.
const maxDepth = 50

// scanner reads one parameter. Clients see what it could not read in the messages
// of Parsec, in which PostgREST is written, so it keeps errors by Parsec's
// rules: the failures of alternatives at the furthest position add up until
// something is consumed, and then are forgotten. That costs more than the
// reading, so that text is first read in silence; see scan.
type scanner struct {
	text   string
	pos    int // bytes
	depth  int
	terms  int
	over   error // what there is too much of
	silent bool  // failures are not kept
	err    parseError
}

// rest is the unread part of the text.
func (s *scanner) rest() string { return s.text[s.pos:] }

// peek gives the next character; false at the end.
func (s *scanner) peek() (rune, bool) {
	if s.pos >= len(s.text) {
		return 0, false
	}
	r, _ := utf8.DecodeRuneInString(s.rest())
	return r, true
}

func (s *scanner) consume(n int) {
	s.pos += n
	s.err.set = false
}

// skip reads exactly word or nothing.
func (s *scanner) skip(word string) bool {
	if strings.HasPrefix(s.rest(), word) {
		s.consume(len(word))
		return true
	}
	if s.silent {
		return false
	}
	at := s.pos
	for i := 0; i < len(word) && at < len(s.text) && s.text[at] == word[i]; i++ {
		at++
	}
	return s.missWord(word, at)
}

// extension reads a word that PostgREST does not know, so that a refusal does not
// name it among what would have been right.
func (s *scanner) extension(word string) bool {
	if !strings.HasPrefix(s.rest(), word) {
		return false
	}
	s.consume(len(word))
	return true
}

// ahead reports whether word comes next, without reading it.
func (s *scanner) ahead(word string) bool {
	return strings.HasPrefix(s.rest(), word) || s.missWord(word, s.pos)
}

// atEnd reports whether all is read.
func (s *scanner) atEnd() bool {
	return s.pos >= len(s.text) || s.failAt(s.pos, s.charAt(s.pos), true, want{text: "end of input"})
}

// end reads what may be the last of a parameter: blanks, and closing brackets that nothing has
// opened, which requests have that PostgREST takes (its own specifications too).
func (s *scanner) end() bool {
	for s.blanks(); strings.HasPrefix(s.rest(), ")"); s.blanks() {
		s.consume(1)
	}
	return s.atEnd()
}

// notNext refuses to go on where a character of the set comes next.
func (s *scanner) notNext(refuse func(rune) bool) bool {
	r, more := s.peek()
	if !more || !refuse(r) {
		return true
	}
	return s.failAt(s.pos+utf8.RuneLen(r), s.charAt(s.pos), true, want{})
}

// blanks reads spaces and tabs.
func (s *scanner) blanks() {
	for s.pos < len(s.text) && (s.text[s.pos] == ' ' || s.text[s.pos] == '\t') {
		s.consume(1)
	}
}

// lexeme reads word with blanks around it.
func (s *scanner) lexeme(word string) bool {
	s.blanks()
	if !s.skip(word) {
		return false
	}
	s.blanks()
	return true
}

// try goes back to where it was if p fails, and knows why both p and what was
// tried before it failed.
func (s *scanner) try(p func() bool) bool {
	start := s.pos
	if s.silent {
		ok := p()
		if !ok {
			s.pos = start
		}
		return ok
	}
	before := s.err
	s.err = parseError{}
	ok := p()
	if ok && s.pos != start {
		return true
	}
	s.pos = start
	s.err = merge(before, s.err)
	return ok
}

// while reads characters of the set; their number is not known to be right, so
// nothing is noted as wanted.
func (s *scanner) while(in func(rune) bool) string {
	start := s.pos
	for {
		r, more := s.peek()
		if !more || !in(r) {
			return s.text[start:s.pos]
		}
		s.consume(utf8.RuneLen(r))
	}
}

// nest bounds recursion; the caller calls unnest when it is back.
func (s *scanner) nest() bool {
	s.depth++
	if s.depth > maxDepth {
		return s.miss("at most " + strconv.Itoa(maxDepth) + " nested brackets")
	}
	return true
}

func (s *scanner) unnest() { s.depth-- }

// term counts what bounded will count again: a body of 10 MB has room for more
// than is worth the memory.
func (s *scanner) term() bool {
	s.terms++
	return s.within(s.terms, maxTerms, "terms")
}

func (s *scanner) within(n, max int, what string) bool {
	if n > max {
		s.over = tooMany(max, what)
	}
	return n <= max
}

// identifier reads letters, digits, _, $ and spaces, without those around it.
func (s *scanner) identifier() (string, bool) {
	word := s.while(isIdentifier)
	s.miss("letter")
	s.miss("digit")
	return strings.TrimSpace(word), word != ""
}

func isIdentifier(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' || r == ' ' || r == '$'
}

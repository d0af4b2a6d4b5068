package bulk

import (
	"bytes"

	"github.com/toubkal/toubkal/server/rest/encode"
)

// maxDepth bounds how deep a value nests. PostgreSQL takes more, and the parser of
// requests refuses what is too much.
const maxDepth = 100

// scanner reads JSON by PostgreSQL's rules, which are those of RFC 8259. What reads
// reports whether there was what it reads.
type scanner struct {
	text []byte
	pos  int
}

// peek gives the next byte; 0 at the end.
func (s *scanner) peek() byte {
	if s.pos == len(s.text) {
		return 0
	}
	return s.text[s.pos]
}

func (s *scanner) skip(c byte) bool {
	if s.peek() != c || s.pos == len(s.text) {
		return false
	}
	s.pos++
	return true
}

func (s *scanner) blanks() {
	for s.pos < len(s.text) {
		switch s.text[s.pos] {
		case ' ', '\n', '\t', '\r':
			s.pos++
		default:
			return
		}
	}
}

func (s *scanner) end() bool {
	s.blanks()
	return s.pos == len(s.text)
}

// value reads any value.
func (s *scanner) value() (span, bool) {
	start := s.pos
	ok := s.any(0)
	return span{uint32(start), uint32(s.pos)}, ok // #nosec G115 -- at most maxBody
}

func (s *scanner) any(depth int) bool {
	switch c := s.peek(); c {
	case '"':
		return s.string()
	case 't':
		return s.word("true")
	case 'f':
		return s.word("false")
	case 'n':
		return s.word("null")
	case '{', '[':
		return depth < maxDepth && s.nested(c == '{', depth+1)
	}
	return s.number()
}

func (s *scanner) word(word string) bool {
	if !bytes.HasPrefix(s.text[s.pos:], []byte(word)) {
		return false
	}
	s.pos += len(word)
	return true
}

// nested reads an array or an object.
func (s *scanner) nested(object bool, depth int) bool {
	last := byte(']')
	if object {
		last = '}'
	}
	s.pos++
	if s.blanks(); s.skip(last) {
		return true
	}
	for {
		s.blanks()
		if object {
			if s.peek() != '"' || !s.string() {
				return false
			}
			if s.blanks(); !s.skip(':') {
				return false
			}
			s.blanks()
		}
		if !s.any(depth) {
			return false
		}
		if s.blanks(); s.skip(last) {
			return true
		}
		if !s.skip(',') {
			return false
		}
	}
}

// plainString reads a string without escapes.
func (s *scanner) plainString() (span, bool) {
	start := s.pos
	if !s.skip('"') {
		return span{}, false
	}
	s.pos += encode.Unescaped(s.text[s.pos:])
	ok := s.skip('"')
	return span{uint32(start), uint32(s.pos)}, ok // #nosec G115 -- at most maxBody
}

// escaped has what a letter behind a backslash stands for. \u is left to PostgreSQL:
// not every character that it can name is one that a text can have.
var escaped = [256]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

// string reads a string, which begins here.
func (s *scanner) string() bool {
	s.pos++
	for {
		s.pos += encode.Unescaped(s.text[s.pos:])
		switch s.peek() {
		case '"':
			s.pos++
			return true
		case '\\':
			s.pos++
			if escaped[s.peek()] == 0 {
				return false
			}
			s.pos++
		default:
			return false
		}
	}
}

// number reads a number. An exponent is left to PostgreSQL, since what it makes
// of a number may be too large for a type.
func (s *scanner) number() bool {
	if s.peek() == '-' {
		s.pos++
	}
	start := s.pos
	whole := s.digits()
	if whole == 0 || whole > 1 && s.text[start] == '0' {
		return false
	}
	if s.peek() == '.' {
		s.pos++
		if s.digits() == 0 {
			return false
		}
	}
	return s.pos-start <= maxDigits && s.peek()|0x20 != 'e'
}

// maxDigits is far below what numeric has room for.
const maxDigits = 100

func (s *scanner) digits() int {
	start := s.pos
	for s.pos < len(s.text) && s.text[s.pos]-'0' < 10 {
		s.pos++
	}
	return s.pos - start
}

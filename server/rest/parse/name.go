package parse

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/toubkal/toubkal/server/fault"
)

// Field is a column, or a value inside its JSON.
type Field struct {
	Name string
	Path []Step
}

// Step is one arrow of a JSON path.
type Step struct {
	Text  bool   // ->> gives text, -> gives JSON
	Index bool   // Key is a whole number, negative from the end
	Key   string // as the request wrote it
}

// fieldName reads a name: quoted, or words joined by dashes.
func (s *scanner) fieldName() (name string, ok bool) {
	ok = s.labelled("field name (* or [a..z0..9_$])", func() bool {
		if s.startsQuoted() {
			name, ok = s.quoted()
			return ok
		}
		name, ok = s.dashed(s.identifier)
		return ok
	})
	if ok && len(name) > maxName {
		s.over = fault.New(fault.RestBadQuery, fmt.Sprintf("The name '%s' has %d bytes, and a name or alias has at most %d", excerpt(name), len(name), maxName)).
			WithHint("PostgreSQL would cut it, so that it could mean another one.")
		return "", false
	}
	return name, ok
}

// maxName is the length at which PostgreSQL cuts a name. Bytes.
const maxName = 63

func (s *scanner) startsQuoted() bool {
	r, more := s.peek()
	return more && r == '"' || s.missWord(`"`, s.pos)
}

// quoted reads a value in double quotes, in which a backslash takes the next
// character as it is.
func (s *scanner) quoted() (string, bool) {
	if !s.skip(`"`) {
		return "", false
	}
	var b strings.Builder
	for {
		b.WriteString(s.while(func(r rune) bool { return r != '"' && r != '\\' }))
		if !s.skip(`\`) {
			break
		}
		r, more := s.peek()
		if !more {
			return "", s.miss("")
		}
		b.WriteRune(r)
		s.consume(len(string(r)))
	}
	return b.String(), s.skip(`"`)
}

// dashed reads parts joined by dashes, leaving the arrow of a JSON path alone.
func (s *scanner) dashed(part func() (string, bool)) (string, bool) {
	first, ok := part()
	if !ok || !s.dash() {
		return first, ok
	}
	var name strings.Builder // a long name of many parts must not cost its square
	name.WriteString(first)
	for {
		next, ok := part()
		name.WriteString("-" + next)
		if !ok || !s.dash() {
			return name.String(), ok
		}
	}
}

func (s *scanner) dash() bool {
	return s.try(func() bool {
		return s.skip("-") && s.notNext(func(r rune) bool { return r == '>' })
	})
}

// field reads a name and its JSON path.
func (s *scanner) field() (Field, bool) {
	s.blanks()
	name, ok := s.fieldName()
	if !ok {
		return Field{}, false
	}
	path, ok := s.jsonPath()
	s.blanks()
	return Field{Name: name, Path: path}, ok
}

func (s *scanner) jsonPath() ([]Step, bool) {
	var path []Step
	for {
		var step Step
		switch {
		case s.skip("->>"):
			step.Text = true
		case s.skip("->"):
		default:
			return path, true
		}
		if !s.operand(&step) || !s.term() {
			return nil, false
		}
		path = append(path, step)
		if !s.within(len(path), maxNesting, "arrows in one path") {
			return nil, false
		}
	}
}

func (s *scanner) operand(step *Step) bool {
	if s.try(func() bool { return s.index(step) }) {
		return true
	}
	return s.try(func() bool {
		return s.labelled("any non reserved character different from: .,>()", func() (ok bool) {
			if s.startsQuoted() {
				step.Key, ok = s.quoted()
				return ok
			}
			step.Key, ok = s.dashed(s.key)
			return ok
		})
	})
}

func (s *scanner) index(step *Step) bool {
	start := s.pos
	s.skip("-")
	digits := s.while(unicode.IsDigit)
	s.miss("digit")
	if digits == "" || !(s.ahead("->") || s.ahead("::") || s.ahead(".") || s.ahead(",") || s.atEnd()) {
		return false
	}
	step.Index, step.Key = true, s.text[start:s.pos]
	return true
}

func (s *scanner) key() (string, bool) {
	word := s.while(func(r rune) bool { return !strings.ContainsRune("(-:.,>)", r) })
	s.miss("")
	return strings.TrimSpace(word), word != ""
}

func (s *scanner) delimiter() bool {
	if s.pos < len(s.text) && s.text[s.pos] == '.' {
		s.consume(1)
		return true
	}
	return s.miss("delimiter (.)")
}

// treePath reads the key of a filter or an order: the embeds it goes through,
// then the field.
func (s *scanner) treePath() (path []string, field Field, ok bool) {
	for {
		name, ok := s.fieldName()
		if !ok || !s.term() {
			return nil, Field{}, false
		}
		if !s.delimiter() {
			steps, ok := s.jsonPath()
			return path, Field{Name: name, Path: steps}, ok
		}
		path = append(path, name)
	}
}

// names reads a list of names.
func (s *scanner) names() ([]string, bool) {
	var list []string
	for {
		name, ok := s.fieldName()
		if !ok || !s.term() {
			return nil, false
		}
		list = append(list, name)
		if !s.lexeme(",") {
			return list, true
		}
	}
}

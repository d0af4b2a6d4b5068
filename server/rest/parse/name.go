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

// nameParser reads the names of columns and embeds, and JSON paths.
type nameParser struct{ *scanner }

// fieldName reads a name: quoted, or words joined by dashes.
func (n nameParser) fieldName() (name string, ok bool) {
	ok = n.labelled("field name (* or [a..z0..9_$])", func() bool {
		if n.startsQuoted() {
			name, ok = n.quoted()
			return ok
		}
		name, ok = n.dashed(n.identifier)
		return ok
	})
	if ok && len(name) > maxName {
		n.over = fault.New(fault.RestBadQuery, fmt.Sprintf("The name '%s' has %d bytes, and a name or alias has at most %d", excerpt(name), len(name), maxName)).
			WithHint("PostgreSQL would cut it, so that it could mean another one.")
		return "", false
	}
	return name, ok
}

// maxName is the length at which PostgreSQL cuts a name. Bytes.
const maxName = 63

func (n nameParser) startsQuoted() bool {
	r, more := n.peek()
	return more && r == '"' || n.missWord(`"`, n.pos)
}

// quoted reads a value in double quotes, in which a backslash takes the next
// character as it is.
func (n nameParser) quoted() (string, bool) {
	if !n.skip(`"`) {
		return "", false
	}
	var b strings.Builder
	for {
		b.WriteString(n.while(func(r rune) bool { return r != '"' && r != '\\' }))
		if !n.skip(`\`) {
			break
		}
		r, more := n.peek()
		if !more {
			return "", n.miss("")
		}
		b.WriteRune(r)
		n.consume(len(string(r)))
	}
	return b.String(), n.skip(`"`)
}

// dashed reads parts joined by dashes, leaving the arrow of a JSON path alone.
func (n nameParser) dashed(part func() (string, bool)) (string, bool) {
	first, ok := part()
	if !ok || !n.dash() {
		return first, ok
	}
	var name strings.Builder // a long name of many parts must not cost its square
	name.WriteString(first)
	for {
		next, ok := part()
		name.WriteString("-" + next)
		if !ok || !n.dash() {
			return name.String(), ok
		}
	}
}

func (n nameParser) dash() bool {
	return n.try(func() bool {
		return n.skip("-") && n.notNext(func(r rune) bool { return r == '>' })
	})
}

// field reads a name and its JSON path.
func (n nameParser) field() (Field, bool) {
	n.blanks()
	name, ok := n.fieldName()
	if !ok {
		return Field{}, false
	}
	path, ok := n.jsonPath()
	n.blanks()
	return Field{Name: name, Path: path}, ok
}

func (n nameParser) jsonPath() ([]Step, bool) {
	var path []Step
	for {
		var step Step
		switch {
		case n.skip("->>"):
			step.Text = true
		case n.skip("->"):
		default:
			return path, true
		}
		if !n.operand(&step) || !n.term() {
			return nil, false
		}
		path = append(path, step)
		if !n.within(len(path), maxNesting, "arrows in one path") {
			return nil, false
		}
	}
}

func (n nameParser) operand(step *Step) bool {
	if n.try(func() bool { return n.index(step) }) {
		return true
	}
	return n.try(func() bool {
		return n.labelled("any non reserved character different from: .,>()", func() (ok bool) {
			if n.startsQuoted() {
				step.Key, ok = n.quoted()
				return ok
			}
			step.Key, ok = n.dashed(n.key)
			return ok
		})
	})
}

func (n nameParser) index(step *Step) bool {
	start := n.pos
	n.skip("-")
	digits := n.while(unicode.IsDigit)
	n.miss("digit")
	if digits == "" || !(n.ahead("->") || n.ahead("::") || n.ahead(".") || n.ahead(",") || n.atEnd()) {
		return false
	}
	step.Index, step.Key = true, n.text[start:n.pos]
	return true
}

func (n nameParser) key() (string, bool) {
	word := n.while(func(r rune) bool { return !strings.ContainsRune("(-:.,>)", r) })
	n.miss("")
	return strings.TrimSpace(word), word != ""
}

func (n nameParser) delimiter() bool {
	if n.pos < len(n.text) && n.text[n.pos] == '.' {
		n.consume(1)
		return true
	}
	return n.miss("delimiter (.)")
}

// treePath reads the key of a filter or an order: the embeds it goes through,
// then the field.
func (n nameParser) treePath() (path []string, field Field, ok bool) {
	for {
		name, ok := n.fieldName()
		if !ok || !n.term() {
			return nil, Field{}, false
		}
		if !n.delimiter() {
			steps, ok := n.jsonPath()
			return path, Field{Name: name, Path: steps}, ok
		}
		path = append(path, name)
	}
}

// names reads a list of names.
func (n nameParser) names() ([]string, bool) {
	var list []string
	for {
		name, ok := n.fieldName()
		if !ok || !n.term() {
			return nil, false
		}
		list = append(list, name)
		if !n.lexeme(",") {
			return list, true
		}
	}
}

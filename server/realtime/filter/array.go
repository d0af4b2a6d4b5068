package filter

import (
	"fmt"
	"strings"
)

// Item is an element of an array literal.
type Item struct {
	Text string
	Null bool // the bare word NULL
}

// ReadList parses an array literal of one dimension: {1,"a, b",NULL}. Braces within an
// item need no quotes here: the stock client does not quote them.
func ReadList(literal string) ([]Item, error) {
	var r listReader
	inner, opened := strings.CutPrefix(literal, "{")
	inner, closed := strings.CutSuffix(inner, "}")
	r.rest = inner
	items, ok := r.items()
	if !opened || !closed || !ok {
		return nil, fmt.Errorf("malformed array literal: %q", literal)
	}
	if len(items) > maxValues {
		return nil, fmt.Errorf("too many values for `in` filter. Maximum %d", maxValues)
	}
	return items, nil
}

type listReader struct{ rest string }

const listSpace = " \t\n\r\v\f"

func (l *listReader) skip() { l.rest = strings.TrimLeft(l.rest, listSpace) }

func (l *listReader) items() ([]Item, bool) {
	l.skip()
	if l.rest == "" {
		return nil, true
	}
	var items []Item
	for {
		next, ok := l.item()
		if !ok {
			return nil, false
		}
		items = append(items, next)
		l.skip()
		if l.rest == "" {
			return items, true
		}
		if l.rest[0] != ',' {
			return nil, false
		}
		l.rest = l.rest[1:]
	}
}

func (l *listReader) item() (Item, bool) {
	l.skip()
	if strings.HasPrefix(l.rest, `"`) {
		l.rest = l.rest[1:]
		return l.quoted()
	}
	return l.bare()
}

func (l *listReader) quoted() (Item, bool) {
	var b strings.Builder
	for l.rest != "" {
		c := l.rest[0]
		l.rest = l.rest[1:]
		switch {
		case c == '"':
			return Item{Text: b.String()}, true
		case c == '\\' && l.rest != "":
			b.WriteByte(l.rest[0])
			l.rest = l.rest[1:]
		default:
			b.WriteByte(c)
		}
	}
	return Item{}, false
}

// bare parses an item up to a comma or the end, without trailing blanks that are not
// escaped.
func (l *listReader) bare() (Item, bool) {
	var b strings.Builder
	escaped, kept := false, 0
	for l.rest != "" && l.rest[0] != ',' {
		c := l.rest[0]
		l.rest = l.rest[1:]
		switch {
		case c == '"' || c == '\\' && l.rest == "":
			return Item{}, false
		case c == '\\':
			b.WriteByte(l.rest[0])
			l.rest = l.rest[1:]
			escaped, kept = true, b.Len()
		default:
			b.WriteByte(c)
			if !strings.ContainsRune(listSpace, rune(c)) {
				kept = b.Len()
			}
		}
	}
	text := b.String()[:kept]
	if !escaped && strings.EqualFold(text, "null") {
		return Item{Null: true}, true
	}
	return Item{Text: text}, text != ""
}

// WriteList formats items as an array literal.
func WriteList(items []Item) string {
	var b strings.Builder
	b.WriteByte('{')
	for i, it := range items {
		if i > 0 {
			b.WriteByte(',')
		}
		switch {
		case it.Null:
			b.WriteString("NULL")
		case it.Text == "" || strings.EqualFold(it.Text, "null") || strings.ContainsAny(it.Text, `{},"\`+listSpace):
			b.WriteString(`"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(it.Text) + `"`)
		default:
			b.WriteString(it.Text)
		}
	}
	b.WriteByte('}')
	return b.String()
}

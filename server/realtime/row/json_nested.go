package row

import (
	"bytes"
)

// array appends {a,"b",{…}} (array_out in arrayfuncs.c) as nested JSON arrays. Lower
// bounds other than 1 stand before it and are left out.
func array(dst []byte, t *Type, text []byte) []byte {
	if t.Element == nil {
		return AppendJSONString(dst, text)
	}
	if t.Delimiter == ' ' {
		return vector(dst, t, text)
	}
	start := len(dst)
	p := parser{text: text, t: t}
	if p.next() == '[' {
		p.at = bytes.IndexByte(text, '=') + 1
	}
	if dst = p.array(dst); p.wrong || p.at != len(text) {
		return AppendJSONString(dst[:start], text)
	}
	return dst
}

// vector appends int2vector and oidvector, which have no braces: 1 2 3.
func vector(dst []byte, t *Type, text []byte) []byte {
	dst = append(dst, '[')
	for i, field := range bytes.Fields(text) {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = AppendJSONText(dst, t.Element, field)
	}
	return append(dst, ']')
}

// maxDepth is more than PostgreSQL's six dimensions.
const maxDepth = 8

// parser reads the text form of an array.
type parser struct {
	text  []byte
	t     *Type
	at    int
	depth int
	wrong bool
}

func (p *parser) next() byte {
	if p.at >= len(p.text) {
		return 0
	}
	return p.text[p.at]
}

// array reads from a brace to the closing one.
func (p *parser) array(dst []byte) []byte {
	if p.depth++; p.next() != '{' || p.depth > maxDepth {
		p.wrong = true
		return dst
	}
	defer func() { p.depth-- }()
	p.at++
	dst = append(dst, '[')
	if p.next() == '}' {
		p.at++
		return append(dst, ']')
	}
	for !p.wrong {
		dst = p.item(dst)
		switch c := p.next(); {
		case c == '}':
			p.at++
			return append(dst, ']')
		case c == p.t.Delimiter && c != 0:
			p.at++
			dst = append(dst, ',')
		default:
			p.wrong = true
		}
	}
	return dst
}

func (p *parser) item(dst []byte) []byte {
	switch p.next() {
	case '{':
		return p.array(dst)
	case '"':
		text, after, ok := quoted(p.text, p.at)
		p.at, p.wrong = after, p.wrong || !ok
		return AppendJSONText(dst, p.t.Element, text)
	}
	from := p.at
	for p.at < len(p.text) && p.text[p.at] != p.t.Delimiter && p.text[p.at] != '}' {
		p.at++
	}
	word := p.text[from:p.at]
	if string(word) == "NULL" {
		return append(dst, "null"...)
	}
	p.wrong = p.wrong || len(word) == 0
	return AppendJSONText(dst, p.t.Element, word)
}

// quoted reads the quoted value at text[at]. A backslash, and in a composite another
// quote, escapes the next byte. Without either nothing is copied.
func quoted(text []byte, at int) (value []byte, after int, ok bool) {
	from := at + 1
	for i := from; i < len(text); i++ {
		switch text[i] {
		case '\\':
			return unquoted(text, from, i)
		case '"':
			if i+1 < len(text) && text[i+1] == '"' {
				return unquoted(text, from, i)
			}
			return text[from:i], i + 1, true
		}
	}
	return nil, len(text), false
}

func unquoted(text []byte, from, i int) (value []byte, after int, ok bool) {
	value = append(make([]byte, 0, len(text)-from), text[from:i]...)
	for ; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\' && i+1 < len(text), c == '"' && i+1 < len(text) && text[i+1] == '"':
			i++
			value = append(value, text[i])
		case c == '"':
			return value, i + 1, true
		default:
			value = append(value, c)
		}
	}
	return nil, len(text), false
}

// composite appends (a,"b",) (record_out in rowtypes.c) as an object. An empty field is
// null.
func composite(dst []byte, t *Type, text []byte) []byte {
	start := len(dst)
	if len(text) < 2 || text[0] != '(' || text[len(text)-1] != ')' {
		return AppendJSONString(dst, text)
	}
	dst = append(dst, '{')
	at := 1
	for i, field := range t.Fields {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(AppendJSONString(dst, []byte(field.Name)), ':')
		var ok bool
		if dst, at, ok = member(dst, field.Type, text, at); !ok {
			return AppendJSONString(dst[:start], text)
		}
	}
	if at != len(text) && !(len(t.Fields) == 0 && at == len(text)-1) {
		return AppendJSONString(dst[:start], text)
	}
	return append(dst, '}')
}

// member appends the field at text[at] and returns where the next one begins.
func member(dst []byte, t *Type, text []byte, at int) ([]byte, int, bool) {
	if at >= len(text) {
		return dst, at, false
	}
	if text[at] == '"' {
		value, after, ok := quoted(text, at)
		if !ok || after >= len(text) || text[after] != ',' && text[after] != ')' {
			return dst, after, false
		}
		return AppendJSONText(dst, t, value), after + 1, true
	}
	end := bytes.IndexAny(text[at:], ",)")
	switch {
	case end < 0:
		return dst, at, false
	case end == 0:
		return append(dst, "null"...), at + 1, true
	}
	return AppendJSONText(dst, t, text[at:at+end]), at + end + 1, true
}

package openapi

import (
	"encoding/json"
	"strconv"
)

// object is a JSON object whose members keep their order: columns are read in
// the order in which a table has them.
type object []member

type member struct {
	name  string
	value any // a string, bool, int, object, []string, []object, []any or json.RawMessage
}

// with adds a member.
func (o object) with(name string, value any) object {
	return append(o, member{name, value})
}

// text adds a member unless it would be empty.
func (o object) text(name, value string) object {
	if value == "" {
		return o
	}
	return o.with(name, value)
}

// list adds a member unless it would be empty.
func (o object) list(name string, values []string) object {
	if len(values) == 0 {
		return o
	}
	return o.with(name, values)
}

// part adds a member unless it would be empty.
func (o object) part(name string, value object) object {
	if len(value) == 0 {
		return o
	}
	return o.with(name, value)
}

// append writes the object as JSON.
func (o object) append(b []byte) []byte {
	b = append(b, '{')
	for i, member := range o {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(appendText(b, member.name), ':')
		b = appendValue(b, member.value)
	}
	return append(b, '}')
}

func appendValue(b []byte, value any) []byte {
	switch value := value.(type) {
	case object:
		return value.append(b)
	case string:
		return appendText(b, value)
	case bool:
		return strconv.AppendBool(b, value)
	case int:
		return strconv.AppendInt(b, int64(value), 10)
	case json.RawMessage:
		return append(b, value...)
	case []string:
		return appendList(b, value)
	case []object:
		return appendList(b, value)
	case []any:
		return appendList(b, value)
	}
	return append(b, "null"...)
}

func appendList[T any](b []byte, values []T) []byte {
	b = append(b, '[')
	for i, value := range values {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendValue(b, value)
	}
	return append(b, ']')
}

// appendText writes a JSON string. Nearly all are plain, and written as they are.
func appendText(b []byte, text string) []byte {
	for i := range len(text) {
		if c := text[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			return appendEscaped(b, text)
		}
	}
	b = append(b, '"')
	b = append(b, text...)
	return append(b, '"')
}

// appendEscaped leaves <, > and & as they are: PostgREST marks keys with tags.
func appendEscaped(b []byte, text string) []byte {
	const digits = "0123456789abcdef"
	b = append(b, '"')
	for _, r := range text { // what is not UTF-8 becomes U+FFFD
		switch {
		case r == '"' || r == '\\':
			b = append(b, '\\', byte(r))
		case r == '\n':
			b = append(b, '\\', 'n')
		case r < ' ':
			b = append(b, '\\', 'u', '0', '0', digits[r>>4], digits[r&15])
		default:
			b = append(b, string(r)...)
		}
	}
	return append(b, '"')
}

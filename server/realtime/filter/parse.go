package filter

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"
)

// The limits of a filter. Each change is compared with the conditions of all subscribers,
// so these bound the cost of one of them.
const (
	maxFilter     = 64 << 10 // bytes
	maxConditions = 100
	maxValues     = 100 // of In; Supabase's
)

// Parse parses a filter: conditions column=operator.value, separated by commas outside
// parentheses and quotes. A value may stand in double quotes, where a backslash escapes
// the next character. A blank filter has no conditions. The errors are Supabase's, for the
// subscriber.
func Parse(filter string) ([]Condition, error) {
	if len(filter) > maxFilter {
		return nil, parseError("filter must not be longer than " + strconv.Itoa(maxFilter) + " bytes")
	}
	filter = strings.TrimSpace(filter)
	if filter == "" {
		return nil, nil
	}
	parts := split(filter)
	if len(parts) > maxConditions {
		return nil, parseError("filter must not have more than " + strconv.Itoa(maxConditions) + " conditions")
	}
	conditions := make([]Condition, 0, len(parts))
	for _, part := range parts {
		condition, err := parseCondition(strings.TrimSpace(part))
		if err != nil {
			return nil, err
		}
		conditions = append(conditions, condition)
	}
	return conditions, nil
}

func parseError(why string) error {
	return errors.New("Error parsing `filter` params: " + why) //nolint:staticcheck // Supabase's text
}

// split splits a filter at the commas outside parentheses and quotes. A quote counts only
// where a value or an item of a list begins.
func split(filter string) []string {
	var parts []string
	var before byte // the previous character, 0 where a part begins
	start, depth, quoted := 0, 0, false
	for i := 0; i < len(filter); i++ {
		switch c := filter[i]; {
		case quoted && c == '\\' && i+1 < len(filter):
			i++
		case quoted:
			quoted = c != '"'
		case c == '"' && (before == '.' || before == '(' || before == ','):
			quoted = true
		case c == '(':
			depth++
		case c == ')':
			depth = max(0, depth-1)
		case c == ',' && depth == 0:
			parts, start = append(parts, filter[start:i]), i+1
			before = 0
			continue
		}
		before = filter[i]
	}
	return append(parts, filter[start:])
}

func parseCondition(part string) (Condition, error) {
	if part == "" {
		return Condition{}, parseError("filter must not contain empty segments (check for extra commas)")
	}
	column, rest, ok := strings.Cut(part, "=")
	if !ok {
		return Condition{}, parseError(inspectList(part))
	}
	rest, not := strings.CutPrefix(rest, "not.")
	operator, value, ok := strings.Cut(rest, ".")
	if !ok {
		return Condition{}, parseError(inspectList(operator))
	}
	if !known(Operator(operator)) {
		return Condition{}, parseError(inspectList(operator, value))
	}
	c := Condition{Column: column, Operator: Operator(operator), Not: not, Value: unquote(value)}
	if c.Operator == In {
		if len(value) < 2 || value[0] != '(' || value[len(value)-1] != ')' {
			return Condition{}, parseError("`in` filter value must be wrapped by parentheses")
		}
		c.Value = "{" + value[1:len(value)-1] + "}"
		if items, err := ReadList(c.Value); err == nil { // else Bind says what is wrong
			c.Value = WriteList(items)
		}
	}
	return c, nil
}

func known(o Operator) bool {
	switch o {
	case Equal, NotEqual, Less, LessOrEqual, Greater, GreaterOrEqual, In, Like, ILike, Is, Match, IMatch, IsDistinct:
		return true
	}
	return false
}

// unquote removes the quotes of a value that is quoted as a whole.
func unquote(value string) string {
	if value == "" || value[0] != '"' {
		return value
	}
	var inner strings.Builder
	for i := 1; i < len(value); i++ {
		switch c := value[i]; {
		case c == '\\' && i+1 < len(value):
			i++
			inner.WriteByte(value[i])
		case c == '"' && i == len(value)-1:
			return inner.String()
		case c == '"':
			return value
		default:
			inner.WriteByte(c)
		}
	}
	return value
}

// maxInspected bounds what an error repeats of a string of a filter. Bytes.
const maxInspected = 4096

// Inspect formats conditions as in Supabase's messages:
// [{"id", "eq", "1", false}].
func Inspect(conditions []Condition) string {
	shown := make([]string, 0, len(conditions))
	for _, c := range conditions {
		shown = append(shown, fmt.Sprintf("{%s, %s, %s, %t}", inspect(c.Column), inspect(string(c.Operator)), inspect(c.Value), c.Not))
	}
	return "[" + strings.Join(shown, ", ") + "]"
}

func inspectList(texts ...string) string {
	shown := make([]string, 0, len(texts))
	for _, text := range texts {
		shown = append(shown, inspect(text))
	}
	return "[" + strings.Join(shown, ", ") + "]"
}

// inspect formats a string as Elixir's inspect does.
func inspect(text string) string {
	if len(text) > maxInspected {
		return inspect(strings.ToValidUTF8(text[:maxInspected], "")) + " <> ..."
	}
	var b strings.Builder
	b.WriteByte('"')
	for i, r := range text {
		b.WriteString(inspectRune(r, strings.HasPrefix(text[i:], "#{")))
	}
	b.WriteByte('"')
	return b.String()
}

func inspectRune(r rune, interpolates bool) string {
	switch r {
	case '"', '\\':
		return `\` + string(r)
	case '\n':
		return `\n`
	case '\r':
		return `\r`
	case '\t':
		return `\t`
	}
	switch {
	case interpolates:
		return `\#`
	case !unicode.IsPrint(r):
		return fmt.Sprintf(`\x{%X}`, r)
	}
	return string(r)
}

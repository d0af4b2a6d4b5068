package filter

import (
	"errors"
	"strconv"
	"strings"
)

// What a filter may hold at most. Each change is compared with all conditions of
// all subscribers, so these bound what one of them may cost.
const (
	maxFilter     = 64 << 10 // bytes
	maxConditions = 100
	maxValues     = 100 // of In; Supabase's
)

// Parse reads a filter: conditions column=operator.value, joined by commas, of
// which those within parentheses or quotes do not part. A value may stand in
// double quotes, where a backslash takes the next character as it is. A blank
// filter has no conditions. The errors are Supabase's, for the subscriber to read.
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
	return errors.New("Error parsing `filter` params: " + why) //nolint:staticcheck // Supabase's words
}

// split parts a filter at the commas outside of parentheses and quotes. A quote
// opens only where a value or an item of a list begins.
func split(filter string) []string {
	var parts []string
	var before byte // the character before, 0 where a part begins
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

// unquote takes a value out of its quotes, where they are around all of it; any
// other value is as it stands.
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

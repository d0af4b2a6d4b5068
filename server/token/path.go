package token

import (
	"encoding/json"
	"errors"
	"regexp"
	"strconv"
	"strings"

	"github.com/ohler55/ojg/jp"
)

// Path is where a token claims its role. The zero Path is $.role.
type Path struct {
	expr  jp.Expr
	slice *slice // of the string that was found; nil for all of it
}

// ParsePath reads a JSONPath (RFC 9535) such as $.app.roles[0], or PostgREST's
// older notation: .a."b-c"[0], with a filter [?(@ == "x")] of an array of texts
// (also !=, ^== begins with, ==^ ends with, *== contains) and a slice [1:-1] of
// the text that was found.
func ParsePath(text string) (Path, error) {
	if strings.HasPrefix(text, "$") {
		expr, err := jp.ParseString(text)
		if err != nil {
			return Path{}, errPath
		}
		return Path{expr: expr}, nil
	}
	return parseLegacy(text)
}

var errPath = errors.New("not a path to a claim; write it as $.app_metadata.role or .app_metadata.role")

// isDefault reports whether the path is $.role, so that no other claim is read.
func (p Path) isDefault() bool {
	return len(p.expr) == 0 || p.slice == nil && p.expr.String() == "$.role"
}

// find returns the text at the path of a claim set, or any other value as JSON;
// false if there is none.
func (p Path) find(claims []byte) (string, bool) {
	var all any
	if json.Unmarshal(claims, &all) != nil {
		return "", false
	}
	found := p.expr.First(all)
	if text, ok := found.(string); ok {
		return p.slice.of(text), true
	}
	if found == nil {
		return "", false
	}
	text, err := json.Marshal(found)
	return string(text), err == nil
}

// step is one part of the older notation: a key, a quoted key, an index, a slice
// or a filter.
var step = regexp.MustCompile(
	`^(?:\.([\pL\pN_$@]+)|\."([^"]*)"|\[(\d+)\]|\[(-?\d*):(-?\d*)\]|\[\?\(\s*@\s*(==\^|==|!=|\^==|\*==)\s*"([^"]*)"\s*\)\])`,
)

func parseLegacy(text string) (Path, error) {
	path := Path{expr: jp.R()}
	for rest := text; rest != "" || text == ""; {
		part := step.FindStringSubmatch(rest)
		if part == nil || path.slice != nil {
			return Path{}, errPath
		}
		path.add(part)
		rest = rest[len(part[0]):]
	}
	return path, nil
}

func (p *Path) add(part []string) {
	switch {
	case part[1] != "":
		p.expr = append(p.expr, jp.Child(part[1]))
	case part[3] != "":
		index, _ := strconv.Atoi(part[3])
		p.expr = append(p.expr, jp.Nth(index))
	case part[6] != "":
		p.expr = append(p.expr, filter(part[6], part[7]).Filter())
	case strings.HasPrefix(part[0], "["):
		p.slice = newSlice(part[4], part[5])
	default:
		p.expr = append(p.expr, jp.Child(part[2]))
	}
}

func filter(operator, text string) *jp.Equation {
	item, literal := jp.Get(jp.A()), regexp.QuoteMeta(text)
	matches := func(pattern string) *jp.Equation {
		return jp.Regex(item, jp.ConstRegex(regexp.MustCompile(pattern)))
	}
	switch operator {
	case "!=":
		return jp.Neq(item, jp.ConstString(text))
	case "^==":
		return matches("^" + literal)
	case "==^":
		return matches(literal + "$")
	case "*==":
		return matches(literal)
	}
	return jp.Eq(item, jp.ConstString(text))
}

// slice is [from:to] of a text's characters; negative counts from its end.
type slice struct {
	from, to int
	open     bool // without to
}

func newSlice(from, to string) *slice {
	first, _ := strconv.Atoi(from) // absent is 0; digits only, by the pattern
	last, err := strconv.Atoi(to)
	return &slice{from: first, to: last, open: err != nil}
}

func (s *slice) of(text string) string {
	if s == nil {
		return text
	}
	characters := []rune(text)
	within := func(i int) int {
		if i < 0 {
			i += len(characters)
		}
		return min(max(i, 0), len(characters))
	}
	from, to := within(s.from), len(characters)
	if !s.open {
		to = within(s.to)
	}
	return string(characters[from:max(from, to)])
}

package token

import (
	"encoding/json"
	"errors"
	"regexp"
	"strconv"
	"strings"

	"github.com/theory/jsonpath"
)

// Path is the JSONPath of the role in a token's claims. The zero Path is $.role.
type Path struct {
	query *jsonpath.Path // nil is $.role
	slice *slice         // of the string that was found; nil for all of it
}

// ParsePath reads a JSONPath (RFC 9535) such as $.app.roles[0], or PostgREST's
// older notation: .a."b-c"[0], with a filter [?(@ == "x")] of an array of texts
// (also !=, ^== begins with, ==^ ends with, *== contains) and a slice [1:-1] of
// the text that was found.
func ParsePath(text string) (Path, error) {
	var part *slice
	if !strings.HasPrefix(text, "$") {
		var err error
		if text, part, err = fromLegacy(text); err != nil {
			return Path{}, err
		}
	}
	query, err := jsonpath.Parse(text)
	if err != nil {
		return Path{}, errPath
	}
	if part == nil && query.String() == `$["role"]` {
		return Path{}, nil
	}
	return Path{query, part}, nil
}

var errPath = errors.New("not a path to a claim; write it as $.app_metadata.role or .app_metadata.role")

// isDefault reports whether the path is $.role, so that no other claim is read.
func (p Path) isDefault() bool { return p.query == nil }

// find returns the text at the path of a claim set, or any other value as JSON;
// false if there is none.
func (p Path) find(claims []byte) (string, bool) {
	var all any
	if json.Unmarshal(claims, &all) != nil {
		return "", false
	}
	found := p.query.Select(all)
	if len(found) == 0 || found[0] == nil {
		return "", false
	}
	if text, ok := found[0].(string); ok {
		return p.slice.of(text), true
	}
	text, err := json.Marshal(found[0])
	return string(text), err == nil
}

// step is one part of the older notation: a key, a quoted key, an index, a slice
// or a filter.
var step = regexp.MustCompile(
	`^(?:\.([\pL\pN_$@]+)|\."([^"]*)"|\[(\d+)\]|\[(-?\d*):(-?\d*)\]|\[\?\(\s*@\s*(==\^|==|!=|\^==|\*==)\s*"([^"]*)"\s*\)\])`,
)

// fromLegacy writes the older notation as JSONPath.
func fromLegacy(text string) (path string, part *slice, err error) {
	path = "$"
	for rest := text; rest != "" || text == ""; {
		found := step.FindStringSubmatch(rest)
		if found == nil || part != nil {
			return "", nil, errPath
		}
		switch {
		case found[1] != "":
			path += "[" + quoted(found[1]) + "]"
		case found[3] != "":
			path += "[" + found[3] + "]"
		case found[6] != "":
			path += "[?" + filter(found[6], found[7]) + "]"
		case strings.HasPrefix(found[0], "["):
			part = newSlice(found[4], found[5])
		default:
			path += "[" + quoted(found[2]) + "]"
		}
		rest = rest[len(found[0]):]
	}
	return path, part, nil
}

func quoted(text string) string {
	written, _ := json.Marshal(text) // of a text: it cannot fail
	return string(written)
}

// filter is a condition of JSONPath for each item of an array.
func filter(operator, text string) string {
	literal := regexp.QuoteMeta(text)
	switch operator {
	case "^==":
		return "search(@, " + quoted("^"+literal) + ")"
	case "==^":
		return "search(@, " + quoted(literal+"$") + ")"
	case "*==":
		return "search(@, " + quoted(literal) + ")"
	}
	return "@ " + operator + " " + quoted(text)
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

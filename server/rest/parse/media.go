package parse

import (
	"slices"
	"strconv"
	"strings"
)

// Media is a media type without its charset and q, in lower case: "text/csv".
type Media struct {
	Type   string
	Params string // what else it says: "nulls=stripped", `for="text/csv"; options=analyze`
}

// The media types that have a meaning of their own.
const (
	JSON       = "application/json"
	CSV        = "text/csv"
	Form       = "application/x-www-form-urlencoded"
	PlainText  = "text/plain"
	XML        = "text/xml"
	Octets     = "application/octet-stream"
	Object     = "application/vnd.pgrst.object+json"
	Array      = "application/vnd.pgrst.array+json"
	Any        = "*/*"
	strippedOf = "nulls=stripped"
)

// Stripped tells whether keys with a null value are left out.
func (m Media) Stripped() bool { return m.Params == strippedOf }

// String is the media type as a Content-Type would have it.
func (m Media) String() string {
	if m.Params == "" {
		return m.Type
	}
	return m.Type + ";" + m.Params
}

// media reads one type; names that are short for another are written out.
func media(text string) Media {
	name, params, _ := strings.Cut(strings.ReplaceAll(text, " ", ""), ";")
	name = strings.ToLower(name)
	switch name {
	case "":
		return Media{Type: Any}
	case "application/vnd.pgrst.object":
		name = Object
	case "application/vnd.pgrst.array":
		name = Array
	}
	switch {
	case name == Array && params != strippedOf:
		return Media{Type: JSON}
	case name == Array, name == Object && params == strippedOf, strings.HasPrefix(name, "application/vnd.pgrst.plan"):
		return Media{Type: name, Params: params}
	}
	return Media{Type: name}
}

type ranked struct {
	text        string
	quality     float64
	specificity int
}

// accepted reads Accept headers, best first: by q, then by how specific a type
// is, then as the client wrote them. No header accepts anything.
func accepted(lines []string) []Media {
	var list []ranked
	for _, line := range lines {
		for item := range strings.SplitSeq(line, ",") {
			list = append(list, rank(item))
		}
	}
	slices.SortStableFunc(list, func(a, b ranked) int {
		if a.quality != b.quality {
			return compare(b.quality, a.quality)
		}
		return b.specificity - a.specificity
	})
	types := make([]Media, 0, len(list)+1)
	for _, item := range list {
		types = append(types, media(item.text))
	}
	if len(types) == 0 {
		types = append(types, Media{Type: Any})
	}
	return types
}

func rank(item string) ranked {
	text, q, found := strings.Cut(strings.ReplaceAll(item, " ", ""), ";q=")
	quality := 1.0
	if found {
		q, _, _ = strings.Cut(q, ";")
		quality, _ = strconv.ParseFloat(q, 64)
	}
	return ranked{text, quality, strings.Count(text, ";") - strings.Count(text, "*")}
}

func compare(a, b float64) int {
	if a < b {
		return -1
	}
	return 1
}

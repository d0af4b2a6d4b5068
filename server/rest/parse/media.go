package parse

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Media is a media type without its charset and q, in lower case.
type Media struct {
	Type string // "text/csv"
	// Raw is the client's text, where it is no type that has a meaning here
	// and Type is less.
	Raw string
	// NullsStripped leaves out keys whose value is null: of Array and Object alone.
	NullsStripped bool
	// Explain are the options of a plan that is asked for; nil where the type is no plan.
	Explain *Explain
	Version string // of OpenAPI; "" for none in particular
}

// Explain asks for the plan of a statement in place of its answer.
type Explain struct {
	For Media // what the statement would make
	// Options are some of analyze, verbose, settings, buffers and wal.
	Options []string
}

// The media types that have a meaning of their own.
const (
	JSON      = "application/json"
	CSV       = "text/csv"
	Form      = "application/x-www-form-urlencoded"
	PlainText = "text/plain"
	XML       = "text/xml"
	GeoJSON   = "application/geo+json"
	OpenAPI   = "application/openapi+json"
	Octets    = "application/octet-stream"
	Object    = "application/vnd.pgrst.object+json"
	Array     = "application/vnd.pgrst.array+json"
	PlanJSON  = "application/vnd.pgrst.plan+json"
	PlanText  = "application/vnd.pgrst.plan+text"
	Any       = "*/*"
)

const stripped = "nulls=stripped"

// planOptions are the options that a plan may ask for, in the order that it names
// them in its Content-Type.
var planOptions = []string{"analyze", "verbose", "settings", "buffers", "wal"}

// String is the media type as a Content-Type would have it.
func (m Media) String() string {
	switch {
	case m.Raw != "":
		return m.Raw
	case m.NullsStripped:
		return m.Type + ";" + stripped
	case m.Version != "":
		return m.Type + ";version=" + m.Version
	case m.Explain == nil:
		return m.Type
	}
	text := m.Type + `; for="` + m.Explain.For.String() + `"`
	if len(m.Explain.Options) > 0 {
		text += "; options=" + strings.Join(m.Explain.Options, "|")
	}
	return text
}

// media reads one type; names that are short for another are written out.
func media(text string) Media {
	text = strings.ToValidUTF8(strings.ReplaceAll(text, " ", ""), "\ufffd")
	parts := strings.Split(strings.ToLower(text), ";")
	params := parts[1:]
	nullless := param(params, "nulls") == "stripped"
	switch name := parts[0]; name {
	case "":
		return Media{Type: Any}
	case "application/vnd.pgrst.object", Object:
		return Media{Type: Object, NullsStripped: nullless}
	case "application/vnd.pgrst.array", Array:
		if nullless {
			return Media{Type: Array, NullsStripped: true}
		}
		return Media{Type: JSON}
	case "application/vnd.pgrst.plan", PlanText:
		return Media{Type: PlanText, Explain: explain(params)}
	case PlanJSON:
		return Media{Type: PlanJSON, Explain: explain(params)}
	case OpenAPI:
		return Media{Type: OpenAPI, Version: param(params, "version")}
	default:
		return other(name, text)
	}
}

// known are types that are the same whatever parameters they have.
var known = []string{JSON, CSV, Form, PlainText, XML, GeoJSON, Octets, Any}

func other(name, text string) Media {
	if name == text || slices.Contains(known, name) {
		return Media{Type: name}
	}
	return Media{Type: name, Raw: text}
}

// explain reads what a plan is of, and how: `for="text/csv"; options=analyze|wal`.
func explain(params []string) *Explain {
	e := &Explain{For: Media{Type: JSON}}
	if of := param(params, "for"); of != "" {
		e.For = media(of)
	}
	asked := strings.Split(param(params, "options"), "|")
	for _, option := range planOptions {
		if slices.Contains(asked, option) {
			e.Options = append(e.Options, option)
		}
	}
	return e
}

// param is the value of the first parameter of a name, "" for none.
func param(params []string, name string) string {
	for _, param := range params {
		if value, found := strings.CutPrefix(param, name+"="); found {
			return strings.Trim(value, `"`)
		}
	}
	return ""
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
		return cmp.Or(cmp.Compare(b.quality, a.quality), cmp.Compare(b.specificity, a.specificity))
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

// rank takes the q out of a type. One that is no number counts as 1.
func rank(item string) ranked {
	text, q, _ := strings.Cut(strings.ReplaceAll(item, " ", ""), ";q=")
	q, _, _ = strings.Cut(q, ";")
	quality, err := strconv.ParseFloat(q, 64)
	if err != nil || math.IsNaN(quality) {
		quality = 1
	}
	return ranked{text, quality, strings.Count(text, ";") - strings.Count(text, "*")}
}

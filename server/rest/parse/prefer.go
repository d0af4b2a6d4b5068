package parse

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// Prefer is what the Prefer headers ask for (RFC 7240); "" where they do not.
type Prefer struct {
	Resolution  string // merge-duplicates, ignore-duplicates
	Missing     string // default, null
	Return      string // representation, minimal, headers-only
	Count       string // exact, planned, estimated
	Tx          string // commit, rollback
	Handling    string // strict, lenient
	Timezone    string
	MaxAffected *int64
	Unknown     []string // what was not understood, in its order
}

// Strict tells whether unknown preferences and limits are refused.
func (p Prefer) Strict() bool { return p.Handling == "strict" }

var preferences = map[string][]string{
	"resolution": {"merge-duplicates", "ignore-duplicates"},
	"missing":    {"default", "null"},
	"return":     {"representation", "minimal", "headers-only"},
	"count":      {"exact", "planned", "estimated"},
	"tx":         {"commit", "rollback"},
	"handling":   {"strict", "lenient"},
}

// prefer reads the headers; of two values for one preference the first wins.
func prefer(h http.Header) Prefer {
	var p Prefer
	for _, line := range h.Values("Prefer") {
		for item := range strings.SplitSeq(line, ",") {
			p.add(strings.TrimSpace(item))
		}
	}
	return p
}

func (p *Prefer) add(item string) {
	name, value, _ := strings.Cut(item, "=")
	switch {
	case item == "":
	case name == "timezone":
		first(&p.Timezone, value)
	case name == "max-affected":
		p.addMaxAffected(item, value)
	case slices.Contains(preferences[name], value):
		first(p.at(name), value)
	default:
		p.Unknown = append(p.Unknown, item)
	}
}

func (p *Prefer) addMaxAffected(item, value string) {
	n, err := strconv.ParseInt(value, 10, 64)
	switch {
	case err != nil:
		p.Unknown = append(p.Unknown, item)
	case p.MaxAffected == nil:
		p.MaxAffected = &n
	}
}

func (p *Prefer) at(name string) *string {
	return map[string]*string{
		"resolution": &p.Resolution, "missing": &p.Missing, "return": &p.Return,
		"count": &p.Count, "tx": &p.Tx, "handling": &p.Handling,
	}[name]
}

func first(known *string, value string) {
	if *known == "" {
		*known = value
	}
}

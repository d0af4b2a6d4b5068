package parse

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Prefer is the content of the Prefer headers (RFC 7240); "" where they do not.
type Prefer struct {
	Resolution  string  // merge-duplicates, ignore-duplicates
	Missing     string  // default, null
	Return      string  // representation, minimal, headers-only
	Count       string  // exact, planned, estimated
	Tx          string  // commit, rollback
	Handling    string  // strict, lenient
	Timezone    *string // "" is one too, which PostgreSQL refuses
	MaxAffected *int64
	// Wait is the time that the statement may take, in whole seconds (RFC 7240
	// section 4.3); 0 for none.
	Wait    time.Duration
	Unknown []string // what was not understood, in its order
}

// Strict reports whether unknown preferences and limits are refused.
func (p Prefer) Strict() bool { return p.Handling == "strict" }

var preferences = map[string][]string{
	"resolution": {"merge-duplicates", "ignore-duplicates"},
	"missing":    {"default", "null"},
	"return":     {"representation", "minimal", "headers-only"},
	"count":      {"exact", "planned", "estimated"},
	"tx":         {"commit", "rollback"},
	"handling":   {"strict", "lenient"},
}

// Preferences reads the Prefer headers; of two values for one preference the first wins.
func Preferences(h http.Header) Prefer {
	var p Prefer
	for _, line := range h.Values("Prefer") {
		for item := range strings.SplitSeq(line, ",") {
			p.add(strings.TrimSpace(item))
		}
	}
	return p
}

func (p *Prefer) add(item string) {
	name, value, given := strings.Cut(item, "=")
	switch {
	case item == "":
	case name == "timezone" && given:
		if p.Timezone == nil {
			p.Timezone = &value
		}
	case name == "max-affected": // what is no number limits nothing, as in PostgREST
		if n, err := strconv.ParseInt(value, 10, 64); err == nil && p.MaxAffected == nil {
			p.MaxAffected = &n
		}
	case name == "wait":
		p.addWait(item, value)
	case slices.Contains(preferences[name], value):
		first(p.at(name), value)
	default:
		p.Unknown = append(p.Unknown, item)
	}
}

// maxWait is more seconds than a statement_timeout can say.
const maxWait = 2_147_483

func (p *Prefer) addWait(item, value string) {
	seconds, err := strconv.ParseUint(value, 10, 32)
	switch {
	case err != nil || seconds == 0 || seconds > maxWait:
		p.Unknown = append(p.Unknown, item)
	case p.Wait == 0:
		p.Wait = time.Duration(seconds) * time.Second
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

package parse

import (
	"fmt"
	"strings"

	"github.com/toubkal/toubkal/server/fault"
)

// maxEmbeds bounds the joins of one request: planning costs more than linearly.
const maxEmbeds = 100

// maxNesting bounds brackets in values and bodies, which JSON, text search and
// other types read recursively, and the arrows of a JSON path, each of which is
// an expression around the one before.
const maxNesting = 500

// maxTerms bounds the conditions and items of one request. PostgreSQL takes
// 65535 parameters, and a condition needs up to a few.
const maxTerms = 5000

// bounded refuses requests that would cost more than an answer is worth.
func (r *Request) bounded() error {
	if r.terms() > maxTerms {
		return tooMany(maxTerms, "terms")
	}
	if embeds(r.Items) > maxEmbeds {
		return tooMany(maxEmbeds, "embedded resources")
	}
	return nil
}

// Bounds of what is asked without signing in: each costs the server far more than the client.
const (
	maxAnonColumns = 200 // of all resources: one may be named many times
	maxAnonEmbeds  = 10
	maxAnonDepth   = 3
	maxAnonPattern = 200 // bytes
	maxAnonRepeats = 2   // counts such as {1,9} of one pattern: they multiply
)

// CheckAnonymous refuses what anonymous users may not ask where the operator bounds them:
// patterns with back references, whose search takes exponential time, or that are
// long, many or deep embeds, and wide rows, since a row is in memory whole.
func (r *Request) CheckAnonymous() error {
	if columns(r.Items) > maxAnonColumns {
		return fault.New(fault.RestBadQuery, fmt.Sprintf("Anonymous users may select %d columns", maxAnonColumns)).
			WithHint("Sign in, ask in several requests, or let the operator set TOUBKAL_REST_ANON_BOUNDS=false.")
	}
	if embeds(r.Items) > maxAnonEmbeds || depth(r.Items) > maxAnonDepth {
		return fault.New(fault.RestBadQuery, fmt.Sprintf(
			"Anonymous users may embed %d resources, %d deep", maxAnonEmbeds, maxAnonDepth,
		)).WithHint("Sign in, ask in several requests, or let the operator set TOUBKAL_REST_ANON_BOUNDS=false.")
	}
	for _, filter := range r.Filters {
		if err := filter.Test.checkPattern(); err != nil {
			return err
		}
	}
	for _, tree := range r.Logic {
		if err := tree.checkPatterns(); err != nil {
			return err
		}
	}
	return nil
}

func columns(items []Item) int {
	n := 0
	for _, item := range items {
		if item.Kind == Column {
			n++
		}
		n += columns(item.Items)
	}
	return n
}

func depth(items []Item) int {
	deepest := 0
	for _, item := range items {
		if item.Kind != Column {
			deepest = max(deepest, 1+depth(item.Items))
		}
	}
	return deepest
}

func (l Logic) checkPatterns() error {
	if l.Filter != nil {
		return l.Filter.Test.checkPattern()
	}
	for _, branch := range l.Of {
		if err := branch.checkPatterns(); err != nil {
			return err
		}
	}
	return nil
}

// checkPattern refuses expensive regular expressions.
func (t Test) checkPattern() error {
	if t.Op != "match" && t.Op != "imatch" {
		return nil
	}
	pattern, reference := t.Value, false
	if t.Any || t.All { // each backslash stands for the character behind it
		pattern = withoutBackslashes(pattern)
	}
	for i := 0; i+1 < len(pattern); i++ {
		if pattern[i] == '\\' {
			i++
			reference = reference || '1' <= pattern[i] && pattern[i] <= '9'
		}
	}
	if !reference && len(pattern) <= maxAnonPattern && strings.Count(pattern, "{") <= maxAnonRepeats {
		return nil
	}
	return fault.New(fault.RestBadQuery, fmt.Sprintf(
		"Anonymous users may not search for patterns with back references, longer than %d bytes, or with more than %d counts in braces",
		maxAnonPattern, maxAnonRepeats,
	)).WithHint("Sign in, use like or ilike, or let the operator set TOUBKAL_REST_ANON_BOUNDS=false.")
}

// withoutBackslashes is the text that an array literal with one element stands for, or close to it.
func withoutBackslashes(literal string) string {
	var plain strings.Builder
	for i := 0; i < len(literal); i++ {
		if literal[i] == '\\' && i+1 < len(literal) {
			i++
		}
		plain.WriteByte(literal[i])
	}
	return plain.String()
}

func tooMany(limit int, what string) error {
	return fault.New(fault.RestBadQuery, fmt.Sprintf("The query string has more than %d %s", limit, what))
}

func embeds(items []Item) int {
	n := 0
	for _, item := range items {
		if item.Kind != Column {
			n += 1 + embeds(item.Items)
		}
	}
	return n
}

// terms counts what may become a parameter of the statement.
func (r *Request) terms() int {
	n := len(r.Params) + itemTerms(r.Items)
	for _, filter := range r.Filters {
		n += 1 + len(filter.Field.Path)
	}
	for _, tree := range r.Logic {
		n += tree.terms()
	}
	for _, order := range r.Order {
		for _, term := range order.Terms {
			n += 1 + len(term.Field.Path)
		}
	}
	return n
}

func (l Logic) terms() int {
	n := 1
	if l.Filter != nil {
		n += len(l.Filter.Field.Path)
	}
	for _, branch := range l.Of {
		n += branch.terms()
	}
	return n
}

func itemTerms(items []Item) int {
	n := len(items)
	for _, item := range items {
		n += len(item.Field.Path) + itemTerms(item.Items)
	}
	return n
}

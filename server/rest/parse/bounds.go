package parse

import (
	"fmt"

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

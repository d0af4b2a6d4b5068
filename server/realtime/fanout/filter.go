package fanout

import (
	"context"
	"errors"
	"fmt"

	"github.com/toubkal/toubkal/server/realtime/filter"
	"github.com/toubkal/toubkal/server/realtime/row"
)

// filterKey is a filter on a table.
type filterKey struct {
	table  *row.Table
	params string
}

// boundFilter is the filter of a binding, or why there is none.
type boundFilter struct {
	filter  *filter.Filter
	refusal error
}

// maxCachedFilters bounds the cache of one generation.
const maxCachedFilters = 10_000

// filter has PostgreSQL parse the values of a filter and binds it to the table, once
// for all bindings that have it.
func (d *Dispatcher) filter(ctx context.Context, e *bindingParams, t *row.Table) (*filter.Filter, error) {
	key := filterKey{t, e.params}
	d.mu.Lock()
	known, ok := d.filters[key]
	generation := d.generation
	d.mu.Unlock()
	if ok {
		return known.filter, known.refusal
	}
	bound, err := d.bind(ctx, e, t)
	if err != nil {
		return nil, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.generation == generation && len(d.filters) < maxCachedFilters {
		d.filters[key] = bound
	}
	return bound.filter, bound.refusal
}

func (d *Dispatcher) bind(ctx context.Context, e *bindingParams, t *row.Table) (boundFilter, error) {
	if _, err := filter.Bind(t, e.conditions); err != nil { // saves a query for what can never work
		return boundFilter{refusal: refused(err.Error())}, nil
	}
	conditions, err := d.sql.canonical(ctx, t, e.conditions)
	if wrong, ok := errors.AsType[*filterError](err); ok {
		return boundFilter{refusal: refused(wrong.Error())}, nil
	}
	if err != nil {
		return boundFilter{}, fmt.Errorf("read the values of a filter: %w", err)
	}
	test, err := filter.Bind(t, conditions)
	if err != nil {
		return boundFilter{refusal: refused(err.Error())}, nil
	}
	return boundFilter{filter: test}, nil
}

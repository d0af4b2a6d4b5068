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

// boundFilter is what it comes to: a test, or why there is none.
type boundFilter struct {
	test    *filter.Filter
	refusal error
}

// rememberedFilters bounds how many of them are remembered, of a generation.
const rememberedFilters = 10_000

// filter has PostgreSQL read the values of a filter and binds it, once for all who
// have it.
func (d *Dispatcher) filter(ctx context.Context, e *entry, t *row.Table) (*filter.Filter, error) {
	key := filterKey{t, e.params}
	d.mu.Lock()
	known, ok := d.filters[key]
	generation := d.generation
	d.mu.Unlock()
	if ok {
		return known.test, known.refusal
	}
	bound, err := d.bind(ctx, e, t)
	if err != nil {
		return nil, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.generation == generation && len(d.filters) < rememberedFilters {
		d.filters[key] = bound
	}
	return bound.test, bound.refusal
}

func (d *Dispatcher) bind(ctx context.Context, e *entry, t *row.Table) (boundFilter, error) {
	if _, err := filter.Bind(t, e.conditions); err != nil { // before PostgreSQL is asked in vain
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
	return boundFilter{test: test}, nil
}

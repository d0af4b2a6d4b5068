package fanout

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"time"

	"github.com/toubkal/toubkal/server/realtime/filter"
	"github.com/toubkal/toubkal/server/realtime/rls"
	"github.com/toubkal/toubkal/server/realtime/row"
	"github.com/toubkal/toubkal/server/retry"
	"github.com/toubkal/toubkal/server/token"
)

// resolveTries is how often a question is asked that fails: after PostgreSQL was
// away, connections are dead of which nobody knew.
const resolveTries = 5

// resolveSoon is resolve, tried again for about half a second.
func (d *Dispatcher) resolveSoon(ctx context.Context, entries []entry, claims token.Claims) (r *resolution, err error) {
	wait := 20 * time.Millisecond
	for range resolveTries {
		if r, err = d.resolve(ctx, entries, claims); err == nil {
			return r, nil
		}
		if retry.Sleep(ctx, wait) != nil {
			return nil, err
		}
		wait *= 2
	}
	return nil, err
}

// resolution is what entries come to for a caller, as the database is now.
type resolution struct {
	parts []part
	// refusals are the words on entries that cannot work; of some, what the caller's
	// rights do not let work, they are in lacks.
	refusals, lacks []string
	// open tells that a change elsewhere can bring more: there is a wildcard, or
	// something that does not work.
	open bool
}

// part is what a caller is to hear of one table.
type part struct {
	table  *row.Table
	rights *rls.Access
	group  *rls.CallerGroup
	wants  []wanted
}

// wanted is one entry of a channel as far as one table goes.
type wanted struct {
	id      int
	params  string
	kinds   filter.Events
	test    *filter.Filter
	columns []int // nil for all that the role may read
}

// refused is an error in words that the subscriber is to read.
type refused string

func (r refused) Error() string { return string(r) }

// resolve looks everything up that entries name. The error is of the database; a
// refusal is none.
func (d *Dispatcher) resolve(ctx context.Context, entries []entry, claims token.Claims) (*resolution, error) {
	r := &resolution{}
	for i := range entries {
		e := &entries[i]
		if e.refusal != "" {
			r.refuse(e.refusal)
			continue
		}
		r.open = r.open || e.wild()
		tables, err := d.named(ctx, e)
		if err != nil {
			return nil, fmt.Errorf("look up %s.%s: %w", e.schema, e.table, err)
		}
		if len(tables) == 0 {
			r.refuse(e.notPublished())
		}
		for _, t := range tables {
			if err := d.resolveTable(ctx, r, e, t, claims); err != nil {
				return nil, err
			}
		}
	}
	r.open = r.open || len(r.refusals)+len(r.lacks) > 0
	return r, nil
}

func (r *resolution) refuse(why string) {
	if !slices.Contains(r.refusals, why) {
		r.refusals = append(r.refusals, why)
	}
}

func (r *resolution) lack(why string) {
	if !slices.Contains(r.lacks, why) {
		r.lacks = append(r.lacks, why)
	}
}

// named are the published tables that an entry names.
func (d *Dispatcher) named(ctx context.Context, e *entry) ([]*row.Table, error) {
	if !e.wild() {
		t, err := d.stream.Table(ctx, e.schema, e.table)
		if t == nil || err != nil {
			return nil, err
		}
		return []*row.Table{t}, nil
	}
	tables, err := d.stream.Tables(ctx, e.schema)
	if e.table != "*" {
		tables = slices.DeleteFunc(tables, func(t *row.Table) bool { return t.Name != e.table })
	}
	return tables, err
}

// resolveTable adds what an entry comes to for one of its tables.
func (d *Dispatcher) resolveTable(ctx context.Context, r *resolution, e *entry, t *row.Table, claims token.Claims) error {
	rights, err := d.guard.Access(ctx, t, claims.Role)
	if err != nil {
		return err
	}
	switch {
	case !slices.Contains(rights.Columns, true):
		if !e.wild() { // of all tables, those that one may read are meant
			r.lack(e.failed("permission denied for table " + t.Name))
		}
		return nil
	case rights.Refusal() != "":
		r.lack(fmt.Sprintf("%s: rows of %s.%s can be shown to the role %s by their primary key alone", rights.Refusal(), t.Schema, t.Name, claims.Role))
	case rights.Strategy == rls.NoRows:
		if !e.wild() {
			r.lack(fmt.Sprintf("No policy lets the role %s read %s.%s, so no change of it can be sent", claims.Role, t.Schema, t.Name))
		}
		return nil
	}
	want, err := d.want(ctx, e, t, rights)
	if why, ok := errors.AsType[refused](err); ok {
		r.refuse(e.failed(string(why)))
		return nil
	}
	if err != nil {
		return err
	}
	return d.add(ctx, r, want, t, rights, claims)
}

// add adds a want to the part of its table.
func (d *Dispatcher) add(ctx context.Context, r *resolution, want wanted, t *row.Table, rights *rls.Access, claims token.Claims) error {
	at := slices.IndexFunc(r.parts, func(p part) bool { return p.table.OID == t.OID })
	if at < 0 {
		group, err := d.guard.Group(ctx, rights, claims)
		if err != nil {
			return fmt.Errorf("find who else sees alike on %s.%s: %w", t.Schema, t.Name, err)
		}
		at = len(r.parts)
		r.parts = append(r.parts, part{table: t, rights: rights, group: group})
	}
	p := &r.parts[at]
	if !slices.ContainsFunc(p.wants, func(w wanted) bool { return w.id == want.id }) {
		p.wants = append(p.wants, want)
	}
	return nil
}

// want binds an entry to a table. What the role may not read it may not filter by.
func (d *Dispatcher) want(ctx context.Context, e *entry, t *row.Table, rights *rls.Access) (wanted, error) {
	w := wanted{id: e.id, params: e.params, kinds: e.kinds}
	var err error
	if len(e.conditions) > 0 {
		for _, c := range e.conditions {
			if at := columnOf(t, c.Column); at < 0 || !rights.Columns[at] {
				return w, refused("invalid column for filter " + c.Column)
			}
		}
		if w.test, err = d.filter(ctx, e, t); err != nil {
			return w, err
		}
	}
	if e.columns == nil {
		return w, nil
	}
	w.columns, err = selected(t, e.columns, rights)
	return w, err
}

// columnOf is the place of a column; -1 for none.
func columnOf(t *row.Table, name string) int {
	return slices.IndexFunc(t.Columns, func(c row.Column) bool { return c.Name == name })
}

// selected are the places of columns, with the key, which is always told.
func selected(t *row.Table, names []string, rights *rls.Access) ([]int, error) {
	places := slices.DeleteFunc(slices.Clone(t.Key), func(place int) bool { return !rights.Columns[place] })
	for _, name := range names {
		at := columnOf(t, name)
		if at < 0 || !rights.Columns[at] {
			return nil, refused("invalid column for select " + name)
		}
		places = append(places, at)
	}
	slices.Sort(places)
	return slices.Compact(places), nil
}

// alike tells whether two descriptions of a table are the same.
func alike(a, b *row.Table) bool { return a == b || reflect.DeepEqual(a, b) }

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

// maxResolveTries is how often a failed resolution is tried: after PostgreSQL was
// down, pooled connections are dead.
const maxResolveTries = 5

// resolveWithRetry is resolve, retried for about half a second.
func (d *Dispatcher) resolveWithRetry(ctx context.Context, entries []bindingParams, claims token.Claims) (r *resolution, err error) {
	wait := 20 * time.Millisecond
	for range maxResolveTries {
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

// resolution is what bindings amount to for a caller, as the database is now.
type resolution struct {
	tables []tableSubscription
	// refusals are the messages about bindings that cannot work; permissionErrors
	// those about missing privileges and policies.
	refusals, permissionErrors []string
	// canChange is set if another table or privilege can add to it: it has a
	// wildcard, or something that does not work.
	canChange bool
}

// tableSubscription is what a caller subscribes to of one table.
type tableSubscription struct {
	table    *row.Table
	access   *rls.Access
	group    *rls.CallerGroup
	bindings []tableBinding
}

// tableBinding is one binding, for one of its tables.
type tableBinding struct {
	id      int
	params  string
	events  filter.Events
	filter  *filter.Filter
	columns []int // nil for all that the role may read
}

// refused is an error whose text the subscriber gets.
type refused string

func (r refused) Error() string { return string(r) }

// resolve reads all that the bindings name from the catalog. The error is a database
// error; a refusal is none.
func (d *Dispatcher) resolve(ctx context.Context, entries []bindingParams, claims token.Claims) (*resolution, error) {
	r := &resolution{}
	for i := range entries {
		e := &entries[i]
		if e.refusal != "" {
			r.refuse(e.refusal)
			continue
		}
		r.canChange = r.canChange || e.isWildcard()
		tables, err := d.tablesOf(ctx, e)
		if err != nil {
			return nil, fmt.Errorf("look up %s.%s: %w", e.schema, e.table, err)
		}
		if len(tables) == 0 {
			r.refuse("Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given connect parameters: " + e.String())
		}
		for _, t := range tables {
			if err := d.resolveTable(ctx, r, e, t, claims); err != nil {
				return nil, err
			}
		}
	}
	r.canChange = r.canChange || len(r.refusals)+len(r.permissionErrors) > 0
	return r, nil
}

func (r *resolution) refuse(why string) {
	if !slices.Contains(r.refusals, why) {
		r.refusals = append(r.refusals, why)
	}
}

func (r *resolution) addPermissionError(why string) {
	if !slices.Contains(r.permissionErrors, why) {
		r.permissionErrors = append(r.permissionErrors, why)
	}
}

// tablesOf are the published tables that a binding names.
func (d *Dispatcher) tablesOf(ctx context.Context, e *bindingParams) ([]*row.Table, error) {
	if !e.isWildcard() {
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

// resolveTable adds what a binding amounts to for one of its tables.
func (d *Dispatcher) resolveTable(ctx context.Context, r *resolution, e *bindingParams, t *row.Table, claims token.Claims) error {
	access, err := d.checker.Access(ctx, t, claims.Role)
	if err != nil {
		return err
	}
	switch {
	case !slices.Contains(access.Columns, true):
		if !e.isWildcard() { // a wildcard means the tables that the role may read
			r.addPermissionError(e.refusedByDatabase("permission denied for table " + t.Name))
		}
		return nil
	case access.Refusal() != "":
		r.addPermissionError(fmt.Sprintf("%s: rows of %s.%s can be shown to the role %s by their primary key alone", access.Refusal(), t.Schema, t.Name, claims.Role))
	case access.Strategy == rls.NoRows:
		if !e.isWildcard() {
			r.addPermissionError(fmt.Sprintf("No policy lets the role %s read %s.%s, so no change of it can be sent", claims.Role, t.Schema, t.Name))
		}
		return nil
	}
	binding, err := d.bindTable(ctx, e, t, access)
	if why, ok := errors.AsType[refused](err); ok {
		r.refuse(e.refusedByDatabase(string(why)))
		return nil
	}
	if err != nil {
		return err
	}
	return d.add(ctx, r, binding, t, access, claims)
}

// add adds a binding to the subscription of its table.
func (d *Dispatcher) add(ctx context.Context, r *resolution, binding tableBinding, t *row.Table, access *rls.Access, claims token.Claims) error {
	at := slices.IndexFunc(r.tables, func(p tableSubscription) bool { return p.table.OID == t.OID })
	if at < 0 {
		group, err := d.checker.Group(ctx, access, claims)
		if err != nil {
			return fmt.Errorf("find the group of equal callers on %s.%s: %w", t.Schema, t.Name, err)
		}
		at = len(r.tables)
		r.tables = append(r.tables, tableSubscription{table: t, access: access, group: group})
	}
	p := &r.tables[at]
	if !slices.ContainsFunc(p.bindings, func(w tableBinding) bool { return w.id == binding.id }) {
		p.bindings = append(p.bindings, binding)
	}
	return nil
}

// bindTable binds parameters to a table. A role may filter only by columns that it
// may read.
func (d *Dispatcher) bindTable(ctx context.Context, e *bindingParams, t *row.Table, access *rls.Access) (tableBinding, error) {
	w := tableBinding{id: e.id, params: e.params, events: e.events}
	var err error
	if len(e.conditions) > 0 {
		for _, c := range e.conditions {
			if at := columnOf(t, c.Column); at < 0 || !access.Columns[at] {
				return w, refused("invalid column for filter " + c.Column)
			}
		}
		if w.filter, err = d.filter(ctx, e, t); err != nil {
			return w, err
		}
	}
	if e.columns == nil {
		return w, nil
	}
	w.columns, err = selectColumns(t, e.columns, access)
	return w, err
}

// columnOf is the index of a column; -1 for none.
func columnOf(t *row.Table, name string) int {
	return slices.IndexFunc(t.Columns, func(c row.Column) bool { return c.Name == name })
}

// selectColumns are the indexes of the columns, with the primary key, which is always
// sent.
func selectColumns(t *row.Table, names []string, access *rls.Access) ([]int, error) {
	places := slices.DeleteFunc(slices.Clone(t.Key), func(place int) bool { return !access.Columns[place] })
	for _, name := range names {
		at := columnOf(t, name)
		if at < 0 || !access.Columns[at] {
			return nil, refused("invalid column for select " + name)
		}
		places = append(places, at)
	}
	slices.Sort(places)
	return slices.Compact(places), nil
}

// equalTables reports whether two descriptions of a table are the same.
func equalTables(a, b *row.Table) bool { return a == b || reflect.DeepEqual(a, b) }

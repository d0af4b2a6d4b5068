package fanout

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"time"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/realtime/filter"
	"github.com/toubkal/toubkal/server/realtime/rls"
	"github.com/toubkal/toubkal/server/realtime/row"
	"github.com/toubkal/toubkal/server/retry"
	"github.com/toubkal/toubkal/server/token"
)

// maxResolveTries bounds the attempts of one resolution: after PostgreSQL was
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

// resolution is the result of looking up the bindings of a caller in the catalog.
type resolution struct {
	tables []tableSubscription
	// refusals are the messages about bindings that cannot work; permissionErrors
	// those about missing privileges and policies.
	refusals, permissionErrors []string
	// canChange is set if another table or privilege can add to it: it has a
	// wildcard, or something that does not work.
	canChange bool
}

// tableSubscription are the bindings of a caller to one table.
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
			why, err := d.unpublished(ctx, e, claims.Role)
			if err != nil {
				return nil, err
			}
			r.refuse(why)
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

// unpublished returns the refusal of a binding without a table. What there is instead is told to
// roles that may read it.
func (d *Dispatcher) unpublished(ctx context.Context, e *bindingParams, role string) (string, error) {
	why := "Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given connect parameters: " + e.String()
	if e.isWildcard() {
		return why, nil
	}
	kind, partitions, err := d.stream.Unpublished(ctx, e.schema, e.table, role)
	switch {
	case err != nil:
		return "", err
	case partitions:
		return e.refusedByDatabase(fmt.Sprintf("the changes of %s are published as those of its partitions: "+
			"subscribe to them, or run: alter publication %s set (publish_via_partition_root = true)", e.table, d.stream.Publication())), nil
	case kind == "r", kind == "p":
		why += fmt.Sprintf(". Run: alter publication %s add table %s", d.stream.Publication(), db.Ident(e.schema, e.table))
	case kind == "v", kind == "m":
		why += ". " + e.table + " is a view, which has no changes of its own: subscribe to its tables"
	case kind != "":
		why += ". " + e.table + " is no table of this database"
	}
	return why, nil
}

// noColumn returns the refusal of a binding that may not use a column.
func (d *Dispatcher) noColumn(ctx context.Context, what, name string, t *row.Table, access *rls.Access) error {
	kind := ""
	if columnOf(t, name) < 0 {
		var err error
		if kind, err = d.stream.Generated(ctx, t, name, access.Role); err != nil {
			return err
		}
	}
	why := "invalid column for " + what + " " + name
	switch kind {
	case "v":
		why += ": it is a virtual generated column, which the WAL does not have, and the publication does not send every column that it is computed from"
	case "s":
		why += ": it is a generated column that the publication does not send (PostgreSQL 18 does, with publish_generated_columns = stored)"
	}
	return refused(why)
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
	if t.Distributed {
		if !e.isWildcard() {
			r.refuse(e.refusedByDatabase("Citus keeps the rows of " + t.Name + " on its workers, whose changes realtime does not see: send them by realtime.send"))
		}
		return nil
	}
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
			at := columnOf(t, c.Column)
			if at < 0 || !access.Columns[at] {
				return w, d.noColumn(ctx, "filter", c.Column, t, access)
			}
			if e.events == filter.Deletes && !t.Columns[at].Identity {
				return w, refused(fmt.Sprintf("a deleted row has its replica identity alone, which lacks the column %s of the filter: "+
					"run alter table %s.%s replica identity full, or leave the filter out", c.Column, t.Schema, t.Name))
			}
		}
		if w.filter, err = d.filter(ctx, e, t); err != nil {
			return w, err
		}
	}
	if e.columns == nil {
		return w, nil
	}
	for _, name := range e.columns {
		if at := columnOf(t, name); at < 0 || !access.Columns[at] {
			return w, d.noColumn(ctx, "select", name, t, access)
		}
	}
	w.columns = selectColumns(t, e.columns, access)
	return w, nil
}

// columnOf is the index of a column; -1 for none.
func columnOf(t *row.Table, name string) int {
	return slices.IndexFunc(t.Columns, func(c row.Column) bool { return c.Name == name })
}

// selectColumns are the indexes of the columns, with the primary key, which is always
// sent.
func selectColumns(t *row.Table, names []string, access *rls.Access) []int {
	places := slices.DeleteFunc(slices.Clone(t.Key), func(place int) bool { return !access.Columns[place] })
	for _, name := range names {
		places = append(places, columnOf(t, name))
	}
	slices.Sort(places)
	return slices.Compact(places)
}

// equalTables reports whether two descriptions of a table are the same.
func equalTables(a, b *row.Table) bool { return a == b || reflect.DeepEqual(a, b) }

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

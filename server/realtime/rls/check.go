package rls

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/toubkal/toubkal/server/realtime/row"
)

// Query asks which of some changes a group may see.
type Query struct {
	Group *CallerGroup
	// Changes are indexes of the changes of the Check.
	Changes []int32
}

// Result is the visibility of changes, by query. An unchecked change is not visible.
type Result struct {
	queries []Query
	visible [][]bool // like each query's Changes
	failed  []error  // of each query
	rows    map[int32][]row.Value
}

// Visible reports whether queries[query] may see the i-th of its changes: whether the
// row existed and the policies showed it to the group when that was checked.
func (r *Result) Visible(query, i int) bool { return r.visible[query][i] }

// Err is the error of the policies for the group of a query, which sees nothing: a cast of a
// claim may fail, say. It is for the log, since it may quote what the caller may not see.
func (r *Result) Err(query int) error { return r.failed[query] }

// Row is the new row of a change with the values that the stream left out (row.Absent)
// of the columns that the role may select; nil where none was left out, or no group sees
// the row.
func (r *Result) Row(change int) []row.Value { return r.rows[int32(change)] } // #nosec G115 -- a batch has far fewer

// Check evaluates the policies on changes of one table, for groups of one role, in one
// transaction and one round trip. There is a second one where values have to be fetched
// that the stream left out, or where some rows were deleted (see Access.CanCheck). With
// an error nothing is visible; ErrChanged means that Access has to be read again.
func (c *Checker) Check(ctx context.Context, t *row.Table, role string, changes []*row.Change, queries []Query) (*Result, error) {
	result := &Result{queries: queries, visible: make([][]bool, len(queries)), failed: make([]error, len(queries))}
	for i, query := range queries {
		result.visible[i] = make([]bool, len(query.Changes))
	}
	if len(queries) == 0 {
		return result, nil
	}
	access := queries[0].Group.access
	if err := access.validate(t, role, changes, queries); err != nil || access.Strategy == NoRows {
		return result, err
	}
	k := &check{checker: c, access: access, changes: changes, result: result}
	if err := k.run(ctx); err != nil {
		return nil, fmt.Errorf("check what %q may see of %s.%s: %w", role, t.Schema, t.Name, err)
	}
	return result, nil
}

// validate refuses what this access is not about.
func (a *Access) validate(t *row.Table, role string, changes []*row.Change, queries []Query) error {
	if a.Role != role || a.Table.OID != t.OID {
		return fmt.Errorf("the access of %q to %s.%s is not that of %q to %s.%s", a.Role, a.Table.Schema, a.Table.Name, role, t.Schema, t.Name)
	}
	for _, query := range queries {
		if query.Group.access != a {
			return ErrChanged
		}
	}
	var last *row.Table
	for _, c := range changes {
		if c.Table == last {
			continue
		}
		if last = c.Table; !sameTable(last, a.Table) {
			return ErrChanged
		}
	}
	return nil
}

// check is one call of Check.
type check struct {
	checker *Checker
	access  *Access
	changes []*row.Change
	result  *Result
}

// run checks stored rows by their keys and others by their values, and then fetches what
// the stream left out.
func (c *check) run(ctx context.Context) error {
	byKey := func(change *row.Change) bool { return change.Kind != row.Delete && !c.access.byValue(change) }
	if err := c.checkSome(ctx, c.access.keyQuery(nil), byKey); err != nil {
		return err
	}
	if err := c.checkSome(ctx, c.access.valueQuery, c.access.byValue); err != nil {
		return err
	}
	return c.fetchToast(ctx)
}

// checkSome checks some of the changes, if there are any.
func (c *check) checkSome(ctx context.Context, q queryTemplate, wanted func(*row.Change) bool) error {
	some := make([]bool, len(c.changes))
	for i, change := range c.changes {
		some[i] = wanted(change)
	}
	if !slices.Contains(some, true) {
		return nil
	}
	if !slices.Contains(some, false) {
		return c.query(ctx, c.result.queries, q, func(query, i int, _ textRecord) { c.result.visible[query][i] = true })
	}
	queries, places := make([]Query, len(c.result.queries)), make([][]int, len(c.result.queries))
	for n, query := range c.result.queries {
		queries[n].Group = query.Group
		for i, change := range query.Changes {
			if some[change] {
				queries[n].Changes, places[n] = append(queries[n].Changes, change), append(places[n], i)
			}
		}
	}
	return c.query(ctx, queries, q, func(query, i int, _ textRecord) { c.result.visible[query][places[query][i]] = true })
}

// query runs a template for queries, and calls each for the changes that are visible,
// with the columns that were selected.
func (c *check) query(ctx context.Context, queries []Query, q queryTemplate, each func(query, i int, r textRecord)) error {
	b := newBatch(q, c.changes, queries)
	if len(b.sizes) == 0 {
		return nil
	}
	finders := make([]func(mark string) []int, len(b.sizes))
	unchanged := false
	err := c.checker.runBatch(ctx, c.access, q, b, func(place int, marks []string, stored, failed *string) error {
		if place == 0 {
			unchanged = len(marks) == 1 && marks[0] == c.access.catalog.PolicyVersion
			return nil
		}
		query, set := int(b.queries[place-1]), b.set[place-1]
		if failed != nil {
			c.fail(queries[query].Group, *failed)
			return nil
		}
		if finders[set] == nil {
			finders[set] = c.finder(q, queries[query])
		}
		return readMarks(marks, stored, finders[set], func(i int, r textRecord) { each(query, i, r) })
	})
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok && (pg.Code == "42703" || pg.Code == "42P01") {
		return fmt.Errorf("%w: %w", ErrChanged, err) // a column or table no longer exists
	}
	if err == nil && !unchanged {
		return ErrChanged
	}
	return err
}

// finder returns the changes of a query that a mark stands for.
func (c *check) finder(q queryTemplate, query Query) func(mark string) []int {
	if !q.direct { // marks are ordinal numbers, from 1
		_, places := q.distinct(c.changes, query.Changes)
		return func(mark string) []int {
			n, err := strconv.Atoi(mark)
			if err != nil || n < 1 || n > len(places) {
				return nil
			}
			return places[n-1]
		}
	}
	column, byText := c.access.Table.Key[0], make(map[string][]int, len(query.Changes))
	for i, change := range query.Changes {
		if v := c.changes[change].Row()[column]; v.State == row.Known {
			byText[string(v.Text)] = append(byText[string(v.Text)], i)
		}
	}
	return func(mark string) []int { return byText[mark] }
}

// readMarks reads the result of one query.
func readMarks(marks []string, stored *string, find func(mark string) []int, each func(i int, r textRecord)) error {
	rows := make([]textRecord, len(marks))
	if stored != nil {
		var err error
		if rows, err = readRecords(*stored); err != nil || len(rows) != len(marks) {
			return errors.Join(errors.New("rows that cannot be read"), err)
		}
	}
	for n, mark := range marks {
		for _, i := range find(mark) {
			each(i, rows[n])
		}
	}
	return nil
}

// fail records the error of the policies for a group, which then sees nothing.
func (c *check) fail(group *CallerGroup, why string) {
	for i, query := range c.result.queries {
		if query.Group == group {
			c.result.failed[i] = errors.New(why)
			clear(c.result.visible[i])
		}
	}
}

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

// Query is what one group asks to see: some of the changes of an Ask.
type Query struct {
	Group *CallerGroup
	// Changes are places in the changes of the Ask.
	Changes []int32
}

// Result is who sees what. What was not answered is not seen.
type Result struct {
	queries []Query
	visible [][]bool // beside each look's Changes
	failed  []error  // of each look
	rows    map[int32][]row.Value
}

// Visible tells whether looks[look] sees its i-th change: whether the row is there,
// and shown to the group, at the time of asking.
func (a *Result) Visible(look, i int) bool { return a.visible[look][i] }

// Err is why a look saw nothing, where its group's policies failed: the claims of
// one may be such that an expression cannot be computed. It is for the log, since
// it may quote what the caller must not see.
func (a *Result) Err(look int) error { return a.failed[look] }

// Row is the new row of a change with what the stream left out (row.Absent) of the
// columns that the role may select; nil where nothing was left out, or nobody sees
// the row.
func (a *Result) Row(change int) []row.Value { return a.rows[int32(change)] }

// Check puts changes of one table to the policies, as all groups of one role: the
// whole of it in one transaction and one round trip, and another one where columns
// must be fetched that the stream left out, or where rows are among them that were
// deleted: those are seen where Rights.Judges, and the old row would be shown. An
// error means that nobody saw anything; ErrChanged that Rights have to be read anew.
func (g *Checker) Check(ctx context.Context, t *row.Table, role string, changes []*row.Change, looks []Query) (*Result, error) {
	a := &Result{queries: looks, visible: make([][]bool, len(looks)), failed: make([]error, len(looks))}
	for i, look := range looks {
		a.visible[i] = make([]bool, len(look.Changes))
	}
	if len(looks) == 0 {
		return a, nil
	}
	rights := looks[0].Group.access
	if err := rights.validate(t, role, changes, looks); err != nil || rights.Strategy == NoRows {
		return a, err
	}
	asked := &check{checker: g, access: rights, changes: changes, result: a}
	err := asked.run(ctx)
	if err != nil {
		return nil, fmt.Errorf("ask what %q sees of %s.%s: %w", role, t.Schema, t.Name, err)
	}
	return a, nil
}

// validate refuses what these rights are not about.
func (r *Access) validate(t *row.Table, role string, changes []*row.Change, looks []Query) error {
	if r.Role != role || r.Table.OID != t.OID {
		return fmt.Errorf("rights of %q on %s.%s are none of %q on %s.%s", r.Role, r.Table.Schema, r.Table.Name, role, t.Schema, t.Name)
	}
	for _, look := range looks {
		if look.Group.access != r {
			return ErrChanged
		}
	}
	var last *row.Table
	for _, c := range changes {
		if c.Table == last {
			continue
		}
		if last = c.Table; !sameTable(last, r.Table) {
			return ErrChanged
		}
	}
	return nil
}

// check is one Ask on its way.
type check struct {
	checker *Checker
	access  *Access
	changes []*row.Change
	result  *Result
}

// run asks about rows that are there by their keys, and about others by their
// values.
func (k *check) run(ctx context.Context) error {
	byKey := func(c *row.Change) bool { return c.Kind != row.Delete && !k.access.byValue(c) }
	if err := k.checkSome(ctx, k.access.keyQuery(nil), byKey); err != nil {
		return err
	}
	if err := k.checkSome(ctx, k.access.valueQuery, k.access.byValue); err != nil {
		return err
	}
	return k.fetchToast(ctx)
}

func (k *check) mark(ctx context.Context, looks []Query, q queryTemplate, sees func(look, i int)) error {
	return k.query(ctx, looks, q, func(look, i int, _ textRecord) { sees(look, i) })
}

// checkSome asks about some of the changes, if there are any.
func (k *check) checkSome(ctx context.Context, q queryTemplate, wanted func(*row.Change) bool) error {
	some := make([]bool, len(k.changes))
	for i, c := range k.changes {
		some[i] = wanted(c)
	}
	switch {
	case !slices.Contains(some, true):
		return nil
	case !slices.Contains(some, false):
		return k.mark(ctx, k.result.queries, q, func(look, i int) { k.result.visible[look][i] = true })
	}
	looks, places := make([]Query, len(k.result.queries)), make([][]int, len(k.result.queries))
	for l, look := range k.result.queries {
		looks[l].Group = look.Group
		for i, change := range look.Changes {
			if some[change] {
				looks[l].Changes, places[l] = append(looks[l].Changes, change), append(places[l], i)
			}
		}
	}
	return k.mark(ctx, looks, q, func(look, i int) { k.result.visible[look][places[look][i]] = true })
}

// query puts a question, and hands on for each look which of its Changes are there,
// with the columns that were asked for.
func (k *check) query(ctx context.Context, looks []Query, q queryTemplate, each func(look, i int, r textRecord)) error {
	s := newBatch(q, k.changes, looks)
	if len(s.sizes) == 0 {
		return nil
	}
	about := make([]func(mark string) []int, len(s.sizes))
	same := false
	err := k.checker.runBatch(ctx, k.access, q, s, func(place int, marks []string, stored, failed *string) error {
		if place == 0 {
			same = len(marks) == 1 && marks[0] == k.access.catalog.PolicyVersion
			return nil
		}
		look, set := int(s.queries[place-1]), s.set[place-1]
		if failed != nil {
			return k.fail(looks[look], *failed)
		}
		if about[set] == nil {
			about[set] = k.finder(q, looks[look])
		}
		return hand(marks, stored, about[set], func(i int, r textRecord) { each(look, i, r) })
	})
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok && (pg.Code == "42703" || pg.Code == "42P01") {
		return fmt.Errorf("%w: %w", ErrChanged, err) // the question names what is there no longer
	}
	if err == nil && !same {
		return ErrChanged
	}
	return err
}

// finder tells which places of a look's Changes a mark is about.
func (k *check) finder(q queryTemplate, look Query) func(mark string) []int {
	if !q.direct {
		_, places := q.distinct(k.changes, look.Changes)
		return ordinal(places)
	}
	column, byText := k.access.Table.Key[0], make(map[string][]int, len(look.Changes))
	for i, change := range look.Changes {
		if v := k.changes[change].Row()[column]; v.State == row.Known {
			byText[string(v.Text)] = append(byText[string(v.Text)], i)
		}
	}
	return func(mark string) []int { return byText[mark] }
}

// ordinal reads marks that are numbers, from 1.
func ordinal(places [][]int) func(mark string) []int {
	return func(mark string) []int {
		n, err := strconv.Atoi(mark)
		if err != nil || n < 1 || n > len(places) {
			return nil
		}
		return places[n-1]
	}
}

// hand reads the answer of one look.
func hand(marks []string, stored *string, find func(mark string) []int, each func(i int, r textRecord)) error {
	var rows []textRecord
	if stored != nil {
		var err error
		if rows, err = readRecords(*stored); err != nil || len(rows) != len(marks) {
			return errors.Join(errors.New("rows that cannot be read"), err)
		}
	}
	for n, mark := range marks {
		for _, i := range find(mark) {
			if rows == nil {
				each(i, nil)
			} else {
				each(i, rows[n])
			}
		}
	}
	return nil
}

// fail keeps why the policies of a look's group failed: it has seen nothing.
func (k *check) fail(failing Query, why string) error {
	for i, look := range k.result.queries {
		if look.Group == failing.Group {
			k.result.failed[i] = errors.New(why)
			clear(k.result.visible[i])
		}
	}
	return nil
}

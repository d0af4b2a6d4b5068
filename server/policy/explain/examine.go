package explain

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/policy"
	"github.com/toubkal/toubkal/server/rest/plan"
)

// examine looks at the rows of each table.
func (x *explainer) examine(ctx context.Context) error {
	switch action := x.again().Action.(type) {
	case plan.Read:
		rows, cut, err := x.selected(ctx, action)
		if err := x.visit(ctx, action.Tree, rows, cut, unknown(err)); err != nil {
			return err
		}
	case plan.Write:
		if err := x.examineWrite(ctx, action); err != nil {
			return err
		}
	}
	return x.examineReached(ctx)
}

// unknown is the reason for rows that could not be read.
func unknown(err error) string {
	if err == nil {
		return ""
	}
	if refused := db.Refused(err); refused != nil {
		return fmt.Sprintf("PostgreSQL refuses it as the owner too: %s (%s)", refused.Message, refused.Code)
	}
	return err.Error()
}

// visit checks the rows of a node of a read, and of the rows that pass those that are embedded.
func (x *explainer) visit(ctx context.Context, n plan.Node, rows []row, cut bool, why string) error {
	passed, err := x.check(ctx, n.Table, Check{Verb: "select", Cut: cut, Unknown: why}, rows)
	if err != nil {
		return err
	}
	for i, embed := range n.Embeds {
		if j := embed.Junction; j != nil {
			if _, err := x.check(ctx, j.Table, Check{Verb: "select", Unknown: "it joins the two tables"}, nil); err != nil {
				return err
			}
		}
		if err := x.visit(ctx, embed.Node, related(pick(rows, passed), i), false, why); err != nil {
			return err
		}
	}
	return nil
}

// examineWrite checks the rows that a write finds, and those that it would leave.
func (x *explainer) examineWrite(ctx context.Context, w plan.Write) error {
	reads := len(w.Where) > 0 || len(w.Returning) > 0 || w.Conflict != nil
	if w.Op == plan.Insert || w.Op == plan.Put {
		return x.examineInsert(ctx, w, reads)
	}
	old, cut, err := x.matching(ctx, w)
	why := unknown(err)
	verb := "update"
	if w.Op == plan.Delete {
		verb = "delete"
	}
	own, err := x.check(ctx, w.Table, Check{Verb: verb, Cut: cut, Unknown: why}, old)
	if err != nil {
		return err
	}
	if reads {
		seen, err := x.check(ctx, w.Table, Check{Verb: "select", Cut: cut, Unknown: why}, old)
		if err != nil {
			return err
		}
		own = slices.DeleteFunc(own, func(n int) bool { return !slices.Contains(seen, n) })
	}
	if w.Op == plan.Delete {
		return nil
	}
	passed := pick(old, own)
	var fresh []row
	t := policy.Find(x.tables, w.Table.Schema, w.Table.Name)
	switch {
	case why != "":
	case cut:
		why = fmt.Sprintf("more than %d rows match: ask for fewer, so that the new rows are made", x.Limit)
	case len(passed) == 0:
		why = "no row is left to change"
	case t != nil && len(passed) < len(old) && (len(t.Key) == 0 || slices.ContainsFunc(w.Cells, func(c plan.Cell) bool { return slices.Contains(t.Key, c.Name) })):
		why = "the table has no key, or the request changes it: the new rows cannot be told apart"
	default:
		changed := x.again().Action.(plan.Write)
		if fresh, err = x.written(ctx, changed); err != nil {
			why = unknown(err)
		} else if len(passed) < len(old) {
			fresh = only(fresh, passed, t.Key)
		}
	}
	if _, err = x.check(ctx, w.Table, Check{Verb: "update", New: true, Unknown: why}, fresh); err != nil || !reads {
		return err
	}
	_, err = x.check(ctx, w.Table, Check{Verb: "select", New: true, Unknown: why}, fresh)
	return err
}

// examineInsert checks the new rows, and of an upsert those that are in their place.
func (x *explainer) examineInsert(ctx context.Context, w plan.Write, reads bool) error {
	fresh, err := x.written(ctx, w)
	why := unknown(err)
	if _, err := x.check(ctx, w.Table, Check{Verb: "insert", New: true, Unknown: why}, fresh); err != nil {
		return err
	}
	if reads {
		if _, err := x.check(ctx, w.Table, Check{Verb: "select", New: true, Unknown: why}, fresh); err != nil {
			return err
		}
	}
	if w.Conflict == nil || !w.Conflict.Merge || why != "" {
		return nil
	}
	old, err := x.conflicting(ctx, w, fresh)
	why = unknown(err)
	if len(old) == 0 && why == "" {
		why = "no row is there yet"
	}
	for _, c := range []Check{{Verb: "select", Unknown: why}, {Verb: "update", Unknown: why}} {
		if _, err := x.check(ctx, w.Table, c, old); err != nil {
			return err
		}
	}
	_, err = x.check(ctx, w.Table, Check{Verb: "update", New: true, Unknown: why}, only(fresh, old, w.Conflict.Columns))
	return err
}

// maxReached bounds the tables that are looked at because a policy or a view reads them.
const maxReached = 10

// examineReached checks the first rows of the tables that policies and views read as the caller.
func (x *explainer) examineReached(ctx context.Context) error {
	count := 0
	for i, t := range x.tables {
		shown := &x.report.Tables[x.place(t)]
		if shown.Reached == "" || len(shown.Checks) > 0 || t.Kind != "table" || !x.asCaller(t) {
			continue
		}
		if count++; count > maxReached {
			return nil
		}
		rows, cut, err := x.first(ctx, x.tables[i])
		if _, err := x.check(ctx, plan.Name{Schema: t.Schema, Name: t.Name}, Check{Verb: "select", Cut: cut, Unknown: unknown(err)}, rows); err != nil {
			return err
		}
	}
	return nil
}

// asCaller reports whether a policy, or a view with its caller's rights, reads a table.
func (x *explainer) asCaller(t policy.Table) bool {
	return slices.ContainsFunc(t.Reached, func(r policy.Reach) bool {
		view := policy.Find(x.tables, r.Schema, r.Table)
		return r.How == "policy" || r.How == "view" && view != nil && view.Invoker
	})
}

// place is that of a table in the report.
func (x *explainer) place(t policy.Table) int {
	return slices.IndexFunc(x.report.Tables, func(shown Table) bool { return shown.Schema == t.Schema && shown.Name == t.Name })
}

// pick are the rows at some places.
func pick(rows []row, places []int) []row {
	picked := make([]row, len(places))
	for i, n := range places {
		picked[i] = rows[n]
	}
	return picked
}

// places are those of all rows.
func places(rows []row) []int {
	all := make([]int, len(rows))
	for n := range rows {
		all[n] = n
	}
	return all
}

// check evaluates the policies of a table for rows, adds what comes of it to the report, and returns the places of the
// rows that pass. Rows of a view are those of its tables, whose policies decide.
func (x *explainer) check(ctx context.Context, name plan.Name, c Check, rows []row) (passed []int, err error) {
	t := policy.Find(x.tables, name.Schema, name.Name)
	if t == nil { // a function's rows
		return places(rows), nil
	}
	shown := &x.report.Tables[x.place(*t)]
	c.Granted, c.Policies, c.Refused = t.Granted(c.Verb) != nil && t.Usage, []Policy{}, []Row{}
	defer func() { shown.Checks = append(shown.Checks, c) }()
	if t.Kind != "table" {
		if c.Unknown == "" && t.Kind != "foreign table" {
			c.Unknown = "the policies of the tables that it reads decide"
		}
		return places(rows), nil
	}
	if c.Unknown == "" {
		c.Rows, c.Passed = len(rows), len(rows)
	}
	if t.Unfiltered != "" {
		return places(rows), nil
	}
	e := evaluation{explainer: x, table: t, check: &c, rows: rows}
	err = e.evaluate(ctx)
	if refused := db.Refused(err); refused != nil && errors.Is(err, errNotCaller) { // the outcome says it
		c.Unknown, err = refused.Message, nil
	}
	return e.passed, err
}

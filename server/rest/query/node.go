package query

import (
	"strconv"

	sq "github.com/Masterminds/squirrel"

	"github.com/toubkal/toubkal/server/rest/plan"
)

// nodeSelect reads a node with its embeds, each joined as the rows or the one
// row that belongs to each of the node's. Embeds are aggregated as json: jsonb
// costs more than twice the time (measured, 25 × 10 × 3 rows).
func nodeSelect(n plan.Node) *selection {
	s := &selection{from: []sq.Sqlizer{plain(from(n))}}
	for _, output := range n.Columns {
		s.columns = append(s.columns, columnOutput(n.Alias, output))
	}
	for _, embed := range n.Embeds {
		if !embed.Hidden {
			s.columns = append(s.columns, plain(embedOutput(embed)))
		}
		s.joins = append(s.joins, join(n, embed))
	}
	for _, c := range n.Where {
		s.where = append(s.where, condition(n.Alias, c, joined))
	}
	for _, order := range n.Order {
		s.order = append(s.order, orderTerm(n, order))
	}
	s.suffix = limited(n.Rows)
	return s
}

func from(n plan.Node) string { return table(n.Table) + " as " + quote(n.Alias) }

func columnOutput(of string, output plan.Column) sq.Sqlizer {
	sql, args := field(of, output.Field)
	if output.Cast != "" {
		sql = "cast(" + sql + " as " + typeName(output.Cast) + ")"
	}
	if output.As != "" {
		sql += " as " + quote(output.As)
	}
	return part{sql, args}
}

func embedOutput(e *plan.Embed) string {
	as := quote(e.As)
	switch {
	case e.Spread:
		return as + ".*"
	case e.ToOne:
		return "row_to_json(" + as + ".*) as " + quote(e.Name)
	}
	return "coalesce(" + as + "." + as + ", '[]') as " + quote(e.Name)
}

// join adds an embed. Of many rows the join already has the array.
func join(parent plan.Node, e *plan.Embed) sq.Sqlizer {
	rows := nodeSelect(e.Node)
	relate(rows, parent.Alias, e)
	as, kind, on := quote(e.As), "left", "true"
	if e.Inner {
		kind = "inner"
	}
	if e.ToOne {
		return wrapped{kind + " join lateral (", rows, ") as " + as + " on true"}
	}
	if e.Inner {
		on = as + "." + as + " is not null"
	}
	return wrapped{
		kind + " join lateral (select json_agg(" + as + ") as " + as + " from (", rows,
		") as " + as + ") as " + as + " on " + on,
	}
}

// relate restricts the rows of an embed to those that belong to its parent's.
func relate(rows *selection, parent string, e *plan.Embed) {
	if e.Function != (plan.Name{}) {
		call := table(e.Function) + "(" + quote(parent) + "::" + table(e.Of) + ")"
		rows.from = []sq.Sqlizer{plain(call + " as " + quote(e.Alias))}
		return
	}
	for _, pair := range e.On {
		rows.where = append(rows.where, plain(column(e.Alias, pair.To)+" = "+column(parent, pair.From)))
	}
	if j := e.Junction; j != nil {
		rows.from = append(rows.from, plain(table(j.Table)+" as "+quote(j.Alias)))
		for _, pair := range j.ToParent {
			rows.where = append(rows.where, plain(column(j.Alias, pair.To)+" = "+column(parent, pair.From)))
		}
		for _, pair := range j.ToChild {
			rows.where = append(rows.where, plain(column(j.Alias, pair.To)+" = "+column(e.Alias, pair.From)))
		}
	}
}

// joined tells, after the join, whether an embed has a match.
func joined(e *plan.Embed) sq.Sqlizer {
	as := quote(e.As)
	if e.ToOne {
		return plain(as + " is distinct from null")
	}
	return plain(as + "." + as + " is not null")
}

func orderTerm(n plan.Node, o plan.Order) sq.Sqlizer {
	of := n.Alias
	if o.Embed != nil {
		of = o.Embed.As
	}
	sql, args := field(of, o.Field)
	switch {
	case o.Descending:
		sql += " desc"
	case o.Directed:
		sql += " asc"
	}
	switch o.Nulls {
	case "first":
		sql += " nulls first"
	case "last":
		sql += " nulls last"
	}
	return part{sql, args}
}

func limited(rows plan.Rows) (suffix []sq.Sqlizer) {
	if rows.Limited {
		suffix = append(suffix, part{"limit ?", []any{decimal(rows.Limit)}})
	}
	if rows.Offset != 0 {
		suffix = append(suffix, part{"offset ?", []any{decimal(rows.Offset)}})
	}
	return suffix
}

func decimal(n int64) []byte { return strconv.AppendInt(nil, n, 10) }

// counted has a row for each that the node would have without its limits.
func counted(n plan.Node) *selection {
	s := &selection{columns: []sq.Sqlizer{plain("1")}, from: []sq.Sqlizer{plain(from(n))}}
	exists := func(e *plan.Embed) sq.Sqlizer {
		rows := counted(e.Node)
		relate(rows, n.Alias, e)
		return wrapped{"exists (", rows, ")"}
	}
	for _, c := range n.Where {
		s.where = append(s.where, condition(n.Alias, c, exists))
	}
	for _, embed := range n.Embeds {
		if embed.Inner {
			s.where = append(s.where, exists(embed))
		}
	}
	return s
}

// total counts the rows without limits where the client asked for it. An
// estimate need not count further than it takes to see that it is one.
func total(count string, tree plan.Node) sq.Sqlizer {
	if count != "exact" && count != "estimated" {
		return nothing
	}
	rows := counted(tree)
	if count == "estimated" && tree.Most > 0 {
		rows.suffix = []sq.Sqlizer{part{"limit ?", []any{decimal(tree.Most + 1)}}}
	}
	return wrapped{"(select count(*) from (", rows, ") as counted)"}
}

package query

import (
	"strconv"

	sq "github.com/Masterminds/squirrel"

	"github.com/toubkal/toubkal/server/rest/plan"
)

// nodeSelect reads a node with its embeds, each joined as the rows or the one
// row that belongs to each of the node's. Embeds are aggregated as json: jsonb
// costs more than twice the time (measured, 25 × 10 × 3 rows).
func nodeSelect(n plan.Node) sq.SelectBuilder {
	statement := sq.Select().From(from(n))
	statement = outputs(statement, n)
	for _, embed := range n.Embeds {
		statement = join(statement, n, embed)
	}
	for _, c := range n.Where {
		statement = statement.Where(condition(n.Alias, c, joined))
	}
	for _, order := range n.Order {
		sql, args := orderTerm(n, order)
		statement = statement.OrderByClause(sql, args...)
	}
	return limited(statement, n.Rows)
}

func from(n plan.Node) string { return table(n.Table) + " as " + quote(n.Alias) }

func outputs(statement sq.SelectBuilder, n plan.Node) sq.SelectBuilder {
	selected := false
	for _, output := range n.Columns {
		sql, args := field(n.Alias, output.Field)
		if output.Cast != "" {
			sql = "cast(" + sql + " as " + typeName(output.Cast) + ")"
		}
		if output.As != "" {
			sql += " as " + quote(output.As)
		}
		statement, selected = statement.Column(sql, args...), true
	}
	for _, embed := range n.Embeds {
		if !embed.Hidden {
			statement, selected = statement.Column(embedOutput(embed)), true
		}
	}
	if !selected { // rows without columns: SQL allows that, squirrel wants to be told
		statement = statement.Column("")
	}
	return statement
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
func join(statement sq.SelectBuilder, parent plan.Node, e *plan.Embed) sq.SelectBuilder {
	rows := related(nodeSelect(e.Node), parent.Alias, e)
	as, kind, on := quote(e.As), "left", "true"
	if e.Inner {
		kind = "inner"
	}
	if e.ToOne {
		return statement.JoinClause(expr(kind+" join lateral (?) as "+as+" on true", rows))
	}
	if e.Inner {
		on = as + "." + as + " is not null"
	}
	return statement.JoinClause(expr(
		kind+" join lateral (select json_agg("+as+") as "+as+" from (?) as "+as+") as "+as+" on "+on, rows,
	))
}

// related restricts the rows of an embed to those that belong to its parent's.
func related(rows sq.SelectBuilder, parent string, e *plan.Embed) sq.SelectBuilder {
	if e.Function != (plan.Name{}) {
		call := table(e.Function) + "(" + quote(parent) + "::" + table(e.Of) + ")"
		return rows.From(call + " as " + quote(e.Alias))
	}
	for _, pair := range e.On {
		rows = rows.Where(column(e.Alias, pair.To) + " = " + column(parent, pair.From))
	}
	if j := e.Junction; j != nil {
		rows = rows.From(from(e.Node) + ", " + table(j.Table) + " as " + quote(j.Alias))
		for _, pair := range j.ToParent {
			rows = rows.Where(column(j.Alias, pair.To) + " = " + column(parent, pair.From))
		}
		for _, pair := range j.ToChild {
			rows = rows.Where(column(j.Alias, pair.To) + " = " + column(e.Alias, pair.From))
		}
	}
	return rows
}

// joined tells, after the join, whether an embed has a match.
func joined(e *plan.Embed) sq.Sqlizer {
	as := quote(e.As)
	if e.ToOne {
		return expr(as + " is distinct from null")
	}
	return expr(as + "." + as + " is not null")
}

func orderTerm(n plan.Node, o plan.Order) (string, []any) {
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
	if o.Nulls != "" {
		sql += " nulls " + map[string]string{"first": "first", "last": "last"}[o.Nulls]
	}
	return sql, args
}

func limited(statement sq.SelectBuilder, rows plan.Rows) sq.SelectBuilder {
	if rows.Limited {
		statement = statement.Suffix("limit ?", text(strconv.FormatInt(rows.Limit, 10)))
	}
	if rows.Offset != 0 {
		statement = statement.Suffix("offset ?", text(strconv.FormatInt(rows.Offset, 10)))
	}
	return statement
}

// counted has a row for each that the node would have without its limits.
func counted(n plan.Node) sq.SelectBuilder {
	statement := sq.Select("1").From(from(n))
	exists := func(e *plan.Embed) sq.Sqlizer {
		return expr("exists (?)", related(counted(e.Node), n.Alias, e))
	}
	for _, c := range n.Where {
		statement = statement.Where(condition(n.Alias, c, exists))
	}
	for _, embed := range n.Embeds {
		if embed.Inner {
			statement = statement.Where(exists(embed))
		}
	}
	return statement
}

// total counts the rows without limits where the client asked for it.
// An estimate need not count further than it takes to see that it is one.
func total(count string, tree plan.Node) sq.Sqlizer {
	rows := counted(tree)
	switch {
	case count == "estimated" && tree.Most > 0:
		rows = rows.Suffix("limit ?", text(strconv.FormatInt(tree.Most+1, 10)))
	case count != "exact" && count != "estimated":
		return expr("null")
	}
	return expr("(select count(*) from (?) as counted)", rows)
}

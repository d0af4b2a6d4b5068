package query

import (
	"slices"
	"strconv"

	sq "github.com/Masterminds/squirrel"

	"github.com/toubkal/toubkal/server/rest/plan"
)

// ordered gives what the rows of a node differ in, where that is asked for, and
// what they are sorted by.
func ordered(n plan.Node) (distinct, order []sq.Sqlizer) {
	rest := n.Order
	if n.Distinct {
		distinct, order, rest = byKeys(n)
	}
	for _, term := range rest {
		if i := groupedBy(n, term); i >= 0 {
			order = append(order, plain(strconv.Itoa(i+1)+direction(term)))
			continue
		}
		order = append(order, orderTerm(n, term))
	}
	return distinct, order
}

// groupedBy finds the column that a grouped node is sorted by, since two parameters are never
// the same expression: one that is cast where there is no other; -1 for none.
func groupedBy(n plan.Node, o plan.Order) int {
	if !n.Grouped || o.Embed != nil || o.Rank != nil {
		return -1
	}
	is := func(c plan.Column) bool {
		return c.Function == "" && c.Field.Show == (plan.Name{}) && c.Field.Column == o.Field.Column && slices.Equal(c.Field.Path, o.Field.Path)
	}
	if i := slices.IndexFunc(n.Columns, func(c plan.Column) bool { return c.Cast == "" && is(c) }); i >= 0 {
		return i
	}
	return slices.IndexFunc(n.Columns, is)
}

// byKeys sorts by the keys first, as DISTINCT ON needs: by those that the
// request sorts by in its order, then by the others. What is left of the
// request's order says which row stays of those that agree.
func byKeys(n plan.Node) (distinct, order []sq.Sqlizer, rest []plan.Order) {
	keys := keysOf(n)
	for _, term := range n.Order {
		i := slices.IndexFunc(keys, func(k key) bool { return k.is(term) })
		if i < 0 {
			rest = append(rest, term)
			continue
		}
		distinct = append(distinct, plain(keys[i].sql))
		order = append(order, plain(keys[i].sql+direction(term)))
		keys = slices.Delete(keys, i, i+1)
	}
	for _, key := range keys {
		distinct = append(distinct, plain(key.sql))
		order = append(order, plain(key.sql))
	}
	return distinct, order, rest
}

// key is an output that the rows of a node differ in.
type key struct {
	embed *plan.Embed // the spread that it is of; nil for the node's own
	field plan.Field
	cast  string
	sql   string
}

// keysOf lists the keys of a node. SQL calls them by their positions, since two
// parameters are never the same expression; but what a domain prints as is JSON,
// which knows no equality.
func keysOf(n plan.Node) []key {
	var keys []key
	at := 0
	add := func(isKey bool, k key) {
		if at++; isKey {
			if k.sql == "" {
				k.sql = strconv.Itoa(at)
			}
			keys = append(keys, k)
		}
	}
	for _, c := range n.Columns {
		k := key{field: c.Field, cast: c.Cast}
		if c.Field.Show != (plan.Name{}) {
			k.sql = column(n.Alias, c.Field.Column)
		}
		add(c.Key, k)
	}
	for _, embed := range n.Embeds {
		for _, output := range outputs(embed) {
			add(output.Key, key{embed: embed, field: plan.Field{Column: output.Column}})
		}
	}
	return keys
}

// outputs are the columns that an embed adds to its parent's.
func outputs(e *plan.Embed) []plan.Output {
	switch {
	case e.Hidden:
		return nil
	case e.Spread:
		return e.Outputs
	}
	return []plan.Output{{As: e.Name}}
}

func (k key) is(o plan.Order) bool {
	return o.Rank == nil && k.cast == "" && k.embed == o.Embed && k.field.Column == o.Field.Column &&
		slices.Equal(k.field.Path, o.Field.Path)
}

func orderTerm(n plan.Node, o plan.Order) sq.Sqlizer {
	of := n.Alias
	if o.Embed != nil {
		of = o.Embed.As
	}
	sql, args := field(of, o.Field)
	if o.Rank != nil {
		vector, search, both := searched(sql, args, o.Rank.Test, o.Rank.ToVector)
		sql, args = "ts_rank("+vector+", "+search+")", both
	}
	return part{sql + direction(o), args}
}

func direction(o plan.Order) string {
	sql := ""
	switch {
	case o.Descending:
		sql = " desc"
	case o.Directed:
		sql = " asc"
	}
	switch o.Nulls {
	case "first":
		sql += " nulls first"
	case "last":
		sql += " nulls last"
	}
	return sql
}

package rls

import (
	"slices"
	"strconv"
	"strings"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/realtime/row"
)

// queryTemplate is a query for the rows of some keys or values that are visible. It is a
// template for PostgreSQL's format(), with an argument for each of places.
type queryTemplate struct {
	// direct means that keys are returned by their text; else by their ordinal number
	// among those that differ.
	direct bool
	text   string
	places []int // of the columns whose values are the arguments
}

// keyQuery selects visible rows by their keys, with the columns at places.
func (a *Access) keyQuery(places []int) queryTemplate {
	t, key := a.Table, make([]string, len(a.Table.Key))
	types := make([]string, len(key))
	for n, place := range t.Key {
		key[n], types[n] = a.compareKey(t.Columns[place].Name)
	}
	q := queryTemplate{direct: a.direct(), places: t.Key}
	from := ident(t.Schema, t.Name)
	if a.catalog.Only {
		from = "only " + from
	}
	if q.direct {
		column := "t." + ident(t.Columns[t.Key[0]].Name)
		q.text = "select pg_catalog.array_agg(" + column + "::pg_catalog.text) as marks, " + stored(t, places) +
			" from " + from + " as t where " + key[0] + " any (%1$s::" + types[0] + "[])"
		return q
	}
	var arrays, names, joined []string
	for n := range key {
		at := strconv.Itoa(n + 1)
		arrays = append(arrays, "pg_catalog.unnest(%"+at+"$s::"+types[n]+"[])")
		names = append(names, "c"+at)
		joined = append(joined, key[n]+" k.c"+at)
	}
	q.text = "select pg_catalog.array_agg(k.n::pg_catalog.text) as marks, " + stored(t, places) +
		" from rows from (" + strings.Join(arrays, ", ") + ") with ordinality as k (" + strings.Join(names, ", ") + ", n)" +
		" join " + from + " as t on " + strings.Join(joined, " and ")
	return q
}

// newValueQuery selects the rows that the policies would show, by the values that the
// stream has of the columns that the policies read.
func (a *Access) newValueQuery() (queryTemplate, bool) {
	condition, columns, ok := a.catalog.Condition()
	if !ok {
		return queryTemplate{}, false
	}
	q := queryTemplate{}
	var arrays, names, values []string
	for n, name := range columns {
		column, place := a.catalog.column(name), a.place(name)
		if column == nil || column.Type == "" || place < 0 {
			return queryTemplate{}, false
		}
		value := "v.c" + strconv.Itoa(n)
		names = append(names, "c"+strconv.Itoa(n))
		if column.Collate != nil {
			value += " collate " + escape(*column.Collate)
		}
		q.places, values = append(q.places, place), append(values, value+" as "+ident(name))
		arrays = append(arrays, "pg_catalog.unnest(%"+strconv.Itoa(n+1)+"$s::"+escape(column.Type)+"[])")
	}
	if len(columns) == 0 { // one result for all rows
		q.places, names, arrays = []int{noColumn}, []string{"c0"}, []string{"pg_catalog.unnest(%1$s::pg_catalog.int4[])"}
	}
	q.text = "select pg_catalog.array_agg(" + ordinalName + "::pg_catalog.text) as marks, null::pg_catalog.record[] as stored from (select " +
		strings.Join(append(values, "v.n as "+ordinalName), ", ") + " from rows from (" + strings.Join(arrays, ", ") + ") with ordinality as v (" + strings.Join(append(names, "n"), ", ") +
		")) as " + ident(a.Table.Name) + " where " + escape(condition)
	return q, true
}

// noColumn is the place of a column that does not exist, and is null in each row.
const noColumn = -1

// at returns the value of a row at a place.
func at(values []row.Value, place int) row.Value {
	if place == noColumn {
		return row.Value{State: row.Null}
	}
	return values[place]
}

// knows reports whether the change has all values that the query needs.
func (q queryTemplate) knows(c *row.Change) bool {
	values := c.Row()
	return !slices.ContainsFunc(q.places, func(place int) bool { return at(values, place).State == row.Absent })
}

// distinct returns, of the changes of a query, those that differ in the arguments of the
// template, and which indexes in the query each stands for.
func (q queryTemplate) distinct(changes []*row.Change, about []int32) (different []int32, places [][]int) {
	known := map[string]int{}
	var literal []byte
	for i, change := range about {
		literal = append(literal[:0], '{')
		for _, place := range q.places {
			literal = row.AppendElement(literal, at(changes[change].Row(), place))
		}
		n, ok := known[string(literal)]
		if !ok {
			n = len(different)
			known[string(literal)] = n
			different, places = append(different, change), append(places, nil)
		}
		places[n] = append(places[n], i)
	}
	return different, places
}

// ordinalName is a name that no column should have.
const ordinalName = `"realtime: which"`

// stored selects columns as an array, each row as a record.
func stored(t *row.Table, places []int) string {
	if len(places) == 0 {
		return "null::pg_catalog.record[] as stored"
	}
	columns := make([]string, len(places))
	for n, place := range places {
		columns[n] = "t." + ident(t.Columns[place].Name)
	}
	return "pg_catalog.array_agg(row(" + strings.Join(columns, ", ") + ")) as stored"
}

// compareKey returns a column of the key with the operator of its index, and the type
// that it is compared with. Where the role may not use them, texts are compared.
func (a *Access) compareKey(name string) (compared, typ string) {
	column, known := "t."+ident(name), a.catalog.keyColumn(name)
	if known == nil || !known.Usable {
		return column + "::pg_catalog.text operator(pg_catalog.=)", "pg_catalog.text"
	}
	return column + " operator(" + escape(known.Operator) + ")", escape(known.Type)
}

// direct reports whether the key is one column of which equal values have equal texts.
func (a *Access) direct() bool {
	if len(a.Table.Key) != 1 {
		return false
	}
	column := a.catalog.column(a.Table.Columns[a.Table.Key[0]].Name)
	return column != nil && column.PlainText()
}

// ident quotes a name, and escapes it for format().
func ident(parts ...string) string { return escape(db.Ident(parts...)) }

func escape(text string) string { return strings.ReplaceAll(text, "%", "%%") }

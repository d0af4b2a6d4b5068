package rls

import (
	"slices"
	"strconv"
	"strings"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/realtime/row"
)

// queryTemplate is what is asked of a table: which of these keys are there? It is a
// template for PostgreSQL's format(), with a place for each column of the key.
type queryTemplate struct {
	// direct tells that keys are answered by their text. Others are answered by their
	// ordinal number among those that differ.
	direct bool
	text   string
	places []int // of the columns whose values it is given
}

// keyQuery asks for keys and, of the rows that are there, for the columns at
// places of the table.
func (r *Access) keyQuery(places []int) queryTemplate {
	t, key := r.Table, make([]string, len(r.Table.Key))
	types := make([]string, len(key))
	for n, place := range t.Key {
		key[n], types[n] = r.spellKey(t.Columns[place].Name)
	}
	q := queryTemplate{direct: r.direct(), places: t.Key}
	from := ident(t.Schema, t.Name)
	if r.catalog.Only {
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

// newValueQuery asks which rows the policies would show, by the values that the stream
// has of them: those of the columns that the policies look at.
func (r *Access) newValueQuery() (queryTemplate, bool) {
	condition, columns, ok := r.catalog.Condition()
	if !ok {
		return queryTemplate{}, false
	}
	q := queryTemplate{}
	var arrays, names, values []string
	for n, name := range columns {
		column, place := r.catalog.column(name), r.place(name)
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
	if len(columns) == 0 { // one answer for all rows
		q.places, names, arrays = []int{noColumn}, []string{"c0"}, []string{"pg_catalog.unnest(%1$s::pg_catalog.int4[])"}
	}
	q.text = "select pg_catalog.array_agg(" + ordinalName + "::pg_catalog.text) as marks, null::pg_catalog.record[] as stored from (select " +
		strings.Join(append(values, "v.n as "+ordinalName), ", ") + " from rows from (" + strings.Join(arrays, ", ") + ") with ordinality as v (" + strings.Join(append(names, "n"), ", ") +
		")) as " + ident(r.Table.Name) + " where " + escape(condition)
	return q, true
}

// noColumn is the place of a column that there is not, which is null in each row.
const noColumn = -1

// at is the value of a row at a place.
func at(values []row.Value, place int) row.Value {
	if place == noColumn {
		return row.Value{State: row.Null}
	}
	return values[place]
}

// knows tells whether all is known of a change that the question is given.
func (q queryTemplate) knows(c *row.Change) bool {
	values := c.Row()
	return !slices.ContainsFunc(q.places, func(place int) bool { return at(values, place).State == row.Absent })
}

// size is how much the question is given of a change, in bytes.
func (q queryTemplate) size(c *row.Change) (bytes int) {
	for _, place := range q.places {
		bytes += len(at(c.Row(), place).Text)
	}
	return bytes
}

// distinct gives, of the changes that a look is about, those that differ in what the
// question is given, and which places of the look each stands for.
func (q queryTemplate) distinct(changes []*row.Change, about []int32) (different []int32, places [][]int) {
	known := map[string]int{}
	var spelled []byte
	for i, change := range about {
		spelled = append(spelled[:0], '{')
		for _, place := range q.places {
			spelled = appendElement(spelled, at(changes[change].Row(), place))
		}
		n, ok := known[string(spelled)]
		if !ok {
			n = len(different)
			known[string(spelled)] = n
			different, places = append(different, change), append(places, nil)
		}
		places[n] = append(places[n], i)
	}
	return different, places
}

// ordinalName is a name that no column has.
const ordinalName = `"realtime: which"`

// stored aggregates columns, each row as a record.
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

// spellKey gives a column of the key with the operator that its index compares
// by, and the type of what it is compared with. Where the role may not name
// them, texts are compared.
func (r *Access) spellKey(name string) (compared, typ string) {
	column, known := "t."+ident(name), r.catalog.keyColumn(name)
	if known == nil || !known.Usable {
		return column + "::pg_catalog.text operator(pg_catalog.=)", "pg_catalog.text"
	}
	return column + " operator(" + escape(known.Operator) + ")", escape(known.Type)
}

// direct tells whether the key is one column whose text tells it from all others.
func (r *Access) direct() bool {
	if len(r.Table.Key) != 1 {
		return false
	}
	column := r.catalog.column(r.Table.Columns[r.Table.Key[0]].Name)
	return column != nil && column.PlainText()
}

// ident quotes a name, of which format() keeps each %.
func ident(parts ...string) string { return escape(db.Ident(parts...)) }

func escape(text string) string { return strings.ReplaceAll(text, "%", "%%") }

// appendElement appends an element of an array literal.
func appendElement(literal []byte, v row.Value) []byte {
	if len(literal) > 1 {
		literal = append(literal, ',')
	}
	if v.State != row.Known {
		return append(literal, "null"...)
	}
	literal = append(literal, '"')
	for _, c := range v.Text {
		if c == '"' || c == '\\' {
			literal = append(literal, '\\')
		}
		literal = append(literal, c)
	}
	return append(literal, '"')
}

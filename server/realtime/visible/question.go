package visible

import (
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/realtime/row"
)

// question is what is asked of a table: which of these keys are there? It is a
// template for PostgreSQL's format(), with a place for each column of the key.
type question struct {
	// direct tells that keys are found by an index, and answered by their text.
	// Others are answered by their ordinal number, and joined.
	direct bool
	text   string
	places []int // of the columns whose values it is given
}

// newQuestion asks for keys and, of the rows that are there, for the columns at
// places of the table.
func (r *Rights) newQuestion(places []int) question {
	t, key := r.Table, make([]string, len(r.Table.Key))
	types := make([]string, len(key))
	for n, place := range t.Key {
		key[n], types[n] = r.spellKey(t.Columns[place].Name)
	}
	q := question{direct: r.direct(), places: t.Key}
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

// newGone asks which deleted rows the policies would show, by the values that the
// stream has of them: those of the key or, with REPLICA IDENTITY FULL, all.
func (r *Rights) newGone() (question, bool) {
	condition, columns, ok := r.catalog.Gone()
	places := slices.Clone(r.Table.Key)
	for _, name := range columns {
		place := r.place(name)
		ok = ok && place >= 0 && (r.Table.Full || slices.Contains(r.Table.Key, place))
		if !slices.Contains(places, place) {
			places = append(places, place)
		}
	}
	if !ok || len(places) == 0 {
		return question{}, false
	}
	var arrays, names []string
	for n, place := range places {
		column := r.catalog.column(r.Table.Columns[place].Name)
		if column == nil || column.Type == "" {
			return question{}, false
		}
		arrays = append(arrays, "pg_catalog.unnest(%"+strconv.Itoa(n+1)+"$s::"+escape(column.Type)+"[])")
		names = append(names, ident(column.Name))
	}
	return question{places: places, text: "select pg_catalog.array_agg(" + ordinalName + "::pg_catalog.text) as marks, null::pg_catalog.record[] as stored from rows from (" +
		strings.Join(arrays, ", ") + ") with ordinality as " + ident(r.Table.Name) + " (" + strings.Join(names, ", ") + ", " + ordinalName + ")" +
		" where " + escape(condition)}, true
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
func (r *Rights) spellKey(name string) (compared, typ string) {
	column, known := "t."+ident(name), r.catalog.keyed(name)
	if known == nil || !known.Usable {
		return column + "::pg_catalog.text operator(pg_catalog.=)", "pg_catalog.text"
	}
	return column + " operator(" + escape(known.Operator) + ")", escape(known.Type)
}

// direct tells whether the key is one column whose text tells it from all others.
func (r *Rights) direct() bool {
	if len(r.Table.Key) != 1 {
		return false
	}
	column := r.catalog.column(r.Table.Columns[r.Table.Key[0]].Name)
	return column != nil && column.PlainText()
}

// ident quotes a name, of which format() keeps each %.
func ident(parts ...string) string { return escape(pgx.Identifier(parts).Sanitize()) }

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

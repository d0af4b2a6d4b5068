package query

import (
	"strconv"
	"strings"

	sq "github.com/Masterminds/squirrel"

	"github.com/toubkal/toubkal/server/rest/plan"
)

// nodeSelect reads a node with its embeds, each joined as the rows or the one
// row that belongs to each of the node's. Embeds are aggregated as json: jsonb
// costs more than twice the time (measured, 25 × 10 × 3 rows).
func nodeSelect(n plan.Node) *selection {
	s := &selection{from: []sq.Sqlizer{aliased{n.Table, n.Alias}}}
	for _, output := range n.Columns {
		s.column(n, output)
	}
	for _, embed := range n.Embeds {
		embedOutputs(s, n, embed)
		s.joins = append(s.joins, join(n, embed))
	}
	for _, c := range n.Where {
		s.where = append(s.where, condition(n.Alias, c, joined))
	}
	s.distinct, s.order = ordered(n)
	for _, term := range n.Order {
		if n.Grouped && term.Embed != nil && !term.Embed.Spread { // part of the embed, which is grouped by
			s.group = append(s.group, plain(column(term.Embed.As, term.Field.Column)))
		}
	}
	s.suffix = limited(n.Rows)
	return s
}

// column selects a column, and groups by it. What a domain prints as is JSON,
// which knows no equality, so that the domain itself is what it is grouped by.
func (s *selection) column(n plan.Node, output plan.Column) {
	grouped, represented := n.Grouped && output.Function == "", output.Field.Show != plan.Name{}
	s.output(columnOutput(n.Alias, output), grouped && !represented)
	if grouped && represented {
		s.group = append(s.group, plain(column(n.Alias, output.Field.Column)))
	}
}

// aliased is a table under the name that SQL calls it.
type aliased struct {
	table plan.Name
	alias string
}

// ToSql writes it.
func (a aliased) ToSql() (string, []any, error) { return render(a) }

func (a aliased) write(w *writer) {
	w.table(a.table)
	w.WriteString(" as ")
	w.name(a.alias)
}

func columnOutput(of string, output plan.Column) sq.Sqlizer {
	if isPlain(output.Field) && output.Cast == "" && output.As == "" && output.Aggregate == (plan.Aggregate{}) {
		return plainColumn{of, output.Field.Column}
	}
	sql, args := field(of, output.Field)
	sql = aggregated(cast(sql, output.Cast), output.Aggregate)
	if output.Field.Column == "*" && output.As != "" {
		if sql = "1"; output.Function != "" { // else a value in a spread that only a joined row has
			sql = cast("count(*)", output.Aggregate.Cast)
		}
	}
	if output.As != "" {
		sql += " as " + quote(output.As)
	}
	return part{sql, args}
}

// cast has the type in words that SQL knows, or as a name in lower case, as PostgreSQL
// reads one without quotes.
func cast(sql, to string) string {
	if to == "" {
		return sql
	}
	lower := strings.ToLower(strings.Join(strings.Fields(to), " "))
	name, ok := standard[lower]
	if !ok {
		name = quote(lower)
	}
	return "cast(" + sql + " as " + name + ")"
}

// standard has the names of types that SQL writes in words, or that quoting
// would make unknown.
var standard = map[string]string{
	"bigint": "bigint", "bit": "bit", "bit varying": "bit varying", "boolean": "boolean",
	"char": "char", "char varying": "char varying", "character": "character", "character varying": "character varying",
	"dec": "dec", "decimal": "decimal", "double precision": "double precision", "float": "float",
	"int": "int", "integer": "integer", "interval": "interval", "nchar": "nchar", "nchar varying": "nchar varying",
	"national char": "national char", "national char varying": "national char varying",
	"national character": "national character", "national character varying": "national character varying",
	"numeric": "numeric", "real": "real", "smallint": "smallint", "time": "time",
	"time with time zone": "time with time zone", "time without time zone": "time without time zone",
	"timestamp":                   "timestamp",
	"timestamp with time zone":    "timestamp with time zone",
	"timestamp without time zone": "timestamp without time zone",
	"json":                        "json",
}

// aggregates has the only functions that select= may name.
var aggregates = map[string]string{"sum": "sum", "avg": "avg", "count": "count", "min": "min", "max": "max"}

func aggregated(sql string, a plan.Aggregate) string {
	if a.Function == "" {
		return sql
	}
	if a.Distinct {
		sql = "distinct " + sql
	}
	return cast(aggregates[a.Function]+"("+sql+")", a.Cast)
}

// embedOutputs selects what an embed has joined. To be grouped, JSON must be
// jsonb: json knows no equality.
func embedOutputs(s *selection, n plan.Node, e *plan.Embed) {
	as, binary := quote(e.As), ""
	if n.Grouped || n.Printed {
		binary = "::jsonb"
	}
	switch {
	case e.Hidden:
	case e.Spread:
		for _, output := range e.Outputs {
			s.output(plain(spreadOutput(e, output, binary)), n.Grouped && output.Function == "")
		}
	case e.ToOne:
		s.output(plain("row_to_json("+as+".*)"+binary+" as "+quote(e.Name)), n.Grouped)
	default:
		s.output(plain("coalesce("+as+"."+as+", '[]')"+binary+" as "+quote(e.Name)), n.Grouped)
	}
}

func spreadOutput(e *plan.Embed, o plan.Output, binary string) string {
	sql := column(e.As, o.Column)
	switch {
	case e.ToOne && o.JSON:
		return sql + binary + " as " + quote(o.As)
	case e.ToOne:
		return aggregated(sql, o.Aggregate) + " as " + quote(o.As)
	}
	return "coalesce(" + sql + ", '[]')" + binary + " as " + quote(o.As)
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
		on = hasMatch(e)
	}
	return wrapped{
		kind + " join lateral (select " + gathered(e) + " from (", rows, ") as " + as + ") as " + as + " on " + on,
	}
}

// gathered makes one row of many: an array of them, or for a spread an array of
// each column and their number.
func gathered(e *plan.Embed) string {
	as := quote(e.As)
	if !e.Spread {
		return "json_agg(" + as + ".*) as " + as
	}
	sql := "count(*) as " + as
	for _, output := range e.Outputs {
		sql += ", json_agg(" + column(e.As, output.Column) + ") as " + quote(output.Column)
	}
	return sql
}

// hasMatch reports of many rows, after the join, whether there is any.
func hasMatch(e *plan.Embed) string {
	as := quote(e.As)
	if e.Spread {
		return as + "." + as + " > 0"
	}
	return as + "." + as + " is not null"
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

// joined reports, after the join, whether an embed has a match.
func joined(e *plan.Embed) sq.Sqlizer {
	if e.ToOne {
		return plain(quote(e.As) + ".* is distinct from null")
	}
	return plain(hasMatch(e))
}

// limited writes the limit into the text: as a parameter its size is unknown to
// a plan that is kept, which therefore never is (measured: 25 rows took
// PostgreSQL 144 µs with planning, and 83 without). Offsets are too many.
func limited(rows plan.Rows) (suffix []sq.Sqlizer) {
	if rows.Limited {
		suffix = append(suffix, plain("limit "+strconv.FormatInt(rows.Limit, 10)))
	}
	if rows.Offset != 0 {
		suffix = append(suffix, part{"offset ?", []any{strconv.AppendInt(nil, rows.Offset, 10)}})
	}
	return suffix
}

// counted has a row for each that the node would have without its limits.
func counted(n plan.Node) *selection {
	if n.Distinct {
		n.Rows = plan.Rows{}
		rows := nodeSelect(n)
		rows.order = nil
		return rows
	}
	return matching(n)
}

// matching has a row for each that the node's conditions leave.
func matching(n plan.Node) *selection {
	s := &selection{columns: []sq.Sqlizer{plain("1")}, from: []sq.Sqlizer{aliased{n.Table, n.Alias}}}
	exists := func(e *plan.Embed) sq.Sqlizer {
		rows := matching(e.Node)
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

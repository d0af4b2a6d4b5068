package openapi

import (
	"slices"

	"github.com/toubkal/toubkal/server/catalog"
)

// reserved are the names in a query that are not a column's.
var reserved = []string{"select", "order", "limit", "offset", "columns", "on_conflict", "and", "or", "not.and", "not.or"}

func parameter(in, name, description string, schema object) object {
	return object{{"name", name}, {"in", in}, {"description", description}, {"schema", schema}}
}

var text = object{{"type", "string"}}

func atLeast(min int) object {
	return object{{"type", "integer"}, {"format", "int64"}, {"minimum", min}}
}

// example shows one way to write a parameter.
func (o object) example(value string) object { return o.with("example", value) }

// common are the parameters of every table.
var common = object{
	{"select", parameter("query", "select", "Which columns, renamed (`alias:column`), cast (`column::text`), or reached into (`column->key`); `table(*)` embeds the rows of a related table.", text).example("*")},
	{"order", parameter("query", "order", "Columns to sort by, each with `.asc` or `.desc`, and `.nullsfirst` or `.nullslast`.", text).example("id.desc")},
	{"limit", parameter("query", "limit", "How many rows at most.", atLeast(0))},
	{"offset", parameter("query", "offset", "How many rows to skip.", atLeast(0))},
	{"and", parameter("query", "and", "Conditions that must all hold; they nest.", text).example("(id.gte.1,id.lt.9)")},
	{"or", parameter("query", "or", "Conditions of which one must hold; they nest.", text).example("(id.eq.1,id.eq.2)")},
	{"columns", parameter("query", "columns", "Which keys of the body to use; all others are ignored.", text)},
	{"on_conflict", parameter("query", "on_conflict", "The unique columns that tell whether a row is there already. The primary key where there is none.", text)},
	{"range", parameter("header", "Range", "The first and the last row, counted from 0: another way to say `offset` and `limit`.", text).example("0-9")},
	{"rangeUnit", parameter("header", "Range-Unit", "What Range counts.", object{{"type", "string"}, {"enum", []string{"items"}}, {"default", "items"}})},
	{"ifNoneMatch", parameter("header", "If-None-Match", "An ETag: rows that are still the same are not sent again (304).", text)},
	{"ifMatch", parameter("header", "If-Match", "The ETag of a GET of the same one row: a row that has changed since is left alone (412).", text)},
	{"preferRead", parameter("header", "Prefer", "`count=exact`, `planned` or `estimated` puts the number of all rows into Content-Range; `handling=strict` refuses preferences that are not known; `timezone=` shows times in another zone; `wait=` bounds how many seconds it may take.", text).example("count=exact")},
	{"preferInsert", parameter("header", "Prefer", "`return=minimal` (the default), `headers-only` (Location) or `representation` (the rows); `resolution=merge-duplicates` or `ignore-duplicates` for rows that are there already; `missing=default` for the defaults of columns that the body leaves out.", text).example("return=representation")},
	{"preferWrite", parameter("header", "Prefer", "`return=minimal` (the default) or `representation` (the rows); `handling=strict,max-affected=1` changes nothing where it would change more rows.", text).example("return=representation")},
	{"preferCall", parameter("header", "Prefer", "`count=exact` puts the number of all rows into Content-Range; `handling=strict` refuses preferences that are not known.", text)},
	{"acceptProfile", parameter("header", "Accept-Profile", "The schema to read from.", text)},
	{"contentProfile", parameter("header", "Content-Profile", "The schema to write to.", text)},
}

// parameters are the shared parameters of all tables, and of each table its filters.
func (d describer) parameters(tables []*catalog.Table) object {
	parameters := slices.Clip(common)
	for _, table := range tables {
		for i := range table.Columns {
			if column := &table.Columns[i]; d.filters(table, column.Name) {
				parameters = parameters.with(filter(table, column.Name), d.filter(column))
			}
		}
	}
	return parameters
}

func filter(t *catalog.Table, column string) string { return slug(t.Name.Name) + "." + slug(column) }

// filters reports whether rows can be chosen by a column.
func (d describer) filters(t *catalog.Table, column string) bool {
	return covers(d.Rights.in(t).Select, column) && !slices.Contains(reserved, column)
}

// filter is a column's condition. It is text whatever the column is: an
// operator and a value.
func (d describer) filter(c *catalog.Column) object {
	description := "`eq.`, `neq.`, `gt.`, `gte.`, `lt.`, `lte.`, `in.(…)`, `is.null` and others, with `not.` before them."
	if c.Comment != "" {
		description = c.Comment + "\n\n" + description
	}
	condition := "is.null"
	switch schema := d.ofColumn(c); {
	case len(schema) == 0, c.Array:
	case schema[0].value == "boolean":
		condition = "is.true"
	case schema[0].value == "integer", schema[0].value == "number":
		condition = "gte.1"
	case isText(c):
		condition = "eq.value"
	}
	return parameter("query", c.Name, description, text).example(condition)
}

// chosen are the parameters that choose rows.
func (d describer) chosen(t *catalog.Table) []string {
	names := make([]string, 0, len(t.Columns)+2)
	for i := range t.Columns {
		if name := t.Columns[i].Name; d.filters(t, name) {
			names = append(names, filter(t, name))
		}
	}
	return append(names, "and", "or")
}

// profile adds the header that names a schema, where there are several.
func (d describer) profile(header string, names ...string) []object {
	if len(d.Catalog.Schemas) > 1 {
		names = append(names, header)
	}
	return refs("parameters", names...)
}

package openapi

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/toubkal/toubkal/server/catalog"
)

// swaggerType is the type of a value in JSON; "" for json itself, which may be
// any.
func swaggerType(sql string) string {
	switch sql {
	case "boolean":
		return "boolean"
	case "smallint", "integer", "bigint":
		return "integer"
	case "numeric", "real", "double precision":
		return "number"
	case "json", "jsonb":
		return ""
	}
	if strings.HasSuffix(sql, "[]") {
		return "array"
	}
	return "string"
}

// swaggerFormat is the type by PostgreSQL's name, but for the integers.
func swaggerFormat(sql string) string {
	switch sql {
	case "smallint", "integer":
		return "int32"
	case "bigint":
		return "int64"
	}
	return sql
}

// swaggerValue describes a value of a type.
func swaggerValue(sql string) object {
	kind := swaggerType(sql)
	o := object{{"format", swaggerFormat(sql)}}.text("type", kind)
	if kind == "array" {
		o = o.with("items", object{}.text("type", swaggerType(strings.TrimSuffix(sql, "[]"))))
	}
	return o
}

func swaggerRow(s Subject, t *catalog.Table) object {
	var required []string
	var properties object
	for i := range t.Columns {
		column := &t.Columns[i]
		properties = properties.with(column.Name, swaggerColumn(s, t, column))
		if !column.Nullable {
			required = append(required, column.Name)
		}
	}
	return object{}.text("description", t.Comment).list("required", required).part("properties", properties).with("type", "object")
}

func swaggerColumn(s Subject, t *catalog.Table, c *catalog.Column) object {
	sql := c.Type
	if c.TypeName.Schema == "pg_catalog" { // without a length, and domains followed down to PostgreSQL's own type
		sql = c.Base
	}
	o := swaggerValue(sql)
	if value := swaggerDefault(sql, c.Default); value != nil {
		o = o.with("default", value)
	}
	o = o.text("description", swaggerNote(s, t, c)).list("enum", c.Enum)
	if c.MaxLength > 0 {
		o = o.with("maxLength", c.MaxLength)
	}
	return o
}

// swaggerDefault reads a default that is a plain value; an expression is left
// out, unless the column is text: then it is text as well.
func swaggerDefault(sql, expression string) json.RawMessage {
	if swaggerType(sql) == "string" && expression != "" {
		value, plain := strings.CutSuffix(expression, "::"+sql)
		if plain {
			value = strings.Trim(value, "'")
		}
		expression = `"` + value + `"`
	}
	if !json.Valid([]byte(expression)) {
		return nil
	}
	return json.RawMessage(expression)
}

// swaggerNote is a column's comment, and what keys it is part of.
func swaggerNote(s Subject, t *catalog.Table, c *catalog.Column) string {
	var notes []string
	if slices.Contains(t.PrimaryKey, c.Name) {
		notes = append(notes, "This is a Primary Key.<pk/>")
	}
	if to, column := target(s, t, c.Name); to != "" {
		notes = append(notes, "This is a Foreign Key to `"+to+"."+column+"`.<fk table='"+to+"' column='"+column+"'/>")
	}
	if len(notes) == 0 {
		return c.Comment
	}
	note := "Note:\n" + strings.Join(notes, "\n")
	if c.Comment == "" {
		return note
	}
	return c.Comment + "\n\n" + note
}

// target is the column that one alone refers to, that of a table rather than of
// a view.
func target(s Subject, t *catalog.Table, column string) (table, key string) {
	for _, rel := range s.Catalog.From(t.Schema, t.Name.Name) {
		refers := rel.Kind == catalog.ManyToOne || rel.Kind == catalog.OneToOne && !rel.Parent
		if rel.To.Schema != t.Schema || !refers || len(rel.Columns) != 1 || rel.Columns[0].From != column {
			continue
		}
		if !rel.ToView {
			return rel.To.Name, rel.Columns[0].To
		}
		if table == "" {
			table, key = rel.To.Name, rel.Columns[0].To
		}
	}
	return table, key
}

// swaggerArguments describes the body that calls a function.
func swaggerArguments(s Subject, f *catalog.Function) object {
	var required []string
	var properties object
	for _, arg := range f.Args {
		properties = properties.with(arg.Name, swaggerValue(s.bare(arg.Type)))
		if arg.Required {
			required = append(required, arg.Name)
		}
	}
	return object{}.text("description", f.Comment).list("required", required).part("properties", properties).with("type", "object")
}

// bare drops the schema of a type that needs none.
func (s Subject) bare(sql string) string {
	for _, schema := range s.Visible {
		for _, name := range []string{schema, `"` + strings.ReplaceAll(schema, `"`, `""`) + `"`} {
			if rest, ok := strings.CutPrefix(sql, name+"."); ok {
				return rest
			}
		}
	}
	return sql
}

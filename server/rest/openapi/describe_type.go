package openapi

import (
	"slices"

	"github.com/toubkal/toubkal/server/catalog"
)

// formats are the JSON types of PostgreSQL's own types, by pg_type.typname. A type
// that is not here is shown as text.
var formats = map[string]object{
	"bool":        {{"type", "boolean"}},
	"int2":        {{"type", "integer"}, {"format", "int32"}},
	"int4":        {{"type", "integer"}, {"format", "int32"}},
	"int8":        {{"type", "integer"}, {"format", "int64"}},
	"oid":         {{"type", "integer"}, {"format", "int64"}},
	"float4":      {{"type", "number"}, {"format", "float"}},
	"float8":      {{"type", "number"}, {"format", "double"}},
	"numeric":     {{"type", "number"}},
	"uuid":        {{"type", "string"}, {"format", "uuid"}},
	"date":        {{"type", "string"}, {"format", "date"}},
	"timestamptz": {{"type", "string"}, {"format", "date-time"}},
	"json":        {},
	"jsonb":       {},
	"record":      {{"type", "object"}},
}

// value describes a value of a type, or an array of them.
func (d describer) value(name catalog.Name, array bool) object {
	schema := d.single(name)
	if array {
		return object{{"type", "array"}, {"items", schema}}
	}
	return schema
}

func (d describer) single(name catalog.Name) object {
	if schema, ok := formats[name.Name]; ok && (name.Schema == "pg_catalog" || name.Schema == "") {
		return schema
	}
	if labels := d.Catalog.Enums[name]; labels != nil {
		return object{{"type", "string"}, {"enum", labels}}
	}
	if schema := d.row(name); schema != nil {
		return schema
	}
	return object{{"type", "string"}}
}

// row is the schema of a table's row or of a composite type; nil for no such.
func (d describer) row(name catalog.Name) object {
	switch {
	case name.Schema == d.Schema && d.Catalog.Composites[name] != nil:
		return ref("schemas", slug(name.Name)+".type")
	case name.Schema == d.Schema && d.readable[name.Name]:
		return ref("schemas", slug(name.Name))
	case d.Catalog.Tables[name] != nil || d.Catalog.Composites[name] != nil:
		return object{{"type", "object"}}
	}
	return nil
}

// ofColumn describes a column's values, without saying anything about it.
func (d describer) ofColumn(c *catalog.Column) object {
	if _, shown := d.Catalog.Representations[catalog.Cast{From: c.Type, To: "json"}]; shown {
		return object{} // a function makes of it what it likes
	}
	schema := d.value(c.TypeName, c.Array)
	values := c.Enum
	if values == nil {
		values = c.Allowed
	}
	if values != nil && !c.Array {
		schema = object{{"type", "string"}, {"enum", values}}
	}
	if c.MaxLength > 0 {
		schema = slices.Clip(schema).with("maxLength", c.MaxLength)
	}
	return schema
}

// orNull lets a schema be null as well.
func orNull(schema object) object {
	if len(schema) == 0 {
		return schema
	}
	if schema[0].name == "$ref" {
		return object{{"anyOf", []object{schema, {{"type", "null"}}}}}
	}
	wide := make(object, len(schema))
	for i, part := range schema {
		switch {
		case part.name == "type":
			part.value = []string{part.value.(string), "null"}
		case part.name == "enum":
			part.value = nullable(part.value.([]string))
		}
		wide[i] = part
	}
	return wide
}

func nullable(values []string) []any {
	list := make([]any, len(values), len(values)+1)
	for i, value := range values {
		list[i] = value
	}
	return append(list, nil)
}

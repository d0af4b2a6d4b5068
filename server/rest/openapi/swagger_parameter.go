package openapi

import (
	"strings"

	"github.com/toubkal/toubkal/server/catalog"
)

// swaggerParameters are the parameters that requests to tables share, and of each
// table its body and one filter for each column.
func swaggerParameters(tables []*catalog.Table) object {
	text := func(name, in, description string) object {
		return object{{"name", name}, {"description", description}, {"required", false}, {"in", in}, {"type", "string"}}
	}
	prefer := func(values ...string) object { return text("Prefer", "header", "Preference").list("enum", values) }
	const pages = "Limiting and Pagination"
	o := object{
		{"preferParams", prefer()},
		{"preferReturn", prefer("return=representation", "return=minimal", "return=none")},
		{"preferCount", prefer("count=none")},
		{"preferPost", prefer(
			"return=representation", "return=minimal", "return=none",
			"resolution=ignore-duplicates", "resolution=merge-duplicates",
		)},
		{"select", text("select", "query", "Filtering Columns")},
		{"on_conflict", text("on_conflict", "query", "On Conflict")},
		{"order", text("order", "query", "Ordering")},
		{"range", text("Range", "header", pages)},
		{"rangeUnit", text("Range-Unit", "header", pages).with("default", "items")},
		{"offset", text("offset", "query", pages)},
		{"limit", text("limit", "query", pages)},
	}
	for _, table := range tables {
		o = append(o, swaggerTableParameters(table)...)
	}
	return o
}

func swaggerTableParameters(t *catalog.Table) object {
	name := t.Name.Name
	o := object{{"body." + name, object{
		{"name", name},
		{"description", name},
		{"required", false},
		{"in", "body"},
		{"schema", object{{"$ref", "#/definitions/" + name}}},
	}}}
	for _, column := range t.Columns {
		filter := object{{"name", column.Name}}.text("description", column.Comment)
		filter = append(filter, object{{"required", false}, {"in", "query"}, {"type", "string"}}...)
		o = o.with("rowFilter."+name+"."+column.Name, filter)
	}
	return o
}

// swaggerArgument is an argument in a URL: an array is written as PostgreSQL
// does, {1,2}, but a variadic one is repeated.
func swaggerArgument(s Subject, arg catalog.Arg) object {
	sql := s.bare(arg.Type)
	o := object{{"name", arg.Name}, {"required", arg.Required}, {"in", "query"}}
	kind := swaggerType(sql)
	if arg.Variadic {
		element := strings.TrimSuffix(sql, "[]")
		items := object{}.text("type", swaggerType(element)).with("format", swaggerFormat(element))
		return append(o, object{{"type", kind}, {"items", items}, {"collectionFormat", "multi"}}...)
	}
	if kind == "array" || kind == "" {
		kind = "string"
	}
	return append(o, object{{"type", kind}, {"format", swaggerFormat(sql)}}...)
}

package openapi

import (
	"net/url"
	"strings"

	"github.com/toubkal/toubkal/server/catalog"
)

// describer makes the document of OpenAPI 3.1
// (https://spec.openapis.org/oas/v3.1.1): what a caller may do and nothing else,
// so that a client generated from it has no method that is always refused.
type describer struct {
	Subject
	readable map[string]bool // the tables whose rows have a schema
}

// described is the document of OpenAPI 3.1, without its address.
func described(s Subject) object {
	d := describer{Subject: s, readable: map[string]bool{}}
	tables, functions := s.tables(), s.functions()
	for _, table := range tables {
		d.readable[table.Name.Name] = s.Rights.in(table).Select != nil
	}
	return object{
		{"info", d.info()},
		{"externalDocs", object{
			{"description", "The protocol: PostgREST's"},
			{"url", "https://postgrest.org/en/stable/references/api.html"},
		}},
		{"tags", tags(tables, functions)},
		{"security", []object{{}, {{"apikey", []string{}}}, {{"apikey", []string{}}, {"bearer", []string{}}}, {{"bearer", []string{}}}}},
		{"paths", d.paths(tables, functions)},
		{"components", object{
			{"securitySchemes", securitySchemes},
			{"schemas", d.schemas(tables)},
			{"parameters", d.parameters(tables)},
			{"headers", headers},
			{"responses", d.responses(tables)},
		}},
	}
}

// initdbComment is the comment on schema public in every new database.
const initdbComment = "standard public schema"

// info takes the title from the schema's comment.
func (d describer) info() object {
	title, description := splitComment(d.Catalog.SchemaComments[d.Schema])
	if title == "" || title == initdbComment {
		title = "The tables and functions of " + d.Schema
	}
	if description == "" {
		description = "Read and write tables, and call functions, as the caller's rights allow."
	}
	return object{{"title", title}, {"description", description}, {"version", postgrestVersion}}
}

// callTag is the one tag of all functions; a table's is its name.
const callTag = "(rpc)"

func tags(tables []*catalog.Table, functions [][]*catalog.Function) []object {
	list := make([]object, 0, len(tables)+1)
	for _, table := range tables {
		list = append(list, object{{"name", table.Name.Name}}.text("description", table.Comment))
	}
	if len(functions) > 0 {
		list = append(list, object{{"name", callTag}, {"description", "Functions"}})
	}
	return list
}

var securitySchemes = object{
	{"apikey", object{
		{"type", "apiKey"},
		{"in", "header"},
		{"name", "apikey"},
		{"description", "The public key of the application."},
	}},
	{"bearer", object{
		{"type", "http"},
		{"scheme", "bearer"},
		{"bearerFormat", "JWT"},
		{"description", "Who is asking: a token whose claim `role` is a role of the database."},
	}},
}

func (d describer) paths(tables []*catalog.Table, functions [][]*catalog.Function) object {
	paths := object{{"/", root}}
	for _, table := range tables {
		if item := d.table(table); len(item) > 0 {
			paths = paths.with("/"+url.PathEscape(table.Name.Name), item)
		}
	}
	for _, overloads := range functions {
		paths = paths.with("/rpc/"+url.PathEscape(overloads[0].Name.Name), d.function(overloads))
	}
	return paths
}

// slug makes a name fit where OpenAPI allows only letters, digits, "-", "_" and
// ".". Whatever else a name has, and a dot, goes between dots in hexadecimal, so
// that no two names get the same, and none gets what has a single dot.
func slug(name string) string {
	var b strings.Builder
	for i := range len(name) {
		c := name[i]
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '-', c == '_':
			b.WriteByte(c)
		default:
			const digits = "0123456789abcdef"
			b.Write([]byte{'.', digits[c>>4], digits[c&15], '.'})
		}
	}
	return b.String()
}

// ref points at a component.
func ref(kind, name string) object { return object{{"$ref", "#/components/" + kind + "/" + name}} }

func refs(kind string, names ...string) []object {
	list := make([]object, len(names))
	for i, name := range names {
		list[i] = ref(kind, name)
	}
	return list
}

package typegen

import (
	"slices"
	"strings"
)

// tsType is a type of TypeScript, so far as its place decides how it is written.
type tsType struct {
	union []doc // members; nil unless there are two or more
	doc   doc   // else
	hugs  bool  // an object or a type with a name, which stays on the line with `| null`
	any   bool  // unknown, which null is part of
}

func simple(d doc) tsType { return tsType{doc: d} }

func object(d doc) tsType { return tsType{doc: d, hugs: true} }

var (
	unknown = tsType{doc: text("unknown"), any: true}
	number  = simple(text("number"))
	str     = simple(text("string"))
	anyJSON = object(text("Json"))
	record  = object(seq(text("Record"), grouped(
		text("<"), indent(soft, text("string,"), space, text("unknown")), soft, text(">"),
	)))
)

// scalars are PostgreSQL's types that have one in TypeScript, by name in whatever
// schema. All others are unknown: ranges, geometry, money …
var scalars = map[string]tsType{
	"bool": simple(text("boolean")),
	"int2": number, "int4": number, "int8": number, "float4": number, "float8": number, "numeric": number,
	"bytea": str, "bpchar": str, "varchar": str, "text": str, "citext": str, "uuid": str, "vector": str,
	"date": str, "time": str, "timetz": str, "timestamp": str, "timestamptz": str, "interval": str,
	"json": anyJSON, "jsonb": anyJSON,
	"void": simple(text("undefined")), "record": record,
}

// byName finds a type by its bare name, as the generator does: in its schema, else
// in the first that has one of the name. An enum or a composite type comes before a
// relation.
func (m *model) byName(name, schema string) tsType {
	if t, ok := scalars[name]; ok {
		return t
	}
	if element, ok := strings.CutPrefix(name, "_"); ok {
		return m.byName(element, schema).array()
	}
	if t := choose(m.named[name], schema, func(t *pgType) (string, bool) { return t.Schema, len(t.Labels) > 0 }); t != nil {
		if !m.prints(t.Schema) {
			return literals(t.Labels)
		}
		return reference(t.Schema, "Enums", t.Name, "")
	}
	if t := choose(m.named[name], schema, func(t *pgType) (string, bool) { return t.Schema, len(t.Attributes) > 0 }); t != nil {
		if !m.prints(t.Schema) {
			return unknown
		}
		return reference(t.Schema, "CompositeTypes", t.Name, "")
	}
	if r := choose(m.relations[name], schema, func(r *relation) (string, bool) { return r.Schema, true }); r != nil {
		return reference(r.Schema, r.section(), r.Name, `["Row"]`)
	}
	return unknown
}

// byID is byName for a type that is known.
func (m *model) byID(id uint32) tsType {
	t := m.types[id]
	if t == nil {
		return unknown
	}
	return m.byName(t.Name, t.Schema)
}

// choose gives the one in the schema of those that are fit, else the first of them.
func choose[T any](from []*T, schema string, fit func(*T) (in string, ok bool)) *T {
	var first *T
	for _, t := range from {
		in, ok := fit(t)
		if ok && in == schema {
			return t
		}
		if ok && first == nil {
			first = t
		}
	}
	return first
}

func (m *model) prints(schema string) bool {
	return slices.ContainsFunc(m.schemas, func(s *schemaTypes) bool { return s.name == schema })
}

func reference(schema, section, name, rest string) tsType {
	return simple(text("Database[" + literal(schema) + `]["` + section + `"][` + literal(name) + "]" + rest))
}

func literals(labels []string) tsType {
	var all []doc
	for _, label := range labels {
		all = append(all, text(literal(label)))
	}
	return union(all)
}

func union(members []doc) tsType {
	if len(members) == 1 {
		return simple(members[0])
	}
	return tsType{union: members}
}

func (t tsType) orNull() tsType {
	null := text("null")
	switch {
	case t.any:
		return t
	case t.hugs:
		return simple(seq(t.doc, text(" | "), null))
	case t.union == nil:
		return tsType{union: []doc{t.doc, null}}
	}
	return tsType{union: append(t.union[:len(t.union):len(t.union)], null)}
}

func (t tsType) array() tsType {
	if t.union == nil {
		return simple(seq(t.doc, text("[]")))
	}
	return simple(seq(text("("), grouped(indent(soft, t.alternatives()), soft), text(")[]")))
}

// alternatives are the members of a union, each on a line behind a bar unless all
// are on one.
func (t tsType) alternatives() doc {
	var all []doc
	for _, member := range t.union {
		all = append(all, indent(member))
	}
	return seq(broken("| "), join(seq(space, text("| ")), all))
}

package typegen

import _ "embed"

// Helpers are Tables, TablesInsert, TablesUpdate, Enums and CompositeTypes, the
// same for every database.
//
//go:embed helpers.ts.txt
var helpers string

const preamble = `export type Json =
  | string
  | number
  | boolean
  | null
  | { [key: string]: Json | undefined }
  | Json[]

`

// module is the whole text.
func module(m *model, postgrestVersion string) string {
	var members []doc
	if postgrestVersion != "" {
		members = append(members, seq(
			text("// Allows to automatically instantiate createClient with right options"), hard,
			text("// instead of createClient<Database, { PostgrestVersion: 'XX' }>(URL, KEY)"), hard,
			text("__InternalSupabase: "), block([]doc{text("PostgrestVersion: " + literal(postgrestVersion))}),
		))
	}
	for _, s := range m.schemas {
		members = append(members, property(s.name, false, simple(m.schema(s))))
	}
	return preamble +
		layout(seq(text("export type Database = "), block(members))) + "\n\n" +
		helpers + "\n" +
		layout(seq(text("export const Constants = "), m.constants(), text(" as const"))) + "\n"
}

func (m *model) schema(s *schemaTypes) doc {
	var tables, views, functions, enums, composites []doc
	for _, t := range s.tables {
		tables = append(tables, m.table(s, t))
	}
	for _, v := range s.views {
		views = append(views, m.table(s, v))
	}
	for _, overloads := range s.functions {
		functions = append(functions, m.function(s, overloads))
	}
	for _, e := range s.enums {
		enums = append(enums, property(e.Name, false, literals(e.Labels)))
	}
	for _, c := range s.composites {
		var attributes []doc
		for i, name := range c.Attributes {
			attributes = append(attributes, property(name, false, m.byID(c.AttributeTypes[i]).orNull()))
		}
		composites = append(composites, property(c.Name, false, simple(block(attributes))))
	}
	return block([]doc{
		section("Tables", tables),
		section("Views", views),
		section("Functions", functions),
		section("Enums", enums),
		section("CompositeTypes", composites),
	})
}

func section(name string, members []doc) doc {
	if len(members) == 0 {
		members = []doc{text("[_ in never]: never")}
	}
	return property(name, false, simple(block(members)))
}

// table writes what is read, what an insert and an update take, and where the
// foreign keys lead.
func (m *model) table(s *schemaTypes, t *table) doc {
	row := m.row(t)
	for _, overloads := range s.functions {
		for _, f := range overloads {
			if len(f.inputs) == 1 && m.isRow(f.inputs[0].typ) && m.types[f.inputs[0].typ].Relation == t.OID {
				row = append(row, property(f.Name, false, m.result(s, f).orNull()))
			}
		}
	}
	members := []doc{property("Row", false, simple(block(row)))}
	if t.Insertable {
		members = append(members, property("Insert", false, simple(m.written(t, func(c column) bool {
			return c.Nullable || c.Identity != "" || c.Default
		}))))
	}
	if t.Updatable {
		members = append(members, property("Update", false, simple(m.written(t, func(column) bool { return true }))))
	}
	var links []doc
	for _, r := range t.relationships {
		links = append(links, block([]doc{
			property("foreignKeyName", false, simple(text(literal(r.Name)))),
			property("columns", false, simple(tuple(r.From.Columns))),
			property("isOneToOne", false, simple(boolean(r.OneToOne))),
			property("referencedRelation", false, simple(text(literal(r.To.Name)))),
			property("referencedColumns", false, simple(tuple(r.To.Columns))),
		}))
	}
	members = append(members, property("Relationships", false, simple(list(links))))
	return property(t.Name, false, simple(block(members)))
}

func (m *model) row(t *table) (members []doc) {
	for _, c := range t.columns {
		members = append(members, property(c.Name, false, m.column(c)))
	}
	return members
}

func (m *model) column(c column) tsType {
	t := m.byName(c.Type, c.TypeSchema)
	if c.Nullable {
		return t.orNull()
	}
	if t.hugs && t.doc.text == anyJSON.doc.text { // which has null
		return object(text("NonNullable<Json>"))
	}
	return t
}

// written are the columns as a write takes them. PostgreSQL refuses a value for
// what it generates itself. A view knows no column that is required.
func (m *model) written(t *table, optional func(column) bool) doc {
	var members []doc
	for _, c := range t.columns {
		switch {
		case t.isView() && c.Writable:
			members = append(members, property(c.Name, true, m.byName(c.Type, c.TypeSchema).orNull()))
		case t.isView() || c.Identity == "a" || c.Generated:
			members = append(members, property(c.Name, true, simple(text("never"))))
		default:
			members = append(members, property(c.Name, optional(c), m.column(c)))
		}
	}
	return block(members)
}

// constants has the labels of enums as values.
func (m *model) constants() doc {
	var schemas []doc
	for _, s := range m.schemas {
		var enums []doc
		for _, e := range s.enums {
			enums = append(enums, seq(text(key(e.Name)+": "), tuple(e.Labels), text(",")))
		}
		in := block([]doc{seq(text("Enums: "), block(enums), text(","))})
		schemas = append(schemas, seq(text(key(s.name)+": "), in, text(",")))
	}
	return block(schemas)
}

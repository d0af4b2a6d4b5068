package catalog

import (
	"cmp"
	"maps"
	"slices"
)

// TypeScript describes the exposed schemas as the types that supabase-js takes
// (createClient<Database>), in the shape of Supabase's own generator, in
// alphabetical order and formatted as prettier leaves it (100 columns, single
// quotes): the same catalog always gives the same text. A column under a check
// of the form `in ('a', 'b')` becomes a union of those strings.
func TypeScript(s *Snapshot) string {
	w := &typescript{snapshot: s}
	w.line("// Generated from the database by `toubkal types`. Do not edit.")
	w.line("")
	w.union("export type Json = ", []string{
		"string", "number", "boolean", "null", "{ [key: string]: Json | undefined }", "Json[]",
	})
	w.line("")
	w.open("export type Database = {")
	// What a client of this version may presume: to-many spreads, max-affected.
	w.open("__InternalSupabase: {")
	w.line("PostgrestVersion: '14';")
	w.close("};")
	for _, schema := range s.Schemas {
		w.schema(schema)
	}
	w.close("};")
	w.helpers()
	return w.out.String()
}

func (w *typescript) schema(schema string) {
	tables, views := w.relations(schema)
	w.open(key(schema) + ": {")
	w.group("Tables", tables, func(name string) { w.table(w.snapshot.Table(schema, name)) })
	w.group("Views", views, func(name string) { w.table(w.snapshot.Table(schema, name)) })
	w.group("Functions", w.functionNames(schema), func(name string) { w.functions(Name{schema, name}) })
	w.group("Enums", namesIn(w.snapshot.Enums, schema), func(name string) {
		w.union(key(name)+": ", quoted(w.snapshot.Enums[Name{schema, name}]))
	})
	w.group("CompositeTypes", namesIn(w.snapshot.Composites, schema), func(name string) {
		w.open(key(name) + ": {")
		w.row(w.snapshot.Composites[Name{schema, name}])
		w.close("};")
	})
	w.close("};")
}

// group writes one of the five parts of a schema; an empty one says so.
func (w *typescript) group(title string, names []string, each func(string)) {
	w.open(title + ": {")
	for _, name := range names {
		each(name)
	}
	if len(names) == 0 {
		w.line("[_ in never]: never;")
	}
	w.close("};")
}

func (w *typescript) relations(schema string) (tables, views []string) {
	for _, name := range w.snapshot.TableNames(schema) {
		if w.snapshot.Table(schema, name).IsView() {
			views = append(views, name)
		} else {
			tables = append(tables, name)
		}
	}
	return tables, views
}

// table writes what is read, what an insert and an update take, and where the
// foreign keys lead. What a view cannot do has no entry.
func (w *typescript) table(t *Table) {
	w.open(key(t.Name.Name) + ": {")
	w.open("Row: {")
	w.row(t)
	computed := w.computed(t)
	w.close("};")
	if len(computed) > 0 { // so that `*` is known to be without them
		w.union("ComputedFields: ", quoted(computed))
	}
	if t.Insertable {
		w.open("Insert: {")
		w.writable(t, func(c *Column) bool { return c.Nullable || c.HasDefault() })
		w.close("};")
	}
	if t.Updatable {
		w.open("Update: {")
		w.writable(t, func(*Column) bool { return true })
		w.close("};")
	}
	w.relationships(t)
	w.close("};")
}

func (w *typescript) row(t *Table) {
	for _, c := range byName(t.Columns) {
		w.union(key(c.Name)+": ", w.column(c))
	}
}

// computed writes the functions of a row, which a select may name, and gives
// their names.
func (w *typescript) computed(t *Table) (names []string) {
	all := w.snapshot.ComputedColumns[t.Name]
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if c := all[name]; !c.Composite && t.Column(name) == nil {
			w.union(key(name)+": ", []string{w.named(c.TypeName, c.Array), "null"})
			names = append(names, name)
		}
	}
	return names
}

// writable writes the columns as a write takes them. PostgreSQL refuses a value
// for what it generates itself.
func (w *typescript) writable(t *Table, optional func(*Column) bool) {
	for _, c := range byName(t.Columns) {
		switch {
		case c.Identity == 'a' || c.Generated != 0:
			w.line(key(c.Name) + "?: never;")
		case optional(c):
			w.union(key(c.Name)+"?: ", w.column(c))
		default:
			w.union(key(c.Name)+": ", w.column(c))
		}
	}
}

// relationships writes the foreign keys that start here; supabase-js finds the
// other direction by itself.
func (w *typescript) relationships(t *Table) {
	var own []*Relationship
	for _, r := range w.snapshot.Relationships[t.Name] {
		if r.ToOne() && !r.Parent && !r.Computed() {
			own = append(own, r)
		}
	}
	slices.SortStableFunc(own, func(x, y *Relationship) int { return cmp.Compare(x.Constraint, y.Constraint) })
	if len(own) == 0 {
		w.line("Relationships: [];")
		return
	}
	w.open("Relationships: [")
	for _, r := range own {
		w.relationship(r)
	}
	w.close("];")
}

func (w *typescript) relationship(r *Relationship) {
	var columns, referenced []string
	for _, pair := range r.Columns {
		columns = append(columns, literal(pair.From))
		referenced = append(referenced, literal(pair.To))
	}
	w.open("{")
	w.line("foreignKeyName: " + literal(r.Constraint) + ";")
	w.tuple("columns: ", columns)
	w.line("isOneToOne: " + map[bool]string{true: "true", false: "false"}[r.Kind == OneToOne] + ";")
	w.line("referencedRelation: " + literal(r.To.Name) + ";")
	w.tuple("referencedColumns: ", referenced)
	w.close("},")
}

// byName are the columns in alphabetical order, so that a new one moves none.
func byName(columns []Column) []*Column {
	sorted := make([]*Column, len(columns))
	for i := range columns {
		sorted[i] = &columns[i]
	}
	slices.SortFunc(sorted, func(x, y *Column) int { return cmp.Compare(x.Name, y.Name) })
	return sorted
}

// helpers name the types of the default schema that application code uses.
func (w *typescript) helpers() {
	if len(w.snapshot.Schemas) == 0 {
		return
	}
	w.line("")
	w.line("type DefaultSchema = Database[" + literal(w.snapshot.Schemas[0]) + "];")
	w.line("type Relations = DefaultSchema['Tables'] & DefaultSchema['Views'];")
	w.line("")
	w.line("export type Tables<T extends keyof Relations> = Relations[T]['Row'];")
	for _, verb := range []string{"Insert", "Update"} {
		w.line("")
		w.line("export type Tables" + verb + "<T extends keyof DefaultSchema['Tables']> =")
		w.line("  DefaultSchema['Tables'][T]['" + verb + "'];")
	}
	w.line("")
	w.line("export type Enums<T extends keyof DefaultSchema['Enums']> = DefaultSchema['Enums'][T];")
}

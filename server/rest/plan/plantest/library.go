// Package plantest holds a catalog built by hand, for the tests of the pure
// stages alone.
package plantest

import "github.com/toubkal/toubkal/server/catalog"

func column(name, kind string) catalog.Column {
	return catalog.Column{Name: name, Type: kind, Base: kind}
}

func name(table string) catalog.Name { return catalog.Name{Schema: "api", Name: table} }

func pair(from, to string) []catalog.Pair { return []catalog.Pair{{From: from, To: to}} }

// Library is a small catalog: authors write books, readers lend them, and a
// book may follow another.
func Library() *catalog.Snapshot {
	table := func(key []string, of string, columns ...catalog.Column) *catalog.Table {
		return &catalog.Table{
			Name: name(of), Kind: catalog.PlainTable, Columns: columns, PrimaryKey: key,
			Insertable: true, Updatable: true, Deletable: true,
		}
	}
	id := column("id", "integer")
	withDefault := id
	withDefault.Default = "nextval('api.s')"
	tables := []*catalog.Table{
		table([]string{"id"}, "authors", id, column("name", "text")),
		table([]string{"id"}, "books", withDefault, column("title", "text"), column("author_id", "integer"),
			column("follows", "integer"), column("data", "jsonb"), column("tags", "text[]"), column("words", "tsvector")),
		table([]string{"id"}, "readers", id, column("name", "text")),
		table([]string{"book_id", "reader_id"}, "loans", column("book_id", "integer"), column("reader_id", "integer")),
		table(nil, "notes", column("text", "text")),
	}
	s := &catalog.Snapshot{
		Schemas: []string{"api"}, Tables: map[catalog.Name]*catalog.Table{},
		Relationships: map[catalog.Name][]*catalog.Relationship{},
		Functions:     functions(),
		ComputedColumns: map[catalog.Name]map[string]*catalog.ComputedColumn{
			name("books"): {"label": {Function: name("label"), Type: "text", Base: "text"}},
		},
	}
	for _, table := range tables {
		s.Tables[table.Name] = table
	}
	for _, rel := range relationships() {
		s.Relationships[rel.From] = append(s.Relationships[rel.From], rel)
	}
	return s
}

func relationships() []*catalog.Relationship {
	lent := &catalog.Junction{
		Table: name("loans"), FromConstraint: "loans_book_fk", ToConstraint: "loans_reader_fk",
		FromColumns: pair("id", "book_id"), ToColumns: pair("id", "reader_id"),
	}
	return []*catalog.Relationship{
		{From: name("books"), To: name("authors"), Kind: catalog.ManyToOne, Constraint: "books_author_fk", Columns: pair("author_id", "id")},
		{From: name("authors"), To: name("books"), Kind: catalog.OneToMany, Constraint: "books_author_fk", Columns: pair("id", "author_id")},
		{From: name("authors"), To: name("books"), Kind: catalog.OneToMany, Constraint: "books_editor_fk", Columns: pair("id", "editor_id")},
		{From: name("books"), To: name("readers"), Kind: catalog.ManyToMany, Junction: lent},
		{From: name("books"), To: name("books"), Kind: catalog.ManyToOne, Constraint: "books_follows_fk", Columns: pair("follows", "id")},
		{From: name("books"), To: name("books"), Kind: catalog.OneToMany, Constraint: "books_follows_fk", Columns: pair("id", "follows")},
	}
}

func functions() map[catalog.Name][]*catalog.Function {
	arg := func(name, kind string, required bool) catalog.Arg {
		return catalog.Arg{Name: name, Type: kind, Cast: kind, Required: required}
	}
	number := catalog.Returns{Type: catalog.Name{Schema: "pg_catalog", Name: "int4"}, SQL: "integer"}
	books := catalog.Returns{Type: name("books"), SQL: "api.books", Set: true, Composite: true}
	add := &catalog.Function{
		Name: name("add"), Args: []catalog.Arg{arg("a", "integer", true), arg("b", "integer", false)}, Returns: number,
		Volatility: catalog.Immutable, Settings: []catalog.Setting{{Name: "statement_timeout", Value: "1s"}, {Name: "work_mem", Value: "1MB"}},
	}
	sum := &catalog.Function{
		Name: name("sum"), Args: []catalog.Arg{{Name: "v", Type: "integer[]", Cast: "integer[]", Variadic: true}},
		Variadic: true, Returns: number, Volatility: catalog.Volatile,
	}
	return map[catalog.Name][]*catalog.Function{
		add.Name: {add},
		sum.Name: {sum},
		name("find"): {{
			Name: name("find"), Args: []catalog.Arg{arg("title", "text", true)}, Returns: books, Volatility: catalog.Stable,
		}},
		name("take"): {{
			Name: name("take"), Args: []catalog.Arg{arg("", "jsonb", true)}, Returns: number, Volatility: catalog.Volatile,
		}},
		name("twice"): {
			{Name: name("twice"), Args: []catalog.Arg{arg("x", "integer", true)}, Returns: number, Volatility: catalog.Volatile},
			{Name: name("twice"), Args: []catalog.Arg{arg("x", "text", true)}, Returns: number, Volatility: catalog.Volatile},
		},
		name("forget"): {{
			Name: name("forget"), Returns: catalog.Returns{Void: true, SQL: "void"}, Volatility: catalog.Volatile,
		}},
	}
}

// Mountains is the Library with what is rarer: a domain that reads and prints
// its own way, a computed relationship, media types of its own, and functions
// that return them, a row, a set of values or a record, or take bytes.
func Mountains() *catalog.Snapshot {
	s := Library()
	rare(s)
	at := catalog.Column{Name: "at", Type: "api.altitude", Base: "integer", Domain: "altitude", Default: "'3207'::integer"}
	huts := &catalog.Table{
		Name: name("huts"), Kind: catalog.PlainTable, Columns: []catalog.Column{column("id", "integer"), at},
		PrimaryKey: []string{"id"}, Insertable: true, Updatable: true, Deletable: true,
	}
	s.Tables[huts.Name] = huts
	s.Representations = map[catalog.Cast]catalog.Name{
		{From: "api.altitude", To: "json"}: name("altitude_out"),
		{From: "json", To: "api.altitude"}: name("altitude_in"),
		{From: "text", To: "api.altitude"}: name("altitude_read"),
	}
	s.Relationships[huts.Name] = []*catalog.Relationship{
		{From: huts.Name, To: name("authors"), Kind: catalog.OneToOne, Function: name("peak")},
	}
	s.Relationships[name("authors")] = append(s.Relationships[name("authors")], &catalog.Relationship{
		From: name("authors"), To: huts.Name, Kind: catalog.OneToMany, Function: name("huts"),
	})
	return s
}

// rare adds functions and media types that few schemas have.
func rare(s *catalog.Snapshot) {
	note := catalog.Returns{Type: name("note"), SQL: "api.note", Domain: name("text/x-note")}
	row := catalog.Returns{Type: name("books"), SQL: "api.books", Composite: true}
	numbers := catalog.Returns{Type: catalog.Name{Schema: "pg_catalog", Name: "int4"}, SQL: "integer", Set: true}
	bytes := []catalog.Arg{{Type: "bytea", Cast: "bytea", Required: true}}
	for _, function := range []*catalog.Function{
		{Name: name("note"), Returns: note, Volatility: catalog.Stable},
		{Name: name("newest"), Returns: row, Volatility: catalog.Stable},
		{Name: name("count_to"), Returns: numbers, Volatility: catalog.Stable},
		{Name: name("upload"), Args: bytes, Returns: note, Volatility: catalog.Volatile},
	} {
		s.Functions[function.Name] = []*catalog.Function{function}
	}
	s.Handlers = map[catalog.Handled]catalog.Handler{
		{Table: name("books"), Media: "text/x-note"}: {Function: name("note_of"), Media: "text/x-note"},
		{Media: "application/x-tar"}:                 {Function: name("tar"), Media: "application/x-tar", Binary: true},
	}
}

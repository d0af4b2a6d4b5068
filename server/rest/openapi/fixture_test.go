package openapi

import "github.com/toubkal/toubkal/server/catalog"

func inHuts(name string) catalog.Name { return catalog.Name{Schema: "huts", Name: name} }

func builtin(name string) catalog.Name { return catalog.Name{Schema: "pg_catalog", Name: name} }

// fixture is a catalog with one of everything that a description distinguishes.
func fixture() *catalog.Snapshot {
	s := &catalog.Snapshot{
		Schemas: []string{"huts"},
		Enums:   map[catalog.Name][]string{inHuts("mood"): {"calm", "stormy"}},
		Composites: map[catalog.Name]*catalog.Table{inHuts("place"): {
			Name: inHuts("place"), Kind: catalog.Composite,
			Columns: []catalog.Column{{Name: "lat", Type: "double precision", Base: "double precision", TypeName: builtin("float8"), Nullable: true}},
		}},
		Representations: map[catalog.Cast]catalog.Name{{From: "huts.colour", To: "json"}: inHuts("json")},
		ComputedColumns: map[catalog.Name]map[string]*catalog.ComputedColumn{
			inHuts("refuges"): {"beds_free": {Function: inHuts("beds_free"), Type: "integer", Base: "integer", TypeName: builtin("int4"), Comment: "Tonight."}},
		},
		SchemaComments: map[string]string{"huts": "The refuges\n\nWhere climbers sleep.\nAll year."},
		Tables:         map[catalog.Name]*catalog.Table{},
		Relationships:  map[catalog.Name][]*catalog.Relationship{},
		Functions:      refugeFunctions(),
	}
	for _, table := range refugeTables() {
		s.Tables[table.Name] = table
	}
	for _, rel := range refugeRelationships() {
		s.Relationships[rel.From] = append(s.Relationships[rel.From], rel)
	}
	return s
}

func refugeTables() []*catalog.Table {
	id := catalog.Column{Name: "id", Type: "bigint", Base: "bigint", TypeName: builtin("int8"), Identity: 'd', Default: "nextval('huts.refuges_id_seq'::regclass)"}
	return []*catalog.Table{
		{
			Name: inHuts("refuges"), Kind: catalog.PlainTable, Comment: "A hut\n\nwith a <warden>.", PrimaryKey: []string{"id"},
			Insertable: true, Updatable: true, Deletable: true, Columns: []catalog.Column{
				id,
				{Name: "name", Type: "character varying(40)", Base: "character varying", TypeName: builtin("varchar"), MaxLength: 40, Comment: "As the map has it."},
				{Name: "mood", Type: "huts.mood", Base: "huts.mood", TypeName: inHuts("mood"), Enum: []string{"calm", "stormy"}, Nullable: true, Default: "'calm'::huts.mood"},
				{Name: "status", Type: "text", Base: "text", TypeName: builtin("text"), Allowed: []string{"open", "shut"}, Default: "'open'::text"},
				{Name: "email", Type: "huts.email", Base: "text", TypeName: builtin("text"), Domain: "huts.email", Nullable: true},
				{Name: "tags", Type: "text[]", Base: "text[]", TypeName: builtin("text"), Array: true, Default: "'{}'::text[]"},
				{Name: "facts", Type: "jsonb", Base: "jsonb", TypeName: builtin("jsonb"), Default: "'{}'::jsonb"},
				{Name: "at", Type: "huts.place", Base: "huts.place", TypeName: inHuts("place"), Composite: true, Nullable: true},
				{Name: "colour", Type: "huts.colour", Base: "integer", TypeName: builtin("int4"), Domain: "huts.colour", Nullable: true},
				{Name: "beds", Type: "integer", Base: "integer", TypeName: builtin("int4"), Default: "20"},
				{Name: "open", Type: "boolean", Base: "boolean", TypeName: builtin("bool"), Default: "true"},
				{Name: "built", Type: "date", Base: "date", TypeName: builtin("date"), Default: "CURRENT_DATE"},
				{Name: "slug", Type: "text", Base: "text", TypeName: builtin("text"), Generated: 's'},
				{Name: "range_id", Type: "integer", Base: "integer", TypeName: builtin("int4"), Nullable: true, Comment: "Where it is."},
			},
		},
		{
			Name: inHuts("ranges"), Kind: catalog.PlainTable, PrimaryKey: []string{"id"}, Insertable: true, Updatable: true, Deletable: true,
			Columns: []catalog.Column{
				{Name: "id", Type: "integer", Base: "integer", TypeName: builtin("int4"), Identity: 'a'},
				{Name: "select", Type: "text", Base: "text", TypeName: builtin("text"), Nullable: true},
			},
		},
		{
			Name: inHuts("Heights; of.all"), Kind: catalog.View,
			Columns: []catalog.Column{{Name: "à m", Type: "numeric", Base: "numeric", TypeName: builtin("numeric"), Nullable: true}},
		},
		{Name: catalog.Name{Schema: "other", Name: "elsewhere"}, Kind: catalog.PlainTable},
	}
}

func refugeRelationships() []*catalog.Relationship {
	pair := func(from, to string) []catalog.Pair { return []catalog.Pair{{From: from, To: to}} }
	return []*catalog.Relationship{
		{From: inHuts("refuges"), To: inHuts("Heights; of.all"), Kind: catalog.ManyToOne, Constraint: "refuges_range", Columns: pair("range_id", "à m"), ToView: true},
		{From: inHuts("refuges"), To: inHuts("ranges"), Kind: catalog.ManyToOne, Constraint: "refuges_range", Columns: pair("range_id", "id")},
		{From: inHuts("ranges"), To: inHuts("refuges"), Kind: catalog.OneToMany, Constraint: "refuges_range", Columns: pair("id", "range_id")},
		{From: inHuts("ranges"), To: inHuts("ranges"), Kind: catalog.ManyToOne, Constraint: "one", Columns: pair("id", "id")},
		{From: inHuts("ranges"), To: inHuts("ranges"), Kind: catalog.OneToMany, Constraint: "two", Columns: pair("id", "id")},
	}
}

func refugeFunctions() map[catalog.Name][]*catalog.Function {
	arg := func(name, sql, kind string, required bool) catalog.Arg {
		return catalog.Arg{Name: name, Type: sql, Cast: sql, TypeName: builtin(kind), Required: required}
	}
	number := catalog.Returns{Type: builtin("int4"), Element: builtin("int4"), SQL: "integer"}
	void := catalog.Returns{Type: builtin("void"), Element: builtin("void"), SQL: "void", Void: true}
	tags := arg("tags", "text[]", "text", true)
	tags.Array = true
	moods := arg("moods", "huts.mood[]", "", true)
	moods.TypeName, moods.Array, moods.Variadic = inHuts("mood"), true, true
	functions := []*catalog.Function{
		{Name: inHuts("add"), Comment: "Adds.\nTwo numbers.", Volatility: catalog.Immutable, Returns: number, Args: []catalog.Arg{arg("a", "integer", "int4", true), arg("b", "integer", "int4", false)}},
		{Name: inHuts("find"), Volatility: catalog.Stable, Args: []catalog.Arg{tags, arg("like", "jsonb", "jsonb", false)}, Returns: catalog.Returns{Type: inHuts("refuges"), Element: inHuts("refuges"), Set: true, Composite: true}},
		{Name: inHuts("weather"), Volatility: catalog.Stable, Args: []catalog.Arg{moods}, Variadic: true, Returns: catalog.Returns{
			Type: builtin("record"), Element: builtin("record"), Set: true, Composite: true, Columns: []catalog.Column{{Name: "day", Type: "date", Base: "date", TypeName: builtin("date"), Nullable: true}},
		}},
		{Name: inHuts("book"), Volatility: catalog.Volatile, Returns: void},
		{Name: inHuts("book"), Volatility: catalog.Volatile, Returns: number, Args: []catalog.Arg{arg("beds", "integer", "int4", true)}},
		{Name: inHuts("keep"), Volatility: catalog.Volatile, Returns: void, Args: []catalog.Arg{arg("", "bytea", "bytea", true)}},
		{Name: inHuts("keep"), Volatility: catalog.Volatile, Returns: number, Args: []catalog.Arg{arg("", "json", "json", true)}},
		{Name: inHuts("keep"), Volatility: catalog.Volatile, Returns: number, Args: []catalog.Arg{arg("", "jsonb", "jsonb", true)}},
		{Name: inHuts("map"), Volatility: catalog.Stable, Returns: catalog.Returns{Type: builtin("bytea"), Element: builtin("bytea"), Domain: inHuts("image/png"), Alias: true}},
		{Name: inHuts("names"), Volatility: catalog.Stable, Returns: catalog.Returns{Type: builtin("text"), Element: builtin("text"), Set: true}},
	}
	named := map[catalog.Name][]*catalog.Function{}
	for _, f := range functions {
		named[f.Name] = append(named[f.Name], f)
	}
	return named
}

// Package catalog is the schema cache: an immutable snapshot of the tables,
// columns, keys, relationships and functions that exist, and the SQL that reads
// it. It refuses nothing: the caller decides what to answer where a name is
// missing.
package catalog

import "slices"

// Name is a schema-qualified name, unquoted and in the database's own case.
type Name struct{ Schema, Name string }

// Snapshot is the schema cache: the exposed schemas at one moment. It is never
// changed after Load, so that a request may read it without a lock; a reload
// makes a new one. Tests of pure code may build one by hand: every lookup works
// on the exported fields alone.
type Snapshot struct {
	// Schemas are the exposed ones, in the configured order: the first is the
	// default one.
	Schemas []string
	// MissingSchemas are the elements of Schemas that do not exist.
	MissingSchemas []string
	// Distributed reports whether Citus keeps the rows of some table, exposed or not, on its
	// workers.
	Distributed bool
	// Tables holds every table and view of the exposed schemas.
	Tables map[Name]*Table
	// Relationships lists, by the table they start from, all relationships that
	// lead to another exposed table, in a stable order: PostgREST's.
	Relationships map[Name][]*Relationship
	// Functions holds the callable functions of the exposed schemas. Overloads
	// are ordered by their number of arguments, fewest first.
	Functions map[Name][]*Function
	// ComputedColumns lists, by table or view, the functions that take one row
	// of it, by function name: `select=full_name` calls full_name(people).
	ComputedColumns map[Name]map[string]*ComputedColumn
	// Composites are the stand-alone composite types of the exposed schemas.
	Composites map[Name]*Table
	// Enums are the enumerations of the exposed schemas, labels in their order.
	Enums map[Name][]string
	// RoleSettings are the parameters of `alter role … set`, for those roles
	// that the login role may become (anon, authenticated, …).
	RoleSettings map[string][]Setting
	// RoleIsolation is a role's default_transaction_isolation, in lower case.
	RoleIsolation map[string]string
	// Representations are the implicit casts between a domain and json or text.
	Representations map[Cast]Name
	// Handlers are the aggregates that make a media type.
	Handlers map[Handled]Handler
	// SchemaComments are `comment on schema`, by schema; absent without one.
	SchemaComments map[string]string
}

// Setting is one configuration parameter and its value.
type Setting struct{ Name, Value string }

// TableKind is pg_class.relkind.
type TableKind byte

// The kinds of Table that have a meaning here; Composite is a row type without a table.
const (
	PlainTable       TableKind = 'r'
	View             TableKind = 'v'
	MaterializedView TableKind = 'm'
	Composite        TableKind = 'c'
)

// Table is a table, view or composite type.
type Table struct {
	Name
	Kind    TableKind
	Comment string // "" without one
	Columns []Column
	// PrimaryKey are the columns of the primary key, in the order that the table
	// has them: so PostgREST names them in Location. A view has the key of the
	// table beneath it where it selects all of its columns.
	PrimaryKey []string
	// PrimaryKeyOID is the number of the constraint; 0 for a view.
	PrimaryKeyOID uint32
	// Insertable, Updatable and Deletable say what the relation can do at all
	// (a view may not); who may do it is the database's to say.
	Insertable, Updatable, Deletable bool
	// Distributed is true for a table whose rows Citus keeps on its workers.
	Distributed bool
}

// Column finds a column by name, or nil.
func (t *Table) Column(name string) *Column {
	for i := range t.Columns {
		if t.Columns[i].Name == name {
			return &t.Columns[i]
		}
	}
	return nil
}

// Column is one column of a table, view or composite type.
type Column struct {
	Name string
	// Type is the declared type as SQL writes it and may cast to it, schema
	// included where it is not pg_catalog: `integer`, `character varying(20)`,
	// `public.email`, `text[]`.
	Type string
	// TypeOID is pg_type.oid of Type; 0 where it is not known.
	TypeOID uint32
	// DefaultOID is pg_attrdef.oid of the column's own default, another one after each
	// change of it; else 0.
	DefaultOID uint32
	// Base is Type with its domains followed down to what they are made of, and
	// without a length: `character varying` for a domain over varchar(20).
	Base string
	// Domain is the domain's own name where Type is one, else "".
	Domain string
	// Composite and Array say that JSON paths must go through to_jsonb.
	Composite, Array bool
	Nullable         bool
	// Default is the default as SQL, "" without one: the column's, else its
	// domain's, else nextval of an identity's sequence (`by default` only: one
	// that is generated always takes no value). A view has its own only.
	Default string
	// Identity is 'a' (always), 'd' (by default) or 0.
	Identity byte
	// Generated is 's' (stored), 'v' (virtual) or 0.
	Generated byte
	// MaxLength is the limit of varchar(n), char(n) or bit(n); 0 means none.
	MaxLength int
	// TypeName is the name of the type behind the domains; for an array, of its
	// elements' type: {pg_catalog, int4}, {public, mood}.
	TypeName Name
	// Enum are the labels of an enumeration type, in their order; nil for
	// other types and for arrays.
	Enum []string
	// Allowed are the values that a check of the form `col in ('a', 'b')` on a
	// text column or its domain leaves; nil without one.
	Allowed []string
	Comment string
}

// HasDefault says whether an insert may leave the column out although it is not
// null: it has a default, is an identity or is generated.
func (c *Column) HasDefault() bool {
	return c.Default != "" || c.Identity != 0 || c.Generated != 0
}

// Cast is the pair of types of a domain representation, as format_type formats
// them.
type Cast struct{ From, To string }

// Table finds a table or view, or nil.
func (s *Snapshot) Table(schema, name string) *Table { return s.Tables[Name{schema, name}] }

// Overloads lists the functions of one name, fewest arguments first.
func (s *Snapshot) Overloads(schema, name string) []*Function {
	return s.Functions[Name{schema, name}]
}

// From lists the relationships that start at a table or view.
func (s *Snapshot) From(schema, name string) []*Relationship {
	return s.Relationships[Name{schema, name}]
}

// Computed finds a computed column of a table or view, or nil.
func (s *Snapshot) Computed(schema, table, name string) *ComputedColumn {
	return s.ComputedColumns[Name{schema, table}][name]
}

// FunctionNames lists the callable functions of a schema by name.
func (s *Snapshot) FunctionNames(schema string) []string {
	var names []string
	for name := range s.Functions {
		if name.Schema == schema {
			names = append(names, name.Name)
		}
	}
	slices.Sort(names)
	return names
}

// Package row holds row changes and values of logical replication, with the tables and
// types that they belong to, and formats values as to_jsonb does. It is pure and refuses
// nothing: a value that does not conform to its type becomes a JSON string.
package row

import "time"

// Table is a published table as pgoutput describes it (Relation). It is immutable: after
// DDL there is another one with the same OID.
type Table struct {
	OID          uint32
	Schema, Name string
	// Columns are the published columns, in their order, and after them the virtual
	// generated columns that are computed from those alone.
	Columns []Column
	// Key are the columns of the primary key, as indexes in Columns; none without a key.
	Key []int
	// ReplicaIdentityFull is true for REPLICA IDENTITY FULL: old rows have all columns.
	ReplicaIdentityFull bool
	// Distributed is true for a table of Citus: its rows change on the workers, and not here.
	Distributed bool
}

// Column is one column of a Table.
type Column struct {
	Name   string
	Number int16 // pg_attribute.attnum
	Type   *Type
	// Collation is the collation's name; "" for those that compare by bytes (C, POSIX,
	// ucs_basic, the builtin ones).
	Collation string
	// Collate is its name in SQL, quoted and with its schema; "" where it is the database's
	// own, or where there is none.
	Collate string
	// Nondeterministic is true if texts of different bytes may be equal.
	Nondeterministic bool
	// Identity is true if the old row of a delete has the column: see REPLICA IDENTITY.
	Identity bool
	// Virtual is the expression of a virtual generated column, which the WAL does not have;
	// nil for any other column.
	Virtual *Virtual
}

// Virtual is the expression of a virtual generated column. Its SQL holds under a
// search_path of pg_catalog.
type Virtual struct {
	// Expression has the column's type.
	Expression string
	// Inputs are the columns that the expression uses.
	Inputs []Input
}

// Input is a column that a generation expression uses.
type Input struct {
	Place int // in Table.Columns
	// Type in SQL, with its modifier and collation.
	Type string
}

// TypeKind is the category of a type.
type TypeKind byte

// The kinds of Type. A domain has the kind of its base type.
const (
	Scalar    TypeKind = 'b'
	Array     TypeKind = 'a'
	Composite TypeKind = 'c'
)

// Type is a PostgreSQL type, with what is needed to read its text form.
type Type struct {
	OID uint32
	// Name is pg_type.typname of the column's type: "int8", "_text", a domain's.
	Name string
	// Base is the OID of the type under all domains; OID for any other.
	Base uint32
	Kind TypeKind
	// Element is the element type of an Array, and Delimiter its pg_type.typdelim (',', but
	// ';' for box). ' ' is for int2vector and oidvector, which have no braces.
	Element   *Type
	Delimiter byte
	// Fields of a Composite.
	Fields []Field
	// Enum is true for an enum.
	Enum bool
	// JSONCast is true if the type, or one inside it, has a cast to json (hstore, geometry),
	// which to_jsonb runs: see Value.JSON.
	JSONCast bool
}

// Field is a field of a composite type.
type Field struct {
	Name string
	Type *Type
}

// Kind is the kind of a change.
type Kind byte

// The kinds of Change.
const (
	Insert Kind = 'I'
	Update Kind = 'U'
	Delete Kind = 'D'
)

// String is the name of the event, as clients know it.
func (k Kind) String() string {
	switch k {
	case Insert:
		return "INSERT"
	case Update:
		return "UPDATE"
	}
	return "DELETE"
}

// Change is a change of one row by a committed transaction. New and Old are parallel to
// Table.Columns. It is immutable after replication has delivered it.
type Change struct {
	Table       *Table
	Kind        Kind
	CommittedAt time.Time // of the commit
	LSN         uint64    // of the commit
	// XID is the transaction's. The stream may be faster than the end of COMMIT: a new
	// snapshot does not have to see the change yet.
	XID uint32
	// New is the row after it; nil for a Delete.
	New []Value
	// Old is the row before it: complete with REPLICA IDENTITY FULL, else the key, and
	// Absent for the rest. nil for an Insert.
	Old []Value
}

// ValueState says whether a value is known.
type ValueState byte

// The states of Value.
const (
	Absent ValueState = iota // not in the stream: an unchanged TOAST value, or no column of the old key; or made of one
	Null
	Known
)

// Value is a column's value in PostgreSQL's text form, under TimeZone UTC,
// DateStyle ISO, IntervalStyle postgres and bytea_output hex.
type Value struct {
	State ValueState
	Text  []byte
	// JSON is the value as to_jsonb formats it, for types with a JSONCast. nil for others,
	// and where the cast failed.
	JSON *string
}

// Row is the new row, or the deleted one.
func (c *Change) Row() []Value {
	if c.Kind == Delete {
		return c.Old
	}
	return c.New
}

// AppendElement appends a value to an array literal that begins with its brace.
func AppendElement(literal []byte, v Value) []byte {
	if len(literal) > 1 {
		literal = append(literal, ',')
	}
	if v.State != Known {
		return append(literal, "null"...)
	}
	literal = append(literal, '"')
	for _, c := range v.Text {
		if c == '"' || c == '\\' {
			literal = append(literal, '\\')
		}
		literal = append(literal, c)
	}
	return append(literal, '"')
}

// Package row is what realtime knows of tables and of the changes to their rows:
// the words that the stream of changes, the filters, the rights and the sockets
// have in common. It is data alone, and refuses nothing.
package row

import "time"

// Table is a published table as the stream of changes describes it. It is never
// changed: after DDL the stream gives another one with the same OID.
type Table struct {
	OID          uint32
	Schema, Name string
	// Columns are those that the publication sends, in the table's order.
	Columns []Column
	// Key are the primary key's columns, as places in Columns; none without one.
	Key []int
	// ReplicaIdentityFull tells of REPLICA IDENTITY FULL: old rows come whole.
	ReplicaIdentityFull bool
}

// Column is one column of a Table.
type Column struct {
	Name   string
	Number int16 // pg_attribute.attnum
	Type   *Type
	// Collation is of texts that compare by bytes (C, POSIX, ucs_basic, the builtin
	// ones) the empty name, else the collation's own.
	Collation string
	// Collate is how SQL names it, quoted and with its schema; "" where it is the
	// database's own, or where there is none.
	Collate string
	// Nondeterministic tells of a collation by which texts of different bytes may be
	// equal.
	Nondeterministic bool
}

// TypeKind says how values of a type are built.
type TypeKind byte

// The kinds of Type. A domain is of the kind of what it is made from.
const (
	Scalar    TypeKind = 'b'
	Array     TypeKind = 'a'
	Composite TypeKind = 'c'
)

// Type is a PostgreSQL type, with all that is needed to read its text form.
type Type struct {
	OID uint32
	// Name is pg_type.typname of the column's type: "int8", "_text", a domain's.
	Name string
	// Base is the OID of the type under all domains; OID for any other.
	Base uint32
	Kind TypeKind
	// Element is an Array's, and Delimiter what stands between two (',', but ';'
	// for box; ' ' tells of int2vector and oidvector, which have no braces).
	Element   *Type
	Delimiter byte
	// Fields are a Composite's.
	Fields []Field
	// Enum tells of an enumeration.
	Enum bool
	// JSONCast tells that the type, or one inside it, has a cast to json of its own
	// (hstore, geometry), which to_jsonb runs: see Value.Cast.
	JSONCast bool
}

// Field is one of a composite type.
type Field struct {
	Name string
	Type *Type
}

// Kind is what happened to a row.
type Kind byte

// The kinds of Change.
const (
	Insert Kind = 'I'
	Update Kind = 'U'
	Delete Kind = 'D'
)

// String is the word that clients know it by.
func (k Kind) String() string {
	switch k {
	case Insert:
		return "INSERT"
	case Update:
		return "UPDATE"
	}
	return "DELETE"
}

// Change is what a committed transaction did to one row. Values lie beside the
// table's columns; nobody changes one after the stream has handed it on.
type Change struct {
	Table       *Table
	Kind        Kind
	CommittedAt time.Time // of the commit
	LSN         uint64    // of the commit
	// XID is the transaction's. The stream may be faster than the end of COMMIT: until
	// pg_xact_status tells otherwise, no other snapshot has to see the change.
	XID uint32
	// New is the row after it; nil for a Delete.
	New []Value
	// Old is the row before it: whole with REPLICA IDENTITY FULL, else the key
	// alone and Absent for the rest. nil for an Insert.
	Old []Value
}

// ValueState is what is known of a value.
type ValueState byte

// The states of Value.
const (
	Absent ValueState = iota // not in the stream: unchanged and stored apart (TOAST), or not of the old key
	Null
	Known
)

// Value is a column's value in PostgreSQL's text form, under TimeZone UTC,
// DateStyle ISO, IntervalStyle postgres and bytea_output hex.
type Value struct {
	State ValueState
	Text  []byte
	// JSON is the value as to_jsonb prints it, where the type says that only PostgreSQL
	// can tell (Type.Cast). nil elsewhere, and where PostgreSQL could not.
	JSON *string
}

// Row is the row that a change is about: the new one, or the deleted one.
func (c *Change) Row() []Value {
	if c.Kind == Delete {
		return c.Old
	}
	return c.New
}

package filter

import "github.com/toubkal/toubkal/server/realtime/row"

// typeFamily is a set of types whose values are read and compared in the same way.
type typeFamily byte

const (
	unknownType typeFamily = iota // only PostgreSQL compares them
	boolean                       // false before true
	integer                       // int2, int4, int8, oid
	float4                        // NaN equals itself and is the greatest
	float8                        //
	decimal                       // numeric, exact
	text                          // text, varchar, name
	bpchar                        // char(n): trailing blanks do not count
	enum                          // its order is in the catalog
	uuid                          //
	bytea                         // bytea
	date                          //
	clock                         // time
	timestamp                     // timestamp
	timestamptz                   // timestamptz
)

// families are the families by OID (pg_type.dat).
var families = map[uint32]typeFamily{
	16: boolean, 20: integer, 21: integer, 23: integer, 26: integer, 700: float4, 701: float8, 1700: decimal,
	25: text, 1043: text, 19: text, 1042: bpchar, 2950: uuid, 17: bytea,
	1082: date, 1083: clock, 1114: timestamp, 1184: timestamptz,
}

const (
	oidName    = 19
	oidInt8    = 20
	oidInt2    = 21
	oidOID     = 26
	oidNumeric = 1700
)

// byBytes is row.Column.Collation where texts compare by their bytes. Under any other
// deterministic collation equal texts still have equal bytes.
const byBytes = ""

// familyOf returns the family of a column's values.
func familyOf(c *row.Column) typeFamily {
	switch {
	case c.Type.Enum:
		return enum
	case c.Type.Kind != row.Scalar:
		return unknownType
	}
	f := families[c.Type.Base]
	if c.Nondeterministic {
		return unknownType
	}
	return f
}

// orders reports whether < and > of the column's values are known, besides =.
func (t typeFamily) orders(c *row.Column) bool {
	switch t {
	case unknownType, enum:
		return false
	case text, bpchar:
		return c.Collation == byBytes
	}
	return true
}

// names are the SQL names of types that differ from pg_type.typname.
var names = map[uint32]string{
	16: "boolean", 20: "bigint", 21: "smallint", 23: "integer", 700: "real", 701: "double precision",
	1042: "character", 1043: "character varying", 1083: "time without time zone",
	1114: "timestamp without time zone", 1184: "timestamp with time zone",
}

func nameOf(t *row.Type) string {
	if name, ok := names[t.OID]; ok {
		return name
	}
	return t.Name
}

package filter

import "github.com/toubkal/toubkal/server/realtime/row"

// typeFamily is a set of types whose values are read and compared alike.
type typeFamily byte

const (
	unknownType typeFamily = iota // only PostgreSQL compares them
	boolean                       // false before true
	integer                       // int2, int4, int8, oid
	float4                        // NaN equals itself and is above all
	float8                        //
	decimal                       // numeric, exact
	text                          // text, varchar, name
	bpchar                        // char(n): blanks at the end do not count
	enum                          // of an enumeration; its order is the catalog's
	uuid                          //
	bytea                         // bytea
	date                          //
	clock                         // time
	timestamp                     // timestamp
	timestamptz                   // timestamptz
)

// The OIDs of pg_type.dat that the families are made from.
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

// byBytes is the collation under which texts compare by their bytes. Under any
// other, but for the nondeterministic ones, equal texts still have equal bytes.
const byBytes = ""

// familyOf gives how a column's values compare.
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

// orders tells whether < and > of the column's values are known, beside = .
func (f typeFamily) orders(c *row.Column) bool {
	switch f {
	case unknownType, enum:
		return false
	case text, bpchar:
		return c.Collation == byBytes
	}
	return true
}

// rounds tells of types that may be declared with a precision. A value that is
// cast to a domain over one is rounded as the domain says, which is not known here.
func (f typeFamily) rounds() bool {
	return f == decimal || f == clock || f == timestamp || f == timestamptz
}

// textual tells of types that have LIKE.
func (f typeFamily) textual() bool { return f == text || f == bpchar || f == bytea || f == unknownType }

// names are what PostgreSQL calls types whose pg_type.typname is another.
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

package catalog

import (
	"slices"
	"strings"
)

// typeKey names a type with its modifier, such as a length.
type typeKey struct {
	oid      uint32
	modifier int32
}

// unmodified is the modifier of a type without one.
const unmodified = -1

func (t *typeRow) column(enums map[uint32][]string) Column {
	c := Column{
		Type: t.Spelled, Base: t.Base, TypeName: t.element(), Composite: t.Composite, Array: t.Array,
		Nullable: !t.Required, Default: t.Default, MaxLength: int(t.MaxLength),
	}
	if t.Domain {
		c.Domain = t.Bare
	}
	if !t.Array {
		c.Enum = enums[t.Element]
	}
	return c
}

// returns is the result type of a function of the type.
func (t *typeRow) returns() Returns {
	r := Returns{
		Type: Name{t.BaseSchema, t.BaseName}, SQL: t.Bare, Composite: t.Composite,
		Array: t.Array, Element: t.element(), Alias: t.Domain, Void: t.Bare == "void",
	}
	if t.Domain {
		r.Domain = Name{t.Schema, t.Name}
	}
	return r
}

func (t *typeRow) element() Name { return Name{t.ElementSchema, t.ElementName} }

// modified are the types whose modifier rounds or bounds a value: for them an assignment
// does the same as reading the value does.
var modified = []string{
	"numeric", "character varying", "character", "bit", "bit varying", "time without time zone", "time with time zone",
	"timestamp without time zone", "timestamp with time zone",
}

// Unmodified is Type, without a modifier where the column itself applies it: one that is
// changed meanwhile cannot round a value.
func (c *Column) Unmodified() string {
	if c.Domain == "" && slices.Contains(modified, strings.TrimSuffix(c.Base, "[]")) {
		return widened(c.Base)
	}
	return c.Type
}

// widened is typ, but for those types that a cast without a length cuts down to
// one character or bit.
func widened(typ string) string {
	bare, array := strings.CutSuffix(typ, "[]")
	switch bare {
	case "bit", "character":
		bare += " varying"
	default:
		return typ
	}
	if array {
		bare += "[]"
	}
	return bare
}

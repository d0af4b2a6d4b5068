package catalog

// typed names a type with its modifier, such as a length.
type typed struct {
	oid      uint32
	modifier int32
}

// unmodified is the modifier of a type without one.
const unmodified = -1

func (b *builder) addTypes() {
	for i := range b.types {
		row := &b.types[i]
		b.typed[typed{row.OID, row.Modifier}] = row
	}
}

// columnTypes are columns without what is their own. All columns of one type
// share its texts: 50,000 columns have few types.
func (b *builder) columnTypes() map[typed]Column {
	enums := b.labels()
	columns := make(map[typed]Column, len(b.typed))
	for of, t := range b.typed {
		columns[of] = t.column(enums)
	}
	return columns
}

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

// arg is an argument of the type.
func (t *typeRow) arg(name string) Arg {
	return Arg{Name: name, Type: t.Bare, Cast: widened(t.Bare), TypeName: t.element(), Array: t.Array}
}

// returns is what a function of the type answers with.
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

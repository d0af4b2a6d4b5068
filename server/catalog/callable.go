package catalog

import (
	"slices"
	"strings"
)

// addComputed adds a function of one row: as a column, and, where it returns
// rows of a table, as a relationship too, in place of a detected one to a table
// of its name.
func (b *builder) addComputed(on Name, row *functionRow) {
	if b.snapshot.ComputedColumns[on] == nil {
		b.snapshot.ComputedColumns[on] = map[string]*ComputedColumn{}
	}
	name, t := Name{row.Schema, row.Name}, b.typed[typeKey{row.Returns, unmodified}]
	b.snapshot.ComputedColumns[on][row.Name] = &ComputedColumn{
		Function: name, OID: row.OID, Type: t.Bare, Base: t.Base, TypeName: t.element(),
		Composite: t.Composite, Array: t.Array, Comment: row.Comment,
	}
	to, ok := b.rowTypes[row.Returns]
	if !ok {
		return
	}
	r := &Relationship{From: on, To: b.names[to], Kind: OneToMany, Function: name}
	if row.One {
		r.Kind = OneToOne
	}
	others := slices.DeleteFunc(b.snapshot.Relationships[on], func(other *Relationship) bool {
		return !other.Computed() && other.To == name
	})
	b.snapshot.Relationships[on] = append(others, r)
	slices.SortFunc(b.snapshot.Relationships[on], compareRelationships)
}

func (b *builder) function(row *functionRow) *Function {
	f := &Function{
		Name: Name{row.Schema, row.Name}, OID: row.OID, Comment: row.Comment,
		Volatility: Volatility(row.Volatility[0]), Variadic: row.Variadic,
		Returns: b.typed[typeKey{row.Returns, unmodified}].returns(),
	}
	f.Returns.Set = row.Set
	b.addArgs(f, row)
	for _, setting := range row.Config {
		name, value, _ := strings.Cut(setting, "=")
		f.Settings = append(f.Settings, Setting{name, value})
		if name == isolationSetting {
			f.Isolation = strings.ToLower(value)
		}
	}
	return f
}

// addArgs divides the arguments by pg_proc.proargmodes: i in, o out, b both, v
// variadic, t column of a table; none at all means all are in.
func (b *builder) addArgs(f *Function, row *functionRow) {
	for i, oid := range row.ArgTypes {
		t, mode := b.typed[typeKey{oid, unmodified}], at(row.ArgModes, i)
		arg := Arg{Name: at(row.ArgNames, i), Type: t.Bare, Cast: widened(t.Bare), TypeName: t.element(), Array: t.Array}
		if mode == "" || strings.Contains("ibv", mode) {
			arg.Required, arg.Variadic = len(f.Args) < int(row.Inputs-row.Defaults), mode == "v"
			f.Args = append(f.Args, arg)
		}
		if mode != "" && strings.Contains("obt", mode) {
			f.Returns.Columns = append(f.Returns.Columns, arg.column())
			f.Returns.Composite = true
		}
	}
}

func (a Arg) column() Column {
	return Column{
		Name: a.Name, Type: a.Type, Base: a.Type, TypeName: a.TypeName, Array: a.Array, Nullable: true,
	}
}

func at(list []string, i int) string {
	if i < len(list) {
		return list[i]
	}
	return ""
}

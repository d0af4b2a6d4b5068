package catalog

import (
	"cmp"
	"slices"
	"strconv"
)

// functionNames are those of what can be called, and of what makes a computed
// relationship: an embed is looked up among the functions too.
func (w *typescript) functionNames(schema string) []string {
	names := w.snapshot.FunctionNames(schema)
	for _, r := range w.computedRelationships() {
		if r.Function.Schema == schema {
			names = append(names, r.Function.Name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// computedRelationships are all there are, by the table that they start from.
func (w *typescript) computedRelationships() (all []*Relationship) {
	for _, each := range w.snapshot.Relationships {
		for _, r := range each {
			if r.Computed() {
				all = append(all, r)
			}
		}
	}
	slices.SortFunc(all, func(x, y *Relationship) int {
		return cmp.Or(cmp.Compare(x.From.Schema, y.From.Schema), cmp.Compare(x.From.Name, y.From.Name))
	})
	return all
}

// signature is one way to use a function: to call it, to embed by it, or both.
type signature struct {
	*Function
	embed *Relationship // nil where it makes none
}

// functions writes one function, or a union of its overloads.
func (w *typescript) functions(name Name) {
	overloads := w.signatures(name)
	if len(overloads) == 1 {
		w.open(key(name.Name) + ": {")
		w.function(overloads[0])
		w.close("};")
		return
	}
	w.open(key(name.Name) + ":")
	for i, f := range overloads {
		w.open("| {")
		w.depth++ // prettier indents by the bar too
		w.function(f)
		w.depth--
		w.line("}" + map[bool]string{true: ";", false: ""}[i == len(overloads)-1])
		w.depth--
	}
	w.depth--
}

// signatures are the overloads of a name. A function of an unnamed row cannot
// be called, so it is there for its relationship alone.
func (w *typescript) signatures(name Name) (all []signature) {
	var embeds []*Relationship
	for _, r := range w.computedRelationships() {
		if r.Function == name {
			embeds = append(embeds, r)
		}
	}
	for _, f := range w.snapshot.Overloads(name.Schema, name.Name) {
		at := slices.IndexFunc(embeds, func(r *Relationship) bool { return len(f.Args) == 1 && f.Args[0].TypeName == r.From })
		if at < 0 {
			all = append(all, signature{f, nil})
			continue
		}
		all = append(all, signature{f, embeds[at]})
		embeds = slices.Delete(embeds, at, at+1)
	}
	for _, r := range embeds {
		all = append(all, signature{&Function{
			Name: name, Args: []Arg{{TypeName: r.From, Required: true}},
			Returns: Returns{Type: r.To, Element: r.To, Composite: true, Set: true},
		}, r})
	}
	return all
}

func (w *typescript) function(f signature) {
	if len(f.Args) == 0 {
		w.line("Args: never;")
	} else {
		w.open("Args: {")
		for _, arg := range argsByName(f.Args) {
			w.line(key(arg.Name) + map[bool]string{true: ": ", false: "?: "}[arg.Required] + w.named(arg.TypeName, arg.Array) + ";")
		}
		w.close("};")
	}
	w.returns(f)
	w.rows(f)
}

func argsByName(args []Arg) []Arg {
	sorted := slices.Clone(args)
	slices.SortFunc(sorted, func(x, y Arg) int { return cmp.Compare(x.Name, y.Name) })
	return sorted
}

func (w *typescript) returns(f signature) {
	r := f.Returns
	many := map[bool]string{true: "[]", false: ""}[r.Set && !f.one()]
	if len(r.Columns) == 0 {
		w.line("Returns: " + w.named(r.Element, r.Array) + many + ";")
		return
	}
	w.open("Returns: {")
	for _, c := range byName(r.Columns) {
		w.line(key(c.Name) + ": " + w.named(c.TypeName, c.Array) + ";")
	}
	w.close("}" + many + ";")
}

// rows says which table's rows a function returns, so that supabase-js can
// select and embed from them.
func (w *typescript) rows(f signature) {
	to := f.Returns.Element
	if f.Returns.Array || to.Schema != f.Schema || w.snapshot.Tables[to] == nil {
		return
	}
	from := "*"
	if f.embed != nil {
		from = f.embed.From.Name
	}
	w.open("SetofOptions: {")
	w.line("from: " + literal(from) + ";")
	w.line("to: " + literal(to.Name) + ";")
	w.line("isOneToOne: " + strconv.FormatBool(f.one()) + ";")
	w.line("isSetofReturn: " + strconv.FormatBool(f.Returns.Set) + ";")
	w.close("};")
}

// one says that an embed by the function has one row at most.
func (f signature) one() bool { return f.embed != nil && f.embed.ToOne() }

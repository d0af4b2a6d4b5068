package typegen

import (
	"cmp"
	"encoding/json"
	"slices"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"

	"github.com/toubkal/toubkal/server/catalog"
)

// model is the content of the types, in the order of the output.
type model struct {
	schemas   []*schemaTypes
	types     map[uint32]*pgType
	named     map[string][]*pgType   // by name, in the order of their schemas
	relations map[string][]*relation // likewise, tables before views
}

// schemaTypes are the types of a schema.
type schemaTypes struct {
	name              string
	tables, views     []*table
	functions         [][]*callable // overloads together
	enums, composites []*pgType
}

type table struct {
	relation
	columns       []column
	relationships []foreignKey
}

// callable is a function that the API can call.
type callable struct {
	function
	args   []argument // all, by name
	inputs []argument
}

type argument struct {
	name     string
	mode     string // i, o, b, v or t, as in pg_proc
	typ      uint32
	optional bool
}

// arrange gives everything its place and its order.
func arrange(r *rows) *model {
	compare := collate.New(language.English).CompareString // as Intl.Collator("en")
	m := &model{types: map[uint32]*pgType{}, named: map[string][]*pgType{}, relations: map[string][]*relation{}}
	schemas := map[string]*schemaTypes{}
	slices.SortFunc(r.schemas, compare)
	for _, name := range r.schemas {
		schemas[name] = &schemaTypes{name: name}
		m.schemas = append(m.schemas, schemas[name])
	}
	m.addTypes(r, schemas, compare)
	m.addRelations(r, schemas, compare)
	m.addFunctions(r, schemas, compare)
	return m
}

func (m *model) addTypes(r *rows, schemas map[string]*schemaTypes, compare func(x, y string) int) {
	slices.SortFunc(r.types, func(x, y pgType) int {
		return cmp.Or(compare(x.Schema, y.Schema), compare(x.Name, y.Name), cmp.Compare(x.OID, y.OID))
	})
	for i := range r.types {
		t := &r.types[i]
		m.types[t.OID] = t
		m.named[t.Name] = append(m.named[t.Name], t)
		in := schemas[t.Schema]
		if in != nil && len(t.Labels) > 0 {
			in.enums = append(in.enums, t)
		}
		if in != nil && len(t.Attributes) > 0 {
			in.composites = append(in.composites, t)
		}
	}
}

func (m *model) addRelations(r *rows, schemas map[string]*schemaTypes, compare func(x, y string) int) {
	columns := map[uint32][]column{}
	for _, c := range r.columns {
		columns[c.Relation] = append(columns[c.Relation], c)
	}
	links := map[uint32][]foreignKey{}
	for _, link := range throughViews(r.foreignKeys, r.views) {
		if link.From.Schema == link.To.Schema {
			links[link.From.OID] = append(links[link.From.OID], link)
		}
	}
	slices.SortFunc(r.relations, func(x, y relation) int {
		return cmp.Or(compare(x.Schema, y.Schema), compare(x.Name, y.Name))
	})
	for _, rel := range r.relations {
		t := &table{relation: rel, columns: columns[rel.OID], relationships: links[rel.OID]}
		slices.SortStableFunc(t.columns, func(x, y column) int { return compare(x.Name, y.Name) })
		slices.SortStableFunc(t.relationships, func(x, y foreignKey) int { return compareLinks(x, y, compare) })
		m.relations[rel.Name] = append(m.relations[rel.Name], &t.relation)
		in := schemas[rel.Schema]
		if in == nil {
			continue
		}
		if rel.isView() {
			in.views = append(in.views, t)
		} else {
			in.tables = append(in.tables, t)
		}
	}
	rank := map[string]int{"f": 1, "v": 2, "m": 3}
	for _, same := range m.relations {
		slices.SortStableFunc(same, func(x, y *relation) int { return cmp.Compare(rank[x.Kind], rank[y.Kind]) })
	}
}

func (r relation) isView() bool { return r.Kind == "v" || r.Kind == "m" }

func (r relation) section() string {
	if r.isView() {
		return "Views"
	}
	return "Tables"
}

func compareLinks(x, y foreignKey, compare func(x, y string) int) int {
	return cmp.Or(
		compare(x.Name, y.Name), compare(x.To.Name, y.To.Name), compare(asJSON(x.To.Columns), asJSON(y.To.Columns)),
		compare(asJSON(x.From.Columns), asJSON(y.From.Columns)),
	)
}

func asJSON(names []string) string {
	text, err := json.Marshal(names)
	if err != nil {
		panic(err) // strings can always be written
	}
	return string(text)
}

// throughViews adds to the foreign keys what follows from them for views: a view
// that shows all columns of a key has it too, on either side and on both, once for
// each way in which it shows them.
func throughViews(keys []foreignKey, views []view) []foreignKey {
	direct := map[uint32]map[int16]catalog.Source{}
	for _, v := range views {
		direct[v.OID] = catalog.ViewColumns(v.Tree)
	}
	type shown struct {
		view
		catalog.Origins
	}
	over := map[uint32][]shown{}
	for _, v := range views {
		origins := catalog.ViewOrigins(v.OID, direct)
		for _, relation := range origins.Relations() {
			over[relation] = append(over[relation], shown{v, origins})
		}
	}
	variants := func(e end) (all []end) {
		for _, v := range over[e.OID] {
			for _, numbers := range v.Show(e.OID, e.Numbers) {
				as := end{OID: v.OID, Schema: v.Schema, Name: v.Name, Numbers: numbers}
				for _, number := range numbers {
					as.Columns = append(as.Columns, v.Columns[number-1])
				}
				all = append(all, as)
			}
		}
		return all
	}
	var all []foreignKey
	for _, k := range keys {
		for _, from := range append([]end{k.From}, variants(k.From)...) {
			for _, to := range append([]end{k.To}, variants(k.To)...) {
				all = append(all, foreignKey{Name: k.Name, From: from, OneToOne: k.OneToOne, To: to})
			}
		}
	}
	return all
}

func (m *model) addFunctions(r *rows, schemas map[string]*schemaTypes, compare func(x, y string) int) {
	slices.SortFunc(r.functions, func(x, y function) int {
		return cmp.Or(
			compare(x.Schema, y.Schema), compare(x.Name, y.Name), compare(x.Arguments, y.Arguments),
			compare(x.Result, y.Result), compare(x.IdentityArguments, y.IdentityArguments), cmp.Compare(x.OID, y.OID),
		)
	})
	for _, f := range r.functions {
		c := &callable{function: f}
		for i, typ := range f.ArgTypes {
			a := argument{mode: "i", typ: typ}
			if len(f.ArgNames) > 0 {
				a.name = f.ArgNames[i]
			}
			if len(f.ArgModes) > 0 {
				a.mode = f.ArgModes[i]
			}
			// The generator counts all arguments here, not the inputs alone.
			a.optional = i >= int(f.Inputs-f.Defaults) && i < int(f.Inputs)
			c.args = append(c.args, a)
		}
		slices.SortStableFunc(c.args, func(x, y argument) int { return compare(x.name, y.name) })
		for _, a := range c.args {
			if a.mode == "i" || a.mode == "b" || a.mode == "v" {
				c.inputs = append(c.inputs, a)
			}
		}
		in := schemas[f.Schema]
		if in == nil || !m.callable(c) {
			continue
		}
		if last := len(in.functions) - 1; last >= 0 && in.functions[last][0].Name == f.Name {
			in.functions[last] = append(in.functions[last], c)
		} else {
			in.functions = append(in.functions, []*callable{c})
		}
	}
}

// callable says whether PostgREST can call the function: by the names of its
// arguments, or with one that has no name and takes the body or a row.
func (m *model) callable(c *callable) bool {
	one := len(c.inputs) == 1
	for _, a := range c.inputs {
		if a.name != "" {
			continue
		}
		body := a.typ == 114 || a.typ == 3802 || a.typ == 25 // json, jsonb, text: their object ids are fixed
		if one && (body || m.isRow(a.typ)) || body && a.optional {
			continue
		}
		return false
	}
	return true
}

func (m *model) isRow(typ uint32) bool { return m.types[typ] != nil && m.types[typ].Relation != 0 }

package typegen

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// function writes all functions of one name; several make a union.
func (m *model) function(s *schemaTypes, overloads []*callable) doc {
	var all []doc
	for _, f := range overloads {
		all = append(all, m.signature(s, overloads, f))
	}
	return property(overloads[0].Name, false, union(all))
}

func (m *model) signature(s *schemaTypes, overloads []*callable, f *callable) doc {
	args := simple(text("Record<PropertyKey, never>"))
	if len(f.inputs) > 0 {
		var members []doc
		for _, a := range f.inputs {
			members = append(members, property(a.name, a.optional, m.byID(a.typ)))
		}
		args = simple(inline(members))
	}
	returns := m.result(s, f)
	if message := m.refusal(overloads, f); message != "" {
		returns = simple(seq(inline([]doc{text("error: true")}), text(" & "+literal(message))))
	}
	to := ""
	if m.isRow(f.Returns) {
		to = m.types[f.Returns].Name
	}
	if f.Set && (f.Rows > 1 || to == "") {
		returns = returns.array()
	}
	members := []doc{property("Args", false, args), property("Returns", false, returns)}
	if to != "" {
		from := "*" // unless a row is the only argument
		if len(f.args) == 1 && m.isRow(f.args[0].typ) {
			from = m.types[f.args[0].typ].Spelled
		}
		members = append(members, property("SetofOptions", false, simple(block([]doc{
			property("from", false, simple(text(literal(from)))),
			property("to", false, simple(text(literal(to)))),
			property("isOneToOne", false, simple(boolean(f.Rows <= 1))),
			property("isSetofReturn", false, simple(boolean(f.Set))),
		}))))
	}
	return inline(members)
}

// result is the type of the function's result, or of each row of a set. Columns are spelled
// out, those of a relation of the same schema too.
func (m *model) result(s *schemaTypes, f *callable) tsType {
	var columns []doc
	for _, a := range f.args {
		if a.mode == "t" {
			columns = append(columns, property(a.name, false, m.byID(a.typ)))
		}
	}
	if columns != nil {
		return object(block(columns))
	}
	if m.isRow(f.Returns) {
		for _, t := range slices.Concat(s.tables, s.views) {
			if t.OID == m.types[f.Returns].Relation {
				return object(block(m.row(t)))
			}
		}
	}
	return m.byID(f.Returns)
}

// refusal is the error of PostgREST for a call of f, "" if it can be called.
func (m *model) refusal(overloads []*callable, f *callable) string {
	const ambiguous = "Could not choose the best candidate function between: %s. Try renaming the parameters or " +
		"the function itself in the database so function overloading can be resolved"
	name := f.Schema + "." + f.Name
	if len(f.inputs) == 0 {
		for _, other := range overloads {
			if len(other.inputs) == 1 && other.inputs[0].name == "" && other.inputs[0].optional {
				return fmt.Sprintf(ambiguous, name+"(), "+name+"( => "+m.typeName(other.Returns)+")")
			}
		}
	}
	if len(f.inputs) != 1 {
		return ""
	}
	only := f.inputs[0]
	if only.name == "" {
		if m.isRow(only.typ) && !m.isRow(f.Returns) {
			return "the function " + name + " with parameter or with a single unnamed json/jsonb parameter, " +
				"but no matches were found in the schema cache"
		}
		return ""
	}
	rivals := []*callable{f}
	for _, other := range overloads {
		if len(other.inputs) == 1 && other.inputs[0].name == only.name && other.inputs[0].typ != only.typ {
			rivals = append(rivals, other)
		}
	}
	if len(rivals) == 1 {
		return ""
	}
	slices.SortStableFunc(rivals, func(x, y *callable) int { return cmp.Compare(x.inputs[0].typ, y.inputs[0].typ) })
	var calls []string
	for _, r := range rivals {
		calls = append(calls, name+"("+only.name+" => "+m.typeName(r.inputs[0].typ)+")")
	}
	return fmt.Sprintf(ambiguous, strings.Join(calls, ", "))
}

func (m *model) typeName(id uint32) string {
	if t := m.types[id]; t != nil {
		return t.Name
	}
	return "unknown"
}

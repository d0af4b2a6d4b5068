package plan

import (
	"cmp"
	"slices"
	"strings"

	"github.com/toubkal/toubkal/server/catalog"
	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/rest/parse"
)

// function picks the overload whose arguments are those that are given. One
// that takes the whole body is the last resort of a POST; that of a GET is to
// take for an argument what reads like a filter, for PostgREST has no function
// then: `?email=cs.lewis@example.org`.
func (m *planner) function() (*catalog.Function, error) {
	overloads := m.catalog.Overloads(m.plan.Schema, m.Function)
	given := m.given()
	found := among(overloads, func(f *catalog.Function) bool { return !m.Body.Whole && m.matches(f, given) })
	if len(found) == 0 {
		found = among(overloads, m.takesBody)
	}
	if len(found) == 0 && m.Reads() {
		found = among(overloads, func(f *catalog.Function) bool { return m.matches(f, m.withRequired(f, given)) })
	}
	switch {
	case len(found) == 1:
		return found[0], nil
	case len(found) > 1:
		return nil, ambiguousCall(found)
	case m.Body.Whole:
		return nil, parse.KeysDiffer()
	}
	return nil, m.noFunction(overloads)
}

func among(overloads []*catalog.Function, suits func(*catalog.Function) bool) (found []*catalog.Function) {
	for _, f := range overloads {
		if suits(f) {
			found = append(found, f)
		}
	}
	return found
}

// given are the names of the arguments, sorted.
func (m *planner) given() []string {
	params := m.Params
	switch {
	case m.Reads():
	case m.Content.Type == parse.Form:
		params = m.Body.Form
	default:
		return m.Body.Keys
	}
	names := make([]string, len(params))
	for i, param := range params {
		names[i] = param.Name
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// withRequired adds to the names of the arguments those that f cannot do without and
// that filters have.
func (m *planner) withRequired(f *catalog.Function, given []string) []string {
	names := slices.Clone(given)
	for _, filter := range m.Filters {
		if m.mayBeArgument(f, filter) {
			names = append(names, filter.Field.Name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// mayBeArgument reports whether f lacks an argument which a filter may be.
func (m *planner) mayBeArgument(f *catalog.Function, filter parse.Filter) bool {
	name := filter.Field.Name
	return m.Reads() && len(filter.Path) == 0 && len(filter.Field.Path) == 0 &&
		slices.ContainsFunc(f.Args, func(arg catalog.Arg) bool { return arg.Required && arg.Name == name }) &&
		!slices.ContainsFunc(m.Params, func(param parse.Param) bool { return param.Name == name })
}

func (m *planner) matches(f *catalog.Function, given []string) bool {
	if len(f.Args) == 0 {
		return len(given) == 0 && !m.hasRawBody()
	}
	for _, arg := range f.Args {
		if arg.Required && !slices.Contains(given, arg.Name) {
			return false
		}
	}
	for _, name := range given {
		if !slices.ContainsFunc(f.Args, func(arg catalog.Arg) bool { return arg.Name == name }) {
			return false
		}
	}
	return true
}

// hasRawBody reports whether the body can only be one argument.
func (m *planner) hasRawBody() bool {
	switch m.Content.Type {
	case parse.PlainText, parse.XML, parse.Octets:
		return !m.Reads()
	}
	return false
}

var wholeTypes = map[string][]string{
	parse.JSON: {"json", "jsonb"}, parse.PlainText: {"text"},
	parse.XML: {"xml"}, parse.Octets: {"bytea"},
}

func (m *planner) takesBody(f *catalog.Function) bool {
	kind, ok := f.Single()
	return ok && !m.Reads() && slices.Contains(wholeTypes[m.Content.Type], kind)
}

// byArguments sorts overloads as PostgREST does: by their number of arguments,
// comment, and the names and types of the arguments.
func byArguments(a, b *catalog.Function) int {
	return cmp.Or(
		cmp.Compare(len(a.Args), len(b.Args)), cmp.Compare(a.Comment, b.Comment),
		slices.CompareFunc(a.Args, b.Args, func(a, b catalog.Arg) int {
			return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Type, b.Type))
		}),
	)
}

func ambiguousCall(candidates []*catalog.Function) error {
	slices.SortStableFunc(candidates, byArguments)
	signatures := make([]string, len(candidates))
	for i, f := range candidates {
		args := make([]string, len(f.Args))
		for j, arg := range f.Args {
			args[j] = arg.Name + " => " + arg.Type
		}
		signatures[i] = f.Schema + "." + f.Name.Name + "(" + strings.Join(args, ", ") + ")"
	}
	return fault.New(
		fault.RestAmbiguousCall,
		"Could not choose the best candidate function between: "+strings.Join(signatures, ", "),
	).WithHint("Try renaming the parameters or the function itself in the database so function overloading can be resolved")
}

func (m *planner) noFunction(overloads []*catalog.Function) error {
	given := m.given()
	name := m.plan.Schema + "." + m.Function
	list := strings.Join(given, ", ")
	message, searched := name+"("+list+")", name+" with parameters "+list
	switch {
	case len(given) == 0:
		message, searched = name+" without parameters", name+" without parameters"
	case len(given) == 1:
		searched = name + " with parameter " + list
	}
	switch kinds := wholeTypes[m.Content.Type]; {
	case m.Method != "POST" || kinds == nil:
	case m.hasRawBody():
		message, searched = name, name+" with a single unnamed "+kinds[0]+" parameter"
	default:
		searched += " or with a single unnamed json/jsonb parameter"
	}
	missing := fault.New(fault.RestNoFunction, "Could not find the function "+message+" in the schema cache").
		WithDetails("Searched for the function " + searched + ", but no matches were found in the schema cache.")
	if hint, ok := m.functionHint(given, overloads); ok && !m.hasRawBody() {
		missing.WithHint("Perhaps you meant to call the function " + m.plan.Schema + "." + hint)
	}
	return missing
}

// functionHint suggests another name, or other arguments of the same name.
func (m *planner) functionHint(given []string, overloads []*catalog.Function) (string, bool) {
	if len(overloads) == 0 {
		return catalog.Suggest(m.Function, m.functionNames(), 0.75)
	}
	var lists []string
	for _, f := range overloads {
		names := make([]string, len(f.Args))
		for i, arg := range f.Args {
			names[i] = arg.Name
		}
		slices.Sort(names)
		lists = append(lists, "("+strings.Join(names, ", ")+")")
	}
	list, ok := catalog.Suggest("("+strings.Join(given, ", ")+")", lists, 0.33)
	return m.Function + list, ok
}

func (m *planner) functionNames() []string {
	var names []string
	for name := range m.catalog.Functions {
		if name.Schema == m.plan.Schema {
			names = append(names, name.Name)
		}
	}
	slices.Sort(names)
	return names
}

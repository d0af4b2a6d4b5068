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
func (c *callPlanner) function() (*catalog.Function, error) {
	overloads := c.catalog.Overloads(c.plan.Schema, c.Function)
	given := c.given()
	found := among(overloads, func(f *catalog.Function) bool { return !c.Body.Whole && c.matches(f, given) })
	if len(found) == 0 {
		found = among(overloads, c.takesBody)
	}
	if len(found) == 0 && c.Reads() {
		found = among(overloads, func(f *catalog.Function) bool { return c.matches(f, c.withRequired(f, given)) })
	}
	switch {
	case len(found) == 1:
		return found[0], nil
	case len(found) > 1:
		return nil, ambiguousCall(found)
	case c.Body.Whole:
		return nil, parse.KeysDiffer()
	}
	return nil, c.noFunction(overloads)
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
func (c *callPlanner) given() []string {
	params := c.Params
	switch {
	case c.Reads():
	case c.Content.Type == parse.Form:
		params = c.Body.Form
	default:
		return c.Body.Keys
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
func (c *callPlanner) withRequired(f *catalog.Function, given []string) []string {
	names := slices.Clone(given)
	for _, filter := range c.Filters {
		if c.mayBeArgument(f, filter) {
			names = append(names, filter.Field.Name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// mayBeArgument reports whether f lacks an argument which a filter may be.
func (c *callPlanner) mayBeArgument(f *catalog.Function, filter parse.Filter) bool {
	name := filter.Field.Name
	return c.Reads() && len(filter.Path) == 0 && len(filter.Field.Path) == 0 &&
		slices.ContainsFunc(f.Args, func(arg catalog.Arg) bool { return arg.Required && arg.Name == name }) &&
		!slices.ContainsFunc(c.Params, func(param parse.Param) bool { return param.Name == name })
}

func (c *callPlanner) matches(f *catalog.Function, given []string) bool {
	if len(f.Args) == 0 {
		return len(given) == 0 && !c.hasRawBody()
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
func (c *callPlanner) hasRawBody() bool {
	switch c.Content.Type {
	case parse.PlainText, parse.XML, parse.Octets:
		return !c.Reads()
	}
	return false
}

var wholeTypes = map[string][]string{
	parse.JSON: {"json", "jsonb"}, parse.PlainText: {"text"},
	parse.XML: {"xml"}, parse.Octets: {"bytea"},
}

func (c *callPlanner) takesBody(f *catalog.Function) bool {
	kind, ok := f.Single()
	return ok && !c.Reads() && slices.Contains(wholeTypes[c.Content.Type], kind)
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

func (c *callPlanner) noFunction(overloads []*catalog.Function) error {
	given := c.given()
	name := c.plan.Schema + "." + c.Function
	list := strings.Join(given, ", ")
	message, searched := name+"("+list+")", name+" with parameters "+list
	switch {
	case len(given) == 0:
		message, searched = name+" without parameters", name+" without parameters"
	case len(given) == 1:
		searched = name + " with parameter " + list
	}
	switch kinds := wholeTypes[c.Content.Type]; {
	case c.Method != "POST" || kinds == nil:
	case c.hasRawBody():
		message, searched = name, name+" with a single unnamed "+kinds[0]+" parameter"
	default:
		searched += " or with a single unnamed json/jsonb parameter"
	}
	missing := fault.New(fault.RestNoFunction, "Could not find the function "+message+" in the schema cache").
		WithDetails("Searched for the function " + searched + ", but no matches were found in the schema cache.")
	if hint, ok := c.functionHint(given, overloads); ok && !c.hasRawBody() {
		missing.WithHint("Perhaps you meant to call the function " + c.plan.Schema + "." + hint)
	}
	return missing
}

// functionHint suggests another name, or other arguments of the same name.
func (c *callPlanner) functionHint(given []string, overloads []*catalog.Function) (string, bool) {
	if len(overloads) == 0 {
		return catalog.Suggest(c.Function, c.functionNames(), 0.75)
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
	return c.Function + list, ok
}

func (c *callPlanner) functionNames() []string {
	var names []string
	for name := range c.catalog.Functions {
		if name.Schema == c.plan.Schema {
			names = append(names, name.Name)
		}
	}
	slices.Sort(names)
	return names
}

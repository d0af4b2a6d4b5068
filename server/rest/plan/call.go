package plan

import (
	"slices"
	"strings"

	"github.com/toubkal/toubkal/server/catalog"
	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/rest/parse"
)

func (c *callPlanner) call() error {
	function, err := c.function()
	if err != nil {
		return err
	}
	c.assumeOne(Assumption{In: "pg_proc", OID: function.OID})
	c.takeArguments(function)
	call := Call{Function: function.Name, Shape: shape(function.Returns), Count: counted(c.Prefer.Count)}
	c.arguments(&call, function)
	of := c.returned(function)
	if call.Tree, err = c.tree(of); err != nil {
		return err
	}
	c.plan.ReadOnly = c.Reads() || function.Volatility != catalog.Volatile
	c.plan.Settings = c.hoisted(function)
	c.plan.Isolation = function.Isolation
	if err := c.negotiate(&call.Tree, resultOf(function, &call.Tree), call.Shape != Void); err != nil {
		return err
	}
	if c.plan.Format.Body == CSV && !function.Returns.Composite {
		c.plan.Format.Header = []string{"pgrst_scalar"}
	}
	if call.ComputedColumns = c.computedColumns(&call.Tree, of); len(call.ComputedColumns) > 0 {
		call.Tree.expand() // all columns of the rows, but not the pieces beside them
	}
	c.plan.Action = call
	if err := c.prefer(applied{count: true, maxAffected: true}); err != nil {
		return err
	}
	return c.checkMaxAffected(function)
}

// counted is the way in which the rows of a function are counted: all of them where an
// estimate would do, since they are made anyway, and not at all where only the
// planner's guess is wanted, as in PostgREST: of a function it knows nothing.
func counted(count string) string {
	switch count {
	case "planned":
		return ""
	case "estimated":
		return "exact"
	}
	return count
}

// checkMaxAffected takes max-affected, which only makes sense for rows.
func (c *callPlanner) checkMaxAffected(f *catalog.Function) error {
	if !c.Prefer.Strict() || c.Prefer.MaxAffected == nil {
		return nil
	}
	if !f.Returns.Set {
		return fault.New(fault.RestMaxAffectedRPC, "Function must return SETOF or TABLE when max-affected preference is used with handling=strict")
	}
	c.plan.MaxAffected = c.Prefer.MaxAffected
	return nil
}

func shape(r catalog.Returns) Shape {
	switch {
	case r.Void:
		return Void
	case r.Composite && r.Set:
		return RowSet
	case r.Composite:
		return Row
	case r.Set:
		return ScalarSet
	}
	return Scalar
}

// returned is the table whose rows a function returns; other functions have
// the function's own name, so that errors can name it.
func (c *callPlanner) returned(f *catalog.Function) root {
	of := root{name: f.Name, columns: f.Returns.Columns, returned: true}
	if f.Returns.Columns != nil || !f.Returns.Composite {
		return of
	}
	if table := c.catalog.Table(f.Returns.Type.Schema, f.Returns.Type.Name); table != nil {
		return root{name: table.Name, columns: table.Columns, returned: true}
	}
	if composite := c.catalog.Composites[f.Returns.Type]; composite != nil {
		of.columns = composite.Columns
	}
	return of
}

// computedColumns are the computed columns that the request uses: they must be read
// where the row still has its type.
func (c *callPlanner) computedColumns(node *Node, of root) []string {
	var names []string
	use := func(name string) {
		if c.catalog.Computed(of.name.Schema, of.name.Name, name) != nil && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	for _, column := range node.Columns {
		use(column.Field.Column)
	}
	for _, order := range node.Order {
		if order.Embed == nil {
			use(order.Field.Column)
		}
	}
	eachLeaf(node.Where, func(c Condition) { use(c.Field.Column) })
	return names
}

func eachLeaf(conditions []Condition, visit func(Condition)) {
	for _, condition := range conditions {
		if condition.Group {
			eachLeaf(condition.Of, visit)
			continue
		}
		visit(condition)
	}
}

func (c *callPlanner) hoisted(f *catalog.Function) []catalog.Setting {
	var settings []catalog.Setting
	for _, setting := range f.Settings {
		if slices.Contains(c.options.Hoisted, setting.Name) {
			settings = append(settings, setting)
		}
	}
	return settings
}

// takeArguments makes arguments of the filters that can be nothing else.
func (c *callPlanner) takeArguments(f *catalog.Function) {
	var taken []parse.Param
	c.Filters = slices.DeleteFunc(slices.Clone(c.Filters), func(filter parse.Filter) bool {
		if !c.mayBeArgument(f, filter) {
			return false
		}
		taken = append(taken, parse.Param{Name: filter.Field.Name, Value: filter.Raw})
		return true
	})
	c.Params = slices.Concat(c.Params, taken)
}

// arguments gives each argument that the request names.
func (c *callPlanner) arguments(call *Call, f *catalog.Function) {
	if _, ok := f.Single(); ok {
		call.Whole = &Arg{Type: f.Args[0].Type, Given: true, Value: c.Body.Raw}
		if call.Whole.Type == "bytea" {
			call.Whole.Value = hex(c.Body.Raw)
		}
		return
	}
	given := c.Params
	byName := c.Reads() || c.Content.Type == parse.Form
	if !c.Reads() {
		given = c.Body.Form
	}
	call.Rows = c.Body.JSON
	for _, arg := range f.Args {
		values := valuesOf(given, arg.Name)
		switch {
		case byName && len(values) > 0:
			call.Args = append(call.Args, Arg{
				Name: arg.Name, Type: arg.Cast, Variadic: arg.Variadic, Given: true, Value: value(arg, values),
			})
		case !byName && slices.Contains(c.Body.Keys, arg.Name):
			call.Args = append(call.Args, Arg{Name: arg.Name, Type: arg.Cast, Variadic: arg.Variadic})
		}
	}
}

func valuesOf(params []parse.Param, name string) []string {
	var values []string
	for _, param := range params {
		if param.Name == name {
			values = append(values, param.Value)
		}
	}
	return values
}

// value is the last one given; a variadic argument takes them all.
func value(arg catalog.Arg, values []string) []byte {
	if arg.Variadic {
		return []byte(ArrayLiteral(values))
	}
	return []byte(values[len(values)-1])
}

// ArrayLiteral writes values as PostgreSQL reads an array.
func ArrayLiteral(values []string) string {
	escape := strings.NewReplacer(`\`, `\\`, `"`, `\"`)
	quoted := make([]string, len(values))
	for i, value := range values {
		quoted[i] = `"` + escape.Replace(value) + `"`
	}
	return "{" + strings.Join(quoted, ",") + "}"
}

// hex writes bytes as PostgreSQL reads a bytea.
func hex(raw []byte) []byte {
	const digits = "0123456789abcdef"
	text := append(make([]byte, 0, 2+2*len(raw)), `\x`...)
	for _, b := range raw {
		text = append(text, digits[b>>4], digits[b&15])
	}
	return text
}

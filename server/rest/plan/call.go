package plan

import (
	"slices"
	"strings"

	"github.com/toubkal/toubkal/server/catalog"
	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/rest/parse"
)

func (m *planner) call() error {
	function, err := m.function()
	if err != nil {
		return err
	}
	m.assumeOne(Assumption{OID: function.OID})
	m.takeArguments(function)
	call := Call{Function: function.Name, Shape: shape(function.Returns), Count: counted(m.Prefer.Count)}
	m.arguments(&call, function)
	of := m.returned(function)
	if call.Tree, err = m.tree(of); err != nil {
		return err
	}
	m.plan.ReadOnly = m.Reads() || function.Volatility != catalog.Volatile
	m.plan.Settings = m.hoisted(function)
	m.plan.Isolation = function.Isolation
	if err := m.negotiate(&call.Tree, resultOf(function, &call.Tree), call.Shape != Void); err != nil {
		return err
	}
	if m.plan.Format.Body == CSV && !function.Returns.Composite {
		m.plan.Format.Header = []string{"pgrst_scalar"}
	}
	if call.ComputedColumns = m.computedColumns(&call.Tree, of); len(call.ComputedColumns) > 0 {
		call.Tree.expand() // all columns of the rows, but not the pieces beside them
	}
	m.plan.Action = call
	if err := m.prefer(applied{count: true, maxAffected: true}); err != nil {
		return err
	}
	return m.checkMaxAffected(function)
}

// counted is how the rows of a function are counted: all of them where an
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
func (m *planner) checkMaxAffected(f *catalog.Function) error {
	if !m.Prefer.Strict() || m.Prefer.MaxAffected == nil {
		return nil
	}
	if !f.Returns.Set {
		return fault.New(fault.RestMaxAffectedRPC, "Function must return SETOF or TABLE when max-affected preference is used with handling=strict")
	}
	m.plan.MaxAffected = m.Prefer.MaxAffected
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
func (m *planner) returned(f *catalog.Function) root {
	of := root{name: f.Name, columns: f.Returns.Columns, returned: true}
	if f.Returns.Columns != nil || !f.Returns.Composite {
		return of
	}
	if table := m.catalog.Table(f.Returns.Type.Schema, f.Returns.Type.Name); table != nil {
		return root{name: table.Name, columns: table.Columns, returned: true}
	}
	if composite := m.catalog.Composites[f.Returns.Type]; composite != nil {
		of.columns = composite.Columns
	}
	return of
}

// computedColumns are the computed columns that the request uses: they must be read
// where the row still has its type.
func (m *planner) computedColumns(node *Node, of root) []string {
	var names []string
	use := func(name string) {
		if m.catalog.Computed(of.name.Schema, of.name.Name, name) != nil && !slices.Contains(names, name) {
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

func (m *planner) hoisted(f *catalog.Function) []catalog.Setting {
	var settings []catalog.Setting
	for _, setting := range f.Settings {
		if slices.Contains(m.options.Hoisted, setting.Name) {
			settings = append(settings, setting)
		}
	}
	return settings
}

// takeArguments makes arguments of the filters that can be nothing else.
func (m *planner) takeArguments(f *catalog.Function) {
	var taken []parse.Param
	m.Filters = slices.DeleteFunc(slices.Clone(m.Filters), func(filter parse.Filter) bool {
		if !m.mayBeArgument(f, filter) {
			return false
		}
		taken = append(taken, parse.Param{Name: filter.Field.Name, Value: filter.Raw})
		return true
	})
	m.Params = slices.Concat(m.Params, taken)
}

// arguments gives each argument that the request names.
func (m *planner) arguments(call *Call, f *catalog.Function) {
	if _, ok := f.Single(); ok {
		call.Whole = &Arg{Type: f.Args[0].Type, Given: true, Value: m.Body.Raw}
		if call.Whole.Type == "bytea" {
			call.Whole.Value = hex(m.Body.Raw)
		}
		return
	}
	given := m.Params
	byName := m.Reads() || m.Content.Type == parse.Form
	if !m.Reads() {
		given = m.Body.Form
	}
	call.Rows = m.Body.JSON
	for _, arg := range f.Args {
		values := valuesOf(given, arg.Name)
		switch {
		case byName && len(values) > 0:
			call.Args = append(call.Args, Arg{
				Name: arg.Name, Type: arg.Cast, Variadic: arg.Variadic, Given: true, Value: value(arg, values),
			})
		case !byName && slices.Contains(m.Body.Keys, arg.Name):
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

package query

import (
	"strings"

	sq "github.com/Masterminds/squirrel"

	"github.com/toubkal/toubkal/server/rest/plan"
)

// callSource selects all that the function returns. A value gets a name; rows
// keep their columns, and computed columns are read here, where a row still has
// its type.
func callSource(c plan.Call) sq.Sqlizer {
	s := &selection{}
	invocation, args := invoke(c)
	if c.Shape == plan.RowSet || c.Shape == plan.Row {
		s.columns = append(s.columns, plain(`"pgrst_call".*`))
		for _, name := range c.ComputedColumns {
			s.columns = append(s.columns, plain(column("pgrst_call", name)))
		}
	} else {
		s.columns = append(s.columns, plain(`"pgrst_call"."pgrst_scalar"`))
		invocation = "(select " + invocation + " as pgrst_scalar)"
	}
	if rows := typedArgs(c); rows != "" {
		body := "(select * from json_to_recordset(?::json) as _(" + rows + ") limit 1) as " + quote(payload)
		s.from = append(s.from, part{body, []any{c.Rows}})
		invocation = "lateral " + invocation
	}
	s.from = append(s.from, part{invocation + ` as "pgrst_call"`, args})
	return s
}

// invoke renders the call itself. Arguments are cast to the function's types,
// since a parameter in a call has none to take from its surroundings.
func invoke(c plan.Call) (string, []any) {
	if c.Whole != nil {
		return table(c.Function) + "(?::" + trusted(c.Whole.Type) + ")", []any{c.Whole.Value}
	}
	list := make([]string, len(c.Args))
	var values []any
	for i, arg := range c.Args {
		value := column(payload, arg.Name)
		if arg.Given {
			value = "?::" + trusted(arg.Type)
			values = append(values, arg.Value)
		}
		list[i] = quote(arg.Name) + " := " + value
		if arg.Variadic {
			list[i] = "variadic " + list[i]
		}
	}
	return table(c.Function) + "(" + strings.Join(list, ", ") + ")", values
}

// typedArgs are the arguments that the JSON body has, with their types.
func typedArgs(c plan.Call) string {
	var list []string
	for _, arg := range c.Args {
		if !arg.Given {
			list = append(list, quote(arg.Name)+" "+trusted(arg.Type))
		}
	}
	return strings.Join(list, ", ")
}

// Invocation makes the statement that calls a function without arguments and
// has no use for its answer. A name without a schema is found on the search
// path.
func Invocation(function plan.Name) SQL {
	name := quote(function.Name)
	if function.Schema != "" {
		name = table(function)
	}
	// quote doubles ? for squirrel, which has no part in this.
	return SQL{Text: "select " + strings.ReplaceAll(name, "??", "?") + "()"}
}

// Overrides makes the statement that reads what SQL has set for the answer:
// response.headers and response.status.
func Overrides() SQL { return SQL{Text: "select " + settings} }

package ddl

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Function is a function in SQL or PL/pgSQL.
type Function struct {
	Name
	Arguments []Argument `json:"arguments"`
	// Returns as SQL writes it, such as void, trigger, setof public.todos or table (n int).
	Returns  string `json:"returns"`
	Language string `json:"language"` // sql or plpgsql
	// Volatility is volatile, stable or immutable.
	Volatility string `json:"volatility"`
	// Definer says that it runs with the rights of its owner: security definer.
	Definer bool   `json:"definer"`
	Body    string `json:"body"`
	Comment string `json:"comment"`
	// Roles that may execute it; no other role may.
	Roles []string `json:"roles"`
}

// Argument is an argument of a function.
type Argument struct {
	Name    string `json:"name"`
	Type    string `json:"type"`
	Default string `json:"default"` // an expression; "" is none
}

// sql makes the function, or replaces it, and says who may execute it: PostgreSQL lets everybody,
// and the default privileges of a Supabase project the roles of the API.
func (f *Function) sql() (string, error) {
	if err := f.check(); err != nil {
		return "", err
	}
	var given, types []string
	for _, a := range f.Arguments {
		if err := errors.Join(needs(a.Name), checkType(a.Type)); err != nil {
			return "", err
		}
		one := functionIdent(a.Name) + " " + strings.TrimSpace(a.Type)
		if a.Default != "" {
			one += " default " + strings.TrimSpace(a.Default)
		}
		given, types = append(given, one), append(types, strings.TrimSpace(a.Type))
	}
	properties := "language " + f.Language
	if f.Volatility != "volatile" {
		properties += " " + f.Volatility
	}
	if f.Definer {
		properties += " security definer"
	}
	name := Ident(f.Schema) + "." + functionIdent(f.Name.Name)
	quote := "$" + f.tag() + "$"
	text := fmt.Sprintf("create or replace function %s(%s) returns %s\n  %s\n  set search_path = ''\nas %s\n%s\n%s;\n",
		name, strings.Join(given, ", "), strings.TrimSpace(f.Returns), properties, quote, strings.TrimSpace(f.Body), quote)
	signature := name + "(" + strings.Join(types, ", ") + ")"
	if f.Comment != "" {
		text += comment("function", signature, f.Comment)
	}
	text += "revoke execute on function " + signature + " from public, anon, authenticated, service_role;\n"
	if len(f.Roles) > 0 {
		text += "grant execute on function " + signature + " to " + idents(f.Roles) + ";\n"
	}
	return text, nil
}

func (f *Function) check() error {
	switch {
	case f.Schema == "" || f.Name.Name == "":
		return errors.New("give the function a schema and a name")
	case strings.TrimSpace(f.Returns) == "" || strings.ContainsAny(f.Returns, ";$'"):
		return errors.New("say what it returns, such as void, text or setof public.todos")
	case f.Language != "sql" && f.Language != "plpgsql":
		return errors.New("the language is sql or plpgsql")
	case !slices.Contains([]string{"volatile", "stable", "immutable"}, f.Volatility):
		return errors.New("a function is volatile, stable or immutable")
	case strings.TrimSpace(f.Body) == "":
		return errors.New("write the body of the function")
	case slices.Contains(f.Roles, ""):
		return errors.New("a role has a name")
	}
	return nil
}

// tag is that of the dollar quotes around the body, which does not have it.
func (f *Function) tag() string {
	tag := "function"
	for strings.Contains(f.Body, "$"+tag+"$") {
		tag += "_"
	}
	return tag
}

// functionIdent is the name of a function or an argument, where more words need quotes.
func functionIdent(name string) string {
	if functionWords[name] {
		return `"` + name + `"`
	}
	return Ident(name)
}

// functionWords are those of catcode C: they name columns without quotes, and no functions.
var functionWords = wordSet(`between bigint bit boolean char character coalesce dec decimal exists extract float greatest
	grouping inout int integer interval json_array json_arrayagg json_exists json_object json_objectagg json_query json_scalar
	json_serialize json_table json_value least merge_action national nchar none normalize nullif numeric out overlay position
	precision real row setof smallint substring time timestamp treat trim values varchar xmlattributes xmlconcat xmlelement
	xmlexists xmlforest xmlnamespaces xmlparse xmlpi xmlroot xmlserialize xmltable`)

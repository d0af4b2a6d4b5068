package query

import (
	"slices"
	"strings"

	sq "github.com/Masterminds/squirrel"

	"github.com/toubkal/toubkal/server/rest/plan"
)

// field reads a column, or a value inside its JSON.
func field(of string, f plan.Field) (string, []any) {
	sql := through(f.Show, column(of, f.Column))
	if len(f.Path) == 0 {
		return sql, nil
	}
	if f.ToJSON {
		sql = "to_jsonb(" + sql + ")"
	}
	var args []any
	for _, step := range f.Path {
		arrow, kind := "->", "" // of a key, PostgreSQL's refusals say that its type is unknown
		if step.Text {
			arrow = "->>"
		}
		if step.Index {
			kind = "::int"
		}
		sql += arrow + "?" + kind
		args = append(args, text(step.Key))
	}
	return sql, args
}

// through calls a function of the catalog; the zero Name is none. The argument must have a
// type: of a parameter without one, PostgreSQL takes a function that is named like a type for
// a cast to that type.
func through(function plan.Name, sql string) string {
	if function == (plan.Name{}) {
		return sql
	}
	return table(function) + "(" + sql + ")"
}

var operators = map[string]string{
	"eq": "=", "neq": "<>", "gt": ">", "gte": ">=", "lt": "<", "lte": "<=",
	"like": "like", "ilike": "ilike", "match": "~", "imatch": "~*",
	"cs": "@>", "cd": "<@", "ov": "&&", "sl": "<<", "sr": ">>", "nxr": "&<", "nxl": "&>", "adj": "-|-",
	"isdistinct": "is distinct from",
}

var textSearches = map[string]string{
	"fts": "to_tsquery", "plfts": "plainto_tsquery",
	"phfts": "phraseto_tsquery", "wfts": "websearch_to_tsquery",
}

// is has the only right sides of IS: SQL takes no parameter there.
var is = map[string]string{
	"null": "null", "not_null": "not null", "true": "true", "false": "false", "unknown": "unknown",
}

// condition renders one condition, for a node that SQL calls of. matched tells
// whether an embed has a match.
func condition(of string, c plan.Condition, matched func(*plan.Embed) sq.Sqlizer) sq.Sqlizer {
	switch {
	case c.Group:
		return group(of, c, matched)
	case c.Embed != nil && c.Not:
		return wrapped{"not (", matched(c.Embed), ")"}
	case c.Embed != nil:
		return matched(c.Embed)
	}
	if operator := operators[c.Test.Op]; operator != "" && isPlain(c.Field) && c.Read == (plan.Name{}) &&
		c.Test.Op != "like" && c.Test.Op != "ilike" && !c.Test.Any && !c.Test.All {
		return &comparison{c.Test.Not, plainColumn{of, c.Field.Column}, operator, c.Test.Value}
	}
	sql, args := test(of, c)
	if c.Test.Not {
		sql = "not " + sql
	}
	return part{sql, args}
}

// isPlain reports whether a field is the column itself.
func isPlain(f plan.Field) bool { return len(f.Path) == 0 && f.Show == plan.Name{} }

// plainColumn is a column of a node, or "*". Like comparison it is what most requests
// have, and is written without any text in between.
type plainColumn struct{ of, name string }

// ToSql writes it.
func (p plainColumn) ToSql() (string, []any, error) { return render(p) }

func (p plainColumn) write(w *writer) {
	w.name(p.of)
	w.WriteByte('.')
	if p.name == "*" {
		w.WriteByte('*')
		return
	}
	w.name(p.name)
}

// comparison is a condition of a column, an operator and a value.
type comparison struct {
	not      bool
	column   plainColumn
	operator string
	value    string
}

// ToSql is for squirrel's groups.
func (c *comparison) ToSql() (string, []any, error) {
	var w writer
	c.write(&w)
	return w.String(), w.args, nil
}

func (c *comparison) write(w *writer) {
	if c.not {
		w.WriteString("not ")
	}
	c.column.write(w)
	w.WriteByte(' ')
	w.WriteString(c.operator)
	w.WriteString(" ?")
	w.args = append(w.args, text(c.value))
}

func group(of string, c plan.Condition, matched func(*plan.Embed) sq.Sqlizer) sq.Sqlizer {
	parts := make([]sq.Sqlizer, len(c.Of))
	for i, part := range c.Of {
		parts[i] = condition(of, part, matched)
	}
	var joined sq.Sqlizer = sq.And(parts)
	if c.Or {
		joined = sq.Or(parts)
	}
	if c.Not {
		return wrapped{"not ", joined, ""}
	}
	return joined
}

// test renders a comparison. The right side has no type, so that PostgreSQL
// gives it that of the left.
func test(of string, c plan.Condition) (string, []any) {
	left, args := field(of, c.Field)
	t := c.Test
	switch {
	case t.Op == "is":
		return left + " is " + is[t.Value], args
	case t.Op == "in":
		return left + " = any(" + list(c.Read) + ")", append(args, text(plan.ArrayLiteral(t.Values)))
	case textSearches[t.Op] != "":
		vector, search, args := searched(left, args, t, c.ToVector)
		return vector + " @@ " + search, args
	}
	value, read, right := t.Value, c.Read, "?"
	if t.Op == "like" || t.Op == "ilike" {
		value, read = strings.ReplaceAll(value, "*", "%"), plan.Name{}
	}
	switch {
	case t.Any:
		right = "any(" + list(read) + ")"
	case t.All:
		right = "all(" + list(read) + ")"
	case read != (plan.Name{}):
		right = through(read, "?::text")
	}
	return left + " " + operators[t.Op] + " " + right, append(args, text(value))
}

// list is an array that is a parameter, of which a function reads each element; the zero
// Name is none.
func list(read plan.Name) string {
	if read == (plan.Name{}) {
		return "?"
	}
	return "select " + through(read, "unnest(?::text[])")
}

// searched gives the two sides of a text search.
func searched(left string, args []any, t plan.Test, toVector bool) (vector, search string, all []any) {
	language, in := "", []any{}
	if t.Language != "" {
		language, in = "?::regconfig, ", []any{text(t.Language)}
	}
	if toVector {
		left = "to_tsvector(" + language + left + ")"
		args = slices.Concat(in, args)
	}
	return left, textSearches[t.Op] + "(" + language + "?)", slices.Concat(args, in, []any{text(t.Value)})
}

package explain

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/policy"
	"github.com/toubkal/toubkal/server/policy/expression"
	"github.com/toubkal/toubkal/server/rest/query"
)

// evaluation is that of a table's policies for rows, as the caller.
type evaluation struct {
	*explainer
	table  *policy.Table
	check  *Check
	rows   []row
	passed []int // places of rows
}

// evaluate fills in the policies of the check, and the rows that they do not admit.
func (e *evaluation) evaluate(ctx context.Context) error {
	applied := e.table.Of(e.check.Verb)
	values := make([][]string, len(applied)) // by policy and row; nil where there is an error
	for i, p := range applied {
		shown := e.shown(p)
		if e.check.Unknown == "" && len(e.rows) > 0 {
			began := time.Now()
			columns, err := e.values(ctx, e.rows, []string{sqlOf(p, e.checksNew())})
			if err != nil && db.Refused(err) == nil {
				return err
			}
			shown.Milliseconds = milliseconds(time.Since(began))
			if err != nil {
				shown.Error, shown.Code = db.Refused(err).Message, db.Refused(err).Code
			} else {
				values[i] = columns[0]
			}
		}
		for _, value := range values[i] {
			if value == "true" {
				shown.Passed++
			}
		}
		e.check.Policies = append(e.check.Policies, shown)
	}
	if e.check.Unknown != "" {
		return nil
	}
	var refused []int
	for n := range e.rows {
		if admits(applied, values, n) {
			e.passed = append(e.passed, n)
		} else {
			refused = append(refused, n)
		}
	}
	e.check.Passed = len(e.passed)
	return e.explainRefused(ctx, applied, values, refused[:min(len(refused), e.Refused)])
}

// checksNew reports whether with check decides: a select policy has using alone.
func (e *evaluation) checksNew() bool { return e.check.New && e.check.Verb != "select" }

func (e *evaluation) shown(p policy.Policy) Policy {
	shown := Policy{
		Name: p.Name, Permissive: p.Permissive, Expression: expression.Plain(p.Expression(e.checksNew())), Comment: p.Comment,
		Closed: append([]string{}, p.Closed...),
	}
	for _, s := range e.Statements { // the last one counts
		if s.Kind == "policy" && s.Policy == p.Name && s.Schema == e.table.Schema && s.Table == e.table.Name {
			shown.File, shown.Line = s.File, s.Line
		}
	}
	return shown
}

// sqlOf is the expression that decides; a policy without one admits every row.
func sqlOf(p policy.Policy, check bool) string {
	if sql := p.Expression(check); sql != "" {
		return sql
	}
	return "true"
}

// admits reports whether any permissive policy and all restrictive ones are true for a row.
func admits(policies []policy.Policy, values [][]string, n int) bool {
	permitted := false
	for i, p := range policies {
		holds := values[i] != nil && values[i][n] == "true"
		if p.Permissive {
			permitted = permitted || holds
		} else if !holds {
			return false
		}
	}
	return permitted
}

// values evaluates expressions for rows: a list for each expression. The rows have the table's name and type, as the
// expressions are about it. A function of the owner's has their text, since a policy is stored as it was understood:
// its caller needs no right on the schemas that it names.
func (e *evaluation) values(ctx context.Context, rows []row, expressions []string) (columns [][]string, err error) {
	texts := make([]string, len(expressions))
	for i, of := range expressions {
		texts[i] = "(" + of + ")::text"
	}
	const function = "pg_temp.toubkal_evaluate(jsonb)"
	create := "savepoint evaluation; set local role none; create function " + function + " returns setof text[] language sql begin atomic select array[" +
		strings.Join(texts, ", ") + "] from jsonb_populate_recordset(null::" + db.Ident(e.table.Schema, e.table.Name) + ", $1) as " + db.Ident(e.table.Name) +
		"; end; grant execute on function " + function + " to public; set local role " + db.Ident(e.Claims.Role)
	var answer [][][]byte
	if _, err = e.conn.PgConn().Exec(ctx, create).ReadAll(); err == nil {
		numbers := make([]string, len(expressions))
		for i := range expressions {
			numbers[i] = "v[" + strconv.Itoa(i+1) + "]"
		}
		answer, err = e.run(ctx, query.SQL{Text: "select " + strings.Join(numbers, ", ") + " from pg_temp.toubkal_evaluate($1) as v", Args: [][]byte{encode(rows)}})
	}
	if _, failed := e.conn.PgConn().Exec(context.WithoutCancel(ctx), "rollback to savepoint evaluation; release savepoint evaluation").ReadAll(); err != nil || failed != nil {
		return nil, errors.Join(err, failed)
	}
	columns = make([][]string, len(expressions))
	for _, values := range answer {
		for i, value := range values {
			text := "null"
			if value != nil {
				text = string(value)
			}
			columns[i] = append(columns[i], text)
		}
	}
	return columns, nil
}

// explainRefused adds the rows that are not admitted, with the value of each sub-expression.
func (e *evaluation) explainRefused(ctx context.Context, policies []policy.Policy, values [][]string, refused []int) error {
	if len(refused) == 0 {
		return nil
	}
	rows := make([]row, len(refused))
	for i, n := range refused {
		rows[i] = e.rows[n]
		e.check.Refused = append(e.check.Refused, Row{Values: shortened(rows[i]), Key: append([]string{}, e.table.Key...), Policies: []Decision{}})
	}
	for p, of := range policies {
		tree := expression.Parse(sqlOf(of, e.checksNew()), e.table.Name, e.table.Columns)
		lookup, err := e.all(ctx, rows, tree)
		if err != nil {
			return err
		}
		for i, n := range refused {
			if values[p] != nil && values[p][n] == "true" {
				continue
			}
			node := lookup.node(tree, i)
			e.check.Refused[i].Policies = append(e.check.Refused[i].Policies, Decision{Policy: of.Name, Node: node, Because: because(node, e.Claims.Subject == "")})
		}
	}
	return nil
}

// value is a value of an expression, or why there is none.
type value struct{ text, err string }

// valuesOf has the values of expressions by their SQL, a list for the rows.
type valuesOf map[string][]value

// maxExpressions bounds the sub-expressions that are evaluated, of a policy.
const maxExpressions = 100

// all evaluates a tree and its terms for rows: in one statement, or one by one where that fails.
func (e *evaluation) all(ctx context.Context, rows []row, tree expression.Node) (valuesOf, error) {
	expressions := expressionsOf(tree, nil)
	expressions = expressions[:min(len(expressions), maxExpressions)]
	lookup := valuesOf{}
	columns, err := e.values(ctx, rows, expressions)
	if err == nil {
		for i, sql := range expressions {
			lookup.set(sql, columns[i])
		}
		return lookup, nil
	}
	for _, sql := range expressions {
		columns, err := e.values(ctx, rows, []string{sql})
		switch refused := db.Refused(err); {
		case err == nil:
			lookup.set(sql, columns[0])
		case refused == nil:
			return nil, err
		default:
			lookup[sql] = slices.Repeat([]value{{err: refused.Message}}, len(rows))
		}
	}
	return lookup, nil
}

func (v valuesOf) set(sql string, texts []string) {
	for _, text := range texts {
		v[sql] = append(v[sql], value{text: text})
	}
}

func expressionsOf(n expression.Node, all []string) []string {
	if !slices.Contains(all, n.SQL) {
		all = append(all, n.SQL)
	}
	for _, term := range n.Terms {
		if !slices.Contains(all, term.SQL) {
			all = append(all, term.SQL)
		}
	}
	for _, of := range n.Nodes {
		all = expressionsOf(of, all)
	}
	return all
}

// node is a sub-expression with its values for a row.
func (v valuesOf) node(n expression.Node, row int) Node {
	made := Node{Op: n.Op, Text: n.Text(), Value: "unknown", Terms: []Term{}, Nodes: []Node{}}
	if values := v[n.SQL]; row < len(values) {
		if made.Value, made.Error = values[row].text, values[row].err; made.Error != "" {
			made.Value = "error"
		}
	}
	for _, term := range n.Terms {
		if values := v[term.SQL]; row < len(values) && values[row].err == "" {
			made.Terms = append(made.Terms, Term{Text: term.Text, Value: short(values[row].text)})
		}
	}
	for _, of := range n.Nodes {
		made.Nodes = append(made.Nodes, v.node(of, row))
	}
	return made
}

// shortened are the values of a row as text.
func shortened(r row) map[string]string {
	values := map[string]string{}
	for column, value := range r {
		var text string
		if strings.HasPrefix(column, "\x01") {
			continue
		}
		if json.Unmarshal(value, &text) != nil || string(value) == "null" {
			text = string(value)
		}
		values[column] = short(text)
	}
	return values
}

// maxText bounds a value in a report, in bytes.
const maxText = 200

func short(text string) string {
	if len(text) <= maxText {
		return text
	}
	return strings.ToValidUTF8(text[:maxText], "") + "…"
}

package explain

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/policy"
	"github.com/toubkal/toubkal/server/policy/expression"
)

// evaluation is that of a table's policies for rows, as the caller.
type evaluation struct {
	*explainer
	table  *policy.Table
	check  *Check
	rows   []row
	passed []int // places of rows

	policies []policy.Policy
	values   [][]string // by policy and row; nil where there is an error
	// trees have the sub-expressions of the policies, and lookups their values for all rows; nil where they are not
	// known yet.
	trees   []expression.Node
	lookups []valuesOf
}

// evaluate fills in the policies of the check, and the rows that they do not admit.
func (e *evaluation) evaluate(ctx context.Context) error {
	e.policies = e.table.Of(e.check.Verb)
	e.values = make([][]string, len(e.policies))
	for _, p := range e.policies {
		e.check.Policies = append(e.check.Policies, e.shown(p))
		e.trees = append(e.trees, expression.Parse(sqlOf(p, e.checksNew()), e.table.Name, e.table.Columns))
	}
	if e.check.Unknown == "" && len(e.rows) > 0 {
		err := e.evaluateAll(ctx)
		if db.Refused(err) != nil {
			err = e.inSavepoint(ctx, func() error { return e.evaluateEach(ctx) })
		}
		if err != nil {
			return err
		}
	}
	for i, values := range e.values {
		for _, value := range values {
			if value == "true" {
				e.check.Policies[i].Passed++
			}
		}
	}
	if e.check.Unknown != "" {
		return nil
	}
	var refused []int
	for n := range e.rows {
		if admits(e.policies, e.values, n) {
			e.passed = append(e.passed, n)
		} else {
			refused = append(refused, n)
		}
	}
	e.check.Passed = len(e.passed)
	return e.explainRefused(ctx, refused[:min(len(refused), e.Refused)])
}

// evaluateAll evaluates the policies in one exchange, and their sub-expressions where there are few rows.
func (e *evaluation) evaluateAll(ctx context.Context) error {
	var lists [][]string
	for _, p := range e.policies {
		lists = append(lists, []string{sqlOf(p, e.checksNew())})
	}
	few := len(e.rows) <= e.Refused
	if few {
		lists = append(lists, slices.Concat(e.subExpressions()...))
	}
	values, took, err := e.direct(ctx, e.rows, lists)
	if err != nil {
		return err
	}
	for i := range e.policies {
		e.values[i], e.check.Policies[i].Milliseconds = values[i][0], took[i]
	}
	if few {
		e.lookups = e.lookup(values[len(e.policies)])
	}
	return nil
}

// evaluateEach evaluates the policies one by one, as the caller, where some fail.
func (e *evaluation) evaluateEach(ctx context.Context) error {
	for i, p := range e.policies {
		shown := &e.check.Policies[i]
		began := time.Now()
		columns, err := e.byFunction(ctx, e.rows, []string{sqlOf(p, e.checksNew())})
		shown.Milliseconds = milliseconds(time.Since(began))
		switch refused := db.Refused(err); {
		case err == nil:
			e.values[i] = columns[0]
		case refused == nil:
			return err
		default:
			shown.Error, shown.Code = refused.Message, refused.Code
		}
	}
	return nil
}

// subExpressions are those of each policy.
func (e *evaluation) subExpressions() [][]string {
	lists := make([][]string, len(e.trees))
	for i, tree := range e.trees {
		all := expressionsOf(tree, nil)
		lists[i] = all[:min(len(all), maxExpressions)]
	}
	return lists
}

// lookup has the values of the sub-expressions by policy; values are theirs, one policy's behind the other's.
func (e *evaluation) lookup(values [][]string) []valuesOf {
	lookups := make([]valuesOf, len(e.trees))
	for i, list := range e.subExpressions() {
		lookups[i] = valuesOf{}
		for n, sql := range list {
			lookups[i].set(sql, values[n])
		}
		values = values[len(list):]
	}
	return lookups
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

// explainRefused adds the rows that are not admitted, with the value of each sub-expression.
func (e *evaluation) explainRefused(ctx context.Context, refused []int) error {
	if len(refused) == 0 {
		return nil
	}
	rows, at := pick(e.rows, refused), refused
	if e.lookups == nil {
		at = places(rows)
		if err := e.lookUp(ctx, rows); err != nil {
			return err
		}
	}
	for i, r := range rows {
		shown := Row{Values: shortened(r), Key: append([]string{}, e.table.Key...), Policies: []Decision{}}
		for p, of := range e.policies {
			node := e.lookups[p].node(e.trees[p], at[i])
			if node.Value != "true" {
				shown.Policies = append(shown.Policies, Decision{Policy: of.Name, Node: node, Because: because(node, e.Claims.Subject == "")})
			}
		}
		e.check.Refused = append(e.check.Refused, shown)
	}
	return nil
}

// lookUp evaluates the sub-expressions for rows: in one exchange, or one by one where some fail.
func (e *evaluation) lookUp(ctx context.Context, rows []row) error {
	values, _, err := e.direct(ctx, rows, [][]string{slices.Concat(e.subExpressions()...)})
	if err == nil {
		e.lookups = e.lookup(values[0])
		return nil
	}
	if db.Refused(err) == nil {
		return err
	}
	return e.inSavepoint(ctx, func() error {
		for _, list := range e.subExpressions() {
			lookup, err := e.all(ctx, rows, list)
			if err != nil {
				return err
			}
			e.lookups = append(e.lookups, lookup)
		}
		return nil
	})
}

// value is a value of an expression, or why there is none.
type value struct{ text, err string }

// valuesOf has the values of expressions by their SQL, a list for the rows.
type valuesOf map[string][]value

// maxExpressions bounds the sub-expressions that are evaluated, of a policy.
const maxExpressions = 100

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

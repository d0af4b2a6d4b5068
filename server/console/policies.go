package console

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"slices"
	"strings"

	"github.com/toubkal/toubkal/docs"
	"github.com/toubkal/toubkal/server/catalog"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/policy"
	"github.com/toubkal/toubkal/server/policy/explain"
	"github.com/toubkal/toubkal/server/policy/lint"
	"github.com/toubkal/toubkal/server/token"
)

// policies answers the rights of each role on each table, what looks wrong with them, and why a request sees the rows
// that it does.
type policies struct{ *core }

func (p policies) routes() map[string]action {
	return map[string]action{
		"GET /policies":                     p.list,
		"GET /policies/pages/{name}":        p.page,
		"POST /explain":                     p.explain,
		"POST /policy-tests":                p.runTests,
		"GET /policy-tests/{schema}/{name}": p.test,
		"PUT /policy-tests/{schema}/{name}": p.saveTest,
	}
}

// Policies are the settings with which policies are explained and checked.
type Policies struct {
	Explain func() (explain.Options, error)
	Lint    func() (lint.Options, error)
	// Login is the role that requests of the table API log in as.
	Login string
}

// matrix is the answer to GET /policies.
type matrix struct {
	Roles    []string       `json:"roles"`
	Tables   []ruledTable   `json:"tables"`
	Findings []lint.Finding `json:"findings"`
	// Tests are the files with tests, as paths in the project; nil in production.
	Tests []string `json:"tests"`
}

// ruledTable is a table with its policies, and a cell for each role and verb.
type ruledTable struct {
	Schema      string        `json:"schema"`
	Name        string        `json:"name"`
	Kind        string        `json:"kind"`
	RowSecurity bool          `json:"rowSecurity"`
	Cells       []cell        `json:"cells"`
	Policies    []ruledPolicy `json:"policies"`
}

// ruledPolicy is a policy with its place in the project's files.
type ruledPolicy struct {
	policy.Policy
	File string `json:"file"` // "" where it is not known
	Line int    `json:"line"`
}

// cell is the right of a role to a verb.
type cell struct {
	Role string `json:"role"`
	Verb string `json:"verb"`
	// Rows is none, all, or some: those that the policies let through.
	Rows string `json:"rows"`
	// Why is the reason for none and all, in words.
	Why string `json:"why"`
	// Columns is the number of columns that the grant covers, Of those of the table.
	Columns int `json:"columns"`
	Of      int `json:"of"`
	// Policies are the names of those that apply.
	Policies []string `json:"policies"`

	granted []string // columns
}

// ruledRoles are the columns of the matrix.
var ruledRoles = []string{token.Anon, token.Authenticated, token.ServiceRole}

// alsoRuled are tables of the services whose policies are the project's.
var alsoRuled = []catalog.Name{{Schema: "realtime", Name: "messages"}, {Schema: "storage", Name: "buckets"}, {Schema: "storage", Name: "objects"}}

func (p policies) list(r *call) (any, error) {
	options, err := p.Policies.Lint()
	if err != nil {
		return nil, err
	}
	answer := matrix{Roles: ruledRoles, Tables: []ruledTable{}, Findings: []lint.Finding{}}
	err = p.watched(r, "", defaultTimeout, func(ctx context.Context, _ func(audited)) error {
		return p.Owner.Conn(ctx, func(conn *db.Conn) error {
			if answer.Tables, err = ruled(ctx, conn, options); err != nil {
				return err
			}
			findings, err := lint.Run(ctx, conn, options)
			answer.Findings = append(answer.Findings, findings...)
			return err
		})
	})
	if err == nil {
		answer.Tests, err = p.testFiles()
	}
	return answer, err
}

// ruled reads the tables of the exposed schemas with the rights of each role.
func ruled(ctx context.Context, conn *db.Conn, o lint.Options) ([]ruledTable, error) {
	tx, err := conn.Begin(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }()
	if _, err := tx.Exec(ctx, "set local search_path = ''"); err != nil {
		return nil, err
	}
	names, err := policy.Tables(ctx, conn, o.Schemas)
	if err != nil {
		return nil, err
	}
	names = append(names, alsoRuled...)
	all := []ruledTable{}
	for _, role := range ruledRoles {
		found, err := policy.Read(ctx, tx, role, names)
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			t := policy.Find(found, name.Schema, name.Name)
			if t == nil {
				continue
			}
			i := slices.IndexFunc(all, func(known ruledTable) bool { return known.Schema == t.Schema && known.Name == t.Name })
			if i < 0 {
				i, all = len(all), append(all, ruledTable{Schema: t.Schema, Name: t.Name, Kind: t.Kind, RowSecurity: t.RowSecurity, Policies: placed(*t, o.Statements)})
			}
			for _, verb := range policy.Verbs() {
				all[i].Cells = append(all[i].Cells, cellOf(*t, role, verb))
			}
		}
	}
	return all, nil
}

func placed(t policy.Table, statements []policy.Statement) []ruledPolicy {
	all := []ruledPolicy{}
	for _, of := range t.Policies {
		found := ruledPolicy{Policy: of}
		for _, s := range statements { // the last one counts
			if s.Kind == "policy" && s.Policy == of.Name && s.Schema == t.Schema && s.Table == t.Name {
				found.File, found.Line = s.File, s.Line
			}
		}
		all = append(all, found)
	}
	return all
}

func cellOf(t policy.Table, role, verb string) cell {
	c := cell{Role: role, Verb: verb, Rows: "none", Of: len(t.Columns), Policies: []string{}}
	granted := t.Granted(verb)
	if granted == nil || !t.Usage {
		c.Why = "no grant"
		if granted != nil {
			c.Why = "no usage of the schema"
		}
		return c
	}
	c.granted = granted.Columns
	if c.Columns = len(granted.Columns); verb == "delete" {
		c.Columns = c.Of
	}
	switch {
	case t.Unfiltered != "":
		c.Rows, c.Why = "all", t.Unfiltered
		return c
	case t.Kind == "view" && t.Invoker:
		c.Rows, c.Why = "some", "the view has the rights of its caller"
		return c
	case t.Kind != "table":
		c.Rows, c.Why = "all", "the "+t.Kind+" has the rights of its owner "+t.Owner
		return c
	}
	admits, narrows, open := false, false, false
	for _, of := range t.Of(verb) {
		c.Policies = append(c.Policies, of.Name)
		admits, narrows = admits || of.Permissive, narrows || !of.Permissive
		open = open || of.Permissive && of.Expression(verb == "insert") == "true"
	}
	switch {
	case !admits && narrows:
		c.Why = "only restrictive policies"
	case !admits:
		c.Why = "no policy"
	case open && !narrows:
		c.Rows, c.Why = "all", "a policy is true"
	default:
		c.Rows = "some"
	}
	return c
}

// page is a page of docs/policies, as Markdown.
func (p policies) page(r *call) (any, error) {
	text, err := fs.ReadFile(docs.Files, "policies/"+r.PathValue("name")+".md")
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrInvalid) {
		return nil, fault.New(fault.NotFound, "There is no page of this name.")
	}
	return map[string]string{"text": string(text)}, err
}

// explain answers the report on a request of the table API. It is executed and rolled back.
func (p policies) explain(r *call) (any, error) {
	var in explain.Input
	if err := r.read(&in); err != nil {
		return nil, err
	}
	options, err := p.Policies.Explain()
	if err != nil {
		return nil, err
	}
	var report explain.Report
	err = p.watched(r, "", defaultTimeout, func(ctx context.Context, note func(audited)) error {
		began := p.Now()
		err := p.Owner.Conn(ctx, func(conn *db.Conn) (err error) {
			report, err = explain.Answer(ctx, conn, options, p.Policies.Login, in)
			return err
		})
		path, _, _ := strings.Cut(in.Path, "?") // its values are not kept
		note(audited{statement: "explain " + cmp.Or(in.Method, "GET") + " " + path + " as " + in.As, took: p.Now().Sub(began), rows: report.Outcome.Rows, err: err})
		return err
	})
	return report, err
}

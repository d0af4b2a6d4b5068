package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/policy"
	"github.com/toubkal/toubkal/server/policy/explain"
	"github.com/toubkal/toubkal/server/policy/lint"
	"github.com/toubkal/toubkal/server/token"
)

type nothing struct{}

type matrixOutput struct {
	Privileges []privilege `json:"privileges"`
}

// privilege is the right of a role to a verb on a table.
type privilege struct {
	Table      string   `json:"table"`
	Role       string   `json:"role"`
	Verb       string   `json:"verb"`
	Columns    int      `json:"columns" jsonschema:"number of columns that the grant covers"`
	Of         int      `json:"of" jsonschema:"number of columns of the table"`
	Unfiltered string   `json:"unfiltered" jsonschema:"why every row is covered; empty where policies decide"`
	Policies   []string `json:"policies" jsonschema:"policies that let rows pass; none is no row"`
}

type lintOutput struct {
	Findings []lint.Finding `json:"findings"`
}

type explainInput struct {
	As      string            `json:"as" jsonschema:"the caller: anon, service_role, or the e-mail address or id of a user"`
	Method  string            `json:"method,omitempty" jsonschema:"GET, POST, PATCH, PUT or DELETE; defaults to GET"`
	Path    string            `json:"path" jsonschema:"path of the table API with its query, as /todos?select=title&done=is.false"`
	Headers map[string]string `json:"headers,omitempty" jsonschema:"such as Prefer: return=representation"`
	Body    any               `json:"body,omitempty" jsonschema:"the JSON of a POST, PATCH or PUT"`
}

func (t *tools) addPolicies() {
	add(t, "policy_matrix", false, "List who may do what: for each table, API role and verb the grant and the row level security policies that decide on rows. What is not listed is not allowed.", t.policyMatrix)
	add(t, "lint_policies", false, "Find what looks wrong with row level security, grants, views and functions: recursion, policies that are always true, missing indexes, tables without policies and more. Each finding names a page of docs/policies.", t.lintPolicies)
	if t.highest.rank >= ofService { // it shows rows that the caller does not see
		add(t, "explain_request", false, "Explain why a request of the table API (PostgREST's, as supabase-js sends it) sees no rows, or is refused: which grants and policies took part, which condition was false with which values, and SQL that mends it. The request is executed as the caller, and rolled back.", t.explainRequest)
	}
}

func (s *Server) policyMatrix(ctx context.Context, _ nothing) (text string, out matrixOutput, err error) {
	err = s.reading(ctx, func(conn *db.Conn) error {
		all, err := policy.Privileges(ctx, conn)
		if err != nil {
			return err
		}
		out.Privileges = make([]privilege, len(all))
		for i, p := range all {
			out.Privileges[i] = privilege{p.Table, p.Role, p.Verb, p.Columns, p.TotalColumns, p.Unfiltered, p.Policies}
		}
		var b strings.Builder
		err = policy.Print(&b, all)
		text = b.String()
		return err
	})
	return text, out, err
}

func (s *Server) lintPolicies(ctx context.Context, _ nothing) (string, lintOutput, error) {
	out := lintOutput{Findings: []lint.Finding{}}
	options, err := s.Lint()
	if err != nil {
		return "", out, err
	}
	err = s.reading(ctx, func(conn *db.Conn) error {
		found, err := lint.Run(ctx, conn, options)
		out.Findings = append(out.Findings, found...)
		return err
	})
	var lines []string
	for _, f := range out.Findings {
		lines = append(lines, f.String())
	}
	return strings.Join(append(lines, fmt.Sprintf("(%d findings)", len(lines))), "\n"), out, err
}

func (s *Server) explainRequest(ctx context.Context, in explainInput) (text string, out any, err error) {
	c, err := s.caller(in.As)
	if err != nil {
		return "", nil, err
	}
	if c.rank == ofOwner {
		return "", nil, invalid("The table API has no caller owner: name anon, service_role or a user.")
	}
	if !strings.HasPrefix(in.Path, "/") {
		return "", nil, invalid("The path is that of the table API, such as /todos?id=eq.7.")
	}
	if in.Method == "" {
		in.Method = http.MethodGet
	}
	options, err := s.Explain()
	if err != nil {
		return "", nil, err
	}
	owners, _, err := s.Pools(ctx)
	if err != nil {
		return "", nil, err
	}
	call := explain.Call{Method: strings.ToUpper(in.Method), Path: in.Path, Header: http.Header{}}
	if in.Body != nil {
		if call.Body, err = json.Marshal(in.Body); err != nil {
			return "", nil, err
		}
	}
	for name, value := range in.Headers {
		call.Header.Set(name, value)
	}
	if call.Claims, err = s.claims(ctx, owners, c); err != nil {
		return "", nil, err
	}
	if role := call.Claims.Role; c.rank == ofUser && role != token.Authenticated { // the owner's connection could take any
		return "", nil, invalid("The user has the role %s: requests of the role authenticated alone are explained.", role)
	}
	var report explain.Report
	path, _, _ := strings.Cut(call.Path, "?") // its values are not kept
	err = s.audited(ctx, c, "explain "+call.Method+" "+path, false, func() (int64, error) {
		err := owners.Repeat(ctx, func(conn *db.Conn) (err error) {
			report, err = explain.Request(ctx, conn, options, call)
			return err
		})
		return report.Outcome.Rows, err
	})
	if err != nil {
		return "", nil, err
	}
	var b strings.Builder
	err = explain.Print(&b, report)
	return b.String(), report, err
}

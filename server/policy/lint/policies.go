package lint

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/catalog"
	"github.com/toubkal/toubkal/server/policy"
	"github.com/toubkal/toubkal/server/policy/expression"
)

// expressionRule is a rule about one policy. find returns what is wrong, "" for nothing.
type expressionRule struct {
	name  string
	level Level
	find  func(policy.Table, policy.Policy) string
}

var (
	userMetadata = regexp.MustCompile(`'user_metadata'|\braw_user_meta_data\b`)
	jsonText     = regexp.MustCompile(`[^-]-> '[^']*'::text\)*::text`)
)

var expressionRules = []expressionRule{
	{"auth_rls_initplan", Warning, func(_ policy.Table, p policy.Policy) string {
		for _, sql := range []string{p.Using, p.Check} {
			if call := expression.PerRow(sql); call != "" {
				return "calls " + call + " for each row: write (select " + call + ")"
			}
		}
		return ""
	}},
	{"rls_references_user_metadata", Error, func(_ policy.Table, p policy.Policy) string {
		if userMetadata.MatchString(p.Using + " " + p.Check) {
			return "trusts user_metadata, which users write themselves: use app_metadata, or a table"
		}
		return ""
	}},
	{"rls_policy_always_true", Warning, func(_ policy.Table, p policy.Policy) string {
		if p.Permissive && (p.Using == "true" || p.Check == "true") {
			return "lets every row pass: say why before it (-- using (true): …) or limit it"
		}
		return ""
	}},
	{"rls_policy_never_true", Warning, func(_ policy.Table, p policy.Policy) string {
		if p.Permissive && (p.Using == "false" || p.Check == "false") {
			return "lets no row pass"
		}
		return ""
	}},
	{"rls_policy_null_auth_disjunct", Error, func(t policy.Table, p policy.Policy) string {
		tree := expression.Parse(p.Using, t.Name, t.Columns)
		if tree.Op != "OR" || !p.Permissive {
			return ""
		}
		for _, n := range tree.Nodes {
			if text := n.Text(); strings.HasPrefix(text, "auth.") && strings.HasSuffix(text, "IS NULL") {
				return "lets every row pass where " + text + ", as it is without a token"
			}
		}
		return ""
	}},
	{"null_auth_comparison", Warning, func(t policy.Table, p policy.Policy) string {
		if !slices.Equal(p.Roles, []string{"anon"}) {
			return ""
		}
		tree := expression.Parse(p.Expression(p.Verb == "insert"), t.Name, t.Columns)
		conditions := []expression.Node{tree}
		if tree.Op == "AND" {
			conditions = tree.Nodes
		}
		for _, n := range conditions {
			if n.Op == "" && len(n.Terms) == 2 && slices.ContainsFunc(n.Terms, func(term expression.Term) bool { return term.Text == "auth.uid()" }) && !strings.Contains(n.SQL, "DISTINCT") {
				return "is for anon, whose auth.uid() is null: " + n.Text() + " is never true"
			}
		}
		return ""
	}},
	{"json_text", Warning, func(_ policy.Table, p policy.Policy) string {
		if found := jsonText.FindString(p.Using + " " + p.Check); found != "" {
			return "casts JSON to text, which keeps its quotes: take the claim with ->>"
		}
		return ""
	}},
	{"no_with_check", Info, func(_ policy.Table, p policy.Policy) string {
		if (p.Verb == "update" || p.Verb == "all") && p.Check == "" && p.Using != "" {
			return "has no with check: using is applied to the new rows too; write what may be written"
		}
		return ""
	}},
	{"row_changes_hands", Warning, func(t policy.Table, p policy.Policy) string {
		if p.Verb != "update" && p.Verb != "all" || p.Check == "" || !p.Permissive {
			return ""
		}
		for _, n := range expression.Parse(p.Using, t.Name, t.Columns).Conditions() {
			if !strings.Contains(n.SQL, "auth.") {
				continue
			}
			for _, term := range n.Terms {
				if slices.Contains(t.Columns, strings.Trim(term.Text, `"`)) && !strings.Contains(p.Check, term.Text) {
					return "lets a caller change " + term.Text + ", and so give the row away: with check does not look at it"
				}
			}
		}
		return ""
	}},
}

// byExpression applies the rules about expressions.
func byExpression(ctx context.Context, tx pgx.Tx, o Options) (found []Finding, err error) {
	all, err := read(ctx, tx, o.Schemas, "authenticated")
	for _, t := range all {
		for _, p := range t.Policies {
			for _, r := range expressionRules {
				if r.name == "rls_policy_always_true" && p.Verb == "select" && o.Policies.Files == nil {
					continue // it is said in the file of the table, which a folder of migrations does not have
				}
				if text := r.find(t, p); text != "" {
					found = append(found, Finding{Name: r.name, Level: r.level, Schema: t.Schema, Table: t.Name, Policy: p.Name, Text: text})
				}
			}
		}
	}
	return found, err
}

// read reads the exposed tables and those of the engine, with the rights of a role; none where there is no such role.
func read(ctx context.Context, tx pgx.Tx, schemas []string, role string) ([]policy.Table, error) {
	rows, err := tx.Query(ctx, `select n.nspname, relname from `+tables+` and relkind in ('r', 'p', 'v') order by 1, 2`, schemas)
	if err != nil {
		return nil, fmt.Errorf("list the tables: %w", err)
	}
	names, err := pgx.CollectRows(rows, pgx.RowToStructByPos[catalog.Name])
	if err != nil {
		return nil, fmt.Errorf("list the tables: %w", err)
	}
	all, err := policy.Read(ctx, tx, role, names)
	if errors.Is(err, policy.ErrNoRole) {
		return nil, nil
	}
	return all, err
}

// roleRule is a rule about the requests of one role.
type roleRule struct {
	name  string
	level Level
	find  func(all []policy.Table, t policy.Table, p policy.Policy, role string) string
}

var roleRules = []roleRule{
	{"recursion", Error, func(all []policy.Table, t policy.Table, p policy.Policy, _ string) string {
		if path := policy.Cycle(all, t); path != nil && path[0].Of == t.Full() && path[0].Policy == p.Name {
			return "every request fails (42P17): " + policy.Steps(path) + ". Read the tables by a security definer function"
		}
		return ""
	}},
	{"missing_execute", Error, func(_ []policy.Table, _ policy.Table, p policy.Policy, role string) string {
		if len(p.Closed) == 0 {
			return ""
		}
		return role + " may not call " + strings.Join(p.Closed, ", ") + ", so that requests fail (42501): grant execute on function … to " + role
	}},
	{"policy_reads_closed_table", Error, func(all []policy.Table, t policy.Table, p policy.Policy, role string) string {
		for _, name := range expression.Tables(p.Using + " " + p.Check) {
			if other := policy.Find(all, name[0], name[1]); other != nil && other.Granted("select") == nil {
				return "reads " + other.Full() + ", which " + role + " may not, so that requests fail (42501): grant select, or read it by a security definer function"
			}
		}
		return ""
	}},
}

// byRole applies the rules about the policies that decide for visitors and users.
func byRole(ctx context.Context, tx pgx.Tx, schemas []string) (found []Finding, err error) {
	for _, role := range []string{"anon", "authenticated"} {
		all, err := read(ctx, tx, schemas, role)
		if err != nil {
			return nil, err
		}
		for _, t := range all {
			for _, p := range t.Policies {
				granted := slices.ContainsFunc(t.Grants, func(g policy.Grant) bool { return p.Covers(g.Verb) })
				if !p.Applies || !granted || t.Unfiltered != "" {
					continue
				}
				for _, r := range roleRules {
					if text := r.find(all, t, p, role); text != "" {
						found = append(found, Finding{Name: r.name, Level: r.level, Schema: t.Schema, Table: t.Name, Policy: p.Name, Text: text})
					}
				}
			}
		}
	}
	return found, nil
}

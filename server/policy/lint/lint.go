// Package lint looks for what is usually wrong with the rights on the tables of a database: what PostgreSQL has
// understood is read, so that no spelling gets past. It refuses nothing.
package lint

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/migrate"
	"github.com/toubkal/toubkal/server/policy"
)

// Level is the weight of a finding.
type Level string

// The levels: rows are exposed or every request fails; something is probably not meant, or slow; a note.
const (
	Error   Level = "error"
	Warning Level = "warning"
	Info    Level = "info"
)

// Finding is one thing that looks wrong.
type Finding struct {
	// Name is that of the rule, of its page in docs/policies, and of the advisor of Supabase where that has one.
	Name   string `json:"name"`
	Level  Level  `json:"level"`
	Schema string `json:"schema"`
	Table  string `json:"table"`  // or view, or function with its arguments
	Policy string `json:"policy"` // "" where the table itself is meant
	Text   string `json:"text"`
	File   string `json:"file"` // "" where it is not known
	Line   int    `json:"line"`
}

// String is one line: level name table, policy: text (file:line).
func (f Finding) String() string {
	line := fmt.Sprintf("%s %s: %s", f.Level, f.Name, f.Table)
	if f.Schema != "public" {
		line = fmt.Sprintf("%s %s: %s.%s", f.Level, f.Name, f.Schema, f.Table)
	}
	if f.Policy != "" {
		line += ", policy " + f.Policy
	}
	line += ": " + f.Text
	if f.File != "" {
		line += fmt.Sprintf(" (%s:%d)", f.File, f.Line)
	}
	return line
}

// Options say where to look.
type Options struct {
	// Schemas are the exposed ones. Defaults to public.
	Schemas []string
	// Policies is the folder of policy files. Where its Files are nil, policies are made by migrations: what is about
	// files, and row security that is not forced, is left out.
	Policies migrate.Folder
	// Statements are those of the project's files: they give findings a place, and may switch a rule off.
	Statements []policy.Statement
}

// Rules are the names of all rules.
func Rules() []string {
	names := []string{"no_policy_file", "no_table", "rls_not_forced"}
	for _, r := range slices.Concat(tableRules, policyRules) {
		names = append(names, r.name)
	}
	for _, r := range expressionRules {
		names = append(names, r.name)
	}
	for _, r := range roleRules {
		names = append(names, r.name)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Run applies all rules, and returns what they find: by level, then table. A comment right before the statement
// that creates a policy, a table, a view or a function switches a rule off for it:
//
//	-- lint: multiple_permissive_policies off, because admins are few
//
// conn is the owner's.
func Run(ctx context.Context, conn *pgx.Conn, o Options) (found []Finding, err error) {
	if len(o.Schemas) == 0 {
		o.Schemas = []string{"public"}
	}
	tx, err := conn.BeginTx(ctx, pgx.TxOptions{AccessMode: pgx.ReadOnly})
	if err != nil {
		return nil, fmt.Errorf("lint the policies: %w", err)
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }()
	if _, err := tx.Exec(ctx, "set local search_path = ''"); err != nil {
		return nil, fmt.Errorf("lint the policies: %w", err)
	}
	rules := slices.Concat(tableRules, policyRules)
	if o.Policies.Files != nil {
		rules = append(rules, notForced)
		if found, err = files(ctx, tx, o); err != nil {
			return nil, err
		}
	}
	for _, r := range rules {
		more, err := r.find(ctx, tx, o.Schemas)
		if err != nil {
			return nil, err
		}
		found = append(found, more...)
	}
	more, err := byExpression(ctx, tx, o)
	if err != nil {
		return nil, err
	}
	found = append(found, more...)
	if more, err = byRole(ctx, tx, o.Schemas); err != nil {
		return nil, err
	}
	found = place(append(found, more...), o.Statements)
	slices.SortFunc(found, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(rank[a.Level], rank[b.Level]), cmp.Compare(a.Schema, b.Schema), cmp.Compare(a.Table, b.Table),
			cmp.Compare(a.Policy, b.Policy), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Text, b.Text))
	})
	return slices.Compact(found), nil
}

var rank = map[Level]int{Error: 0, Warning: 1, Info: 2}

// rule is a rule in SQL, which selects schema, table, policy and text; $1 are the exposed schemas.
type rule struct {
	name  string
	level Level
	sql   string
}

func (r rule) find(ctx context.Context, tx pgx.Tx, schemas []string) ([]Finding, error) {
	rows, err := tx.Query(ctx, "select rule.* from ("+r.sql+") as rule (schema, name, policy, text) where $1::text[] is not null", schemas)
	if err != nil {
		return nil, fmt.Errorf("lint %s: %w", r.name, err)
	}
	found, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (Finding, error) {
		f := Finding{Name: r.name, Level: r.level}
		err := row.Scan(&f.Schema, &f.Table, &f.Policy, &f.Text)
		return f, err
	})
	if err != nil {
		return nil, fmt.Errorf("lint %s: %w", r.name, err)
	}
	return found, nil
}

// files compares the tables of schema public with the policy files.
func files(ctx context.Context, tx pgx.Tx, o Options) ([]Finding, error) {
	names, err := migrate.PolicyTables(o.Policies)
	if err != nil {
		return nil, err
	}
	found, err := rule{"no_policy_file", Warning, `select 'public', relname::text, '', 'has no file in policies' from pg_class
		where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm') and ` + notOfExtension}.find(ctx, tx, o.Schemas)
	if err != nil {
		return nil, err
	}
	for name, file := range names {
		schema, table, _ := strings.Cut(name, ".")
		if schema != "public" {
			continue // another schema's file is checked when it is applied
		}
		rest := slices.DeleteFunc(slices.Clone(found), func(f Finding) bool { return f.Table == table })
		if len(rest) == len(found) {
			rest = append(rest, Finding{Name: "no_table", Level: Warning, Schema: schema, Table: table, Text: "has a file in policies, but there is no such table", File: file, Line: 1})
		}
		found = rest
	}
	return found, nil
}

// off is the comment that switches a rule off; reasoned are those that say why a policy admits every row.
var (
	off      = regexp.MustCompile(`(?i)^lint:\s*([a-z_]+)\s+off\b\W*(?:because)?\s*\S`)
	reasoned = regexp.MustCompile(`(?i)^(?:using|with check) \(true\): *\S`)
)

// place adds files and lines, and leaves out what a comment switches off.
func place(found []Finding, statements []policy.Statement) []Finding {
	var kept []Finding
	for _, f := range found {
		isOff := false
		for _, s := range statements {
			name, _, _ := strings.Cut(f.Table, "(")
			if s.Schema != f.Schema || s.Table != name || s.Policy != f.Policy {
				continue
			}
			f.File, f.Line = s.File, s.Line // the last one counts
			for _, comment := range s.Comments {
				m := off.FindStringSubmatch(comment)
				isOff = isOff || m != nil && m[1] == f.Name || f.Name == "rls_policy_always_true" && reasoned.MatchString(comment)
			}
		}
		if !isOff {
			kept = append(kept, f)
		}
	}
	return kept
}

package migrate

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"slices"

	"github.com/jackc/pgx/v5"
)

// Finding is one thing that is wrong with the privileges on a table.
type Finding struct {
	Table  string // of schema public, or realtime.messages
	Policy string // empty where the table itself is meant
	Text   string
}

// String is "table: text" or "table, policy name: text".
func (f Finding) String() string {
	if f.Policy == "" {
		return f.Table + ": " + f.Text
	}
	return f.Table + ", policy " + f.Policy + ": " + f.Text
}

// rlsTables are the tables of ours whose rows only policies give out.
const rlsTables = `(c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') or c.oid = to_regclass('realtime.messages'))`

// lints select table, policy and text of what breaks a rule, from what
// PostgreSQL understood, so that no spelling gets past. PostgreSQL prints a
// sub-select as ( SELECT auth.uid() AS uid); a call that is left once those are
// taken out is made for each row.
var lints = []string{
	`select ` + tableName + `, '', 'row security is not enabled'
	from pg_class c where ` + rlsTables + ` and not relrowsecurity`,

	`select relname, '', 'is a view with the rights of its owner, which see past the policies: make it with (security_invoker = true), or say in its comment what it guards (Definer: …)'
	from pg_class where relnamespace = 'public'::regnamespace and relkind in ('v', 'm')
		and not exists (select from pg_options_to_table(reloptions) where option_name = 'security_invoker' and option_value::boolean)
		and coalesce(obj_description(oid, 'pg_class'), '') !~ 'Definer: '`,

	`select ` + tableName + `, policyname, 'calls ' || call || ' for each row: write (select ' || call || ')'
	from pg_policies join pg_class c on c.oid = format('%I.%I', schemaname, tablename)::regclass, lateral (select substring(
		regexp_replace(concat_ws(' ', qual, with_check), '\( SELECT auth\.[a-z_]+\(\) AS [a-z_]+\)', '', 'g')
		from 'auth\.[a-z_]+\(\)') as call) as found
	where ` + rlsTables + ` and call is not null`,

	// Not of realtime.messages: its policies are asked about one row, found by its key.
	`select c.relname, p.polname, 'filters on ' || a.attname || ', which no index has'
	from pg_policy p join pg_class c on c.oid = p.polrelid
	join pg_depend d on d.classid = 'pg_policy'::regclass and d.objid = p.oid and d.refobjid = c.oid and d.refobjsubid > 0
	join pg_attribute a on a.attrelid = c.oid and a.attnum = d.refobjsubid
	where c.relnamespace = 'public'::regnamespace and p.polcmd <> 'a'
		and not exists (select from pg_index i where i.indrelid = c.oid and a.attnum = any (i.indkey))`,
}

// notForced is a rule for projects with policy files. Supabase's tools never force
// row security.
const notForced = `select ` + tableName + `, '', 'row security is not forced on the table''s owner'
	from pg_class c where ` + rlsTables + ` and relrowsecurity and not relforcerowsecurity`

// Lint looks for what a review should not have to: a table without a policy
// file and a file without its table, a view with its owner's rights, row security
// that is not enabled or not forced, a policy that is true for every row without a reason in its file
// (a comment `-- using (true): …` right before it), a call of auth.uid() and the
// like outside a sub-select, a policy on a column without an index. Sorted; none
// is good. Where policies.Files is nil, policies are made by migrations: what is
// about files, and row security that is not forced, is left out.
func Lint(ctx context.Context, conn *pgx.Conn, policies Folder) ([]Finding, error) {
	var found []Finding
	rules := lints
	if policies.Files != nil {
		files, err := read(policies)
		if err != nil {
			return nil, err
		}
		missing, err := missingFiles(ctx, conn, files)
		if err != nil {
			return nil, err
		}
		open, err := uncommentedTrue(ctx, conn, files)
		if err != nil {
			return nil, err
		}
		found, rules = append(missing, open...), append(slices.Clone(lints), notForced)
	}
	for _, sql := range rules {
		more, err := findings(ctx, conn, sql)
		if err != nil {
			return nil, err
		}
		found = append(found, more...)
	}
	slices.SortFunc(found, func(a, b Finding) int { return cmp.Compare(a.String(), b.String()) })
	return slices.Compact(found), nil
}

func findings(ctx context.Context, conn *pgx.Conn, sql string) ([]Finding, error) {
	rows, err := conn.Query(ctx, sql)
	if err != nil {
		return nil, fmt.Errorf("lint the policies: %w", err)
	}
	found, err := pgx.CollectRows(rows, pgx.RowToStructByPos[Finding])
	if err != nil {
		return nil, fmt.Errorf("lint the policies: %w", err)
	}
	return found, nil
}

// missingFiles compares the tables and views of schema public with the files.
func missingFiles(ctx context.Context, conn *pgx.Conn, files []file) ([]Finding, error) {
	tables, err := findings(ctx, conn, `
		select relname, '', 'has no file in policies' from pg_class
		where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')`)
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		schema, name := f.table()
		if schema != "public" {
			continue // another schema's file is checked when it is applied
		}
		rest := slices.DeleteFunc(slices.Clone(tables), func(t Finding) bool { return t.Table == name })
		if len(rest) == len(tables) {
			rest = append(rest, Finding{Table: name, Text: "has a file in policies, but there is no such table"})
		}
		tables = rest
	}
	return tables, nil
}

var explained = regexp.MustCompile(`(?mi)^--\s*(?:using|with check) \(true\): *\S.*\n(?:--.*\n)*create policy "?([^\s"]+)"?`)

// uncommentedTrue finds the policies that are true for every row and whose file says
// not why.
func uncommentedTrue(ctx context.Context, conn *pgx.Conn, files []file) ([]Finding, error) {
	reasons := map[string]bool{}
	for _, f := range files {
		for _, m := range explained.FindAllStringSubmatch(f.text, -1) {
			reasons[m[1]] = true
		}
	}
	open, err := findings(ctx, conn, `
		select `+tableName+`, policyname, 'lets every row pass: say why before it (-- using (true): …) or limit it'
		from pg_policies join pg_class c on c.oid = format('%I.%I', schemaname, tablename)::regclass
		where `+rlsTables+` and 'true' in (qual, with_check)`)
	return slices.DeleteFunc(open, func(f Finding) bool { return reasons[f.Policy] }), err
}

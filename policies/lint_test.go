package policies_test

import (
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/toubkal/toubkal/policies"
	"github.com/toubkal/toubkal/schema"
	"github.com/toubkal/toubkal/server/migrate"
	"github.com/toubkal/toubkal/server/policy"
	enginelint "github.com/toubkal/toubkal/server/policy/lint"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

// Each rule selects a line for what breaks it, from the catalogs of the database. Rights and
// policies are read as PostgreSQL understood them, so no spelling in a file gets past. They are this project's own, besides
// the engine's (TestLint).
var rules = []string{
	`select format('%s: no comment', relname)
	 from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm') and obj_description(oid, 'pg_class') is null`,

	// Or it says what it guards, like a function that runs with its owner's rights.
	`select format('%s: a view that does not run with its caller''s rights (security_invoker)', relname)
	 from pg_class where relnamespace = 'public'::regnamespace and relkind in ('v', 'm')
	   and not coalesce('security_invoker=true' = any (reloptions), false)
	   and not (relowner = 'toubkal_owner'::regrole and coalesce(obj_description(oid, 'pg_class') ~ 'Definer: ', false))`,

	`select format('%s: policy %s is not named %1$s_%3$s_<whom>', tablename, policyname, lower(cmd))
	 from pg_policies where schemaname = 'public' and (cmd = 'ALL' or policyname !~ ('^' || tablename || '_' || lower(cmd) || '_[a-z_]+$'))`,

	`select format('%s: policy %s has no comment', p.polrelid::regclass, p.polname)
	 from pg_policy p where obj_description(p.oid, 'pg_policy') is null`,

	`select format('%s: policy %s is for everybody; name the roles', tablename, policyname)
	 from pg_policies where schemaname = 'public' and 'public' = any (roles)`,

	`select format('%s: policy %s has no "with check"', tablename, policyname)
	 from pg_policies where schemaname = 'public' and cmd in ('INSERT', 'UPDATE') and with_check is null`,

	`select format('%s: policy %s calls a function once per row; write (select %s)', tablename, policyname, call)
	 from pg_policies, lateral (
	   select substring(regexp_replace(concat_ws(' ', qual, with_check), '\( SELECT [a-z_.]+\(\) AS [a-z_]+\)', '', 'g')
	     from '(?:auth\.[a-z_]+|is_(?:super_)?admin)\(\)') as call) found
	 where schemaname = 'public' and call is not null`,

	`select format('%s: foreign key %s has no index', conrelid::regclass, conname)
	 from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
	   and not exists (select from pg_index i where i.indrelid = conrelid and i.indkey[0] = conkey[1])`,

	`select format('%s: foreign key %s has no "on delete"', conrelid::regclass, conname)
	 from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and confdeltype = 'a'`,

	`select format('%s: %s may %s whole rows; list the columns', c.relname, r.rolname, lower(x.privilege_type))
	 from pg_class c, aclexplode(c.relacl) x join pg_roles r on r.oid = x.grantee
	 where c.relnamespace = 'public'::regnamespace and r.rolname in ('anon', 'authenticated') and x.privilege_type not in ('SELECT', 'DELETE')`,

	`select format('%s: the audit log does not watch it; its migration needs the line: select private.audit(''public.%1$s'')', relname)
	 from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
	   -- the log itself, what is a log of its own, and what an account keeps for itself
	   and relname not in ('account_items', 'audit_log', 'blog_post_revisions', 'blog_post_copies', 'book_order_changes', 'mail_notices', 'newsletter_recipients', 'trash')
	   and 3 > (select count(*) from pg_trigger where tgrelid = pg_class.oid and tgfoid = 'private.write_audit()'::regprocedure)`,

	`select format('%s: granted to public', c.relname)
	 from pg_class c, aclexplode(c.relacl) x where c.relnamespace = 'public'::regnamespace and x.grantee = 0`,

	`select format('%s: the service key lacks a right', c.relname)
	 from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
	   and c.relname <> 'audit_log' -- which nobody writes
	   and not (has_table_privilege('service_role', c.oid, 'select') and has_table_privilege('service_role', c.oid, 'insert')
	     and has_table_privilege('service_role', c.oid, 'update') and has_table_privilege('service_role', c.oid, 'delete'))`,

	`select format('%s(): anyone may run it', p.proname)
	 from pg_proc p, aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) x
	 where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace, 'auth'::regnamespace, 'realtime'::regnamespace) and x.grantee = 0`,

	`select format('%s(): no comment', p.proname)
	 from pg_proc p
	 where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace, 'auth'::regnamespace, 'realtime'::regnamespace) and obj_description(p.oid, 'pg_proc') is null`,

	`select format('%s(): security definer, but %s', p.proname, fault)
	 from pg_proc p, lateral (values
	   (coalesce('search_path=""' = any (p.proconfig), false), 'search_path is not empty'),
	   (coalesce(obj_description(p.oid, 'pg_proc') ~ 'Definer: ', false), 'its comment does not say what it guards ("Definer: …")'),
	   (p.proowner = 'toubkal_owner'::regrole, 'its owner is not toubkal_owner')
	 ) as must (hold, fault)
	 where p.prosecdef and p.pronamespace in ('public'::regnamespace, 'private'::regnamespace, 'auth'::regnamespace, 'realtime'::regnamespace) and not hold`,
}

// lint returns what is wrong with the rights of db, a line each, sorted. Nil means nothing.
func lint(t *testing.T, db *pgtest.DB, sql, tests fs.FS) []string {
	t.Helper()
	found := unfiled(t, db, sql, tests)
	for _, rule := range rules {
		found = append(found, lines(t, db, rule)...)
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// unfiled compares the tables and views of schema public, realtime.messages and storage.objects with the files: each has one of SQL and one
// of tests, and no file is without its table.
func unfiled(t *testing.T, db *pgtest.DB, sql, tests fs.FS) (found []string) {
	t.Helper()
	tables := lines(t, db, `select case when relnamespace = 'public'::regnamespace then relname else oid::regclass::text end from pg_class
		where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm') or oid in (to_regclass('realtime.messages'), to_regclass('storage.objects')) order by 1`)
	for _, table := range tables {
		if _, err := fs.Stat(tests, table+"_test.go"); err != nil {
			found = append(found, table+": no test file")
		}
		if _, err := fs.Stat(sql, table+".sql"); err != nil {
			found = append(found, table+": no policy file")
		}
	}
	files, err := fs.Glob(sql, "*.sql")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if !slices.Contains(tables, strings.TrimSuffix(file, ".sql")) {
			found = append(found, file+": no such table")
		}
	}
	return found
}

func lines(t *testing.T, db *pgtest.DB, query string) (out []string) {
	t.Helper()
	rows, err := db.Admin.Query(t.Context(), query)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	defer rows.Close()
	for rows.Next() {
		var line string
		if err := rows.Scan(&line); err != nil {
			t.Fatalf("%s: %v", query, err)
		}
		out = append(out, line)
	}
	if err := rows.Err(); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return out
}

// TestLint: the engine's rules for every project, which `toubkal policies` applies. Notes are left out.
func TestLint(t *testing.T) {
	t.Parallel()
	o := enginelint.Options{Policies: migrate.Folder{Name: "policies", Files: policies.Files}}
	for _, folder := range []migrate.Folder{{Name: "schema", Files: schema.Files}, o.Policies} {
		found, err := policy.Scan(folder)
		if err != nil {
			t.Fatal(err)
		}
		o.Statements = append(o.Statements, found...)
	}
	found, err := enginelint.Run(t.Context(), pgtest.New(t).Conn(), o)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range found {
		if f.Level != enginelint.Info {
			t.Error(f)
		}
	}
}

func TestRightsAreClean(t *testing.T) {
	t.Parallel()
	for _, line := range lint(t, pgtest.New(t), policies.Files, os.DirFS(".")) {
		t.Error(line)
	}
}

package migrate

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
)

// Policies brings the privileges and policies of each table to what its file
// says, and returns a line for each change, as "applied policies/todos.sql". A
// table that has no file, and had none before, is left alone: its policies are
// those of the migrations.
//
// A file is applied when it is not the one in force, or when what it did is no
// longer there (a migration created the table again). Unchanged ones are skipped,
// because `create policy` locks the table against everyone. Applying is one
// transaction: drop the table's policies, revoke its grants from public, anon,
// authenticated and service_role, take it out of the publication
// supabase_realtime, run the file. So a deleted line is a right that is gone. On
// an error the old rights stay in force. The errors of several files are joined, a
// line each.
//
// Nodes of several releases may start in any order, so files have an order as
// migrations have: one that another has replaced is refused, before anything is
// applied, unless o.AllowOlderPolicies. A file that this folder lacks stays in force,
// which is noted: it may be of a newer release. An empty file closes its table.
func Policies(ctx context.Context, conn *pgx.Conn, policies Folder, o Options) (changes []string, err error) {
	all, err := read(policies)
	if err != nil {
		return nil, err
	}
	if all, err = withoutTests(ctx, conn, all); err != nil {
		return nil, err
	}
	err = Locked(ctx, conn, func() error {
		force, err := appliedPolicies(ctx, conn)
		if err != nil {
			return err
		}
		if !o.AllowOlderPolicies {
			if err := refuseOlder(policies, all, force); err != nil {
				return err
			}
		}
		var failures []error
		for _, f := range all {
			schema, table := f.table()
			was := force[schema+"."+table]
			delete(force, schema+"."+table)
			if f.is(was.hash) && was.recorded == was.present {
				continue
			}
			dropped, err := applyPolicy(ctx, conn, policies.Name, f)
			if err != nil {
				failures = append(failures, err)
				continue
			}
			change := "applied " + path.Join(policies.Name, f.name)
			if len(dropped) > 0 && was.hash != "" && !f.is(was.hash) {
				dropped = nil // by an edit of the file
			}
			if len(dropped) > 0 {
				change += fmt.Sprintf(": policies of %s.%s that were made elsewhere are dropped (%s)", schema, table, strings.Join(dropped, ", "))
			}
			changes = append(changes, change)
		}
		for _, name := range slices.Sorted(maps.Keys(force)) {
			if force[name].present != "" { // the table exists
				o.note("%s has no file for table %s, whose policies stay in force. To close the table, put an empty file there", policies.Name, name)
			}
		}
		return errors.Join(failures...)
	})
	return changes, err
}

// testSuffix ends the names of files that test policies beside them.
const testSuffix = "_test.sql"

// withoutTests leaves out the files that test policies, but for those of a table of such a name.
func withoutTests(ctx context.Context, conn *pgx.Conn, all []file) ([]file, error) {
	var kept []file
	for _, f := range all {
		isTable := true
		if strings.HasSuffix(f.name, testSuffix) {
			schema, table := f.table()
			if err := conn.QueryRow(ctx, "select to_regclass(format('%I.%I', $1::text, $2::text)) is not null", schema, table).Scan(&isTable); err != nil {
				return nil, fmt.Errorf("look for the table of %s: %w", f.name, err)
			}
		}
		if isTable {
			kept = append(kept, f)
		}
	}
	return kept, nil
}

// PolicyTables are the tables, as schema.table, of the policy files of a folder, and the files. Files that test
// policies are left out.
func PolicyTables(policies Folder) (map[string]string, error) {
	all, err := read(policies)
	if err != nil {
		return nil, err
	}
	tables := map[string]string{}
	for _, f := range all {
		if !strings.HasSuffix(f.name, testSuffix) {
			schema, table := f.table()
			tables[schema+"."+table] = path.Join(policies.Name, f.name)
		}
	}
	return tables, nil
}

// appliedPolicy is an applied policy file: when it was applied, and what is there now.
type appliedPolicy struct {
	hash, recorded, present string
	replaced                []string // hashes of the files before it
	at                      time.Time
}

// refuseOlder refuses files that others have replaced in this database.
func refuseOlder(policies Folder, all []file, force map[string]appliedPolicy) error {
	var failures []error
	for _, f := range all {
		schema, table := f.table()
		if was := force[schema+"."+table]; slices.ContainsFunc(was.replaced, f.is) {
			failures = append(failures, fmt.Errorf("%s is older than the one in force, which replaced it on %s: run the newer release, or go back to these policies: toubkal migrate --allow-older-policies",
				path.Join(policies.Name, f.name), was.at.UTC().Format("2 Jan 2006 15:04")))
		}
	}
	return errors.Join(failures...)
}

func appliedPolicies(ctx context.Context, conn *pgx.Conn) (map[string]appliedPolicy, error) {
	rows, err := conn.Query(ctx, `
		select p.table_name, p.hash, p.fingerprint, coalesce(f.fingerprint, ''), p.replaced, p.applied_at
		from toubkal.policies p left join (`+fingerprints+`) f using (table_name)`)
	if err != nil {
		return nil, fmt.Errorf("read the policies in force: %w", err)
	}
	force := map[string]appliedPolicy{}
	var name string
	var e appliedPolicy
	_, err = pgx.ForEachRow(rows, []any{&name, &e.hash, &e.recorded, &e.present, &e.replaced, &e.at}, func() error {
		force[name] = e
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read the policies in force: %w", err)
	}
	return force, nil
}

// fingerprints is the MD5 of all rights on each table that a policy file decides:
// not on realtime's partitions, which come and go while a file is applied. The
// parse trees of the expressions are compared, not their text, which would
// depend on the search path.
const fingerprints = `
	select n.nspname || '.' || c.relname as table_name, md5(concat_ws('|',
		c.relrowsecurity, c.relforcerowsecurity, c.relacl::text,
		(select string_agg(concat_ws(',', a.attname, a.attacl::text), ';' order by a.attnum)
			from pg_attribute a where a.attrelid = c.oid and a.attacl is not null),
		(select string_agg(concat_ws(',', p.polname, p.polcmd, p.polpermissive, p.polroles::text, p.polqual::text, p.polwithcheck::text), ';' order by p.polname)
			from pg_policy p where p.polrelid = c.oid),
		exists (select from pg_publication_rel r join pg_publication b on b.oid = r.prpubid
			where r.prrelid = c.oid and b.pubname = 'supabase_realtime'))) as fingerprint
	from pg_class c join pg_namespace n on n.oid = c.relnamespace
	where c.relkind in ('r', 'p', 'v', 'm', 'f')
		and n.nspname not in ('pg_catalog', 'information_schema', 'toubkal') and n.nspname !~ '^pg_(toast|temp)'
		and not (c.relispartition and n.nspname = 'realtime')`

func readFingerprints(ctx context.Context, tx pgx.Tx) (map[string]string, error) {
	rows, err := tx.Query(ctx, fingerprints)
	if err != nil {
		return nil, fmt.Errorf("read the rights on tables: %w", err)
	}
	all := map[string]string{}
	var name, print string
	_, err = pgx.ForEachRow(rows, []any{&name, &print}, func() error {
		all[name] = print
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read the rights on tables: %w", err)
	}
	return all, nil
}

// applyPolicy replaces the privileges and policies of a table by those of its
// file, and returns the policies that the table has no longer.
func applyPolicy(ctx context.Context, conn *pgx.Conn, folder string, f file) (dropped []string, err error) {
	err = inTx(ctx, conn, func(tx pgx.Tx) error {
		schema, table := f.table()
		name := schema + "." + table
		before, err := readFingerprints(ctx, tx)
		if err != nil {
			return err
		}
		label := path.Join(folder, f.name)
		if _, ok := before[name]; !ok {
			return fmt.Errorf("%s:1: there is no table %s", label, name)
		}
		was, err := policyNames(ctx, tx, schema, table)
		if err != nil {
			return err
		}
		if err := revokeAll(ctx, tx, schema, table); err != nil {
			return fmt.Errorf("%s: %w", label, err)
		}
		if err := runFile(ctx, tx, label, f.text); err != nil {
			return err
		}
		after, err := readFingerprints(ctx, tx)
		if err != nil {
			return err
		}
		if err := onlyItsTable(before, after, name); err != nil {
			return fmt.Errorf("%s:1: %w", label, err)
		}
		is, err := policyNames(ctx, tx, schema, table)
		if err != nil {
			return err
		}
		dropped = slices.DeleteFunc(was, func(policy string) bool { return slices.Contains(is, policy) })
		return record(ctx, tx, name, f, after[name])
	})
	return dropped, err
}

func policyNames(ctx context.Context, tx pgx.Tx, schema, table string) ([]string, error) {
	rows, err := tx.Query(ctx, "select policyname::text from pg_policies where schemaname = $1 and tablename = $2 order by 1", schema, table)
	if err != nil {
		return nil, fmt.Errorf("read the policies of %s.%s: %w", schema, table, err)
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}

// onlyItsTable refuses a file that changes another table's rights: the other
// file would undo them, or never know.
func onlyItsTable(before, after map[string]string, name string) error {
	for other, print := range after {
		if other != name && before[other] != print {
			return fmt.Errorf("the file also changes rights on %s: put that into its own file", other)
		}
	}
	return nil
}

func record(ctx context.Context, tx pgx.Tx, name string, f file, print string) error {
	_, err := tx.Exec(ctx, `
		insert into toubkal.policies (table_name, hash, fingerprint) values ($1, $2, $3)
		on conflict (table_name) do update set hash = excluded.hash, fingerprint = excluded.fingerprint, applied_at = now(),
			replaced = array_remove(array_remove(policies.replaced || policies.hash, excluded.hash), $4)`,
		name, f.hash, print, f.bytes)
	return err
}

// revokeAllSQL lists the statements that take all privileges and policies off table $2 of schema $1.
// PostgreSQL writes them, so that every name is quoted by its own rules. Revoking
// on a table also revokes on its columns.
const revokeAllSQL = `
with it as (
	select c.oid, c.relkind, format('%I.%I', n.nspname, c.relname) as name
	from pg_class c join pg_namespace n on n.oid = c.relnamespace
	where n.nspname = $1 and c.relname = $2 and c.relkind in ('r', 'p', 'v', 'm', 'f')
)
select format('drop policy %I on %s', p.polname, it.name)
	from it join pg_policy p on p.polrelid = it.oid
union all
select format('revoke all on table %s from public, anon, authenticated, service_role', it.name) from it
union all
select format('revoke all on sequence %I.%I from public, anon, authenticated, service_role', n.nspname, s.relname)
	from it join pg_depend d on d.refobjid = it.oid and d.refclassid = 'pg_class'::regclass and d.classid = 'pg_class'::regclass and d.deptype in ('a', 'i')
	join pg_class s on s.oid = d.objid and s.relkind = 'S'
	join pg_namespace n on n.oid = s.relnamespace
union all
select format('alter publication supabase_realtime drop table %s', it.name)
	from it join pg_publication_rel r on r.prrelid = it.oid
	join pg_publication b on b.oid = r.prpubid and b.pubname = 'supabase_realtime'`

// revokeAll takes all privileges and policies off a table, waiting at most 10 seconds for
// those that use it: a longer wait would hold up all later requests behind this one.
func revokeAll(ctx context.Context, tx pgx.Tx, schema, table string) error {
	if _, err := tx.Exec(ctx, "set local lock_timeout = '10s'"); err != nil {
		return err
	}
	rows, err := tx.Query(ctx, revokeAllSQL, schema, table)
	if err != nil {
		return fmt.Errorf("list the privileges on %s.%s: %w", schema, table, err)
	}
	statements, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return fmt.Errorf("list the privileges on %s.%s: %w", schema, table, err)
	}
	for _, s := range statements {
		if _, err := tx.Conn().PgConn().Exec(ctx, s).ReadAll(); err != nil {
			return fmt.Errorf("%s: %w", s, err)
		}
	}
	return nil
}

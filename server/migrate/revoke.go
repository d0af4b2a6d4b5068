package migrate

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
)

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
// whoever uses it: longer, and all later requests would queue behind us.
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

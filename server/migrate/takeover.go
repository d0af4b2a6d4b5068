package migrate

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
)

// A dump of a Supabase project brings schema auth, and often realtime, with the tables
// and functions of GoTrue and Realtime. On such a database the engine's files are applied
// statement by statement: what a statement would create and is there already stays, and
// gets what it lacks (takeOver). Nothing is dropped.

// isFromSupabase reports whether a dump has brought schema auth: the engine has applied
// nothing yet and there is a table of GoTrue, or GoTrue's list of migrations has rows.
func isFromSupabase(ctx context.Context, conn *pgx.Conn) (bool, error) {
	var fresh, users, listed, readable bool
	// The catalog itself: to_regclass needs a right on the schema.
	err := conn.QueryRow(ctx, `select
			not exists (select from toubkal.system_migrations) and not exists (select from toubkal.migrations),
			coalesce(bool_or(c.relname = 'users'), false), coalesce(bool_or(c.relname = 'schema_migrations'), false),
			coalesce(bool_and(has_schema_privilege(n.oid, 'usage') and has_table_privilege(c.oid, 'select')), false)
		from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
		where n.nspname = 'auth' and c.relname in ('users', 'schema_migrations') and c.relkind = 'r'`).Scan(&fresh, &users, &listed, &readable)
	if err != nil {
		return false, fmt.Errorf("look for schema auth: %w", err)
	}
	if fresh || !listed || !readable {
		return fresh && (users || listed), nil
	}
	var rows bool
	err = conn.QueryRow(ctx, "select exists (select from auth.schema_migrations)").Scan(&rows)
	return rows, err
}

// takeOver applies the engine's files that the ledger does not have, all in one
// transaction but for labels of enums, on a database that isFromSupabase. Notes name what was kept although it
// differs.
func takeOver(ctx context.Context, conn *pgx.Conn, files []file) (applied, notes []string, err error) {
	past, err := systemLedger.read(ctx, conn)
	if err != nil {
		return nil, nil, err
	}
	pending, err := systemLedger.pending(files, past, false)
	if err != nil || len(pending) == 0 {
		return nil, nil, err
	}
	if len(past) == 0 {
		notes = append(notes, "the accounts of a Supabase project were taken over: schema auth has what it lacked")
	}
	if err := addLabels(ctx, conn, pending); err != nil {
		return nil, nil, mayNot(err)
	}
	err = inTx(ctx, conn, func(tx pgx.Tx) error {
		if err := setActor(ctx, tx); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, "set local "+onCoordinator); err != nil {
			return err
		}
		if err := checkGoTrue(ctx, tx); err != nil {
			return err
		}
		t := &takeover{tx: tx}
		for _, f := range pending {
			if err := t.apply(ctx, f); err != nil {
				return err
			}
			applied = append(applied, systemLedger.label(f.name))
		}
		notes = append(notes, t.notes...)
		_, err := tx.Exec(ctx, afterTakeOver)
		return err
	})
	if err != nil {
		return nil, nil, mayNot(err)
	}
	return applied, notes, nil
}

// mayNot says what to do where the user of the connection lacks a right.
func mayNot(err error) error {
	if code(err) == "42501" { // insufficient_privilege
		return fmt.Errorf("this database has schema auth of a Supabase project, and the user of DATABASE_URL may not change it: start once with a superuser: %w", err)
	}
	return err
}

// addLabels adds the labels that enums lack, ahead of the transaction, in which they could
// not be used.
func addLabels(ctx context.Context, conn *pgx.Conn, files []file) error {
	for _, f := range files {
		for _, s := range Split(f.text) {
			m := createdType.FindStringSubmatch(s.Text)
			if m == nil {
				continue
			}
			schema, name, _ := strings.Cut(m[1], ".")
			for _, label := range quotedLabel.FindAllStringSubmatch(s.Text, -1) {
				var missing bool
				err := conn.QueryRow(ctx, `select count(*) > 0 and count(*) filter (where e.enumlabel = $3) = 0
					from pg_catalog.pg_enum e join pg_catalog.pg_type t on t.oid = e.enumtypid
					where t.typname = $2 and t.typnamespace = (select oid from pg_catalog.pg_namespace where nspname = $1)`, schema, name, label[1]).Scan(&missing)
				if err != nil {
					return err
				}
				if missing {
					if _, err := conn.Exec(ctx, "alter type "+m[1]+" add value if not exists '"+label[1]+"'"); err != nil {
						return err
					}
				}
			}
		}
	}
	return nil
}

// afterTakeOver makes what was there before do what the engine's own would: the service
// key passes row security, users who are banned have no access token that counts, and
// addresses that plain SQL has stored in upper case are found. (GoTrue compares in lower
// case, and stores so itself.)
const afterTakeOver = `
do $$
begin
	if not (select rolbypassrls from pg_catalog.pg_roles where rolname = 'service_role') then
		alter role service_role bypassrls;
	end if;
end
$$;
alter publication supabase_realtime_messages_publication set (publish = 'insert', publish_via_partition_root = true);
update auth.users u set email = lower(u.email)
where u.email <> lower(u.email) and not exists (select from auth.users o where o.id <> u.id and lower(o.email) = lower(u.email));
insert into auth.revocations (id, kind, user_id, until)
select id, 'user', id, banned_until from auth.users where banned_until > now()
on conflict (id) do nothing`

// checkGoTrue refuses what cannot be brought up to date by adding to it.
func checkGoTrue(ctx context.Context, tx pgx.Tx) error {
	var users, identities, messages bool
	err := tx.QueryRow(ctx, `select
		to_regclass('auth.users') is null or 5 = (
			select count(*) from pg_catalog.pg_attribute where attrelid = to_regclass('auth.users') and not attisdropped and (attname, atttypid::regtype::text) in
				(('id', 'uuid'), ('email', 'character varying'), ('encrypted_password', 'character varying'), ('raw_app_meta_data', 'jsonb'), ('is_sso_user', 'boolean'))),
		to_regclass('auth.identities') is null or 2 = (
			select count(*) from pg_catalog.pg_attribute where attrelid = to_regclass('auth.identities') and not attisdropped and (attname, atttypid::regtype::text) in
				(('id', 'uuid'), ('provider_id', 'text'))),
		to_regclass('realtime.messages') is null or exists (select from pg_catalog.pg_partitioned_table where partrelid = to_regclass('realtime.messages'))
	`).Scan(&users, &identities, &messages)
	switch {
	case err != nil:
		return fmt.Errorf("look at schema auth: %w", err)
	case !users || !identities:
		return errors.New("this database has a schema auth that is not GoTrue's, or GoTrue's of before November 2023: start a current GoTrue (supabase/auth) on it once, which brings it up to date, or rename the schema")
	case !messages:
		return errors.New("this database has a table realtime.messages that is not partitioned, as Supabase's was before 2024: drop it, its messages are kept for three days only")
	}
	return nil
}

// takeover applies files of the engine in one transaction.
type takeover struct {
	tx    pgx.Tx
	notes []string
}

func (t *takeover) note(format string, args ...any) {
	t.notes = append(t.notes, fmt.Sprintf(format, args...))
}

func (t *takeover) apply(ctx context.Context, f file) error {
	for _, s := range Split(f.text) {
		if err := t.statement(ctx, s); err != nil {
			return s.refused(systemLedger.label(f.name), f.text, err)
		}
	}
	if _, err := t.tx.Exec(ctx, "reset role"); err != nil {
		return err
	}
	return systemLedger.record(ctx, t.tx, f)
}

// statement runs a statement and, where its object is there already, brings that up to
// date.
func (t *takeover) statement(ctx context.Context, s Statement) error {
	text := s.Text
	var err error
	if m := allFunctions.FindStringSubmatch(text); m != nil {
		if text, err = t.ownFunctions(ctx, text, m[0], m[1]); err != nil || text == "" {
			return err
		}
	}
	err = t.run(ctx, text)
	if m := createdIndex.FindStringSubmatch(text); m != nil && err == nil {
		return t.dropCopy(ctx, m[2]+"."+m[1])
	}
	switch code(err) {
	case "42P06", "42P07", "42710", "42723": // duplicate schema, table or index, object, function
		return t.update(ctx, text, err)
	}
	return err
}

// run runs a statement behind a savepoint.
func (t *takeover) run(ctx context.Context, text string) error {
	return pgx.BeginFunc(ctx, t.tx, func(savepoint pgx.Tx) error { return runStatement(ctx, savepoint, Statement{Text: text}) })
}

// asSession runs a statement as the user of the connection, not as the role that the file
// has set, which it formats in.
func (t *takeover) asSession(ctx context.Context, format string, args ...any) error {
	var role string
	if err := t.tx.QueryRow(ctx, "select quote_ident(current_user)").Scan(&role); err != nil {
		return err
	}
	if _, err := t.tx.Exec(ctx, "reset role"); err != nil {
		return err
	}
	if err := t.run(ctx, fmt.Sprintf(strings.ReplaceAll(format, "ROLE", role), args...)); err != nil {
		return err
	}
	_, err := t.tx.Exec(ctx, "set local role "+role)
	return err
}

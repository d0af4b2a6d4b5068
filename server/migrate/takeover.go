package migrate

import (
	"context"
	_ "embed" // takeover.sql
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// A dump of a Supabase project brings schema auth, and often realtime, with the tables
// and functions of GoTrue and Realtime. On such a database takeover.sql brings these up to
// date, and the engine's files are applied but for what is there already. (Rows alone are
// loaded into a database of this program, which is no such case.)

// isFromSupabase reports whether a dump has brought schema auth: the engine has applied
// nothing yet, and there is a table of GoTrue.
func isFromSupabase(ctx context.Context, conn *pgx.Conn) (found bool, err error) {
	// The catalog itself: to_regclass needs a right on the schema.
	err = conn.QueryRow(ctx, `select not exists (select from toubkal.system_migrations) and not exists (select from toubkal.migrations) and exists (
		select from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
		where n.nspname = 'auth' and c.relname in ('users', 'schema_migrations') and c.relkind = 'r')`).Scan(&found)
	if err != nil {
		return false, fmt.Errorf("look for schema auth: %w", err)
	}
	return found, nil
}

// takeOver applies the engine's files on a database that isFromSupabase, all in one
// transaction. Notes name what was kept although it differs.
func takeOver(ctx context.Context, conn *pgx.Conn, files []file) (applied, notes []string, err error) {
	notes = append(notes, "the accounts of a Supabase project were taken over: schema auth has what it lacked")
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
		var kept []ownFunction
		for i, f := range files {
			if i == 1 { // the first file has created the roles
				if kept, err = ownClaimFunctions(ctx, tx); err != nil {
					return err
				}
				if _, err := tx.Exec(ctx, beforeTakeOver); err != nil {
					return fmt.Errorf("bring schema auth up to date: %w", err)
				}
			}
			if err := applyMissing(ctx, tx, f); err != nil {
				return err
			}
			applied = append(applied, systemLedger.label(f.name))
		}
		if _, err := tx.Exec(ctx, afterTakeOver); err != nil {
			return err
		}
		for _, f := range kept {
			if err := f.restore(ctx, tx); err != nil {
				return err
			}
			notes = append(notes, f.name+"() is not GoTrue's and was kept: it does not give the claims of the token")
		}
		var moved bool
		err := tx.QueryRow(ctx, "select to_regclass('auth.mfa_recovery_codes_gotrue') is not null").Scan(&moved)
		if moved {
			notes = append(notes, "auth.mfa_recovery_codes is not in the form of this program and was renamed to mfa_recovery_codes_gotrue: users with recovery codes have to make new ones")
		}
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

// beforeTakeOver brings GoTrue's and Realtime's objects up to date.
//
//go:embed takeover.sql
var beforeTakeOver string

// afterTakeOver makes what was there before do what the engine's own would: the service
// key passes row security, users who are banned have no access token that counts, and
// addresses that plain SQL has stored in upper case are found. (GoTrue compares in lower
// case, and stores so itself.) Roles of the project's own may call GoTrue's functions.
const afterTakeOver = `
do $$
begin
	if not (select rolbypassrls from pg_catalog.pg_roles where rolname = 'service_role') then
		alter role service_role bypassrls;
	end if;
end
$$;
grant execute on function auth.uid(), auth.role(), auth.email(), auth.jwt() to public;
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

// applyMissing applies a file of the engine but for what is there already: schemas, types,
// tables, indexes and constraints.
func applyMissing(ctx context.Context, tx pgx.Tx, f file) error {
	for _, s := range Split(f.text) {
		err := pgx.BeginFunc(ctx, tx, func(savepoint pgx.Tx) error { return runStatement(ctx, savepoint, s) })
		switch code(err) {
		case "42P06", "42P07", "42710": // duplicate schema, table or index, object
			continue
		case "42P13": // another result or names of parameters
			err = fmt.Errorf("a function is there with another result or other parameters, rename it: %s", message(err))
		}
		if err != nil {
			return s.refused(systemLedger.label(f.name), f.text, err)
		}
	}
	if _, err := tx.Exec(ctx, "reset role"); err != nil {
		return err
	}
	return systemLedger.record(ctx, tx, f)
}

// ownFunction is a function of the project with the name of one of GoTrue's.
type ownFunction struct{ name, definition, owner string }

// ownClaimFunctions are the functions that policies call and that give other results than
// GoTrue's: nothing for a request without claims and, with claims, what they say. They are
// called as authenticated.
func ownClaimFunctions(ctx context.Context, tx pgx.Tx) (own []ownFunction, err error) {
	const claims = `{"sub": "00000000-0000-4000-8000-000000000001", "role": "authenticated", "email": "a@b.test"}`
	for name, want := range map[string]string{
		"auth.uid": "00000000-0000-4000-8000-000000000001", "auth.role": "authenticated", "auth.email": "a@b.test", "auth.jwt": claims,
	} {
		f := ownFunction{name: name}
		err := tx.QueryRow(ctx, "select pg_get_functiondef(oid), proowner::regrole from pg_catalog.pg_proc where oid = to_regprocedure($1)", name+"()").Scan(&f.definition, &f.owner)
		if errors.Is(err, pgx.ErrNoRows) {
			continue
		}
		if err != nil {
			return nil, err
		}
		same, err := readsClaims(ctx, tx, name, claims, want)
		if err != nil {
			return nil, err
		}
		if !same {
			own = append(own, f)
		}
	}
	return own, nil
}

var errProbed = errors.New("roll back the settings")

func readsClaims(ctx context.Context, tx pgx.Tx, name, claims, want string) (same bool, err error) {
	err = pgx.BeginFunc(ctx, tx, func(savepoint pgx.Tx) error {
		if _, err := savepoint.Exec(ctx, `set local role authenticated`); err != nil {
			return err
		}
		for _, probe := range []struct{ claims, want string }{{"", ""}, {claims, want}} {
			var got string
			if _, err := savepoint.Exec(ctx, "select set_config('request.jwt.claims', $1, true)", probe.claims); err != nil {
				return err
			}
			err := savepoint.QueryRow(ctx, "select coalesce("+name+"()::text, '')").Scan(&got)
			if err != nil || got != probe.want {
				return errProbed
			}
		}
		same = true
		return errProbed
	})
	if errors.Is(err, errProbed) {
		err = nil
	}
	return same, err
}

// restore replaces the engine's function by the project's.
func (o ownFunction) restore(ctx context.Context, tx pgx.Tx) error {
	_, err := tx.Exec(ctx, o.definition+"; alter function "+o.name+"() owner to "+o.owner)
	return err
}

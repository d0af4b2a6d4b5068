package migrate

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// DefaultGrants are the privileges that the API roles (anon, authenticated,
// service_role) get on each table, sequence and function that a migration
// creates in schema public. They are PostgreSQL's default privileges of the user
// that runs the migrations.
type DefaultGrants int

const (
	// GrantNothing leaves a new object closed until a migration or a policy file
	// grants. It is the default.
	GrantNothing DefaultGrants = iota
	// GrantAll grants all privileges, as Supabase projects have had from the start. A
	// table is open to everyone as long as its row security is off.
	GrantAll
	// GrantExplicit is the default of new Supabase projects since 2026: GrantAll without
	// the privileges that the table API uses. A function stays callable by everyone,
	// since that is PostgreSQL's own default.
	GrantExplicit
)

// publicExecute undoes what 0001_roles.sql revokes: migrations written for
// Supabase rely on PostgreSQL's default that everyone may call a function.
const publicExecute = `
alter default privileges grant execute on functions to public;`

const grantAll = publicExecute + `
alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
alter default privileges in schema public grant all on sequences to anon, authenticated, service_role;
alter default privileges in schema public grant all on functions to anon, authenticated, service_role;`

const grantExplicit = grantAll + `
alter default privileges in schema public revoke select, insert, update, delete on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke usage, select on sequences from anon, authenticated, service_role;
alter default privileges in schema public revoke execute on functions from anon, authenticated, service_role;`

// setDefaultGrants sets the default privileges on a database without migrations.
// Later it does nothing: they are about future objects, and may have been changed
// since.
func setDefaultGrants(ctx context.Context, conn *pgx.Conn, ledger string, grants DefaultGrants) error {
	sql, ok := map[DefaultGrants]string{GrantAll: grantAll, GrantExplicit: grantExplicit}[grants]
	if !ok {
		return nil
	}
	var needed bool
	err := conn.QueryRow(ctx, `select not exists (select from `+ledger+`) and not exists (
		select from pg_default_acl where defaclrole = current_user::regrole and defaclnamespace = 'public'::regnamespace)`).Scan(&needed)
	if err == nil && needed {
		_, err = conn.Exec(ctx, sql)
	}
	if err != nil {
		return fmt.Errorf("set the default privileges: %w", err)
	}
	return nil
}

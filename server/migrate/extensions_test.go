package migrate_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/toubkal/toubkal/server/migrate"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

// withoutOwn is a database whose server offers none of the engine's extensions, as one before PostgreSQL 18.
func withoutOwn(t *testing.T) (*pgtest.DB, *pgx.Conn) {
	t.Helper()
	d := pgtest.Empty(t)
	if _, err := d.Admin.Exec(t.Context(), "alter database "+d.Name+" set extension_control_path = '$system'"); err != nil {
		t.Fatal(err)
	}
	return d, d.Conn()
}

// places are a server that offers the engine's extensions, and one that does not.
var places = map[string]func(*testing.T) (*pgtest.DB, *pgx.Conn){
	"offered": func(t *testing.T) (*pgtest.DB, *pgx.Conn) {
		d := pgtest.Empty(t)
		return d, d.Conn()
	},
	"in place": withoutOwn,
}

const token = "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiYWRtaW4iOnRydWV9.TJVA95OrM7E2cBab30RMHrHDcEfxjoYZgeFONFh7HgQ"

func TestOwnExtension(t *testing.T) {
	t.Parallel()
	for name, place := range places {
		for spelling, create := range map[string]string{
			"plain":        "create extension pgjwt schema extensions",
			"of a dump":    `CREATE EXTENSION IF NOT EXISTS "pgjwt" WITH SCHEMA "extensions"`,
			"with version": `create extension if not exists pgjwt with schema "extensions" version '0.1.1' cascade`,
		} {
			t.Run(name+", "+spelling, func(t *testing.T) {
				t.Parallel()
				d, conn := place(t)
				applied, notes, err := supabase(t, conn, migrate.SupabaseOptions{NoSeed: true}, "migrations/1_a.sql",
					create+";\ncomment on extension pgjwt is 'x';\nalter extension pgjwt set schema extensions;\nalter extension pgjwt update;\n"+
						"create extension if not exists pgjwt;")
				if err != nil {
					t.Fatalf("applied %q: %v", applied, err)
				}
				want := []string{"supabase/migrations/1_a.sql:1: extension pgjwt is of this program's own make: this PostgreSQL has no other"}
				if diff := cmp.Diff(want, notes); diff != "" {
					t.Errorf("notes (-want +got):\n%s", diff)
				}
				if got := one(t, d, `select extensions.sign('{"sub":"1234567890","name":"John Doe","admin":true}', 'secret')`); got != token {
					t.Errorf("sign gives %s", got)
				}
				if got := one(t, d, `select payload ->> 'name' || valid from extensions.verify('`+token+`', 'secret')`); got != "John Doetrue" {
					t.Errorf("verify gives %s", got)
				}
				if got := one(t, d, `select string_agg(valid::text, ' ') from (
					select valid from extensions.verify('`+token+`', 'other')
					union all select valid from extensions.verify(extensions.sign('{"exp": 1}', 's'), 's')
					union all select valid from extensions.verify('`+token+`', 'secret', 'HS512')) as q`); got != "false false false" {
					t.Errorf("another secret, an expired token, another algorithm: valid %s", got)
				}
				_, _, err = supabase(t, conn, migrate.SupabaseOptions{NoSeed: true}, "migrations/1_a.sql", "", "migrations/2_b.sql", "create extension pgjwt schema extensions")
				wants(t, "again", err, "already exists", "42710")
				_, _, err = supabase(t, conn, migrate.SupabaseOptions{NoSeed: true}, "migrations/1_a.sql", "", "migrations/2_b.sql", "drop extension pgjwt; drop extension if exists pgjwt;")
				if err != nil {
					t.Fatal(err)
				}
				if got := one(t, d, "select coalesce(to_regprocedure('extensions.sign(json, text, text)')::text, 'none')"); got != "none" {
					t.Errorf("dropped, there is still %s", got)
				}
			})
		}
	}
}

// In a project with files of its own layout, too.
func TestOwnExtensionOfANumberedMigration(t *testing.T) {
	t.Parallel()
	d, conn := withoutOwn(t)
	folder := migrate.Folder{Name: "schema", Files: files("0001_a.sql", "create extension pgjwt schema extensions")}
	var notes []string
	if _, err := migrate.Up(t.Context(), conn, folder, migrate.Options{Note: func(line string) { notes = append(notes, line) }}); err != nil {
		t.Fatal(err)
	}
	if len(notes) != 1 || !strings.Contains(notes[0], "schema/0001_a.sql:1: extension pgjwt") {
		t.Errorf("notes %q", notes)
	}
	if got := one(t, d, "select has_function_privilege('anon', 'extensions.sign(json, text, text)', 'execute')"); got != "true" {
		t.Errorf("anon may sign: %s", got)
	}
}

// A dump makes the schemas before the extensions, and names other ones for those that have a schema of their own.
func TestOwnExtensionsOfADump(t *testing.T) {
	t.Parallel()
	for name, place := range places {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, conn := place(t)
			_, _, err := supabase(t, conn, migrate.SupabaseOptions{NoSeed: true}, "migrations/1_a.sql", `
				create schema cron; create schema if not exists net; create schema if not exists vault; create schema pgmq;
				create extension if not exists pg_cron with schema pg_catalog; create extension if not exists pg_net with schema extensions;
				create extension if not exists supabase_vault with schema extensions; create extension if not exists pgmq with schema extensions;
				grant usage on schema cron to postgres; grant all on all tables in schema cron to postgres;`,
				"migrations/2_b.sql", `drop extension pg_cron; drop extension pg_net; drop extension pgmq; drop extension supabase_vault;
				select pg_catalog.set_config('search_path', '', false); create extension if not exists "pg_cron"; create extension "pg_net";
				create extension "pgmq"; create extension "supabase_vault" cascade;`)
			if err != nil {
				t.Fatal(err)
			}
		})
	}
}

func TestOwnExtensionRefuses(t *testing.T) {
	t.Parallel()
	for name, place := range places {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, conn := place(t)
			for _, test := range []struct{ sql, code string }{
				{"create extension pgjwt with schema nowhere", "3F000"},
				{"drop extension pgcrypto cascade; create extension pgjwt", "required extension"},
				{"drop extension pgjwt", "42704"},
			} {
				_, _, err := supabase(t, conn, migrate.SupabaseOptions{NoSeed: true}, "migrations/1_a.sql", "select 1;\n"+test.sql)
				wants(t, test.sql, err, "supabase/migrations/1_a.sql:2:", test.code)
			}
		})
	}
}

// What applications do not call is left out, with one note for each extension.
func TestExtensionsThatAreLeftOut(t *testing.T) {
	t.Parallel()
	_, notes, err := supabase(t, pgtest.Empty(t).Conn(), migrate.SupabaseOptions{NoSeed: true},
		"migrations/1_a.sql", "create extension hypopg;\ncreate extension index_advisor cascade; comment on extension hypopg is 'x';",
		"migrations/2_b.sql", `drop extension hypopg; create extension if not exists "hypopg" with schema extensions; drop extension if exists pg_net_that_is_not`)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"supabase/migrations/1_a.sql:1: left out: this PostgreSQL has no extension hypopg",
		"supabase/migrations/1_a.sql:2: left out: this PostgreSQL has no extension index_advisor",
	}
	if diff := cmp.Diff(want, notes, cmpopts.AcyclicTransformer("purpose", func(s string) string {
		before, _, _ := strings.Cut(s, " (")
		return before
	})); diff != "" {
		t.Errorf("notes (-want +got):\n%s", diff)
	}
}

// asRole is the SQLSTATE of sql as a role, "" where it is allowed.
func asRole(t *testing.T, conn *pgx.Conn, role, sql string) string {
	t.Helper()
	tx, err := conn.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback(t.Context()) }()
	if _, err := tx.Exec(t.Context(), "set local role "+role); err != nil {
		t.Fatal(err)
	}
	_, err = tx.Exec(t.Context(), sql)
	if refused, ok := errors.AsType[*pgconn.PgError](err); ok {
		return refused.Code
	}
	if err != nil {
		t.Fatal(err)
	}
	return ""
}

// The image has vault without a statement of a migration.
func TestVault(t *testing.T) {
	t.Parallel()
	for name, place := range places {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d, conn := place(t)
			_, notes, err := supabase(t, conn, migrate.SupabaseOptions{NoSeed: true, Options: migrate.Options{DefaultGrants: migrate.GrantAll}},
				"migrations/1_a.sql", `create extension if not exists "supabase_vault" with schema "vault" cascade;
				select vault.create_secret('open sesame', 'cave', 'of Ali'); select vault.create_secret(E'two\nlines ☃');`)
			if err != nil {
				t.Fatal(notes, err)
			}
			const read = "select string_agg(concat_ws('|', name, description, decrypted_secret), ',' order by name) from vault.decrypted_secrets"
			if got := one(t, d, read); got != "cave|of Ali|open sesame,|two\nlines ☃" {
				t.Errorf("read back %q", got)
			}
			if got := one(t, d, "select count(*) from vault.secrets where secret like '%sesame%' or secret = encode('open sesame', 'base64')"); got != "0" {
				t.Error("a secret is stored as it is")
			}
			if got := asRole(t, conn, "service_role", "select vault.update_secret(id, 'closed', 'door') from vault.secrets where name = 'cave'; select decrypted_secret from vault.decrypted_secrets; delete from vault.secrets"); got != "" {
				t.Errorf("service_role is refused: %s", got)
			}
			for _, role := range []string{"anon", "authenticated", "authenticator"} {
				for _, sql := range []string{
					"select * from vault.decrypted_secrets", "select vault.create_secret('x')", "select vault._key('encryption')",
					"select vault._decrypt(null, null, null)", "select vault._mac(null, null, null)",
				} {
					if got := asRole(t, conn, role, sql); got != "42501" {
						t.Errorf("%s: %s gives %q, want a refusal", role, sql, got)
					}
				}
			}
			if got := asRole(t, conn, "service_role", "select vault._key('encryption')"); got != "42501" {
				t.Errorf("service_role reads the key: %q", got)
			}
			for what, sql := range map[string]string{
				"a plain secret":       "insert into vault.secrets (secret) values ('plain')",
				"another row's secret": "update vault.secrets set (secret, nonce) = (select secret, nonce from vault.secrets where name = 'cave') where name is null; select count(decrypted_secret) from vault.decrypted_secrets",
				"a changed secret":     "update vault.secrets set secret = overlay(secret placing 'AAAA' from 50) where name = 'cave'; select count(decrypted_secret) from vault.decrypted_secrets",
				"a name that is there": "select vault.create_secret('x', 'cave')",
				"no secret":            "select vault.create_secret(null)",
			} {
				if got := asRole(t, conn, "postgres", sql); got == "" {
					t.Errorf("%s is not refused", what)
				}
			}
			if _, err := conn.Exec(t.Context(), "select vault.update_secret(id, 'closed') from vault.secrets where name = 'cave'"); err != nil {
				t.Fatal(err)
			}
			if got := one(t, d, read); got != "cave|of Ali|closed,|two\nlines ☃" {
				t.Errorf("after an update %q", got)
			}
			if got := one(t, d, "select size || ' ' || (pg_read_file('toubkal_vault.key') ~ '^[0-9a-f]{64}\n$') from pg_stat_file('toubkal_vault.key')"); got != "65 true" {
				t.Errorf("the key's file has %s", got)
			}
		})
	}
}

// A user who is no superuser gets a vault that says why it keeps nothing.
func TestVaultWithoutSuperuser(t *testing.T) {
	t.Parallel()
	d, conn := withoutOwn(t)
	_, _, err := supabase(t, conn, migrate.SupabaseOptions{NoSeed: true}, "migrations/1_a.sql", "drop extension supabase_vault;"+
		"grant create on database "+d.Name+" to dashboard_user; grant usage, create on schema toubkal, extensions to dashboard_user;"+
		"grant all on toubkal.extensions to dashboard_user;\n"+
		"set role dashboard_user;\nset search_path = extensions;\ncreate extension if not exists supabase_vault;\nselect vault.create_secret('x');")
	wants(t, "create a secret", err, "1_a.sql:5:", "vault cannot read its key", "F0000", "superuser")
}

// A user who is no superuser starts all the same, and is told what there is not.
func TestImageWithoutSuperuser(t *testing.T) {
	t.Parallel()
	if _, _, err := supabase(t, pgtest.Empty(t).Conn(), migrate.SupabaseOptions{NoSeed: true}); err != nil { // the roles are there
		t.Fatal(err)
	}
	d, admin := withoutOwn(t)
	owner := strings.Replace(d.Name, "test_", "owner_", 1)
	if _, err := admin.Exec(t.Context(), "create role "+owner+" login password 'x' createrole createdb; alter database "+d.Name+" owner to "+owner+
		"; grant toubkal_owner, supabase_auth_admin, supabase_realtime_admin, supabase_storage_admin, toubkal_worker to "+owner); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if _, err := d.Admin.Exec(context.Background(), "reassign owned by "+owner+" to current_user; drop owned by "+owner+"; drop role "+owner); err != nil {
			t.Error(err)
		}
	})
	config := admin.Config().Copy()
	config.User, config.Password = owner, "x"
	conn, err := pgx.ConnectConfig(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	_, notes, err := supabase(t, conn, migrate.SupabaseOptions{NoSeed: true}, "migrations/1_a.sql", "select 1")
	if err != nil || !slices.ContainsFunc(notes, func(line string) bool { return strings.HasPrefix(line, "vault keeps no secrets") }) {
		t.Errorf("%v, notes %q: want one about vault", err, notes)
	}
}

func TestImage(t *testing.T) {
	t.Parallel()
	d := pgtest.Empty(t)
	_, notes, err := supabase(t, d.Conn(), migrate.SupabaseOptions{NoSeed: true}, "migrations/1_remote_schema.sql", `
		alter default privileges for role supabase_admin in schema public grant all on tables to anon;
		grant usage on schema public to dashboard_user, supabase_read_only_user, pgbouncer;
		set role supabase_functions_admin; reset role; set role supabase_replication_admin; reset role;
		grant usage on schema graphql_public to supabase_storage_admin;`)
	if err != nil || len(notes) > 0 {
		t.Fatal(notes, err)
	}
	if got := one(t, d, "select graphql_public.graphql(query => '{ a }')"); got != `{"errors": [{"message": "pg_graphql extension is not enabled."}]}` {
		t.Errorf("graphql answers %s", got)
	}
	if got := one(t, d, "select coalesce(string_agg(rolname, ' '), '') from pg_roles where (rolcanlogin or rolsuper or rolcreaterole or rolbypassrls) and rolname in ('supabase_admin', 'dashboard_user', 'pgbouncer', 'supabase_functions_admin', 'supabase_read_only_user', 'supabase_replication_admin')"); got != "" {
		t.Errorf("roles with a right of their own: %s", got)
	}
}

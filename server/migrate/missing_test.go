package migrate_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toubkal/toubkal/server/migrate"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

func TestMissing(t *testing.T) {
	t.Parallel()
	offer := migrate.EngineOffer("postgres")
	offer.Extensions = []string{"pgcrypto"}
	for _, test := range []struct {
		name string
		sql  string
		want []string
	}{
		{"nothing", "create table public.a (); grant all on public.a to anon, service_role with grant option;", nil},
		{"an extension", "select 1;\ncreate extension if not exists \"vector\" with schema extensions;", []string{"2 extension vector"}},
		{"what the engine has", "create extension pgjwt; create extension pgmq; create extension hypopg; create extension pgcrypto;\nalter table pgmq.q_a enable row level security", nil},
		{"an extension that pg_tle installs", "create extension pg_tle;\nselect pgtle.install_extension('own-tool', '1', '', 'select 1');\ncreate extension \"own-tool\"", []string{"3 extension own-tool"}},
		{"what dumps create and few use", `create extension if not exists "wrappers" with schema "extensions"`, nil},
		{"in a DO block", "do $$ begin create extension vector; grant all on a to nobody_there; end $$", nil},
		{"in a text", "select 'create extension vector'; comment on schema public is 'grant x to nobody_there'", nil},
		{"a role", "grant all on all tables in schema public to anon, somebody;\nalter table public.a owner to somebody", []string{"1 role somebody"}},
		{"a role that is made", "do $$ begin create role somebody; end $$; grant all on public.a to somebody", nil},
		{"a role whose name is computed", "do $$ begin execute format('create role %I', 'a'); end $$; grant all on public.a to somebody", nil},
		{"a role of a policy", `create policy "Give all to nobody using id" on public.a for select to "Some One" using (true)`, []string{"1 role Some One"}},
		{"roles of the image", "alter default privileges for role supabase_admin in schema public grant all on tables to postgres, dashboard_user", nil},
		{"default privileges for a role", "alter default privileges for role cloud in schema public revoke all on tables from other", []string{"1 role cloud", "1 role other"}},
		{"a role that is set", "set role cloud; set local role none; reset role", []string{"1 role cloud"}},
		{"no role", "create policy p on public.a to public using (x = 'to b'); grant select on a to current_user; revoke all on a from public cascade", nil},
		{"a schema", "create table private.a (id int);\ncreate function private.f() returns int language sql return 1", []string{"1 schema private"}},
		{"a schema that is made", "create schema if not exists private; create table private.a ()", nil},
		{"a schema that is made later", "create table private.a (); create schema private", nil},
		{"a schema of grants", "grant usage on schema public, other to anon", []string{"1 schema other"}},
		{"a guarded statement", "alter table if exists other.a add b int; drop table if exists other.a", nil},
		{"a schema of an extension that is missing", "create extension postgis_topology; grant usage on schema topology to anon", []string{"1 extension postgis_topology"}},
		{"a condition", `create policy p on a for select to anon using (exists (select from b dd join c on dd.id = c.id)); create index on a (id) where a.x > 1`, nil},
		{"a role of PostgreSQL", "grant all on schema public to pg_database_owner; grant select on a to pg_monitor", nil},
		{"a temporary function", "create function pg_temp.f() returns int language sql return 1; create table pg_temp.a ()", nil},
		{"a trigger", "create trigger t after insert on other.a for each row execute function public.f()", []string{"1 schema other"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			err := migrate.Check(files("migrations/1_a.sql", test.sql), "supabase", offer)
			var got []string
			if missing, ok := errors.AsType[*migrate.MissingError](err); ok {
				for _, n := range missing.Needs {
					got = append(got, fmt.Sprint(n.Line, " ", n.Kind, " ", n.Name))
				}
			} else if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("needs (-want +got):\n%s", diff)
			}
		})
	}
}

// All that is missing is told before the first statement.
func TestMissingIsToldAtOnce(t *testing.T) {
	t.Parallel()
	d := pgtest.Empty(t)
	_, _, err := supabase(t, d.Conn(), migrate.SupabaseOptions{NoSeed: true},
		"roles.sql", "create role cloud_"+d.Name+"; grant anon to cloud_"+d.Name+", absent;",
		"migrations/1_a.sql", "create table public.a ();",
		"migrations/2_b.sql", "create table public.b ();\ncreate extension vector;\ngrant select on public.b to nobody_there;")
	wants(t, "Supabase", err, "supabase/roles.sql:1: role absent", "supabase/migrations/2_b.sql:2: extension vector: postgresql-18-pgvector",
		"brew install pgvector", "supabase/migrations/2_b.sql:3: role nobody_there", "TOUBKAL_POSTGRES_BIN", "DATABASE_URL")
	if got := one(t, d, "select coalesce(to_regclass('public.a')::text, 'none')"); got != "none" {
		t.Errorf("there is %s: want no migration applied", got)
	}
	_, err = migrate.Up(t.Context(), d.Conn(), migrate.Folder{Name: "schema", Files: files("0001_a.sql", "create table a ();", "0002_b.sql", "create extension plv8")}, migrate.Options{})
	wants(t, "Up", err, "schema/0002_b.sql:1: extension plv8")
}

// An extension may have made a schema that no migration does: PostgreSQL tells where it is not there.
func TestAMissingSchemaAloneIsLeftToPostgreSQL(t *testing.T) {
	t.Parallel()
	d := pgtest.Empty(t)
	_, _, err := supabase(t, d.Conn(), migrate.SupabaseOptions{NoSeed: true},
		"migrations/1_a.sql", "do $$ begin execute 'create sch' || 'ema topology'; end $$; create table topology.a ();", "migrations/2_b.sql", "create table absent.b ();")
	wants(t, "Supabase", err, "supabase/migrations/2_b.sql", `schema "absent" does not exist`)
	if got := one(t, d, "select coalesce(to_regclass('topology.a')::text, 'none')"); got != "topology.a" {
		t.Errorf("there is %s: want the table of the first migration", got)
	}
}

// What check takes for granted without a database is what a database has.
func TestEngineOffer(t *testing.T) {
	t.Parallel()
	conn := pgtest.Empty(t).Conn()
	if _, _, err := supabase(t, conn, migrate.SupabaseOptions{NoSeed: true}, "migrations/1_a.sql", "select 1"); err != nil {
		t.Fatal(err)
	}
	has, err := migrate.ReadOffer(t.Context(), conn)
	if err != nil {
		t.Fatal(err)
	}
	offer := migrate.EngineOffer("postgres")
	for _, role := range offer.Roles {
		if !slices.Contains(has.Roles, role) {
			t.Errorf("there is no role %s", role)
		}
	}
	for _, schema := range offer.Schemas {
		if !slices.Contains(has.Schemas, schema) {
			t.Errorf("there is no schema %s", schema)
		}
	}
	for _, schema := range has.Schemas {
		if !strings.HasPrefix(schema, "pg_") && !slices.Contains(offer.Schemas, schema) {
			t.Errorf("a database has schema %s, too", schema)
		}
	}
}

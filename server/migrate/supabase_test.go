package migrate_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/migrate"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

// supabase applies a folder, and leaves out the engine's files.
func supabase(t *testing.T, conn *pgx.Conn, o migrate.SupabaseOptions, pairs ...string) (applied, notes []string, err error) {
	t.Helper()
	applied, notes, err = migrate.Supabase(t.Context(), conn, files(pairs...), o)
	return slices.DeleteFunc(applied, func(name string) bool { return strings.HasPrefix(name, "system/") }), notes, err
}

const (
	shopSQL = `-- Shops.
create table public.shops (id uuid primary key default uuid_generate_v4(), name text not null);
alter table public.shops enable row level security;
create policy "Anyone reads shops" on public.shops for select using (true);
create policy "Members talk" on realtime.messages for select to authenticated using (realtime.topic() = 'shop');
`
	goodsSQL = `create table public.goods (id bigint generated always as identity primary key, shop uuid references public.shops);`
)

func TestSupabaseFolder(t *testing.T) {
	t.Parallel()
	d := pgtest.Empty(t)
	conn := d.Conn()
	folder := []string{
		"config.toml", "x",
		"seed.sql", "insert into public.shops (name) values ('One');",
		"migrations/20250101000000_shops.sql", shopSQL,
		"migrations/20250202000000_goods.sql", goodsSQL,
		"migrations/bad-name.sql", "nix",
		"migrations/20210101000000_init.sql", "nix",
		"migrations/sub/20250303000000_x.sql", "nix",
	}
	skipped := `skipped supabase/migrations/bad-name.sql: its name must match "<timestamp>_name.sql"`
	for _, step := range []struct {
		name           string
		more           []string
		applied, notes []string
	}{
		{"first", nil, []string{"supabase/migrations/20250101000000_shops.sql", "supabase/migrations/20250202000000_goods.sql", "supabase/seed.sql"}, []string{skipped}},
		{"second", nil, nil, []string{skipped}},
		{"a new file", []string{"migrations/20250303000000_.sql", "select 1; select 2;"}, []string{"supabase/migrations/20250303000000_.sql"}, []string{skipped}},
		{
			"an edited file",
			[]string{"migrations/20250303000000_.sql", "select 1; -- no change\nselect 2", "migrations/20250202000000_goods.sql", goodsSQL + "select 1"},
			nil,
			[]string{skipped, "supabase/migrations/20250202000000_goods.sql was edited after it was applied, which has no effect on this database: write a new migration"},
		},
	} {
		applied, notes, err := supabase(t, conn, migrate.SupabaseOptions{}, append(slices.Clone(folder), step.more...)...)
		if err != nil {
			t.Fatalf("%s: %v", step.name, err)
		}
		if diff := cmp.Diff(step.applied, applied, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s: applied (-want +got):\n%s", step.name, diff)
		}
		if diff := cmp.Diff(step.notes, notes); diff != "" {
			t.Errorf("%s: notes (-want +got):\n%s", step.name, diff)
		}
	}
	if got := one(t, d, "select string_agg(concat_ws('|', version, name, cardinality(statements)), ' ' order by version) from supabase_migrations.schema_migrations"); got != "20250101000000|shops|4 20250202000000|goods|1 20250303000000||2" {
		t.Errorf("ledger %q", got)
	}
	if got := one(t, d, "select string_agg(path || length(hash), ' ') from supabase_migrations.seed_files"); got != "supabase/seed.sql64" {
		t.Errorf("seed files %q", got)
	}
	if got := one(t, d, "select count(*) from public.shops"); got != "1" {
		t.Errorf("%s shops, want 1", got)
	}
}

// The CLI applied something before; it keeps comments, and an old one no statements.
func TestSupabaseFolderGoesOnWhereTheCLIWas(t *testing.T) {
	t.Parallel()
	d := pgtest.Empty(t)
	conn := d.Conn()
	if _, err := conn.Exec(t.Context(), `
		create schema supabase_migrations;
		create table supabase_migrations.schema_migrations (version text not null primary key, statements text[], created_by text);
		insert into supabase_migrations.schema_migrations values ('20250101000000', array[E'-- Shops.\ncreate table public.shops (id int)', 'select 1']), ('20250102000000', null);
		create table public.shops (id int)`); err != nil {
		t.Fatal(err)
	}
	folder := []string{
		"seed.sql", "insert into public.shops values (1)",
		"migrations/20250101000000_shops.sql", "-- Shops.\ncreate table public.shops (id int);\nselect 1;\n",
		"migrations/20250102000000_old.sql", "select 'unknown'",
		"migrations/20250303000000_goods.sql", "create table public.goods (id int)",
	}
	applied, notes, err := supabase(t, conn, migrate.SupabaseOptions{}, folder...)
	if want := []string{"supabase/migrations/20250303000000_goods.sql"}; err != nil || !slices.Equal(applied, want) || len(notes) > 0 {
		t.Errorf("applied %q, notes %q, %v; want %q: such a database is not seeded", applied, notes, err, want)
	}
	applied, _, err = supabase(t, conn, migrate.SupabaseOptions{SeedExisting: true}, folder...)
	if want := []string{"supabase/seed.sql"}; err != nil || !slices.Equal(applied, want) {
		t.Errorf("asked to seed: applied %q, %v; want %q", applied, err, want)
	}
	list, err := migrate.ListSupabase(t.Context(), conn, files(append(folder, "migrations/20250404000000_next.sql", "")...))
	if err != nil {
		t.Fatal(err)
	}
	want := []migrate.Migration{
		{Version: "20250101000000", HasFile: true, Applied: true},
		{Version: "20250102000000", HasFile: true, Applied: true},
		{Version: "20250303000000", Name: "goods", HasFile: true, Applied: true},
		{Version: "20250404000000", Name: "next", HasFile: true},
	}
	if diff := cmp.Diff(want, list); diff != "" {
		t.Errorf("list (-want +got):\n%s", diff)
	}
}

func TestSupabaseRefuses(t *testing.T) {
	t.Parallel()
	was := []string{"migrations/10_a.sql", "create table public.a ();", "migrations/30_b.sql", "create table public.b ();"}
	for _, test := range []struct {
		name string
		now  []string
		want []string
	}{
		{"a missing file", was[:2], []string{"30", "missing", "toubkal psql -c"}},
		{"an older file", append(slices.Clone(was), "migrations/20_c.sql", "select 1"), []string{"20_c.sql", "older than the last applied migration (30)", "--include-all"}},
		{"one version twice", append(slices.Clone(was), "migrations/30_c.sql", "select 1"), []string{"30_b.sql", "30_c.sql", "the same version"}},
		{"bad SQL", append(slices.Clone(was), "migrations/40_c.sql", "create table public.c ();\nselect\n nix;"), []string{"supabase/migrations/40_c.sql:3:", "nix", "42703"}},
		{"a type that is not there", append(slices.Clone(was), "migrations/40_c.sql", "create table public.c ();\ncreate table public.d (at nix);"), []string{"supabase/migrations/40_c.sql:2:", "42704"}},
		{"a transaction without an end", append(slices.Clone(was), "migrations/40_c.sql", "begin; create table public.c ();"), []string{"supabase/migrations/40_c.sql", "does not end it"}},
		{"a bad seed pattern", append(slices.Clone(was), "seed.sql", ""), []string{"db.seed.sql_paths", "[a"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			d := pgtest.Empty(t)
			conn := d.Conn()
			if _, _, err := supabase(t, conn, migrate.SupabaseOptions{NoSeed: true}, was...); err != nil {
				t.Fatal(err)
			}
			o := migrate.SupabaseOptions{SeedExisting: true, SeedPaths: []string{"[a"}}
			_, _, err := supabase(t, conn, o, test.now...)
			wants(t, "Supabase", err, test.want...)
			if got := one(t, d, "select count(*) || coalesce(to_regclass('public.c')::text, '') from supabase_migrations.schema_migrations"); got != "2" {
				t.Errorf("got %s, want 2 migrations and no table", got)
			}
			_, _, err = supabase(t, conn, migrate.SupabaseOptions{}, was...)
			wants(t, "again", err)
		})
	}
}

func TestSupabaseIncludesOlderFilesWhenAsked(t *testing.T) {
	t.Parallel()
	conn := pgtest.Empty(t).Conn()
	o := migrate.SupabaseOptions{NoSeed: true}
	if _, _, err := supabase(t, conn, o, "migrations/30_b.sql", "select 1"); err != nil {
		t.Fatal(err)
	}
	o.IncludeAll = true
	// As text, 9 is after 30.
	applied, _, err := supabase(t, conn, o, "migrations/30_b.sql", "select 1", "migrations/9_c.sql", "select 1", "migrations/10_a.sql", "select 1")
	if want := []string{"supabase/migrations/10_a.sql", "supabase/migrations/9_c.sql"}; err != nil || !slices.Equal(applied, want) {
		t.Errorf("got %q, %v, want %q", applied, err, want)
	}
}

// A file with its own commit, or with what PostgreSQL refuses in a transaction,
// runs statement by statement.
func TestSupabaseStatementByStatement(t *testing.T) {
	t.Parallel()
	d := pgtest.Empty(t)
	conn := d.Conn()
	o := migrate.SupabaseOptions{NoSeed: true}
	folder := []string{
		"migrations/1_own.sql", "create table public.a (id int); commit; set role anon;",
		"migrations/2_concurrently.sql", "insert into public.a values (1); create index concurrently a_id on public.a (id);",
		"migrations/3_plain.sql", "create function public.f() returns int language sql begin atomic select 1; end; create table public.end_a ();",
	}
	applied, notes, err := supabase(t, conn, o, folder...)
	if err != nil || len(applied) != 3 {
		t.Fatalf("applied %q, %v", applied, err)
	}
	want := []string{
		"supabase/migrations/1_own.sql was run statement by statement: it has its own begin or commit",
		"supabase/migrations/2_concurrently.sql was run statement by statement: PostgreSQL refuses one of its statements in a transaction",
	}
	if diff := cmp.Diff(want, notes); diff != "" {
		t.Errorf("notes (-want +got):\n%s", diff)
	}
	if got := one(t, d, "select count(*) || (to_regclass('public.a_id') is not null)::text || (select count(*) from supabase_migrations.schema_migrations) from public.a"); got != "1true3" {
		t.Errorf("got %s: want the row once, the index, three migrations", got)
	}
	// What was committed before a failure stays, and the message says so.
	_, _, err = supabase(t, conn, o, append(folder, "migrations/4_fails.sql", "create table public.b (); commit;\nselect nix;")...)
	wants(t, "a failure after a commit", err, "supabase/migrations/4_fails.sql:2:", "42703", "stays")
	if got := one(t, d, "select (to_regclass('public.b') is not null)::text || count(*) || current_user from supabase_migrations.schema_migrations"); got != "true3postgres" {
		t.Errorf("got %s: want the table, and no row of the ledger", got)
	}
}

func TestSupabaseRolesAndSeeds(t *testing.T) {
	t.Parallel()
	d := pgtest.Empty(t)
	conn := d.Conn()
	role := strings.ReplaceAll(d.Name, "test_", "role_")
	folder := []string{
		"roles.sql", "create role " + role + "; create role anon; alter role " + role + " set statement_timeout = '1s';",
		"migrations/1_a.sql", "create table public.a (id int); grant select on public.a to " + role,
		"seeds/b.sql", "insert into public.a values (2)", "seeds/a.sql", "insert into public.a values (1)", "seed.sql", "insert into public.a values (3)",
	}
	t.Cleanup(func() {
		if _, err := d.Admin.Exec(context.Background(), "drop owned by "+role+"; drop role "+role); err != nil {
			t.Error(err)
		}
	})
	o := migrate.SupabaseOptions{SeedPaths: []string{"./seed.sql", "seeds/*.sql", "seed.sql", "none/*.sql"}}
	applied, notes, err := supabase(t, conn, o, folder...)
	want := []string{"supabase/roles.sql", "supabase/migrations/1_a.sql", "supabase/seed.sql", "supabase/seeds/a.sql", "supabase/seeds/b.sql"}
	if diff := cmp.Diff(want, applied); err != nil || diff != "" {
		t.Errorf("%v, applied (-want +got):\n%s", err, diff)
	}
	if diff := cmp.Diff([]string{"supabase/roles.sql:1: the role exists already", "no files matched pattern: supabase/none/*.sql"}, notes); diff != "" {
		t.Errorf("notes (-want +got):\n%s", diff)
	}
	o.SeedExisting = true
	applied, notes, err = supabase(t, conn, o, append(folder, "seeds/b.sql", "insert into public.a values (9)")...)
	if err != nil || len(applied) > 0 || !slices.Contains(notes, "supabase/seeds/b.sql was edited after it was applied: it is not applied again") {
		t.Errorf("an edited seed: applied %q, notes %q, %v", applied, notes, err)
	}
	_, notes, err = supabase(t, conn, o, append(folder, "seeds/b.sql", "insert into public.a values (9)")...)
	if err != nil || len(notes) != 1 {
		t.Errorf("the next time: notes %q, %v, want only the pattern", notes, err)
	}
	if got := one(t, d, "select string_agg(id::text, ' ' order by id) from public.a"); got != "1 2 3" {
		t.Errorf("rows %q", got)
	}
}

// A dump of a hosted database creates extensions that only Supabase's platform has.
func TestSupabasePlatformExtensions(t *testing.T) {
	t.Parallel()
	const dump = `CREATE EXTENSION IF NOT EXISTS "pg_graphql" WITH SCHEMA "graphql";

CREATE EXTENSION IF NOT EXISTS "uuid-ossp" WITH SCHEMA "extensions";
create extension if not exists pgsodium;
create table public.shops (id uuid default extensions.uuid_generate_v4());`
	d := pgtest.Empty(t)
	applied, notes, err := supabase(t, d.Conn(), migrate.SupabaseOptions{NoSeed: true}, "migrations/1_remote_schema.sql", dump)
	if err != nil || !slices.Equal(applied, []string{"supabase/migrations/1_remote_schema.sql"}) {
		t.Fatalf("applied %q, %v", applied, err)
	}
	want := []string{
		"supabase/migrations/1_remote_schema.sql:1: left out: this PostgreSQL has no extension pg_graphql (POST /graphql/v1 answers that it is not enabled)",
		"supabase/migrations/1_remote_schema.sql:4: left out: this PostgreSQL has no extension pgsodium (vault is there without it)",
	}
	if diff := cmp.Diff(want, notes); diff != "" {
		t.Errorf("notes (-want +got):\n%s", diff)
	}
	if got := one(t, d, "select cardinality(statements) from supabase_migrations.schema_migrations"); got != "4" {
		t.Errorf("the ledger has %s statements, want all 4 of the file", got)
	}
	_, _, err = supabase(t, d.Conn(), migrate.SupabaseOptions{NoSeed: true},
		"migrations/1_remote_schema.sql", dump, "migrations/2_a.sql", "select 1;\ncreate extension if not exists no_such_extension")
	wants(t, "an extension that the application asks for", err, "supabase/migrations/2_a.sql:2:", "no_such_extension")
}

// What the API roles may do with a table, a sequence and a function that a
// migration creates, and with a function outside of public.
func TestDefaultGrants(t *testing.T) {
	t.Parallel()
	const made = `create table public.things (id serial primary key);
		create function public.f() returns int language sql return 1;
		create schema inner_schema; create function inner_schema.g() returns int language sql return 1;`
	const asked = `select concat_ws(' ',
		(select string_agg(p, ',') from unnest('{select,insert,update,delete,truncate,references,trigger}'::text[]) p where has_table_privilege('anon', 'public.things', p)),
		(select string_agg(p, ',') from unnest('{usage,select,update}'::text[]) p where has_sequence_privilege('anon', 'public.things_id_seq', p)),
		case when has_function_privilege('anon', 'public.f()', 'execute') then 'f' end,
		case when has_function_privilege('anon', 'inner_schema.g()', 'execute') then 'g' end)`
	for _, test := range []struct {
		name   string
		grants migrate.DefaultGrants
		want   string
	}{
		{"nothing", migrate.GrantNothing, ""},
		{"all", migrate.GrantAll, "select,insert,update,delete,truncate,references,trigger usage,select,update f g"},
		{"explicit", migrate.GrantExplicit, "truncate,references,trigger update f g"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			for layout, apply := range map[string]func(*pgx.Conn) error{
				"supabase": func(conn *pgx.Conn) error {
					o := migrate.SupabaseOptions{Options: migrate.Options{DefaultGrants: test.grants}, NoSeed: true}
					_, _, err := supabase(t, conn, o, "migrations/1_a.sql", made)
					return err
				},
				"schema": func(conn *pgx.Conn) error {
					_, err := migrate.Up(t.Context(), conn, schemaFiles("0001_a.sql", made), migrate.Options{DefaultGrants: test.grants})
					return err
				},
			} {
				d := pgtest.Empty(t)
				if err := apply(d.Conn()); err != nil {
					t.Fatal(err)
				}
				if got := one(t, d, asked); got != test.want {
					t.Errorf("%s: anon may %q, want %q", layout, got, test.want)
				}
			}
		})
	}
}

// The setting is for new databases: tables of a database with migrations keep
// their rules.
func TestDefaultGrantsOnlyBeforeTheFirstMigration(t *testing.T) {
	t.Parallel()
	d := pgtest.Empty(t)
	conn := d.Conn()
	if _, err := up(t, conn, schemaFiles("0001_a.sql", firstSQL)); err != nil {
		t.Fatal(err)
	}
	if _, err := migrate.Up(t.Context(), conn, schemaFiles("0001_a.sql", firstSQL, "0002_b.sql", secondSQL), migrate.Options{DefaultGrants: migrate.GrantAll}); err != nil {
		t.Fatal(err)
	}
	if got := one(t, d, "select has_table_privilege('anon', 'public.b', 'select')"); got != "false" {
		t.Error("a later start changed the default privileges")
	}
}

func TestList(t *testing.T) {
	t.Parallel()
	conn := pgtest.Empty(t).Conn()
	folder := schemaFiles("0001_a.sql", firstSQL)
	before, err := migrate.List(t.Context(), conn, folder)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := up(t, conn, folder); err != nil {
		t.Fatal(err)
	}
	after, err := migrate.List(t.Context(), conn, schemaFiles("10000_c.sql", "", "0002_b.sql", ""))
	if err != nil {
		t.Fatal(err)
	}
	if len(after) > 0 && after[0].At.IsZero() {
		t.Error("an applied migration has no time")
	}
	list := append(before, after...)
	want := []migrate.Migration{
		{Version: "0001", Name: "a", HasFile: true},
		{Version: "0001", Name: "a", Applied: true},
		{Version: "0002", Name: "b", HasFile: true},
		{Version: "10000", Name: "c", HasFile: true},
	}
	if diff := cmp.Diff(want, list, cmpopts.IgnoreFields(migrate.Migration{}, "At")); diff != "" {
		t.Errorf("want -, got +:\n%s", diff)
	}
}

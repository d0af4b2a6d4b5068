package migrate_test

import (
	"errors"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"

	"github.com/toubkal/toubkal/server/migrate"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

// files makes a folder from name, text, name, text …
func files(pairs ...string) fs.FS {
	all := fstest.MapFS{}
	for pair := range slices.Chunk(pairs, 2) {
		all[pair[0]] = &fstest.MapFile{Data: []byte(pair[1])}
	}
	return all
}

func schemaFiles(pairs ...string) migrate.Folder {
	return migrate.Folder{Name: "schema", Files: files(pairs...)}
}

func policyFiles(pairs ...string) migrate.Folder {
	return migrate.Folder{Name: "policies", Files: files(pairs...)}
}

// up applies the engine's schema and then files, and returns those of schema/.
func up(t *testing.T, conn *pgx.Conn, files migrate.Folder) ([]string, error) {
	t.Helper()
	applied, err := migrate.Up(t.Context(), conn, files, migrate.Options{})
	return slices.DeleteFunc(applied, func(name string) bool { return strings.HasPrefix(name, "system/") }), err
}

func one(t *testing.T, d *pgtest.DB, sql string) (text string) {
	t.Helper()
	if err := d.Admin.QueryRow(t.Context(), "select ("+sql+")::text").Scan(&text); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return text
}

func wants(t *testing.T, what string, err error, words ...string) {
	t.Helper()
	if len(words) == 0 && err == nil {
		return
	}
	if err == nil || len(words) == 0 {
		t.Fatalf("%s: got %v, want an error with %q", what, err, words)
	}
	for _, word := range words {
		if !strings.Contains(err.Error(), word) {
			t.Errorf("%s: got %q, want it to say %q", what, err, word)
		}
	}
	if _, isList := errors.AsType[*migrate.MissingError](err); strings.Contains(err.Error(), "\n") && !isList {
		t.Errorf("%s: got several lines: %q", what, err)
	}
}

const (
	firstSQL  = "create table public.a (id int);\n"
	secondSQL = "create table public.b (id int);\n"
)

// TestUpKeepsTheEngineOnTheCoordinator: Citus would repeat the engine's schema on its workers, as
// each of its roles. What the project creates is its own affair.
func TestUpKeepsTheEngineOnTheCoordinator(t *testing.T) {
	t.Parallel()
	d := pgtest.Empty(t)
	if _, err := d.Admin.Exec(t.Context(), `
		create table public.commands (number int generated always as identity, propagated text, object text);
		create function public.note() returns event_trigger language plpgsql set search_path = '' as $$ begin
			insert into public.commands (propagated, object)
			select coalesce(pg_catalog.current_setting('citus.enable_ddl_propagation', true), ''), object_identity from pg_catalog.pg_event_trigger_ddl_commands()
			where schema_name <> 'pg_temp';
		end $$;
		alter function public.note() security definer;
		grant insert on public.commands to public;
		create event trigger note on ddl_command_end when tag in ('CREATE TABLE', 'CREATE SCHEMA', 'CREATE FUNCTION') execute function public.note()`); err != nil {
		t.Fatal(err)
	}
	if _, err := up(t, d.Conn(), schemaFiles("0001_a.sql", firstSQL)); err != nil {
		t.Fatal(err)
	}
	var own, engine int
	err := d.Admin.QueryRow(t.Context(), `select count(*) filter (where object = 'public.a' and propagated = ''), count(*) filter (where propagated <> 'off' and object !~ '^(public\.a$|toubkal$|toubkal\.(system_migrations|migrations|policies|seeds|installation))')
		from public.commands`).Scan(&own, &engine)
	if err != nil || own != 1 || engine != 0 {
		t.Errorf("%d commands of the project are repeated, want 1; %d of the engine, want none, %v", own, engine, err)
	}
}

func TestUpAppliesOnceAndInOrder(t *testing.T) {
	t.Parallel()
	d := pgtest.Empty(t)
	conn := d.Conn()
	const later = "alter table public.a add b int;" + secondSQL
	for _, step := range []struct {
		files migrate.Folder
		want  []string
	}{
		{schemaFiles("0001_a.sql", firstSQL), []string{"schema/0001_a.sql"}},
		{schemaFiles("0001_a.sql", firstSQL, "0003_b.sql", later), []string{"schema/0003_b.sql"}},
		{schemaFiles("0001_a.sql", firstSQL, "0003_b.sql", later), nil},
		{
			// By number, not by name.
			schemaFiles("0001_a.sql", firstSQL, "0003_b.sql", later, "10000_d.sql", "drop table public.c", "9999_c.sql", "create table public.c ()", "20261122093407_e.sql", "select 1"),
			[]string{"schema/9999_c.sql", "schema/10000_d.sql", "schema/20261122093407_e.sql"},
		},
	} {
		got, err := up(t, conn, step.files)
		if diff := cmp.Diff(step.want, got, cmpopts.EquateEmpty()); err != nil || diff != "" {
			t.Fatalf("got %v, %v, want %v", got, err, step.want)
		}
	}
	if got := one(t, d, "select string_agg(version || name || length(hash), ' ' order by version) from toubkal.migrations"); got != "10001_a.sql64 30003_b.sql64 99999999_c.sql64 1000010000_d.sql64 2026112209340720261122093407_e.sql64" {
		t.Errorf("recorded %q", got)
	}
}

func TestUpRefuses(t *testing.T) {
	t.Parallel()
	was := []string{"0001_a.sql", firstSQL, "0003_b.sql", secondSQL}
	for _, test := range []struct {
		name string
		now  []string
		want []string
	}{
		{"an edited file", []string{"0001_a.sql", firstSQL + " ", "0003_b.sql", secondSQL}, []string{"schema/0001_a.sql", "edited since", "toubkal migration new NAME", "drop the database"}},
		{"a missing file", []string{"0001_a.sql", firstSQL}, []string{"schema/0003_b.sql", "missing"}},
		{"a renamed file", []string{"0001_a.sql", firstSQL, "0003_c.sql", secondSQL}, []string{"schema/0003_b.sql", "0003_c.sql"}},
		{"an older file", append(slices.Clone(was), "0002_d.sql", "select 1"), []string{"schema/0002_d.sql", "older than the last applied migration (0003_b.sql)", "toubkal migrate --include-all"}},
		{"a double number", append(slices.Clone(was), "0003_c.sql", "select 1"), []string{"schema/0003_b.sql", "0003_c.sql", "the same number"}},
		{"a double number with another zero", append(slices.Clone(was), "00003_c.sql", "select 1"), []string{"0003_b.sql", "00003_c.sql", "the same number"}},
		{"a wrong name", append(slices.Clone(was), "3_d.sql", "select 1"), []string{"schema/3_d.sql", "four or more digits"}},
		{"bad SQL", append(slices.Clone(was), "0004_d.sql", "create table public.c ();\n\nselect\n  1 +\n  nix;\n"), []string{"schema/0004_d.sql:5:", "nix", "42703", "in: select …"}},
		{"an error without a position", append(slices.Clone(was), "0004_d.sql", "create table public.c ();\ninsert into public.a\n values (1); select 1/0;"), []string{"schema/0004_d.sql:3:", "division by zero", "in: select 1/0"}},
		{"a commit", append(slices.Clone(was), "0004_d.sql", "create table public.c ();\ncommit;"), []string{"schema/0004_d.sql:2:", "transaction"}},
		{"a begin", append(slices.Clone(was), "0004_d.sql", "begin;\ncreate table public.c ();"), []string{"schema/0004_d.sql:1:", "transaction"}},
		{"a rollback", append(slices.Clone(was), "0004_d.sql", "begin;\ncreate table public.c ();\nrollback;"), []string{"schema/0004_d.sql:1:", "transaction"}},
		{"an error after a commit", append(slices.Clone(was), "0004_d.sql", "begin;\ncreate table public.c ();\ncommit; select nix"), []string{"schema/0004_d.sql:3:", "nix"}},
		{"a name in upper case", append(slices.Clone(was), "0004_D.SQL", "select 1"), []string{"schema/0004_D.SQL", "in lower case"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			d := pgtest.Empty(t)
			conn := d.Conn()
			if _, err := up(t, conn, schemaFiles(was...)); err != nil {
				t.Fatal(err)
			}
			_, err := up(t, conn, schemaFiles(test.now...))
			wants(t, "Up", err, test.want...)
			if got := one(t, d, "select count(*) from toubkal.migrations"); got != "2" {
				t.Errorf("recorded %s migrations, want 2", got)
			}
			if one(t, d, "select to_regclass('public.c') is null") != "true" {
				t.Error("a refused file left its table behind")
			}
			// The connection serves on, and the lock is free.
			_, err = up(t, conn, schemaFiles(was...))
			wants(t, "Up again", err)
		})
	}
}

// `toubkal migration new` creates an empty file, which is applied once it has SQL.
func TestFilesWithoutStatementsWait(t *testing.T) {
	t.Parallel()
	d := pgtest.Empty(t)
	conn := d.Conn()
	for _, step := range []struct {
		text string
		want []string
	}{
		{"", nil},
		{"-- what comes here\n;", nil},
		{firstSQL, []string{"schema/0001_a.sql"}},
	} {
		got, err := up(t, conn, schemaFiles("0001_a.sql", step.text))
		if diff := cmp.Diff(step.want, got, cmpopts.EquateEmpty()); err != nil || diff != "" {
			t.Errorf("%q: %v, applied (-want +got):\n%s", step.text, err, diff)
		}
		applied, _, err := supabase(t, pgtest.Empty(t).Conn(), migrate.SupabaseOptions{NoSeed: true}, "migrations/1_a.sql", step.text)
		if err != nil || len(applied) != len(step.want) {
			t.Errorf("supabase, %q: applied %q, %v", step.text, applied, err)
		}
	}
}

// TestBeginAndCommitAreLeftOut: many files come in a transaction of their own.
func TestBeginAndCommitAreLeftOut(t *testing.T) {
	t.Parallel()
	d := pgtest.Empty(t)
	if _, err := up(t, d.Conn(), schemaFiles(
		"0001_a.sql", "set statement_timeout = 0; BEGIN; create table public.a (); commit work;\nstart transaction isolation level serializable;\nsavepoint s; create table public.b (); rollback to s; end;",
		"0002_b.sql", "begin;\ncreate type public.gait as enum ('walk');\ncommit;",
		"0003_c.sql", "begin transaction;\nalter type public.gait add value 'trot'; create table public.c as select 'trot'::public.gait;\ncommit;",
	)); err != nil {
		t.Fatal(err)
	}
	if _, err := migrate.Seeds(t.Context(), d.Conn(), migrate.Folder{Name: "schema/seeds", Files: files("0001_a.sql", "begin; create table public.d (); commit;")}); err != nil {
		t.Fatal(err)
	}
	if got := one(t, d, "select string_agg(tablename, ',' order by tablename) from pg_tables where schemaname = 'public'"); got != "a,c,d" {
		t.Errorf("tables %s, want a,c,d", got)
	}
}

func TestUpIncludesOlderFilesWhenAsked(t *testing.T) {
	t.Parallel()
	conn := pgtest.Empty(t).Conn()
	if _, err := up(t, conn, schemaFiles("0002_b.sql", secondSQL)); err != nil {
		t.Fatal(err)
	}
	got, err := migrate.Up(t.Context(), conn, schemaFiles("0001_a.sql", firstSQL, "0002_b.sql", secondSQL), migrate.Options{IncludeAll: true})
	if want := []string{"schema/0001_a.sql"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("got %v, %v, want %v", got, err, want)
	}
}

func TestErrorSaysWhere(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, text string
		want       migrate.Error
	}{
		{"in a later line", "select 'é' || \n nix", migrate.Error{Line: 2, Column: 2, Source: " nix", Statement: "select 'é' ||  …"}},
		{"in the first line", "-- x\nselect 1; select 'é', nix", migrate.Error{Line: 2, Column: 23, Source: "select 1; select 'é', nix", Statement: "select 'é', nix"}},
		{"after a blank", "select 'é' is null;\n\n  select nix\r\n", migrate.Error{Line: 3, Column: 10, Source: "  select nix", Statement: "select nix"}},
		{"without a position", "select 1;\nselect 1/0", migrate.Error{Line: 2, Source: "select 1/0", Statement: "select 1/0"}},
	} {
		_, err := up(t, pgtest.Empty(t).Conn(), schemaFiles("0001_a.sql", test.text))
		e, ok := errors.AsType[*migrate.Error](err)
		if !ok {
			t.Fatalf("%s: got %v", test.name, err)
		}
		test.want.File = "schema/0001_a.sql"
		if diff := cmp.Diff(test.want, *e, cmpopts.IgnoreFields(migrate.Error{}, "Err")); diff != "" {
			t.Errorf("%s: want -, got +:\n%s", test.name, diff)
		}
	}
}

func TestSettingsEndWithTheirFile(t *testing.T) {
	t.Parallel()
	d := pgtest.Empty(t)
	_, err := up(t, d.Conn(), schemaFiles(
		"0001_a.sql", "set search_path = pg_catalog; set role pg_monitor; reset role; set statement_timeout = '77min'",
		"0002_b.sql", "create table public.seen as select current_setting('search_path') || current_setting('statement_timeout') as it"))
	wants(t, "Up", err)
	if got := one(t, d, "select it from public.seen"); got != `"$user", public0` {
		t.Errorf("the second file saw %q", got)
	}
}

func TestNodesThatStartAtOnceTakeTurns(t *testing.T) {
	t.Parallel()
	d := pgtest.Empty(t)
	all := schemaFiles("0001_a.sql", firstSQL, "0002_b.sql", secondSQL)
	var group errgroup.Group
	var got [4][]string
	for i := range got {
		conn := d.Conn()
		group.Go(func() (err error) {
			got[i], err = up(t, conn, all)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		t.Fatal(err)
	}
	if n := len(slices.Concat(got[:]...)); n != 2 {
		t.Errorf("the nodes applied %d files in all, want 2: %v", n, got)
	}
}

func TestSeedsApplyOnce(t *testing.T) {
	t.Parallel()
	d := pgtest.Empty(t)
	conn := d.Conn()
	if _, err := d.Admin.Exec(t.Context(), firstSQL); err != nil {
		t.Fatal(err)
	}
	seeds := func(pairs ...string) ([]string, error) {
		return migrate.Seeds(t.Context(), conn, migrate.Folder{Name: "schema/seeds", Files: files(pairs...)})
	}
	step := func(want []string, pairs ...string) {
		t.Helper()
		got, err := seeds(pairs...)
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Fatalf("got %v, %v, want %v", got, err, want)
		}
	}
	step([]string{"schema/seeds/0002_a.sql"}, "0002_a.sql", "insert into public.a values (1)")
	step([]string{"schema/seeds/0001_b.sql"}, "0001_b.sql", "insert into public.a values (2)", "0002_a.sql", "insert into public.a values (3)")
	if got := one(t, d, "select string_agg(id::text, ' ' order by id) from public.a"); got != "1 2" {
		t.Errorf("rows are %q, want the first seed once and unedited", got)
	}
	_, err := seeds("0003_c.sql", "insert into public.a values (9);\nnix")
	wants(t, "a bad seed", err, "schema/seeds/0003_c.sql:2:", "42601")
	if got := one(t, d, "select count(*) from public.a"); got != "2" {
		t.Errorf("a refused seed left %s rows, want 2", got)
	}
}

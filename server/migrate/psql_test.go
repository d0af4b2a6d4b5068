package migrate_test

import (
	"testing"
	"testing/fstest"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"

	"github.com/toubkal/toubkal/server/migrate"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

// Files that psql and pg_dump write, with the rows of a table in them.
const dumpSQL = `\restrict 3cZk
\echo loading
create table public.a (id int, body text);
COPY public.a (id, body) FROM stdin;
1	it's; a "row"
2	\N
3	-- no comment, $$ no quote
\.

insert into public.a values (4, 'after');
\unrestrict 3cZk
`

const dumpRows = `1 it's; a "row"|2|3 -- no comment, $$ no quote|4 after`

func TestRowsOfACopyAreLoaded(t *testing.T) {
	t.Parallel()
	const rows = "select string_agg(concat_ws(' ', id, body), '|' order by id) from public.a"
	const empty = "create table public.a (id int, body text);"
	for _, test := range []struct {
		name string
		run  func(t *testing.T, d *pgtest.DB) error
		want string
	}{
		{"a migration", func(t *testing.T, d *pgtest.DB) error {
			_, err := up(t, d.Conn(), schemaFiles("0001_a.sql", dumpSQL))
			return err
		}, dumpRows},
		{"carriage returns, csv, and the end of the file", func(t *testing.T, d *pgtest.DB) error {
			_, err := up(t, d.Conn(), schemaFiles("0001_a.sql", "create table public.a (id int, body text);\r\ncopy public.a from stdin;\r\n1\tone\r\n\\.\r\ncopy public.a from /* these */ stdin with (format csv, header);\nid,body\n2,\"two\nlines\""))
			return err
		}, "1 one|2 two\nlines"},
		{"no row", func(t *testing.T, d *pgtest.DB) error {
			_, err := up(t, d.Conn(), schemaFiles("0001_a.sql", empty+"copy public.a from stdin;\n\\.\ninsert into public.a values (1, 'x');"))
			return err
		}, "1 x"},
		{"statement by statement", func(t *testing.T, d *pgtest.DB) error {
			_, err := up(t, d.Conn(), schemaFiles("0001_a.sql", dumpSQL+"create index concurrently on public.a (id);"))
			return err
		}, dumpRows},
		{"a Supabase migration", func(t *testing.T, d *pgtest.DB) error {
			_, notes, err := migrate.Supabase(t.Context(), d.Conn(), files("migrations/1_a.sql", dumpSQL), migrate.SupabaseOptions{NoSeed: true})
			if err == nil && len(notes) == 0 {
				_, notes, err = migrate.Supabase(t.Context(), d.Conn(), files("migrations/1_a.sql", dumpSQL), migrate.SupabaseOptions{NoSeed: true})
			}
			if len(notes) > 0 {
				t.Errorf("notes %q", notes)
			}
			return err
		}, dumpRows},
		{"a seed", func(t *testing.T, d *pgtest.DB) error {
			if _, err := up(t, d.Conn(), schemaFiles("0001_a.sql", empty)); err != nil {
				return err
			}
			_, err := migrate.Seeds(t.Context(), d.Conn(), migrate.Folder{Name: "schema/seeds", Files: files("0001_rows.sql", "copy public.a from stdin;\n1\tone\n\\.\n")})
			return err
		}, "1 one"},
		{"a Supabase seed", func(t *testing.T, d *pgtest.DB) error {
			_, _, err := migrate.Supabase(t.Context(), d.Conn(), files("migrations/1_a.sql", empty, "seed.sql", "copy public.a from stdin;\n1\tone\n\\.\n"), migrate.SupabaseOptions{})
			return err
		}, "1 one"},
		{"a policy file", func(t *testing.T, d *pgtest.DB) error {
			if _, err := up(t, d.Conn(), schemaFiles("0001_a.sql", empty)); err != nil {
				return err
			}
			_, err := migrate.Policies(t.Context(), d.Conn(), policyFiles("a.sql", "copy public.a from stdin;\n1\tone\n\\.\n"), migrate.Options{})
			return err
		}, "1 one"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			d := pgtest.Empty(t)
			if err := test.run(t, d); err != nil {
				t.Fatal(err)
			}
			if got := one(t, d, rows); got != test.want {
				t.Errorf("rows %q, want %q", got, test.want)
			}
		})
	}
}

func TestFilesOfPsqlAreRefusedByName(t *testing.T) {
	t.Parallel()
	const made = "create table public.a (id int);\n"
	for _, test := range []struct {
		name, text string
		want       []string
	}{
		{"a bad row", made + "copy public.a from stdin;\n1\nx\n\\.\n", []string{"schema/0001_a.sql:2:", "22P02", "line 2"}},
		{"copy by psql", made + `\copy public.a from 'a.csv'`, []string{`schema/0001_a.sql:2: \copy is a command of psql`, "toubkal psql -f"}},
		{"include", made + `\i other.sql`, []string{`schema/0001_a.sql:2: \i is a command of psql`}},
		{"connect", `\connect other` + "\n" + made, []string{`schema/0001_a.sql:1: \connect is a command of psql`}},
		{"a variable", `\set who anon` + "\n" + made, []string{`schema/0001_a.sql:1: \set is a command of psql`}},
		{"in the midst of a statement", made + "select 1 \\gexec\n", []string{`schema/0001_a.sql:2: \gexec is a command of psql`}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			d := pgtest.Empty(t)
			_, err := up(t, d.Conn(), schemaFiles("0001_a.sql", test.text))
			wants(t, "Up", err, test.want...)
			if got := one(t, d, "to_regclass('public.a') is null"); got != "true" {
				t.Error("a part of the refused file stays")
			}
		})
	}
}

func TestEncodingsOfFiles(t *testing.T) {
	t.Parallel()
	const text = "create table public.a (id int);\ncomment on table public.a is 'é ماء';\n"
	wide := func(big bool, mark bool) []byte {
		units := utf16.Encode([]rune(text))
		if mark {
			units = append([]uint16{0xfeff}, units...)
		}
		var all []byte
		for _, u := range units {
			if big {
				all = append(all, byte(u>>8), byte(u))
			} else {
				all = append(all, byte(u), byte(u>>8))
			}
		}
		return all
	}
	for _, test := range []struct {
		name    string
		content []byte
		want    []string
	}{
		{"a byte order mark", []byte("\xef\xbb\xbf" + text), nil},
		{"UTF-16, as PowerShell writes it", wide(false, true), nil},
		{"UTF-16, the other order", wide(true, true), nil},
		{"UTF-16 without a mark", wide(false, false), []string{"schema/0001_a.sql", "save it as UTF-8"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			d := pgtest.Empty(t)
			folder := migrate.Folder{Name: "schema", Files: fstest.MapFS{"0001_a.sql": {Data: test.content}}}
			_, err := up(t, d.Conn(), folder)
			wants(t, "Up", err, test.want...)
			if err == nil {
				if got := one(t, d, "obj_description('public.a'::regclass)"); got != "é ماء" {
					t.Errorf("the comment is %q", got)
				}
				_, notes, err := migrate.Supabase(t.Context(), pgtest.Empty(t).Conn(), fstest.MapFS{"migrations/1_a.sql": {Data: test.content}, "seed.sql": {Data: []byte("\xef\xbb\xbfselect 1")}}, migrate.SupabaseOptions{})
				if diff := cmp.Diff([]string(nil), notes); err != nil || diff != "" {
					t.Errorf("Supabase: %v, notes %s", err, diff)
				}
			}
		})
	}
}

// An enum's new value cannot be used in the transaction that adds it.
func TestANewEnumValueIsUsedInItsFile(t *testing.T) {
	t.Parallel()
	const enum = "create type public.mood as enum ('fine'); create table public.a (mood public.mood);"
	const added = "alter type public.mood add value 'glad';\ninsert into public.a values ('glad');"
	t.Run("a project", func(t *testing.T) {
		t.Parallel()
		d := pgtest.Empty(t)
		var notes []string
		_, err := migrate.Up(t.Context(), d.Conn(), schemaFiles("0001_a.sql", enum, "0002_glad.sql", added), migrate.Options{Note: func(line string) { notes = append(notes, line) }})
		if diff := cmp.Diff([]string{"schema/0002_glad.sql was run statement by statement: PostgreSQL refuses one of its statements in a transaction"}, notes); err != nil || diff != "" {
			t.Errorf("%v, notes, want -, got +:\n%s", err, diff)
		}
		if got := one(t, d, "select string_agg(mood::text, ',') || (select count(*) from toubkal.migrations) from public.a"); got != "glad2" {
			t.Errorf("got %q", got)
		}
	})
	t.Run("a Supabase folder", func(t *testing.T) {
		t.Parallel()
		d := pgtest.Empty(t)
		_, notes, err := migrate.Supabase(t.Context(), d.Conn(), files("migrations/1_a.sql", enum, "migrations/2_glad.sql", added), migrate.SupabaseOptions{NoSeed: true})
		if err != nil || len(notes) != 1 {
			t.Errorf("%v, notes %q", err, notes)
		}
		if got := one(t, d, "select string_agg(mood::text, ',') from public.a"); got != "glad" {
			t.Errorf("got %q", got)
		}
	})
}

func TestAClashOfVersionsNamesBothFiles(t *testing.T) {
	t.Parallel()
	d := pgtest.Empty(t)
	if _, _, err := migrate.Supabase(t.Context(), d.Conn(), files("migrations/7_teams.sql", firstSQL), migrate.SupabaseOptions{}); err != nil {
		t.Fatal(err)
	}
	_, _, err := migrate.Supabase(t.Context(), d.Conn(), files("migrations/7_clubs.sql", secondSQL), migrate.SupabaseOptions{})
	wants(t, "another file of that version", err, "supabase/migrations/7_clubs.sql", "7_teams.sql", "give it a later version")
	_, _, err = migrate.Supabase(t.Context(), d.Conn(), files("migrations/8_clubs.sql", secondSQL), migrate.SupabaseOptions{})
	wants(t, "a missing file", err, "supabase/migrations: 7", "toubkal psql -c", "version in ('7')")
}

package migrate_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/jackc/pgx/v5"

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

func TestOwnExtensionRefuses(t *testing.T) {
	t.Parallel()
	for name, place := range places {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, conn := place(t)
			for _, test := range []struct{ sql, code string }{
				{"create extension pgjwt with schema nowhere", "3F000"},
				{"drop extension pgcrypto; create extension pgjwt", "required extension"},
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

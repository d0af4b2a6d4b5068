package typegen

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toubkal/toubkal/server/test/pgtest"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

// features is a database of features.sql.
func features(t *testing.T) *pgtest.DB {
	t.Helper()
	script, err := os.ReadFile("testdata/features.sql")
	if err != nil {
		t.Fatal(err)
	}
	database := pgtest.Empty(t)
	if _, err := database.Conn().PgConn().Exec(t.Context(), string(script)).ReadAll(); err != nil {
		t.Fatal(err)
	}
	return database
}

func TestEveryFeatureIsPrintedAsByTheGenerator(t *testing.T) {
	t.Parallel()
	want, err := os.ReadFile("testdata/features.postgrest-typegen-0.2.5.ts")
	if err != nil {
		t.Fatal(err)
	}
	got, err := Generate(t.Context(), features(t).Conn(), Options{Schemas: []string{"public", "sales", "nothing"}})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestOptions(t *testing.T) {
	t.Parallel()
	conn := pgtest.Empty(t).Conn()
	tests := []struct {
		name         string
		options      Options
		has, lacks   string
		refusedAbout string
	}{
		{name: "defaults", has: "  __InternalSupabase: {\n    PostgrestVersion: \"14.12\"\n  }\n  public: {\n"},
		{name: "another version", options: Options{PostgrestVersion: "13.0.4"}, has: `PostgrestVersion: "13.0.4"`},
		{name: "no version", options: Options{PostgrestVersion: "-"}, has: "Database = {\n  public: {\n", lacks: "PostgrestVersion"},
		{name: "no such schema", options: Options{Schemas: []string{"public", "absent"}}, refusedAbout: `"absent"`},
	}
	for _, test := range tests {
		// One connection, so one after the other.
		t.Run(test.name, func(t *testing.T) {
			got, err := Generate(t.Context(), conn, test.options)
			if test.refusedAbout != "" {
				if err == nil || !strings.Contains(err.Error(), test.refusedAbout) {
					t.Errorf("got the error %v, want one about %s", err, test.refusedAbout)
				}
				return
			}
			if err != nil || !strings.Contains(got, test.has) {
				t.Errorf("got %q and %v, want a text with %q", got, err, test.has)
			}
			if test.lacks != "" && strings.Contains(got, test.lacks) {
				t.Errorf("got %q, want a text without %q", got, test.lacks)
			}
		})
	}
}

// TestOnlyWhatTheRoleMayUse takes a role that PostgreSQL always has.
func TestOnlyWhatTheRoleMayUse(t *testing.T) {
	t.Parallel()
	conn := pgtest.Empty(t).Conn()
	const setup = `
		create schema closed;
		create table public.readable (id int, secret text);
		create table public.some_columns (id int, secret text);
		create table public.none (id int);
		grant select on public.readable to pg_monitor;
		grant insert (id) on public.some_columns to pg_monitor;
		set role pg_monitor`
	if _, err := conn.PgConn().Exec(t.Context(), setup).ReadAll(); err != nil {
		t.Fatal(err)
	}
	got, err := Generate(t.Context(), conn, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"      readable: {\n        Row: {\n          id: number | null\n          secret: string | null\n        }\n",
		"      some_columns: {\n        Row: {\n          id: number | null\n        }\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("got %s, want %s in it", got, want)
		}
	}
	if strings.Contains(got, "none: {") {
		t.Error("a table without any right is listed")
	}
	if _, err := Generate(t.Context(), conn, Options{Schemas: []string{"closed"}}); err == nil {
		t.Error("a schema that the role may not use is described")
	}
	if _, err := conn.Exec(t.Context(), "set role pg_read_all_stats"); err != nil {
		t.Fatal(err)
	}
	if got, err := Generate(t.Context(), conn, Options{}); err == nil {
		t.Errorf("a role without any right gets %s", got)
	}
}

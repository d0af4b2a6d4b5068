package db_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/toubkal/toubkal/server/db"
)

// TestPreparedStatementsAreBounded: in PostgreSQL too, for any statements, and
// where some fail.
func TestPreparedStatementsAreBounded(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		ask   func(i int) string
		role  func(i int) string
		max   int // statements
		bytes int
	}{
		{"many", numbered(10), always("anon"), 260, 100 << 10},
		{"large ones", numbered(10_000), always("anon"), 60, 600 << 10},
		{"too large ones", numbered(20_000), always("anon"), 10, 20 << 10},
		{"some that fail", numbered(10), func(i int) string { return [2]string{"anon", "nobody"}[i%2] }, 260, 100 << 10},
		{"some that divide by zero", func(i int) string { return "select 1 / " + strconv.Itoa(i%2) + " as n" + strconv.Itoa(i) }, always("anon"), 260, 100 << 10},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			pool, _ := open(t, db.Options{MaxConns: 1})
			for i := range 700 {
				_, _ = run(t.Context(), pool, as(c.role(i)), db.Statement{SQL: c.ask(i)}) // some are meant to fail
			}
			var kept, bytes int
			state := read(t, pool, as("anon"), "select count(*) || ' ' || sum(length(statement)) from pg_prepared_statements")
			if _, err := fmt.Sscan(state, &kept, &bytes); err != nil || kept > c.max || bytes > c.bytes {
				t.Errorf("%s statements and bytes are kept, want at most %d and %d; %v", state, c.max, c.bytes, err)
			}
		})
	}
}

// numbered are statements of some length, each of its own.
func numbered(length int) func(int) string {
	return func(i int) string { return "select '" + strings.Repeat("x", length) + "' as n" + strconv.Itoa(i) }
}

func always(role string) func(int) string { return func(int) string { return role } }

// TestSchemaChanges: what was prepared before is not used after, neither by a script nor by
// pgx itself, on all pools of one Schema.
func TestSchemaChanges(t *testing.T) {
	t.Parallel()
	schema := &db.Schema{}
	pool, base := open(t, db.Options{MaxConns: 1, Schema: schema})
	other, err := db.Open(t.Context(), base.LoginURL("authenticator"), db.Options{MaxConns: 1, Schema: schema})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(other.Close)
	change := func(sql string) {
		t.Helper()
		if _, err := base.Admin.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
		other.SchemaChanged()
	}
	const query = "select count(*) from public.t where c <> $1"
	byScript := func() string { return read(t, pool, as("anon"), query, "abc ") }
	byPgx := func() (n string) {
		err := pool.Tx(t.Context(), as("anon"), func(tx db.Tx) error {
			return tx.QueryRow(t.Context(), "select count(*)::text from public.t where c <> $1", "abc ").Scan(&n)
		})
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	change("create table public.t (c text); insert into public.t values ('abc'); grant all on public.t to anon")
	for _, step := range []struct{ kind, want string }{{"text", "1"}, {"character(8)", "0"}, {"text", "1"}, {"character(8)", "0"}} {
		change("alter table public.t alter c type " + step.kind)
		for range 2 {
			if script, pgx := byScript(), byPgx(); script != step.want || pgx != step.want {
				t.Errorf("as %s: %s rows by a script and %s by pgx, want %s", step.kind, script, pgx, step.want)
			}
		}
	}
}

package db_test

import (
	"strings"
	"testing"

	"github.com/toubkal/toubkal/server/db"
)

// TestWhatBreaksAnExchange: the next request gets a connection on which nothing of it
// is left.
func TestWhatBreaksAnExchange(t *testing.T) {
	t.Parallel()
	pool, base := open(t, db.Options{MaxConns: 1})
	if _, err := base.Admin.Exec(t.Context(), "create table public.t (n int); grant all on public.t to anon"); err != nil {
		t.Fatal(err)
	}
	for _, sql := range []string{
		"copy public.t from stdin", "copy (select generate_series(1, 1000)) to stdout",
		"select pg_terminate_backend(pg_backend_pid())",
	} {
		if _, err := pool.Script(t.Context(), as("anon"), step(sql, nil), step("select 'behind'", nil)); err == nil {
			t.Errorf("%s: no error", sql)
		}
		if got := read(t, pool, as("anon"), "select current_user"); got != "anon" {
			t.Errorf("after %s: the next one runs as %q", sql, got)
		}
	}
}

// TestLongTextsBothWays: PostgreSQL reads no more parameters while nobody reads its
// results.
func TestLongTextsBothWays(t *testing.T) {
	t.Parallel()
	pool, _ := open(t, db.Options{MaxConns: 1})
	long := strings.Repeat("x", 16<<20)
	results, err := pool.Script(
		t.Context(), as("anon"), step("select repeat('y', 16 << 20)", nil),
		db.Step{Statement: db.Statement{SQL: "select $1::text", Args: [][]byte{[]byte(long)}}},
	)
	if err != nil || len(results) != 2 || len(results[0].Rows[0][0]) != len(long) || string(results[1].Rows[0][0]) != long {
		t.Errorf("got %d results, %v", len(results), err)
	}
}

// TestNoticesBetweenRows: what PostgreSQL says beside the results is no part of them.
func TestNoticesBetweenRows(t *testing.T) {
	t.Parallel()
	pool, base := open(t, db.Options{MaxConns: 1})
	if _, err := base.Admin.Exec(t.Context(), `create function public.loud(n int) returns int language plpgsql as $$
		begin
			raise notice 'number %', n;
			perform set_config('application_name', 'n' || n, true), pg_notify('public', n::text);
			return n;
		end $$;
		grant execute on function public.loud to anon`); err != nil {
		t.Fatal(err)
	}
	for range 2 { // the second time prepared
		sink := &gathered{}
		loud := step("select public.loud(n) from generate_series(1, 3) as n", nil)
		loud.Sink = sink
		results, err := pool.Script(t.Context(), as("anon"), loud, step("select 'after'", nil))
		if err != nil || len(sink.lines) != 4 || string(results[1].Rows[0][0]) != "after" {
			t.Errorf("got %q, %v, %v", sink.lines, results, err)
		}
	}
}

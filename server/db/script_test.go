package db_test

import (
	"context"
	"errors"
	"iter"
	"net"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/db"
)

func step(sql string, check func([]db.Result) error) db.Step {
	return db.Step{Statement: db.Statement{SQL: sql}, Check: check}
}

func pass([]db.Result) error { return nil }

func TestScript(t *testing.T) {
	t.Parallel()
	var turns atomic.Int64
	pool, base := open(t, db.Options{MaxConns: 1, Dial: func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := (&net.Dialer{}).DialContext(ctx, network, address)
		return &wireTap{Conn: conn, turns: &turns}, err
	}})
	if _, err := base.Admin.Exec(t.Context(), `create table public.t (n int); grant all on public.t to anon`); err != nil {
		t.Fatal(err)
	}
	const add, count = "insert into public.t values (1)", "select count(*) from public.t"
	refuse := errors.New("refused")
	read(t, pool, as("anon"), "select 1")
	for _, c := range []struct {
		name  string
		s     func(*db.Session)
		steps []db.Step
		turns int64
		want  string // the last result's value, or the error
		rows  string // what stays
	}{
		{"all at once", nil, []db.Step{step(add, nil), step(add, nil), step(count, nil)}, 1, "2", "2"},
		{"the same text many times", nil, []db.Step{step("select 7", nil), step("select 7", nil), step("select 7", nil)}, 1, "7", "2"},
		{"a check in the middle", nil, []db.Step{step(add, pass), step(count, nil)}, 2, "3", "3"},
		{"a check at the end", nil, []db.Step{step(add, nil), step(count, pass)}, 2, "4", "4"},
		{"a check that refuses", nil, []db.Step{step(add, nil), step(count, func([]db.Result) error { return refuse })}, 2, "refused", "4"},
		{"a statement that fails", nil, []db.Step{step(add, nil), step("select 1/0", nil)}, 1, "ERROR: division by zero (SQLSTATE 22012)", "4"},
		{"one that fails behind a check", nil, []db.Step{step(add, pass), step("select 1/0", nil)}, 3, "ERROR: division by zero (SQLSTATE 22012)", "4"},
		{"undone", func(s *db.Session) { s.Rollback = true }, []db.Step{step(add, nil), step(count, nil)}, 1, "5", "4"},
		{"isolated", func(s *db.Session) { s.Isolation = "serializable" }, []db.Step{step("show transaction_isolation", nil)}, 1, "serializable", "4"},
		{"at a level that is none", func(s *db.Session) { s.Isolation = "x; drop table public.t" }, []db.Step{step("show transaction_isolation", nil)}, 1, "read committed", "4"},
		{"with something before", func(s *db.Session) { s.PreRequest = db.Statement{SQL: "select set_config('a.b', 'set', true)"} }, []db.Step{step("select current_setting('a.b')", nil)}, 1, "set", "4"},
	} {
		s := as("anon")
		if c.s != nil {
			c.s(&s)
		}
		before := turns.Load()
		results, err := pool.Script(t.Context(), s, c.steps...)
		if got := turns.Load() - before; got != c.turns {
			t.Errorf("%s: %d round trips, want %d", c.name, got, c.turns)
		}
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			got = string(results[len(c.steps)-1].Rows[0][0])
		}
		if got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
		if rows := read(t, pool, as("anon"), count); rows != c.rows {
			t.Errorf("%s: %s rows stay, want %s", c.name, rows, c.rows)
		}
	}
}

func TestStepsHaveSettings(t *testing.T) {
	t.Parallel()
	pool, _ := open(t, db.Options{MaxConns: 1})
	var steps []db.Step
	for _, path := range []string{"/a", "/b"} {
		steps = append(steps, db.Step{
			Statement: db.Statement{SQL: "select current_setting('request.path') || current_user"},
			Settings:  []db.Setting{{Name: "request.path", Value: path}},
		})
	}
	results, err := pool.Script(t.Context(), as("anon"), steps...)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"/aanon", "/banon"} {
		if got := string(results[i].Rows[0][0]); got != want {
			t.Errorf("step %d: got %q, want %q", i, got, want)
		}
	}
}

// TestWaitOnlyLowers: a client may lower its statement_timeout, never raise it.
func TestWaitOnlyLowers(t *testing.T) {
	t.Parallel()
	pool, _ := open(t, db.Options{MaxConns: 1})
	for _, c := range []struct {
		name, limit string
		wait        time.Duration
		want        string
	}{
		{"less than the limit", "8min", 2 * time.Minute, "2min"},
		{"more than the limit", "90500ms", 2 * time.Minute, "90500ms"},
		{"no limit", "0", 90 * time.Second, "90s"},
		{"a long limit", "1h", 90 * time.Second, "90s"},
		{"a limit in minutes", "1min", 90 * time.Second, "1min"},
		{"a limit in days", "2d", 90 * time.Second, "90s"},
		{"no wish", "8min", 0, "8min"},
	} {
		s := as("anon")
		s.Settings, s.Wait = []db.Setting{{Name: "statement_timeout", Value: c.limit}}, c.wait
		if got := read(t, pool, s, "show statement_timeout"); got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
	s := as("anon")
	s.Wait = time.Millisecond
	_, err := run(t.Context(), pool, s, db.Statement{SQL: "select pg_sleep(60)"})
	if f := db.Fault(err, true); f.Code != db.QueryCanceled || f.Status != 500 {
		t.Errorf("got %s %d, want 57014 500", f.Code, f.Status)
	}
}

func TestAnUnpreparedPoolKeepsNothing(t *testing.T) {
	t.Parallel()
	pool, _ := open(t, db.Options{MaxConns: 1, Unprepared: true})
	for range 3 {
		if got := read(t, pool, as("anon"), "select count(*) from pg_prepared_statements where $1 = 'a'", "a"); got != "0" {
			t.Fatalf("%s statements are kept", got)
		}
	}
	err := pool.Conn(t.Context(), func(conn *db.Conn) (err error) {
		var kept int
		for range 2 {
			err = errors.Join(err, conn.QueryRow(t.Context(), "select count(*) from pg_prepared_statements where $1 = 'a'", "a").Scan(&kept))
		}
		if kept != 0 {
			t.Errorf("%d statements are kept on a connection that was lent", kept)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestStat(t *testing.T) {
	t.Parallel()
	pool, _ := open(t, db.Options{MaxConns: 1, Wait: 3 * time.Second})
	var late error
	err := pool.Conn(t.Context(), func(*db.Conn) error {
		if got := pool.Stat(); got.Max != 1 || got.Total != 1 || got.InUse != 1 || got.Idle != 0 || got.Waiting != 0 {
			t.Errorf("in use: %+v", got)
		}
		_, late = run(t.Context(), pool, as("anon"), db.Statement{SQL: "select 1"})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := pool.Stat(); !errors.Is(late, db.ErrBusy) || got.Timeouts != 1 || got.InUse != 0 {
		t.Errorf("after a wait in vain (%v): %+v", late, got)
	}
	if text := late.Error(); strings.Contains(text, "postgres") {
		t.Errorf("the error tells too much: %s", text)
	}
}

// begins counts how often a step was tried.
type begins int

func (*begins) Binary(uint32) bool { return false }

func (b *begins) Begin(iter.Seq2[string, uint32], bool) error {
	*b++
	return nil
}

func (*begins) Row([][]byte) error { return nil }

// TestLongMessage: what is above the bound is not asked for again, although nothing is
// written and the connection is lost.
func TestLongMessage(t *testing.T) {
	t.Parallel()
	pool, _ := open(t, db.Options{MaxConns: 1, MaxMessage: 100_000})
	s := as("anon")
	s.ReadOnly = true
	for _, c := range []struct {
		sql  string
		long bool
	}{
		{"select repeat('x', 90000)", false},
		{"select repeat('x', 110000)", true},
		{"select 1", false},
	} {
		var tries begins
		_, err := pool.Script(t.Context(), s, db.Step{Statement: db.Statement{SQL: c.sql}, Sink: &tries})
		if db.IsTooLong(err) != c.long || (err != nil) != c.long || tries > 1 {
			t.Errorf("%s: got %v in %d tries", c.sql, err, tries)
		}
	}
}

// What the login executes before a caller's script and after its rollback, in one round
// trip, is the login's; the second stays, unless the script fails.
func TestAScriptBetweenStatementsOfTheLogin(t *testing.T) {
	t.Parallel()
	pool, base := open(t, db.Options{MaxConns: 1})
	if _, err := base.Admin.Exec(t.Context(), `create table public.visitors (who text default current_user unique deferrable initially deferred);
		grant select, insert on public.visitors to authenticator, anon`); err != nil {
		t.Fatal(err)
	}
	s := as("anon")
	s.Rollback, s.SkipDeferred = true, true
	s.Before = []db.Statement{{SQL: "select current_user::text"}}
	s.After = []db.Statement{{SQL: "insert into public.visitors default values"}}
	insert := db.Statement{SQL: "insert into public.visitors select current_user from generate_series(1, 2)"}
	results, err := pool.Script(t.Context(), s, db.Step{Statement: insert})
	if err != nil {
		t.Fatal(err)
	}
	if who := string(results[0].Rows[0][0]); len(results) != 2 || who != "authenticator" || results[1].Affected != 2 {
		t.Errorf("got %+v, want the login's name and two rows", results)
	}
	kept := func() (names string) {
		if err := base.Admin.QueryRow(t.Context(), "select coalesce(string_agg(who, ' '), '') from public.visitors").Scan(&names); err != nil {
			t.Fatal(err)
		}
		return names
	}
	if got := kept(); got != "authenticator" {
		t.Errorf("kept %q, want what the login has inserted", got)
	}
	s.After = []db.Statement{{SQL: "delete from public.visitors"}}
	results, err = pool.Script(t.Context(), s, db.Step{Statement: db.Statement{SQL: "select 1 / 0"}})
	if err == nil || len(results) != 1 || kept() != "authenticator" {
		t.Errorf("after a failure: %+v, %v, kept %q", results, err, kept())
	}
	s.SkipDeferred, s.After = false, nil
	if _, err := pool.Script(t.Context(), s, db.Step{Statement: insert}); err == nil {
		t.Error("a deferred constraint was not checked")
	}
}

package db_test

import (
	"context"
	"errors"
	"net"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

func TestARequestCostsOneRoundTrip(t *testing.T) {
	t.Parallel()
	var turns atomic.Int64
	pool, _ := open(t, db.Options{MaxConns: 1, Dial: func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := (&net.Dialer{}).DialContext(ctx, network, address)
		return &wireTap{Conn: conn, turns: &turns}, err
	}})
	read(t, pool, as("anon"), "select 1") // connects and signs in
	for _, c := range []struct {
		name string
		s    db.Session
		sql  string
	}{
		{"statements that were never seen", as("anon"), "select %d"},
		{"the same one again", as("anon"), "select current_user"},
		{"the same one as another role", as("authenticated"), "select current_user"},
		{"read only", db.Session{Claims: as("anon").Claims, ReadOnly: true}, "select 2"},
		{"rolled back", db.Session{Claims: as("anon").Claims, Rollback: true}, "select 3"},
	} {
		for i := range 3 {
			before := turns.Load()
			read(t, pool, c.s, strings.Replace(c.sql, "%d", strconv.Itoa(100+i), 1))
			if got := turns.Load() - before; got != 1 {
				t.Errorf("%s: %d round trips, want 1", c.name, got)
			}
		}
	}
}

func TestAStatementRunsAsItsCaller(t *testing.T) {
	t.Parallel()
	pool, _ := open(t, db.Options{MaxConns: 1})
	s := as("authenticated")
	s.Settings = []db.Setting{{Name: "request.path", Value: "/it's/here"}}
	if got := read(t, pool, s, "select current_user || ' ' || current_setting('request.path') || ' ' || (auth.jwt() ->> 'sub')"); got != "authenticated /it's/here it's me" {
		t.Errorf("the session is %q", got)
	}
	err := pool.Conn(t.Context(), func(conn *db.Conn) error {
		var user, claims string
		err := conn.QueryRow(t.Context(), "select current_user, coalesce(current_setting('request.jwt.claims', true), '')").Scan(&user, &claims)
		if user != "authenticator" || claims != "" {
			t.Errorf("after the request the connection is still %q with claims %q", user, claims)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestAFailureEndsTheRoleToo(t *testing.T) {
	t.Parallel()
	pool, _ := open(t, db.Options{MaxConns: 1})
	for range 3 {
		_, err := run(t.Context(), pool, as("anon"), db.Statement{SQL: "select 1/0"})
		if pg, ok := errors.AsType[*pgconn.PgError](err); !ok || pg.Code != "22012" {
			t.Fatalf("1/0 gave %v, want SQLSTATE 22012", err)
		}
		if got := read(t, pool, as("authenticated"), "select current_user"); got != "authenticated" {
			t.Fatalf("the next request runs as %q", got)
		}
	}
}

func TestReadOnlyRefusesAWrite(t *testing.T) {
	t.Parallel()
	pool, base := open(t, db.Options{})
	if _, err := base.Admin.Exec(t.Context(), `create table public.t (n int); grant all on public.t to anon`); err != nil {
		t.Fatal(err)
	}
	_, err := run(t.Context(), pool, db.Session{Claims: as("anon").Claims, ReadOnly: true}, db.Statement{SQL: "insert into public.t values (1)"})
	if f := db.Fault(err, true); f.Code != "25006" || f.Status != 405 {
		t.Errorf("a write in a GET: %s %d, want 25006 405", f.Code, f.Status)
	}
}

func TestRollbackAnswersAndUndoes(t *testing.T) {
	t.Parallel()
	pool, base := open(t, db.Options{})
	if _, err := base.Admin.Exec(t.Context(), `create table public.t (n int unique deferrable initially deferred); grant all on public.t to anon`); err != nil {
		t.Fatal(err)
	}
	s := as("anon")
	s.Rollback = true
	if got := read(t, pool, s, "insert into public.t values ($1) returning n", "7"); got != "7" {
		t.Errorf("the answer is %q, want 7", got)
	}
	if got := read(t, pool, as("anon"), "select count(*) from public.t"); got != "0" {
		t.Errorf("%s rows stayed", got)
	}
	_, err := run(t.Context(), pool, s, db.Statement{SQL: "insert into public.t values (1), (1)"})
	if f := db.Fault(err, true); f.Code != "23505" {
		t.Errorf("a deferred constraint: %v, want 23505 before the rollback", err)
	}
	_, err = run(t.Context(), pool, as("anon"), db.Statement{SQL: "insert into public.t values (1), (1)"})
	if f := db.Fault(err, true); f.Code != "23505" {
		t.Errorf("a deferred constraint at the implicit commit: %v, want 23505", err)
	}
}

func TestACheckRollsBack(t *testing.T) {
	t.Parallel()
	pool, base := open(t, db.Options{MaxConns: 1})
	if _, err := base.Admin.Exec(t.Context(), `create table public.t (n int); grant all on public.t to anon`); err != nil {
		t.Fatal(err)
	}
	refused := errors.New("too many rows")
	const insert = "insert into public.t values (1) returning n"
	if _, err := pool.Script(t.Context(), as("anon"), step(insert, func([]db.Result) error { return refused })); !errors.Is(err, refused) {
		t.Errorf("got %v, want the refusal", err)
	}
	if got := read(t, pool, as("anon"), "select count(*) from public.t"); got != "0" {
		t.Errorf("a refused write left %s rows", got)
	}
	if _, err := pool.Script(t.Context(), as("anon"), step(insert, pass)); err != nil {
		t.Fatal(err)
	}
	if got := read(t, pool, as("anon"), "select count(*) from public.t"); got != "1" {
		t.Errorf("a kept write left %s rows, want 1", got)
	}
	if _, err := pool.Script(t.Context(), as("anon"), step("select 1/0", pass)); err == nil {
		t.Error("1/0 was accepted")
	}
	if got := read(t, pool, as("anon"), "select current_user"); got != "anon" {
		t.Errorf("after a failure behind BEGIN the connection runs as %q", got)
	}
}

func TestAChangedTableNeedsNoRestart(t *testing.T) {
	t.Parallel()
	pool, base := open(t, db.Options{MaxConns: 1})
	if _, err := base.Admin.Exec(t.Context(), `create table public.t (n int); insert into public.t values (1); grant all on public.t to anon`); err != nil {
		t.Fatal(err)
	}
	if got := read(t, pool, as("anon"), "select * from public.t"); got != "1" {
		t.Fatalf("the table holds %q", got)
	}
	if _, err := base.Admin.Exec(t.Context(), `alter table public.t alter n type text using 'n' || n`); err != nil {
		t.Fatal(err)
	}
	if got := read(t, pool, as("anon"), "select * from public.t"); got != "n1" {
		t.Errorf("after the change the table holds %q, want n1", got)
	}
	err := pool.Conn(t.Context(), func(conn *db.Conn) error {
		_, err := conn.Exec(t.Context(), "deallocate all")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := read(t, pool, as("anon"), "select * from public.t"); got != "n1" {
		t.Errorf("after the statements were lost the table holds %q", got)
	}
}

func TestManyStatements(t *testing.T) {
	t.Parallel()
	pool, _ := open(t, db.Options{MaxConns: 1})
	for i := range 600 {
		read(t, pool, as("anon"), "select "+strings.Repeat("1+", i)+"1")
	}
	if got := read(t, pool, as("anon"), "select count(*) <= 260 from pg_prepared_statements"); got != "t" {
		t.Error("more than 260 statements are prepared on one connection")
	}
}

func TestAKilledConnectionIsReplaced(t *testing.T) {
	t.Parallel()
	pool, base := open(t, db.Options{MaxConns: 1})
	s := db.Session{Claims: as("anon").Claims, ReadOnly: true}
	pid := read(t, pool, s, "select pg_backend_pid()")
	if _, err := base.Admin.Exec(t.Context(), "select pg_terminate_backend($1::int, 5000)", pid); err != nil {
		t.Fatal(err)
	}
	if got := read(t, pool, s, "select pg_backend_pid()"); got == pid {
		t.Error("the same backend answered")
	}
}

func TestAClientThatLeavesDoesNotBreakItsConnection(t *testing.T) {
	t.Parallel()
	pool, base := open(t, db.Options{MaxConns: 1})
	pid := read(t, pool, as("anon"), "select pg_backend_pid()")
	ctx, leave := context.WithCancel(t.Context())
	var left sync.WaitGroup
	left.Go(func() {
		_, err := run(ctx, pool, as("anon"), db.Statement{SQL: "select pg_sleep(60)"})
		if err == nil {
			t.Error("the sleep was not cancelled")
		}
	})
	waitUntilAsleep(t, base, pid)
	leave()
	left.Wait()
	if got := read(t, pool, as("anon"), "select pg_backend_pid()"); got != pid {
		t.Errorf("backend %s was replaced by %s", pid, got)
	}
}

// waitUntilAsleep returns when PostgreSQL runs the statement.
func waitUntilAsleep(t *testing.T, base *pgtest.DB, pid string) {
	t.Helper()
	for asleep := false; !asleep; {
		err := base.Admin.QueryRow(
			t.Context(), "select coalesce(wait_event = 'PgSleep', false) from pg_stat_activity where pid = $1::int", pid,
		).Scan(&asleep)
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestABusyPool(t *testing.T) {
	t.Parallel()
	pool, _ := open(t, db.Options{MaxConns: 1, Wait: 3 * time.Second})
	err := pool.Conn(t.Context(), func(*db.Conn) error {
		_, err := run(t.Context(), pool, as("anon"), db.Statement{SQL: "select 1"})
		return err
	})
	if err == nil {
		t.Fatal("a second connection was found")
	}
	if f := db.Fault(err, true); f.Code != "PGRST003" || f.Status != 504 {
		t.Errorf("the fault is %s %d, want PGRST003 504", f.Code, f.Status)
	}
}

// TestReasonsOfACancellation: a cancelled context and one past its deadline differ
// from statement_timeout.
func TestReasonsOfACancellation(t *testing.T) {
	t.Parallel()
	pool, base := open(t, db.Options{MaxConns: 1})
	for _, c := range []struct {
		name   string
		end    func(context.Context) (context.Context, context.CancelFunc)
		reason error
		code   string
	}{
		{"a deadline of ours", func(ctx context.Context) (context.Context, context.CancelFunc) {
			return context.WithTimeout(ctx, 300*time.Millisecond)
		}, context.DeadlineExceeded, "request_timeout"},
		{"a client that left", func(ctx context.Context) (context.Context, context.CancelFunc) {
			ctx, leave := context.WithCancel(ctx)
			go leaveOnceAsleep(t, base, leave)
			return ctx, leave
		}, context.Canceled, "request_timeout"},
	} {
		t.Run(c.name, func(t *testing.T) {
			for name, ask := range map[string]func(context.Context) error{
				"Run": func(ctx context.Context) error {
					_, err := run(ctx, pool, as("anon"), db.Statement{SQL: asleep})
					return err
				},
				"Tx": func(ctx context.Context) error {
					return pool.Tx(ctx, as("anon"), func(tx db.Tx) error {
						_, err := tx.Exec(ctx, asleep)
						return err
					})
				},
				"Conn": func(ctx context.Context) error {
					return pool.Conn(ctx, func(conn *db.Conn) error {
						_, err := conn.Exec(ctx, asleep)
						return err
					})
				},
			} {
				ctx, cancel := c.end(t.Context())
				err := ask(ctx)
				cancel()
				if !errors.Is(err, c.reason) {
					t.Errorf("%s: error %v, want %v", name, err, c.reason)
				}
				if got := db.Fault(err, true); got.Code != c.code || got.Status != 504 {
					t.Errorf("%s: fault %s %d, want %s 504", name, got.Code, got.Status, c.code)
				}
			}
		})
	}
	t.Run("its own limit", func(t *testing.T) {
		limited := as("anon")
		limited.Settings = []db.Setting{{Name: "statement_timeout", Value: "50"}}
		_, err := run(t.Context(), pool, limited, db.Statement{SQL: asleep})
		if got := db.Fault(err, true).Code; got != "57014" {
			t.Errorf("fault %s, want 57014: %v", got, err)
		}
	})
}

const asleep = "select pg_sleep(60)"

// leaveOnceAsleep calls leave when PostgreSQL is in the middle of it.
func leaveOnceAsleep(t *testing.T, base *pgtest.DB, leave func()) {
	defer leave()
	for sleeping := false; !sleeping && t.Context().Err() == nil; {
		err := base.Admin.QueryRow(t.Context(), `select exists (select from pg_stat_activity
			where datname = current_database() and usename = 'authenticator' and wait_event = 'PgSleep')`).Scan(&sleeping)
		if err != nil {
			return
		}
	}
}

// TestARefusedConnectionIs503 signs in with a wrong password: the caller gets a
// 503, and reads nothing of our login.
func TestARefusedConnectionIs503(t *testing.T) {
	t.Parallel()
	url, err := db.LoginURL(pgtest.New(t).LoginURL("authenticator"), "nobody_at_all", "wrong")
	if err != nil {
		t.Fatal(err)
	}
	pool, err := db.Open(t.Context(), url, db.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	_, err = run(t.Context(), pool, as("anon"), db.Statement{SQL: "select 1"})
	if _, refused := errors.AsType[*pgconn.PgError](err); !refused {
		t.Fatalf("error %v, want PostgreSQL's refusal", err)
	}
	got := db.Fault(err, true)
	if got.Code != "PGRST000" || got.Status != 503 || strings.Contains(got.Message, "nobody_at_all") {
		t.Errorf("fault %s %d %q, want PGRST000 503 without the login's name", got.Code, got.Status, got.Message)
	}
}

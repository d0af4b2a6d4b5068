package db_test

import (
	"context"
	"errors"
	"testing"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

const idle = 4

// deadPool is a pool whose connections are idle, and were all ended by PostgreSQL, as in a
// restart.
func deadPool(t *testing.T) (*db.Pool, *pgtest.DB) {
	t.Helper()
	pool, base := open(t, db.Options{MaxConns: idle})
	var connect func(n int) error
	connect = func(n int) error {
		if n == 0 {
			return nil
		}
		return pool.Conn(t.Context(), func(conn *db.Conn) error {
			return errors.Join(conn.Ping(t.Context()), connect(n-1))
		})
	}
	if err := connect(idle); err != nil {
		t.Fatal(err)
	}
	if got := pool.Stat().Idle; got != idle {
		t.Fatalf("%d connections are idle, want %d", got, idle)
	}
	endAll(t, base)
	return pool, base
}

// endSQL ends the connections of the pool. One that is being made fails its request if it is ended.
const endSQL = `select pg_terminate_backend(pid, 60000) from pg_stat_activity
	where datname = current_database() and usename = 'authenticator' and state <> 'starting'`

func endAll(t *testing.T, base *pgtest.DB) {
	t.Helper()
	if _, err := base.Admin.Exec(t.Context(), endSQL); err != nil {
		t.Fatal(err)
	}
}

func TestOneDeadConnectionTellsOfTheOthers(t *testing.T) {
	t.Parallel()
	pool, _ := deadPool(t)
	one := func(conn *db.Conn) error {
		var n int
		return conn.QueryRow(t.Context(), "select 1").Scan(&n)
	}
	if err := pool.Conn(t.Context(), one); err == nil || !db.IsUnavailable(err) {
		t.Errorf("the first request: got %v, want that the connection is lost", err)
	}
	for i := range idle {
		if err := pool.Conn(t.Context(), one); err != nil {
			t.Errorf("request %d after it: %v", i+1, err)
		}
	}
}

func TestWhatIsRepeatedOnAnotherConnection(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		do   func(context.Context, *db.Pool) error
	}{
		{"what may be done twice", func(ctx context.Context, pool *db.Pool) error {
			return pool.Repeat(ctx, func(conn *db.Conn) error { return conn.QueryRow(ctx, "select 1").Scan(new(int)) })
		}},
		{"a transaction of a caller that has not begun", func(ctx context.Context, pool *db.Pool) error {
			return pool.Tx(ctx, as("anon"), func(tx db.Tx) error { return tx.QueryRow(ctx, "select 1").Scan(new(int)) })
		}},
		{"a transaction of the login that has not begun", func(ctx context.Context, pool *db.Pool) error {
			return pool.LoginTx(ctx, func(tx db.Tx) error { return tx.QueryRow(ctx, "select 1").Scan(new(int)) })
		}},
		{"a script that is rolled back", func(ctx context.Context, pool *db.Pool) error {
			s := as("anon")
			s.Rollback = true
			_, err := run(ctx, pool, s, db.Statement{SQL: "select 1"})
			return err
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			pool, _ := deadPool(t)
			if err := c.do(t.Context(), pool); err != nil {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestATransactionThatHasBegunIsNotRepeated(t *testing.T) {
	t.Parallel()
	pool, base := open(t, db.Options{MaxConns: 1})
	calls := 0
	err := pool.LoginTx(t.Context(), func(tx db.Tx) error {
		calls++
		endAll(t, base)
		return tx.QueryRow(t.Context(), "select 1").Scan(new(int))
	})
	if !db.IsUnavailable(err) || calls != 1 {
		t.Errorf("got %v after %d calls, want that the connection is lost after 1", err, calls)
	}
}

package db_test

import (
	"bytes"
	"cmp"
	"context"
	"net"
	"net/url"
	"os"
	"sync/atomic"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/test/pgtest"
	"github.com/toubkal/toubkal/server/token"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

// wireTap counts round trips: a write after a read is a new turn.
type wireTap struct {
	net.Conn
	reading atomic.Bool
	turns   *atomic.Int64
}

func (w *wireTap) Write(b []byte) (int, error) {
	// pgx asks whether a connection that idled for a second is there.
	if !bytes.Contains(b, []byte("-- ping")) && w.reading.CompareAndSwap(true, false) {
		w.turns.Add(1)
	}
	return w.Conn.Write(b)
}

func (w *wireTap) Read(b []byte) (int, error) {
	n, err := w.Conn.Read(b)
	w.reading.Store(true)
	return n, err
}

// open is a pool whose waits no busy machine ends, but for those that o has.
func open(t *testing.T, o db.Options) (*db.Pool, *pgtest.DB) {
	t.Helper()
	base := pgtest.New(t)
	address, err := url.Parse(base.LoginURL("authenticator"))
	if err != nil {
		t.Fatal(err)
	}
	query := address.Query()
	query.Set("connect_timeout", "60") // Wait would bound it too
	address.RawQuery = query.Encode()
	o.Wait, o.CancelWait = cmp.Or(o.Wait, time.Minute), cmp.Or(o.CancelWait, time.Minute)
	pool, err := db.Open(t.Context(), address.String(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	return pool, base
}

func as(role string) db.Session {
	return db.As(token.Claims{Role: role, JSON: []byte(`{"role":"` + role + `","sub":"it's me"}`)})
}

func read(t *testing.T, pool *db.Pool, s db.Session, sql string, args ...string) string {
	t.Helper()
	values := make([][]byte, len(args))
	for i, arg := range args {
		values[i] = []byte(arg)
	}
	result, err := run(t.Context(), pool, s, db.Statement{SQL: sql, Args: values})
	if err != nil {
		t.Fatal(err)
	}
	return string(result.Rows[0][0])
}

// run is a script of one statement.
func run(ctx context.Context, pool *db.Pool, s db.Session, st db.Statement) (db.Result, error) {
	results, err := pool.Script(ctx, s, db.Step{Statement: st})
	if err != nil {
		return db.Result{}, err
	}
	return results[0], nil
}

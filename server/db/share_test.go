package db_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

// short is the session of a short read. The claims are its number.
func short(number int) db.Session {
	s := as("anon")
	s.ReadOnly, s.Short = true, true
	s.Claims.JSON = []byte(strconv.Itoa(number))
	return s
}

// tappedPool has two connections, of which one shares, and counts round trips. Where reads
// must share, none of them is slow, however busy the machine is: slow is a minute then.
func tappedPool(t *testing.T, slow time.Duration) (*db.Pool, *pgtest.DB, *atomic.Int64) {
	t.Helper()
	var turns atomic.Int64
	pool, base := open(t, db.Options{MaxConns: 2, Slow: slow, Dial: func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := (&net.Dialer{}).DialContext(ctx, network, address)
		return &wireTap{Conn: conn, turns: &turns}, err
	}})
	return pool, base, &turns
}

// lockable waits for the advisory lock 7 where its parameter is "wait".
const lockable = `select $1 || current_setting('request.jwt.claims') || coalesce(
	case when $1 = 'wait' then pg_advisory_xact_lock_shared(7)::text end, '')`

func ask(ctx context.Context, pool *db.Pool, number int, sql, parameter string) (string, error) {
	results, err := pool.Script(ctx, short(number), db.Step{Statement: db.Statement{SQL: sql, Args: [][]byte{[]byte(parameter)}}})
	if err != nil {
		return "", err
	}
	return string(results[0].Rows[0][0]), nil
}

// crowd asks n times from ten goroutines at once.
func crowd(n int, do func(number int)) {
	var work sync.WaitGroup
	for from := range 10 {
		work.Go(func() {
			for number := from; number < n; number += 10 {
				do(number)
			}
		})
	}
	work.Wait()
}

func TestShortReadsShareAConnection(t *testing.T) {
	t.Parallel()
	pool, _, turns := tappedPool(t, time.Minute)
	const sql = "select (6 / $1::int) || current_setting('request.jwt.claims')"
	if _, err := ask(t.Context(), pool, 0, sql, "1"); err != nil {
		t.Fatal(err)
	}
	before := turns.Load()
	crowd(300, func(number int) {
		divisor := number % 4
		got, err := ask(t.Context(), pool, number, sql, strconv.Itoa(divisor))
		if divisor == 0 {
			if err == nil || db.Fault(err, true).Code != "22012" {
				t.Errorf("%d: got %q, %v; want a division by zero", number, got, err)
			}
		} else if want := strconv.Itoa(6/divisor) + strconv.Itoa(number); err != nil || got != want {
			t.Errorf("%d: got %q, %v; want %q", number, got, err, want)
		}
	})
	if trips := turns.Load() - before; trips >= 300 {
		t.Errorf("%d round trips for 300 reads", trips)
	}
	const state = "select current_user = session_user and coalesce(current_setting('request.jwt.claims', true), '') = ''"
	if row, err := pool.Row(t.Context(), nil, state, nil, nil); err != nil || string(row[0]) != "t" {
		t.Errorf("after them a connection has the role or claims of one of them: %q, %v", row, err)
	}
}

// TestASlowReadDelaysNoOther, and whoever leaves takes only its own statement along.
func TestASlowReadDelaysNoOther(t *testing.T) {
	t.Parallel()
	pool, base, _ := tappedPool(t, 0)
	if _, err := ask(t.Context(), pool, 0, lockable, "go"); err != nil {
		t.Fatal(err)
	}
	if _, err := base.Admin.Exec(t.Context(), "select pg_advisory_lock(7)"); err != nil {
		t.Fatal(err)
	}
	ctx, leave := context.WithCancelCause(t.Context())
	left := errors.New("has left")
	slow := make(chan error, 1)
	go func() {
		_, err := ask(ctx, pool, 1, lockable, "wait")
		slow <- err
	}()
	waits(t, base, 7)
	for number := range 20 {
		if got, err := ask(t.Context(), pool, number, lockable, "go"); err != nil || got != fmt.Sprint("go", number) {
			t.Errorf("behind the slow one: %q, %v", got, err)
		}
	}
	leave(left)
	if err := <-slow; !errors.Is(err, left) {
		t.Errorf("the one that has left: %v", err)
	}
	if got, err := ask(t.Context(), pool, 2, lockable, "go"); err != nil || got != "go2" {
		t.Errorf("then: %q, %v", got, err)
	}
	base.Until("0", "select count(*) from pg_locks where not granted and locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())")
}

// TestSharedConnectionsAreReplaced: who is closed, or has prepared what is no longer
// true, answers all the same.
func TestSharedConnectionsAreReplaced(t *testing.T) {
	t.Parallel()
	pool, base, _ := tappedPool(t, 0)
	if _, err := base.Admin.Exec(t.Context(), "create table public.t (n int); insert into public.t values (1); grant select on public.t to anon"); err != nil {
		t.Fatal(err)
	}
	const sql = "select *, $1::text from public.t"
	if _, err := ask(t.Context(), pool, 0, sql, ""); err != nil {
		t.Fatal(err)
	}
	crowd(300, func(number int) {
		if number%100 == 5 {
			sql := endSQL
			if number == 105 {
				sql = "alter table public.t alter n type text using n::text"
			}
			if _, err := base.Admin.Exec(t.Context(), sql); err != nil {
				t.Error(err)
			}
		}
		if got, err := ask(t.Context(), pool, number, sql, ""); err != nil || got != "1" {
			t.Errorf("%d: %q, %v", number, got, err)
		}
	})
}

// panics is a sink that fails badly.
type panics struct{ gathered }

func (*panics) Row([][]byte) error { panic("the sink") }

// TestAPanicOfASink: it fails its request, and no other gets its unread rows.
func TestAPanicOfASink(t *testing.T) {
	t.Parallel()
	pool, _, _ := tappedPool(t, 0)
	for name, session := range map[string]func(int) db.Session{
		"alone": func(int) db.Session { return as("anon") }, "shared": short,
	} {
		const sql = "select current_setting('request.jwt.claims') from generate_series(1, 1000)"
		try := func(number int, sink db.Sink) (panicked any, err error) {
			defer func() { panicked = recover() }()
			_, err = pool.Script(t.Context(), session(number), db.Step{Statement: db.Statement{SQL: sql}, Sink: sink})
			return nil, err
		}
		if _, err := try(0, &gathered{}); err != nil {
			t.Fatal(err)
		}
		crowd(100, func(number int) {
			if number%10 == 3 {
				if panicked, _ := try(number, &panics{}); panicked != "the sink" {
					t.Errorf("%s: got %v, want the panic of the sink", name, panicked)
				}
				return
			}
			sink := &gathered{}
			if panicked, err := try(number, sink); err != nil || panicked != nil || len(sink.lines) != 1001 ||
				name == "shared" && sink.lines[1000] != strconv.Itoa(number)+";" {
				t.Errorf("%s: %d has %d lines, %v, %v", name, number, len(sink.lines), err, panicked)
			}
		})
	}
}

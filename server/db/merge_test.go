package db_test

import (
	"errors"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/admission"
	"github.com/toubkal/toubkal/server/db"
)

// dividing divides 6 by its parameter, and waits for the advisory lock 7 where that is 6. It
// has no row for 5, and says whether it was merged.
func dividing(divisor []byte) db.Statement {
	const row = `(6 / coalesce(d::int, 1)) || coalesce(case when d = '6' then pg_advisory_xact_lock_shared(7)::text end, '')`
	return db.Statement{
		SQL:  `select 'alone ' || ` + row + ` from (select $1::text as d) as asked where d is distinct from '5'`,
		Many: `select n, 'merged ' || ` + row + ` from unnest((select $1::text[])) with ordinality as asked (d, n) where d is distinct from '5'`,
		Args: [][]byte{divisor},
	}
}

// divide is the answer without that word, and whether it was merged.
func divide(t *testing.T, pool *db.Pool, divisor []byte) (answer string, merged bool, err error) {
	t.Helper()
	err = pool.ReadRowOf(t.Context(), db.LoginFor(admission.Request{}), dividing(divisor), &answer)
	how, rest, _ := strings.Cut(answer, " ")
	return rest, how == "merged", err
}

func TestReadsThatWaitAreMerged(t *testing.T) {
	t.Parallel()
	pool, base, turns := tappedPool(t, time.Minute)
	if _, _, err := divide(t, pool, []byte("1")); err != nil {
		t.Fatal(err)
	}
	before := turns.Load()
	var merged atomic.Int64
	check := func(number int, divisor []byte, want string) {
		got, together, err := divide(t, pool, divisor)
		if err != nil || got != want {
			t.Errorf("%d, by %q: got %q, %v; want %q", number, divisor, got, err, want)
		}
		if together {
			merged.Add(1)
		}
	}
	crowd(300, func(number int) {
		switch number % 8 {
		case 0:
			check(number, nil, "6")
		case 5:
			if got, _, err := divide(t, pool, []byte("5")); !errors.Is(err, db.ErrNoRows) {
				t.Errorf("%d, without a row: got %q, %v", number, got, err)
			}
		default:
			check(number, []byte(strconv.Itoa(number%4+1)), strconv.Itoa(6/(number%4+1)))
		}
	})
	if trips := turns.Load() - before; merged.Load() == 0 || trips >= 300 {
		t.Errorf("%d of 300 reads were merged, in %d round trips", merged.Load(), trips)
	}
	crowd(300, func(number int) { // what is wrong with one of them is not with the others
		switch number % 50 {
		case 7:
			if got, _, err := divide(t, pool, []byte("0")); err == nil || db.Fault(err, true).Code != "22012" {
				t.Errorf("%d: got %q, %v; want a division by zero", number, got, err)
			}
		case 17:
			if _, err := base.Admin.Exec(t.Context(), endSQL); err != nil {
				t.Error(err)
			}
		default:
			check(number, []byte("2"), "3")
		}
	})
}

// A merged read that is slow delays no other for long.
func TestASlowMergedReadDelaysNoOther(t *testing.T) {
	t.Parallel()
	pool, base, _ := tappedPool(t, 0)
	if _, _, err := divide(t, pool, []byte("1")); err != nil {
		t.Fatal(err)
	}
	if _, err := base.Admin.Exec(t.Context(), "select pg_advisory_lock(7)"); err != nil {
		t.Fatal(err)
	}
	slow := make(chan error, 1)
	crowd(100, func(number int) {
		if number == 42 {
			go func() {
				got, _, err := divide(t, pool, []byte("6"))
				if err == nil && got != "1" {
					err = errors.New(got)
				}
				slow <- err
			}()
			return
		}
		if got, _, err := divide(t, pool, []byte("2")); err != nil || got != "3" {
			t.Errorf("%d, beside the slow one: got %q, %v", number, got, err)
		}
	})
	waits(t, base, 7)
	if _, err := base.Admin.Exec(t.Context(), "select pg_advisory_unlock(7)"); err != nil {
		t.Fatal(err)
	}
	if err := <-slow; err != nil {
		t.Errorf("the slow one: %v", err)
	}
}

// TestAPanicOfAMergedSink: it fails its request alone.
func TestAPanicOfAMergedSink(t *testing.T) {
	t.Parallel()
	pool, _, _ := tappedPool(t, time.Minute)
	read := func(sink db.Sink) (panicked any, err error) {
		defer func() { panicked = recover() }()
		_, err = pool.Script(t.Context(), db.LoginFor(admission.Request{}), db.Step{Statement: dividing([]byte("2")), Sink: sink})
		return nil, err
	}
	if _, err := read(&gathered{}); err != nil {
		t.Fatal(err)
	}
	var merged atomic.Int64
	crowd(200, func(number int) {
		if number%10 == 3 {
			if panicked, _ := read(&panics{}); panicked != "the sink" {
				t.Errorf("%d: got %v, want the panic of the sink", number, panicked)
			}
			return
		}
		sink := &gathered{}
		panicked, err := read(sink)
		if err != nil || panicked != nil || len(sink.lines) != 2 || !strings.HasSuffix(sink.lines[1], " 3;") {
			t.Errorf("%d: got %q, %v, %v", number, sink.lines, err, panicked)
		} else if strings.HasPrefix(sink.lines[1], "merged") {
			merged.Add(1)
		}
	})
	if merged.Load() == 0 {
		t.Error("no read was merged")
	}
}

package admission

import (
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// Of a statement that has never ended, few run at a time, and of the writes to one table half.
func TestUnknownStatementsAndWrites(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		q := New(Options{Slots: 10, MaxWaiting: 300})
		caller := 0
		next := func(r Request) Request { caller++; r.Caller, r.Anonymous = fmt.Sprint(caller), true; return r }
		unknown := Request{Statement: 7}
		first, second := hold(t, q, next(unknown)), hold(t, q, next(unknown))
		third := hold(t, q, next(unknown)) // in the slot of slow reads
		blocked(t, q, next(unknown))
		for _, s := range []*Slot{first, second, third} {
			s.Release()
		}
		for range 8 {
			defer hold(t, q, next(unknown)).Release()
		}
	})
	synctest.Test(t, func(t *testing.T) {
		q := New(Options{Slots: 10, MaxWaiting: 300})
		order := func(n uint64) Request {
			return Request{Caller: fmt.Sprint(n), Anonymous: true, Write: true, Table: [2]string{"public", "orders"}, Statement: n}
		}
		for n := range uint64(5) {
			defer hold(t, q, order(1+n)).Release()
		}
		blocked(t, q, order(6))
		other := order(7)
		other.Table[1] = "reviews"
		hold(t, q, other).Release()
		hold(t, q, read("r")).Release()
	})
}

// What runs long counts against the bounds of its caller, its table and its class.
func TestLongRunning(t *testing.T) {
	t.Parallel()
	about := func(r Request, table string) Request { r.Table[1] = table; return r }
	for _, c := range []struct {
		name  string
		long  func(i int) Request
		count int
		waits Request
		runs  Request
	}{
		{"reads of an address", func(int) Request { return read("a") }, 2, read("a"), read("b")},
		{"reads of all addresses", func(i int) Request { return read(fmt.Sprint(i)) }, 5, read("heavy"), read("new")},
		{"writes of who reads much", func(i int) Request { return read(fmt.Sprint(i)) }, 5, read("heavy"), write("heavy")},
		{"requests of a user", func(int) Request { return Request{Caller: "a"} }, 8, Request{Caller: "a"}, Request{Caller: "b"}},
		{
			"reads of one statement", func(i int) Request { return Request{Caller: fmt.Sprint(i), Anonymous: true, Statement: 7} }, 2,
			Request{Caller: "new", Anonymous: true, Statement: 7},
			Request{Caller: "new", Anonymous: true, Statement: 8},
		},
		{
			"writes of one statement", func(i int) Request { return Request{Caller: fmt.Sprint(i), Anonymous: true, Write: true, Statement: 7} }, 2,
			Request{Caller: "new", Anonymous: true, Write: true, Statement: 7},
			Request{Caller: "new", Anonymous: true, Write: true, Statement: 8},
		},
		{
			"requests about a table", func(i int) Request { return about(Request{Caller: fmt.Sprint(i)}, "orders") }, 8,
			about(write("new"), "orders"), about(write("new"), "reviews"),
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				q := New(Options{Slots: 10, MaxWaiting: 300})
				heavy := hold(t, q, read("heavy"))
				time.Sleep(time.Second)
				heavy.Release()
				for i := range c.count {
					hold(t, q, c.long(i))
				}
				time.Sleep(longRunning)
				blocked(t, q, c.waits)
				hold(t, q, c.runs)
			})
		})
	}
}

// A statement that was slow once is not for ever.
func TestAverageOfAStatement(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		q := New(Options{Slots: 10, MaxWaiting: 300})
		run := func(d time.Duration) {
			s := hold(t, q, Request{Caller: fmt.Sprint(d), Anonymous: true, Statement: 7})
			time.Sleep(d)
			s.Release()
		}
		run(time.Second)
		if average := q.statements.of(7).average; average < longRunning {
			t.Errorf("after a second the average is %s", average)
		}
		for range 10 {
			run(time.Millisecond)
		}
		if average := q.statements.of(7).average; average >= longRunning {
			t.Errorf("after ten short runs the average is %s", average)
		}
	})
}

// A statement that took a little long once, on a busy machine, does not wait behind slow ones.
func TestOneLongRunIsNotSlow(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		q := New(Options{Slots: 10, MaxWaiting: 300})
		once := hold(t, q, Request{Caller: "a", Anonymous: true, Statement: 7})
		time.Sleep(2 * longRunning)
		once.Release()
		locked := hold(t, q, Request{Caller: "b", Anonymous: true, Statement: 8})
		time.Sleep(2 * time.Second)
		blocked(t, q, Request{Caller: "c", Anonymous: true, Statement: 8})
		hold(t, q, Request{Caller: "a", Anonymous: true, Statement: 7}).Release()
		locked.Release()
	})
}

// A request that waits while its statement turns out to be slow waits for a slot of
// the slow ones.
func TestFoundSlowWhileWaiting(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		q := New(Options{Slots: 10, MaxWaiting: 300})
		hold(t, q, Request{Caller: "first", Anonymous: true, Statement: 7}).Release()
		var running []*Slot
		for i := range 8 { // all that anonymous reads may use
			running = append(running, hold(t, q, Request{Caller: fmt.Sprint(i), Anonymous: true, Statement: 7}))
		}
		var order []uint64
		var wg sync.WaitGroup
		for i, statement := range []uint64{7, 7, 8} {
			wg.Go(func() {
				_, s, err := q.Acquire(t.Context(), Request{Caller: fmt.Sprint("w", i), Anonymous: true, Statement: statement})
				if err != nil {
					t.Error(err)
					return
				}
				order = append(order, statement)
				time.Sleep(time.Second)
				s.Release()
			})
			synctest.Wait()
		}
		time.Sleep(longRunning)
		running[0].Release()
		synctest.Wait()
		if !slices.Equal(order, []uint64{8}) {
			t.Errorf("%v run, want 8 alone: 7 is slow by now", order)
		}
		for _, s := range running[1:] {
			s.Release()
		}
		wg.Wait()
	})
}

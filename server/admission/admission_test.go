package admission

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

func read(caller string) Request  { return Request{Caller: caller, Anonymous: true} }
func write(caller string) Request { return Request{Caller: caller, Anonymous: true, Write: true} }

// hold acquires a slot that the test expects to be free.
func hold(t *testing.T, q *Queue, r Request) *Slot {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	_, s, err := q.Acquire(ctx, r)
	if err != nil {
		t.Fatalf("%+v: %v", r, err)
	}
	return s
}

// blocked checks that a request has to wait.
func blocked(t *testing.T, q *Queue, r Request) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	if _, s, err := q.Acquire(ctx, r); err == nil {
		s.Release()
		t.Errorf("%+v got a slot, want it to wait", r)
	}
}

func TestSlotsAreBounded(t *testing.T) {
	t.Parallel()
	q := New(Options{Slots: 10, MaxWaiting: 300})
	var running, most atomic.Int64
	var wg sync.WaitGroup
	for i := range 300 {
		wg.Go(func() {
			r := Request{Caller: fmt.Sprint(i % 7), Anonymous: i%3 > 0, Write: i%2 > 0, Table: [2]string{"public", fmt.Sprint(i % 5)}}
			_, s, err := q.Acquire(t.Context(), r)
			if err != nil {
				t.Error(err)
				return
			}
			most.Store(max(most.Load(), running.Add(1)))
			time.Sleep(time.Millisecond)
			running.Add(-1)
			s.Release()
		})
	}
	wg.Wait()
	if got := most.Load(); got > 10 {
		t.Errorf("%d ran at a time, want at most 10", got)
	}
	if got := q.Stat(); got != (Stat{}) || len(q.tables) != 0 || len(q.written) != 0 {
		t.Errorf("left over: %+v, tables %v, written %v", got, q.tables, q.written)
	}
}

// A class may not take the slots that are kept for another.
func TestReservedSlots(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name    string
		slots   int
		request func(caller string) Request
		want    int
	}{
		{"anonymous reads", 10, read, 8},
		{"anonymous writes", 10, write, 9},
		{"signed-in callers", 10, func(caller string) Request { return Request{Caller: caller} }, 10},
		{"the program", 10, func(string) Request { return Request{} }, 10},
		{"reads of a small pool", 3, read, 3},
		{"reads of one slot", 1, read, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				q := New(Options{Slots: c.slots, MaxWaiting: 300})
				for i := range c.want {
					hold(t, q, c.request(fmt.Sprint(i)))
				}
				blocked(t, q, c.request("one more"))
			})
		})
	}
}

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

// The next request is of the caller that has used the least, whoever came first.
func TestFairness(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		q := New(Options{Slots: 1, MaxWaiting: 300})
		for _, use := range []struct {
			caller string
			time   time.Duration
		}{{"heavy", 3 * time.Second}, {"medium", time.Second}, {"light", 10 * time.Millisecond}} {
			s := hold(t, q, read(use.caller))
			time.Sleep(use.time)
			s.Release()
		}
		running := hold(t, q, Request{})
		var order []string
		var wg sync.WaitGroup
		for _, caller := range []string{"heavy", "heavy", "medium", "light", "new", "light"} {
			wg.Go(func() {
				_, s, err := q.Acquire(t.Context(), read(caller))
				if err != nil {
					t.Error(err)
					return
				}
				order = append(order, caller)
				time.Sleep(time.Millisecond)
				s.Release()
			})
			synctest.Wait()
		}
		running.Release()
		wg.Wait()
		want := []string{"new", "light", "light", "medium", "heavy", "heavy"}
		if !slices.Equal(order, want) {
			t.Errorf("order %v, want %v", order, want)
		}
	})
}

// Without a bound of waiting requests, the order is that of arrival.
func TestFirstComeFirstServed(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		q := New(Options{Slots: 3})
		running := []*Slot{hold(t, q, read("heavy")), hold(t, q, read("heavy")), hold(t, q, read("heavy"))}
		time.Sleep(time.Minute) // nothing is preempted
		var order []string
		var wg sync.WaitGroup
		for _, caller := range []string{"heavy", "new", "heavy"} {
			wg.Go(func() {
				ctx, s, err := q.Acquire(t.Context(), read(caller))
				if err != nil {
					t.Error(err)
					return
				}
				order = append(order, caller)
				time.Sleep(time.Second)
				if ctx.Err() != nil {
					t.Error("a running request was cancelled")
				}
				s.Release()
			})
			synctest.Wait()
		}
		running[0].Release()
		wg.Wait()
		if want := []string{"heavy", "new", "heavy"}; !slices.Equal(order, want) {
			t.Errorf("order %v, want %v", order, want)
		}
		running[1].Release()
		running[2].Release()
	})
}

// What a caller has used is forgotten by half in each half-life.
func TestUsageIsForgotten(t *testing.T) {
	t.Parallel()
	start := time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC)
	u := newUsage(start)
	early, late := u.of("early"), u.of("late")
	u.charge(early, 3*time.Second, start)
	u.charge(late, 2*time.Second, start.Add(halfLife))
	if early.used >= late.used {
		t.Errorf("3 s of a half-life ago weigh %g, 2 s of now %g", early.used, late.used)
	}
	for hour := range 100 { // far beyond the range of a float64
		u.charge(late, time.Second, start.Add(time.Duration(hour)*time.Hour))
		u.charge(early, 2*time.Second, start.Add(time.Duration(hour)*time.Hour))
	}
	if !(early.used > late.used) || early.used > 1e200 {
		t.Errorf("after 100 hours: %g and %g", early.used, late.used)
	}
}

func TestCallersAreBounded(t *testing.T) {
	t.Parallel()
	u := newUsage(time.Now())
	u.charge(u.of("heavy"), time.Minute, u.base)
	for i := range 3 * maxCallers {
		u.charge(u.of(fmt.Sprint(i)), time.Millisecond, u.base)
	}
	if len(u.callers) > maxCallers {
		t.Errorf("%d callers are kept, want at most %d", len(u.callers), maxCallers)
	}
	if u.of("heavy").used == 0 {
		t.Error("the heaviest caller was forgotten")
	}
}

func TestTooManyOfOneCaller(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		q := New(Options{Slots: 1, MaxWaiting: 2, Wait: time.Minute})
		running := hold(t, q, Request{})
		var wg sync.WaitGroup
		acquire := func(caller string) {
			wg.Go(func() {
				if _, s, err := q.Acquire(t.Context(), read(caller)); err != nil {
					t.Error(err)
				} else {
					s.Release()
				}
			})
		}
		acquire("a")
		acquire("a")
		synctest.Wait()
		if _, _, err := q.Acquire(t.Context(), write("a")); !errors.Is(err, ErrTooMany) {
			t.Errorf("the third that waits: %v, want ErrTooMany", err)
		}
		acquire("b")
		synctest.Wait()
		running.Release()
		wg.Wait()
	})
}

func TestEndOfTheWait(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		q := New(Options{Slots: 1, MaxWaiting: 1, Wait: 3 * time.Second})
		running := hold(t, q, Request{})
		begun := time.Now()
		if _, _, err := q.Acquire(t.Context(), write("a")); !errors.Is(err, ErrBusy) || time.Since(begun) != 3*time.Second {
			t.Errorf("%v after %s, want ErrBusy after 3 s", err, time.Since(begun))
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, _, err := q.Acquire(ctx, write("a")); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%v, want the end of its context", err)
		}
		if got := q.Stat(); got != (Stat{Running: 1, Timeouts: 1}) {
			t.Errorf("%+v", got)
		}
		running.Release()
		hold(t, q, read("a")).Release()
	})
}

// While a request waits, the anonymous read that has run the longest is cancelled, if
// that is a second or more.
func TestPreemption(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		q := New(Options{Slots: 3, MaxWaiting: 300})
		signedIn := hold(t, q, Request{Caller: "u"})
		order := hold(t, q, write("w"))
		ctx, slow, err := q.Acquire(t.Context(), read("a"))
		if err != nil {
			t.Fatal(err)
		}
		go func() {
			<-ctx.Done()
			slow.Release()
		}()
		begun := time.Now()
		_, s, err := q.Acquire(t.Context(), read("b"))
		if err != nil || time.Since(begun) != minRun || !errors.Is(context.Cause(ctx), ErrPreempted) {
			t.Errorf("%v after %s, cause %v; want a slot after %s", err, time.Since(begun), context.Cause(ctx), minRun)
		}
		s.Release()
		order.Release()
		signedIn.Release()
	})
}

// A slot that is granted at the moment in which its request gives up is not lost.
func TestNoSlotIsLost(t *testing.T) {
	t.Parallel()
	q := New(Options{Slots: 2, MaxWaiting: 300})
	var wg sync.WaitGroup
	for i := range 200 {
		wg.Go(func() {
			for range 20 {
				ctx, cancel := context.WithTimeout(t.Context(), time.Duration(i%5)*50*time.Microsecond)
				if _, s, err := q.Acquire(ctx, read(fmt.Sprint(i%9))); err == nil {
					time.Sleep(20 * time.Microsecond)
					s.Release()
				}
				cancel()
			}
		})
	}
	wg.Wait()
	if got := q.Stat(); got.Running != 0 || got.Waiting != 0 {
		t.Errorf("left over: %+v", got)
	}
	for _, l := range q.lines {
		if len(l) > 0 {
			t.Errorf("%d lines are left", len(l))
		}
	}
}

func BenchmarkAcquire(b *testing.B) {
	for _, c := range []struct {
		name string
		r    Request
	}{{"signed in", Request{Caller: "a", Table: [2]string{"public", "t"}}}, {"anonymous read", Request{Caller: "a", Table: [2]string{"public", "t"}, Anonymous: true}}} {
		b.Run(c.name, func(b *testing.B) {
			q := New(Options{Slots: 10, MaxWaiting: 300})
			ctx, cancel := context.WithCancel(b.Context())
			defer cancel()
			b.ReportAllocs()
			for b.Loop() {
				_, s, _ := q.Acquire(ctx, c.r)
				s.Release()
			}
		})
	}
	b.Run("1000 callers wait", func(b *testing.B) {
		q := New(Options{Slots: 10, MaxWaiting: 1000, Wait: time.Hour})
		b.ReportAllocs()
		b.SetParallelism(500)
		var n atomic.Int64
		b.RunParallel(func(pb *testing.PB) {
			r := read(fmt.Sprint(n.Add(1)))
			for pb.Next() {
				if _, s, err := q.Acquire(b.Context(), r); err == nil {
					s.Release()
				}
			}
		})
	})
}

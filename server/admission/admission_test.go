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
	q := New(Options{Slots: 10, MaxWaiting: 300, Wait: time.Minute})
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

package admission

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"
)

// growTo makes an answer of a caller, in pieces, and returns how long the pauses were.
func growTo(t *testing.T, q *Queue, r Request, size int) time.Duration {
	t.Helper()
	r.Answer = &Answer{}
	s := hold(t, q, r)
	defer s.Release()
	begun := time.Now()
	const piece = 256 << 10
	for range size / piece {
		r.Answer.Grow(piece)
	}
	return time.Since(begun)
}

func TestLargeAnswersArePaced(t *testing.T) {
	t.Parallel()
	const size, pace = 200 << 20, 50 << 20
	for _, c := range []struct {
		name   string
		others []Request // that ran before
		size   int
		fair   bool
		want   time.Duration
	}{
		{"alone", nil, size, true, 0},
		{"beside itself", []Request{{Caller: "heavy"}}, size, true, 0},
		{"beside others", []Request{read("a")}, size, true, time.Second}, // nobody asked since
		{"beside others and itself", []Request{read("a"), {Caller: "heavy"}}, size, true, time.Second},
		{"small beside others", []Request{read("a")}, largeAnswer, true, 0},
		{"for tables alone", []Request{read("a")}, size, false, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				o := Options{Slots: 10, Pace: pace}
				if c.fair {
					o.MaxWaiting = 300
				}
				q := New(o)
				for _, other := range c.others {
					hold(t, q, other).Release()
				}
				if got := growTo(t, q, Request{Caller: "heavy"}, c.size).Round(10 * time.Millisecond); got != c.want {
					t.Errorf("the pauses were %s, want %s", got, c.want)
				}
			})
		})
	}
}

// All large answers share one pace as long as others ask, and others are not paced.
func TestPaceIsShared(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		q := New(Options{Slots: 10, MaxWaiting: 300, Pace: 50 << 20})
		hold(t, q, read("a")).Release()
		done := make(chan time.Duration)
		for i := range 4 {
			go func() { done <- growTo(t, q, Request{Caller: fmt.Sprint("heavy", i)}, 104<<20) }()
		}
		ended := 0
		var last time.Duration
		for ended < 4 {
			r := read("a")
			r.Answer = &Answer{}
			s, begun := hold(t, q, r), time.Now()
			r.Answer.Grow(64 << 10)
			if paused := time.Since(begun); paused != 0 {
				t.Errorf("a small answer was paused for %s", paused)
			}
			s.Release()
			select {
			case last = <-done:
				ended++
			case <-time.After(500 * time.Millisecond):
			}
		}
		if want := 8 * time.Second; last.Round(100*time.Millisecond) != want { // 4 MB of each are free
			t.Errorf("4 answers of 100 MB took %s, want %s", last, want)
		}
	})
}

// A large answer takes a slot of the slow ones, and its statement waits for one from then on.
func TestLargeAnswersAreSlow(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		of   func(caller string, statement uint64) Request
		most int
	}{
		{"anonymous reads", func(caller string, statement uint64) Request {
			return Request{Caller: caller, Anonymous: true, Statement: statement}
		}, 1},
		{"signed-in reads", func(caller string, statement uint64) Request {
			return Request{Caller: caller, Statement: statement}
		}, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				q := New(Options{Slots: 10, MaxWaiting: 300})
				hold(t, q, c.of("before", 7)).Release()
				for i := range c.most {
					r := c.of(fmt.Sprint("heavy", i), 7)
					r.Answer = &Answer{}
					defer hold(t, q, r).Release()
					r.Answer.Grow(largeAnswer + 1)
				}
				blocked(t, q, c.of("light", 7))
				hold(t, q, c.of("light", 8)).Release()
			})
		})
	}
}

// Signed-in callers share few slots for what has been slow, from however many accounts.
func TestSlowSignedIn(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		q := New(Options{Slots: 10, MaxWaiting: 300})
		slow := func(caller string) Request { return Request{Caller: caller, Statement: 7} }
		first := hold(t, q, slow("a"))
		time.Sleep(4 * longRunning)
		first.Release()
		defer hold(t, q, slow("b")).Release()
		defer hold(t, q, slow("c")).Release()
		blocked(t, q, slow("d"))
		for i := range 8 {
			defer hold(t, q, Request{Caller: fmt.Sprint(i), Statement: 8 + uint64(i)}).Release()
		}
	})
	synctest.Test(t, func(t *testing.T) { // each time another statement
		q := New(Options{Slots: 10, MaxWaiting: 300})
		next := uint64(0)
		other := func() Request { next++; return Request{Caller: "a", Statement: next} }
		defer hold(t, q, other()).Release()
		defer hold(t, q, other()).Release()
		time.Sleep(longRunning)
		blocked(t, q, other())
		write := other()
		write.Write = true
		hold(t, q, write).Release()
	})
}

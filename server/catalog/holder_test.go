package catalog

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// follower is a holder whose loads are counted. It lives in a synctest bubble,
// where time is simulated: a sleep there takes none.
type follower struct {
	*Holder
	wanted   chan struct{}
	loads    atomic.Int32
	failures atomic.Int32
	broken   atomic.Bool // loads fail
}

func newFollower(t *testing.T) *follower {
	f := &follower{wanted: make(chan struct{}, 1)}
	f.Holder = &Holder{load: func(context.Context) (*Snapshot, error) {
		f.loads.Add(1)
		if f.broken.Load() {
			return nil, errors.New("the database is away")
		}
		return &Snapshot{}, nil
	}}
	go f.follow(t.Context(), f.wanted, func(error) { f.failures.Add(1) })
	return f
}

func TestFollowGathersWishes(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := newFollower(t)
		for range 50 {
			ask(f.wanted)
			time.Sleep(time.Millisecond)
		}
		synctest.Wait()
		if n := f.loads.Load(); n != 0 {
			t.Errorf("%d loads within the debounce, want none", n)
		}
		time.Sleep(debounce)
		synctest.Wait()
		if n := f.loads.Load(); n != 1 {
			t.Errorf("%d loads for 50 wishes, want 1", n)
		}
		time.Sleep(time.Hour)
		synctest.Wait()
		if n := f.loads.Load(); n != 1 {
			t.Errorf("%d loads though nothing more was wanted, want 1", n)
		}
	})
}

func TestFollowIsNotHeldUpByAFlood(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := newFollower(t)
		for range 1000 {
			ask(f.wanted)
			time.Sleep(time.Millisecond)
		}
		synctest.Wait()
		if n := f.loads.Load(); n < 5 || n > 11 {
			t.Errorf("%d loads in a second of wishes, want about 10", n)
		}
	})
}

func TestFollowKeepsTheOldUntilALoadWorks(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := newFollower(t)
		old := &Snapshot{}
		f.current.Store(old)
		f.broken.Store(true)
		ask(f.wanted)
		time.Sleep(debounce + 7*time.Second + time.Millisecond) // tries after 0, 1, 3 and 7 s
		synctest.Wait()
		if f.failures.Load() != 4 || f.Snapshot() != old {
			t.Errorf("%d failures told, kept the old one: %v; want 4, true", f.failures.Load(), f.Snapshot() == old)
		}
		f.broken.Store(false)
		time.Sleep(maxRetry)
		synctest.Wait()
		if f.Snapshot() == old || f.failures.Load() != 4 {
			t.Errorf("still the old one: %v, failures %d; want false, 4", f.Snapshot() == old, f.failures.Load())
		}
	})
}

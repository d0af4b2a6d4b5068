package catalog

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// follower is a holder whose loads are counted. It lives in a synctest bubble,
// where time is simulated: a sleep there takes none.
type follower struct {
	*Holder
	wanted   chan struct{}
	loads    int
	failures int
	err      error // what a load answers
}

func newFollower(t *testing.T) *follower {
	f := &follower{wanted: make(chan struct{}, 1)}
	f.Holder = &Holder{load: func(context.Context) (*Snapshot, error) {
		f.loads++
		return &Snapshot{Schemas: []string{"public"}}, f.err
	}}
	go f.follow(t.Context(), f.wanted, func(error) { f.failures++ })
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
		if f.loads != 0 {
			t.Errorf("%d loads within the debounce, want none", f.loads)
		}
		time.Sleep(debounce)
		synctest.Wait()
		if f.loads != 1 {
			t.Errorf("%d loads for 50 wishes, want 1", f.loads)
		}
		time.Sleep(time.Hour)
		synctest.Wait()
		if f.loads != 1 {
			t.Errorf("%d loads though nothing more was wanted, want 1", f.loads)
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
		if f.loads < 5 || f.loads > 11 {
			t.Errorf("%d loads in a second of wishes, want about 10", f.loads)
		}
	})
}

func TestFollowKeepsTheOldUntilALoadWorks(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := newFollower(t)
		old := &Snapshot{}
		f.current.Store(old)
		f.err = errors.New("the database is away")
		ask(f.wanted)
		time.Sleep(debounce + 7*time.Second + time.Millisecond) // tries after 0, 1, 3 and 7 s
		synctest.Wait()
		if f.failures != 4 || f.Snapshot() != old {
			t.Errorf("%d failures told, kept the old one: %v; want 4, true", f.failures, f.Snapshot() == old)
		}
		f.err = nil
		time.Sleep(maxRetry)
		synctest.Wait()
		if f.Snapshot() == old || f.failures != 4 {
			t.Errorf("still the old one: %v, failures %d; want false, 4", f.Snapshot() == old, f.failures)
		}
	})
}

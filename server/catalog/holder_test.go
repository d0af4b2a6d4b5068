package catalog

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// follower is a holder whose loads are counted. It lives in a synctest bubble,
// where time is simulated: a sleep there takes none.
type follower struct {
	*Holder
	took     time.Duration // of each load
	loads    atomic.Int32
	told     atomic.Int32 // loads that On was told of
	failures atomic.Int32
	configs  atomic.Int32
	broken   atomic.Bool // loads fail
}

func newFollower(t *testing.T) *follower {
	f := &follower{took: 20 * time.Millisecond}
	f.Holder = newHolder([]string{"public"}, func(_ context.Context, schemas []string) (*Snapshot, error) {
		time.Sleep(f.took)
		f.loads.Add(1)
		if f.broken.Load() {
			return nil, errors.New("the database is away")
		}
		return &Snapshot{Schemas: schemas}, nil
	})
	go f.follow(t.Context(), f.on().complete())
	return f
}

func (f *follower) on() On {
	return On{
		Config: func() { f.configs.Add(1) },
		Loaded: func(took time.Duration, s *Snapshot) {
			if took == f.took && s == f.Snapshot() {
				f.told.Add(1)
			}
		},
		Failed: func(error) { f.failures.Add(1) },
	}
}

// after lets time pass and checks how many loads there were.
func (f *follower) after(t *testing.T, d time.Duration, want int32) {
	t.Helper()
	time.Sleep(d)
	synctest.Wait()
	if got := f.loads.Load(); got != want {
		t.Errorf("%d loads, want %d", got, want)
	}
}

func TestTheFirstChangeIsSeenAtOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := newFollower(t)
		f.after(t, time.Hour, 0)
		f.Ask()
		f.after(t, gather+f.took, 1)
		if f.Snapshot() == nil || f.told.Load() != 1 {
			t.Errorf("snapshot %v, told %d times; want one, once", f.Snapshot(), f.told.Load())
		}
		time.Sleep(time.Hour)
		f.Ask()
		f.after(t, gather+f.took, 2)
		f.after(t, time.Hour, 2)
	})
}

func TestABurstIsOneLoad(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := newFollower(t)
		for range 9 {
			f.Ask()
			time.Sleep(time.Millisecond)
		}
		f.after(t, time.Hour, 1)
	})
}

// A change that comes during a load may be too late for it: another follows, and
// that change too is seen within 200 ms.
func TestAChangeDuringALoadIsNotLost(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := newFollower(t)
		f.Ask()
		time.Sleep(gather + time.Millisecond)
		f.Ask()
		f.after(t, 200*time.Millisecond, 2)
		f.after(t, time.Hour, 2)
	})
}

func TestAFloodLeavesTheDatabaseHalfOfItsTime(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name       string
		took       time.Duration
		least, max int32
	}{
		{"short loads", 20 * time.Millisecond, 80, 84},
		{"long ones", 500 * time.Millisecond, 9, 11},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				f := newFollower(t)
				f.took = test.took
				for range 10_000 {
					f.Ask()
					time.Sleep(time.Millisecond)
				}
				if n := f.loads.Load(); n < test.least || n > test.max {
					t.Errorf("%d loads in 10 s of changes, want %d to %d", n, test.least, test.max)
				}
			})
		})
	}
}

func TestTheOldOneServesUntilALoadWorks(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := newFollower(t)
		f.took = 0
		old := &Snapshot{}
		f.current.Store(old)
		f.broken.Store(true)
		f.Ask()
		f.after(t, time.Second, 4) // tries about 0, 0.1, 0.3 and 0.7 s after the first
		if f.failures.Load() != 4 || f.Snapshot() != old {
			t.Errorf("%d failures told, kept the old one: %v; want 4, true", f.failures.Load(), f.Snapshot() == old)
		}
		time.Sleep(time.Hour)
		f.broken.Store(false)
		time.Sleep(maxRetry + rest)
		synctest.Wait()
		if f.Snapshot() == old {
			t.Errorf("still the old one %v after the database came back", maxRetry)
		}
	})
}

// A wish ends the wait after a failure: the listener hears first that the
// database is back.
func TestAWishIsTriedAtOnceAfterFailures(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := newFollower(t)
		f.broken.Store(true)
		f.Ask()
		time.Sleep(time.Hour + time.Second)
		f.broken.Store(false)
		f.Ask()
		time.Sleep(gather + f.took)
		synctest.Wait()
		if f.Snapshot() == nil {
			t.Error("no snapshot though one was asked for and the database is back")
		}
	})
}

func TestHeed(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, payload   string
		loads, configed int32
	}{
		{"the schema", "reload schema", 1, 0},
		{"the configuration", "reload config", 0, 1},
		{"both", "", 1, 1},
		{"something else", "reload everything", 0, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				f := newFollower(t)
				f.heed(test.payload, f.on())
				f.after(t, time.Second, test.loads)
				if got := f.configs.Load(); got != test.configed {
					t.Errorf("the configuration was reloaded %d times, want %d", got, test.configed)
				}
			})
		})
	}
}

func TestServeChangesTheSchemas(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := newFollower(t)
		f.Ask()
		f.after(t, time.Second, 1)
		f.Serve([]string{"v1", "v2"})
		if got := f.Snapshot().Schemas; !slices.Equal(got, []string{"public"}) {
			t.Errorf("schemas = %v before the reload, want the old ones", got)
		}
		f.after(t, time.Second, 2)
		if got := f.Snapshot().Schemas; !slices.Equal(got, []string{"v1", "v2"}) {
			t.Errorf("schemas = %v, want v1 and v2", got)
		}
	})
}

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

// follower is a cache whose loads are counted. It runs in a synctest bubble,
// where time is simulated: a sleep there takes none.
type follower struct {
	*Cache
	took     time.Duration // of each load
	loads    atomic.Int32
	reported atomic.Int32 // loads that Callbacks got
	failures atomic.Int32
	configs  atomic.Int32
	broken   atomic.Bool // loads fail
}

func newFollower(t *testing.T) *follower {
	f := &follower{took: 20 * time.Millisecond}
	f.Cache = newCache([]string{"public"}, func(_ context.Context, schemas []string) (*Snapshot, error) {
		time.Sleep(f.took)
		f.loads.Add(1)
		if f.broken.Load() {
			return nil, errors.New("the database is down")
		}
		return &Snapshot{Schemas: schemas}, nil
	})
	go f.reloadLoop(t.Context(), f.on().withDefaults())
	return f
}

func (f *follower) on() Callbacks {
	return Callbacks{
		Config: func() { f.configs.Add(1) },
		Loaded: func(took time.Duration, s *Snapshot) {
			if took == f.took && s == f.Snapshot() {
				f.reported.Add(1)
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
		f.RequestReload()
		f.after(t, debounce+f.took, 1)
		if f.Snapshot() == nil || f.reported.Load() != 1 {
			t.Errorf("snapshot %v, reported %d times; want one, once", f.Snapshot(), f.reported.Load())
		}
		time.Sleep(time.Hour)
		f.RequestReload()
		f.after(t, debounce+f.took, 2)
		f.after(t, time.Hour, 2)
	})
}

func TestABurstIsOneLoad(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := newFollower(t)
		for range 9 {
			f.RequestReload()
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
		f.RequestReload()
		time.Sleep(debounce + time.Millisecond)
		f.RequestReload()
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
					f.RequestReload()
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
		f.RequestReload()
		f.after(t, time.Second, 4) // tries about 0, 0.1, 0.3 and 0.7 s after the first
		if f.failures.Load() != 4 || f.Snapshot() != old {
			t.Errorf("%d failures, kept the old one: %v; want 4, true", f.failures.Load(), f.Snapshot() == old)
		}
		time.Sleep(time.Hour)
		f.broken.Store(false)
		time.Sleep(maxRetry + minInterval)
		synctest.Wait()
		if f.Snapshot() == old {
			t.Errorf("still the old one %v after the database came back", maxRetry)
		}
	})
}

// A request ends the wait after a failure: the listener gets first that the
// database is back.
func TestAWishIsTriedAtOnceAfterFailures(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := newFollower(t)
		f.broken.Store(true)
		f.RequestReload()
		time.Sleep(time.Hour)
		for before := f.failures.Load(); f.failures.Load() == before; { // the next retry is then far
			time.Sleep(time.Millisecond)
		}
		time.Sleep(minInterval)
		f.broken.Store(false)
		f.RequestReload()
		time.Sleep(debounce + f.took)
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
				f.handleNotify(test.payload, f.on())
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
		f.RequestReload()
		f.after(t, time.Second, 1)
		f.SetSchemas([]string{"v1", "v2"})
		if got := f.Snapshot().Schemas; !slices.Equal(got, []string{"public"}) {
			t.Errorf("schemas = %v before the reload, want the old ones", got)
		}
		f.after(t, time.Second, 2)
		if got := f.Snapshot().Schemas; !slices.Equal(got, []string{"v1", "v2"}) {
			t.Errorf("schemas = %v, want v1 and v2", got)
		}
	})
}

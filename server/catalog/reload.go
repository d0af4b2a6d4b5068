package catalog

import (
	"context"
	"time"

	"github.com/toubkal/toubkal/server/retry"
)

const (
	// debounce merges the notifications of one migration into one reload. It is
	// short: the first change after a quiet time is seen at once.
	debounce = 10 * time.Millisecond
	// minInterval is the minimum time between the end of a load and the next one.
	minInterval = 100 * time.Millisecond
	// minRetry and maxRetry bound the wait after a load that failed.
	minRetry = 100 * time.Millisecond
	maxRetry = 32 * time.Second
)

// schedule decides when the next load may begin.
type schedule struct {
	// notBefore leaves the database alone after a load for as long as that took:
	// frequent changes cost at most half of one connection's time.
	notBefore time.Time
	retry     <-chan time.Time // nil where nothing failed
	backoff   retry.Backoff
}

// reloadLoop reloads the schema cache on request, debounced. A request during a
// load causes another load: it may have come too late for the first.
func (c *Cache) reloadLoop(ctx context.Context, on Callbacks) {
	s := schedule{backoff: retry.Backoff{Min: minRetry, Max: maxRetry}}
	for s.next(ctx, c.requested) {
		began := time.Now()
		err := c.Reload(ctx)
		if ctx.Err() != nil {
			return
		}
		took := time.Since(began)
		s.loaded(took, err)
		if err != nil {
			on.Failed(err)
			continue
		}
		on.Loaded(took, c.Snapshot())
	}
}

// next waits for a request, or for the retry of a failed load; false if ctx ended
// first.
func (s *schedule) next(ctx context.Context, requested <-chan struct{}) bool {
	select {
	case <-ctx.Done():
		return false
	case <-requested:
	case <-s.retry:
	}
	if retry.Sleep(ctx, max(debounce, time.Until(s.notBefore))) != nil {
		return false
	}
	select {
	case <-requested:
	default:
	}
	return true
}

func (s *schedule) loaded(took time.Duration, err error) {
	s.notBefore = time.Now().Add(max(minInterval, took))
	if err == nil {
		s.retry = nil
		s.backoff.Reset()
		return
	}
	s.retry = time.After(s.backoff.Next())
}

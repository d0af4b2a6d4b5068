package retry_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/toubkal/toubkal/server/retry"
)

func TestSleep(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		began := time.Now()
		if err := retry.Sleep(ctx, time.Second); err != nil || time.Since(began) != time.Second {
			t.Errorf("a second: %v after %v", err, time.Since(began))
		}
		if err := retry.Sleep(ctx, time.Hour); !errors.Is(err, context.DeadlineExceeded) || time.Since(began) != time.Minute {
			t.Errorf("an hour within a minute: %v after %v", err, time.Since(began))
		}
	})
}

func TestBackoff(t *testing.T) {
	t.Parallel()
	b := retry.Backoff{Min: 100 * time.Millisecond, Max: time.Second}
	for range 2 { // the second time after a reset
		seen := map[time.Duration]bool{}
		for i, full := range []time.Duration{100, 200, 400, 800, 1000, 1000, 1000, 1000} {
			full *= time.Millisecond
			got := b.Next()
			if got > full || got < full*3/4 {
				t.Errorf("wait %d is %v, want %v less a quarter at most", i, got, full)
			}
			seen[full-got] = true
		}
		if len(seen) < 2 {
			t.Error("waits have no jitter")
		}
		b.Reset()
	}
}

func TestBackoffOfZeroIsNoWait(t *testing.T) {
	t.Parallel()
	if got := new(retry.Backoff).Next(); got != 0 {
		t.Errorf("got %v", got)
	}
}

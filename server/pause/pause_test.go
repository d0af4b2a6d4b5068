package pause_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/toubkal/toubkal/server/pause"
)

func TestFor(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		began := time.Now()
		if err := pause.For(ctx, time.Second); err != nil || time.Since(began) != time.Second {
			t.Errorf("a second: %v after %v", err, time.Since(began))
		}
		if err := pause.For(ctx, time.Hour); err != context.DeadlineExceeded || time.Since(began) != time.Minute {
			t.Errorf("an hour within a minute: %v after %v", err, time.Since(began))
		}
	})
}

// Package pause waits, and no longer than who waits is wanted.
package pause

import (
	"context"
	"time"
)

// For waits for d; its error is why ctx ended first.
func For(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

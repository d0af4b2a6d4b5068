// Package retry holds a sleep that ends with its context, and exponential backoff.
package retry

import (
	"context"
	"math/rand/v2"
	"time"
)

// Sleep waits for d. If ctx ends first, it returns the error of ctx.
func Sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Backoff is exponential backoff with jitter. It is not safe for concurrent use.
type Backoff struct {
	// Min is the first wait, Max the longest one.
	Min, Max time.Duration
	current  time.Duration
}

// Next returns the next wait: the double of the last one, less up to a quarter at
// random, so that clients which lost a server at the same time do not all reconnect
// at the same time.
func (b *Backoff) Next() time.Duration {
	b.current = min(max(2*b.current, b.Min), b.Max)
	return b.current - rand.N(b.current/4+1) // #nosec G404 -- spreads retries in time, and guards nothing
}

// Reset makes Min the next wait again, after a success.
func (b *Backoff) Reset() { b.current = 0 }

package functions

import (
	"context"
	"time"
)

const (
	// maxBackground bounds how many WaitUntil of a service run at the same time.
	maxBackground = 32
	// backgroundTimeout bounds one of them, its retries included.
	backgroundTimeout = 2 * time.Minute
)

// WaitUntil runs fn beside the request, and after its response if fn takes longer, as
// Supabase's EdgeRuntime.waitUntil. The response thus reveals neither what fn finds nor
// how long it takes. An error is logged. It returns false, and does not run fn, if too
// many are running already.
func (c *Call) WaitUntil(fn func(context.Context) error) bool {
	s := c.service
	select {
	case s.slots <- struct{}{}:
	default:
		return false
	}
	s.running.Go(func() {
		defer func() { <-s.slots }()
		ctx, cancel := context.WithTimeout(s.background, backgroundTimeout)
		defer cancel()
		if err := recoverPanic(c.name, func() error { return fn(ctx) }); err != nil {
			s.o.Log.ErrorContext(ctx, "background work of a function failed", errorAttrs(err, "function", c.name)...)
		}
	})
	return true
}

// Close waits for the work of WaitUntil until ctx ends, and then cancels it.
func (s *Service) Close(ctx context.Context) {
	done := make(chan struct{})
	go func() { s.running.Wait(); close(done) }()
	select {
	case <-done:
	case <-ctx.Done():
	}
	s.stop()
	<-done
}

package catalog

import (
	"context"
	"time"

	"github.com/toubkal/toubkal/server/retry"
)

const (
	// gather lets the notifications of one migration become one reload. It is
	// short: the first change after a quiet time is seen at once.
	gather = 10 * time.Millisecond
	// rest is the least time between the end of a load and the next one.
	rest = 100 * time.Millisecond
	// minRetry and maxRetry bound the wait after a load that failed.
	minRetry = 100 * time.Millisecond
	maxRetry = 32 * time.Second
)

// pace says when the next load may begin.
type pace struct {
	// notBefore leaves the database alone after a load for as long as that took:
	// a flood of changes costs at most half of one connection's time.
	notBefore time.Time
	retry     <-chan time.Time // nil where nothing failed
	wait      time.Duration
}

// follow grants what is wanted, each time after letting others gather. What is
// wanted during a load leads to another: it may have come too late for it.
func (h *Holder) follow(ctx context.Context, on On) {
	p := pace{wait: minRetry}
	for p.next(ctx, h.wanted) {
		began := time.Now()
		err := h.Reload(ctx)
		if ctx.Err() != nil {
			return
		}
		took := time.Since(began)
		p.loaded(took, err)
		if err != nil {
			on.Failed(err)
			continue
		}
		on.Loaded(took, h.Snapshot())
	}
}

// next waits for a wish, or for the time to try again what failed; false if ctx
// ended first.
func (p *pace) next(ctx context.Context, wanted <-chan struct{}) bool {
	select {
	case <-ctx.Done():
		return false
	case <-wanted:
	case <-p.retry:
	}
	if retry.Sleep(ctx, max(gather, time.Until(p.notBefore))) != nil {
		return false
	}
	select {
	case <-wanted:
	default:
	}
	return true
}

func (p *pace) loaded(took time.Duration, err error) {
	p.notBefore = time.Now().Add(max(rest, took))
	if err == nil {
		p.retry, p.wait = nil, minRetry
		return
	}
	p.retry, p.wait = time.After(p.wait), min(2*p.wait, maxRetry)
}

package realtime

import (
	"context"
	"sync"
	"time"
)

// timer calls something later, once; the zero value is one that is not set.
type timer struct {
	mu      sync.Mutex
	timer   *time.Timer
	stopped bool
}

// reset sets it, anew if it is set, unless it has been stopped.
func (t *timer) reset(wait time.Duration, call func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.timer != nil {
		t.timer.Stop()
	}
	if !t.stopped {
		t.timer = time.AfterFunc(wait, call)
	}
}

// stop lets it call nobody any more.
func (t *timer) stop() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.stopped = true
	if t.timer != nil {
		t.timer.Stop()
	}
}

// every does something again and again, first after one wait, until ctx ends.
func every(ctx context.Context, wait time.Duration, do func()) {
	ticker := time.NewTicker(wait)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			do()
		}
	}
}

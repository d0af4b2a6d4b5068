package cron

import (
	"context"
	"sync"
	"testing"
	"time"
)

// clock stands still but for advance.
type clock struct {
	mu      sync.Mutex
	now     time.Time
	waiting map[chan time.Time]time.Time // until when
	changed chan struct{}                // closed when somebody begins to wait
}

func newClock() *clock {
	return &clock{now: time.Date(2026, 11, 28, 5, 0, 0, 0, time.UTC), waiting: map[chan time.Time]time.Time{}, changed: make(chan struct{})}
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) After(d time.Duration) <-chan time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	done := make(chan time.Time, 1)
	c.waiting[done] = c.now.Add(d)
	if d <= 0 {
		done <- c.now
	}
	close(c.changed)
	c.changed = make(chan struct{})
	return done
}

// advance waits until somebody waits for the time that is d later, and lets it come.
func (c *clock) advance(t *testing.T, d time.Duration) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	c.mu.Lock()
	defer c.mu.Unlock()
	for until := c.now.Add(d); !c.isAwaited(until); {
		changed := c.changed
		c.mu.Unlock()
		select {
		case <-changed:
		case <-ctx.Done():
			c.mu.Lock()
			t.Fatalf("no scheduler waits until %v", until)
		}
		c.mu.Lock()
	}
	c.set(d)
}

// jump lets time pass at once.
func (c *clock) jump(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.set(d)
}

// forget leaves out what a scheduler that has ended waited for.
func (c *clock) forget() {
	c.mu.Lock()
	defer c.mu.Unlock()
	clear(c.waiting)
}

func (c *clock) set(d time.Duration) {
	c.now = c.now.Add(d)
	for done, until := range c.waiting {
		if !until.After(c.now) {
			select {
			case done <- c.now:
			default:
			}
			delete(c.waiting, done)
		}
	}
}

func (c *clock) isAwaited(until time.Time) bool {
	for _, t := range c.waiting {
		if t.Equal(until) {
			return true
		}
	}
	return false
}

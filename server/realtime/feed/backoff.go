package feed

import (
	"context"
	"math/rand/v2"
	"net"
	"sync"
	"time"
)

// backoff is how long to wait before the next try.
type backoff struct {
	first, most time.Duration
	now         time.Duration
}

func (b *backoff) reset() { b.now = 0 }

// next doubles, and strays by up to a quarter: the nodes that one PostgreSQL left
// behind shall not come back at once.
func (b *backoff) next() time.Duration {
	b.now = min(max(2*b.now, b.first), b.most)
	return b.now - rand.N(b.now/4+1)
}

// wake tells the feed's goroutine of a wish from outside, also while it waits for
// the server.
type wake struct {
	mu     sync.Mutex
	wished bool
	bell   chan struct{} // holds one ring
	conn   net.Conn      // that is read; nil without one
}

func newWake() *wake { return &wake{bell: make(chan struct{}, 1)} }

func (w *wake) wish() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.wished = true
	if w.conn != nil {
		_ = w.conn.SetReadDeadline(time.Now()) // a dead connection is read too, and tells
	}
	select {
	case w.bell <- struct{}{}:
	default:
	}
}

// clear drops the wishes so far.
func (w *wake) clear() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.wished = false
	select {
	case <-w.bell:
	default:
	}
}

// reads names the connection that a wish interrupts, nil for none.
func (w *wake) reads(conn net.Conn) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.conn = conn
}

// until sets how long the next read may take, unless there is a wish, which it
// takes.
func (w *wake) until(deadline time.Time) (wished bool, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.wished {
		w.wished = false
		return true, nil
	}
	return false, w.conn.SetReadDeadline(deadline)
}

// wait passes the time until the next try, which a wish shortens: what changed may
// be what was missing.
func (w *wake) wait(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-w.bell:
	case <-timer.C:
	}
}

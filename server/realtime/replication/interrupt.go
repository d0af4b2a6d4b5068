package replication

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

// interrupter tells the feed's goroutine of a wish from outside, also while it waits for
// the server.
type interrupter struct {
	mu        sync.Mutex
	requested bool
	signal    chan struct{} // holds one ring
	conn      net.Conn      // that is read; nil without one
}

func newInterrupter() *interrupter { return &interrupter{signal: make(chan struct{}, 1)} }

func (w *interrupter) request() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.requested = true
	if w.conn != nil {
		_ = w.conn.SetReadDeadline(time.Now()) // a dead connection is read too, and tells
	}
	select {
	case w.signal <- struct{}{}:
	default:
	}
}

// clear drops the wishes so far.
func (w *interrupter) clear() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.requested = false
	select {
	case <-w.signal:
	default:
	}
}

// setConn names the connection that a wish interrupts, nil for none.
func (w *interrupter) setConn(conn net.Conn) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.conn = conn
}

// until sets how long the next read may take, unless there is a wish, which it
// takes.
func (w *interrupter) until(deadline time.Time) (wished bool, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.requested {
		w.requested = false
		return true, nil
	}
	return false, w.conn.SetReadDeadline(deadline)
}

// wait passes the time until the next try, which a wish shortens: what changed may
// be what was missing.
func (w *interrupter) wait(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-w.signal:
	case <-timer.C:
	}
}

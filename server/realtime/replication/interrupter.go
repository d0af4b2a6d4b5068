package replication

import (
	"context"
	"net"
	"sync"
	"time"
)

// interrupter wakes the goroutine of the stream, also during a blocking read.
type interrupter struct {
	mu        sync.Mutex
	requested bool
	signal    chan struct{} // buffered, of one
	conn      net.Conn      // that is being read; nil without one
}

func newInterrupter() *interrupter { return &interrupter{signal: make(chan struct{}, 1)} }

// request asks for a schema change to be handled.
func (i *interrupter) request() {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.requested = true
	if i.conn != nil {
		_ = i.conn.SetReadDeadline(time.Now()) // on a dead connection the read itself fails
	}
	select {
	case i.signal <- struct{}{}:
	default:
	}
}

// clear drops requests that were made before.
func (i *interrupter) clear() {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.requested = false
	select {
	case <-i.signal:
	default:
	}
}

// setConn sets the connection whose reads a request interrupts; nil for none.
func (i *interrupter) setConn(conn net.Conn) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.conn = conn
}

// setReadDeadline bounds the next read, unless there is a request, which it takes.
func (i *interrupter) setReadDeadline(deadline time.Time) (requested bool, err error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.requested {
		i.requested = false
		return true, nil
	}
	return false, i.conn.SetReadDeadline(deadline)
}

// wait sleeps until the next attempt to connect. A request ends it earlier: what
// changed may be what was missing.
func (i *interrupter) wait(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-i.signal:
	case <-timer.C:
	}
}

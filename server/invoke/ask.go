package invoke

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/paper"
	"github.com/toubkal/toubkal/server/token"
)

// ErrNoRows is what a row that is not there scans to.
var ErrNoRows = db.ErrNoRows

// AsServer runs fn in one transaction with all rights on tables. It is for what
// a visitor proves otherwise than by signing in; the function itself must then
// see to what goes out.
func (c *Call) AsServer(ctx context.Context, fn func(Tx) error) error {
	return c.service.o.Pool.Tx(ctx, db.As(token.Claims{Role: token.ServiceRole}), fn)
}

// Press prints. It refuses with 503 where the client, which brings fonts and
// words, is not built.
func (c *Call) Press() (*paper.Press, error) {
	if c.service.o.Press == nil {
		return nil, refuse(http.StatusServiceUnavailable, paper.ErrNotBuilt.Error())
	}
	return c.service.o.Press, nil
}

// Often tells whether this was asked more than perHour times in the last hour
// under this name, or three times as often by this address, and counts the asking.
// It holds for one node. What an address asks too often counts under no name: else
// one visitor could push all others out of the counter, and bar a buyer's order.
func (c *Call) Often(name string, perHour int) bool {
	address := c.service.o.Address(c.Request)
	if address != "" && c.service.asked.over("from "+address, 3*perHour) {
		return true
	}
	return c.service.asked.over(name, perHour)
}

// counter counts what was asked within the hour.
type counter struct {
	mu   sync.Mutex
	now  func() time.Time
	seen map[string][]time.Time
}

// maxCounted and maxName (bytes) bound the memory of a counter, at about 300 bytes
// each. An e-mail and an order's number are shorter; what is cut is neither.
const (
	maxCounted = 20_000
	maxName    = 300
)

func newCounter(now func() time.Time) *counter {
	return &counter{now: now, seen: map[string][]time.Time{}}
}

func (c *counter) over(name string, limit int) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	name = strings.Clone(name[:min(len(name), maxName)])
	now := c.now()
	c.forget(now)
	kept := c.seen[name][:0]
	for _, at := range c.seen[name] {
		if now.Sub(at) < time.Hour {
			kept = append(kept, at)
		}
	}
	if len(kept) >= limit {
		c.seen[name] = kept
		return true
	}
	c.seen[name] = append(kept, now)
	return false
}

// forget makes room when it is full: first what is old, then anything.
func (c *counter) forget(now time.Time) {
	if len(c.seen) < maxCounted {
		return
	}
	for name, times := range c.seen {
		if now.Sub(times[len(times)-1]) >= time.Hour || len(c.seen) > maxCounted*9/10 {
			delete(c.seen, name)
		}
	}
}

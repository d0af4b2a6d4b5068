package realtime

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/toubkal/toubkal/server/realtime/protocol"
	"github.com/toubkal/toubkal/server/retry"
	"github.com/toubkal/toubkal/server/token"
)

// sockets are the open connections.
type sockets struct {
	mu     sync.Mutex
	open   map[*socket]bool
	held   int            // open connections and handshakes
	of     map[string]int // held, by address
	last   uint64         // the number of the newest
	closed bool
	empty  chan struct{} // closed when closed is set and the last socket has left
}

func newSockets() *sockets {
	return &sockets{open: map[*socket]bool{}, of: map[string]int{}, empty: make(chan struct{})}
}

// The refusals of a connection; the first is Supabase's text.
const (
	tooManyConnections = "Too many connected users"
	tooManyOfAddress   = "Too many connections from this address"
)

// reserve reserves a place for a handshake, or says why there is none: too many
// connections, of all or of the address, or the service is closing. An address "" is
// not counted.
func (s *sockets) reserve(address string, limits *Limits) (why string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.closed || s.held >= limits.Connections:
		return tooManyConnections
	case address != "" && s.of[address] >= limits.AddressConnections:
		return tooManyOfAddress
	}
	s.held++
	if address != "" {
		s.of[address]++
	}
	return ""
}

// unreserve releases a place. mu is held.
func (s *sockets) unreserve(address string) {
	s.held--
	if s.of[address]--; s.of[address] <= 0 {
		delete(s.of, address)
	}
}

// enter registers a socket; false if the service has closed meanwhile.
func (s *sockets) enter(k *socket) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		s.unreserve(k.address)
		return false
	}
	s.last++
	k.number = s.last
	s.open[k] = true
	return true
}

// release releases the place of a handshake that has failed.
func (s *sockets) release(address string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.unreserve(address)
}

func (s *sockets) leave(k *socket) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.open, k)
	s.unreserve(k.address)
	if s.closed && len(s.open) == 0 {
		close(s.empty)
	}
}

// close refuses new sockets, and returns the open ones.
func (s *sockets) close() []*socket {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.closed {
		s.closed = true
		if len(s.open) == 0 {
			close(s.empty)
		}
	}
	return slices.Collect(maps.Keys(s.open))
}

// all returns the open sockets.
func (s *sockets) all() []*socket {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Collect(maps.Keys(s.open))
}

// len is the number of open sockets.
func (s *sockets) len() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.open)
}

// idleLoop calls closeIdle until ctx ends.
func (s *sockets) idleLoop(ctx context.Context, now func() time.Time) {
	for retry.Sleep(ctx, sweepInterval) == nil {
		s.closeIdle(now())
	}
}

// closeIdle closes sockets that are silent, stalled or without a channel, and pings
// quiet ones. It never blocks: a socket ends in its own goroutine.
func (s *sockets) closeIdle(now time.Time) {
	for _, k := range s.all() {
		quiet := now.Sub(time.Unix(0, k.lastRead.Load()))
		since := k.emptySince.Load()
		switch {
		case quiet >= readTimeout, k.out.stalled():
			_ = k.conn.Close()
		case since != 0 && now.Sub(time.Unix(0, since)) >= noChannelTimeout:
			k.end(protocol.ClosePolicy, "No channel was joined")
		case quiet >= pingInterval:
			k.push(protocol.Ping())
		}
	}
}

// revocationInterval is the least time between two searches for channels to end, since
// each looks at all channels.
const revocationInterval = 100 * time.Millisecond

// revocationLoop ends the channels of revoked tokens, until ctx ends, and the sockets of
// revoked api keys. Their clients join again, with a newer token if they have one.
func (s *sockets) revocationLoop(ctx context.Context, revocations *token.Revocations) {
	if revocations == nil {
		return
	}
	changed := make(chan struct{}, 1)
	defer revocations.Watch(func() {
		select {
		case changed <- struct{}{}:
		default: // one search is due already
		}
	})()
	for {
		select {
		case <-ctx.Done():
			return
		case <-changed:
		}
		for _, k := range s.all() {
			if revocations.HasKey(&k.claims) {
				k.end(protocol.ClosePolicy, "API key revoked")
				continue
			}
			for _, c := range k.joined() {
				if c.isRevoked() {
					c.fail(errRevoked.Text)
				}
			}
		}
		_ = retry.Sleep(ctx, revocationInterval)
	}
}

package realtime

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/toubkal/toubkal/server/realtime/protocol"
)

// sockets are those that are open.
type sockets struct {
	mu    sync.Mutex
	open  map[*socket]bool
	held  int            // places that are taken: open ones, and those whose handshake is going on
	of    map[string]int // of held, by address
	last  uint64         // the number of the newest
	shut  bool
	empty chan struct{} // closed when it is shut and the last has left
}

func newSockets() *sockets {
	return &sockets{open: map[*socket]bool{}, of: map[string]int{}, empty: make(chan struct{})}
}

// Why there is no place; the first in Supabase's words.
const (
	tooManyConnections = "Too many connected users"
	tooManyOfAddress   = "Too many connections from this address"
)

// hold takes a place for a handshake, or says why there is none: there are so many,
// in all or of an address, or the service closes. An address "" is not counted.
func (s *sockets) hold(address string, limits *Limits) (why string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.shut || s.held >= limits.Connections:
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

// free gives up a place. mu is held.
func (s *sockets) free(address string) {
	s.held--
	if s.of[address]--; s.of[address] <= 0 {
		delete(s.of, address)
	}
}

// enter gives the place to a socket; false, and it is nobody's, where the service
// has closed meanwhile.
func (s *sockets) enter(k *socket) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.shut {
		s.free(k.address)
		return false
	}
	s.last++
	k.number = s.last
	s.open[k] = true
	return true
}

// release gives up a place that no socket has got.
func (s *sockets) release(address string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.free(address)
}

func (s *sockets) leave(k *socket) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.open, k)
	s.free(k.address)
	if s.shut && len(s.open) == 0 {
		close(s.empty)
	}
}

// close lets nobody in any more, and gives those who are.
func (s *sockets) close() []*socket {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.shut {
		s.shut = true
		if len(s.open) == 0 {
			close(s.empty)
		}
	}
	return slices.Collect(maps.Keys(s.open))
}

// all are those open now.
func (s *sockets) all() []*socket {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Collect(maps.Keys(s.open))
}

// sweepAlways looks over the sockets until ctx ends.
func (s *Service) sweepAlways(ctx context.Context) {
	every(ctx, sweepEvery, func() { s.sweep(s.Now()) })
}

// sweep ends sockets that are silent, do not read or are of no use, and asks quiet ones for a sign
// of life. One that ends says so in its own goroutine: the sweep waits for nobody.
func (s *Service) sweep(now time.Time) {
	for _, k := range s.sockets.all() {
		quiet := now.Sub(time.Unix(0, k.heard.Load()))
		since := k.emptySince.Load()
		switch {
		case quiet >= silence, k.out.stalled():
			_ = k.conn.Close()
		case since != 0 && now.Sub(time.Unix(0, since)) >= idle:
			k.end(protocol.ClosePolicy, "No channel was joined")
		case quiet >= pingAfter:
			k.push(protocol.Ping())
		}
	}
}

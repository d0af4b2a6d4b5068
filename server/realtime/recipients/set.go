// Package recipients has sets of those that get the same frames: the channels of a topic.
package recipients

import (
	"sync"

	"github.com/toubkal/toubkal/server/realtime/protocol"
)

// Position is a recipient's index in a Set.
type Position struct {
	at    int
	taken bool
}

// Recipient gets frames.
type Recipient interface {
	// Deliver queues a frame. It is called under a lock: it never blocks, and calls nothing back.
	Deliver(*protocol.SharedFrame)
	// Serializer of the recipient's socket.
	Serializer() protocol.Serializer
}

// Set is a set of recipients that get the same frames, in one slice per
// serializer, since those get the same bytes. Its lock is held for reading while a
// frame is queued for all of them, which takes about 100 ns each and never blocks.
type Set struct {
	mu sync.RWMutex
	of [2][]entry // by serializer
}

type entry struct {
	recipient Recipient
	position  *Position
}

// Add adds a recipient, unless its position is taken.
func (s *Set) Add(c Recipient, p *Position) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if p.taken {
		return
	}
	list := &s.of[c.Serializer()]
	p.at, p.taken = len(*list), true
	*list = append(*list, entry{c, p})
}

// Remove removes a recipient that is there.
func (s *Set) Remove(c Recipient, p *Position) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !p.taken {
		return
	}
	list := s.of[c.Serializer()]
	last := len(list) - 1
	list[p.at] = list[last]
	list[p.at].position.at = p.at
	list[last] = entry{}
	s.of[c.Serializer()] = list[:last]
	p.taken = false
}

// Deliver queues a frame for all recipients but except and those to skip, encoded once
// per serializer, and returns the number of recipients.
func (s *Set) Deliver(frame *protocol.SharedFrame, except Recipient, skip func(Recipient) bool) (sent int) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	for v, list := range s.of {
		if len(list) == 0 || len(list) == 1 && list[0].recipient == except || frame.Bytes(protocol.Serializer(v)) == nil {
			continue
		}
		for i := range list {
			if c := list[i].recipient; c != except && (skip == nil || !skip(c)) {
				c.Deliver(frame)
				sent++
			}
		}
	}
	return sent
}

// Len is the number of recipients.
func (s *Set) Len() (sum int) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	for _, list := range s.of {
		sum += len(list)
	}
	return sum
}

// Taken tells whether a recipient with this position is in the set. The caller keeps the set from changing.
func (p *Position) Taken() bool { return p.taken }

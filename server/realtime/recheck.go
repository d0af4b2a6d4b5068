package realtime

import (
	"context"
	"sync"
	"time"
)

// policies are what is known of those on realtime.messages. Who has joined a
// private channel is asked about again when they change, and not only with the
// next token.
type policies struct {
	mu             sync.Mutex
	looking, again bool
	state          string // "" before it is known, and where it could not be
}

// policiesChanged is called when the schema may have changed. It never waits.
func (s *Service) policiesChanged() {
	s.policies.mu.Lock()
	defer s.policies.mu.Unlock()
	s.policies.again = true
	if !s.policies.looking {
		s.policies.looking = true
		go s.lookAtPolicies()
	}
}

// lookAtPolicies looks until nothing has changed since it last did.
func (s *Service) lookAtPolicies() {
	for s.policies.next() {
		ctx, cancel := context.WithTimeout(context.Background(), recheckTime)
		state, err := s.messages.PolicyVersion(ctx)
		cancel()
		if err != nil {
			s.Log.Warn("realtime: private channels keep their rights until they are looked at again", "error", err)
		}
		if s.policies.became(state) {
			s.recheckPrivate()
		}
	}
}

// recheckTime bounds one look at the policies.
const recheckTime = 10 * time.Second

func (p *policies) next() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.looking, p.again = p.again, false
	return p.looking
}

// became tells whether channels are to be asked about: those that joined under
// another state of the policies, or under one that nobody knows.
func (p *policies) became(state string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	changed := state != "" && state != p.state
	p.state = state
	return changed
}

// rechecks bounds how many channels are asked about at once: each takes a
// goroutine for so long.
const rechecks = 64

// recheckPrivate asks about every private channel again. Those who may not read it
// any more are closed, in their lanes.
func (s *Service) recheckPrivate() {
	places := make(chan struct{}, rechecks)
	for _, k := range s.sockets.all() {
		for _, c := range k.joined() {
			if !c.join.Private {
				continue
			}
			places <- struct{}{}
			c.lane.do(func() {
				defer func() { <-places }()
				defer c.survive()
				c.recheck()
			})
		}
	}
}

func (c *channel) recheck() {
	if c.state.Load() == over {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), joinTime)
	defer cancel()
	s := c.socket.service
	if err := s.readmit(ctx, c); err != nil {
		c.revoke(err)
		return
	}
	s.reseat(ctx, c)
}

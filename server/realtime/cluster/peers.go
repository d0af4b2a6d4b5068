package cluster

import (
	"bytes"
	"context"
	"sync"
	"time"
)

// peers are the other nodes, and who is present there. The lock is held while the
// sink is told.
type peers struct {
	mu sync.Mutex
	of map[string]*peer
}

// peer is another node.
type peer struct {
	version          uint64 // of what is known
	members          map[uint64]*Member
	missedHeartbeats int  // beats that did not come
	requested        bool // for its state, since the last tick
	incoming         *partialState
}

// partialState is a state of which parts are missing.
type partialState struct {
	version, parts uint64
	members        map[uint64]Member
}

// tick beats, and notices who does not, until ctx ends.
func (c *Cluster) tick(ctx context.Context) {
	ticks := c.Ticks
	if ticks == nil {
		ticker := time.NewTicker(HeartbeatInterval)
		defer ticker.Stop()
		ticks = ticker.C
	}
	for {
		select {
		case <-ctx.Done():
			c.removeAll()
			return
		case <-ticks:
			c.sendScheduled()
			c.beat()
			c.sweep()
		}
	}
}

// sweep ends those who are silent for too long.
func (c *Cluster) sweep() {
	c.peers.mu.Lock()
	defer c.peers.mu.Unlock()
	for node, p := range c.peers.of {
		p.requested = false
		if p.missedHeartbeats++; p.missedHeartbeats > maxMissedHeartbeats {
			c.removePeer(node, p)
		}
	}
}

func (c *Cluster) removeAll() {
	c.peers.mu.Lock()
	defer c.peers.mu.Unlock()
	for node, p := range c.peers.of {
		c.removePeer(node, p)
	}
}

// removePeer lets go of a node and all its members. The lock is held.
func (c *Cluster) removePeer(node string, p *peer) {
	delete(c.peers.of, node)
	c.nodes.Store(int64(len(c.peers.of)))
	for _, m := range p.members {
		c.Handler.Left(m)
	}
}

// takePresence follows what another node says of itself.
func (c *Cluster) takePresence(node string, data []byte) {
	c.peers.mu.Lock()
	defer c.peers.mu.Unlock()
	p := c.peers.of[node]
	if p == nil {
		p = &peer{members: map[uint64]*Member{}}
		c.peers.of[node] = p
		c.nodes.Store(int64(len(c.peers.of)))
	}
	p.missedHeartbeats = 0
	f := fields{data: data}
	if c.apply(node, p, &f); f.bad {
		c.drop("a message of another node cannot be read", nil)
	}
}

func (c *Cluster) apply(node string, p *peer, f *fields) {
	switch f.byte() {
	case opHello:
		c.scheduleState()
		c.beat()
	case opGoodbye:
		c.removePeer(node, p)
	case opRequestState:
		if string(f.text()) == c.node {
			c.scheduleState()
		}
	case opHeartbeat:
		if f.number() != p.version {
			c.requestState(node, p)
		}
	case opJoin:
		if version, m := f.number(), f.member(); c.isNextVersion(node, p, f, version) {
			c.putMember(p, m)
		}
	case opLeave:
		if version, number := f.number(), f.number(); c.isNextVersion(node, p, f, version) {
			c.removeMember(p, number)
		}
	case opState:
		c.addStatePart(p, f)
	}
}

// isNextVersion tells that a change is the next one; where one was lost the state is
// asked for.
func (c *Cluster) isNextVersion(node string, p *peer, f *fields, version uint64) bool {
	switch {
	case f.bad || version <= p.version: // a state has told it already
		return false
	case version != p.version+1:
		c.requestState(node, p)
		return false
	}
	p.version = version
	return true
}

// requestState asks a node for its state, once between two ticks.
func (c *Cluster) requestState(node string, p *peer) {
	if !p.requested {
		p.requested = true
		c.send(presences, appendText([]byte{opRequestState}, node), maxQueued)
	}
}

func (c *Cluster) putMember(p *peer, m Member) {
	known := p.members[m.number]
	switch {
	case known == nil:
		m.Payload = bytes.Clone(m.Payload) // it would keep the whole message
		p.members[m.number] = &m
		c.Handler.Joined(&m)
	case known.Ref != m.Ref:
		known.Ref, known.Payload = m.Ref, bytes.Clone(m.Payload)
		c.Handler.Updated(known)
	}
}

func (c *Cluster) removeMember(p *peer, number uint64) {
	if m := p.members[number]; m != nil {
		delete(p.members, number)
		c.Handler.Left(m)
	}
}

// addStatePart takes one part of a state; the last one makes it what is known.
func (c *Cluster) addStatePart(p *peer, f *fields) {
	version, part, last := f.number(), f.number(), f.byte() == 1
	if part == 0 {
		p.incoming = &partialState{version: version, members: map[uint64]Member{}}
	}
	if f.bad || p.incoming == nil || p.incoming.version != version || p.incoming.parts != part {
		p.incoming = nil
		return
	}
	for len(f.data) > 0 {
		m := f.member()
		p.incoming.members[m.number] = m
	}
	p.incoming.parts++
	if f.bad {
		p.incoming = nil
	} else if last {
		c.replaceState(p)
	}
}

func (c *Cluster) replaceState(p *peer) {
	all := p.incoming
	p.incoming, p.version, p.requested = nil, all.version, false
	for number := range p.members {
		if _, there := all.members[number]; !there {
			c.removeMember(p, number)
		}
	}
	for _, m := range all.members {
		c.putMember(p, m)
	}
}

package cluster

import (
	"bytes"
	"context"
	"sync"
	"time"
)

// peers are the other nodes, with their presence. The lock is held while Handler is
// called.
type peers struct {
	mu sync.Mutex
	of map[string]*peer
}

// peer is another node.
type peer struct {
	version          uint64 // of its presence, as far as it has arrived
	members          map[uint64]*Member
	missedHeartbeats int
	requested        bool // its state, since the last tick
	incoming         *partialState
}

// partialState is a state of which fragments are missing.
type partialState struct {
	version, fragments uint64
	members            map[uint64]Member
}

// tick sends heartbeats, and removes nodes without them, until ctx ends.
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
			c.peers.mu.Lock()
			defer c.peers.mu.Unlock()
			for node, p := range c.peers.of {
				c.removePeer(node, p)
			}
			return
		case <-ticks:
			c.sendScheduled()
			c.beat()
			c.sweep()
		}
	}
}

// sweep removes the nodes that have missed too many heartbeats.
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

// removePeer removes a node and its members. The lock is held.
func (c *Cluster) removePeer(node string, p *peer) {
	delete(c.peers.of, node)
	c.nodes.Store(int64(len(c.peers.of)))
	for _, m := range p.members {
		c.Handler.Left(m)
	}
}

// takePresence handles a presence message of another node.
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
		c.drop("malformed presence message of another node", nil)
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
		c.addStateFragment(p, f)
	}
}

// isNextVersion reports whether a change is the next one. If one before it was lost, it
// requests the state.
func (c *Cluster) isNextVersion(node string, p *peer, f *fields, version uint64) bool {
	switch {
	case f.bad || version <= p.version: // a state has included it already
		return false
	case version != p.version+1:
		c.requestState(node, p)
		return false
	}
	p.version = version
	return true
}

// requestState requests the state of a node, at most once between two ticks.
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
		m.Payload = bytes.Clone(m.Payload) // the slice would keep the whole message
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

// addStateFragment adds a fragment of a node's state. The last one replaces what is known
// of the node.
func (c *Cluster) addStateFragment(p *peer, f *fields) {
	version, fragment, last := f.number(), f.number(), f.byte() == 1
	if fragment == 0 {
		p.incoming = &partialState{version: version, members: map[uint64]Member{}}
	}
	all := p.incoming
	if f.bad || all == nil || all.version != version || all.fragments != fragment {
		p.incoming = nil
		return
	}
	for len(f.data) > 0 {
		m := f.member()
		all.members[m.number] = m
	}
	all.fragments++
	switch {
	case f.bad:
		p.incoming = nil
		return
	case !last:
		return
	}
	p.incoming, p.version, p.requested = nil, version, false
	for number := range p.members {
		if _, there := all.members[number]; !there {
			c.removeMember(p, number)
		}
	}
	for _, m := range all.members {
		c.putMember(p, m)
	}
}

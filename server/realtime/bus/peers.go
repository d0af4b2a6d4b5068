package bus

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
	version uint64 // of what is known
	members map[uint64]*Member
	silent  int  // beats that did not come
	asked   bool // for its state, since the last tick
	coming  *arriving
}

// arriving is a state of which parts are missing.
type arriving struct {
	version, parts uint64
	members        map[uint64]Member
}

// tick beats, and notices who does not, until ctx ends.
func (b *Bus) tick(ctx context.Context) {
	ticks := b.Ticks
	if ticks == nil {
		ticker := time.NewTicker(Beat)
		defer ticker.Stop()
		ticks = ticker.C
	}
	for {
		select {
		case <-ctx.Done():
			b.forgetAll()
			return
		case <-ticks:
			b.tellDue()
			b.beat()
			b.sweep()
		}
	}
}

// sweep ends those who are silent for too long.
func (b *Bus) sweep() {
	b.peers.mu.Lock()
	defer b.peers.mu.Unlock()
	for node, p := range b.peers.of {
		p.asked = false
		if p.silent++; p.silent > silence {
			b.end(node, p)
		}
	}
}

func (b *Bus) forgetAll() {
	b.peers.mu.Lock()
	defer b.peers.mu.Unlock()
	for node, p := range b.peers.of {
		b.end(node, p)
	}
}

// end lets go of a node and all its members. The lock is held.
func (b *Bus) end(node string, p *peer) {
	delete(b.peers.of, node)
	b.nodes.Store(int64(len(b.peers.of)))
	for _, m := range p.members {
		b.Into.Gone(m)
	}
}

// takePresence follows what another node says of itself.
func (b *Bus) takePresence(node string, data []byte) {
	b.peers.mu.Lock()
	defer b.peers.mu.Unlock()
	p := b.peers.of[node]
	if p == nil {
		p = &peer{members: map[uint64]*Member{}}
		b.peers.of[node] = p
		b.nodes.Store(int64(len(b.peers.of)))
	}
	p.silent = 0
	f := fields{data: data}
	if b.follow(node, p, &f); f.bad {
		b.drop("a message of another node cannot be read", nil)
	}
}

func (b *Bus) follow(node string, p *peer, f *fields) {
	switch f.byte() {
	case hello:
		b.tell()
		b.beat()
	case goodbye:
		b.end(node, p)
	case ask:
		if string(f.text()) == b.node {
			b.tell()
		}
	case beat:
		if f.number() != p.version {
			b.ask(node, p)
		}
	case came:
		if version, m := f.number(), f.member(); b.follows(node, p, f, version) {
			b.put(p, m)
		}
	case gone:
		if version, number := f.number(), f.number(); b.follows(node, p, f, version) {
			b.remove(p, number)
		}
	case state:
		b.arrive(p, f)
	}
}

// follows tells that a change is the next one; where one was lost the state is
// asked for.
func (b *Bus) follows(node string, p *peer, f *fields, version uint64) bool {
	switch {
	case f.bad || version <= p.version: // a state has told it already
		return false
	case version != p.version+1:
		b.ask(node, p)
		return false
	}
	p.version = version
	return true
}

// ask asks a node for its state, once between two ticks.
func (b *Bus) ask(node string, p *peer) {
	if !p.asked {
		p.asked = true
		b.send(presences, appendText([]byte{ask}, node), mostQueued)
	}
}

func (b *Bus) put(p *peer, m Member) {
	known := p.members[m.number]
	switch {
	case known == nil:
		m.Payload = bytes.Clone(m.Payload) // it would keep the whole message
		p.members[m.number] = &m
		b.Into.Came(&m)
	case known.Ref != m.Ref:
		known.Ref, known.Payload = m.Ref, bytes.Clone(m.Payload)
		b.Into.Changed(known)
	}
}

func (b *Bus) remove(p *peer, number uint64) {
	if m := p.members[number]; m != nil {
		delete(p.members, number)
		b.Into.Gone(m)
	}
}

// arrive takes one part of a state; the last one makes it what is known.
func (b *Bus) arrive(p *peer, f *fields) {
	version, part, last := f.number(), f.number(), f.byte() == 1
	if part == 0 {
		p.coming = &arriving{version: version, members: map[uint64]Member{}}
	}
	if f.bad || p.coming == nil || p.coming.version != version || p.coming.parts != part {
		p.coming = nil
		return
	}
	for len(f.data) > 0 {
		m := f.member()
		p.coming.members[m.number] = m
	}
	p.coming.parts++
	if f.bad {
		p.coming = nil
	} else if last {
		b.replace(p)
	}
}

func (b *Bus) replace(p *peer) {
	all := p.coming
	p.coming, p.version, p.asked = nil, all.version, false
	for number := range p.members {
		if _, there := all.members[number]; !there {
			b.remove(p, number)
		}
	}
	for _, m := range all.members {
		b.put(p, m)
	}
}

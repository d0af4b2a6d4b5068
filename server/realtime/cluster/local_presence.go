package cluster

import (
	"encoding/binary"
	"sync"
)

// The first byte of a presence message. A node sends messages about itself only.
const (
	opHello        byte = 'h' // connected; the others send their state
	opGoodbye      byte = 'g' // shutting down
	opHeartbeat    byte = 'b' // version
	opJoin         byte = 'c' // version, member: joined or updated
	opLeave        byte = 'd' // version, number of the member
	opRequestState byte = 'a' // the node that has to send its state
	opState        byte = 's' // version, fragment, whether it is the last, members
)

const (
	// stateFragment is the size of one message of a state, in bytes.
	stateFragment = 128 << 10
	// maxStateQueued is the limit of the queue for a state, in bytes: a state is as large
	// as all presence of a node, and is sent only while the queue is nearly empty.
	maxStateQueued = maxQueued + 160<<20
)

// localPresence is the presence on this node. Each change makes a new version.
type localPresence struct {
	mu      sync.Mutex
	version uint64
	last    uint64 // the last Member.number
	members map[any]*Member
	// sentState is set if the state was sent since the last tick, and scheduled if it has
	// to be sent at the next: a hundred nodes that reconnect request it once.
	sentState, scheduled bool
}

// Track adds or updates a member of this node. who identifies it on this node. Calls for
// one member have to be in order.
func (c *Cluster) Track(who any, m Member) {
	if c == nil {
		return
	}
	l := &c.local
	l.mu.Lock()
	defer l.mu.Unlock()
	if old := l.members[who]; old != nil {
		m.number = old.number
	} else {
		l.last++
		m.number = l.last
	}
	l.members[who] = &m
	c.send(presences, m.append(l.next(opJoin)), maxQueued)
}

// Leave removes a member of this node.
func (c *Cluster) Leave(who any) {
	if c == nil {
		return
	}
	l := &c.local
	l.mu.Lock()
	defer l.mu.Unlock()
	if m := l.members[who]; m != nil {
		delete(l.members, who)
		c.send(presences, binary.AppendUvarint(l.next(opLeave), m.number), maxQueued)
	}
}

// next starts the message of the next version.
func (l *localPresence) next(kind byte) []byte {
	l.version++
	return binary.AppendUvarint([]byte{kind}, l.version)
}

func (c *Cluster) beat() {
	c.local.mu.Lock()
	defer c.local.mu.Unlock()
	c.send(presences, binary.AppendUvarint([]byte{opHeartbeat}, c.local.version), maxQueued)
}

// scheduleState sends the state: now, or at the next tick if it was sent since the last.
func (c *Cluster) scheduleState() {
	c.local.mu.Lock()
	defer c.local.mu.Unlock()
	if c.local.sentState {
		c.local.scheduled = true
		return
	}
	c.sendState()
}

// sendScheduled sends the state if another node has requested it since the last send.
func (c *Cluster) sendScheduled() {
	c.local.mu.Lock()
	defer c.local.mu.Unlock()
	c.local.sentState = false
	if c.local.scheduled {
		c.sendState()
	}
}

// sendState sends the state, in fragments with no change between them. It waits for
// the next tick unless the queue is nearly empty.
func (c *Cluster) sendState() {
	l := &c.local
	if c.queue.holds(maxQueued / 2) {
		l.scheduled = true
		return
	}
	l.sentState, l.scheduled = true, false
	var fragment uint64
	var members []byte
	flush := func(last bool) {
		head := binary.AppendUvarint([]byte{opState}, l.version)
		head = append(binary.AppendUvarint(head, fragment), flag(last))
		c.send(presences, append(head, members...), maxStateQueued)
		fragment, members = fragment+1, members[:0]
	}
	for _, m := range l.members {
		if len(members) > 0 && len(members)+m.size() > stateFragment {
			flush(false)
		}
		members = m.append(members)
	}
	flush(true)
}

package cluster

import (
	"encoding/binary"
	"sync"
)

// The first byte of a presence message. Each message is of one node, about itself.
const (
	opHello        byte = 'h' // it has connected: the others send their state
	opGoodbye      byte = 'g' // it stops
	opHeartbeat    byte = 'b' // version
	opJoin         byte = 'c' // version, member: joined, or updated
	opLeave        byte = 'd' // version, number of the member
	opRequestState byte = 'a' // node that has to send its state
	opState        byte = 's' // version, fragment, last, members
)

const (
	// stateFragment is how much of a state goes into one message, in bytes.
	stateFragment = 128 << 10
	// maxStateQueued waits beside what else does: a state is as large as all presence of
	// a node may be, and none is begun while one waits.
	maxStateQueued = maxQueued + 160<<20
)

// localPresence is the presence on this node. Each change makes a new version.
type localPresence struct {
	mu      sync.Mutex
	version uint64
	last    uint64 // number of a member
	members map[any]*Member
	// sentState says that the state was told since the last tick, and due that it is to be
	// told at the next: a hundred nodes that come back at once ask for it together.
	sentState, scheduled bool
}

// Track adds a member of this node, or updates it. who identifies it on this node.
// Calls for one member have to be in order.
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

// Leave removes a member.
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

// next begins the message of the next version.
func (l *localPresence) next(kind byte) []byte {
	l.version++
	return binary.AppendUvarint([]byte{kind}, l.version)
}

func (c *Cluster) beat() {
	c.local.mu.Lock()
	defer c.local.mu.Unlock()
	c.send(presences, binary.AppendUvarint([]byte{opHeartbeat}, c.local.version), maxQueued)
}

// scheduleState sends the state now, or at the next tick.
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
	var part uint64
	var members []byte
	flush := func(last bool) {
		head := binary.AppendUvarint([]byte{opState}, l.version)
		head = append(binary.AppendUvarint(head, part), flag(last))
		c.send(presences, append(head, members...), maxStateQueued)
		part, members = part+1, members[:0]
	}
	for _, m := range l.members {
		if len(members) > 0 && len(members)+m.size() > stateFragment {
			flush(false)
		}
		members = m.append(members)
	}
	flush(true)
}

// holds reports whether that many bytes are queued.
func (q *queue) holds(bytes int) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.bytes >= bytes
}

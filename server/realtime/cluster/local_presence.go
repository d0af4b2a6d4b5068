package cluster

import (
	"encoding/binary"
	"sync"
)

// What a message about presence begins with. Each is of one node, about itself.
const (
	opHello        byte = 'h' // it has just connected: the others are to tell their state
	opGoodbye      byte = 'g' // it ends
	opHeartbeat    byte = 'b' // version: it is there
	opJoin         byte = 'c' // version, member: one came, or changed
	opLeave        byte = 'd' // version, number: one is gone
	opRequestState byte = 'a' // node: that one is to tell its state
	opState        byte = 's' // version, part, last, members: all who are there
)

const (
	// stateFragment is how much of a state goes into one message, in bytes.
	stateFragment = 128 << 10
	// maxStateQueued waits beside what else does: a state is as large as all presence of
	// a node may be, and none is begun while one waits.
	maxStateQueued = maxQueued + 160<<20
)

// localPresence is who is present on this node, each change of which makes a version.
type localPresence struct {
	mu      sync.Mutex
	version uint64
	last    uint64 // number of a member
	members map[any]*Member
	// sentState says that the state was told since the last tick, and due that it is to be
	// told at the next: a hundred nodes that come back at once ask for it together.
	sentState, scheduled bool
}

// Track says that somebody of this node is present, or says something else now. who
// is what it is known by here. Its calls for one who have to be in order.
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

// Leave says that it is not any more.
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

// next begins the message that makes the next version.
func (l *localPresence) next(kind byte) []byte {
	l.version++
	return binary.AppendUvarint([]byte{kind}, l.version)
}

func (c *Cluster) beat() {
	c.local.mu.Lock()
	defer c.local.mu.Unlock()
	c.send(presences, binary.AppendUvarint([]byte{opHeartbeat}, c.local.version), maxQueued)
}

// scheduleState tells the state, now or at the next tick.
func (c *Cluster) scheduleState() {
	c.local.mu.Lock()
	defer c.local.mu.Unlock()
	if c.local.sentState {
		c.local.scheduled = true
		return
	}
	c.sendState()
}

// sendScheduled tells it where somebody has asked since it was told last.
func (c *Cluster) sendScheduled() {
	c.local.mu.Lock()
	defer c.local.mu.Unlock()
	c.local.sentState = false
	if c.local.scheduled {
		c.sendState()
	}
}

// sendState sends the state, in parts between which no change comes. Where the queue is
// not nearly empty it has to wait.
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

// holds tells whether that many bytes wait.
func (q *queue) holds(bytes int) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.bytes >= bytes
}

package bus

import (
	"encoding/binary"
	"sync"
)

// What a message about presence begins with. Each is of one node, about itself.
const (
	hello   byte = 'h' // it has just connected: the others are to tell their state
	goodbye byte = 'g' // it ends
	beat    byte = 'b' // version: it is there
	came    byte = 'c' // version, member: one came, or changed
	gone    byte = 'd' // version, number: one is gone
	ask     byte = 'a' // node: that one is to tell its state
	state   byte = 's' // version, part, last, members: all who are there
)

const (
	// statePart is how much of a state goes into one message, in bytes.
	statePart = 128 << 10
	// mostState waits beside what else does: a state is as large as all presence of
	// a node may be, and none is begun while one waits.
	mostState = mostQueued + 160<<20
)

// ledger is who is present on this node, each change of which makes a version.
type ledger struct {
	mu      sync.Mutex
	version uint64
	last    uint64 // number of a member
	members map[any]*Member
	// told says that the state was told since the last tick, and due that it is to be
	// told at the next: a hundred nodes that come back at once ask for it together.
	told, due bool
}

// Track says that somebody of this node is present, or says something else now. who
// is what it is known by here. Its calls for one who have to be in order.
func (b *Bus) Track(who any, m Member) {
	if b == nil {
		return
	}
	l := &b.ledger
	l.mu.Lock()
	defer l.mu.Unlock()
	if old := l.members[who]; old != nil {
		m.number = old.number
	} else {
		l.last++
		m.number = l.last
	}
	l.members[who] = &m
	b.send(presences, m.append(l.next(came)), mostQueued)
}

// Leave says that it is not any more.
func (b *Bus) Leave(who any) {
	if b == nil {
		return
	}
	l := &b.ledger
	l.mu.Lock()
	defer l.mu.Unlock()
	if m := l.members[who]; m != nil {
		delete(l.members, who)
		b.send(presences, binary.AppendUvarint(l.next(gone), m.number), mostQueued)
	}
}

// next begins the message that makes the next version.
func (l *ledger) next(kind byte) []byte {
	l.version++
	return binary.AppendUvarint([]byte{kind}, l.version)
}

func (b *Bus) beat() {
	b.ledger.mu.Lock()
	defer b.ledger.mu.Unlock()
	b.send(presences, binary.AppendUvarint([]byte{beat}, b.ledger.version), mostQueued)
}

// tell tells the state, now or at the next tick.
func (b *Bus) tell() {
	b.ledger.mu.Lock()
	defer b.ledger.mu.Unlock()
	if b.ledger.told {
		b.ledger.due = true
		return
	}
	b.tellNow()
}

// tellDue tells it where somebody has asked since it was told last.
func (b *Bus) tellDue() {
	b.ledger.mu.Lock()
	defer b.ledger.mu.Unlock()
	b.ledger.told = false
	if b.ledger.due {
		b.tellNow()
	}
}

// tellNow sends the state, in parts between which no change comes. Where the queue is
// not nearly empty it has to wait.
func (b *Bus) tellNow() {
	l := &b.ledger
	if b.queue.holds(mostQueued / 2) {
		l.due = true
		return
	}
	l.told, l.due = true, false
	var part uint64
	var members []byte
	flush := func(last bool) {
		head := binary.AppendUvarint([]byte{state}, l.version)
		head = append(binary.AppendUvarint(head, part), flag(last))
		b.send(presences, append(head, members...), mostState)
		part, members = part+1, members[:0]
	}
	for _, m := range l.members {
		if len(members) > 0 && len(members)+m.size() > statePart {
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

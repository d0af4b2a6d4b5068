package cluster

import (
	"encoding/binary"
	"sync"

	"github.com/nats-io/nats.go"
)

// subjectKind is the end of a subject's name.
type subjectKind string

const (
	broadcasts subjectKind = "broadcast"
	presences  subjectKind = "presence"
)

// Bounds of what waits, in messages and bytes.
const (
	maxQueued = 16 << 20
	// maxReceived and mostReceivedBytes wait to be taken, of each subject.
	maxReceived      = 64 << 10
	maxReceivedBytes = 64 << 20
	// maxMessage bounds one message that is put together again.
	maxMessage = 8 << 20
	// maxFragment is what a message is cut into, or less where NATS takes less
	// (its max_payload is 1 MB unless told otherwise).
	maxFragment = 256 << 10
)

// queue is what waits to be written to NATS.
type queue struct {
	mu     sync.Mutex
	some   sync.Cond
	items  []queued
	bytes  int
	closed bool
}

type queued struct {
	to   subjectKind
	data []byte
}

// queuedSize is what an item takes beside its data, about.
const queuedSize = 64

func newQueue() *queue {
	q := &queue{}
	q.some.L = &q.mu
	return q
}

// push tells whether there was room among so many bytes. It never waits.
func (q *queue) push(item queued, most int) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	size := len(item.data) + queuedSize
	if q.closed || q.bytes+size > most {
		return false
	}
	q.items = append(q.items, item)
	q.bytes += size
	q.some.Signal()
	return true
}

// pop waits for an item; false at the end.
func (q *queue) pop() (queued, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.items) == 0 {
		if q.closed {
			return queued{}, false
		}
		q.some.Wait()
	}
	item := q.items[0]
	q.items[0] = queued{}
	if q.items = q.items[1:]; len(q.items) == 0 {
		q.items = nil
	}
	q.bytes -= len(item.data) + queuedSize
	return item, true
}

func (q *queue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	q.some.Broadcast()
}

// send queues a message where that many bytes may wait.
func (c *Cluster) send(to subjectKind, data []byte, most int) {
	if !c.queue.push(queued{to, data}, most) {
		c.drop("NATS is too slow", nil)
	}
}

// write writes what is queued, until that is closed and empty. NATS makes nobody
// else wait.
func (c *Cluster) write(conn *nats.Conn) {
	for item, ok := c.queue.pop(); ok; item, ok = c.queue.pop() {
		if err := c.publish(conn, item); err != nil && item.to == broadcasts {
			c.dropped.Add(1) // why was said when the connection was lost; presence heals
		}
	}
}

func (c *Cluster) publish(conn *nats.Conn, item queued) error {
	if !c.connected.Load() {
		return nats.ErrDisconnected
	}
	size := maxFragment
	if most := int(conn.MaxPayload()); most > 0 {
		size = min(size, max(most-fragmentHeader, 1))
	}
	count := max((len(item.data)+size-1)/size, 1)
	for i := range count {
		part := binary.AppendUvarint(append([]byte{}, c.node...), uint64(i))
		part = binary.AppendUvarint(part, uint64(count))
		part = append(part, item.data[i*size:min((i+1)*size, len(item.data))]...)
		if err := conn.Publish(c.subject(item.to), part); err != nil {
			return err
		}
	}
	return nil
}

const (
	// nodeIDSize is a node's name at the head of each part.
	nodeIDSize     = 16
	fragmentHeader = nodeIDSize + 2*binary.MaxVarintLen32
)

// reassembly puts parts together. NATS keeps the order of one connection.
type reassembly struct{ of map[string]*fragments }

// fragments is a message of which parts are missing.
type fragments struct {
	next, count uint64
	data        []byte
}

// maxReassemblies nodes may have begun a message; those of nodes that are gone are
// forgotten for them.
const maxReassemblies = 64

// take gives a message that is whole, and whose it is. Where a part is missing
// nothing of the message is given.
func (a *reassembly) take(part []byte) (node string, data []byte, whole bool) {
	if len(part) < nodeIDSize {
		return "", nil, false
	}
	node, rest := string(part[:nodeIDSize]), fields{data: part[nodeIDSize:]}
	at, count := rest.number(), rest.number()
	if rest.bad {
		return "", nil, false
	}
	if count == 1 {
		delete(a.of, node)
		return node, rest.data, at == 0
	}
	return a.add(node, at, count, rest.data)
}

func (a *reassembly) add(node string, at, count uint64, data []byte) (string, []byte, bool) {
	p := a.of[node]
	if at == 0 {
		if len(a.of) >= maxReassemblies {
			clear(a.of)
		}
		p = &fragments{count: count}
		a.of[node] = p
	}
	if p == nil || at != p.next || count != p.count || len(p.data)+len(data) > maxMessage {
		delete(a.of, node)
		return "", nil, false
	}
	p.data, p.next = append(p.data, data...), p.next+1
	if p.next < count {
		return "", nil, false
	}
	delete(a.of, node)
	return node, p.data, true
}

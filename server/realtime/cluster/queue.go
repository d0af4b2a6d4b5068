package cluster

import (
	"encoding/binary"
	"sync"

	"github.com/nats-io/nats.go"
)

// subjectKind is the last part of a subject.
type subjectKind string

const (
	broadcasts subjectKind = "broadcast"
	presences  subjectKind = "presence"
)

// Limits, in bytes unless noted.
const (
	// maxQueued bounds the queue to NATS.
	maxQueued = 16 << 20
	// maxReceived, in messages, and maxReceivedBytes bound those of a subject that have
	// been received and not handled yet.
	maxReceived      = 64 << 10
	maxReceivedBytes = 64 << 20
	// maxMessage bounds a reassembled message.
	maxMessage = 8 << 20
	// maxFragment is the size of fragments, or NATS's max_payload (default 1 MB) if that
	// is less.
	maxFragment = 256 << 10
)

// queue holds messages until they are written to NATS.
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

// queuedSize is the approximate size of an item besides its data, in bytes.
const queuedSize = 64

func newQueue() *queue {
	q := &queue{}
	q.some.L = &q.mu
	return q
}

// push adds an item; false if the queue would exceed limit, in bytes. It never blocks. A
// closed queue drops the item and reports true: the node has left the cluster.
func (q *queue) push(item queued, limit int) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	size := len(item.data) + queuedSize
	switch {
	case q.closed:
		return true
	case q.bytes+size > limit:
		return false
	}
	q.items = append(q.items, item)
	q.bytes += size
	q.some.Signal()
	return true
}

// pop waits for an item; false once the queue is closed and empty.
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

// holds reports whether that many bytes are queued.
func (q *queue) holds(bytes int) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.bytes >= bytes
}

func (q *queue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	q.some.Broadcast()
}

// send queues a message, or drops it if the queue would exceed limit.
func (c *Cluster) send(to subjectKind, data []byte, limit int) {
	if !c.queue.push(queued{to, data}, limit) {
		c.drop("NATS is too slow", nil)
	}
}

// write writes the queue to NATS, until the queue is closed and empty. Only its goroutine
// waits for NATS.
func (c *Cluster) write(conn *nats.Conn) {
	for item, ok := c.queue.pop(); ok; item, ok = c.queue.pop() {
		if err := c.publish(conn, item); err != nil && item.to == broadcasts {
			c.dropped.Add(1) // onDisconnect has logged it; presence is repaired
		}
	}
}

func (c *Cluster) publish(conn *nats.Conn, item queued) error {
	if !c.connected.Load() {
		return nats.ErrDisconnected
	}
	size := maxFragment
	if limit := int(conn.MaxPayload()); limit > 0 {
		size = min(size, max(limit-fragmentHeader, 1))
	}
	count := max((len(item.data)+size-1)/size, 1)
	for i := range count {
		fragment := binary.AppendUvarint(append([]byte{}, c.node...), uint64(i))
		fragment = binary.AppendUvarint(fragment, uint64(count))
		fragment = append(fragment, item.data[i*size:min((i+1)*size, len(item.data))]...)
		if err := conn.Publish(c.subject(item.to), fragment); err != nil {
			return err
		}
	}
	return nil
}

const (
	// nodeIDSize is the size of the node's id at the start of each fragment.
	nodeIDSize     = 16
	fragmentHeader = nodeIDSize + 2*binary.MaxVarintLen32
)

// reassembly reassembles messages, by node. NATS keeps the order of one connection.
type reassembly struct{ of map[string]*fragments }

// fragments of an incomplete message.
type fragments struct {
	next, count uint64
	data        []byte
}

// maxReassemblies bounds the incomplete messages. Above it all are dropped: most are of
// nodes that have gone.
const maxReassemblies = 64

// take adds a fragment, and returns the message that it completes, and the node that sent
// it. A message of which a fragment is missing is dropped.
func (r *reassembly) take(fragment []byte) (node string, data []byte, complete bool) {
	if len(fragment) < nodeIDSize {
		return "", nil, false
	}
	node, rest := string(fragment[:nodeIDSize]), fields{data: fragment[nodeIDSize:]}
	at, count := rest.number(), rest.number()
	if rest.bad {
		return "", nil, false
	}
	if count == 1 {
		delete(r.of, node)
		return node, rest.data, at == 0
	}
	p := r.of[node]
	if at == 0 {
		if len(r.of) >= maxReassemblies {
			clear(r.of)
		}
		p = &fragments{count: count}
		r.of[node] = p
	}
	if p == nil || at != p.next || count != p.count || len(p.data)+len(rest.data) > maxMessage {
		delete(r.of, node)
		return "", nil, false
	}
	p.data, p.next = append(p.data, rest.data...), p.next+1
	if p.next < count {
		return "", nil, false
	}
	delete(r.of, node)
	return node, p.data, true
}

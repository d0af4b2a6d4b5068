package realtime

import (
	"net"
	"sync"
	"sync/atomic"
	"time"
)

// outbox is the bounded send queue of one socket. push never blocks: a full queue
// refuses the frame, and then the socket has to be closed as a slow consumer. One
// goroutine, there only while there is something to write, combines frames into one
// write.
//
// Every write is of complete frames, and net.Conn serializes writes, so what gorilla
// writes beside it (the answer to a close) comes between frames.
type outbox struct {
	// conn has to be set before the first push.
	conn net.Conn
	// limit bounds this queue. all counts the bytes of all queues together; above its
	// limit one queue may hold no more than fairShare, in bytes.
	limit     queueSize
	all       *budget
	fairShare int
	written   *atomic.Int64 // counts the frames of all queues that were written

	mu      sync.Mutex
	frames  [][]byte
	bytes   int  // of frames
	writing bool // a goroutine writes; while none does there are no frames
	closing bool
	began   time.Time // of the newest write
}

// queueSize is a number of frames, and their bytes.
type queueSize struct{ frames, bytes int }

const (
	// maxCoalesced bounds the frames combined into one write, in bytes. Larger frames are
	// written on their own, without a copy.
	maxCoalesced = 16 << 10
	// writeTimeout bounds one write; closeIdle checks it by stalled. Write
	// deadlines would set a timer for each write.
	writeTimeout = 10 * time.Second
	// closeHandshakeTimeout bounds writing the close frame and reading the answer.
	closeHandshakeTimeout = time.Second
	// keptFrames is the longest queue whose memory is kept for the next burst.
	keptFrames = 32
)

// writeBuffers is the pool of buffers to combine frames in.
var writeBuffers = sync.Pool{New: func() any { buffer := make([]byte, 0, maxCoalesced); return &buffer }}

// push adds one or several complete frames, which must not be changed afterwards. It is
// false if the queue is full: then the socket has to be closed. An empty queue takes a
// frame of any size.
func (o *outbox) push(frame []byte) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	switch {
	case o.closing || len(frame) == 0:
		return true
	case len(o.frames) == 0:
	case len(o.frames) >= o.limit.frames || o.bytes+len(frame) > o.limit.bytes:
		return false
	case o.bytes > o.fairShare && o.all.Full():
		return false
	}
	o.add(frame)
	return true
}

func (o *outbox) add(frame []byte) {
	o.frames = append(o.frames, frame)
	o.count(len(frame))
	if !o.writing {
		o.startWriter()
	}
}

// startWriter starts the goroutine that writes. mu is held.
func (o *outbox) startWriter() {
	o.writing, o.began = true, time.Now()
	go o.write()
}

// send is push for the goroutine that reads the socket, which may block: with an empty
// queue it writes the frame itself, without another goroutine.
func (o *outbox) send(frame []byte) bool {
	if len(frame) == 0 || !o.acquireWriter() {
		return o.push(frame)
	}
	if _, err := o.conn.Write(frame); err != nil {
		o.fail()
		return true
	}
	o.written.Add(1)
	o.mu.Lock()
	defer o.mu.Unlock()
	o.writing = false
	if len(o.frames) > 0 {
		o.startWriter()
	}
	return true
}

// acquireWriter makes the caller the writer, unless there is one.
func (o *outbox) acquireWriter() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.writing || o.closing {
		return false
	}
	o.writing, o.began = true, time.Now()
	return true
}

// stalled reports that a write takes too long: then the connection has to be closed.
func (o *outbox) stalled() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.writing && time.Since(o.began) >= writeTimeout
}

// closeAfter adds the last frame: after the queue, or instead of it with drop. The
// connection is closed within closeHandshakeTimeout. It is false if there is a last frame
// already.
func (o *outbox) closeAfter(last []byte, drop bool) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.closing {
		return false
	}
	o.closing = true
	if drop {
		o.drop()
	}
	_ = o.conn.SetDeadline(time.Now().Add(closeHandshakeTimeout)) // of a stalled write too, and of reading
	o.add(last)
	return true
}

// isClosing reports that the last frame has been added.
func (o *outbox) isClosing() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.closing
}

// queued is the size of the queue.
func (o *outbox) queued() queueSize {
	o.mu.Lock()
	defer o.mu.Unlock()
	return queueSize{len(o.frames), o.bytes}
}

func (o *outbox) write() {
	buffer := writeBuffers.Get().(*[]byte)
	defer writeBuffers.Put(buffer)
	for {
		batch, ok := o.take((*buffer)[:0])
		if !ok {
			return
		}
		if _, err := o.conn.Write(batch); err != nil {
			o.fail()
			return
		}
	}
}

// fail closes a connection after a failed write. The goroutine that reads it gets an
// error, and cleans up.
func (o *outbox) fail() {
	_ = o.conn.Close()
	o.discard()
}

// take returns what to write next: as many frames as fit into buffer, or one larger
// frame. It is false if the queue is empty; then the writer ends.
func (o *outbox) take(buffer []byte) ([]byte, bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.frames) == 0 {
		o.writing = false
		return nil, false
	}
	batch, n := o.frames[0], 1
	if len(batch) < cap(buffer) {
		for batch, n = buffer, 0; n < len(o.frames) && len(batch)+len(o.frames[n]) <= cap(buffer); n++ {
			batch = append(batch, o.frames[n]...)
		}
	}
	o.count(-o.remove(n))
	o.written.Add(int64(n))
	o.began = time.Now()
	return batch, true
}

// remove removes the first n frames, and returns their size in bytes.
func (o *outbox) remove(n int) (bytes int) {
	for _, frame := range o.frames[:n] {
		bytes += len(frame)
	}
	rest := o.frames[n:]
	switch {
	case len(rest) > 0:
		clear(o.frames[:n])
		o.frames = rest
	case cap(o.frames) > keptFrames:
		o.frames = nil
	default:
		clear(o.frames)
		o.frames = o.frames[:0]
	}
	return bytes
}

// discard drops everything: the connection is dead.
func (o *outbox) discard() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.closing, o.writing = true, false
	o.drop()
}

func (o *outbox) drop() {
	o.count(-o.bytes)
	o.frames = nil
}

func (o *outbox) count(bytes int) {
	o.bytes += bytes
	o.all.Add(int64(bytes))
}

package realtime

import (
	"net"
	"sync"
	"time"
)

// outbox is what a socket has still to be sent. Whoever pushes never waits: one
// goroutine, there only while there is something to write, puts frames together
// into one write. A client that does not read in time is cut off.
//
// Every write is of whole frames, and net.Conn lets one write at a time through,
// so what gorilla writes beside it (the answer to a close) comes between frames.
type outbox struct {
	conn net.Conn
	most bounds
	all  *amount // of bytes in all outboxes

	mu       sync.Mutex
	frames   [][]byte
	bytes    int // of frames
	writing  bool
	closing  bool
	deadline time.Time // of all that is left to write, once it is closing
	dropped  int
}

// bounds of an outbox, in frames and in bytes.
type bounds struct{ frames, bytes int }

const (
	// coalesced is how much goes into one write, in bytes. Larger frames are
	// written by themselves, without being copied.
	coalesced = 16 << 10
	// writeTime is how long one write may take.
	writeTime = 10 * time.Second
	// closeTime is how long the end of a socket may take: to write what ends it,
	// and to hear the answer.
	closeTime = time.Second
	// keptFrames is the longest queue whose memory is kept for the next burst.
	keptFrames = 32
)

// scratch are buffers to put frames together in.
var scratch = sync.Pool{New: func() any { b := make([]byte, 0, coalesced); return &b }}

// push adds a frame, or whole frames together, that nobody changes any more. It
// is false where there is no room: then the socket has to end. One frame is
// always taken, however large.
func (o *outbox) push(frame []byte) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	switch {
	case o.closing || len(frame) == 0:
		return true
	case len(o.frames) == 0:
	case len(o.frames) >= o.most.frames || o.bytes+len(frame) > o.most.bytes:
		return false
	case o.bytes > fairQueue && o.all.full():
		return false
	}
	o.add(frame)
	return true
}

func (o *outbox) add(frame []byte) {
	o.frames = append(o.frames, frame)
	o.count(len(frame))
	if !o.writing {
		o.writing = true
		go o.write()
	}
}

// finish has last be the last frame: after what waits, or instead of it where
// drop is said. The connection is closed soon after, whatever the client does.
func (o *outbox) finish(last []byte, drop bool) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.closing {
		return false
	}
	o.closing, o.deadline = true, time.Now().Add(closeTime)
	if drop {
		o.drop()
	}
	_ = o.conn.SetDeadline(o.deadline) // of the write that may be stuck, and of reading
	o.add(last)
	return true
}

// over tells that the last frame has been added.
func (o *outbox) over() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.closing
}

// waiting is how much there is to write, in frames and bytes.
func (o *outbox) waiting() bounds {
	o.mu.Lock()
	defer o.mu.Unlock()
	return bounds{len(o.frames), o.bytes}
}

func (o *outbox) write() {
	buffer := scratch.Get().(*[]byte)
	defer scratch.Put(buffer)
	for {
		batch, ok := o.take((*buffer)[:0])
		if !ok {
			return
		}
		if _, err := o.conn.Write(batch); err != nil {
			_ = o.conn.Close() // the reader learns of it, and cleans up
			o.abandon()
			return
		}
	}
}

// take gives what to write next: as many frames as fit into buffer, or one that
// is larger. It is false, and the writer ends, where there is nothing.
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
	o.count(-o.forget(n))
	if !o.closing {
		_ = o.conn.SetWriteDeadline(time.Now().Add(writeTime))
	}
	return batch, true
}

// forget takes the first n frames off the queue, and says how long they were.
func (o *outbox) forget(n int) (bytes int) {
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

// abandon drops everything: the connection is dead.
func (o *outbox) abandon() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.closing, o.writing = true, false
	o.drop()
}

func (o *outbox) drop() {
	o.dropped += len(o.frames)
	o.count(-o.bytes)
	o.frames = nil
}

func (o *outbox) count(bytes int) {
	o.bytes += bytes
	o.all.add(int64(bytes))
}

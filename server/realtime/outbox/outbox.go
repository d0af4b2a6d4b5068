// Package outbox is what a socket has still to be sent. Whoever pushes never waits,
// and a client that does not read in time is cut off: the outbox refuses what is
// above its bounds, and then the socket has to end.
package outbox

import (
	"net"
	"sync"
	"time"
)

// Box is the outbox of one socket. One goroutine, there only while there is
// something to write, puts frames together into one write.
//
// Every write is of whole frames, and net.Conn lets one write at a time through,
// so what gorilla writes beside it (the answer to a close) comes between frames.
type Box struct {
	Bounds
	// Conn is written to. It is to be set before anything is pushed.
	Conn net.Conn

	mu      sync.Mutex
	frames  [][]byte
	bytes   int  // of frames
	writing bool // somebody writes; while nobody does there are no frames
	closing bool
	began   time.Time // when the newest write did
}

// Bounds of an outbox.
type Bounds struct {
	// Most is what it may hold.
	Most Size
	// All is what all outboxes hold together, in bytes. Where that is too much, one
	// may hold no more than Fair.
	All  Amount
	Fair int
}

// Size is a number of frames, and their bytes.
type Size struct{ Frames, Bytes int }

// Amount is how much there is of something that many have a part in.
type Amount interface {
	Add(n int64) bool
	// Full tells that there is too much of it.
	Full() bool
}

const (
	// coalesced is how much goes into one write, in bytes. Larger frames are
	// written by themselves, without being copied.
	coalesced = 16 << 10
	// writeTime is how long one write may take, as far as Stuck is asked. A deadline
	// of each write would wake the program for each, long after it.
	writeTime = 10 * time.Second
	// closeTime is how long the end of a socket may take: to write what ends it,
	// and to hear the answer.
	closeTime = time.Second
	// keptFrames is the longest queue whose memory is kept for the next burst.
	keptFrames = 32
)

// scratch are buffers to put frames together in.
var scratch = sync.Pool{New: func() any { buffer := make([]byte, 0, coalesced); return &buffer }}

// Push adds a frame, or whole frames together, that nobody changes any more. It
// is false where there is no room: then the socket has to end. One frame is
// always taken, however large.
func (b *Box) Push(frame []byte) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case b.closing || len(frame) == 0:
		return true
	case len(b.frames) == 0:
	case len(b.frames) >= b.Most.Frames || b.bytes+len(frame) > b.Most.Bytes:
		return false
	case b.bytes > b.Fair && b.All.Full():
		return false
	}
	b.add(frame)
	return true
}

func (b *Box) add(frame []byte) {
	b.frames = append(b.frames, frame)
	b.count(len(frame))
	if !b.writing {
		b.begin()
	}
}

// begin has somebody write what there is. mu is held.
func (b *Box) begin() {
	b.writing, b.began = true, time.Now()
	go b.write()
}

// Send is Push for the socket's own reader, which may wait for its client: where
// nothing waits it writes the frame itself, and wakes no other goroutine for it.
func (b *Box) Send(frame []byte) bool {
	if len(frame) == 0 || !b.turn() {
		return b.Push(frame)
	}
	if _, err := b.Conn.Write(frame); err != nil {
		b.lose()
		return true
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.writing = false
	if len(b.frames) > 0 {
		b.begin()
	}
	return true
}

// turn makes the caller the one who writes, where nobody is.
func (b *Box) turn() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.writing || b.closing {
		return false
	}
	b.writing, b.began = true, time.Now()
	return true
}

// Stuck tells that a write takes too long: then the connection has to be closed.
func (b *Box) Stuck() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.writing && time.Since(b.began) >= writeTime
}

// Finish has last be the last frame: after what waits, or instead of it where
// drop is said. The connection is closed soon after, whatever the client does.
func (b *Box) Finish(last []byte, drop bool) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closing {
		return false
	}
	b.closing = true
	if drop {
		b.drop()
	}
	_ = b.Conn.SetDeadline(time.Now().Add(closeTime)) // of the write that may be stuck, and of reading
	b.add(last)
	return true
}

// Over tells that the last frame has been added.
func (b *Box) Over() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.closing
}

// Waiting is how much there is to write, in frames and bytes.
func (b *Box) Waiting() Size {
	b.mu.Lock()
	defer b.mu.Unlock()
	return Size{len(b.frames), b.bytes}
}

func (b *Box) write() {
	buffer := scratch.Get().(*[]byte)
	defer scratch.Put(buffer)
	for {
		batch, ok := b.take((*buffer)[:0])
		if !ok {
			return
		}
		if _, err := b.Conn.Write(batch); err != nil {
			b.lose()
			return
		}
	}
}

// lose ends a connection that cannot be written to.
func (b *Box) lose() {
	_ = b.Conn.Close() // the reader learns of it, and cleans up
	b.Abandon()
}

// take gives what to write next: as many frames as fit into buffer, or one that
// is larger. It is false, and the writer ends, where there is nothing.
func (b *Box) take(buffer []byte) ([]byte, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.frames) == 0 {
		b.writing = false
		return nil, false
	}
	batch, n := b.frames[0], 1
	if len(batch) < cap(buffer) {
		for batch, n = buffer, 0; n < len(b.frames) && len(batch)+len(b.frames[n]) <= cap(buffer); n++ {
			batch = append(batch, b.frames[n]...)
		}
	}
	b.count(-b.forget(n))
	b.began = time.Now()
	return batch, true
}

// forget takes the first n frames off the queue, and says how long they were.
func (b *Box) forget(n int) (bytes int) {
	for _, frame := range b.frames[:n] {
		bytes += len(frame)
	}
	rest := b.frames[n:]
	switch {
	case len(rest) > 0:
		clear(b.frames[:n])
		b.frames = rest
	case cap(b.frames) > keptFrames:
		b.frames = nil
	default:
		clear(b.frames)
		b.frames = b.frames[:0]
	}
	return bytes
}

// Abandon drops everything: the connection is dead.
func (b *Box) Abandon() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.closing, b.writing = true, false
	b.drop()
}

func (b *Box) drop() {
	b.count(-b.bytes)
	b.frames = nil
}

func (b *Box) count(bytes int) {
	b.bytes += bytes
	b.All.Add(int64(bytes))
}

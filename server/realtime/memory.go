package realtime

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/semaphore"
)

// Bounds of what the service holds for all its clients together, in bytes. Each
// client has bounds of its own, but twenty thousand of them would add up.
const (
	// mostReading is for large messages that are still arriving: who finds no room
	// is not read from until there is some, for readWait.
	mostReading = 256 << 20
	// mostWaiting is for messages that wait in lanes, which only a slow database
	// makes them do.
	mostWaiting = 256 << 20
	// mostJoined is for what joins have asked for.
	mostJoined = 256 << 20
	// mostPresent is for what members of all topics say of themselves. Each topic
	// keeps it about three times: as it is, and as it was told in each framing.
	mostPresent = 128 << 20
	// mostQueued is for outboxes. Above it one that holds more than its fair part
	// is cut off. A frame that is shared counts for each: it is a bound, no measure.
	mostQueued = 512 << 20
	fairQueue  = 256 << 10
)

// What a join holds beside its own bytes, about: a channel, and each entry of
// postgres_changes for each of its tables. An entry can be asked for in fifteen bytes.
const (
	channelSize = 1200
	entrySize   = 1000
)

// readWait is how long a message may wait for room to arrive in.
const readWait = 10 * time.Second

// memory counts what is held, against those bounds.
type memory struct {
	reading                          *semaphore.Weighted
	patience                         time.Duration // that a message has for room to arrive in
	waiting, joined, present, queued budget
}

// budget counts what is held of something, against a limit.
type budget struct {
	now   atomic.Int64
	limit int64
}

// add counts n more, and reports whether the sum is within the limit. It is counted
// in any case.
func (b *budget) add(n int64) bool { return b.now.Add(n) <= b.limit }

// full reports that the limit is exceeded.
func (b *budget) full() bool { return b.now.Load() > b.limit }

func newMemory() *memory {
	m := &memory{reading: semaphore.NewWeighted(mostReading), patience: readWait}
	m.waiting.limit, m.joined.limit, m.present.limit, m.queued.limit = mostWaiting, mostJoined, mostPresent, mostQueued
	return m
}

// weigh counts what a channel's entries turn out to hold where they are of several
// tables: wants is how many they are then. It is false where there is no room for
// it. It is the lane's.
func (c *channel) weigh(wants int) bool {
	c.spread = int64(max(wants-len(c.join.Changes), 0)) * entrySize
	return c.socket.service.memory.joined.add(c.spread)
}

// smallMessage is what a message may have before it needs room among mostReading,
// in bytes.
const smallMessage = 16 << 10

// small are buffers for messages to arrive in.
var small = sync.Pool{New: func() any { b := make([]byte, smallMessage); return &b }}

var errBusy = errors.New("too many large messages are arriving")

// receive reads a message to its end, into memory of its own. A client that sends
// it bit by bit holds no more than twice what it has sent; the sweep ends one that
// never finishes.
func (m *memory) receive(r io.Reader) ([]byte, error) {
	buffer := small.Get().(*[]byte)
	defer small.Put(buffer)
	n, err := io.ReadFull(r, *buffer)
	if atEnd(err) {
		return bytes.Clone((*buffer)[:n]), nil
	}
	if err != nil {
		return nil, err
	}
	return m.receiveLarge(r, *buffer)
}

// atEnd tells that io.ReadFull has met the end.
func atEnd(err error) bool { return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) }

func (m *memory) receiveLarge(r io.Reader, begun []byte) ([]byte, error) {
	held := int64(0)
	defer func() { m.reading.Release(held) }()
	ctx, cancel := context.WithTimeout(context.Background(), m.patience)
	defer cancel()
	data := begun
	for size := 4 * smallMessage; ; size *= 2 {
		if err := m.reading.Acquire(ctx, int64(size)-held); err != nil {
			return nil, fmt.Errorf("%w: %w", errBusy, err)
		}
		held = int64(size)
		grown := make([]byte, size)
		n, err := io.ReadFull(r, grown[copy(grown, data):])
		data = grown[:len(data)+n]
		if atEnd(err) {
			return data, nil
		}
		if err != nil {
			return nil, err
		}
	}
}

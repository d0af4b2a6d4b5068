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

	"github.com/toubkal/toubkal/server/realtime/broadcast"
)

// Limits of memory for all clients together, in bytes, besides the limits of each client.
const (
	// maxReceiveBytes bounds large messages in transit. Above it, reading from the
	// socket stops for up to receiveTimeout.
	maxReceiveBytes = 256 << 20
	// maxPendingTotal bounds messages that wait to be processed, which happens only
	// with a slow database.
	maxPendingTotal = 256 << 20
	// maxJoinBytes bounds what joins have requested.
	maxJoinBytes = 256 << 20
	// maxPresenceBytes bounds the presence of all topics. Each topic keeps it about
	// three times: as it is, and encoded for each serializer.
	maxPresenceBytes = 128 << 20
	// maxQueuedBytes bounds the outboxes. Above it, one that holds more than its fair
	// share is closed. A shared frame counts once per outbox: it is a limit, not a
	// measurement.
	maxQueuedBytes = 512 << 20
	fairShare      = 256 << 10
)

// About what a join takes besides its payload, in bytes: a channel, and each binding for
// each of its tables. Fifteen bytes can request a binding.
const (
	channelSize = 1200
	entrySize   = 1000
)

// receiveTimeout bounds the wait of a large message for room.
const receiveTimeout = 10 * time.Second

// budgets are the memory in use, with those limits.
type budgets struct {
	receiving                        *semaphore.Weighted
	receiveTimeout                   time.Duration // the constant; shorter in tests
	pending, joins, presence, queued budget
}

// budget counts bytes in use, with a limit.
type budget struct {
	now   atomic.Int64
	limit int64
}

// Add adds n bytes in any case, and reports whether the sum is within the limit.
func (b *budget) Add(n int64) bool { return b.now.Add(n) <= b.limit }

// Full reports that the limit is exceeded.
func (b *budget) Full() bool { return b.now.Load() > b.limit }

func newBudgets() *budgets {
	b := &budgets{receiving: semaphore.NewWeighted(maxReceiveBytes), receiveTimeout: receiveTimeout}
	b.pending.limit, b.joins.limit, b.presence.limit, b.queued.limit = maxPendingTotal, maxJoinBytes, maxPresenceBytes, maxQueuedBytes
	return b
}

// smallMessage is the size, in bytes, up to which a message does not count into
// maxReceiveBytes.
const smallMessage = 16 << 10

// receiveBuffers is the pool of buffers for small messages.
var receiveBuffers = sync.Pool{New: func() any { b := make([]byte, smallMessage); return &b }}

// receive reads a complete message. A client that sends it slowly takes at most twice the
// memory of what it has sent; closeIdle ends one that never finishes.
func (b *budgets) receive(r io.Reader) ([]byte, error) {
	buffer := receiveBuffers.Get().(*[]byte)
	defer receiveBuffers.Put(buffer)
	n, err := io.ReadFull(r, *buffer)
	if atEnd(err) {
		return bytes.Clone((*buffer)[:n]), nil
	}
	if err != nil {
		return nil, err
	}
	return b.receiveLarge(r, *buffer)
}

// atEnd reports whether io.ReadFull has reached the end.
func atEnd(err error) bool { return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) }

func (b *budgets) receiveLarge(r io.Reader, begun []byte) ([]byte, error) {
	held := int64(0)
	defer func() { b.receiving.Release(held) }()
	ctx, cancel := context.WithTimeout(context.Background(), b.receiveTimeout)
	defer cancel()
	data := begun
	for size := 4 * smallMessage; ; size *= 2 {
		if err := b.receiving.Acquire(ctx, int64(size)-held); err != nil {
			return nil, fmt.Errorf("%w: %w", broadcast.ErrBusy, err)
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

package replication

import (
	"context"
	"fmt"
	"sync"
	"time"
)

// Status is the state of a Stream.
type Status struct {
	Connected bool
	Since     time.Time // when Connected last changed
	// Reason why it is not connected.
	Reason string
	// Slot is the name of the replication slot, empty without a connection.
	Slot string
	// Flushed is the LSN up to which everything was delivered.
	Flushed uint64
	// Written is the newest LSN of PostgreSQL's WAL when that was last read, and Lag
	// how far Flushed was behind then. Lag is in bytes.
	Written, Lag uint64
	// RetainedWAL is the WAL that the slot retained then, and MaxWAL the limit. Bytes.
	RetainedWAL, MaxWAL uint64
}

// state is the status that other goroutines may read while the stream runs.
type state struct {
	mu      sync.Mutex
	now     Status
	err     error         // why it is not connected; nil before the first attempt ended
	changed chan struct{} // closed when now.Connected or err changes
}

func newState() *state {
	return &state{changed: make(chan struct{}), now: Status{Since: time.Now()}}
}

// set changes the state and wakes those who wait in ready.
func (s *state) set(change func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change()
	close(s.changed)
	s.changed = make(chan struct{})
}

func (s *state) setConnected(slot string) {
	s.set(func() {
		s.err = nil
		s.now = Status{Connected: true, Since: time.Now(), Slot: slot}
	})
}

// setPending records the reason for which a connection is not ready yet.
func (s *state) setPending(why error) {
	s.set(func() { s.err, s.now.Reason = why, why.Error() })
}

func (s *state) setDisconnected(err error) {
	s.set(func() {
		if s.now.Connected {
			s.now.Since = time.Now()
		}
		s.err, s.now.Connected, s.now.Slot, s.now.Reason = err, false, "", err.Error()
	})
}

// advanced notes the LSN up to which everything was delivered.
func (s *state) advanced(flushed uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.now.Flushed = flushed
}

// recordUsage records the usage that watchSlot read, and returns the lag in bytes: 0
// before the stream is connected.
func (s *state) recordUsage(u slotUsage) (lag uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.now.Flushed != 0 {
		lag = u.written - min(u.written, s.now.Flushed)
	}
	s.now.Written, s.now.RetainedWAL, s.now.MaxWAL, s.now.Lag = u.written, u.retained, u.limit, lag
	return lag
}

func (s *state) status() Status {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.now
}

// ready waits until connected, or returns a permanent error.
func (s *state) ready(ctx context.Context) error {
	for {
		s.mu.Lock()
		connected, err, changed := s.now.Connected, s.err, s.changed
		s.mu.Unlock()
		if connected {
			return nil
		}
		if needsOperator(err) {
			return err
		}
		select {
		case <-changed:
		case <-ctx.Done():
			if err == nil {
				return fmt.Errorf("replication is not connected yet: %w", ctx.Err())
			}
			return fmt.Errorf("%w (%w)", err, ctx.Err())
		}
	}
}

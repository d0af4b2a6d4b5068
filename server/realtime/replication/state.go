package replication

import (
	"context"
	"fmt"
	"sync"
	"time"
)

// Status is how the stream is.
type Status struct {
	Connected bool
	Since     time.Time // of being live, or of not being so
	// Reason why it is not live, in words.
	Reason string
	// Slot is the name of the replication slot, empty without a connection.
	Slot string
	// Flushed is how far in PostgreSQL's log everything is handed on (an LSN).
	Flushed uint64
	// Written is how far that log went when it was last looked at (an LSN), and Lag
	// how far we were behind then, in bytes.
	Written, Lag uint64
	// RetainedWAL is what the slot kept from being removed then, and Cap the bound of it,
	// in bytes.
	RetainedWAL, MaxWAL uint64
}

// state is what others may know of the stream while it runs.
type state struct {
	mu      sync.Mutex
	now     Status
	err     error         // why it is not live; nil before the first try ended
	changed chan struct{} // closed at the next change of liveness or err
}

func newState() *state {
	return &state{changed: make(chan struct{}), now: Status{Since: time.Now()}}
}

// set changes what is known, and tells those who wait.
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

// setPending notes what a stream that is being made waits for.
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

// advanced notes how far everything is handed on.
func (s *state) advanced(done uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.now.Flushed = done
}

// recordUsage notes what the watch saw, and gives how far we are behind, in bytes: not
// at all before the stream is live.
func (s *state) recordUsage(h slotUsage) (lag uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.now.Flushed != 0 {
		lag = h.written - min(h.written, s.now.Flushed)
	}
	s.now.Written, s.now.RetainedWAL, s.now.MaxWAL, s.now.Lag = h.written, h.retained, h.limit, lag
	return lag
}

func (s *state) status() Status {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.now
}

// ready waits for live, or for an error that waiting does not mend.
func (s *state) ready(ctx context.Context) error {
	for {
		s.mu.Lock()
		live, err, changed := s.now.Connected, s.err, s.changed
		s.mu.Unlock()
		if live {
			return nil
		}
		if needsOperator(err) {
			return err
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return notReady(err, ctx.Err())
		}
	}
}

func notReady(err, ended error) error {
	if err == nil {
		return fmt.Errorf("the stream of changes is not live yet: %w", ended)
	}
	return fmt.Errorf("%w (%w)", err, ended)
}

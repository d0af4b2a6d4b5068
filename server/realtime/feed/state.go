package feed

import (
	"context"
	"fmt"
	"sync"
	"time"
)

// Status is how the stream is.
type Status struct {
	Live  bool
	Since time.Time // of being live, or of not being so
	// Reason why it is not live, in words.
	Reason string
	// Slot is the name of the replication slot, empty without a connection.
	Slot string
	// Done is how far in PostgreSQL's log everything is handed on (an LSN).
	Done uint64
	// Written is how far that log went when it was last looked at (an LSN), and Lag
	// how far we were behind then, in bytes.
	Written, Lag uint64
	// Pinned is what the slot kept from being removed then, and Cap the bound of it,
	// in bytes.
	Pinned, Cap uint64
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

func (s *state) live(slot string) {
	s.set(func() {
		s.err = nil
		s.now = Status{Live: true, Since: time.Now(), Slot: slot}
	})
}

// waits notes what a stream that is being made waits for.
func (s *state) waits(why error) {
	s.set(func() { s.err, s.now.Reason = why, why.Error() })
}

func (s *state) lost(err error) {
	s.set(func() {
		if s.now.Live {
			s.now.Since = time.Now()
		}
		s.err, s.now.Live, s.now.Slot, s.now.Reason = err, false, "", err.Error()
	})
}

// moved notes how far everything is handed on.
func (s *state) moved(done uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.now.Done = done
}

// looked notes what the watch saw, and gives how far we are behind, in bytes: not
// at all before the stream is live.
func (s *state) looked(h held) (lag uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.now.Done != 0 {
		lag = h.written - min(h.written, s.now.Done)
	}
	s.now.Written, s.now.Pinned, s.now.Cap, s.now.Lag = h.written, h.pinned, h.most, lag
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
		live, err, changed := s.now.Live, s.err, s.changed
		s.mu.Unlock()
		if live {
			return nil
		}
		if standing(err) {
			return err
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return unready(err, ctx.Err())
		}
	}
}

func unready(err, ended error) error {
	if err == nil {
		return fmt.Errorf("the stream of changes is not live yet: %w", ended)
	}
	return fmt.Errorf("%w (%w)", err, ended)
}

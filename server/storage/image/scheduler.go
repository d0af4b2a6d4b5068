package image

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync/atomic"
	"time"

	"golang.org/x/sync/semaphore"
)

// ErrBusy means that too many renderings wait, or that one has waited for too long. The
// client should try again.
var ErrBusy = errors.New("too many pictures are being rendered")

// Limits configure a Scheduler.
type Limits struct {
	// Memory bounds what all renderings that run take together, in bytes. Defaults to 400 MB.
	Memory int64
	// Running bounds how many run at once. Defaults to the number of processors.
	Running int
	// Waiting bounds how many wait for others to end. Defaults to 64.
	Waiting int
	// Wait bounds how long one waits. Defaults to 10 s.
	Wait time.Duration
}

// Scheduler bounds what renderings take together. Those that wait begin in the order in
// which they came. It is safe for concurrent use.
type Scheduler struct {
	limits  Limits
	memory  *semaphore.Weighted
	running *semaphore.Weighted
	waiting atomic.Int64
}

// NewScheduler sets the defaults of l.
func NewScheduler(l Limits) *Scheduler {
	if l.Memory == 0 {
		l.Memory = 400 << 20
	}
	if l.Running == 0 {
		l.Running = runtime.GOMAXPROCS(0)
	}
	if l.Waiting == 0 {
		l.Waiting = 64
	}
	if l.Wait == 0 {
		l.Wait = 10 * time.Second
	}
	return &Scheduler{limits: l, memory: semaphore.NewWeighted(l.Memory), running: semaphore.NewWeighted(int64(l.Running))}
}

// Do runs fn, which takes memory bytes, once there is room for it. It refuses with
// ErrResolution what never has room, and with ErrBusy what would wait too long.
func (s *Scheduler) Do(ctx context.Context, memory int64, fn func() error) error {
	if memory > s.limits.Memory {
		return fmt.Errorf("%w: it takes %d MB of memory, of %d", ErrResolution, memory>>20, s.limits.Memory>>20)
	}
	if !s.running.TryAcquire(1) || !s.tryMemory(memory) {
		if err := s.wait(ctx, memory); err != nil {
			return err
		}
	}
	defer s.running.Release(1)
	defer s.memory.Release(memory)
	return fn()
}

// tryMemory gives the place of one that runs back where there is no memory for it.
func (s *Scheduler) tryMemory(memory int64) bool {
	if s.memory.TryAcquire(memory) {
		return true
	}
	s.running.Release(1)
	return false
}

// wait waits for a place and then for memory: those that have a place and no memory are
// not overtaken, since semaphore.Weighted is first in, first out.
func (s *Scheduler) wait(ctx context.Context, memory int64) error {
	if s.waiting.Add(1) > int64(s.limits.Waiting) {
		s.waiting.Add(-1)
		return fmt.Errorf("%w: %d wait already", ErrBusy, s.limits.Waiting)
	}
	defer s.waiting.Add(-1)
	limited, cancel := context.WithTimeoutCause(ctx, s.limits.Wait, ErrBusy)
	defer cancel()
	if err := s.running.Acquire(limited, 1); err != nil {
		return context.Cause(limited)
	}
	if err := s.memory.Acquire(limited, memory); err != nil {
		s.running.Release(1)
		return context.Cause(limited)
	}
	return nil
}

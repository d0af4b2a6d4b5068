package image

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

func TestSchedulerBounds(t *testing.T) {
	t.Parallel()
	s := NewScheduler(Limits{Memory: 100, Running: 3, Waiting: 50})
	var mu sync.Mutex
	var memory, running, mostMemory, mostRunning int64
	var all sync.WaitGroup
	for i := range int64(40) {
		all.Go(func() {
			size := 10 + i
			err := s.Do(t.Context(), size, func() error {
				mu.Lock()
				memory, running = memory+size, running+1
				mostMemory, mostRunning = max(mostMemory, memory), max(mostRunning, running)
				mu.Unlock()
				defer func() {
					mu.Lock()
					memory, running = memory-size, running-1
					mu.Unlock()
				}()
				return nil
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if mostMemory > 100 || mostRunning > 3 || mostRunning == 0 {
		t.Errorf("%d bytes by %d at once", mostMemory, mostRunning)
	}
}

func TestSchedulerRefuses(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := NewScheduler(Limits{Memory: 100, Running: 2, Waiting: 2, Wait: time.Second})
		end := make(chan struct{})
		nothing := func() error { return nil }
		if err := s.Do(t.Context(), 101, nothing); !errors.Is(err, ErrResolution) {
			t.Errorf("what never has room: got %v", err)
		}
		go func() { _ = s.Do(t.Context(), 90, func() error { <-end; return nil }) }()
		synctest.Wait()
		if err := s.Do(t.Context(), 10, nothing); err != nil {
			t.Errorf("what has room: got %v", err)
		}
		if err := s.Do(t.Context(), 20, nothing); !errors.Is(err, ErrBusy) {
			t.Errorf("after a second: got %v", err)
		}
		cancelled, cancel := context.WithCancel(t.Context())
		first := make(chan error)
		go func() { first <- s.Do(cancelled, 20, nothing) }()
		second := make(chan error)
		go func() { second <- s.Do(t.Context(), 20, nothing) }()
		synctest.Wait()
		if err := s.Do(t.Context(), 20, nothing); !errors.Is(err, ErrBusy) {
			t.Errorf("the third to wait: got %v", err)
		}
		cancel()
		if err := <-first; !errors.Is(err, context.Canceled) {
			t.Errorf("one who has left: got %v", err)
		}
		close(end)
		if err := <-second; err != nil {
			t.Errorf("one who has waited: got %v", err)
		}
		// All is given back.
		if err := s.Do(t.Context(), 100, nothing); err != nil {
			t.Errorf("in the end: got %v", err)
		}
	})
}

package realtime

import (
	"sync"
	"time"
)

// serialQueue runs jobs one after the other, in order. It has a goroutine only while
// there are jobs.
type serialQueue struct {
	mu      sync.Mutex
	jobs    []func()
	running bool
}

// enqueue adds a job. It never blocks; callers bound the number of jobs.
func (s *serialQueue) enqueue(job func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.jobs = append(s.jobs, job)
	if !s.running {
		s.running = true
		go s.run()
	}
}

func (s *serialQueue) run() {
	for {
		s.mu.Lock()
		jobs := s.jobs
		s.jobs, s.running = nil, len(jobs) > 0
		s.mu.Unlock()
		if jobs == nil {
			return
		}
		for _, job := range jobs {
			job()
		}
	}
}

// timer calls a function once, later. The zero value is not set.
type timer struct {
	mu      sync.Mutex
	timer   *time.Timer
	stopped bool
}

// reset sets the timer, in place of an earlier call, unless it has been stopped.
func (t *timer) reset(wait time.Duration, call func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.timer != nil {
		t.timer.Stop()
	}
	if !t.stopped {
		t.timer = time.AfterFunc(wait, call)
	}
}

// stop prevents any call from now on.
func (t *timer) stop() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.stopped = true
	if t.timer != nil {
		t.timer.Stop()
	}
}

package realtime

import "sync"

// lane does jobs one after the other, in the order they came. It has a
// goroutine only while there is something to do.
type lane struct {
	mu      sync.Mutex
	jobs    []func()
	running bool
}

// do takes a job. It never blocks; callers bound how many there are.
func (l *lane) do(job func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.jobs = append(l.jobs, job)
	if !l.running {
		l.running = true
		go l.run()
	}
}

func (l *lane) run() {
	for {
		jobs := l.take()
		if jobs == nil {
			return
		}
		for _, job := range jobs {
			job()
		}
	}
}

// take gives all that waits; nil ends the goroutine.
func (l *lane) take() []func() {
	l.mu.Lock()
	defer l.mu.Unlock()
	jobs := l.jobs
	l.jobs = nil
	l.running = len(jobs) > 0
	return jobs
}

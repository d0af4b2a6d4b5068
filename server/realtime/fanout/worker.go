package fanout

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/toubkal/toubkal/server/realtime/rls"
	"github.com/toubkal/toubkal/server/realtime/row"
)

// Bounds of the queue of a worker. What does not fit is dropped, and its channels
// fail with a message.
const (
	maxQueuedChanges = 16 << 10
	maxQueuedBytes   = 32 << 20
	groupJobSize     = 96 // about what a groupJob takes, in bytes
	matchSize        = 24
	// maxBatch is how many changes are checked in one transaction at most.
	maxBatch = 256
)

// worker runs RLS queries for some of the groups, always the same ones, so that these
// get their changes in order.
type worker struct {
	checker *rls.Checker
	sql     filterSQL
	log     *slog.Logger
	now     func() time.Time
	// onStale is called when a table or its policies turn out to have changed.
	onStale func()
	// currentTable reads a table from the catalog again.
	currentTable func(context.Context, *row.Table) (*row.Table, error)

	mu      sync.Mutex
	jobs    []*job
	changes int // in jobs
	bytes   int // of jobs
	dropped int64
	waiting chan struct{} // holds one while there are jobs
	idle    *sync.Cond    // signals that no job is queued or running, or that the worker has ended
	busy    bool
	ended   bool

	encoder frameEncoder
}

// job is a run of changes for the groups of a worker.
type job struct {
	subscribers *roleSubscribers
	events      []*pendingChange
	groups      []groupJob
	size        int // about, in bytes
}

// groupJob is what matched for one group, and its subscribers at that moment.
type groupJob struct {
	group     *subscriberGroup
	members   []*subscriber
	matches   []match
	undecided []undecidedMatch
}

func newWorker(d *Dispatcher) *worker {
	s := &worker{
		checker: d.checker, sql: d.sql, log: d.log, now: d.now, onStale: d.buffer.SchemaChanged, waiting: make(chan struct{}, 1), encoder: newFrameEncoder(),
		currentTable: func(ctx context.Context, t *row.Table) (*row.Table, error) {
			return d.stream.Table(ctx, t.Schema, t.Name)
		},
	}
	s.idle = sync.NewCond(&s.mu)
	return s
}

// push queues a job; false if there is no room.
func (s *worker) push(j *job) bool {
	for _, e := range j.events {
		j.size += e.size
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.jobs) > 0 && (s.changes+len(j.events) > maxQueuedChanges || s.bytes+j.size > maxQueuedBytes) {
		s.dropped += int64(len(j.events))
		return false
	}
	for i := range j.groups {
		j.groups[i].group.pending.Add(1)
	}
	s.jobs, s.changes, s.bytes = append(s.jobs, j), s.changes+len(j.events), s.bytes+j.size
	select {
	case s.waiting <- struct{}{}:
	default:
	}
	return true
}

// run processes jobs until ctx ends.
func (s *worker) run(ctx context.Context) {
	defer s.end()
	for {
		select {
		case <-ctx.Done():
			return
		case <-s.waiting:
		}
		for jobs := s.take(); jobs != nil; jobs = s.take() {
			for _, same := range groupJobs(jobs) {
				s.check(ctx, same)
			}
		}
	}
}

// take returns the next jobs, as many as go into one transaction; nil for none.
func (s *worker) take() []*job {
	s.mu.Lock()
	defer s.mu.Unlock()
	n, changes := 0, 0
	for n < len(s.jobs) && (n == 0 || changes+len(s.jobs[n].events) <= maxBatch) {
		changes += len(s.jobs[n].events)
		s.bytes -= s.jobs[n].size
		n++
	}
	jobs := slices.Clone(s.jobs[:n])
	s.jobs, s.changes = slices.Delete(s.jobs, 0, n), s.changes-changes
	if s.busy = n > 0; !s.busy {
		s.idle.Broadcast()
		return nil
	}
	return jobs
}

// drain waits until no job is queued or running. Nothing is pushed meanwhile.
func (s *worker) drain() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for !s.ended && (len(s.jobs) > 0 || s.busy) {
		s.idle.Wait()
	}
}

func (s *worker) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ended = true
	s.idle.Broadcast()
}

func (s *worker) queued() QueueStatus {
	s.mu.Lock()
	defer s.mu.Unlock()
	return QueueStatus{s.changes, s.dropped}
}

// groupJobs sorts jobs by table and role. The order between tables is not guaranteed.
func groupJobs(jobs []*job) (sorted [][]*job) {
	place := map[*roleSubscribers]int{}
	for _, j := range jobs {
		i, ok := place[j.subscribers]
		if !ok {
			i = len(sorted)
			place[j.subscribers] = i
			sorted = append(sorted, nil)
		}
		sorted[i] = append(sorted[i], j)
	}
	return sorted
}

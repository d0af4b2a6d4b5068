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
	// maxBatch bounds the changes that are checked in one transaction.
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

// groupJob are the matches of one group, and its subscribers at that moment.
type groupJob struct {
	group     *subscriberGroup
	members   []*subscriber
	matches   []match
	undecided []undecidedMatch
}

func newWorker(d *Dispatcher) *worker {
	w := &worker{
		checker: d.checker, sql: d.sql, log: d.log, now: d.now, onStale: d.buffer.SchemaChanged, waiting: make(chan struct{}, 1), encoder: newFrameEncoder(),
		currentTable: func(ctx context.Context, t *row.Table) (*row.Table, error) {
			return d.stream.Table(ctx, t.Schema, t.Name)
		},
	}
	w.idle = sync.NewCond(&w.mu)
	return w
}

// push queues a job; false if there is no room.
func (w *worker) push(j *job) bool {
	for _, e := range j.events {
		j.size += e.size
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.jobs) > 0 && (w.changes+len(j.events) > maxQueuedChanges || w.bytes+j.size > maxQueuedBytes) {
		w.dropped += int64(len(j.events))
		return false
	}
	for i := range j.groups {
		j.groups[i].group.pending.Add(1)
	}
	w.jobs, w.changes, w.bytes = append(w.jobs, j), w.changes+len(j.events), w.bytes+j.size
	select {
	case w.waiting <- struct{}{}:
	default:
	}
	return true
}

// run processes jobs until ctx ends.
func (w *worker) run(ctx context.Context) {
	defer w.end()
	for {
		select {
		case <-ctx.Done():
			return
		case <-w.waiting:
		}
		for jobs := w.take(); jobs != nil; jobs = w.take() {
			for _, same := range groupJobs(jobs) {
				w.check(ctx, same)
			}
		}
	}
}

// take returns the next jobs, as many as go into one transaction; nil for none.
func (w *worker) take() []*job {
	w.mu.Lock()
	defer w.mu.Unlock()
	n, changes := 0, 0
	for n < len(w.jobs) && (n == 0 || changes+len(w.jobs[n].events) <= maxBatch) {
		changes += len(w.jobs[n].events)
		w.bytes -= w.jobs[n].size
		n++
	}
	jobs := slices.Clone(w.jobs[:n])
	w.jobs, w.changes = slices.Delete(w.jobs, 0, n), w.changes-changes
	if w.busy = n > 0; !w.busy {
		w.idle.Broadcast()
		return nil
	}
	return jobs
}

// drain waits until no job is queued or running. Nothing is pushed meanwhile.
func (w *worker) drain() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for !w.ended && (len(w.jobs) > 0 || w.busy) {
		w.idle.Wait()
	}
}

func (w *worker) end() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.ended = true
	w.idle.Broadcast()
}

func (w *worker) queued() QueueStatus {
	w.mu.Lock()
	defer w.mu.Unlock()
	return QueueStatus{w.changes, w.dropped}
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

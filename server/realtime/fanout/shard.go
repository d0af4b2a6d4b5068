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

// Bounds of a shard's queue. What does not fit is missed, and whoever misses it
// is told.
const (
	shardChanges = 16 << 10
	shardBytes   = 32 << 20
	itemSize     = 96 // about what an item takes, in bytes
	hitSize      = 24
	// microBatch is how many changes are checked in one transaction at most.
	microBatch = 256
)

// shard asks PostgreSQL what may be seen, for some of the cohorts: always the
// same, so that what they get is in order.
type shard struct {
	guard *rls.Checker
	sql   filterSQL
	log   *slog.Logger
	now   func() time.Time
	// stale is called where a table or its policies turn out to have changed.
	stale func()
	// newest looks a table up again.
	newest func(context.Context, *row.Table) (*row.Table, error)

	mu      sync.Mutex
	jobs    []*job
	changes int // in jobs
	bytes   int // of jobs
	dropped int64
	waiting chan struct{} // holds one where jobs are waiting
	drained *sync.Cond    // no jobs are left, or under way; or it has ended
	busy    bool
	ended   bool

	printer printer
}

// job is what a run of changes has for the cohorts of a shard.
type job struct {
	audience *audience
	events   []*event
	items    []item
	size     int // about, in bytes
}

// item is what was found for one cohort, and who was in it at that moment.
type item struct {
	cohort  *cohort
	members []*member
	hits    []hit
	asks    []question
}

func newShard(d *Dispatcher) *shard {
	s := &shard{
		guard: d.guard, sql: d.sql, log: d.log, now: d.now, stale: d.intake.SchemaChanged, waiting: make(chan struct{}, 1), printer: newPrinter(),
		newest: func(ctx context.Context, t *row.Table) (*row.Table, error) {
			return d.stream.Table(ctx, t.Schema, t.Name)
		},
	}
	s.drained = sync.NewCond(&s.mu)
	return s
}

// push takes a job; it is false where there is no room.
func (s *shard) push(j *job) bool {
	for _, e := range j.events {
		j.size += e.size
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.jobs) > 0 && (s.changes+len(j.events) > shardChanges || s.bytes+j.size > shardBytes) {
		s.dropped += int64(len(j.events))
		return false
	}
	for i := range j.items {
		j.items[i].cohort.pending.Add(1)
	}
	s.jobs, s.changes, s.bytes = append(s.jobs, j), s.changes+len(j.events), s.bytes+j.size
	select {
	case s.waiting <- struct{}{}:
	default:
	}
	return true
}

// run works until ctx ends.
func (s *shard) run(ctx context.Context) {
	defer s.end()
	for {
		select {
		case <-ctx.Done():
			return
		case <-s.waiting:
		}
		for jobs := s.take(); jobs != nil; jobs = s.take() {
			for _, same := range byAudience(jobs) {
				s.check(ctx, same)
			}
		}
	}
}

// take gives what waits, as much as goes into one transaction; nil for nothing.
func (s *shard) take() []*job {
	s.mu.Lock()
	defer s.mu.Unlock()
	n, changes := 0, 0
	for n < len(s.jobs) && (n == 0 || changes+len(s.jobs[n].events) <= microBatch) {
		changes += len(s.jobs[n].events)
		s.bytes -= s.jobs[n].size
		n++
	}
	jobs := slices.Clone(s.jobs[:n])
	s.jobs, s.changes = slices.Delete(s.jobs, 0, n), s.changes-changes
	if s.busy = n > 0; !s.busy {
		s.drained.Broadcast()
		return nil
	}
	return jobs
}

// drain waits until nothing is queued or under way. It is called while nothing
// is pushed.
func (s *shard) drain() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for !s.ended && (len(s.jobs) > 0 || s.busy) {
		s.drained.Wait()
	}
}

func (s *shard) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ended = true
	s.drained.Broadcast()
}

func (s *shard) depth() QueueStatus {
	s.mu.Lock()
	defer s.mu.Unlock()
	return QueueStatus{s.changes, s.dropped}
}

// byAudience puts the jobs of an audience together. Order between tables is
// nobody's right.
func byAudience(jobs []*job) (sorted [][]*job) {
	place := map[*audience]int{}
	for _, j := range jobs {
		i, ok := place[j.audience]
		if !ok {
			i = len(sorted)
			place[j.audience] = i
			sorted = append(sorted, nil)
		}
		sorted[i] = append(sorted[i], j)
	}
	return sorted
}

// Package admission decides which request gets the next database connection. A
// bounded number of requests run at a time. The others wait, and the next is the one
// whose caller has used the least database time lately. It refuses a caller that has
// too many requests waiting (ErrTooMany), and a request that waits too long (ErrBusy).
package admission

import (
	"cmp"
	"container/heap"
	"container/list"
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"time"
)

var (
	// ErrBusy means that no connection became free within Options.Wait.
	ErrBusy = errors.New("every database connection is in use")
	// ErrTooMany means that the caller has Options.MaxWaiting requests waiting.
	ErrTooMany = errors.New("too many requests of this caller wait for a database connection")
	// ErrPreempted is the cause of the end of a Slot's context: the request ran long
	// while others waited.
	ErrPreempted = errors.New("cancelled, since it ran long while others waited")
)

// Options bound a queue.
type Options struct {
	// Slots is the number of requests that run at a time. Defaults to 1.
	Slots int
	// Wait bounds how long a request waits for a slot. Defaults to 10 s.
	Wait time.Duration
	// MaxWaiting bounds the waiting requests of one caller. 0 turns fairness off: each
	// request gets its slot in the order of arrival, whoever makes it.
	MaxWaiting int
	// Pace is the number of bytes a second by which large answers grow together while others are
	// served: see Answer. Defaults to 64 MB for each processor.
	Pace int64
	// Now is the clock. Defaults to time.Now.
	Now func() time.Time
}

// Request says who asks for a slot, and for what. The zero value is work of the
// program itself: only the number of slots bounds it.
type Request struct {
	// Caller is the user or the address to which the time is charged: a user, or an address. "" is the program.
	Caller string
	// Anonymous requests leave a part of the slots to the others.
	Anonymous bool
	// Write marks what may change rows. It is never preempted.
	Write bool
	// Table is the schema and name of what the request is about; zero for none. Requests
	// that wait for a lock on one table leave slots to those on other tables.
	Table [2]string
	// Statement is a hash of its SQL without the parameters; 0 for none. Statements that
	// have taken long share few slots, from however many addresses they come.
	Statement uint64
	// Answer is told of the slot. Nil where the size of the answer does not matter.
	Answer *Answer
}

const (
	// longRunning is the duration from which a request counts against the bounds of
	// its caller and its table. A statement that takes so long on average is slow.
	longRunning = 100 * time.Millisecond
	// slowUse is the database time in long-running reads lately that makes a caller's
	// next read count as slow.
	slowUse = 500 * time.Millisecond
	// preemptAfter is the time that a request waits before a slow read is cancelled for it,
	// and minRun how long that one has run by then at least.
	preemptAfter = 50 * time.Millisecond
	minRun       = 250 * time.Millisecond
	// defaultPace is Options.Pace for one processor.
	defaultPace = 64 << 20
)

// Queue hands out slots. It is safe for concurrent use.
type Queue struct {
	o          Options
	mu         sync.Mutex
	running    *list.List        // of *Slot, the longest-running first
	young      *list.Element     // the first of running that is not yet long-running
	count      [classes]int      // of requests that run
	tables     map[[2]string]int // long-running requests about each
	written    map[[2]string]int // anonymous writes to each that run
	usage      usage
	statements statements
	lines      [classes]lineHeap
	waiting    int
	timeouts   int64
	served     [2]served // the last two callers
	paced      time.Time // when the next piece of a large answer is due
	pauses     int64
}

// New makes a queue.
func New(o Options) *Queue {
	o.Slots = max(o.Slots, 1)
	o.Wait = cmp.Or(o.Wait, 10*time.Second)
	o.Pace = cmp.Or(o.Pace, defaultPace*int64(runtime.GOMAXPROCS(0)))
	if o.Now == nil {
		o.Now = time.Now
	}
	return &Queue{o: o, running: list.New(), tables: map[[2]string]int{}, written: map[[2]string]int{}, usage: newUsage(o.Now()), statements: newStatements()}
}

// Fair reports whether it matters who makes a request: Options.MaxWaiting is not 0.
func (q *Queue) Fair() bool { return q.o.MaxWaiting > 0 }

// Stat is the state of a queue now.
type Stat struct {
	Running, Waiting int
	// Timeouts are the requests that got no slot in time, since the start.
	Timeouts int64
	// Pauses of large answers, since the start.
	Pauses int64
}

// Stat is the state of the queue now.
func (q *Queue) Stat() Stat {
	q.mu.Lock()
	defer q.mu.Unlock()
	return Stat{Running: q.running.Len(), Waiting: q.waiting, Timeouts: q.timeouts, Pauses: q.pauses}
}

// Slot is the right to use one connection, until Release.
type Slot struct {
	queue     *Queue
	request   Request
	caller    *caller
	statement *statement
	class     class // a request that turns out to run long changes it
	started   time.Time
	element   *list.Element
	long      bool
	preempted bool
	cancel    context.CancelCauseFunc
	granted   chan struct{} // closed when a waiting request gets the slot; nil if it did not wait
}

// Acquire waits for a slot. The context that it returns ends with ctx, and when the
// request is preempted: then its cause is ErrPreempted.
func (q *Queue) Acquire(ctx context.Context, r Request) (context.Context, *Slot, error) {
	if !q.Fair() {
		r = Request{}
	}
	s := &Slot{queue: q, request: r}
	q.mu.Lock()
	q.markLong()
	s.caller = q.usage.of(r.Caller)
	if r.Caller != "" {
		s.statement, s.class = q.statements.of(r.Statement), classOf(r)
		if q.expectSlow(s) {
			s.class = s.class.slow()
		}
		if r.Answer != nil {
			r.Answer.slot = s
		}
	}
	if q.waiting == 0 && q.open(s.class) && q.fits(s) {
		q.start(s)
		q.mu.Unlock()
		return s.preemptible(ctx)
	}
	if r.Caller != "" && s.caller.waiting >= q.o.MaxWaiting {
		q.mu.Unlock()
		return ctx, nil, ErrTooMany
	}
	s.granted = make(chan struct{})
	q.enqueue(s)
	q.dispatch()
	q.mu.Unlock()
	if err := q.wait(ctx, s); err != nil {
		return ctx, nil, err
	}
	return s.preemptible(ctx)
}

// preemptible is ctx with an end that Queue.preempt can cause, where the request allows it.
func (s *Slot) preemptible(ctx context.Context) (context.Context, *Slot, error) {
	if !s.request.Anonymous || s.request.Write {
		return ctx, s, nil
	}
	ctx, cancel := context.WithCancelCause(ctx)
	s.queue.mu.Lock()
	s.cancel = cancel
	s.queue.mu.Unlock()
	return ctx, s, nil
}

// wait waits until s is granted, and has long reads preempted meanwhile.
func (q *Queue) wait(ctx context.Context, s *Slot) error {
	deadline := q.o.Now().Add(q.o.Wait)
	timer := time.NewTimer(min(preemptAfter, q.o.Wait))
	defer timer.Stop()
	for {
		var err error
		select {
		case <-s.granted:
			return nil
		case <-ctx.Done():
			err = fmt.Errorf("wait for a database connection: %w", ctx.Err())
		case <-timer.C:
			left := deadline.Sub(q.o.Now())
			if left > 0 {
				q.preempt(s)
				timer.Reset(min(preemptAfter, left))
				continue
			}
			err = ErrBusy
		}
		q.mu.Lock()
		defer q.mu.Unlock()
		if s.element != nil { // granted at the same time
			q.finish(s)
			q.dispatch()
		} else {
			q.dequeue(s)
		}
		if errors.Is(err, ErrBusy) {
			q.timeouts++
		}
		return err
	}
}

// Release gives the slot to the next request. The time since it was granted is
// charged to the caller.
func (s *Slot) Release() {
	s.queue.mu.Lock()
	defer s.queue.mu.Unlock()
	if s.cancel != nil {
		s.cancel(nil)
	}
	s.queue.finish(s)
	s.queue.dispatch()
}

// start counts s as running.
func (q *Queue) start(s *Slot) {
	s.started = q.o.Now()
	s.element = q.running.PushBack(s)
	if q.young == nil {
		q.young = s.element
	}
	q.count[s.class]++
	if s.statement != nil {
		s.statement.running++
		if s.request.Anonymous && s.request.Write {
			q.written[s.request.Table]++
		}
	}
	q.charge(s.caller, advance)
}

// advance is charged when a request starts, so that several that start at the same
// time are not all of one caller. Release charges the rest.
const advance = time.Millisecond

// finish counts s as ended, and charges its caller.
func (q *Queue) finish(s *Slot) {
	q.markLong()
	if q.young == s.element {
		q.young = s.element.Next()
	}
	q.running.Remove(s.element)
	s.element = nil
	if !s.request.Answer.isLarge() {
		q.noteServed(s.caller, q.o.Now())
	}
	q.count[s.class]--
	took := q.o.Now().Sub(s.started)
	if s.long {
		q.countLong(s, -1)
	}
	if s.statement != nil {
		s.statement.running--
		s.statement.known = true
		s.statement.average += (took - s.statement.average) / 4
		if s.request.Anonymous && s.request.Write {
			if q.written[s.request.Table]--; q.written[s.request.Table] == 0 {
				delete(q.written, s.request.Table)
			}
		}
		if s.long && !s.request.Write {
			s.caller.slow += took.Seconds() * q.usage.weight(q.o.Now())
		}
	}
	q.charge(s.caller, took-advance)
}

// charge adds d to what c has used, and moves its waiting requests in their order.
func (q *Queue) charge(c *caller, d time.Duration) {
	q.usage.charge(c, d, q.o.Now())
	for _, line := range c.lines {
		if line != nil && line.index >= 0 {
			heap.Fix(&q.lines[line.class], line.index)
		}
	}
}

// reserved is the number of slots that are kept for each of writes and signed-in callers.
func (q *Queue) reserved() int { return (q.o.Slots + 4) / 8 }

// open reports whether requests of a class may start now.
func (q *Queue) open(c class) bool {
	if q.running.Len() >= q.o.Slots {
		return false
	}
	reads := q.count[anonymousRead] + q.count[slowRead]
	anonymous := reads + q.count[anonymousWrite] + q.count[slowWrite]
	switch {
	case c == signedIn:
		return true
	case c == slowSignedIn:
		return q.count[c] < q.share(4)
	case anonymous >= q.o.Slots-q.reserved(),
		c == slowWrite && q.count[c] >= q.share(4),
		c == slowRead && q.count[c] >= q.share(8):
		return false
	}
	return c == anonymousWrite || c == slowWrite || reads < q.o.Slots-2*q.reserved()
}

// fits reports whether the long-running requests of its caller and about its table leave
// a slot to s. Anonymous writes to one table take at most half of the slots: if
// it is locked, they wait, and nothing can be cancelled for others.
func (q *Queue) fits(s *Slot) bool {
	r := s.request
	if r.Caller == "" {
		return true
	}
	if r.Anonymous && r.Write && r.Table != [2]string{} && q.written[r.Table] >= q.share(2) {
		return false
	}
	most := max(q.o.Slots-q.share(4), 1)
	if q.tables[r.Table] >= most {
		return false
	}
	if r.Anonymous {
		most = q.share(4)
	}
	return s.caller.long < most
}

// share is one of n parts of the slots.
func (q *Queue) share(n int) int { return max(q.o.Slots/n, 1) }

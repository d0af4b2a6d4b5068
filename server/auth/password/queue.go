package password

import (
	"container/list"
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

// Caller is for whom a password is hashed. The zero value is the program itself.
type Caller struct {
	// Name is the owner of the place in the queue: an account, or an address.
	Name string
	// Stranger is a caller that is neither signed in nor known.
	Stranger bool
}

// ErrQueueFull means that too many passwords wait to be hashed.
var ErrQueueFull = errors.New("too many passwords wait to be hashed")

const (
	// maxOfCaller bounds the waiting requests of one caller.
	maxOfCaller = 8
	// knownInARow is the number of known callers that are served while a stranger waits.
	knownInARow = 8
	// maxWait is the default of Options.Wait.
	maxWait = 10 * time.Second
)

// queue hands out the slots in which passwords are hashed. Known callers come before
// strangers, and callers of one kind take turns.
type queue struct {
	slots      int
	idle       func() bool // one more slot may be used; nil is never
	maxWaiting int         // of each kind
	wait       time.Duration

	mu    sync.Mutex
	used  int
	lines [2]fairLine // of known callers, of strangers
	known int         // served since the last stranger
}

func newQueue(slots, maxWaiting int, wait time.Duration, idle func() bool) *queue {
	q := &queue{slots: slots, maxWaiting: maxWaiting, wait: wait, idle: idle}
	for i := range q.lines {
		q.lines[i] = fairLine{callers: list.New(), of: map[string]*list.Element{}}
	}
	return q
}

// hasSlot reports whether another password may be hashed now.
func (q *queue) hasSlot() bool {
	return q.used < q.slots || q.used == q.slots && q.idle != nil && q.idle()
}

// acquire waits for a slot, which release gives back. It returns ErrQueueFull if the
// queue is full or does not move.
func (q *queue) acquire(ctx context.Context, c Caller) error {
	q.mu.Lock()
	if q.lines[0].waiting+q.lines[1].waiting == 0 && q.hasSlot() {
		q.used++
		q.mu.Unlock()
		return nil
	}
	line := &q.lines[0]
	if c.Stranger {
		line = &q.lines[1]
	}
	w, ok := line.add(c.Name, q.maxWaiting)
	q.mu.Unlock()
	if !ok {
		return ErrQueueFull
	}
	timer := time.NewTimer(q.wait)
	defer timer.Stop()
	var err error
	select {
	case granted := <-w.turn:
		if !granted {
			return ErrQueueFull
		}
		return nil
	case <-ctx.Done():
		err = fmt.Errorf("wait to hash a password: %w", ctx.Err())
	case <-timer.C:
		err = ErrQueueFull
	}
	q.mu.Lock()
	waited := line.remove(w)
	q.mu.Unlock()
	if !waited && <-w.turn { // it was its turn at the same time
		q.release()
	}
	return err
}

// release gives the slot to the next request, and one more where the program is idle by now.
func (q *queue) release() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.used--
	for q.hasSlot() && q.grant() {
	}
}

// grant gives a slot to the request whose turn it is; false where none waits.
func (q *queue) grant() bool {
	known, strangers := &q.lines[0], &q.lines[1]
	next := known
	if known.waiting == 0 || strangers.waiting > 0 && q.known >= knownInARow {
		next = strangers
	}
	if next.waiting == 0 {
		return false
	}
	if q.known++; next == strangers {
		q.known = 0
	}
	q.used++
	next.first().turn <- true
	return true
}

// waiting is the number of requests that wait.
func (q *queue) waiting() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.lines[0].waiting + q.lines[1].waiting
}

// fairLine is a queue in which callers take turns (round robin).
type fairLine struct {
	callers *list.List               // of *callerLine, the next to be served first
	of      map[string]*list.Element // by name
	waiting int
}

type callerLine struct {
	name  string
	queue []*waiter
}

type waiter struct {
	caller string
	turn   chan bool // gets one value: true for the slot, false for losing the place
}

// add appends a waiter; false if there is no place. In a full line a caller that has none
// waiting takes the newest place of the one that has the most.
func (f *fairLine) add(name string, most int) (*waiter, bool) {
	e := f.of[name]
	if e != nil && len(e.Value.(*callerLine).queue) >= maxOfCaller {
		return nil, false
	}
	if f.waiting >= most {
		longest := f.longest()
		if e != nil || longest == nil || len(longest.queue) < 2 {
			return nil, false
		}
		last := longest.queue[len(longest.queue)-1]
		f.remove(last)
		last.turn <- false
	}
	if e == nil {
		e = f.callers.PushBack(&callerLine{name: name})
		f.of[name] = e
	}
	c := e.Value.(*callerLine)
	w := &waiter{caller: name, turn: make(chan bool, 1)}
	c.queue = append(c.queue, w)
	f.waiting++
	return w, true
}

func (f *fairLine) longest() (longest *callerLine) {
	for e := f.callers.Front(); e != nil; e = e.Next() {
		if c := e.Value.(*callerLine); longest == nil || len(c.queue) > len(longest.queue) {
			longest = c
		}
	}
	return longest
}

// first removes the waiter whose turn it is.
func (f *fairLine) first() *waiter {
	e := f.callers.Front()
	w := e.Value.(*callerLine).queue[0]
	f.callers.MoveToBack(e)
	f.remove(w)
	return w
}

// remove takes a waiter out; false if it is not in the line.
func (f *fairLine) remove(w *waiter) bool {
	e := f.of[w.caller]
	if e == nil {
		return false
	}
	c := e.Value.(*callerLine)
	for i, each := range c.queue {
		if each != w {
			continue
		}
		c.queue = append(c.queue[:i], c.queue[i+1:]...)
		f.waiting--
		if len(c.queue) == 0 {
			f.callers.Remove(e)
			delete(f.of, w.caller)
		}
		return true
	}
	return false
}

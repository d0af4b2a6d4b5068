package admission

import (
	"container/heap"
	"container/list"
)

// class is which of the slots a request may use.
type class int

const (
	signedIn       class = iota // all slots
	anonymousWrite              // all but those kept for signed-in callers
	anonymousRead               // all but those kept for signed-in callers and for writes
	slowWrite                   // of those of anonymousWrite, a quarter of all slots
	slowRead                    // of those of anonymousRead, an eighth of all slots
	slowSignedIn                // a quarter of all slots
	classes
)

// classOf is the class of a request, before it is known whether it is slow.
func classOf(r Request) class {
	switch {
	case !r.Anonymous:
		return signedIn
	case r.Write:
		return anonymousWrite
	}
	return anonymousRead
}

func (c class) isSlow() bool { return c == c.slow() }

// slow is the class of the requests of c that are likely to run long.
func (c class) slow() class {
	switch c {
	case signedIn:
		return slowSignedIn
	case anonymousWrite:
		return slowWrite
	case anonymousRead:
		return slowRead
	}
	return c
}

// line is the waiting requests of one caller and class, in the order of their arrival.
type line struct {
	caller *caller
	class  class
	slots  *list.List // of *Slot
	index  int        // in the heap of its class; -1 when it is empty
}

// lineHeap has the line first whose caller has used the least.
type lineHeap []*line

func (lh lineHeap) Len() int           { return len(lh) }
func (lh lineHeap) Less(i, j int) bool { return lh[i].caller.used < lh[j].caller.used }
func (lh lineHeap) Swap(i, j int) {
	lh[i], lh[j] = lh[j], lh[i]
	lh[i].index, lh[j].index = i, j
}

// Push is for container/heap.
func (lh *lineHeap) Push(x any) {
	l := x.(*line)
	l.index = len(*lh)
	*lh = append(*lh, l)
}

// Pop is for container/heap.
func (lh *lineHeap) Pop() any {
	last := (*lh)[len(*lh)-1]
	(*lh)[len(*lh)-1] = nil
	*lh = (*lh)[:len(*lh)-1]
	last.index = -1
	return last
}

// enqueue puts s at the end of its line.
func (q *Queue) enqueue(s *Slot) {
	l := s.caller.lines[s.class]
	if l == nil {
		l = &line{caller: s.caller, class: s.class, slots: list.New(), index: -1}
		s.caller.lines[s.class] = l
	}
	l.slots.PushBack(s)
	if l.index < 0 {
		heap.Push(&q.lines[s.class], l)
	}
	s.caller.waiting++
	q.waiting++
}

// dequeue takes s out of its line.
func (q *Queue) dequeue(s *Slot) {
	l := s.caller.lines[s.class]
	for e := l.slots.Front(); e != nil; e = e.Next() {
		if e.Value == s {
			l.slots.Remove(e)
			break
		}
	}
	if l.slots.Len() == 0 {
		heap.Remove(&q.lines[l.class], l.index)
		s.caller.lines[l.class] = nil
	}
	s.caller.waiting--
	q.waiting--
}

// dispatch starts waiting requests while there are slots for them.
func (q *Queue) dispatch() {
	for q.waiting > 0 {
		var next *Slot
		for c := range classes {
			if s := q.first(c); s != nil && (next == nil || s.caller.used < next.caller.used) {
				next = s
			}
		}
		if next == nil {
			return
		}
		q.dequeue(next)
		q.start(next)
		close(next.granted)
	}
}

// maxLook is the number of lines, and of requests of one, that are looked at for a request
// that may start: those before it may be about a table whose share is used up.
const maxLook = 16

// first is the next request of a class; nil if none may start.
func (q *Queue) first(c class) (next *Slot) {
	if len(q.lines[c]) == 0 || !q.open(c) {
		return nil
	}
	var skipped []*line
	for next == nil && len(q.lines[c]) > 0 && len(skipped) < maxLook {
		l := q.lines[c][0]
		if s := l.slots.Front().Value.(*Slot); !c.isSlow() && q.expectSlow(s) {
			q.dequeue(s) // found to be slow since it came
			s.class = c.slow()
			q.enqueue(s)
			continue
		}
		looked := 0
		for e := l.slots.Front(); e != nil && looked < maxLook; e = e.Next() {
			if s := e.Value.(*Slot); q.fits(s) {
				next = s
				break
			}
			looked++
		}
		if next == nil {
			skipped = append(skipped, heap.Pop(&q.lines[c]).(*line))
		}
	}
	for _, l := range skipped {
		heap.Push(&q.lines[c], l)
	}
	return next
}

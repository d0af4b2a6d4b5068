package admission

import "time"

const (
	// largeAnswer is the size, in bytes, above which an answer counts as long-running, and
	// how much a caller may have got lately until its answers are paced.
	largeAnswer = 4 << 20
	// servedLately is the time that others count as being served after their last request.
	servedLately = time.Second
)

// Answer is the answer to a request while it is made and sent. Answers beyond largeAnswer
// keep PostgreSQL, the encoder and the compression busy for as long as they are read, so
// while others are served, all large ones together go on at Options.Pace only. PostgreSQL
// waits meanwhile, since nobody reads what it writes. Nil counts nothing. It is not safe
// for concurrent use.
type Answer struct {
	slot *Slot // the last that the request had; nil where it does not matter who makes it
	size int64
}

// Grow counts n bytes that were made or sent, and pauses where that is due.
func (a *Answer) Grow(n int) {
	if a == nil || a.slot == nil {
		return
	}
	if pause := a.slot.queue.grow(a, int64(n)); pause > 0 {
		time.Sleep(pause)
	}
}

// grow is Answer.Grow, and returns the pause.
func (q *Queue) grow(a *Answer, n int64) time.Duration {
	q.mu.Lock()
	defer q.mu.Unlock()
	now := q.o.Now()
	s := a.slot
	a.size += n
	if a.isLarge() && s.element != nil && !s.long {
		q.markSlow(s)
	}
	s.caller.bytes += float64(n) * q.usage.weight(now)
	if s.caller.bytes <= largeAnswer*q.usage.weight(now) || !q.servesOthers(s.caller, now) {
		return 0
	}
	if q.paced.Before(now) {
		q.paced = now
	}
	q.paced = q.paced.Add(time.Duration(float64(n) / float64(q.o.Pace) * float64(time.Second)))
	q.pauses++
	return q.paced.Sub(now)
}

func (a *Answer) isLarge() bool { return a != nil && a.size > largeAnswer }

// served is a caller, and when its last request ended whose answer was not large.
type served struct {
	caller *caller
	at     time.Time
}

// noteServed keeps the last two callers: who of them is another depends on who asks.
func (q *Queue) noteServed(c *caller, now time.Time) {
	if q.served[0].caller != c {
		q.served[1] = q.served[0]
	}
	q.served[0] = served{c, now}
}

// servesOthers reports whether a request of somebody else than c runs or has ended lately,
// without those that have large answers.
func (q *Queue) servesOthers(c *caller, now time.Time) bool {
	for _, one := range q.served {
		if one.caller != nil && one.caller != c && now.Sub(one.at) < servedLately {
			return true
		}
	}
	for e := q.running.Front(); e != nil; e = e.Next() {
		if s := e.Value.(*Slot); s.caller != c && !s.request.Answer.isLarge() {
			return true
		}
	}
	return false
}

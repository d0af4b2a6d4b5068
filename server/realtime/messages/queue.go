package messages

import (
	"context"
	"sync"
)

// batch bounds the questions of one transaction. Each is a subtransaction or
// three, of which PostgreSQL keeps 64 at hand.
const batch = 20

// queue holds the questions that nobody has asked yet. Equal ones are one: but
// only until it is asked, so that an answer is never older than the question.
type queue struct {
	sync.Mutex
	waiting []*question
	byKey   map[asked]*question
	askers  int
}

// question is one, and those who wait for its answer.
type question struct {
	asked
	answered
	waiters int  // who has not gone; the queue's lock guards it
	alone   bool // asked by itself: in a batch it, or another, spoilt all
	err     error
	done    chan struct{} // closed when answered or err is there
}

func (s *Store) ask(ctx context.Context, a asked) (Rights, error) {
	if !a.sayable() {
		return Rights{}, nil
	}
	q := s.enqueue(a)
	select {
	case <-q.done:
		return q.Rights, q.err
	case <-ctx.Done():
		s.queue.Lock()
		q.waiters--
		s.queue.Unlock()
		return Rights{}, ctx.Err()
	}
}

// enqueue adds a question, or finds it, and sees that somebody asks it.
func (s *Store) enqueue(a asked) *question {
	s.queue.Lock()
	defer s.queue.Unlock()
	if q, ok := s.queue.byKey[a]; ok {
		q.waiters++
		return q
	}
	q := &question{asked: a, waiters: 1, done: make(chan struct{})}
	s.queue.add(q)
	if s.queue.askers < s.Askers {
		s.queue.askers++
		go s.askOn()
	}
	return q
}

func (u *queue) add(q *question) {
	if u.byKey == nil {
		u.byKey = map[asked]*question{}
	}
	u.waiting = append(u.waiting, q)
	u.byKey[q.asked] = q
}

// next takes the questions of one transaction, without those that nobody waits
// for any more. With none left, the asker is gone.
func (u *queue) next() (taken []*question) {
	u.Lock()
	defer u.Unlock()
	rest := u.waiting
	for len(rest) > 0 && len(taken) < batch {
		q := rest[0]
		if q.alone && len(taken) > 0 {
			break
		}
		rest = rest[1:]
		delete(u.byKey, q.asked)
		if q.waiters <= 0 {
			continue
		}
		taken = append(taken, q)
		if q.alone {
			break
		}
	}
	if u.waiting = rest; len(rest) == 0 {
		u.waiting = nil // let the array go
	}
	if len(taken) == 0 {
		u.askers--
	}
	return taken
}

// askOn asks until there is nothing left to ask.
func (s *Store) askOn() {
	for {
		questions := s.queue.next()
		if len(questions) == 0 {
			return
		}
		s.settle(questions)
	}
}

// settle asks a batch, and answers those who wait. Where PostgreSQL refused all
// of it (a policy took too long), each is asked again by itself.
func (s *Store) settle(questions []*question) {
	ctx, cancel := context.WithTimeout(context.Background(), 2*s.Wait)
	defer cancel()
	err := s.answer(ctx, questions)
	if len(questions) > 1 && refusedAsWhole(err) {
		s.queue.again(questions)
		return
	}
	for _, q := range questions {
		s.finish(q, err)
	}
}

func (s *Store) finish(q *question, err error) {
	if q.err = err; err == nil {
		q.err = q.failure()
	}
	if q.err != nil {
		q.Rights = Rights{}
	}
	if q.err == nil && q.broken() {
		s.broken.Do(func() {
			s.Log.Warn("a policy on realtime.messages failed: the channel stays closed",
				"topic", q.topic, "role", q.role, "sqlstate", q.code, "error", q.reason)
		})
	}
	close(q.done)
}

// again puts back questions to be asked one by one, before the others.
func (u *queue) again(questions []*question) {
	u.Lock()
	defer u.Unlock()
	for _, q := range questions {
		q.alone = true
	}
	u.waiting = append(questions, u.waiting...)
}

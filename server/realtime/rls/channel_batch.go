package rls

import (
	"context"
	"sync"
)

// maxBatch bounds the questions of one transaction. Each is a subtransaction or
// three, of which PostgreSQL keeps 64 at hand.
const maxBatch = 20

// channelQueue holds the questions that nobody has asked yet. Equal ones are one: but
// only until it is asked, so that an answer is never older than the question.
type channelQueue struct {
	sync.Mutex
	waiting []*pendingQuery
	byKey   map[channelQuery]*pendingQuery
	workers int
}

// pendingQuery is one, and those who wait for its answer.
type pendingQuery struct {
	channelQuery
	channelAnswer
	waiters int  // who has not gone; the queue's lock guards it
	single  bool // asked by itself: in a batch it, or another, spoilt all
	err     error
	done    chan struct{} // closed when answered or err is there
}

func (s *Channels) check(ctx context.Context, a channelQuery) (ChannelRights, error) {
	if !a.isText() {
		return ChannelRights{}, nil
	}
	q := s.enqueue(a)
	select {
	case <-q.done:
		return q.ChannelRights, q.err
	case <-ctx.Done():
		s.queue.Lock()
		q.waiters--
		s.queue.Unlock()
		return ChannelRights{}, ctx.Err()
	}
}

// enqueue adds a question, or finds it, and sees that somebody asks it.
func (s *Channels) enqueue(a channelQuery) *pendingQuery {
	s.queue.Lock()
	defer s.queue.Unlock()
	if q, ok := s.queue.byKey[a]; ok {
		q.waiters++
		return q
	}
	q := &pendingQuery{channelQuery: a, waiters: 1, done: make(chan struct{})}
	s.queue.add(q)
	if s.queue.workers < s.MaxConcurrent {
		s.queue.workers++
		go s.runBatches()
	}
	return q
}

func (u *channelQueue) add(q *pendingQuery) {
	if u.byKey == nil {
		u.byKey = map[channelQuery]*pendingQuery{}
	}
	u.waiting = append(u.waiting, q)
	u.byKey[q.channelQuery] = q
}

// next takes the questions of one transaction, without those that nobody waits
// for any more. With none left, the asker is gone.
func (u *channelQueue) next() (taken []*pendingQuery) {
	u.Lock()
	defer u.Unlock()
	rest := u.waiting
	for len(rest) > 0 && len(taken) < maxBatch {
		q := rest[0]
		if q.single && len(taken) > 0 {
			break
		}
		rest = rest[1:]
		delete(u.byKey, q.channelQuery)
		if q.waiters <= 0 {
			continue
		}
		taken = append(taken, q)
		if q.single {
			break
		}
	}
	if u.waiting = rest; len(rest) == 0 {
		u.waiting = nil // let the array go
	}
	if len(taken) == 0 {
		u.workers--
	}
	return taken
}

// runBatches asks until there is nothing left to ask.
func (s *Channels) runBatches() {
	for {
		questions := s.queue.next()
		if len(questions) == 0 {
			return
		}
		s.runBatch(questions)
	}
}

// runBatch asks a batch, and answers those who wait. Where PostgreSQL refused all
// of it (a policy took too long), each is asked again by itself.
func (s *Channels) runBatch(questions []*pendingQuery) {
	ctx, cancel := context.WithTimeout(context.Background(), 2*s.Timeout)
	defer cancel()
	err := s.query(ctx, questions)
	if len(questions) > 1 && isStatementError(err) {
		s.queue.requeue(questions)
		return
	}
	for _, q := range questions {
		s.finish(q, err)
	}
}

func (s *Channels) finish(q *pendingQuery, err error) {
	if q.err = err; err == nil {
		q.err = q.failure()
	}
	if q.err != nil {
		q.ChannelRights = ChannelRights{}
	}
	if q.err == nil && q.broken() {
		s.broken.Do(func() {
			s.Log.Warn("a policy on realtime.messages failed: the channel stays closed",
				"topic", q.topic, "role", q.role, "sqlstate", q.code, "error", q.reason)
		})
	}
	close(q.done)
}

// requeue puts back questions to be asked one by one, before the others.
func (u *channelQueue) requeue(questions []*pendingQuery) {
	u.Lock()
	defer u.Unlock()
	for _, q := range questions {
		q.single = true
	}
	u.waiting = append(questions, u.waiting...)
}

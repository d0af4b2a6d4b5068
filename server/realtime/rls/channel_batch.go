package rls

import (
	"context"
	"sync"
)

// maxBatch bounds the checks of one transaction. Each takes up to three
// subtransactions, of which PostgreSQL caches 64.
const maxBatch = 20

// channelQueue holds the checks that wait to be made. Equal ones are made once, but only
// until one is sent, so that a result is never older than its request.
type channelQueue struct {
	sync.Mutex
	waiting []*pendingQuery
	byKey   map[channelQuery]*pendingQuery
	workers int
}

// pendingQuery is a check with those who wait for its result.
type pendingQuery struct {
	channelQuery
	channelAnswer
	waiters int  // guarded by the lock of the queue
	single  bool // sent alone, since its batch failed as a whole
	err     error
	done    chan struct{} // closed when the result or err is set
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

// enqueue adds a check, or finds an equal one, and starts a worker where one is free.
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

// next takes the checks of one transaction, without those for which no caller waits any
// more. With none left, the worker ends.
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

// runBatches is a worker: it makes checks until none is left.
func (s *Channels) runBatches() {
	for {
		queries := s.queue.next()
		if len(queries) == 0 {
			return
		}
		s.runBatch(queries)
	}
}

// runBatch makes the checks of a batch. Where the statement failed as a whole (a policy
// took too long), each is sent again alone.
func (s *Channels) runBatch(queries []*pendingQuery) {
	ctx, cancel := context.WithTimeout(context.Background(), 2*s.Timeout)
	defer cancel()
	err := s.query(ctx, queries)
	if len(queries) > 1 && isStatementError(err) {
		s.queue.requeue(queries)
		return
	}
	for _, q := range queries {
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
			s.Log.Warn("a policy on realtime.messages failed, access is refused",
				"topic", q.topic, "role", q.role, "sqlstate", q.code, "error", q.reason)
		})
	}
	close(q.done)
}

// requeue puts checks back in front, to be sent one by one.
func (u *channelQueue) requeue(queries []*pendingQuery) {
	u.Lock()
	defer u.Unlock()
	for _, q := range queries {
		q.single = true
	}
	u.waiting = append(queries, u.waiting...)
}

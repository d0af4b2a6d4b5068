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

func (c *Channels) check(ctx context.Context, a channelQuery) (ChannelRights, error) {
	if !a.isText() {
		return ChannelRights{}, nil
	}
	q := c.enqueue(a)
	select {
	case <-q.done:
		return q.ChannelRights, q.err
	case <-ctx.Done():
		c.queue.Lock()
		q.waiters--
		c.queue.Unlock()
		return ChannelRights{}, ctx.Err()
	}
}

// enqueue adds a check, or finds an equal one, and starts a worker where one is free.
func (c *Channels) enqueue(a channelQuery) *pendingQuery {
	c.queue.Lock()
	defer c.queue.Unlock()
	if q, ok := c.queue.byKey[a]; ok {
		q.waiters++
		return q
	}
	q := &pendingQuery{channelQuery: a, waiters: 1, done: make(chan struct{})}
	c.queue.add(q)
	if c.queue.workers < c.MaxConcurrent {
		c.queue.workers++
		go c.runBatches()
	}
	return q
}

func (c *channelQueue) add(q *pendingQuery) {
	if c.byKey == nil {
		c.byKey = map[channelQuery]*pendingQuery{}
	}
	c.waiting = append(c.waiting, q)
	c.byKey[q.channelQuery] = q
}

// next takes the checks of one transaction, without those for which no caller waits any
// more. With none left, the worker ends.
func (c *channelQueue) next() (taken []*pendingQuery) {
	c.Lock()
	defer c.Unlock()
	rest := c.waiting
	for len(rest) > 0 && len(taken) < maxBatch {
		q := rest[0]
		if q.single && len(taken) > 0 {
			break
		}
		rest = rest[1:]
		delete(c.byKey, q.channelQuery)
		if q.waiters <= 0 {
			continue
		}
		taken = append(taken, q)
		if q.single {
			break
		}
	}
	if c.waiting = rest; len(rest) == 0 {
		c.waiting = nil // let the array go
	}
	if len(taken) == 0 {
		c.workers--
	}
	return taken
}

// runBatches is a worker: it makes checks until none is left.
func (c *Channels) runBatches() {
	for {
		queries := c.queue.next()
		if len(queries) == 0 {
			return
		}
		c.runBatch(queries)
	}
}

// runBatch makes the checks of a batch. Where the statement failed as a whole (a policy
// took too long), each is sent again alone.
func (c *Channels) runBatch(queries []*pendingQuery) {
	ctx, cancel := context.WithTimeout(context.Background(), 2*c.Timeout)
	defer cancel()
	err := c.query(ctx, queries)
	if len(queries) > 1 && isStatementError(err) {
		c.queue.requeue(queries)
		return
	}
	for _, q := range queries {
		c.finish(q, err)
	}
}

func (c *Channels) finish(q *pendingQuery, err error) {
	if q.err = err; err == nil {
		q.err = q.failure()
	}
	if q.err != nil {
		q.ChannelRights = ChannelRights{}
	}
	if q.err == nil && q.broken() {
		c.broken.Do(func() {
			c.Log.Warn("a policy on realtime.messages failed, access is refused",
				"topic", q.topic, "role", q.role, "sqlstate", q.code, "error", q.reason)
		})
	}
	close(q.done)
}

// requeue puts checks back in front, to be sent one by one.
func (c *channelQueue) requeue(queries []*pendingQuery) {
	c.Lock()
	defer c.Unlock()
	for _, q := range queries {
		q.single = true
	}
	c.waiting = append(queries, c.waiting...)
}

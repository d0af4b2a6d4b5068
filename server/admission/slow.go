package admission

import "time"

// countLong counts s among the long-running requests of its caller, statement and table.
func (q *Queue) countLong(s *Slot, n int) {
	s.caller.long += n
	if s.statement != nil {
		s.statement.long += n
	}
	if table := s.request.Table; table != [2]string{} {
		if q.tables[table] += n; q.tables[table] == 0 {
			delete(q.tables, table)
		}
	}
}

// markLong finds the requests that have become long-running.
func (q *Queue) markLong() {
	now := q.o.Now()
	for q.young != nil {
		s := q.young.Value.(*Slot)
		if now.Sub(s.started) < longRunning {
			return
		}
		if !s.long {
			q.markSlow(s)
		}
		q.young = q.young.Next()
	}
}

// markSlow counts a running request as long-running, and among the slow ones.
func (q *Queue) markSlow(s *Slot) {
	s.long = true
	q.countLong(s, 1)
	if s.statement != nil {
		q.count[s.class]--
		s.class = s.class.slow()
		q.count[s.class]++
	}
}

// expectSlow reports whether a request is likely to run long: its statement does so now, has
// done so lately on average, or runs for the first time, twice already, or reads of its
// caller have. One run above longRunning is not enough: a busy machine makes that of any
// statement, which would then wait behind those that wait for a lock.
func (q *Queue) expectSlow(s *Slot) bool {
	if s.statement == nil { // of the program, or first come, first served
		return false
	}
	most := 1 // long-running requests of a caller whose next read is not expected to be one
	if !s.request.Anonymous {
		most = q.share(4)
	}
	return s.statement.long > 0 || s.statement.average >= longRunning || !s.statement.known && s.statement.running >= q.share(4) ||
		!s.request.Write && (s.caller.long >= most || q.usage.lately(s.caller.slow, q.o.Now()) > slowUse)
}

// preempt cancels a long-running anonymous read for a request that waits, unless that is
// likely to be slow too: of the caller that has used the most, if that is more than the
// waiting one has.
func (q *Queue) preempt(waiting *Slot) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if waiting.class.isSlow() {
		return
	}
	now := q.o.Now()
	use := func(s *Slot) time.Duration { return q.usage.lately(s.caller.used, now) + now.Sub(s.started) }
	var most *Slot
	for e := q.running.Front(); e != nil; e = e.Next() {
		s := e.Value.(*Slot)
		if now.Sub(s.started) < minRun {
			break
		}
		if s.cancel != nil && !s.preempted && (most == nil || use(s) > use(most)) {
			most = s
		}
	}
	if most != nil && use(most) > q.usage.lately(waiting.caller.used, now) {
		most.preempted = true
		most.cancel(ErrPreempted)
	}
}

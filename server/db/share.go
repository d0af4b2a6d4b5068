package db

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/toubkal/toubkal/server/admission"
)

// sharing executes short reads of several requests in one exchange on one connection:
// each has a Sync, and so a transaction, of its own, and its failure is its own. What
// comes while all lanes are busy goes out together, which spares the server and
// PostgreSQL a write, a read and a change of process for each. Which requests those are is
// up to a queue of their own, and the connection is acquired for the first of them. A
// request that leaves is not waited for, and one that waits for long, for the connection or
// for another member, runs on a connection of its own: all are reads, so that nothing is
// lost by executing one again.
type sharing struct {
	pool     *Pool
	queue    *admission.Queue
	slow     time.Duration // of an exchange, whose other members then no longer wait
	maxLanes int           // half of the connections: the others are for what may take longer
	mu       sync.Mutex    // of what follows, and of the members
	next     []*member     // in the next exchanges
	lanes    int           // exchanges under way that are not slow
	merging  int           // those of them with a merged statement
}

// maxMembers bounds the requests of an exchange: at 30 to 100 µs for each, the last one
// waits less than a millisecond.
const maxMembers = 8

// maxShared bounds the parameters of a request that shares, in bytes: they are the
// token's claims and the request's headers.
const maxShared = 8 << 10

// defaultSlow is the default of Options.Slow.
const defaultSlow = 50 * time.Millisecond

// member is a request that shares.
type member struct {
	messages  []message
	admission admission.Request
	hash      uint64 // of its SQL
	many      string // Statement.Many, where it is all that is executed
	exchange  *exchange
	taken     bool // its results are being read, into its sink
	left      bool // nobody waits for its results
	answered  chan struct{}
	// What it is answered with, once answered is closed:
	results  []Result
	err      error
	again    bool // it shall run on a connection of its own
	panicked any  // what its sink has panicked with
}

// exchange is some requests that share.
type exchange struct {
	members []*member
	merges  bool // their statement is, or would be, merged
	waited  int  // members that somebody waits for
	cancel  context.CancelFunc
	reading *member // whose results are read; nil while there is no connection
	slow    bool
	over    bool
}

// accepts reports whether a script may share: the session says that it is a short read,
// and it has been one lately.
func (sh *sharing) accepts(s Session, steps []Step, hash uint64) bool {
	if !s.Short || !s.ReadOnly || sh.pool.unprepared || sh.maxLanes == 0 || !implicit(s, steps) || !sh.pool.speeds.fast(hash) {
		return false
	}
	size := len(s.Claims.JSON)
	for _, setting := range s.CallerSettings {
		size += len(setting.Value)
	}
	for _, step := range steps {
		for _, arg := range step.Args {
			size += len(arg)
		}
	}
	return size <= maxShared
}

// script executes a script together with those of others. again reports that it shall run
// on a connection of its own.
func (sh *sharing) script(ctx context.Context, s Session, steps []Step, hash uint64) (results []Result, again bool, err error) {
	ctx, slot, err := sh.queue.Acquire(ctx, s.Admission)
	if err != nil {
		return nil, false, err
	}
	defer slot.Release()
	m := &member{messages: s.messages(steps), admission: s.Admission, hash: hash, answered: make(chan struct{})}
	if len(m.messages) == 1 {
		m.many = m.messages[0].Many
	}
	sh.mu.Lock()
	sh.next = append(sh.next, m)
	if sh.lanes < sh.maxLanes && (m.many == "" || sh.merging < maxMerging) {
		sh.lanes++
		go sh.lane()
	}
	sh.mu.Unlock()
	select {
	case <-m.answered:
	case <-ctx.Done():
		if sh.leave(m) {
			return nil, false, context.Cause(ctx)
		}
		<-m.answered
	}
	if m.panicked != nil {
		panic(m.panicked)
	}
	return m.results, m.again && ctx.Err() == nil, cancelReason(ctx, m.err)
}

// leave stops waiting for a member. It reports false where its sink is in use: that is
// over soon, since PostgreSQL is asked to cancel what nobody waits for.
func (sh *sharing) leave(m *member) bool {
	sh.mu.Lock()
	defer sh.mu.Unlock()
	if x := m.exchange; x != nil && !m.left {
		if x.waited--; x.waited == 0 {
			x.cancel()
		}
	}
	m.left = true
	return !m.taken
}

// lane makes exchanges while there are requests for them, or until one is slow, which
// gives its place to another lane.
func (sh *sharing) lane() {
	for {
		ctx, cancel := context.WithCancel(context.Background())
		sh.mu.Lock()
		x := sh.begin(cancel)
		if x == nil {
			sh.lanes--
			sh.mu.Unlock()
			cancel()
			return
		}
		sh.mu.Unlock()
		sh.run(ctx, x)
		cancel()
		sh.mu.Lock()
		x.over = true
		replaced := x.slow
		if x.merges && !replaced {
			sh.merging--
		}
		sh.mu.Unlock()
		if replaced {
			return
		}
	}
}

// begin takes the requests of the next exchange: the first one that waits, and more with
// the same merged statement, or without one. It is nil where there is none, or where it has
// to wait for an exchange with a merged statement.
func (sh *sharing) begin(cancel context.CancelFunc) *exchange {
	sh.next = slices.DeleteFunc(sh.next, func(m *member) bool { return m.left })
	first := slices.IndexFunc(sh.next, func(m *member) bool { return m.many == "" || sh.merging < maxMerging })
	if first < 0 {
		return nil
	}
	x := &exchange{cancel: cancel, merges: sh.next[first].many != ""}
	many := sh.next[first].many
	sh.next = slices.DeleteFunc(sh.next, func(m *member) bool {
		if m.many != many || len(x.members) == maxMembers {
			return false
		}
		m.exchange, x.members = x, append(x.members, m)
		return true
	})
	if x.waited = len(x.members); x.merges {
		sh.merging++
	}
	return x
}

// disperse has the members of an exchange that takes long run on connections of their
// own, but for the one that is being read.
func (sh *sharing) disperse(x *exchange) {
	sh.mu.Lock()
	defer sh.mu.Unlock()
	if x.over {
		return
	}
	x.slow = true
	if x.reading != nil {
		sh.pool.speeds.add(x.reading.hash, 4*sh.slow)
	}
	if x.merges {
		sh.merging--
	}
	if sh.lanes--; len(sh.next) > 0 {
		sh.lanes++
		go sh.lane()
	}
	for _, m := range x.members {
		if !m.taken && !m.left {
			m.left, m.again = true, true
			x.waited--
			close(m.answered)
		}
	}
	if x.waited == 0 {
		x.cancel()
	}
}

// take reports whether somebody still waits for a member: then its sink is in use until
// it is answered.
func (sh *sharing) take(m *member) bool {
	sh.mu.Lock()
	defer sh.mu.Unlock()
	m.taken = !m.left
	return m.taken
}

// read is take, of the member whose results come next.
func (sh *sharing) read(m *member) bool {
	sh.mu.Lock()
	m.exchange.reading = m
	sh.mu.Unlock()
	return sh.take(m)
}

// close tells a member that has been taken that it is answered. What nobody waits for any
// longer is cancelled.
func (sh *sharing) close(m *member) {
	close(m.answered)
	sh.mu.Lock()
	defer sh.mu.Unlock()
	x := m.exchange
	if !m.left {
		x.waited--
	}
	if x.waited == 0 && m != x.members[len(x.members)-1] {
		x.cancel()
	}
}

// run makes an exchange, and answers its members.
func (sh *sharing) run(ctx context.Context, x *exchange) {
	timer := time.AfterFunc(sh.slow, func() { sh.disperse(x) })
	defer timer.Stop()
	first := x.members[0].admission
	first.Answer = nil
	ctx, conn, err := sh.pool.acquire(ctx, first)
	if err != nil {
		sh.refuse(x.members, err)
		return
	}
	defer conn.release()
	w := conn.wire()
	if err := w.begin(ctx); err != nil {
		sh.refuse(x.members, err)
		return
	}
	defer w.end()
	if x.merges && len(x.members) > 1 {
		sh.merged(w, x)
		return
	}
	started := time.Now()
	pending := make([][]sent, len(x.members))
	for i, m := range x.members {
		pending[i] = w.send(m.messages)
	}
	w.flush()
	for i, m := range x.members {
		if !sh.read(m) {
			ignore(pending[i])
			_, _ = w.receive(pending[i])
			continue
		}
		w.answer(m, pending[i])
		if ctx.Err() != nil { // the end of the exchange is not that of the member
			m.again = m.again || m.err != nil
		}
		now := time.Now()
		if m.err == nil {
			sh.pool.speeds.add(m.hash, now.Sub(started))
		}
		started = now
		sh.close(m)
	}
}

// refuse has members that were not executed run on connections of their own, where each
// is refused for itself.
func (sh *sharing) refuse(members []*member, err error) {
	for _, m := range members {
		if sh.take(m) {
			m.err, m.again = err, true
			sh.close(m)
		}
	}
}

// answer reads the results of a member. Its sink runs in a goroutine that is not its
// request's: a panic is passed on, and breaks the exchange, since it may be in the midst
// of a row.
func (w *wire) answer(m *member, pending []sent) {
	defer func() {
		if m.panicked = recover(); m.panicked != nil {
			w.broken = &exchangeError{err: errors.New("a sink has panicked")}
		}
	}()
	m.results, m.err = w.receive(pending)
	switch refused, ok := errors.AsType[*pgconn.PgError](m.err); {
	case ok && isStale(refused):
		w.cache.clear()
		m.again = true
	case w.broken != nil && !IsTooLong(m.err):
		m.again = true
	}
}

// ignore has the results of statements thrown away.
func ignore(pending []sent) {
	for i := range pending {
		unwanted := *pending[i].message
		unwanted.sink, unwanted.wanted = nil, false
		pending[i].message = &unwanted
	}
}

package fanout

import (
	"slices"

	"github.com/toubkal/toubkal/server/realtime/filter"
	"github.com/toubkal/toubkal/server/realtime/rls"
	"github.com/toubkal/toubkal/server/realtime/row"
)

// matcher matches the changes of a run, and sends them at once where no RLS query is
// needed; the rest goes to the workers. It is the dispatcher's, and its memory is
// kept from run to run, so that matching allocates nothing.
type matcher struct {
	subscribers *roleSubscribers
	event       int32
	precheck    rls.Precheck
	groups      []*subscriberGroup
	yes         func(*binding)
	undecided   func(*binding, *filter.Filter)
	encoder     frameEncoder
	jobs        map[*worker]*job
}

func newMatcher() *matcher {
	m := &matcher{jobs: map[*worker]*job{}, encoder: newFrameEncoder()}
	m.yes = func(b *binding) {
		if m.canSee(b.group) {
			b.group.matches.add(m.event, b.bit)
		}
	}
	m.undecided = func(b *binding, _ *filter.Filter) {
		if m.canSee(b.group) {
			b.group.matches.undecided = append(b.group.matches.undecided, undecidedMatch{event: m.event, binding: b})
		}
	}
	return m
}

// canSee reports whether a group may be allowed to see the event, by what is known
// without a query, and notes that something matched for it.
func (m *matcher) canSee(c *subscriberGroup) bool {
	if !m.precheck.CanSee(c.key.group) {
		return false
	}
	if c.matches.empty() {
		m.groups = append(m.groups, c)
	}
	return true
}

// match matches the events of a run with the subscribers of one role. Dispatcher.mu
// is held.
func (m *matcher) match(a *roleSubscribers, events []*pendingChange) {
	m.subscribers = a
	for i, e := range events {
		m.event = int32(i)
		m.precheck = a.access.Precheck(e.change)
		a.index.Find(e.change, m.yes, m.undecided)
	}
	for _, c := range m.groups {
		if c.canSendNow(events) {
			m.encoder.deliver(c, c.members, events, c.matches.matches)
		} else {
			m.queue(c, events)
		}
		c.matches.matches, c.matches.undecided = c.matches.matches[:0], c.matches.undecided[:0]
	}
	m.groups = m.groups[:0]
	m.encoder.reset()
	m.sendJobs()
}

// canSendNow reports whether the matches of a group can be sent at once: they need no
// query, and no earlier change is still with a worker.
func (s *subscriberGroup) canSendNow(events []*pendingChange) bool {
	if len(s.matches.undecided) > 0 || s.pending.Load() > 0 {
		return false
	}
	for _, h := range s.matches.matches {
		if s.subscribers.needsQuery(events[h.event]) {
			return false
		}
	}
	return true
}

// needsQuery reports whether PostgreSQL has to be asked about the event: whether the
// row is visible, or for its missing values. Of some deleted rows it cannot say
// either.
func (r *roleSubscribers) needsQuery(e *pendingChange) bool {
	switch {
	case r.refusal != "":
		return false
	case r.access.Strategy == rls.NoRLS:
		return e.hasMissingToast()
	}
	return r.access.CanCheck(e.change)
}

// refusalFor is the `errors` sent in place of the row; "" if the row is sent. Where no
// row can be sent, clients get a change without values.
func (r *roleSubscribers) refusalFor(c *row.Change) string {
	if c.Kind == row.Delete {
		return ""
	}
	return r.refusal
}

// queue adds the matches of a group to the job of its worker.
func (m *matcher) queue(c *subscriberGroup, events []*pendingChange) {
	j := m.jobs[c.worker]
	if j == nil {
		j = &job{subscribers: m.subscribers, events: events}
		m.jobs[c.worker] = j
	}
	j.groups = append(j.groups, groupJob{
		group: c, members: c.members, matches: slices.Clone(c.matches.matches), undecided: slices.Clone(c.matches.undecided),
	})
	j.size += groupJobSize + len(c.matches.matches)*matchSize + len(c.matches.undecided)*matchSize
}

// sendJobs puts the jobs into the queues of the workers.
func (m *matcher) sendJobs() {
	for s, j := range m.jobs {
		if !s.push(j) {
			j.drop("RLS queue overflow: some changes were lost")
		}
	}
	clear(m.jobs)
}

// matches of a group in a run.
type matches struct {
	matches   []match
	undecided []undecidedMatch
}

// match is an event, by its index in the run, and the bindings that it matches.
type match struct {
	event    int32
	bindings bits
}

// undecidedMatch is a binding whose filter PostgreSQL has to evaluate for an event.
type undecidedMatch struct {
	event       int32
	binding     *binding
	comparisons int // how many comparisons it needs
}

func (m *matches) empty() bool { return len(m.matches) == 0 && len(m.undecided) == 0 }

func (m *matches) add(event int32, bit int) {
	if n := len(m.matches); n == 0 || m.matches[n-1].event != event {
		m.matches = append(m.matches, match{event: event})
	}
	m.matches[len(m.matches)-1].bindings.set(bit)
}

// maxBindings bounds the bindings of a channel: one bit each.
const maxBindings = 128

// bits is a set of the bindings of a group.
type bits [maxBindings / 64]uint64

func (b *bits) set(i int)      { b[i/64] |= 1 << (i % 64) }
func (b *bits) has(i int) bool { return b[i/64]&(1<<(i%64)) != 0 }
func (b *bits) empty() bool    { return *b == bits{} }

func (b *bits) and(other bits) (both bits) {
	for i := range b {
		both[i] = b[i] & other[i]
	}
	return both
}

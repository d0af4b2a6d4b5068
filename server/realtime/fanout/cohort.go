package fanout

import (
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/toubkal/toubkal/server/realtime/filter"
	"github.com/toubkal/toubkal/server/realtime/rls"
	"github.com/toubkal/toubkal/server/token"
)

// cohortKey is what the channels of a cohort have in common. params spells their
// bindings to the table, and their ids: equal params have others where a channel
// has told apart two that hash alike.
type cohortKey struct {
	topic, params string
	group         *rls.CallerGroup
}

type cohort struct {
	key      cohortKey
	audience *audience
	topic    *audienceTopic
	wants    []wanted
	bindings []*binding
	views    []cohortView
	shard    *shard
	members  []*member // appended to, and replaced where one is taken out
	out      int       // how many of them are out
	// pending are the jobs of its shard that it has a part in.
	pending atomic.Int64
	// scratch is the dispatcher's: what has been found for it in a run.
	scratch findings
}

// cohortView is one of the views of a cohort's bindings, and which have it.
type cohortView struct {
	view *view
	of   bits
	ids  []byte // a payload up to its data, where all of them want it
}

// binding is one entry of postgres_changes, of all the channels of a cohort.
type binding struct {
	cohort *cohort
	bit    int
	id     int
	kinds  filter.Events
	test   *filter.Filter // nil without a filter
}

// member is a channel in a cohort.
type member struct {
	channel Receiver
	claims  token.Claims  // whose rights it has here
	warned  *atomic.Int64 // when it was last told of what it misses, in ns since 1970
	// gone is set, by anybody, when what is on its way must not reach it any more.
	// It is one for all that a channel is a member of under the same identity.
	gone *atomic.Bool
	out  bool // of the cohort, though it may be in its list
}

// warnEvery is how often a channel is told at most that it misses something.
const warnEvery = 10 * time.Second

// warn tells a channel what it misses, now and then.
func (m *member) warn(now time.Time, message string) {
	last := m.warned.Load()
	if now.UnixNano()-last >= int64(warnEvery) && m.warned.CompareAndSwap(last, now.UnixNano()) {
		m.channel.System("error", message)
	}
}

// join makes a member of the cohort that it belongs to.
func (a *audience) join(topic string, m *member, p *part, shardOf func(*audience, *member) *shard) *cohort {
	params := make([]string, len(p.wants))
	for i, w := range p.wants {
		params[i] = strconv.Itoa(w.id) + " " + w.params
	}
	key := cohortKey{topic: topic, params: strings.Join(params, "\n"), group: p.group}
	c := a.cohorts[key]
	if c == nil {
		c = a.newCohort(key, p.wants)
		c.shard = shardOf(a, m)
		a.cohorts[key] = c
	}
	c.members = append(c.members, m)
	return c
}

func (a *audience) newCohort(key cohortKey, wants []wanted) *cohort {
	c := &cohort{key: key, audience: a, topic: a.topic(key.topic), wants: wants}
	c.topic.cohorts.Add(1)
	for i, w := range wants {
		b := &binding{cohort: c, bit: i, id: w.id, kinds: w.kinds, test: a.test(w.test)}
		c.bindings = append(c.bindings, b)
		c.show(a.view(w.columns), i)
		a.index.Add(b, b.kinds, b.test)
	}
	for i := range c.views {
		c.views[i].ids = c.spellIDs(c.views[i].of)
	}
	return c
}

// show notes that a binding has a view.
func (c *cohort) show(v *view, bit int) {
	for i := range c.views {
		if c.views[i].view == v {
			c.views[i].of.set(bit)
			return
		}
	}
	c.views = append(c.views, cohortView{view: v})
	c.views[len(c.views)-1].of.set(bit)
}

// leave takes a member out. Whoever is gone may stay in the list for a while,
// since taking one out copies it: jobs may be under way that hold the old one.
func (c *cohort) leave(m *member) {
	m.out = true
	c.out++
	if n := len(c.members); c.out == n {
		c.audience.drop(c)
	} else if !m.gone.Load() || c.out > n/4+8 {
		c.members = slices.DeleteFunc(slices.Clone(c.members), func(m *member) bool { return m.out })
		c.out = 0
	}
}

// drop forgets a cohort without members.
func (a *audience) drop(c *cohort) {
	c.members, c.out = nil, 0
	delete(a.cohorts, c.key)
	if c.topic.cohorts.Add(-1) == 0 {
		delete(a.topics, c.key.topic)
	}
	for _, b := range c.bindings {
		a.index.Remove(b)
	}
}

package realtime

import (
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/toubkal/toubkal/server/realtime/match"
	"github.com/toubkal/toubkal/server/realtime/row"
	"github.com/toubkal/toubkal/server/realtime/visible"
	"github.com/toubkal/toubkal/server/realtime/wire"
	"github.com/toubkal/toubkal/server/token"
)

// Who listens, from the outside in: a table's audiences by role, an audience's
// cohorts, a cohort's members. A cohort are channels that no change can tell
// apart: of the same topic, with the same bindings to the table, whom the database
// would answer alike. What is true of one is worked out once for all of them.
//
// changes.mu guards all of it but what says otherwise.

// maxBindings bounds a channel's entries of postgres_changes: one bit each.
const maxBindings = 128

// bits is a set of a cohort's bindings.
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

// audience is everybody of one role who listens to one table.
type audience struct {
	table   *row.Table
	role    string
	rights  *visible.Rights
	refusal string           // why no row can be shown, as JSON for clients; "" where it can
	views   map[string]*view // by the places of their columns
	cohorts map[cohortKey]*cohort
	topics  map[string]*audienceTopic
	index   *match.Index[*binding]
}

// audienceTopic is one that cohorts of an audience are on.
type audienceTopic struct {
	name    string // with wire.Prefix
	cohorts atomic.Int32
}

// cohortKey is what the channels of a cohort have in common. params spells their
// bindings to the table, and their ids: equal params have others where a channel
// has told apart two that hash alike.
type cohortKey struct {
	topic, params string
	group         *visible.Group
}

type cohort struct {
	key      cohortKey
	audience *audience
	topic    *audienceTopic
	wants    []wanted
	bindings []*binding
	views    []cohortView
	shard    *shard
	members  []*hearer // appended to, and replaced where one is taken out
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
	kinds  match.Kinds
	test   *match.Test // nil without a filter
}

// hearer is a channel in a cohort.
type hearer struct {
	channel *channel
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
func (m *hearer) warn(now time.Time, message string) {
	last := m.warned.Load()
	if now.UnixNano()-last >= int64(warnEvery) && m.warned.CompareAndSwap(last, now.UnixNano()) {
		m.channel.system(changesExtension, "error", message)
	}
}

// hears tells whether the member is still to be sent what was found for it.
func (m *hearer) hears() bool { return !m.gone.Load() && m.channel.state.Load() != over }

// findings are what a cohort has been found for.
type findings struct {
	hits []hit
	asks []question
}

// hit is an event, by its place in the run, and whose bindings want it.
type hit struct {
	event int32
	of    bits
}

// question is a binding that wants an event if PostgreSQL says so.
type question struct {
	event   int32
	binding *binding
	parts   int // how many comparisons it takes
}

func (f *findings) empty() bool { return len(f.hits) == 0 && len(f.asks) == 0 }

func (f *findings) add(event int32, bit int) {
	if n := len(f.hits); n == 0 || f.hits[n-1].event != event {
		f.hits = append(f.hits, hit{event: event})
	}
	f.hits[len(f.hits)-1].of.set(bit)
}

func newAudience(t *row.Table, role string, rights *visible.Rights) *audience {
	a := &audience{
		table: t, role: role, rights: rights,
		views: map[string]*view{}, cohorts: map[cohortKey]*cohort{},
		topics: map[string]*audienceTopic{}, index: &match.Index[*binding]{},
	}
	if refusal := rights.Refusal(); refusal != "" {
		a.refusal = `["` + refusal + `"]`
	}
	return a
}

// wanted is one entry of a channel as far as one table goes.
type wanted struct {
	id      int
	params  string
	kinds   match.Kinds
	test    *match.Test
	columns []int // nil for all that the role may read
}

// view is the one of these columns; nil are all that the role may read.
func (a *audience) view(columns []int) *view {
	if columns == nil {
		columns = places(a.rights.Columns)
	} else {
		columns = slices.DeleteFunc(slices.Clone(columns), func(place int) bool { return !a.rights.Columns[place] })
	}
	var key strings.Builder
	for _, place := range columns {
		key.WriteString(strconv.Itoa(place))
		key.WriteByte(',')
	}
	v := a.views[key.String()]
	if v == nil {
		v = newView(a.table, columns, a.rights.RLS)
		a.views[key.String()] = v
	}
	return v
}

// join makes a channel a member of the cohort that it belongs to.
func (a *audience) join(m *hearer, group *visible.Group, wants []wanted, shardOf func(*audience, *hearer) *shard) *cohort {
	params := make([]string, len(wants))
	for i, w := range wants {
		params[i] = strconv.Itoa(w.id) + " " + w.params
	}
	key := cohortKey{topic: m.channel.topic, params: strings.Join(params, "\n"), group: group}
	c := a.cohorts[key]
	if c == nil {
		c = a.newCohort(key, wants)
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

// test is the one by which events are found. Where policies stand before rows that
// can be shown to nobody, all are told of each change, as in Supabase: a filter
// would tell what is in the row.
func (a *audience) test(asked *match.Test) *match.Test {
	if a.refusal != "" && a.rights.RLS {
		return nil
	}
	return asked
}

func (a *audience) topic(name string) *audienceTopic {
	t := a.topics[name]
	if t == nil {
		t = &audienceTopic{name: wire.Prefix + name}
		a.topics[name] = t
	}
	return t
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
func (c *cohort) leave(m *hearer) {
	m.out = true
	c.out++
	if n := len(c.members); c.out == n {
		c.audience.drop(c)
	} else if !m.gone.Load() || c.out > n/4+8 {
		c.members = slices.DeleteFunc(slices.Clone(c.members), func(m *hearer) bool { return m.out })
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

// places are those that are set.
func places(set []bool) (list []int) {
	for place, is := range set {
		if is {
			list = append(list, place)
		}
	}
	return list
}

package fanout

import (
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/toubkal/toubkal/server/realtime/filter"
	"github.com/toubkal/toubkal/server/realtime/protocol"
	"github.com/toubkal/toubkal/server/realtime/rls"
	"github.com/toubkal/toubkal/server/realtime/row"
	"github.com/toubkal/toubkal/server/token"
)

// Subscribers are indexed by table, role and group. A group has the same topic,
// bindings and claims, so a change is evaluated once for it. Dispatcher.mu guards all
// of it, unless noted.

// roleSubscribers are all subscriptions of one role to one table.
type roleSubscribers struct {
	table   *row.Table
	role    string
	access  *rls.Access
	refusal string                // why no row can be sent, as the JSON of `errors`; "" if rows can be
	views   map[string]*columnSet // by the indexes of their columns
	groups  map[groupKey]*subscriberGroup
	topics  map[string]*topicCount
	index   *filter.Index[*binding]
}

// topicCount is a topic, and how many groups of these subscribers are on it.
type topicCount struct {
	name   string // with protocol.Prefix
	groups atomic.Int32
}

func newRoleSubscribers(t *row.Table, role string, rights *rls.Access) *roleSubscribers {
	r := &roleSubscribers{
		table: t, role: role, access: rights,
		views: map[string]*columnSet{}, groups: map[groupKey]*subscriberGroup{},
		topics: map[string]*topicCount{}, index: &filter.Index[*binding]{},
	}
	if refusal := rights.Refusal(); refusal != "" {
		r.refusal = `["` + refusal + `"]`
	}
	return r
}

// columnSetFor returns the set of these columns; nil are all that the role may read.
func (r *roleSubscribers) columnSetFor(columns []int) *columnSet {
	if columns == nil {
		columns = indexesOf(r.access.Columns)
	} else {
		columns = slices.DeleteFunc(slices.Clone(columns), func(place int) bool { return !r.access.Columns[place] })
	}
	var key strings.Builder
	for _, place := range columns {
		key.WriteString(strconv.Itoa(place))
		key.WriteByte(',')
	}
	v := r.views[key.String()]
	if v == nil {
		v = newColumnSet(r.table, columns, r.access.OnlyKeyVisible)
		r.views[key.String()] = v
	}
	return v
}

// filterFor is the filter to index a binding by. Where policies exist and the primary
// key is not readable, all subscribers get each change without its row, as in
// Supabase: a filter would reveal what is in the row.
func (r *roleSubscribers) filterFor(asked *filter.Filter) *filter.Filter {
	if r.refusal != "" && r.access.RLS {
		return nil
	}
	return asked
}

func (r *roleSubscribers) topic(name string) *topicCount {
	t := r.topics[name]
	if t == nil {
		t = &topicCount{name: protocol.Prefix + name}
		r.topics[name] = t
	}
	return t
}

// indexesOf are the indexes that are set.
func indexesOf(set []bool) (list []int) {
	for place, is := range set {
		if is {
			list = append(list, place)
		}
	}
	return list
}

// groupKey is the key of a group. params holds the bindings to the table with their ids:
// equal bindings get other ids where two of a channel have the same hash.
type groupKey struct {
	topic, params string
	group         *rls.CallerGroup
}

// subscriberGroup are the subscribers that every change treats alike.
type subscriberGroup struct {
	key           groupKey
	subscribers   *roleSubscribers
	topic         *topicCount
	tableBindings []tableBinding
	bindings      []*binding
	columns       []groupColumns
	worker        *worker
	members       []*subscriber // appended to; removal replaces the slice
	removed       int           // how many of them are removed
	// pending counts the jobs of its worker that it is part of.
	pending atomic.Int64
	// matches is the dispatcher's: what was matched for the group in the current run.
	matches matches
}

// groupColumns is one of the column sets of a group, and which bindings have it.
type groupColumns struct {
	columns *columnSet
	of      bits
	ids     []byte // a payload up to its data, if all of these bindings match
}

// binding is one element of postgres_changes, for all channels of a group.
type binding struct {
	group  *subscriberGroup
	bit    int
	id     int
	events filter.Events
	filter *filter.Filter // nil without a filter
}

// subscriber is a channel in a group.
type subscriber struct {
	receiver Receiver
	claims   token.Claims  // of the caller
	warned   *atomic.Int64 // when it last got a message about lost changes, in ns since 1970
	// gone is set, by any goroutine, to stop changes that are on their way. All
	// subscribers of a channel with the same identity share it.
	gone    *atomic.Bool
	removed bool // from the group, though it may still be in the slice
}

// warnInterval is the minimum interval between two messages about lost changes to one
// channel.
const warnInterval = 10 * time.Second

// warn sends a channel a message about a lost change, at most one in warnInterval.
func (s *subscriber) warn(now time.Time, message string) {
	last := s.warned.Load()
	if now.UnixNano()-last >= int64(warnInterval) && s.warned.CompareAndSwap(last, now.UnixNano()) {
		s.receiver.System("error", message)
	}
}

// join adds a subscriber to its group.
func (r *roleSubscribers) join(topic string, m *subscriber, p *tableSubscription, workerFor func(*roleSubscribers, *subscriber) *worker) *subscriberGroup {
	params := make([]string, len(p.bindings))
	for i, w := range p.bindings {
		params[i] = strconv.Itoa(w.id) + " " + w.params
	}
	key := groupKey{topic: topic, params: strings.Join(params, "\n"), group: p.group}
	c := r.groups[key]
	if c == nil {
		c = r.newGroup(key, p.bindings)
		c.worker = workerFor(r, m)
		r.groups[key] = c
	}
	c.members = append(c.members, m)
	return c
}

func (r *roleSubscribers) newGroup(key groupKey, wants []tableBinding) *subscriberGroup {
	c := &subscriberGroup{key: key, subscribers: r, topic: r.topic(key.topic), tableBindings: wants}
	c.topic.groups.Add(1)
	for i, w := range wants {
		b := &binding{group: c, bit: i, id: w.id, events: w.events, filter: r.filterFor(w.filter)}
		c.bindings = append(c.bindings, b)
		c.addColumns(r.columnSetFor(w.columns), i)
		r.index.Add(b, b.events, b.filter)
	}
	for i := range c.columns {
		c.columns[i].ids = c.appendBindingIDs(c.columns[i].of)
	}
	return c
}

// addColumns notes that a binding has a column set.
func (s *subscriberGroup) addColumns(v *columnSet, bit int) {
	for i := range s.columns {
		if s.columns[i].columns == v {
			s.columns[i].of.set(bit)
			return
		}
	}
	s.columns = append(s.columns, groupColumns{columns: v})
	s.columns[len(s.columns)-1].of.set(bit)
}

// leave removes a subscriber. It may stay in the slice for a while, since removal
// copies the slice, which running jobs hold.
func (s *subscriberGroup) leave(m *subscriber) {
	m.removed = true
	s.removed++
	if n := len(s.members); s.removed == n {
		s.subscribers.removeGroup(s)
	} else if !m.gone.Load() || s.removed > n/4+8 {
		s.members = slices.DeleteFunc(slices.Clone(s.members), func(m *subscriber) bool { return m.removed })
		s.removed = 0
	}
}

// removeGroup removes a group without subscribers.
func (r *roleSubscribers) removeGroup(c *subscriberGroup) {
	c.members, c.removed = nil, 0
	delete(r.groups, c.key)
	if c.topic.groups.Add(-1) == 0 {
		delete(r.topics, c.key.topic)
	}
	for _, b := range c.bindings {
		r.index.Remove(b)
	}
}

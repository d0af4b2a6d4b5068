package fanout

import (
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/toubkal/toubkal/server/realtime/filter"
	"github.com/toubkal/toubkal/server/realtime/protocol"
	"github.com/toubkal/toubkal/server/realtime/rls"
	"github.com/toubkal/toubkal/server/realtime/row"
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

// columnSet gives the set of these columns; nil are all that the role may read.
func (r *roleSubscribers) view(columns []int) *columnSet {
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

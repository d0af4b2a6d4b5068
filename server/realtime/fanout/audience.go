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

// Who listens, from the outside in: a table's audiences by role, an audience's
// cohorts, a cohort's members. A cohort are channels that no change can tell
// apart: of the same topic, with the same bindings to the table, whom the database
// would answer alike. What is true of one is worked out once for all of them.
//
// Dispatcher.mu guards all of it but what says otherwise.

// audience is everybody of one role who listens to one table.
type audience struct {
	table   *row.Table
	role    string
	rights  *rls.Access
	refusal string           // why no row can be shown, as JSON for clients; "" where it can
	views   map[string]*view // by the places of their columns
	cohorts map[cohortKey]*cohort
	topics  map[string]*audienceTopic
	index   *filter.Index[*binding]
}

// audienceTopic is one that cohorts of an audience are on.
type audienceTopic struct {
	name    string // with protocol.Prefix
	cohorts atomic.Int32
}

func newAudience(t *row.Table, role string, rights *rls.Access) *audience {
	a := &audience{
		table: t, role: role, rights: rights,
		views: map[string]*view{}, cohorts: map[cohortKey]*cohort{},
		topics: map[string]*audienceTopic{}, index: &filter.Index[*binding]{},
	}
	if refusal := rights.Refusal(); refusal != "" {
		a.refusal = `["` + refusal + `"]`
	}
	return a
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
		v = newView(a.table, columns, a.rights.OnlyKeyVisible)
		a.views[key.String()] = v
	}
	return v
}

// test is the one by which events are found. Where policies stand before rows that
// can be shown to nobody, all are told of each change, as in Supabase: a filter
// would tell what is in the row.
func (a *audience) test(asked *filter.Filter) *filter.Filter {
	if a.refusal != "" && a.rights.RLS {
		return nil
	}
	return asked
}

func (a *audience) topic(name string) *audienceTopic {
	t := a.topics[name]
	if t == nil {
		t = &audienceTopic{name: protocol.Prefix + name}
		a.topics[name] = t
	}
	return t
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

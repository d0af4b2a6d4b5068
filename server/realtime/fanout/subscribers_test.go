package fanout

import (
	"testing"

	"github.com/toubkal/toubkal/server/realtime/filter"
	"github.com/toubkal/toubkal/server/realtime/protocol"
	"github.com/toubkal/toubkal/server/realtime/rls"
	"github.com/toubkal/toubkal/server/realtime/row"
)

// TestGroupsHaveTheSameIDs: two entries that hash alike are told apart within one
// channel, so that the same params can have different ids in two. One who crafts
// such a channel must not give the others his ids: they would hear nothing.
func TestGroupsHaveTheSameIDs(t *testing.T) {
	t.Parallel()
	table := notes()
	a := newRoleSubscribers(table, "anon", open(table))
	p, shardOf := tableSubscription{group: &rls.CallerGroup{}}, func(*roleSubscribers, *subscriber) *worker { return nil }
	var cohorts []*subscriberGroup
	for _, id := range []int{8, 7, 7} {
		p.bindings = []tableBinding{{id: id, params: "* notes", events: filter.AllEvents}}
		cohorts = append(cohorts, a.join("room", &subscriber{receiver: &recorder{}}, &p, shardOf))
	}
	if cohorts[0] == cohorts[1] || cohorts[1] != cohorts[2] || cohorts[1].bindings[0].id != 7 {
		t.Errorf("ids 8, 7 and 7 are in cohorts with the ids %d, %d, %d",
			cohorts[0].bindings[0].id, cohorts[1].bindings[0].id, cohorts[2].bindings[0].id)
	}
}

// TestFiltersRevealNothingOfHiddenRows: of a table whose rows can be shown to nobody
// all are told that there was a change. Told only where their filter matches, they
// could guess the row.
func TestFiltersRevealNothingOfHiddenRows(t *testing.T) {
	t.Parallel()
	d := newDispatcher(t)
	table := notes()
	table.Key = nil
	rights := &rls.Access{Table: table, Strategy: rls.NoRows, RLS: true, Columns: []bool{true, true, true, true}}
	p := tableSubscription{table: table, access: rights, group: &rls.CallerGroup{}}
	var ears []*recorder
	for _, filter := range []string{"body=eq.right", "body=eq.wrong", "body=ilike.%É%"} {
		c := &recorder{framing: protocol.V2}
		listen(t, d, "room", c, p, `[{"event":"*","schema":"public","table":"notes","filter":"`+filter+`"}]`)
		ears = append(ears, c)
	}
	d.match([]*row.Change{insert(table, "1", "right", "null", "{}")})
	for _, c := range ears {
		c.want(t, "Error 400: Bad Request, no primary key", `"record":{}`)
		c.wantNot(t, "right")
	}
}

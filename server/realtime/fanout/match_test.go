package fanout

import (
	"fmt"
	"strings"
	"testing"

	"github.com/toubkal/toubkal/server/realtime/protocol"
	"github.com/toubkal/toubkal/server/realtime/rls"
	"github.com/toubkal/toubkal/server/realtime/row"
)

func TestChangeReachesItsSubscribers(t *testing.T) {
	t.Parallel()
	d, table := newDispatcher(t), notes()
	p := tableSubscription{table: table, access: open(table), group: &rls.CallerGroup{}}
	const all, some = `{"event":"*","schema":"public","table":"notes"}`, `{"event":"INSERT","schema":"public","table":"notes","filter":"id=gt.5"}`
	both, old, filtered := &recorder{framing: protocol.V2}, &recorder{framing: protocol.V1}, &recorder{framing: protocol.V2}
	s := listen(t, d, "both", both, p, "["+all+","+some+"]")
	listen(t, d, "both", old, p, "["+all+","+some+"]")
	listen(t, d, "filtered", filtered, p, "["+some+"]")

	d.match([]*row.Change{insert(table, "5", "five", "null", "{}"), insert(table, "6", "six", "null", "{}")})

	first, second := s.bindings[0].id, s.bindings[1].id
	both.want(t,
		fmt.Sprintf(`[null,null,"realtime:both","postgres_changes",{"ids":[%d],"data":{"schema":"public","table":"notes","type":"INSERT"`, first),
		fmt.Sprintf(`[null,null,"realtime:both","postgres_changes",{"ids":[%d,%d],"data":{`, first, second))
	old.want(t, fmt.Sprintf(`{"topic":"realtime:both","event":"postgres_changes","ref":null,"payload":{"ids":[%d,%d],"data":{`, first, second))
	filtered.want(t, `"record":{"id":6,"body":"six"`)
	filtered.wantNot(t, "five")
}

func TestOneChannelCanWantDifferentColumns(t *testing.T) {
	t.Parallel()
	d, table, c := newDispatcher(t), notes(), &recorder{framing: protocol.V2}
	s := listen(t, d, "room", c, tableSubscription{table: table, access: open(table), group: &rls.CallerGroup{}},
		`[{"event":"*","schema":"public","table":"notes","select":["body"]},{"event":"*","schema":"public","table":"notes","select":["tags"]}]`)
	d.match([]*row.Change{insert(table, "5", "five", "null", "{1}")})
	c.want(t, fmt.Sprintf(`{"ids":[%d],"data":`, s.bindings[0].id), fmt.Sprintf(`{"ids":[%d],"data":`, s.bindings[1].id),
		`"record":{"id":5,"body":"five"}`, `"record":{"id":5,"tags":[1]}`)
}

func TestAfterAColumnIsDroppedTheOthersAreStillFound(t *testing.T) {
	t.Parallel()
	d, before, after, c := newDispatcher(t), notes(), notes(), &recorder{framing: protocol.V2}
	after.Columns = append(after.Columns[:1:1], after.Columns[2:]...)
	listen(t, d, "room", c, tableSubscription{table: after, access: open(after), group: &rls.CallerGroup{}},
		`[{"event":"*","schema":"public","table":"notes","filter":"at=eq.2025-11-03 00:00:00+00"}]`)
	const then, other = "2025-11-03 00:00:00+00", "2024-01-01 00:00:00+00"
	d.match([]*row.Change{insert(before, "1", then, other, "{1}")})  // the text is no time
	d.match([]*row.Change{insert(before, "2", "gone", then, "{1}")}) // the old layout
	d.match([]*row.Change{insert(after, "3", then, "{1}")})
	c.want(t, `"record":{"id":2,"at":"2025-11-03T00:00:00+00:00","tags":[1]}`, `"record":{"id":3,"at":"2025-11-03T00:00:00+00:00","tags":[1]}`)
	c.wantNot(t, `"id":1,`)
}

func TestNothingAfterLeave(t *testing.T) {
	t.Parallel()
	d, table := newDispatcher(t), notes()
	p := tableSubscription{table: table, access: open(table), group: &rls.CallerGroup{}}
	ears := make([]recorder, 40)
	for i := range ears {
		s := listen(t, d, "room", &ears[i], p, everyNote)
		if i != 20 {
			s.Leave()
			s.Leave()
		}
	}
	d.match([]*row.Change{insert(table, "1", "x", "null", "{}")})
	for i := range ears {
		if text := ears[i].received.String(); strings.Contains(text, `"id":1`) != (i == 20) {
			t.Errorf("%d of those, of whom 20 stayed, heard %q", i, text)
		}
	}
	if view := d.Status().Subscribers; len(view) != 1 || view[0].Channels != 1 {
		t.Errorf("listed are %+v, want one channel", view)
	}
}

func TestLeaveReleasesEverything(t *testing.T) {
	t.Parallel()
	d, table := newDispatcher(t), notes()
	var all []*Subscription
	for i := range 10 {
		p := tableSubscription{table: table, access: open(table), group: &rls.CallerGroup{}}
		all = append(all, listen(t, d, fmt.Sprint("room", i%3), &recorder{}, p, `[{"event":"*","schema":"public","table":"notes","filter":"id=eq.1"}]`))
	}
	for _, s := range all {
		s.Leave()
	}
	if len(d.tables)+len(d.subscriptions) != 0 {
		t.Errorf("%d tables and %d subscriptions are left", len(d.tables), len(d.subscriptions))
	}
}

// 500 and 5,000 channels hear of one change: on one topic (a frame is made once),
// or each on its own.
func BenchmarkChangeFanOut(b *testing.B) {
	for _, c := range []struct {
		name     string
		channels int
		topic    func(int) string
		filter   string
	}{
		{"500 on one topic", 500, func(int) string { return "room" }, ""},
		{"5000 on one topic", 5000, func(int) string { return "room" }, ""},
		{"5000 on topics of their own", 5000, func(i int) string { return fmt.Sprint("room", i) }, ""},
		{"5000, of whom 50 by filter", 5000, func(i int) string { return fmt.Sprint("room", i) }, `,"filter":"id=eq.%d"`},
	} {
		b.Run(c.name, func(b *testing.B) {
			d, table := newDispatcher(b), notes()
			p := tableSubscription{table: table, access: open(table), group: &rls.CallerGroup{}}
			for i := range c.channels {
				listen(b, d, c.topic(i), &counting{}, p, `[{"event":"*","schema":"public","table":"notes"`+filterOf(c.filter, i%100)+`}]`)
			}
			deliveries := c.channels
			if c.filter != "" {
				deliveries /= 100
			}
			change := insert(table, "7", strings.Repeat("x", 200), "2025-11-03 09:32:55+00", "{1,2,3}")
			b.ReportAllocs()
			for b.Loop() {
				d.match([]*row.Change{change})
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*deliveries), "ns/delivery")
		})
	}
}

func filterOf(format string, i int) string {
	if format == "" {
		return ""
	}
	return fmt.Sprintf(format, i)
}

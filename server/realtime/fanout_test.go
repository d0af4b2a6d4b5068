package realtime

import (
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/toubkal/toubkal/server/realtime/match"
	"github.com/toubkal/toubkal/server/realtime/row"
	"github.com/toubkal/toubkal/server/realtime/visible"
	"github.com/toubkal/toubkal/server/realtime/wire"
	"github.com/toubkal/toubkal/server/token"
)

// open are the rights on a table without policies.
func open(t *row.Table) *visible.Rights {
	r := &visible.Rights{Table: t, Class: visible.Unchecked, Key: true}
	for range t.Columns {
		r.Columns = append(r.Columns, true)
	}
	return r
}

// listen has a channel hear of a table as entries ask, without a database.
func listen(t testing.TB, c *channel, table *row.Table, rights *visible.Rights, group *visible.Group, entries string) *listener {
	t.Helper()
	join, err := wire.ParseJoin([]byte(`{"config":{"postgres_changes":` + entries + `}}`))
	if err != nil {
		t.Fatal(err)
	}
	c.join.Changes = join.Changes
	h := c.socket.service.changes
	l := &listener{changes: h, channel: c, entries: readEntries(join.Changes), claims: *c.claims.Load(), gone: new(atomic.Bool)}
	p := part{table: table, rights: rights, group: group}
	for _, e := range l.entries {
		test, err := match.Bind(table, e.conditions)
		if err != nil {
			t.Fatal(err)
		}
		w := wanted{id: e.id, params: e.params, kinds: e.kinds, test: test}
		if e.columns != nil {
			if w.columns, err = selected(table, e.columns, rights); err != nil {
				t.Fatal(err)
			}
		}
		p.wants = append(p.wants, w)
	}
	c.listens = l
	h.mu.Lock()
	defer h.mu.Unlock()
	h.seat(l, &resolution{parts: []part{p}}, h.generation)
	return l
}

func insert(table *row.Table, texts ...string) *row.Change {
	return &row.Change{Table: table, Kind: row.Insert, At: committed, New: values(texts...)}
}

func TestAChangeReachesWhoWantsIt(t *testing.T) {
	t.Parallel()
	s := newService(t)
	table, group := notes(), &visible.Group{}
	rights := open(table)
	const all, some = `{"event":"*","schema":"public","table":"notes"}`, `{"event":"INSERT","schema":"public","table":"notes","filter":"id=gt.5"}`
	both, heardBoth := member(s, wire.V2, "both")
	l := listen(t, both, table, rights, group, "["+all+","+some+"]")
	old, heardOld := member(s, wire.V1, "both")
	listen(t, old, table, rights, group, "["+all+","+some+"]")
	filtered, heardSome := member(s, wire.V2, "filtered")
	listen(t, filtered, table, rights, group, "["+some+"]")

	s.changes.show([]*row.Change{insert(table, "5", "five", "null", "{}"), insert(table, "6", "six", "null", "{}")})

	first, second := l.entries[0].id, l.entries[1].id
	heardBoth.got(t, fmt.Sprintf(`[null,null,"realtime:both","postgres_changes",{"ids":[%d],"data":{"schema":"public","table":"notes","type":"INSERT"`, first))
	heardBoth.got(t, fmt.Sprintf(`[null,null,"realtime:both","postgres_changes",{"ids":[%d,%d],"data":{`, first, second))
	heardOld.got(t, fmt.Sprintf(`{"topic":"realtime:both","event":"postgres_changes","ref":null,"payload":{"ids":[%d,%d],"data":{`, first, second))
	text := heardSome.got(t, `"record":{"id":6,"body":"six"`)
	if strings.Contains(text, "five") {
		t.Errorf("a change that the filter keeps away came: %q", text)
	}
}

func TestOneChannelCanWantDifferentColumns(t *testing.T) {
	t.Parallel()
	s := newService(t)
	table := notes()
	c, heard := member(s, wire.V2, "room")
	l := listen(t, c, table, open(table), &visible.Group{},
		`[{"event":"*","schema":"public","table":"notes","select":["body"]},{"event":"*","schema":"public","table":"notes","select":["tags"]}]`)
	s.changes.show([]*row.Change{insert(table, "5", "five", "null", "{1}")})
	heard.got(t, fmt.Sprintf(`{"ids":[%d],"data":`, l.entries[0].id))
	text := heard.got(t, fmt.Sprintf(`{"ids":[%d],"data":`, l.entries[1].id))
	for _, wanted := range []string{`"record":{"id":5,"body":"five"}`, `"record":{"id":5,"tags":[1]}`} {
		if !strings.Contains(text, wanted) {
			t.Errorf("%s was not told: %q", wanted, text)
		}
	}
}

func TestAfterAColumnIsDroppedTheOthersAreStillFound(t *testing.T) {
	t.Parallel()
	s := newService(t)
	before := notes()
	after := notes()
	after.Columns = append(after.Columns[:1:1], after.Columns[2:]...)
	c, heard := member(s, wire.V2, "room")
	listen(t, c, after, open(after), &visible.Group{}, `[{"event":"*","schema":"public","table":"notes","filter":"at=eq.2025-11-03 00:00:00+00"}]`)
	const then, other = "2025-11-03 00:00:00+00", "2024-01-01 00:00:00+00"
	s.changes.show([]*row.Change{insert(before, "1", then, other, "{1}")})  // the text is no time
	s.changes.show([]*row.Change{insert(before, "2", "gone", then, "{1}")}) // the old layout
	s.changes.show([]*row.Change{insert(after, "3", then, "{1}")})
	text := heard.got(t, `"record":{"id":3,"at":"2025-11-03T00:00:00+00:00","tags":[1]}`)
	if !strings.Contains(text, `"record":{"id":2,"at":"2025-11-03T00:00:00+00:00","tags":[1]}`) || strings.Contains(text, `"id":1,`) {
		t.Errorf("columns were taken for others: %q", text)
	}
}

func TestWhoHasLeftHearsNothing(t *testing.T) {
	t.Parallel()
	s := newService(t)
	table, group := notes(), &visible.Group{}
	rights := open(table)
	const entry = `[{"event":"*","schema":"public","table":"notes"}]`
	var stay *sink
	for i := range 40 {
		c, heard := member(s, wire.V2, "room")
		listen(t, c, table, rights, group, entry)
		if i == 20 {
			stay = heard
			continue
		}
		defer func() {
			if text, _ := heard.text.String(), 0; text != "" {
				t.Errorf("who left was sent %q", text)
			}
		}()
		s.unsubscribe(c)
		s.unsubscribe(c)
	}
	s.changes.show([]*row.Change{insert(table, "1", "x", "null", "{}")})
	stay.got(t, `"id":1`)
	if view := s.changes.lookAudiences(); len(view) != 1 || view[0].Channels != 1 {
		t.Errorf("listed are %+v, want one channel", view)
	}
}

func TestNothingIsKeptOfThoseWhoLeave(t *testing.T) {
	t.Parallel()
	s := newService(t)
	table := notes()
	var all []*channel
	for i := range 10 {
		c, _ := member(s, wire.V2, fmt.Sprint("room", i%3))
		listen(t, c, table, open(table), &visible.Group{}, `[{"event":"*","schema":"public","table":"notes","filter":"id=eq.1"}]`)
		all = append(all, c)
	}
	for _, c := range all {
		s.unsubscribe(c)
	}
	if h := s.changes; len(h.tables)+len(h.listeners) != 0 {
		t.Errorf("%d tables and %d listeners are left", len(h.tables), len(h.listeners))
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
			s := newService(b)
			table, group := notes(), &visible.Group{}
			rights := open(table)
			for i := range c.channels {
				listen(b, quiet(s, c.topic(i)), table, rights, group, `[{"event":"*","schema":"public","table":"notes"`+filterOf(c.filter, i%100)+`}]`)
			}
			deliveries := c.channels
			if c.filter != "" {
				deliveries /= 100
			}
			change := insert(table, "7", strings.Repeat("x", 200), "2025-11-03 09:32:55+00", "{1,2,3}")
			b.ReportAllocs()
			for b.Loop() {
				s.changes.show([]*row.Change{change})
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

// quiet is a channel whose socket takes everything and does nothing.
func quiet(s *Service, topic string) *channel {
	k := newSocket(s, wire.V2, token.Visitor(), "")
	k.out.closing = true
	c := newChannel(k, topic, wire.Message{JoinRef: "1"})
	c.stop = func() {}
	c.state.Store(joined)
	return c
}

package realtime

import (
	"fmt"
	"sync"
	"testing"

	"github.com/toubkal/toubkal/server/realtime/rls"
	"github.com/toubkal/toubkal/server/realtime/row"
)

// insertOf is an insert into realtime.messages as the stream has it: columns and
// their text, "-" for NULL.
func insertOf(pairs ...string) *row.Change {
	table := &row.Table{Schema: "realtime", Name: "messages"}
	change := &row.Change{Table: table, Kind: row.Insert}
	for i := 0; i < len(pairs); i += 2 {
		table.Columns = append(table.Columns, row.Column{Name: pairs[i]})
		value := row.Value{State: row.Known, Text: []byte(pairs[i+1])}
		if pairs[i+1] == "-" {
			value = row.Value{State: row.Null}
		}
		change.New = append(change.New, value)
	}
	return change
}

func TestSentBy(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name   string
		change *row.Change
		want   string // "" for what is unfit
	}{
		{"JSON", insertOf("id", "7", "topic", "t", "extension", "broadcast", "event", "e", "payload", `{"a": 1}`, "binary_payload", "-", "private", "t"), `{t true} e {"a": 1} {"id":"7"} 0`},
		{"public", insertOf("id", "7", "topic", "t", "extension", "broadcast", "event", "e", "payload", `{}`, "private", "f"), `{t false} e {} {"id":"7"} 0`},
		{"neither", insertOf("id", "7", "topic", "t", "extension", "broadcast", "event", "e", "payload", `{}`, "private", "-"), `{t false} e {} {"id":"7"} 0`},
		{"bytes", insertOf("binary_payload", `\x6869`, "payload", `{}`, "id", "7", "topic", "t", "extension", "broadcast", "event", "e"), `{t false} e hi {"id":"7"} 1`},
		{"no bytes", insertOf("binary_payload", `\x`, "id", "7", "topic", "t", "extension", "broadcast", "event", "e"), `{t false} e  {"id":"7"} 1`},
		{"nothing", insertOf("id", "7", "topic", "t", "extension", "broadcast", "event", "e", "payload", "-", "binary_payload", "-"), `{t false} e {} {"id":"7"} 0`},
		{"more columns", insertOf("id", "7", "extra", "x", "topic", "t", "extension", "broadcast", "event", "e", "payload", "1"), `{t false} e 1 {"id":"7"} 0`},
		{"of presence", insertOf("id", "7", "topic", "t", "extension", "presence", "event", "e", "payload", `{}`), ""},
		{"no event", insertOf("id", "7", "topic", "t", "extension", "broadcast", "event", "-", "payload", `{}`), ""},
		{"no topic", insertOf("id", "7", "topic", "", "extension", "broadcast", "event", "e", "payload", `{}`), ""},
		{"too large", insertOf("id", "7", "topic", "t", "extension", "broadcast", "event", "e", "payload", `{"a": "0123456789"}`), ""},
	} {
		sent := messageRowOf(test.change)
		got := fmt.Sprintf("%v %s %s %s %d", sent.key, sent.Event, sent.Payload, sent.Meta, sent.Kind)
		why := sent.invalidReason(10)
		switch {
		case test.want == "" && why == "":
			t.Errorf("%s: it is sent: %s", test.name, got)
		case test.want != "" && (why != "" || got != test.want):
			t.Errorf("%s: got %s (%s), want %s", test.name, got, why, test.want)
		}
	}
}

// A message that is both new and replayed is sent once, whichever comes first.
func TestRecent(t *testing.T) {
	t.Parallel()
	found := []rls.Message{{ID: "a"}, {ID: "b"}}
	for _, test := range []struct {
		name   string
		before []string // by the stream, while the replay is on its way
		after  []string // by the stream, then
		replay []bool   // whether a and b are sent again
		stream []bool   // whether those after are sent
	}{
		{"replayed first", nil, []string{"a", "b", "c"}, []bool{true, true}, []bool{false, false, true}},
		{"new first", []string{"b", "c"}, []string{"d"}, []bool{true, false}, []bool{true}},
		{"forgotten once it has come", nil, []string{"a", "a"}, []bool{true, true}, []bool{false, true}},
	} {
		var r replayDedup
		for _, id := range test.before {
			if !r.addIfNew(id) {
				t.Errorf("%s: %s was kept back", test.name, id)
			}
		}
		for i, m := range found {
			if got := r.addIfNew(m.ID); got != test.replay[i] {
				t.Errorf("%s: %s replayed: %t, want %t", test.name, m.ID, got, test.replay[i])
			}
		}
		r.finish(found)
		for i, id := range test.after {
			if got := r.addIfNew(id); got != test.stream[i] {
				t.Errorf("%s: %s sent: %t, want %t", test.name, id, got, test.stream[i])
			}
		}
	}
}

// What is remembered is bounded, and after the replay it is no more than that.
func TestRecentIsBounded(t *testing.T) {
	t.Parallel()
	var r replayDedup
	var group sync.WaitGroup
	for i := range 4 {
		group.Go(func() {
			for n := range maxRecent {
				r.addIfNew(fmt.Sprint(i, " ", n))
			}
		})
	}
	group.Wait()
	if len(r.ids) != maxRecent {
		t.Errorf("%d are remembered, want %d", len(r.ids), maxRecent)
	}
	r.finish(nil)
	if r.addIfNew("x"); len(r.ids) != 0 {
		t.Errorf("%d are remembered after the replay, want none", len(r.ids))
	}
}

// One look at the policies at a time, and one more after the last change.
func TestPoliciesAreLookedAtOnce(t *testing.T) {
	t.Parallel()
	var p policyVersion
	for _, step := range []struct {
		name  string
		state string
		asks  bool
	}{
		{"the first", "a", true},
		{"the same", "a", false},
		{"another", "b", true},
		{"one that could not be seen", "", false},
		{"the same as before that", "b", true},
		{"the same", "b", false},
	} {
		if got := p.update(step.state); got != step.asks {
			t.Errorf("%s: asks %t, want %t", step.name, got, step.asks)
		}
	}
}

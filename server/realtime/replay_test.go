package realtime

import (
	"fmt"
	"sync"
	"testing"

	"github.com/toubkal/toubkal/server/realtime/fanout"
	"github.com/toubkal/toubkal/server/realtime/protocol"
	"github.com/toubkal/toubkal/server/realtime/rls"
)

func TestInvalidDatabaseBroadcasts(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, extension, event, topic, payload string
		want                                   string
	}{
		{"valid", "broadcast", "e", "t", `{"a": 1}`, ""},
		{"of presence", "presence", "e", "t", `{}`, "the extension is not broadcast"},
		{"no event", "broadcast", "", "t", `{}`, "the event is missing"},
		{"no topic", "broadcast", "e", "", `{}`, "the topic is missing"},
		{"too large", "broadcast", "e", "t", `{"a": "0123456789"}`, "the payload is too large"},
	} {
		m := &fanout.DatabaseBroadcast{
			Topic: test.topic, Extension: test.extension,
			Broadcast: protocol.Broadcast{Event: test.event, Payload: []byte(test.payload)},
		}
		if got := invalidReason(m, 10); got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

// A message that is both new and replayed is sent once, whichever comes first.
func TestReplayDedup(t *testing.T) {
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
func TestReplayDedupIsBounded(t *testing.T) {
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

// Channels are reauthorized when the version has changed, or the one before is not known.
func TestPolicyVersionChanges(t *testing.T) {
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

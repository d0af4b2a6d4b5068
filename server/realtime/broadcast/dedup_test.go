package broadcast

import (
	"fmt"
	"sync"
	"testing"

	"github.com/toubkal/toubkal/server/realtime/rls"
)

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
		var r Dedup
		for _, id := range test.before {
			if !r.AddIfNew(id) {
				t.Errorf("%s: %s was kept back", test.name, id)
			}
		}
		for i, m := range found {
			if got := r.AddIfNew(m.ID); got != test.replay[i] {
				t.Errorf("%s: %s replayed: %t, want %t", test.name, m.ID, got, test.replay[i])
			}
		}
		r.Finish(found)
		for i, id := range test.after {
			if got := r.AddIfNew(id); got != test.stream[i] {
				t.Errorf("%s: %s sent: %t, want %t", test.name, id, got, test.stream[i])
			}
		}
	}
}

// What is remembered is bounded, and after the replay it is no more than that.
func TestReplayDedupIsBounded(t *testing.T) {
	t.Parallel()
	var r Dedup
	var group sync.WaitGroup
	for i := range 4 {
		group.Go(func() {
			for n := range maxRecent {
				r.AddIfNew(fmt.Sprint(i, " ", n))
			}
		})
	}
	group.Wait()
	if len(r.ids) != maxRecent {
		t.Errorf("%d are remembered, want %d", len(r.ids), maxRecent)
	}
	r.Finish(nil)
	if r.AddIfNew("x"); len(r.ids) != 0 {
		t.Errorf("%d are remembered after the replay, want none", len(r.ids))
	}
}

package realtime

import (
	"testing"

	"github.com/toubkal/toubkal/server/realtime/fanout"
	"github.com/toubkal/toubkal/server/realtime/protocol"
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

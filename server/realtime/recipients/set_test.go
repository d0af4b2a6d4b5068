package recipients

import (
	"math/rand/v2"
	"testing"

	"github.com/toubkal/toubkal/server/realtime/protocol"
)

// member is a recipient that counts.
type member struct {
	serializer protocol.Serializer
	position   Position
	got        int
}

func (m *member) Deliver(*protocol.SharedFrame)   { m.got++ }
func (m *member) Serializer() protocol.Serializer { return m.serializer }

// After any joins and leaves, a set has exactly the current members, each once.
func TestSet(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(6, 6))
	set, here := &Set{}, map[*member]bool{}
	all := make([]*member, 50)
	for i := range all {
		all[i] = &member{serializer: protocol.Serializer(i % 2)}
	}
	for range 5000 {
		m := all[random.IntN(len(all))]
		if random.IntN(2) == 0 {
			set.Add(m, &m.position)
			here[m] = true
		} else {
			set.Remove(m, &m.position)
			delete(here, m)
		}
		if got := set.Len(); got != len(here) {
			t.Fatalf("%d in the set, want %d", got, len(here))
		}
	}
	frame := protocol.NewFrame(func(protocol.Serializer) []byte { return []byte("x") })
	if sent := set.Deliver(frame, nil, nil); sent != len(here) {
		t.Errorf("sent to %d, want %d", sent, len(here))
	}
	for i, m := range all {
		if here[m] != m.position.Taken() || here[m] != (m.got == 1) || m.got > 1 {
			t.Errorf("member %d: is here %t, position taken %t, %d frames", i, here[m], m.position.Taken(), m.got)
		}
	}
}

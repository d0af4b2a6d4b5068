package realtime

import (
	"github.com/toubkal/toubkal/server/realtime/bus"
	"github.com/toubkal/toubkal/server/realtime/presence"
	"github.com/toubkal/toubkal/server/realtime/protocol"
)

// ValidNATS tells whether NATSURL can be an address, in words without it.
func ValidNATS(url string) error { return bus.Check(url) }

// meetNodes makes the way to the other nodes of the installation, where there may be
// some. What the database says each node hears for itself: changes of tables, and
// messages sent from SQL.
func (s *Service) meetNodes() {
	if s.NATSURL == "" {
		return
	}
	s.bus = bus.New(bus.Options{URL: s.NATSURL, Installation: s.Installation, Log: s.Log, Into: nodes{s}})
	s.presences.bus = s.bus
}

// cross sends a message that has been delivered here to the members on other nodes.
// It never waits, and crosses at most once.
func (s *Service) cross(key topicKey, m *protocol.Broadcast) {
	if s.bus != nil {
		s.bus.Publish(bus.Broadcast{
			Topic: key.name, Private: key.private, Kind: byte(m.Kind), Event: m.Event, Meta: m.Meta, Payload: m.Payload,
		})
	}
}

// nodes takes what comes from the others. Whether the sender may was asked there,
// and who may hear it is known here.
type nodes struct{ s *Service }

// Broadcast delivers a message to the members of this node.
func (n nodes) Broadcast(m bus.Broadcast) {
	if kind := protocol.PayloadKind(m.Kind); kind <= protocol.RawObject { // of a newer program there may be more
		n.s.publish(topicKey{m.Topic, m.Private}, &protocol.Broadcast{Event: m.Event, Payload: m.Payload, Meta: m.Meta, Kind: kind}, nil, nil)
	}
}

// Came shows a member of another node to those who watch its topic. The topic is
// held for it, so that whoever comes later sees it too.
func (n nodes) Came(m *bus.Member) { n.show(n.s.topics.hold(topicKey{m.Topic, m.Private}), m) }

// Changed shows what it says now.
func (n nodes) Changed(m *bus.Member) { n.show(n.s.topics.find(topicKey{m.Topic, m.Private}), m) }

// show keeps a member within the bounds of this node's. One that has no room is not
// there for its clients, other than with what it does not say any more.
func (n nodes) show(t *topic, m *bus.Member) {
	err := n.s.presences.put(t, func() (bool, error) {
		payload, err := presence.Parse(m.Payload)
		if err != nil {
			return false, err
		}
		return t.who.TrackAs(m, m.Key, m.Ref, payload)
	})
	if err != nil {
		n.s.presences.leave(t, m)
	}
}

// Gone takes it away.
func (n nodes) Gone(m *bus.Member) {
	t := n.s.topics.find(topicKey{m.Topic, m.Private})
	n.s.presences.leave(t, m)
	n.s.topics.release(t)
}

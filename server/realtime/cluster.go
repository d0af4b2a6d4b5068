package realtime

import (
	"github.com/toubkal/toubkal/server/realtime/cluster"
	"github.com/toubkal/toubkal/server/realtime/protocol"
)

// ValidNATS tells whether NATSURL can be an address, in words without it.
func ValidNATS(url string) error { return cluster.Check(url) }

// openCluster makes the way to the other nodes of the installation, where there may be
// some. What the database says each node hears for itself: changes of tables, and
// messages sent from SQL.
func (s *Service) openCluster() {
	if s.NATSURL == "" {
		return
	}
	s.cluster = cluster.New(cluster.Options{URL: s.NATSURL, Installation: s.Installation, Log: s.Log, Handler: clusterEvents{s}})
	s.presences.cluster = s.cluster
}

// publishToCluster sends a message that has been delivered here to the members on other nodes.
// It never waits, and crosses at most once.
func (s *Service) publishToCluster(key topicKey, m *protocol.Broadcast) {
	if s.cluster != nil {
		s.cluster.Publish(cluster.Broadcast{
			Topic: key.name, Private: key.private, Kind: byte(m.Kind), Event: m.Event, Meta: m.Meta, Payload: m.Payload,
		})
	}
}

// clusterEvents takes what comes from the others. Whether the sender may was asked there,
// and who may hear it is known here.
type clusterEvents struct{ s *Service }

// Broadcast delivers a message to the members of this node.
func (n clusterEvents) Broadcast(m cluster.Broadcast) {
	if kind := protocol.PayloadKind(m.Kind); kind <= protocol.RawObject { // of a newer program there may be more
		n.s.publish(topicKey{m.Topic, m.Private}, &protocol.Broadcast{Event: m.Event, Payload: m.Payload, Meta: m.Meta, Kind: kind}, nil, nil)
	}
}

// Joined shows a member of another node to those who watch its topic. The topic is
// held for it, so that whoever comes later sees it too.
func (n clusterEvents) Joined(m *cluster.Member) {
	n.show(n.s.topics.acquire(topicKey{m.Topic, m.Private}), m)
}

// Updated shows what it says now.
func (n clusterEvents) Updated(m *cluster.Member) {
	n.show(n.s.topics.find(topicKey{m.Topic, m.Private}), m)
}

// show keeps a member within the bounds of this node's. One that has no room is not
// there for its clients, other than with what it does not say any more.
func (n clusterEvents) show(t *topic, m *cluster.Member) {
	err := n.s.presences.put(t, nil, func() (bool, error) {
		payload, err := parsePresence(m.Payload)
		if err != nil {
			return false, err
		}
		return t.state.trackWithRef(m, m.Key, m.Ref, payload)
	})
	if err != nil {
		n.s.presences.leave(t, m, nil)
	}
}

// Left takes it away.
func (n clusterEvents) Left(m *cluster.Member) {
	t := n.s.topics.find(topicKey{m.Topic, m.Private})
	n.s.presences.leave(t, m, nil)
	n.s.topics.release(t)
}

package realtime

import (
	"github.com/toubkal/toubkal/server/realtime/broadcast"
	"github.com/toubkal/toubkal/server/realtime/cluster"
	"github.com/toubkal/toubkal/server/realtime/protocol"
)

// ValidNATS reports why NATSURL cannot be an address, in words that do not repeat it.
func ValidNATS(url string) error { return cluster.Check(url) }

// publishToAll delivers a broadcast to the members of a topic on all nodes.
func (s *Service) publishToAll(key broadcast.TopicKey, m *protocol.Broadcast) {
	s.publish(key, m, nil, nil)
	s.publishToCluster(key, m)
}

// publishToCluster sends a broadcast, which has been delivered on this node, to the
// other nodes. It never blocks; a broadcast arrives at most once. Row changes and
// broadcasts from SQL are not sent: each node gets them from the WAL.
func (s *Service) publishToCluster(key broadcast.TopicKey, m *protocol.Broadcast) {
	s.cluster.Publish(cluster.Broadcast{
		Topic: key.Name, Private: key.Private, Kind: byte(m.Kind), Event: m.Event, Meta: m.Meta, Payload: m.Payload,
	})
}

// clusterEvents is the service as the cluster.Handler of what other nodes send. The
// sender's node has checked the right to send; the members here have the right to
// receive.
type clusterEvents struct{ s *Service }

// Broadcast delivers a broadcast to the members on this node.
func (e clusterEvents) Broadcast(m cluster.Broadcast) {
	if kind := protocol.PayloadKind(m.Kind); kind <= protocol.RawObject { // newer nodes may have other kinds
		e.s.publish(broadcast.TopicKey{Name: m.Topic, Private: m.Private}, &protocol.Broadcast{Event: m.Event, Payload: m.Payload, Meta: m.Meta, Kind: kind}, nil, nil)
	}
}

// Joined adds a member of another node to the presence of its topic. The topic is
// acquired, so that later subscribers see the member too.
func (e clusterEvents) Joined(m *cluster.Member) {
	e.put(e.s.topics.acquire(broadcast.TopicKey{Name: m.Topic, Private: m.Private}), m)
}

// Updated replaces the payload of a member.
func (e clusterEvents) Updated(m *cluster.Member) {
	e.put(e.s.topics.find(broadcast.TopicKey{Name: m.Topic, Private: m.Private}), m)
}

// put applies the limits of this node to a member. A member above the limit is removed
// instead of shown with its old payload.
func (e clusterEvents) put(t *topic, m *cluster.Member) {
	err := e.s.presences.TrackRemote(&t.Topic, m)
	if err != nil {
		e.s.presences.Leave(&t.Topic, m, nil)
	}
}

// Left removes a member.
func (e clusterEvents) Left(m *cluster.Member) {
	t := e.s.topics.find(broadcast.TopicKey{Name: m.Topic, Private: m.Private})
	e.s.presences.Leave(&t.Topic, m, nil)
	e.s.topics.release(t)
}

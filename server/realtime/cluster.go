package realtime

import (
	"github.com/toubkal/toubkal/server/realtime/broadcast"
	"github.com/toubkal/toubkal/server/realtime/cluster"
	"github.com/toubkal/toubkal/server/realtime/protocol"
)

// ValidNATS reports why NATSURL cannot be an address, without repeating it.
func ValidNATS(url string) error { return cluster.Check(url) }

// clusterEvents is the cluster.Handler. The sender's node has checked the right to send;
// the members here have the right to receive.
type clusterEvents struct{ hub *hub }

// Broadcast delivers a broadcast to the members on this node.
func (c clusterEvents) Broadcast(m cluster.Broadcast) {
	if kind := protocol.PayloadKind(m.Kind); kind <= protocol.RawObject { // newer nodes may have other kinds
		c.hub.publish(broadcast.TopicKey{Name: m.Topic, Private: m.Private}, &protocol.Broadcast{Event: m.Event, Payload: m.Payload, Meta: m.Meta, Kind: kind}, nil, nil)
	}
}

// Joined adds a member of another node to the presence of its topic. The topic is
// acquired, so that later subscribers see the member too.
func (c clusterEvents) Joined(m *cluster.Member) {
	c.put(c.hub.topics.acquire(broadcast.TopicKey{Name: m.Topic, Private: m.Private}), m)
}

// Updated replaces the payload of a member.
func (c clusterEvents) Updated(m *cluster.Member) {
	c.put(c.hub.topics.find(broadcast.TopicKey{Name: m.Topic, Private: m.Private}), m)
}

// put applies the limits of this node to a member. A member above the limit is removed
// instead of shown with its old payload.
func (c clusterEvents) put(t *topic, m *cluster.Member) {
	err := c.hub.presences.TrackRemote(&t.Topic, m)
	if err != nil {
		c.hub.presences.Leave(&t.Topic, m, nil)
	}
}

// Left removes a member.
func (c clusterEvents) Left(m *cluster.Member) {
	t := c.hub.topics.find(broadcast.TopicKey{Name: m.Topic, Private: m.Private})
	c.hub.presences.Leave(&t.Topic, m, nil)
	c.hub.topics.release(t)
}

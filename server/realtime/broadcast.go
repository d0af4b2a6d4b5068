package realtime

import (
	"context"

	"github.com/toubkal/toubkal/server/realtime/broadcast"
	"github.com/toubkal/toubkal/server/realtime/cluster"
	"github.com/toubkal/toubkal/server/realtime/fanout"
	"github.com/toubkal/toubkal/server/realtime/protocol"
	"github.com/toubkal/toubkal/server/realtime/recipients"
)

// publish delivers a broadcast to the members of a topic on this node, except one and
// those to skip; both may be nil. It never blocks, and returns how many got it.
func (h *hub) publish(key broadcast.TopicKey, m *protocol.Broadcast, except recipients.Recipient, skip func(recipients.Recipient) bool) (sent int) {
	topic := h.topics.find(key)
	if topic == nil {
		return 0
	}
	return topic.members.Deliver(m.Frame(key.Name), except, skip)
}

// publishToAll delivers a broadcast to the members of a topic on all nodes.
func (h *hub) publishToAll(key broadcast.TopicKey, m *protocol.Broadcast) {
	h.publish(key, m, nil, nil)
	h.publishToCluster(key, m)
}

// publishToCluster sends a broadcast, which has been delivered on this node, to the
// other nodes. It never blocks; a broadcast arrives at most once. Row changes and
// broadcasts from SQL are not sent: each node gets them from the WAL.
func (h *hub) publishToCluster(key broadcast.TopicKey, m *protocol.Broadcast) {
	h.cluster.Publish(cluster.Broadcast{
		Topic: key.Name, Private: key.Private, Kind: byte(m.Kind), Event: m.Event, Meta: m.Meta, Payload: m.Payload,
	})
}

// broadcast sends a client's message to the others on its channel's topic. The client
// gets a reply if the channel asked for acknowledgements, except when the policies
// refuse the message: as in Supabase, that is silent.
func (h *hub) broadcast(ctx context.Context, c *channel, in *protocol.Message) {
	allowed, err := h.mayWrite(ctx, c, protocol.BroadcastEvent)
	if err != nil {
		h.warn(ctx, "cannot check the right to broadcast", "topic", c.topic, "error", err)
		c.system("system", "error", protocol.ErrCannotConnect.Text)
		return
	}
	if !allowed {
		h.Log.DebugContext(ctx, "broadcast refused by the policies", "topic", c.topic)
		return
	}
	if in.Size() > h.Limits.Payload {
		h.Log.DebugContext(ctx, "broadcast too large", "topic", c.topic, "bytes", in.Size())
		c.acknowledge(in.Ref, false, `"payload_size_exceeded"`)
		return
	}
	m, ok := protocol.ReadBroadcast(in)
	if !ok {
		h.Log.DebugContext(ctx, "broadcast is no JSON object", "topic", c.topic)
		c.acknowledge(in.Ref, false, `{"reason":"Broadcast payload must be a map"}`)
		return
	}
	var except recipients.Recipient = c
	if c.join.Broadcast.Self {
		except = nil
	}
	c.membership.topic.members.Deliver(m.Frame(c.topic), except, nil)
	h.publishToCluster(c.membership.topic.key, m)
	c.acknowledge(in.Ref, true, `{}`)
}

// acknowledge replies to a broadcast if the channel asked for that.
func (c *channel) acknowledge(ref string, ok bool, response string) {
	if c.join.Broadcast.Ack {
		c.reply(ref, ok, []byte(response))
	}
}

// databaseBroadcast delivers what SQL has sent, in the order of commits. It never
// blocks. Who may receive a private topic was checked when they joined.
func (h *hub) databaseBroadcast(m *fanout.DatabaseBroadcast) {
	if reason := invalidReason(m, h.Limits.Payload); reason != "" {
		h.warn(context.Background(), "broadcast of realtime.messages not sent", "id", m.ID, "topic", m.Topic, "reason", reason)
		return
	}
	m.Meta = broadcast.Meta(m.ID, false)
	h.publish(broadcast.TopicKey{Name: m.Topic, Private: m.Private}, &m.Broadcast, nil, func(r recipients.Recipient) bool {
		c := r.(*channel)
		return c.auth.replayed != nil && !c.auth.replayed.AddIfNew(m.ID)
	})
}

// invalidReason is the error of a row of realtime.messages that cannot be sent; "" for none.
func invalidReason(m *fanout.DatabaseBroadcast, maxPayload int) string {
	switch {
	case m.Extension != protocol.BroadcastEvent:
		return "the extension is not broadcast"
	case m.Event == "":
		return "the event is missing"
	case m.Topic == "":
		return "the topic is missing"
	case len(m.Payload) > maxPayload:
		return "the payload is too large"
	}
	return ""
}

package realtime

import (
	"context"

	"github.com/toubkal/toubkal/server/realtime/protocol"
)

// publish hands a message to all of this node that are members of a topic, but one
// and those to skip; nil where there are none to leave out. It never waits for any of
// them, and tells how many got it.
func (s *Service) publish(key topicKey, m *protocol.Broadcast, except *channel, skip func(*channel) bool) (told int) {
	topic := s.topics.find(key)
	if topic == nil {
		return 0
	}
	return topic.members.deliver(m.Frame(key.name), except, skip)
}

// broadcast is a client's message to the others on its channel's topic. It is
// answered where the channel asked for that, but for one that the policies refuse:
// as in Supabase, nobody says so.
func (s *Service) broadcast(ctx context.Context, c *channel, in *protocol.Message) {
	if !s.mayBroadcast(ctx, c) {
		return
	}
	if in.Size() > s.Limits.Payload {
		s.Log.DebugContext(ctx, "a broadcast is too large", "topic", c.topic, "bytes", in.Size())
		c.acknowledge(in.Ref, false, `"payload_size_exceeded"`)
		return
	}
	m, ok := protocol.ReadBroadcast(in)
	if !ok {
		s.Log.DebugContext(ctx, "a broadcast is no object", "topic", c.topic)
		c.acknowledge(in.Ref, false, `{"reason":"Broadcast payload must be a map"}`)
		return
	}
	except := c
	if c.join.Broadcast.Self {
		except = nil
	}
	c.membership.topic.members.deliver(m.Frame(c.topic), except, nil)
	s.publishToCluster(c.membership.topic.key, m)
	c.acknowledge(in.Ref, true, `{}`)
}

// acknowledge answers a broadcast where its channel asked for that.
func (c *channel) acknowledge(ref string, ok bool, response string) {
	if c.join.Broadcast.Ack {
		c.reply(ref, ok, []byte(response))
	}
}

// databaseUnavailable is what a client is told where the policies cannot be asked. Supabase's words.
const databaseUnavailable = "Realtime was unable to connect to the project database"

// mayBroadcast asks the policies of a private channel, once for each token. What
// cannot be asked is not delivered, and said.
func (s *Service) mayBroadcast(ctx context.Context, c *channel) bool {
	may, err := s.mayWrite(ctx, c, protocol.BroadcastEvent)
	if err != nil {
		s.warnings.warn(ctx, "a right to broadcast could not be asked for", "topic", c.topic, "error", err)
		c.system("system", "error", databaseUnavailable)
		return false
	}
	if !may {
		s.Log.DebugContext(ctx, "a broadcast is refused by the policies", "topic", c.topic)
	}
	return may
}

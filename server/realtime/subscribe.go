package realtime

import (
	"context"
	"time"

	"github.com/toubkal/toubkal/server/realtime/fanout"
	"github.com/toubkal/toubkal/server/realtime/protocol"
	"github.com/toubkal/toubkal/server/realtime/row"
)

// listener is a channel, as far as changes of tables know it.
type listener struct{ c *channel }

// Deliver sends changes.
func (l listener) Deliver(f *protocol.SharedFrame) { l.c.deliver(f) }

// System tells how changes are.
func (l listener) System(status, message string) { l.c.system(fanout.PostgresChanges, status, message) }

// Fail has the client join again.
func (l listener) Fail(why string) { l.c.fail(why) }

// beside takes what the stream of changes says beside changes of tables.
type beside struct{ s *Service }

// Sent broadcasts what SQL sends.
func (b beside) Sent(change *row.Change) { b.s.fromDatabase(change) }

// SchemaChanged has private channels asked about again.
func (b beside) SchemaChanged() { b.s.policiesChanged() }

// ReplicationChanged tells who asked that the stream is live, or lost.
func (b beside) ReplicationChanged(live bool) { b.s.replicationTurned(live) }

const (
	// holdFor is how long a join waits for the stream. Clients give a join 10 s.
	holdFor = 8 * time.Second
	// holdOldest is it for clients of the older framing: the oldest try again 2 s
	// after they asked, and leave what they still wait for as they do.
	holdOldest = 1500 * time.Millisecond
	// holdMost bounds what a client may wish for, as Supabase does.
	holdMost = 20 * time.Second
)

// hold is how long the channel's join waits for the stream.
func (c *channel) hold() time.Duration {
	switch {
	case c.join.Wait:
		return min(max(c.join.Timeout, holdFor), holdMost)
	case c.socket.framing == protocol.V1:
		return holdOldest
	}
	return holdFor
}

// subscribe has the channel hear of changes from here on, and gives what the reply
// says of them.
func (s *Service) subscribe(ctx context.Context, c *channel) ([]byte, error) {
	if len(c.join.Changes) == 0 {
		return []byte("[]"), nil
	}
	subscription, err := s.changes.Subscribe(ctx, listener{c}, fanout.Request{
		Topic: c.topic, Bindings: c.join.Changes, Claims: *c.claims.Load(), StreamWait: c.hold(), AllOrNothing: c.join.Wait,
	})
	if err != nil {
		return nil, err
	}
	c.listens = subscription
	return subscription.Reply(), nil
}

// subscribed tells the channel, after its reply, what it will hear of.
func (c *channel) subscribed() {
	if c.listens != nil {
		c.listens.SendStatus()
	}
}

// resubscribe has the channel hear what its newer token lets it hear. The error
// is of the database.
func (c *channel) resubscribe(ctx context.Context) error {
	if c.listens == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, holdFor)
	defer cancel()
	return c.listens.Renew(ctx, *c.claims.Load())
}

// unsubscribe ends it. Whatever is on its way to the channel ends too.
func (c *channel) unsubscribe() {
	if c.listens != nil {
		c.listens.Leave()
	}
}

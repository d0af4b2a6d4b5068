package realtime

import (
	"context"
	"time"

	"github.com/toubkal/toubkal/server/realtime/fanout"
	"github.com/toubkal/toubkal/server/realtime/protocol"
	"github.com/toubkal/toubkal/server/realtime/row"
)

// changesReceiver is a channel, as far as changes of tables know it.
type changesReceiver struct{ c *channel }

// Deliver sends changes.
func (l changesReceiver) Deliver(f *protocol.SharedFrame) { l.c.deliver(f) }

// System tells how changes are.
func (l changesReceiver) System(status, message string) {
	l.c.system(fanout.PostgresChanges, status, message)
}

// Fail has the client join again.
func (l changesReceiver) Fail(why string) { l.c.fail(why) }

// streamEvents takes what the stream of changes says beside changes of tables.
type streamEvents struct{ s *Service }

// Sent broadcasts what SQL sends.
func (b streamEvents) Sent(change *row.Change) { b.s.databaseBroadcast(change) }

// SchemaChanged has private channels asked about again.
func (b streamEvents) SchemaChanged() { b.s.policiesChanged() }

// ReplicationChanged tells who asked that the stream is live, or lost.
func (b streamEvents) ReplicationChanged(live bool) { b.s.replicationChanged(live) }

const (
	// streamWait is how long a join waits for the stream. Clients give a join 10 s.
	streamWait = 8 * time.Second
	// streamWaitV1 is it for clients of the older framing: the oldest try again 2 s
	// after they asked, and leave what they still wait for as they do.
	streamWaitV1 = 1500 * time.Millisecond
	// maxStreamWait bounds what a client may wish for, as Supabase does.
	maxStreamWait = 20 * time.Second
)

// streamWait is how long the channel's join waits for the stream.
func (c *channel) streamWait() time.Duration {
	switch {
	case c.join.Wait:
		return min(max(c.join.Timeout, streamWait), maxStreamWait)
	case c.socket.serializer == protocol.V1:
		return streamWaitV1
	}
	return streamWait
}

// subscribe has the channel hear of changes from here on, and gives what the reply
// says of them.
func (s *Service) subscribe(ctx context.Context, c *channel) ([]byte, error) {
	if len(c.join.Changes) == 0 {
		return []byte("[]"), nil
	}
	subscription, err := s.changes.Subscribe(ctx, changesReceiver{c}, fanout.Request{
		Topic: c.topic, Bindings: c.join.Changes, Claims: *c.claims.Load(), StreamWait: c.streamWait(), AllOrNothing: c.join.Wait,
	})
	if err != nil {
		return nil, err
	}
	c.subscription = subscription
	return subscription.Reply(), nil
}

// subscribed tells the channel, after its reply, what it will hear of.
func (c *channel) subscribed() {
	if c.subscription != nil {
		c.subscription.SendStatus()
	}
}

// resubscribe has the channel hear what its newer token lets it hear. The error
// is of the database.
func (c *channel) resubscribe(ctx context.Context) error {
	if c.subscription == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, streamWait)
	defer cancel()
	return c.subscription.Renew(ctx, *c.claims.Load())
}

// unsubscribe ends it. Whatever is on its way to the channel ends too.
func (c *channel) unsubscribe() {
	if c.subscription != nil {
		c.subscription.Leave()
	}
}

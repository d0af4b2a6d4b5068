package realtime

import (
	"context"
	"errors"

	"github.com/toubkal/toubkal/server/realtime/protocol"
	"github.com/toubkal/toubkal/server/retry"
)

// Refusals of joins. Codes and texts are Supabase's, except for the limits that Supabase
// does not have.
var (
	errTopicMissing = protocol.NewRefusal("TopicNameRequired", "You must provide a topic name")
	errTopicLong    = protocol.NewRefusal("TopicNameTooLong", "Topic name exceeds 1000 bytes")
	errJoinLarge    = protocol.NewRefusal("JoinTooLarge", "Join payload exceeds 256 kB")
	errChannels     = protocol.NewRefusal("ChannelRateLimitReached", "Too many channels")
	errJoins        = protocol.NewRefusal("ClientJoinRateLimitReached", "Too many joins per second")
	errRestarting   = protocol.NewRefusal("RealtimeRestarting", "Realtime is restarting, please standby")
)

// join creates a channel, or refuses it at once. It never blocks: the rest runs in the
// channel's queue.
func (s *socket) join(ctx context.Context, topic string, m protocol.Message) {
	switch {
	case topic == "":
		s.refuse(m, errTopicMissing)
		return
	case len(topic) > maxTopic:
		s.refuse(m, errTopicLong)
		return
	case len(m.Payload) > maxJoin:
		s.refuse(m, errJoinLarge)
		return
	case !s.hasRoom(topic): // before the rate limit: a client with too many channels repeats all of its joins
		s.refuse(m, errChannels)
		return
	case !s.joins.AllowN(s.hub.Now(), 1):
		s.refuse(m, errJoins)
		return
	}
	c := newChannel(&s.connection, topic, m, s.remove)
	var err error
	if c.join, err = protocol.ParseJoin(m.Payload); err != nil {
		s.log(ctx, "invalid parts of a join ignored", err)
	}
	if s.hub.PrivateOnly && !c.join.Private {
		s.refuse(m, protocol.ErrPrivateOnly)
		return
	}
	c.joinBytes += int64(len(c.join.Changes)) * entrySize
	ctx, c.stop = context.WithTimeout(ctx, joinTimeout)
	before, ok := s.place(c)
	if !ok {
		c.stop()
		s.refuse(m, errChannels)
		return
	}
	if before != nil && before.end() { // Phoenix: the second join of a topic closes the first
		before.sendEnd("phx_close", []byte("{}"))
	}
	if !s.hub.budgets.joins.Add(c.joinBytes) {
		c.end()
		s.refuse(m, errChannels)
		return
	}
	c.queue.enqueue(func() {
		defer c.recoverPanic()
		defer c.stop()
		c.runJoin(ctx, m.Ref)
	})
}

// refuse answers a join at once. Clients try again after 1, 2, 5 and 10 s. Supabase
// delays the answer by 5 s to slow them down, which the limit of joins does here.
func (s *socket) refuse(m protocol.Message, why error) {
	s.reply(m, false, reason(why))
}

// runJoin joins, replies, and sends what follows the reply.
func (c *channel) runJoin(ctx context.Context, ref string) {
	changes, err := c.authorizeAndSubscribe(ctx)
	if err == nil && !c.state.CompareAndSwap(joining, joined) {
		return // the client left meanwhile; that is handled later in the queue
	}
	if err != nil {
		if left := errors.Is(ctx.Err(), context.Canceled); c.end() && !left {
			c.warn("join failed", err)
			c.replyAlways(ref, false, reason(err))
		}
		return
	}
	c.reply(ref, true, append(append([]byte(`{"postgres_changes":`), changes...), '}'))
	c.scheduleExpiry()
	if c.subscription != nil {
		c.subscription.SendStatus()
	}
	c.hub.sendReplicationStatus(c)
	c.hub.replay(ctx, c)
	c.hub.showPresence(ctx, c)
}

// authorizeAndSubscribe does all that has to succeed before the reply, and returns its
// postgres_changes.
func (c *channel) authorizeAndSubscribe(ctx context.Context) (changes []byte, err error) {
	if err := c.waitForJoinSlot(ctx); err != nil {
		return nil, err
	}
	if err := c.setToken(c.join.AccessToken); err != nil {
		return nil, err
	}
	if err := c.checkReplay(); err != nil {
		return nil, err
	}
	if err := c.hub.authorizeJoin(ctx, c); err != nil {
		return nil, err
	}
	if changes, err = c.hub.subscribe(ctx, c); err != nil {
		return nil, err
	}
	if c.subscription != nil && !c.reserveBindings(c.subscription.BindingCount()) {
		return nil, errChannels
	}
	c.hub.enter(c)
	return changes, nil
}

// waitForJoinSlot queues the join while the limit of joins is exceeded: after a restart
// all clients come back within a second.
func (c *channel) waitForJoinSlot(ctx context.Context) error {
	now := c.hub.Now()
	slot := c.hub.joins.ReserveN(now, 1)
	wait := slot.DelayFrom(now)
	switch {
	case wait == 0:
		return nil
	case wait > joinQueueTimeout:
		slot.CancelAt(now)
		return errJoins
	}
	err := retry.Sleep(ctx, wait)
	if err != nil {
		slot.Cancel()
	}
	return err
}

// reserveBindings counts the bindings of a channel that match several tables; false
// if there is no room. count is the bindings, each counted once per table.
func (c *channel) reserveBindings(count int) bool {
	c.bindingBytes = int64(max(count-len(c.join.Changes), 0)) * entrySize
	return c.hub.budgets.joins.Add(c.bindingBytes)
}

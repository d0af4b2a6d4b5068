package realtime

import (
	"context"
	"errors"

	"github.com/toubkal/toubkal/server/realtime/protocol"
	"github.com/toubkal/toubkal/server/retry"
)

// join begins a channel. Nothing here takes time: what does is done in its lane.
func (k *socket) join(ctx context.Context, topic string, m protocol.Message) {
	switch {
	case topic == "":
		k.refuse(m, errTopicMissing)
		return
	case len(topic) > maxTopic:
		k.refuse(m, errTopicLong)
		return
	case len(m.Payload) > maxJoin:
		k.refuse(m, errJoinLarge)
		return
	case !k.hasRoom(topic): // before the rate: a client that has too many channels joins all of them again and again
		k.refuse(m, errChannels)
		return
	case !k.joins.AllowN(k.service.Now(), 1):
		k.refuse(m, errJoins)
		return
	}
	c := newChannel(k, topic, m)
	var err error
	if c.join, err = protocol.ParseJoin(m.Payload); err != nil {
		k.log(ctx, "a join's config was read in part", err)
	}
	c.joinBytes += int64(len(c.join.Changes)) * entrySize
	ctx, c.stop = context.WithTimeout(ctx, joinTimeout)
	before, ok := k.place(c)
	if !ok {
		c.stop()
		k.refuse(m, errChannels)
		return
	}
	if before != nil && before.end() { // Phoenix: the second join of a topic closes the first
		before.sendEnd("phx_close", []byte("{}"))
	}
	if !k.service.budgets.joins.add(c.joinBytes) {
		c.end()
		k.refuse(m, errChannels)
		return
	}
	c.queue.enqueue(func() {
		defer c.recoverPanic()
		defer c.stop()
		c.runJoin(ctx, m.Ref)
	})
}

// refuse answers a join that came to nothing. The client tries again after 1, 2,
// 5, 10 s; Supabase answers after 5 s so that others do not hammer, which the
// limit of joins does here.
func (k *socket) refuse(m protocol.Message, why error) {
	k.reply(m, false, reason(why))
}

func reason(why error) []byte {
	return append(protocol.AppendString([]byte(`{"reason":`), clientMessage(why)), '}')
}

// clientMessage is what the client learns of an error; what is not its business is in the
// log.
func clientMessage(why error) string {
	if refusal, ok := errors.AsType[*protocol.Refusal](why); ok {
		return refusal.Error()
	}
	if errors.Is(why, context.DeadlineExceeded) || errors.Is(why, errDatabaseUnavailable) {
		return errCannotConnect.Error()
	}
	return unknownError
}

// runJoin is the join, in the lane.
func (c *channel) runJoin(ctx context.Context, ref string) {
	listed, err := c.authorizeAndSubscribe(ctx)
	if err == nil && !c.state.CompareAndSwap(joining, joined) {
		return // it was left meanwhile, which is seen to behind us in the lane
	}
	if err != nil {
		c.refuseJoin(ctx, ref, err)
		return
	}
	c.reply(ref, true, append(append([]byte(`{"postgres_changes":`), listed...), '}'))
	c.scheduleExpiry()
	c.afterReply(ctx)
}

// refuseJoin answers a join that failed, unless nobody waits for it any more.
func (c *channel) refuseJoin(ctx context.Context, ref string, err error) {
	left := errors.Is(ctx.Err(), context.Canceled)
	if !c.end() || left {
		return
	}
	c.warn("a join failed", err)
	c.replyAlways(ref, false, reason(err))
}

// authorizeAndSubscribe does all that has to be true before the client hears that it has joined,
// and gives the reply's list of changes.
func (c *channel) authorizeAndSubscribe(ctx context.Context) (listed []byte, err error) {
	if err := c.waitForJoinSlot(ctx); err != nil {
		return nil, err
	}
	if err := c.setToken(c.join.AccessToken); err != nil {
		return nil, err
	}
	if err := c.socket.service.authorizeJoin(ctx, c); err != nil {
		return nil, err
	}
	if listed, err = c.socket.service.subscribe(ctx, c); err != nil {
		return nil, err
	}
	if c.subscription != nil && !c.reserveBindings(c.subscription.BindingCount()) {
		return nil, errChannels
	}
	c.socket.service.enter(c)
	return listed, nil
}

// afterReply does what follows the reply.
func (c *channel) afterReply(ctx context.Context) {
	c.subscribed()
	c.socket.service.sendReplicationStatus(c)
	c.socket.service.replay(ctx, c)
	c.socket.service.showPresence(ctx, c)
}

// waitForJoinSlot waits where more join at once than the service takes: after a restart
// everybody comes back within a second.
func (c *channel) waitForJoinSlot(ctx context.Context) error {
	now := c.socket.service.Now()
	turn := c.socket.service.joins.ReserveN(now, 1)
	wait := turn.DelayFrom(now)
	switch {
	case wait == 0:
		return nil
	case wait > joinQueueTimeout:
		turn.CancelAt(now)
		return errJoins
	}
	err := retry.Sleep(ctx, wait)
	if err != nil {
		turn.Cancel()
	}
	return err
}

package realtime

import (
	"context"
	"time"

	"github.com/toubkal/toubkal/server/realtime/fanout"
	"github.com/toubkal/toubkal/server/realtime/protocol"
)

// changesReceiver is a channel as the fanout.Receiver of its row changes.
type changesReceiver struct{ c *channel }

// Deliver sends a frame with changes.
func (c changesReceiver) Deliver(f *protocol.SharedFrame) { c.c.Deliver(f) }

// System sends a status message.
func (c changesReceiver) System(status, message string) {
	c.c.system(fanout.PostgresChanges, status, message)
}

// Fail ends the channel; its client joins again.
func (c changesReceiver) Fail(why string) { c.c.fail(why) }

// The messages to a channel that joined with replication_ready: broadcasts from SQL
// arrive only while replication is connected. The texts are Supabase's.
const (
	replicationReady = "Replication connection established"
	replicationLost  = "Replication connection lost: messages from the database may be missed"
	replicationAway  = "Replication connection could not be established: "
)

const (
	// replicationWait bounds the wait of a channel for replication before it gets an error.
	replicationWait = 15 * time.Second
	// streamWait bounds the wait of a join with postgres_changes for replication.
	// Clients wait 10 s for the reply.
	streamWait = 8 * time.Second
	// streamWaitV1 is streamWait for serializer 1.0.0: the oldest clients repeat a join
	// after 2 s, and abandon the one before.
	streamWaitV1 = 1500 * time.Millisecond
	// maxStreamWait bounds the timeout that a client requests, as in Supabase.
	maxStreamWait = 20 * time.Second
)

// sendReplicationStatus sends the status of replication to a channel that asked for
// it. ReplicationChanged sends the later ones.
func (h *hub) sendReplicationStatus(c *channel) {
	switch {
	case !c.join.Broadcast.ReplicationReady:
	case h.changes.Connected():
		c.system("system", "ok", replicationReady)
	default:
		go func() {
			ctx, cancel := context.WithTimeout(context.Background(), replicationWait)
			defer cancel()
			if err := h.changes.Ready(ctx); err != nil {
				c.enqueue(func(context.Context) { c.system("system", "error", replicationAway+err.Error()) })
			}
		}()
	}
}

// streamWait is the limit of the wait of this channel's join for replication.
func (c *channel) streamWait() time.Duration {
	switch {
	case c.join.Wait:
		return min(max(c.join.Timeout, streamWait), maxStreamWait)
	case c.connection.serializer == protocol.V1:
		return streamWaitV1
	}
	return streamWait
}

// subscribe subscribes the channel to row changes, and returns the postgres_changes of
// the join's reply.
func (h *hub) subscribe(ctx context.Context, c *channel) ([]byte, error) {
	if len(c.join.Changes) == 0 {
		return []byte("[]"), nil
	}
	subscription, err := h.changes.Subscribe(ctx, changesReceiver{c}, fanout.Request{
		Topic: c.topic, Bindings: c.join.Changes, Claims: *c.claims.Load(), StreamWait: c.streamWait(), AllOrNothing: c.join.Wait,
	})
	if err != nil {
		return nil, err
	}
	c.subscription = subscription
	return subscription.Reply(), nil
}

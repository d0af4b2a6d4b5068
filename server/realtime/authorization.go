package realtime

import (
	"context"
	"fmt"
	"time"

	"github.com/toubkal/toubkal/server/realtime/broadcast"
	"github.com/toubkal/toubkal/server/realtime/protocol"
	"github.com/toubkal/toubkal/server/realtime/rls"
	"github.com/toubkal/toubkal/server/token"
)

// checkedRights are rights that the policies were asked about, and those that they granted.
type checkedRights struct{ asked, granted rls.ChannelRights }

// allowAll are the rights on a public channel.
var allowAll = checkedRights{
	asked:   rls.ChannelRights{Broadcast: true, Presence: true},
	granted: rls.ChannelRights{Broadcast: true, Presence: true},
}

// covers reports whether a right is granted. It asks the policies where they were not asked yet.
func (cr *checkedRights) covers(want rls.ChannelRights, ask func() (rls.ChannelRights, error)) (bool, error) {
	if !covers(cr.asked, want) {
		granted, err := ask()
		if err != nil {
			return false, err
		}
		cr.granted, cr.asked = cr.granted.Or(granted), cr.asked.Or(want)
	}
	return covers(cr.granted, want), nil
}

// rightFor is the right to an extension: "broadcast" or "presence".
func rightFor(extension string) rls.ChannelRights {
	return rls.ChannelRights{Broadcast: extension == "broadcast", Presence: extension == "presence"}
}

// covers reports whether a has all rights of b.
func covers(a, b rls.ChannelRights) bool { return a.Or(b) == a }

// privateStreamWait bounds the wait of a private channel's join for replication, so that it
// gets what SQL sends from its reply on. Without replication it succeeds all the same:
// clients can send to each other.
const privateStreamWait = 5 * time.Second

// authorizeJoin authorizes the join of a private channel: the caller needs the right to
// read broadcasts or presence. The right to presence is checked only if the join enables
// it. It waits for replication for up to privateStreamWait.
func (h *hub) authorizeJoin(ctx context.Context, c *channel) error {
	if !c.join.Private {
		c.auth = channelAuth{read: allowAll, write: allowAll}
		return nil
	}
	c.auth = channelAuth{}
	if c.join.Broadcast.Replay != nil {
		c.auth.replayed = &broadcast.Dedup{}
	}
	if err := h.queryReadRights(ctx, c, rls.ChannelRights{Broadcast: true, Presence: c.join.Presence.Enabled}); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, privateStreamWait)
	defer cancel()
	_ = h.changes.Ready(ctx) // sendReplicationStatus reports it
	return nil
}

// reauthorize checks the right to read again, after a new token or some time; the right
// to send is checked at the next message. A *protocol.Refusal means that the caller may
// no longer read the channel.
func (h *hub) reauthorize(ctx context.Context, c *channel) error {
	if !c.join.Private {
		return nil
	}
	c.auth.write = checkedRights{}
	return h.queryReadRights(ctx, c, c.auth.read.asked)
}

func (h *hub) queryReadRights(ctx context.Context, c *channel, want rls.ChannelRights) error {
	read, err := h.messages.Readable(ctx, c.caller(), c.topic, want)
	if err != nil {
		return fmt.Errorf("%w: %w", errDatabaseUnavailable, err)
	}
	if !read.Any() {
		return protocol.NewRefusal("Unauthorized", "You do not have permissions to read from this Channel topic: "+c.topic)
	}
	c.auth.read = checkedRights{asked: want, granted: read}
	return nil
}

// caller is the user for whom the policies are evaluated.
func (c *channel) caller() rls.Caller {
	return rls.Caller{Claims: *c.claims.Load(), Headers: c.connection.headers}
}

// mayRead reports whether the channel's caller may receive the messages of an extension.
// The policies are evaluated once per token. An error means that they could not be
// evaluated; then nothing may be sent.
func (h *hub) mayRead(ctx context.Context, c *channel, extension string) (bool, error) {
	want := rightFor(extension)
	return c.auth.read.covers(want, func() (rls.ChannelRights, error) { return h.messages.Readable(ctx, c.caller(), c.topic, want) })
}

// mayWrite reports whether the channel's caller may send messages of an extension, as
// mayRead does.
func (h *hub) mayWrite(ctx context.Context, c *channel, extension string) (bool, error) {
	want := rightFor(extension)
	return c.auth.write.covers(want, func() (rls.ChannelRights, error) { return h.messages.Writable(ctx, c.caller(), c.topic, want) })
}

// mayWriteAs is mayWrite for a private channel over HTTP.
func (h *hub) mayWriteAs(ctx context.Context, claims token.Claims, topic, extension string) (bool, error) {
	want := rightFor(extension)
	write, err := h.messages.Writable(ctx, rls.Caller{Claims: claims}, topic, want)
	return err == nil && covers(write, want), err
}

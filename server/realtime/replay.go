package realtime

import (
	"context"
	"errors"
	"time"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/realtime/broadcast"
	"github.com/toubkal/toubkal/server/realtime/protocol"
	"github.com/toubkal/toubkal/server/realtime/rls"
)

// replay sends a channel that asked for it the broadcasts that SQL sent to its topic
// before it joined, oldest first.
func (h *hub) replay(ctx context.Context, c *channel) {
	wanted := c.join.Broadcast.Replay
	if wanted == nil || !c.auth.read.granted.Broadcast {
		return
	}
	since := time.UnixMilli(wanted.Since)
	if since.After(h.Now()) {
		return
	}
	found, err := h.messages.Replay(ctx, c.caller(), c.topic, since, wanted.Limit)
	if err != nil {
		c.warn("cannot replay messages", err)
		text := protocol.NewRefusal(unableToReplay, "Realtime was unable to replay messages").Error()
		if db.IsUnavailable(err) || errors.Is(err, context.DeadlineExceeded) { // temporary
			c.fail(text)
			return
		}
		c.system("system", "error", text)
		return
	}
	for _, m := range found {
		if !c.auth.replayed.AddIfNew(m.ID) {
			continue
		}
		sent := protocol.Broadcast{Event: m.Event, Payload: m.Payload, Kind: protocol.TextPayload, Meta: broadcast.Meta(m.ID, true)}
		if m.Binary {
			sent.Kind = protocol.BinaryPayload
		}
		c.Deliver(sent.Frame(c.topic))
	}
	c.auth.replayed.Finish(found)
}

const unableToReplay = "UnableToReplayMessages"

// checkReplay refuses a replay that is never possible, with Supabase's texts.
func (c *channel) checkReplay() error {
	replay := c.join.Broadcast.Replay
	switch {
	case replay == nil:
		return nil
	case !c.join.Private:
		return protocol.NewRefusal(unableToReplay, "Replay is not allowed for public channels")
	case replay.Invalid || replay.Limit > rls.MaxReplay:
		return protocol.NewRefusal(unableToReplay, "Replay params are not valid")
	}
	return nil
}

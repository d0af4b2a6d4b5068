package realtime

import (
	"context"
	"errors"
	"time"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/realtime/protocol"
	"github.com/toubkal/toubkal/server/realtime/rls"
)

// replay sends a channel what SQL has sent to its topic before it joined, oldest
// first, as far as it asked for that.
func (s *Service) replay(ctx context.Context, c *channel) {
	wanted := c.join.Broadcast.Replay
	if wanted == nil || !c.private.read.Broadcast {
		return
	}
	since := time.UnixMilli(wanted.Since)
	if since.After(s.Now()) {
		return
	}
	found, err := s.messages.Replay(ctx, c.caller(), c.topic, since, wanted.Limit)
	if err != nil {
		c.notReplayed(err)
		return
	}
	for i := range found {
		if c.private.recent.first(found[i].ID) {
			c.deliver(replayed(&found[i]).Frame(c.topic))
		}
	}
	c.private.recent.caughtUp(found)
}

// notReplayed says so. Where the database was away, the client joins again.
func (c *channel) notReplayed(err error) {
	c.warn("messages were not replayed", err)
	text := protocol.NewRefusal(unableToReplay, "Realtime was unable to replay messages").Error()
	if db.IsUnavailable(err) || errors.Is(err, context.DeadlineExceeded) {
		c.fail(text)
		return
	}
	c.system("system", "error", text)
}

// replayed is a message as it is sent again.
func replayed(m *rls.Message) *protocol.Broadcast {
	out := &protocol.Broadcast{Event: m.Event, Payload: m.Payload, Kind: protocol.TextPayload, Meta: metaOf(m.ID, true)}
	if m.Binary {
		out.Kind = protocol.BinaryPayload
	}
	return out
}

// metaOf is what the server adds to a message from SQL.
func metaOf(id string, again bool) []byte {
	meta := protocol.AppendString([]byte(`{"id":`), id)
	if again {
		meta = append(meta, `,"replayed":true`...)
	}
	return append(meta, '}')
}

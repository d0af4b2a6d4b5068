package realtime

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/realtime/protocol"
	"github.com/toubkal/toubkal/server/realtime/rls"
)

// replay sends a channel what SQL has sent to its topic before it joined, oldest
// first, as far as it asked for that.
func (s *Service) replay(ctx context.Context, c *channel) {
	wanted := c.join.Broadcast.Replay
	if wanted == nil || !c.auth.read.Broadcast {
		return
	}
	since := time.UnixMilli(wanted.Since)
	if since.After(s.Now()) {
		return
	}
	found, err := s.messages.Replay(ctx, c.caller(), c.topic, since, wanted.Limit)
	if err != nil {
		c.replayFailed(err)
		return
	}
	for i := range found {
		if c.auth.replayed.addIfNew(found[i].ID) {
			c.deliver(replayed(&found[i]).Frame(c.topic))
		}
	}
	c.auth.replayed.finish(found)
}

// replayFailed says so. Where the database was away, the client joins again.
func (c *channel) replayFailed(err error) {
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
	out := &protocol.Broadcast{Event: m.Event, Payload: m.Payload, Kind: protocol.TextPayload, Meta: replayMeta(m.ID, true)}
	if m.Binary {
		out.Kind = protocol.BinaryPayload
	}
	return out
}

// replayMeta is what the server adds to a message from SQL.
func replayMeta(id string, again bool) []byte {
	meta := protocol.AppendString([]byte(`{"id":`), id)
	if again {
		meta = append(meta, `,"replayed":true`...)
	}
	return append(meta, '}')
}

// replayDedup are the messages that a channel with replay has been sent. One that is
// both new and replayed, since it came in between, reaches the channel once.
type replayDedup struct {
	mu  sync.Mutex
	ids map[string]struct{}
	// finished tells that the replay is over: what came until then may still come
	// by the stream, and nothing else twice.
	finished bool
}

// maxRecent bounds what is remembered while a replay is on its way.
const maxRecent = 1000

// addIfNew tells whether a message has not been sent yet, and is from now on.
func (r *replayDedup) addIfNew(id string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, sent := r.ids[id]; sent {
		if r.finished {
			delete(r.ids, id)
		}
		return false
	}
	if r.finished || len(r.ids) >= maxRecent {
		return true
	}
	if r.ids == nil {
		r.ids = map[string]struct{}{}
	}
	r.ids[id] = struct{}{}
	return true
}

// finish is the end of a replay: of what was sent only what it found may come
// again.
func (r *replayDedup) finish(found []rls.Message) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.finished = true
	r.ids = make(map[string]struct{}, len(found))
	for i := range found {
		r.ids[found[i].ID] = struct{}{}
	}
}

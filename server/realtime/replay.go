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

// replay sends a channel that asked for it the broadcasts that SQL sent to its topic
// before it joined, oldest first.
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
		if !c.auth.replayed.addIfNew(m.ID) {
			continue
		}
		sent := protocol.Broadcast{Event: m.Event, Payload: m.Payload, Kind: protocol.TextPayload, Meta: replayMeta(m.ID, true)}
		if m.Binary {
			sent.Kind = protocol.BinaryPayload
		}
		c.deliver(sent.Frame(c.topic))
	}
	c.auth.replayed.finish(found)
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

// replayMeta is the meta of a broadcast that SQL has sent.
func replayMeta(id string, again bool) []byte {
	meta := protocol.AppendString([]byte(`{"id":`), id)
	if again {
		meta = append(meta, `,"replayed":true`...)
	}
	return append(meta, '}')
}

// replayDedup holds the ids of messages that a channel with replay got. A message that
// is sent during the replay arrives both ways; the channel gets it once.
type replayDedup struct {
	mu  sync.Mutex
	ids map[string]struct{}
	// finished is set after the replay: then only a replayed message can arrive again,
	// by replication.
	finished bool
}

// maxRecent bounds the ids that are kept during a replay.
const maxRecent = 1000

// addIfNew adds a message; false if the channel has got it already.
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

// finish ends the replay, and keeps only the ids that it found.
func (r *replayDedup) finish(found []rls.Message) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.finished = true
	r.ids = make(map[string]struct{}, len(found))
	for i := range found {
		r.ids[found[i].ID] = struct{}{}
	}
}

package broadcast

import (
	"sync"

	"github.com/toubkal/toubkal/server/realtime/protocol"
	"github.com/toubkal/toubkal/server/realtime/rls"
)

// Meta is the meta of a broadcast that SQL has sent.
func Meta(id string, replayed bool) []byte {
	meta := protocol.AppendString([]byte(`{"id":`), id)
	if replayed {
		meta = append(meta, `,"replayed":true`...)
	}
	return append(meta, '}')
}

// Dedup holds the ids of messages that a channel with replay got. A message that
// is sent during the replay arrives both ways; the channel gets it once.
type Dedup struct {
	mu  sync.Mutex
	ids map[string]struct{}
	// finished is set after the replay: then only a replayed message can arrive again,
	// by replication.
	finished bool
}

// maxRecent bounds the ids that are kept during a replay.
const maxRecent = 1000

// AddIfNew adds a message; false if the channel has got it already.
func (d *Dedup) AddIfNew(id string) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if _, sent := d.ids[id]; sent {
		if d.finished {
			delete(d.ids, id)
		}
		return false
	}
	if d.finished || len(d.ids) >= maxRecent {
		return true
	}
	if d.ids == nil {
		d.ids = map[string]struct{}{}
	}
	d.ids[id] = struct{}{}
	return true
}

// Finish ends the replay, and keeps only the ids that it found.
func (d *Dedup) Finish(found []rls.Message) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.finished = true
	d.ids = make(map[string]struct{}, len(found))
	for i := range found {
		d.ids[found[i].ID] = struct{}{}
	}
}

package realtime

import (
	"sync"

	"github.com/toubkal/toubkal/server/realtime/rls"
)

// recent are the messages that a channel with replay has been sent. One that is
// both new and replayed, since it came in between, reaches the channel once.
type recent struct {
	mu  sync.Mutex
	ids map[string]struct{}
	// settled tells that the replay is over: what came until then may still come
	// by the stream, and nothing else twice.
	settled bool
}

// maxRecent bounds what is remembered while a replay is on its way.
const maxRecent = 1000

// first tells whether a message has not been sent yet, and is from now on.
func (r *recent) first(id string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, sent := r.ids[id]; sent {
		if r.settled {
			delete(r.ids, id)
		}
		return false
	}
	if r.settled || len(r.ids) >= maxRecent {
		return true
	}
	if r.ids == nil {
		r.ids = map[string]struct{}{}
	}
	r.ids[id] = struct{}{}
	return true
}

// caughtUp is the end of a replay: of what was sent only what it found may come
// again.
func (r *recent) caughtUp(found []rls.Message) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.settled = true
	r.ids = make(map[string]struct{}, len(found))
	for i := range found {
		r.ids[found[i].ID] = struct{}{}
	}
}

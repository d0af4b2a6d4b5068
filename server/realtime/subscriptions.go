package realtime

import (
	"cmp"
	"encoding/json"
	"net/http"
	"slices"
	"time"

	"github.com/toubkal/toubkal/server/realtime/bus"
	"github.com/toubkal/toubkal/server/realtime/wire"
	"github.com/toubkal/toubkal/server/token"
)

// subscriptionsView is what GET /api/subscriptions answers: who listens to what,
// and what waits where. Sizes are in bytes.
type subscriptionsView struct {
	Stream      streamView       `json:"stream"`
	Nodes       *bus.Status      `json:"nodes,omitempty"` // the way to the others; without NATS there are none
	Shards      []queueView      `json:"shards"`
	Audiences   []audienceView   `json:"audiences"`
	Connections []connectionView `json:"connections"`
}

// streamView is how the stream of changes from PostgreSQL is.
type streamView struct {
	Live   bool      `json:"live"`
	Since  time.Time `json:"since"`            // of being live, or of not being so
	Reason string    `json:"reason,omitempty"` // why it is not live
	Slot   string    `json:"slot,omitempty"`
	Lag    uint64    `json:"lag_bytes"`
	Pinned uint64    `json:"pinned_bytes"` // of WAL that the slot keeps
	Cap    uint64    `json:"cap_bytes"`    // at half of which the stream begins anew
	queueView
}

// queueView is how many changes wait, and how many found no room so far.
type queueView struct {
	Waiting int   `json:"waiting"`
	Dropped int64 `json:"dropped"`
}

// audienceView are those of a role who listen to a table. Class is how their right
// to a row is found out: unchecked, shared by all of the role, by its owner, or
// by asking for each.
type audienceView struct {
	Schema   string `json:"schema"`
	Table    string `json:"table"`
	Role     string `json:"role"`
	Class    string `json:"class"`
	Groups   int    `json:"groups"` // whom PostgreSQL is asked for one by one
	Channels int    `json:"channels"`
}

// connectionView is one socket.
type connectionView struct {
	ID       uint64        `json:"id"`
	Version  string        `json:"vsn"`
	Frames   int           `json:"queued_frames"`
	Bytes    int           `json:"queued_bytes"`
	Channels []channelView `json:"channels"`
}

// channelView is one topic of a socket.
type channelView struct {
	Topic    string      `json:"topic"`
	State    string      `json:"state"` // joining, joined
	Private  bool        `json:"private"`
	Presence bool        `json:"presence"`
	Role     string      `json:"role"`
	Subject  string      `json:"sub,omitempty"`
	Expires  time.Time   `json:"expires"`
	Changes  []entryView `json:"postgres_changes"`
	// Problems say what of it does not work.
	Problems []string `json:"problems,omitempty"`
}

// entryView is one binding to changes of tables.
type entryView struct {
	ID     int      `json:"id"`
	Event  string   `json:"event"`
	Schema string   `json:"schema"`
	Table  string   `json:"table"`
	Filter string   `json:"filter,omitempty"`
	Select []string `json:"select,omitempty"`
}

// subscriptions answers the service role alone: it shows who everybody is.
func (s *Service) subscriptions(w http.ResponseWriter, r *http.Request) {
	claims, err := s.caller(r)
	switch {
	case err != nil:
		say(w, http.StatusUnauthorized, map[string]string{"message": "Unauthorized"})
	case claims.Role != token.ServiceRole:
		say(w, http.StatusForbidden, map[string]string{"message": "Forbidden: the service role alone may see this"})
	default:
		say(w, http.StatusOK, s.look())
	}
}

func say(w http.ResponseWriter, status int, what any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(what)
}

func (s *Service) look() subscriptionsView {
	v := subscriptionsView{Stream: s.changes.lookStream(), Nodes: s.bus.Status(), Audiences: s.changes.lookAudiences()}
	for _, shard := range s.changes.shards {
		v.Shards = append(v.Shards, shard.depth())
	}
	for _, k := range s.sockets.all() {
		v.Connections = append(v.Connections, k.look())
	}
	slices.SortFunc(v.Connections, func(a, b connectionView) int { return cmp.Compare(a.ID, b.ID) })
	return v
}

func (h *changes) lookStream() streamView {
	now := h.feed.Status()
	return streamView{
		Live: now.Live, Since: now.Since, Reason: now.Reason, Slot: now.Slot, Lag: now.Lag, Pinned: now.Pinned, Cap: now.Cap,
		queueView: h.intake.depth(),
	}
}

func (h *changes) lookAudiences() []audienceView {
	h.mu.Lock()
	defer h.mu.Unlock()
	views := []audienceView{}
	for _, relations := range h.tables {
		for _, r := range relations {
			for _, a := range r.audiences {
				views = append(views, a.look())
			}
		}
	}
	slices.SortFunc(views, func(a, b audienceView) int {
		return cmp.Or(cmp.Compare(a.Schema, b.Schema), cmp.Compare(a.Table, b.Table), cmp.Compare(a.Role, b.Role))
	})
	return views
}

func (a *audience) look() audienceView {
	v := audienceView{Schema: a.table.Schema, Table: a.table.Name, Role: a.role, Class: a.rights.Class.String()}
	groups := map[any]bool{}
	for _, c := range a.cohorts {
		groups[c.key.group] = true
		v.Channels += len(c.members) - c.out
	}
	v.Groups = len(groups)
	return v
}

func (k *socket) look() connectionView {
	waiting := k.out.waiting()
	v := connectionView{
		ID: k.number, Version: k.framing.String(), Frames: waiting.frames, Bytes: waiting.bytes, Channels: []channelView{},
	}
	for _, c := range k.joined() {
		v.Channels = append(v.Channels, c.look())
	}
	slices.SortFunc(v.Channels, func(a, b channelView) int { return cmp.Compare(a.Topic, b.Topic) })
	return v
}

func (c *channel) look() channelView {
	claims := c.claims.Load()
	v := channelView{
		Topic: wire.Prefix + c.topic, State: "joining", Private: c.join.Private, Presence: c.hasPresence(),
		Role: claims.Role, Subject: claims.Subject, Expires: claims.Expires, Changes: []entryView{},
	}
	if c.state.Load() != joined {
		return v
	}
	v.State = "joined"
	if l := c.listens; l != nil {
		v.Changes, v.Problems = l.look()
	}
	return v
}

func (l *listener) look() (entries []entryView, problems []string) {
	for i, e := range l.entries {
		entries = append(entries, entryView{e.id, e.event, e.schema, e.table, l.channel.join.Changes[i].Filter, e.columns})
	}
	l.changes.mu.Lock()
	defer l.changes.mu.Unlock()
	if r := l.resolution; r != nil {
		problems = slices.Concat(r.refusals, r.lacks)
	}
	return entries, problems
}

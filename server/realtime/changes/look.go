package changes

import (
	"cmp"
	"slices"
	"time"

	"github.com/toubkal/toubkal/server/realtime/rls"
)

// View is how changes are on their way: who listens to what, and what waits where.
type View struct {
	Stream    StreamView     `json:"stream"`
	Shards    []QueueView    `json:"shards"`
	Audiences []AudienceView `json:"audiences"`
}

// StreamView is how the stream of changes from PostgreSQL is. Sizes are in bytes.
type StreamView struct {
	Live   bool      `json:"live"`
	Since  time.Time `json:"since"`            // of being live, or of not being so
	Reason string    `json:"reason,omitempty"` // why it is not live
	Slot   string    `json:"slot,omitempty"`
	Lag    uint64    `json:"lag_bytes"`
	Pinned uint64    `json:"pinned_bytes"` // of WAL that the slot keeps
	Cap    uint64    `json:"cap_bytes"`    // at half of which the stream begins anew
	QueueView
}

// QueueView is how many changes wait, and how many found no room so far.
type QueueView struct {
	Waiting int   `json:"waiting"`
	Dropped int64 `json:"dropped"`
}

// AudienceView are those of a role who listen to a table. Class is how their right
// to a row is found out: unchecked, shared by all of the role, by its owner, or
// by asking for each.
type AudienceView struct {
	Schema   string `json:"schema"`
	Table    string `json:"table"`
	Role     string `json:"role"`
	Class    string `json:"class"`
	Groups   int    `json:"groups"` // whom PostgreSQL is asked for one by one
	Channels int    `json:"channels"`
}

// EntryView is one of a channel's entries of postgres_changes.
type EntryView struct {
	ID     int      `json:"id"`
	Event  string   `json:"event"`
	Schema string   `json:"schema"`
	Table  string   `json:"table"`
	Filter string   `json:"filter,omitempty"`
	Select []string `json:"select,omitempty"`
}

// Look gives the view of this moment.
func (d *Dispatcher) Look() View {
	v := View{Stream: d.lookStream(), Audiences: d.lookAudiences()}
	for _, shard := range d.shards {
		v.Shards = append(v.Shards, shard.depth())
	}
	return v
}

func (d *Dispatcher) lookStream() StreamView {
	now := d.stream.Status()
	return StreamView{
		Live: now.Connected, Since: now.Since, Reason: now.Reason, Slot: now.Slot, Lag: now.Lag, Pinned: now.RetainedWAL, Cap: now.MaxWAL,
		QueueView: d.intake.depth(),
	}
}

func (d *Dispatcher) lookAudiences() []AudienceView {
	d.mu.Lock()
	defer d.mu.Unlock()
	views := []AudienceView{}
	for _, relations := range d.tables {
		for _, r := range relations {
			for _, a := range r.audiences {
				views = append(views, a.look())
			}
		}
	}
	slices.SortFunc(views, func(a, b AudienceView) int {
		return cmp.Or(cmp.Compare(a.Schema, b.Schema), cmp.Compare(a.Table, b.Table), cmp.Compare(a.Role, b.Role))
	})
	return views
}

func (a *audience) look() AudienceView {
	v := AudienceView{Schema: a.table.Schema, Table: a.table.Name, Role: a.role, Class: a.rights.Strategy.String()}
	groups := map[*rls.CallerGroup]bool{}
	for _, c := range a.cohorts {
		groups[c.key.group] = true
		v.Channels += len(c.members) - c.out
	}
	v.Groups = len(groups)
	return v
}

// Look gives the entries of a subscription, and says what of them does not work.
func (s *Subscription) Look() (entries []EntryView, problems []string) {
	for i, e := range s.entries {
		entries = append(entries, EntryView{e.id, e.event, e.schema, e.table, s.asked[i].Filter, e.columns})
	}
	s.dispatcher.mu.Lock()
	defer s.dispatcher.mu.Unlock()
	if r := s.resolution; r != nil {
		problems = slices.Concat(r.refusals, r.lacks)
	}
	return entries, problems
}

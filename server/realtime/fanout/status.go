package fanout

import (
	"cmp"
	"slices"
	"time"

	"github.com/toubkal/toubkal/server/realtime/rls"
)

// Status is how changes are on their way: who listens to what, and what waits where.
type Status struct {
	Stream    StreamStatus       `json:"stream"`
	Shards    []QueueStatus      `json:"shards"`
	Audiences []SubscriberStatus `json:"audiences"`
}

// StreamStatus is how the stream of changes from PostgreSQL is. Sizes are in bytes.
type StreamStatus struct {
	Live   bool      `json:"live"`
	Since  time.Time `json:"since"`            // of being live, or of not being so
	Reason string    `json:"reason,omitempty"` // why it is not live
	Slot   string    `json:"slot,omitempty"`
	Lag    uint64    `json:"lag_bytes"`
	Pinned uint64    `json:"pinned_bytes"` // of WAL that the slot keeps
	Cap    uint64    `json:"cap_bytes"`    // at half of which the stream begins anew
	QueueStatus
}

// QueueStatus is how many changes wait, and how many found no room so far.
type QueueStatus struct {
	Waiting int   `json:"waiting"`
	Dropped int64 `json:"dropped"`
}

// SubscriberStatus are those of a role who listen to a table. Class is how their right
// to a row is found out: unchecked, shared by all of the role, by its owner, or
// by asking for each.
type SubscriberStatus struct {
	Schema   string `json:"schema"`
	Table    string `json:"table"`
	Role     string `json:"role"`
	Class    string `json:"class"`
	Groups   int    `json:"groups"` // whom PostgreSQL is asked for one by one
	Channels int    `json:"channels"`
}

// BindingStatus is one of a channel's entries of postgres_changes.
type BindingStatus struct {
	ID     int      `json:"id"`
	Event  string   `json:"event"`
	Schema string   `json:"schema"`
	Table  string   `json:"table"`
	Filter string   `json:"filter,omitempty"`
	Select []string `json:"select,omitempty"`
}

// Status gives the view of this moment.
func (d *Dispatcher) Status() Status {
	v := Status{Stream: d.lookStream(), Audiences: d.lookAudiences()}
	for _, shard := range d.shards {
		v.Shards = append(v.Shards, shard.depth())
	}
	return v
}

func (d *Dispatcher) lookStream() StreamStatus {
	now := d.stream.Status()
	return StreamStatus{
		Live: now.Connected, Since: now.Since, Reason: now.Reason, Slot: now.Slot, Lag: now.Lag, Pinned: now.RetainedWAL, Cap: now.MaxWAL,
		QueueStatus: d.intake.depth(),
	}
}

func (d *Dispatcher) lookAudiences() []SubscriberStatus {
	d.mu.Lock()
	defer d.mu.Unlock()
	views := []SubscriberStatus{}
	for _, relations := range d.tables {
		for _, r := range relations {
			for _, a := range r.audiences {
				views = append(views, a.look())
			}
		}
	}
	slices.SortFunc(views, func(a, b SubscriberStatus) int {
		return cmp.Or(cmp.Compare(a.Schema, b.Schema), cmp.Compare(a.Table, b.Table), cmp.Compare(a.Role, b.Role))
	})
	return views
}

func (a *audience) look() SubscriberStatus {
	v := SubscriberStatus{Schema: a.table.Schema, Table: a.table.Name, Role: a.role, Class: a.rights.Strategy.String()}
	groups := map[*rls.CallerGroup]bool{}
	for _, c := range a.cohorts {
		groups[c.key.group] = true
		v.Channels += len(c.members) - c.out
	}
	v.Groups = len(groups)
	return v
}

// Status gives the entries of a subscription, and says what of them does not work.
func (s *Subscription) Status() (entries []BindingStatus, problems []string) {
	for i, e := range s.entries {
		entries = append(entries, BindingStatus{e.id, e.event, e.schema, e.table, s.asked[i].Filter, e.columns})
	}
	s.dispatcher.mu.Lock()
	defer s.dispatcher.mu.Unlock()
	if r := s.resolution; r != nil {
		problems = slices.Concat(r.refusals, r.lacks)
	}
	return entries, problems
}

package fanout

import (
	"cmp"
	"slices"
	"time"

	"github.com/toubkal/toubkal/server/realtime/rls"
)

// Status is the state of replication and fanout: subscribers and queues.
type Status struct {
	Stream      StreamStatus       `json:"stream"`
	Workers     []QueueStatus      `json:"workers"`
	Subscribers []SubscriberStatus `json:"subscribers"`
}

// StreamStatus is the state of replication. Sizes are in bytes.
type StreamStatus struct {
	Live        bool      `json:"live"`
	Since       time.Time `json:"since"`            // when live last changed
	Reason      string    `json:"reason,omitempty"` // why it is not connected
	Slot        string    `json:"slot,omitempty"`
	Lag         uint64    `json:"lag_bytes"`
	RetainedWAL uint64    `json:"retained_wal_bytes"` // by the replication slot
	MaxWAL      uint64    `json:"max_wal_bytes"`      // at half of which the slot is recreated
	QueueStatus
}

// QueueStatus is the number of queued changes, and of changes dropped since the start.
type QueueStatus struct {
	Waiting int   `json:"waiting"`
	Dropped int64 `json:"dropped"`
}

// SubscriberStatus are the subscribers of a role to a table. Class is how visibility
// of rows is checked: no_rows, no_rls, per_role, by_owner or per_caller.
type SubscriberStatus struct {
	Schema   string `json:"schema"`
	Table    string `json:"table"`
	Role     string `json:"role"`
	Class    string `json:"class"`
	Groups   int    `json:"groups"` // of callers that the policies cannot tell apart
	Channels int    `json:"channels"`
}

// BindingStatus is one of a channel's postgres_changes bindings.
type BindingStatus struct {
	ID     int      `json:"id"`
	Event  string   `json:"event"`
	Schema string   `json:"schema"`
	Table  string   `json:"table"`
	Filter string   `json:"filter,omitempty"`
	Select []string `json:"select,omitempty"`
}

// Metrics are counters since the start, and the state of replication and its queues.
type Metrics struct {
	Stream                    StreamStatus
	Workers                   []QueueStatus
	Inserts, Updates, Deletes int64
	FilterQueries, RLSQueries int64
	RLSTime                   time.Duration
}

// Metrics returns the metrics at this moment.
func (d *Dispatcher) Metrics() Metrics {
	now := d.stream.Status()
	m := Metrics{
		Stream: StreamStatus{
			Live: now.Connected, Since: now.Since, Reason: now.Reason, Slot: now.Slot, Lag: now.Lag, RetainedWAL: now.RetainedWAL, MaxWAL: now.MaxWAL,
			QueueStatus: d.buffer.queued(),
		},
		Inserts: d.inserts.Load(), Updates: d.updates.Load(), Deletes: d.deletes.Load(), FilterQueries: d.sql.queries.Load(),
	}
	m.RLSQueries, m.RLSTime = d.checker.Queries()
	for _, w := range d.workers {
		m.Workers = append(m.Workers, w.queued())
	}
	return m
}

// Status returns the state at this moment.
func (d *Dispatcher) Status() Status {
	m := d.Metrics()
	d.mu.Lock()
	defer d.mu.Unlock()
	views := []SubscriberStatus{}
	for _, relations := range d.tables {
		for _, r := range relations {
			for _, a := range r.subscribers {
				views = append(views, a.status())
			}
		}
	}
	slices.SortFunc(views, func(a, b SubscriberStatus) int {
		return cmp.Or(cmp.Compare(a.Schema, b.Schema), cmp.Compare(a.Table, b.Table), cmp.Compare(a.Role, b.Role))
	})
	return Status{Stream: m.Stream, Workers: m.Workers, Subscribers: views}
}

func (r *roleSubscribers) status() SubscriberStatus {
	v := SubscriberStatus{Schema: r.table.Schema, Table: r.table.Name, Role: r.role, Class: r.access.Strategy.String()}
	groups := map[*rls.CallerGroup]bool{}
	for _, c := range r.groups {
		groups[c.key.group] = true
		v.Channels += len(c.members) - c.removed
	}
	v.Groups = len(groups)
	return v
}

// Status are the bindings of a subscription, and what of them does not work.
func (s *Subscription) Status() (entries []BindingStatus, problems []string) {
	for i, e := range s.bindings {
		entries = append(entries, BindingStatus{e.id, e.event, e.schema, e.table, s.requested[i].Filter, e.columns})
	}
	s.dispatcher.mu.Lock()
	defer s.dispatcher.mu.Unlock()
	if r := s.resolution; r != nil {
		problems = slices.Concat(r.refusals, r.permissionErrors)
	}
	return entries, problems
}

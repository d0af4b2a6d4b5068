package fanout

import (
	"context"
	"slices"
	"sync/atomic"

	"github.com/toubkal/toubkal/server/realtime/row"
	"github.com/toubkal/toubkal/server/token"
)

// registration is a subscription's subscriber in one group.
type registration struct {
	group      *subscriberGroup
	subscriber *subscriber
}

// enter resolves the bindings for claims, and registers the subscription. When it
// returns without an error, every later commit is matched.
func (s *Subscription) enter(ctx context.Context, claims token.Claims) error {
	d := s.dispatcher
	for {
		if err := d.stream.Ready(ctx); err != nil {
			return streamUnavailable{err}
		}
		d.mu.Lock()
		generation, turned := d.generation, d.stateChanged
		d.mu.Unlock()
		found, err := d.resolveWithRetry(ctx, s.bindings, claims)
		if err != nil {
			return err
		}
		if d.register(s, claims, found, generation) {
			return nil
		}
		select {
		case <-turned:
		case <-ctx.Done():
			return streamUnavailable{ctx.Err()}
		}
	}
}

// register registers a subscription; false if the resolution may be out of date, or
// replication is down: stateChanged says when to try again.
func (d *Dispatcher) register(s *Subscription, claims token.Claims, found *resolution, generation uint64) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !d.connected || d.generation != generation {
		return false
	}
	if s.left {
		return true
	}
	if s.claims.Role != claims.Role || s.claims.Subject != claims.Subject {
		s.gone.Store(true) // another user: changes on their way are not for them
		s.gone = new(atomic.Bool)
	}
	s.claims = claims
	d.registerAll(s, found, generation)
	return true
}

// registerAll adds a subscription to the groups of its resolution, in place of those
// that it had. mu is held.
func (d *Dispatcher) registerAll(s *Subscription, found *resolution, generation uint64) {
	d.unregister(s)
	for i := range found.tables {
		p := &found.tables[i]
		a := d.subscribersOf(p, s.claims.Role)
		m := &subscriber{receiver: s.receiver, claims: s.claims, gone: s.gone, warned: &s.warned}
		s.registrations = append(s.registrations, registration{a.join(s.topic, m, p, d.workerFor), m})
	}
	s.resolution, s.generation, s.waiting = found, generation, false
	d.subscriptions[s] = struct{}{}
}

// unregister removes a subscription from its groups. mu is held.
func (d *Dispatcher) unregister(s *Subscription) {
	for _, r := range s.registrations {
		r.group.leave(r.subscriber)
		a := r.group.subscribers
		if len(a.groups) == 0 {
			d.removeSubscribers(a)
		}
	}
	s.registrations = nil
}

// relation is a table with subscribers. While its columns change there can be two
// with one OID, for earlier and later subscribers.
type relation struct {
	table *row.Table
	// subscribers are one per role, or several while its access changes.
	subscribers []*roleSubscribers
	// columns converts changes of an older or newer description of the table.
	columns columnMap
}

// subscribersOf are the subscribers of a role to a table. mu is held.
func (d *Dispatcher) subscribersOf(p *tableSubscription, role string) *roleSubscribers {
	r := d.relation(p)
	for _, a := range r.subscribers {
		if a.role == role && a.access == p.access {
			return a
		}
	}
	a := newRoleSubscribers(r.table, role, p.access)
	r.subscribers = append(r.subscribers, a)
	return a
}

func (d *Dispatcher) relation(p *tableSubscription) *relation {
	relations := d.tables[p.table.OID]
	at := slices.IndexFunc(relations, func(r *relation) bool { return equalTables(r.table, p.table) })
	if at < 0 {
		r := &relation{table: p.table}
		d.tables[p.table.OID] = append(relations, r)
		return r
	}
	return relations[at]
}

// removeSubscribers removes the entry of a role without groups. mu is held.
func (d *Dispatcher) removeSubscribers(a *roleSubscribers) {
	oid := a.table.OID
	for _, r := range d.tables[oid] {
		r.subscribers = slices.DeleteFunc(r.subscribers, func(other *roleSubscribers) bool { return other == a })
	}
	d.tables[oid] = slices.DeleteFunc(d.tables[oid], func(r *relation) bool { return len(r.subscribers) == 0 })
	if len(d.tables[oid]) == 0 {
		delete(d.tables, oid)
	}
}

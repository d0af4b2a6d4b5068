package fanout

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"time"

	"github.com/toubkal/toubkal/server/realtime/protocol"
	"github.com/toubkal/toubkal/server/realtime/row"
	"github.com/toubkal/toubkal/server/token"
)

// Receiver is a channel that subscribes. Each of its methods may be called from any
// goroutine and under any lock: it never blocks, and calls nothing back.
type Receiver interface {
	// Deliver sends a frame that is shared with other channels.
	Deliver(*protocol.SharedFrame)
	// System sends a status message; status is "ok" or "error".
	System(status, message string)
	// Fail ends the channel; its client joins again.
	Fail(why string)
}

// Request is the request of a channel to subscribe.
type Request struct {
	Topic    string // without protocol.Prefix
	Bindings []protocol.ChangeBinding
	Claims   token.Claims // of the caller
	// StreamWait bounds the wait of the join for replication.
	StreamWait time.Duration
	// AllOrNothing refuses the subscription if a binding cannot work, or without
	// replication.
	AllOrNothing bool
}

// Subscription is a channel that subscribes to changes. Its methods are called by one
// goroutine at a time, except Status.
type Subscription struct {
	dispatcher *Dispatcher
	receiver   Receiver
	topic      string
	requested  []protocol.ChangeBinding
	bindings   []bindingParams // of requested
	warned     atomic.Int64

	// guarded by Dispatcher.mu
	claims        token.Claims
	gone          *atomic.Bool // see subscriber
	registrations []registration
	resolution    *resolution
	generation    uint64 // of the resolution
	// waiting is set if there was no replication when it joined.
	waiting bool
	left    bool
}

// Subscribe subscribes a channel to every commit after it returns. Without
// replication, or with a binding that cannot work, it succeeds all the same, and
// SendStatus says so. The error is a *protocol.Refusal if AllOrNothing is set, else a
// database error.
func (d *Dispatcher) Subscribe(ctx context.Context, c Receiver, w Request) (*Subscription, error) {
	s := newSubscription(d, c, w)
	begun := false
	defer func() { // also after a panic
		if !begun {
			s.Leave()
		}
	}()
	if err := s.begin(ctx, w); err != nil {
		return nil, err
	}
	begun = true
	return s, nil
}

func newSubscription(d *Dispatcher, c Receiver, w Request) *Subscription {
	return &Subscription{
		dispatcher: d, receiver: c, topic: w.Topic, requested: w.Bindings, bindings: readBindings(w.Bindings),
		claims: w.Claims, gone: new(atomic.Bool),
	}
}

func (s *Subscription) begin(ctx context.Context, w Request) error {
	limited, cancel := context.WithTimeout(ctx, w.StreamWait)
	defer cancel()
	err := s.enter(limited, w.Claims)
	switch {
	case err != nil && ctx.Err() != nil:
		return ctx.Err()
	case err != nil && !s.markWaiting(err):
		return err
	case !w.AllOrNothing:
		return nil
	case err != nil:
		return protocol.NewRefusal("PostgresChangesSubscribeTimeout", err.Error())
	case len(s.refusals()) > 0:
		return protocol.NewRefusal("RealtimeDisabledForConfiguration", s.refusals()[0])
	}
	return nil
}

// Reply is the postgres_changes of a join's reply, as JSON: every binding as it was
// requested, and its id.
func (s *Subscription) Reply() []byte {
	echo := []byte{'['}
	for i := range s.requested {
		if i > 0 {
			echo = append(echo, ',')
		}
		echo = appendBinding(echo, &s.requested[i], s.bindings[i].id)
	}
	return append(echo, ']')
}

// Renew resolves the subscription for newer claims, and sends its status. The error
// is a database error.
func (s *Subscription) Renew(ctx context.Context, claims token.Claims) error {
	if s.has(claims) {
		return nil
	}
	if err := s.enter(ctx, claims); err != nil && !s.markWaiting(err) {
		return err
	}
	s.SendStatus()
	return nil
}

// has reports whether the subscription has these claims already.
func (s *Subscription) has(claims token.Claims) bool {
	s.dispatcher.mu.Lock()
	defer s.dispatcher.mu.Unlock()
	return bytes.Equal(s.claims.JSON, claims.JSON)
}

// SendStatus sends which bindings work and which do not.
func (s *Subscription) SendStatus() {
	d := s.dispatcher
	d.mu.Lock()
	r, late := s.resolution, s.waiting && d.connected
	d.mu.Unlock()
	for _, list := range [][]string{r.refusals, r.permissionErrors} {
		for _, why := range list {
			s.receiver.System("error", why)
		}
	}
	switch {
	case late: // replication connected meanwhile
		s.receiver.Fail(replicationBack)
	case len(r.refusals)+len(r.permissionErrors) == 0:
		s.receiver.System("ok", "Subscribed to PostgreSQL")
	}
}

// BindingCount is the number of bindings, each counted once per table.
func (s *Subscription) BindingCount() (sum int) {
	s.dispatcher.mu.Lock()
	defer s.dispatcher.mu.Unlock()
	for _, r := range s.registrations {
		sum += len(r.group.tableBindings)
	}
	return sum
}

// Leave ends the subscription. Changes on their way to the channel are dropped.
func (s *Subscription) Leave() {
	d := s.dispatcher
	d.mu.Lock()
	defer d.mu.Unlock()
	s.left = true
	s.gone.Store(true)
	d.unregister(s)
	delete(d.subscriptions, s)
}

func (s *Subscription) refusals() []string {
	s.dispatcher.mu.Lock()
	defer s.dispatcher.mu.Unlock()
	return s.resolution.refusals
}

// streamUnavailable is the error without replication.
type streamUnavailable struct{ reason error }

func (s streamUnavailable) Error() string { return "Replication is not available: " + s.reason.Error() }
func (s streamUnavailable) Unwrap() error { return s.reason }

// markWaiting notes that the channel joined without replication, if that is the
// error.
func (s *Subscription) markWaiting(err error) bool {
	away, ok := errors.AsType[streamUnavailable](err)
	if !ok {
		return false
	}
	d := s.dispatcher
	d.mu.Lock()
	defer d.mu.Unlock()
	d.unregister(s)
	s.waiting, s.resolution = true, &resolution{refusals: []string{away.Error()}, canChange: true}
	if !s.left {
		d.subscriptions[s] = struct{}{}
	}
	return true
}

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

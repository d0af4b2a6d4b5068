package fanout

import (
	"context"
	"slices"
	"sync/atomic"

	"github.com/toubkal/toubkal/server/realtime/row"
	"github.com/toubkal/toubkal/server/token"
)

// seat is a subscription's place among those who hear of a table.
type seat struct {
	cohort *cohort
	member *member
}

// enter finds what the entries come to for claims, and registers it. When it
// returns without an error, every commit from then on is matched.
func (s *Subscription) enter(ctx context.Context, claims token.Claims) error {
	d := s.dispatcher
	for {
		if err := d.stream.Ready(ctx); err != nil {
			return noStream{err}
		}
		d.mu.Lock()
		generation, turned := d.generation, d.turned
		d.mu.Unlock()
		found, err := d.resolveSoon(ctx, s.entries, claims)
		if err != nil {
			return err
		}
		if d.register(s, claims, found, generation) {
			return nil
		}
		select {
		case <-turned:
		case <-ctx.Done():
			return noStream{ctx.Err()}
		}
	}
}

// register seats a subscription; false where what was found may be out of date, or
// there is no stream: turned tells when to try again.
func (d *Dispatcher) register(s *Subscription, claims token.Claims, found *resolution, generation uint64) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !d.live || d.generation != generation {
		return false
	}
	if s.over {
		return true
	}
	if s.claims.Role != claims.Role || s.claims.Subject != claims.Subject {
		s.gone.Store(true) // somebody else: what is under way is not theirs
		s.gone = new(atomic.Bool)
	}
	s.claims = claims
	d.seat(s, found, generation)
	return true
}

// seat gives a subscription its places among those who hear of changes, in place of
// those that it had. mu is held.
func (d *Dispatcher) seat(s *Subscription, found *resolution, generation uint64) {
	d.unseat(s)
	for i := range found.parts {
		p := &found.parts[i]
		a := d.audience(p, s.claims.Role)
		m := &member{channel: s.channel, claims: s.claims, gone: s.gone, warned: &s.warned}
		s.seats = append(s.seats, seat{a.join(s.topic, m, p, d.shardOf), m})
	}
	s.resolution, s.generation, s.waits = found, generation, false
	d.listening[s] = struct{}{}
}

// unseat takes a subscription's places. mu is held.
func (d *Dispatcher) unseat(s *Subscription) {
	for _, seat := range s.seats {
		seat.cohort.leave(seat.member)
		a := seat.cohort.audience
		if len(a.cohorts) == 0 {
			d.forget(a)
		}
	}
	s.seats = nil
}

// relation is a table that somebody listens to. While its columns change there
// can be two with one OID, for those who came before and after.
type relation struct {
	table *row.Table
	// audiences are one per role, but while its rights change.
	audiences []*audience
	// fits is how a table of the stream is laid out on ours.
	fits layout
}

// audience is where those of a role are who listen to a table. mu is held.
func (d *Dispatcher) audience(p *part, role string) *audience {
	r := d.relation(p)
	for _, a := range r.audiences {
		if a.role == role && a.rights == p.rights {
			return a
		}
	}
	a := newAudience(r.table, role, p.rights)
	r.audiences = append(r.audiences, a)
	return a
}

func (d *Dispatcher) relation(p *part) *relation {
	relations := d.tables[p.table.OID]
	at := slices.IndexFunc(relations, func(r *relation) bool { return alike(r.table, p.table) })
	if at < 0 {
		r := &relation{table: p.table}
		d.tables[p.table.OID] = append(relations, r)
		return r
	}
	return relations[at]
}

// forget forgets an audience without cohorts. mu is held.
func (d *Dispatcher) forget(a *audience) {
	oid := a.table.OID
	for _, r := range d.tables[oid] {
		r.audiences = slices.DeleteFunc(r.audiences, func(other *audience) bool { return other == a })
	}
	d.tables[oid] = slices.DeleteFunc(d.tables[oid], func(r *relation) bool { return len(r.audiences) == 0 })
	if len(d.tables[oid]) == 0 {
		delete(d.tables, oid)
	}
}

package fanout

import (
	"context"
	"fmt"
	"slices"
	"time"
)

// reevaluateTime bounds how long changes wait for rights to be read again.
const reevaluateTime = 20 * time.Second

// breath is what lies between two reevaluations at least: while a migration goes
// on, who joins has to get a word in.
const breath = 200 * time.Millisecond

// reevaluate looks at everything again after a change of the schema, before any
// later change of a row is handed out. Those for whom something begins or ceases
// to work are told.
func (d *Dispatcher) reevaluate(ctx context.Context) {
	defer func() { d.reevaluated = d.now() }()
	// all that are known of are visible already: a migration of many steps must not
	// put changes of rows off by as many reevaluations
	d.covered = d.intake.schemaChanges()
	for _, s := range d.shards {
		s.drain() // what came before is judged by what was before
	}
	d.guard.Invalidate()
	d.turn(func() {
		d.generation++
		clear(d.filters)
	})
	ctx, cancel := context.WithTimeout(ctx, reevaluateTime)
	defer cancel()
	stale, err := d.staleAudiences(ctx)
	for _, s := range d.everybody() {
		if err == nil {
			err = d.again(ctx, s, stale)
		}
		if err != nil {
			s.channel.Fail("Rights could not be read again after a change of the schema")
		}
	}
	if err != nil && ctx.Err() != context.Canceled {
		d.log.Warn("realtime: rights could not be read again", "error", err)
	}
}

// staleAudiences are those whose table or rights are not what they were.
func (d *Dispatcher) staleAudiences(ctx context.Context) (map[*audience]bool, error) {
	stale := map[*audience]bool{}
	for _, a := range d.audiences() {
		t, err := d.stream.Table(ctx, a.table.Schema, a.table.Name)
		if err != nil {
			return nil, fmt.Errorf("look up %s.%s again: %w", a.table.Schema, a.table.Name, err)
		}
		if t == nil || t.OID != a.table.OID || !alike(t, a.table) {
			stale[a] = true
			continue
		}
		rights, err := d.guard.Access(ctx, t, a.role)
		if err != nil {
			return nil, fmt.Errorf("read the rights of %s again: %w", a.role, err)
		}
		stale[a] = rights != a.rights
	}
	return stale, nil
}

func (d *Dispatcher) audiences() (all []*audience) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, relations := range d.tables {
		for _, r := range relations {
			all = append(all, r.audiences...)
		}
	}
	return all
}

// again resolves a subscription again, where that can come to something else.
func (d *Dispatcher) again(ctx context.Context, s *Subscription, stale map[*audience]bool) error {
	d.mu.Lock()
	claims, before, generation := s.claims, s.resolution, d.generation
	if !s.overtaken(generation, stale) {
		d.mu.Unlock()
		return nil
	}
	d.mu.Unlock()
	found, err := d.resolveSoon(ctx, s.entries, claims)
	if err != nil {
		return err
	}
	d.mu.Lock()
	current := s.over || s.waits || s.generation == generation // by a newer token, meanwhile
	if !current {
		d.seat(s, found, generation)
	}
	d.mu.Unlock()
	if !current && !(slices.Equal(before.refusals, found.refusals) && slices.Equal(before.lacks, found.lacks)) {
		s.SendStatus()
	}
	return nil
}

// overtaken tells whether a subscription has to be resolved again; where not, what it
// has is as good as new. mu is held.
func (s *Subscription) overtaken(generation uint64, stale map[*audience]bool) bool {
	if s.over || s.waits || s.generation == generation {
		return false
	}
	again := s.resolution.open
	for _, seat := range s.seats {
		again = again || stale[seat.cohort.audience]
	}
	if !again {
		s.generation = generation
	}
	return again
}

package realtime

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
func (h *changes) reevaluate(ctx context.Context) {
	defer func() { h.reevaluated = h.now() }()
	// all that are known of are visible already: a migration of many steps must not
	// put changes of rows off by as many reevaluations
	h.covered = h.intake.schemaChanges()
	for _, s := range h.shards {
		s.drain() // what came before is judged by what was before
	}
	h.guard.Forget()
	h.turn(func() {
		h.generation++
		clear(h.filters)
	})
	ctx, cancel := context.WithTimeout(ctx, reevaluateTime)
	defer cancel()
	stale, err := h.staleAudiences(ctx)
	for _, l := range h.everybody() {
		if err == nil {
			err = h.again(ctx, l, stale)
		}
		if err != nil {
			l.fail("Rights could not be read again after a change of the schema")
		}
	}
	if err != nil && ctx.Err() != context.Canceled {
		h.log.Warn("realtime: rights could not be read again", "error", err)
	}
}

// staleAudiences are those whose table or rights are not what they were.
func (h *changes) staleAudiences(ctx context.Context) (map[*audience]bool, error) {
	stale := map[*audience]bool{}
	for _, a := range h.audiences() {
		t, err := h.feed.Table(ctx, a.table.Schema, a.table.Name)
		if err != nil {
			return nil, fmt.Errorf("look up %s.%s again: %w", a.table.Schema, a.table.Name, err)
		}
		if t == nil || t.OID != a.table.OID || !alike(t, a.table) {
			stale[a] = true
			continue
		}
		rights, err := h.guard.Rights(ctx, t, a.role)
		if err != nil {
			return nil, fmt.Errorf("read the rights of %s again: %w", a.role, err)
		}
		stale[a] = rights != a.rights
	}
	return stale, nil
}

func (h *changes) audiences() (all []*audience) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, relations := range h.tables {
		for _, r := range relations {
			all = append(all, r.audiences...)
		}
	}
	return all
}

// again resolves a listener again, where that can come to something else.
func (h *changes) again(ctx context.Context, l *listener, stale map[*audience]bool) error {
	h.mu.Lock()
	claims, before, generation := l.claims, l.resolution, h.generation
	if !l.overtaken(generation, stale) {
		h.mu.Unlock()
		return nil
	}
	h.mu.Unlock()
	found, err := h.resolveSoon(ctx, l.entries, claims)
	if err != nil {
		return err
	}
	h.mu.Lock()
	current := l.over || l.waits || l.generation == generation // by a newer token, meanwhile
	if !current {
		h.seat(l, found, generation)
	}
	h.mu.Unlock()
	if !current && !(slices.Equal(before.refusals, found.refusals) && slices.Equal(before.lacks, found.lacks)) {
		l.tell()
	}
	return nil
}

// overtaken tells whether a listener has to be resolved again; where not, what it
// has is as good as new. mu is held.
func (l *listener) overtaken(generation uint64, stale map[*audience]bool) bool {
	if l.over || l.waits || l.generation == generation {
		return false
	}
	again := l.resolution.open
	for _, seat := range l.seats {
		again = again || stale[seat.cohort.audience]
	}
	if !again {
		l.generation = generation
	}
	return again
}

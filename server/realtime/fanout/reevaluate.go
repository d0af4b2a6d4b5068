package fanout

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/toubkal/toubkal/server/realtime/rls"
)

// reevaluateTimeout bounds how long changes wait for rights to be read again.
const reevaluateTimeout = 20 * time.Second

// minReevaluateInterval keeps a long migration from starving joins.
const minReevaluateInterval = 200 * time.Millisecond

// accessUnknown ends a subscription whose access cannot be read.
const accessUnknown = "Access could not be re-evaluated after a schema change"

// reevaluate resolves all subscriptions again after a change of the schema, before
// any later row change is matched. A subscription whose bindings begin or cease to
// work gets a system message.
func (d *Dispatcher) reevaluate(ctx context.Context) {
	defer func() { d.reevaluated = d.now() }()
	// the catalog shows all changes that are buffered so far: a migration of many steps
	// causes one reevaluation, not as many
	d.covered = d.buffer.schemaChanges()
	for _, s := range d.workers {
		s.drain() // earlier changes are checked under the earlier policies
	}
	d.checker.Invalidate()
	d.setState(func() {
		d.generation++
		clear(d.filters)
	})
	ctx, cancel := context.WithTimeout(ctx, reevaluateTimeout)
	defer cancel()
	stale, err := d.staleSubscribers(ctx)
	for _, s := range d.allSubscriptions() {
		if err == nil {
			err = d.resolveAgain(ctx, s, stale)
		}
		if err != nil {
			s.receiver.Fail(accessUnknown)
		}
	}
	if err != nil && ctx.Err() != context.Canceled {
		d.log.Warn("cannot read access again after a schema change", "error", err)
	}
}

// staleSubscribers are the subscribers whose table, privileges or policies have changed.
func (d *Dispatcher) staleSubscribers(ctx context.Context) (map[*roleSubscribers]bool, error) {
	stale := map[*roleSubscribers]bool{}
	for _, a := range d.allSubscribers() {
		t, err := d.stream.Table(ctx, a.table.Schema, a.table.Name)
		if err != nil {
			return nil, fmt.Errorf("look up %s.%s again: %w", a.table.Schema, a.table.Name, err)
		}
		if t == nil || t.OID != a.table.OID || !equalTables(t, a.table) {
			stale[a] = true
			continue
		}
		rights, err := d.checker.Access(ctx, t, a.role)
		if err != nil {
			return nil, fmt.Errorf("read the access of %s again: %w", a.role, err)
		}
		stale[a] = rights != a.access
	}
	return stale, nil
}

func (d *Dispatcher) allSubscribers() (all []*roleSubscribers) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, relations := range d.tables {
		for _, r := range relations {
			all = append(all, r.subscribers...)
		}
	}
	return all
}

// resolveAgain resolves a subscription again, if the result can be another one.
func (d *Dispatcher) resolveAgain(ctx context.Context, s *Subscription, stale map[*roleSubscribers]bool) error {
	d.mu.Lock()
	claims, before, generation := s.claims, s.resolution, d.generation
	if !s.outdated(generation, stale) {
		d.mu.Unlock()
		return nil
	}
	d.mu.Unlock()
	found, err := d.resolveWithRetry(ctx, s.bindings, claims)
	if err != nil {
		return err
	}
	d.mu.Lock()
	current := s.left || s.waiting || s.generation == generation // or a newer token has resolved it meanwhile
	if !current {
		d.registerAll(s, found, generation)
	}
	d.mu.Unlock()
	if !current && !(slices.Equal(before.refusals, found.refusals) && slices.Equal(before.permissionErrors, found.permissionErrors)) {
		s.SendStatus()
	}
	return nil
}

// outdated reports whether a subscription has to be resolved again. If not, its
// resolution is marked as current. mu is held.
func (s *Subscription) outdated(generation uint64, stale map[*roleSubscribers]bool) bool {
	if s.left || s.waiting || s.generation == generation {
		return false
	}
	again := s.resolution.canChange
	for _, r := range s.registrations {
		again = again || stale[r.group.subscribers]
	}
	if !again {
		s.generation = generation
	}
	return again
}

// rebuildJobs regroups queued jobs after the table or its policies have changed:
// other policies make other groups of equal callers.
func (w *worker) rebuildJobs(ctx context.Context, jobs []*job) (again []*job, err error) {
	old := jobs[0].subscribers
	table, err := w.currentTable(ctx, old.table)
	if err != nil {
		return nil, fmt.Errorf("look up %s.%s again: %w", old.table.Schema, old.table.Name, err)
	}
	if table == nil { // no longer published
		table = old.table
	}
	rights, err := w.checker.Access(ctx, table, old.role)
	if err != nil {
		return nil, err
	}
	a, fits := newRoleSubscribers(table, old.role, rights), newColumnMap(old.table, table)
	for _, j := range jobs {
		next := &job{subscribers: a, events: fits.convertChanges(j.events)}
		for _, it := range j.groups {
			if err := w.splitByGroup(ctx, next, it, fits.convertBindings(it.group.tableBindings)); err != nil {
				return nil, err
			}
		}
		again = append(again, next)
	}
	return again, nil
}

// splitByGroup adds a job of one group to j, split by the groups of equal callers
// under the new policies.
func (w *worker) splitByGroup(ctx context.Context, j *job, it groupJob, wants []tableBinding) error {
	a := j.subscribers
	if a.access.Strategy == rls.NoRows {
		return nil
	}
	parts := map[*rls.CallerGroup]*groupJob{}
	for _, m := range it.members {
		if m.gone.Load() {
			continue
		}
		group, err := w.checker.Group(ctx, a.access, m.claims)
		if err != nil {
			return fmt.Errorf("find the group of equal callers: %w", err)
		}
		if parts[group] == nil {
			key := groupKey{topic: it.group.key.topic, params: it.group.key.params, group: group}
			parts[group] = &groupJob{group: a.newGroup(key, wants), matches: slices.Clone(it.matches)}
		}
		parts[group].members = append(parts[group].members, m)
	}
	for _, part := range parts {
		j.groups = append(j.groups, *part)
	}
	return nil
}

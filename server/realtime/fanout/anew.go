package fanout

import (
	"context"
	"fmt"
	"slices"

	"github.com/toubkal/toubkal/server/realtime/rls"
)

// anew makes the jobs of an audience anew after its table or policies have
// changed: under other policies other members are alike.
func (s *shard) anew(ctx context.Context, jobs []*job) (again []*job, err error) {
	old := jobs[0].audience
	table, err := s.newest(ctx, old.table)
	if err != nil {
		return nil, fmt.Errorf("look up %s.%s again: %w", old.table.Schema, old.table.Name, err)
	}
	if table == nil { // published no more
		table = old.table
	}
	rights, err := s.guard.Access(ctx, table, old.role)
	if err != nil {
		return nil, err
	}
	a, fits := newAudience(table, old.role, rights), layOut(old.table, table)
	for _, j := range jobs {
		next := &job{audience: a, events: fits.layEvents(j.events)}
		for _, it := range j.items {
			if err := s.divide(ctx, next, it, fits.layWants(it.cohort.wants)); err != nil {
				return nil, err
			}
		}
		again = append(again, next)
	}
	return again, nil
}

// divide adds an item to a job, divided by whom the new policies take for alike.
func (s *shard) divide(ctx context.Context, j *job, it item, wants []wanted) error {
	a := j.audience
	if a.rights.Strategy == rls.NoRows {
		return nil
	}
	parts := map[*rls.CallerGroup]*item{}
	for _, m := range it.members {
		if m.gone.Load() {
			continue
		}
		group, err := s.guard.Group(ctx, a.rights, m.claims)
		if err != nil {
			return fmt.Errorf("find who else is asked alike: %w", err)
		}
		if parts[group] == nil {
			key := cohortKey{topic: it.cohort.key.topic, params: it.cohort.key.params, group: group}
			parts[group] = &item{cohort: a.newCohort(key, wants), hits: slices.Clone(it.hits)}
		}
		parts[group].members = append(parts[group].members, m)
	}
	for _, part := range parts {
		j.items = append(j.items, *part)
	}
	return nil
}

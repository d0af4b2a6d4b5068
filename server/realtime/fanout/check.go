package fanout

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/toubkal/toubkal/server/realtime/rls"
	"github.com/toubkal/toubkal/server/realtime/row"
)

// checkTime bounds how long a shard asks about the same changes.
const checkTime = 10 * time.Second

// check finds out what may be seen of the jobs of one audience, and sends it.
// What cannot be checked is not sent, and those who would have got it are told.
func (s *shard) check(ctx context.Context, jobs []*job) {
	defer func() {
		for _, j := range jobs {
			for i := range j.items {
				j.items[i].cohort.pending.Add(-1)
			}
		}
	}()
	ctx, cancel := context.WithTimeout(ctx, checkTime)
	defer cancel()
	s.compare(ctx, jobs)
	err := s.askAndSend(ctx, jobs)
	if err == nil || ctx.Err() == context.Canceled {
		return
	}
	table := jobs[0].audience.table
	s.log.Warn("realtime: changes could not be checked", "table", table.Schema+"."+table.Name, "error", err)
	for _, j := range jobs {
		j.drop(unchecked(table))
	}
}

func unchecked(t *row.Table) string {
	return fmt.Sprintf("Changes of %s.%s could not be checked against its policies and are missed", t.Schema, t.Name)
}

// A question is asked again where the table or its policies changed while it was
// asked, so often that only something wrong goes on for longer; and where it
// failed at once: a column may be gone, or a connection dead of which nobody knew.
const (
	mostChanged = 30
	mostFailed  = 3
	quick       = time.Second
)

// askAndSend asks until there is an answer.
func (s *shard) askAndSend(ctx context.Context, jobs []*job) error {
	for changed, failed := 0, 0; ; {
		began := s.now()
		err := s.ask(ctx, jobs)
		switch {
		case errors.Is(err, rls.ErrChanged):
			changed++
		case err == nil, ctx.Err() != nil, s.now().Sub(began) > quick:
			return err
		default:
			failed++
		}
		if changed >= mostChanged || failed >= mostFailed {
			return err
		}
		s.stale()
		s.guard.Invalidate()
		again, failure := s.anew(ctx, jobs)
		if failure != nil {
			return errors.Join(err, failure)
		}
		jobs = again
	}
}

// ask asks for the jobs of an audience, and sends what may be seen, in order.
func (s *shard) ask(ctx context.Context, jobs []*job) error {
	a, q := jobs[0].audience, inquire(jobs)
	var answer *rls.Result
	if len(q.looks) > 0 {
		var err error
		if answer, err = s.guard.Check(ctx, a.table, a.role, q.changes, q.looks); err != nil {
			return fmt.Errorf("ask what %s may see: %w", a.role, err)
		}
		for i, e := range q.events {
			e.fill(answer.Row(i))
		}
	}
	for i, j := range jobs {
		for _, it := range j.items {
			hits := q.seen(answer, i, j, &it)
			s.printer.deliver(it.cohort, it.members, j.events, hits)
			s.warn(answer, q, &it)
		}
		s.printer.forget()
	}
	return nil
}

// warn tells those for whom the policies themselves failed.
func (s *shard) warn(answer *rls.Result, q *inquiry, it *item) {
	look, ok := q.of[it.cohort.key.group]
	if !ok || answer.Err(look) == nil {
		return
	}
	table := it.cohort.audience.table
	s.log.Debug("realtime: a policy failed", "table", table.Schema+"."+table.Name, "error", answer.Err(look))
	it.warn(s.now(), unchecked(table))
}

// drop gives a job up: whoever it was for is told, and asks anew.
func (j *job) drop(why string) {
	for _, it := range j.items {
		for _, m := range it.members {
			if !m.gone.Swap(true) {
				m.channel.Fail(why)
			}
		}
	}
}

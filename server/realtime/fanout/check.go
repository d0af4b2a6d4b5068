package fanout

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/toubkal/toubkal/server/realtime/rls"
	"github.com/toubkal/toubkal/server/realtime/row"
)

// checkTimeout bounds the RLS queries for one batch of changes.
const checkTimeout = 10 * time.Second

// check runs the RLS queries for the jobs of one role on one table, and sends the
// visible changes. If a check fails, they are not sent, and the affected channels
// fail with a message.
func (w *worker) check(ctx context.Context, jobs []*job) {
	defer func() {
		for _, j := range jobs {
			for i := range j.groups {
				j.groups[i].group.pending.Add(-1)
			}
		}
	}()
	ctx, cancel := context.WithTimeout(ctx, checkTimeout)
	defer cancel()
	w.compareFilters(ctx, jobs)
	err := w.checkAndSend(ctx, jobs)
	if err == nil || ctx.Err() == context.Canceled {
		return
	}
	table := jobs[0].subscribers.table
	w.log.Warn("cannot run RLS query, changes not sent", "table", table.Schema+"."+table.Name, "error", err)
	for _, j := range jobs {
		j.drop(notCheckedMessage(table))
	}
}

func notCheckedMessage(t *row.Table) string {
	return fmt.Sprintf("Changes of %s.%s could not be checked against its policies and were not sent", t.Schema, t.Name)
}

// An RLS query is repeated if the table or its policies changed meanwhile, so often
// that only a fault causes more; and if it failed quickly: a column may have been
// dropped, or a pooled connection was dead.
const (
	maxPolicyRetries = 30
	maxErrorRetries  = 3
	maxFailureTime   = time.Second
)

// checkAndSend repeats the query until it succeeds or the retries end.
func (w *worker) checkAndSend(ctx context.Context, jobs []*job) error {
	for changed, failed := 0, 0; ; {
		began := w.now()
		err := w.query(ctx, jobs)
		switch {
		case errors.Is(err, rls.ErrChanged):
			changed++
		case err == nil, ctx.Err() != nil, w.now().Sub(began) > maxFailureTime:
			return err
		default:
			failed++
		}
		if changed >= maxPolicyRetries || failed >= maxErrorRetries {
			return err
		}
		w.onStale()
		w.checker.Invalidate()
		again, failure := w.rebuildJobs(ctx, jobs)
		if failure != nil {
			return errors.Join(err, failure)
		}
		jobs = again
	}
}

// query runs the RLS query for jobs of one role on one table, and sends the visible
// changes in order.
func (w *worker) query(ctx context.Context, jobs []*job) error {
	a, q := jobs[0].subscribers, newRLSBatch(jobs)
	var answer *rls.Result
	if len(q.queries) > 0 {
		var err error
		if answer, err = w.checker.Check(ctx, a.table, a.role, q.changes, q.queries); err != nil {
			return fmt.Errorf("check rows for %s: %w", a.role, err)
		}
		for i, e := range q.events {
			e.fillToast(answer.Row(i))
		}
	}
	for i, j := range jobs {
		for _, it := range j.groups {
			hits := q.visibleMatches(answer, i, j, &it)
			w.encoder.deliver(it.group, it.members, j.events, hits)
			w.warn(answer, q, &it)
		}
		w.encoder.reset()
	}
	return nil
}

// warn sends a message to those for whom a policy failed.
func (w *worker) warn(answer *rls.Result, q *rlsBatch, it *groupJob) {
	look, ok := q.queryOf[it.group.key.group]
	if !ok || answer.Err(look) == nil {
		return
	}
	table := it.group.subscribers.table
	w.log.Debug("policy failed", "table", table.Schema+"."+table.Name, "error", answer.Err(look))
	it.warn(w.now(), notCheckedMessage(table))
}

// drop gives a job up: its channels fail with a reason, and their clients join again.
func (j *job) drop(why string) {
	for _, it := range j.groups {
		for _, m := range it.members {
			if !m.gone.Swap(true) {
				m.receiver.Fail(why)
			}
		}
	}
}

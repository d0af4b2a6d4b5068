package fanout

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/toubkal/toubkal/server/realtime/filter"
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

// drop discards a job: its channels fail with a reason, and their clients join again.
func (j *job) drop(why string) {
	for _, it := range j.groups {
		for _, m := range it.members {
			if !m.gone.Swap(true) {
				m.receiver.Fail(why)
			}
		}
	}
}

// rlsBatch is the deduplicated RLS query for the subscribers of one role.
type rlsBatch struct {
	changes     []*row.Change
	events      []*pendingChange // of changes
	places      [][]int32        // by job and event: 1 + its index in changes
	queries     []rls.Query
	queryOf     map[*rls.CallerGroup]int // its index in queries
	queryPlaces [][]int32                // by query and change: 1 + its index in the changes of the query
}

func newRLSBatch(jobs []*job) *rlsBatch {
	r := &rlsBatch{places: make([][]int32, len(jobs)), queryOf: map[*rls.CallerGroup]int{}}
	for i, j := range jobs {
		r.places[i] = make([]int32, len(j.events))
		for _, it := range j.groups {
			for _, h := range it.matches {
				if e := j.events[h.event]; j.subscribers.needsQuery(e) {
					r.add(it.group.key.group, r.place(i, h.event, e))
				}
			}
		}
	}
	return r
}

// place is the index of an event in changes.
func (r *rlsBatch) place(job int, event int32, e *pendingChange) int32 {
	if r.places[job][event] == 0 {
		r.changes, r.events = append(r.changes, e.change), append(r.events, e)
		r.places[job][event] = int32(len(r.changes)) // #nosec G115 -- a batch has far fewer
	}
	return r.places[job][event] - 1
}

// add adds a change to the query of a group.
func (r *rlsBatch) add(g *rls.CallerGroup, change int32) {
	query, ok := r.queryOf[g]
	if !ok {
		query = len(r.queries)
		r.queryOf[g] = query
		r.queries = append(r.queries, rls.Query{Group: g})
		r.queryPlaces = append(r.queryPlaces, nil)
	}
	for int(change) >= len(r.queryPlaces[query]) {
		r.queryPlaces[query] = append(r.queryPlaces[query], 0)
	}
	if r.queryPlaces[query][change] == 0 {
		r.queries[query].Changes = append(r.queries[query].Changes, change)
		r.queryPlaces[query][change] = int32(len(r.queries[query].Changes)) // #nosec G115 -- a batch has far fewer
	}
}

// visibleMatches are the matches that the group of a job may see.
func (r *rlsBatch) visibleMatches(answer *rls.Result, job int, j *job, it *groupJob) []match {
	query, ok := r.queryOf[it.group.key.group]
	if !ok {
		return it.matches
	}
	return slices.DeleteFunc(it.matches, func(h match) bool {
		if !j.subscribers.needsQuery(j.events[h.event]) {
			return false
		}
		return !answer.Visible(query, int(r.queryPlaces[query][r.places[job][h.event]-1]-1))
	})
}

// compareTimeout bounds filters that PostgreSQL evaluates, so that a slow regular
// expression delays no other subscriber for long.
const compareTimeout = 2 * time.Second

// compareFilters has PostgreSQL evaluate the filters that package filter cannot
// decide, and adds the matches. If the evaluation fails, the filters do not match,
// and the subscribers get a message.
func (w *worker) compareFilters(ctx context.Context, jobs []*job) {
	var questions []filter.Comparison
	for _, j := range jobs {
		for i := range j.groups {
			for k := range j.groups[i].undecided {
				q := &j.groups[i].undecided[k]
				before := len(questions)
				questions = q.binding.filter.Comparisons(questions, j.events[q.event].change.Row())
				q.comparisons = len(questions) - before
			}
		}
	}
	if len(questions) == 0 {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, compareTimeout)
	defer cancel()
	answers, err := w.sql.compare(ctx, questions)
	if err != nil { // at debug: a client can cause it
		w.log.Debug("cannot evaluate filters", "error", err)
	}
	for _, j := range jobs {
		for i := range j.groups {
			it := &j.groups[i]
			if err != nil && len(it.undecided) > 0 {
				it.warn(w.now(), "A filter could not be evaluated for a change, which was not sent")
			}
			answers = it.applyComparisons(answers)
		}
	}
}

// applyComparisons adds a match for each undecided one of which all comparisons hold,
// and returns the results of the other groups.
func (g *groupJob) applyComparisons(answers []bool) []bool {
	for _, q := range g.undecided {
		no := slices.Contains(answers[:q.comparisons], false)
		answers = answers[q.comparisons:]
		if no {
			continue
		}
		at, ok := slices.BinarySearchFunc(g.matches, q.event, func(h match, event int32) int { return int(h.event - event) })
		if !ok {
			g.matches = slices.Insert(g.matches, at, match{event: q.event})
		}
		g.matches[at].bindings.set(q.binding.bit)
	}
	g.undecided = nil
	return answers
}

func (g *groupJob) warn(now time.Time, message string) {
	for _, m := range g.members {
		m.warn(now, message)
	}
}

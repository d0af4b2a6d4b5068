package fanout

import (
	"context"
	"slices"
	"time"

	"github.com/toubkal/toubkal/server/realtime/filter"
)

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

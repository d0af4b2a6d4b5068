package fanout

import (
	"context"
	"slices"
	"time"

	"github.com/toubkal/toubkal/server/realtime/filter"
)

// compareTime bounds filters that PostgreSQL compares: one who gives a regular
// expression without end must not make others wait for long.
const compareTime = 2 * time.Second

// compare has PostgreSQL decide the filters that we cannot, and adds what it
// finds to the hits. A comparison that fails does not hold, and whom it was for is
// told.
func (s *shard) compare(ctx context.Context, jobs []*job) {
	var questions []filter.Comparison
	for _, j := range jobs {
		for i := range j.items {
			for k := range j.items[i].asks {
				q := &j.items[i].asks[k]
				before := len(questions)
				questions = q.binding.test.Comparisons(questions, j.events[q.event].change.Row())
				q.parts = len(questions) - before
			}
		}
	}
	if len(questions) == 0 {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, compareTime)
	defer cancel()
	answers, err := s.sql.compare(ctx, questions)
	if err != nil { // which a client alone can bring about
		s.log.Debug("realtime: filters could not be compared", "error", err)
	}
	for _, j := range jobs {
		for i := range j.items {
			it := &j.items[i]
			if err != nil && len(it.asks) > 0 {
				it.warn(s.now(), "A filter could not be compared with a change, which is missed")
			}
			answers = it.settle(answers)
		}
	}
}

// settle makes hits of the questions that were answered with yes, each in all its
// parts, and gives the answers that are others'.
func (it *item) settle(answers []bool) []bool {
	for _, q := range it.asks {
		no := slices.Contains(answers[:q.parts], false)
		answers = answers[q.parts:]
		if no {
			continue
		}
		at, ok := slices.BinarySearchFunc(it.hits, q.event, func(h hit, event int32) int { return int(h.event - event) })
		if !ok {
			it.hits = slices.Insert(it.hits, at, hit{event: q.event})
		}
		it.hits[at].of.set(q.binding.bit)
	}
	it.asks = nil
	return answers
}

func (it *item) warn(now time.Time, message string) {
	for _, m := range it.members {
		m.warn(now, message)
	}
}

package realtime

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/toubkal/toubkal/server/realtime/match"
	"github.com/toubkal/toubkal/server/realtime/row"
	"github.com/toubkal/toubkal/server/realtime/visible"
)

const (
	// checkTime bounds how long a shard asks about the same changes.
	checkTime = 10 * time.Second
	// compareTime bounds filters that PostgreSQL compares: one who gives a regular
	// expression without end must not make others wait for long.
	compareTime = 2 * time.Second
)

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
		case errors.Is(err, visible.ErrChanged):
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
		s.guard.Forget()
		again, failure := s.anew(ctx, jobs)
		if failure != nil {
			return errors.Join(err, failure)
		}
		jobs = again
	}
}

// compare has PostgreSQL decide the filters that we cannot, and adds what it
// finds to the hits. A comparison that fails does not hold, and whom it was for is
// told.
func (s *shard) compare(ctx context.Context, jobs []*job) {
	var questions []match.Question
	for _, j := range jobs {
		for i := range j.items {
			for k := range j.items[i].asks {
				q := &j.items[i].asks[k]
				before := len(questions)
				questions = q.binding.test.Questions(questions, j.events[q.event].change.Row())
				q.parts = len(questions) - before
			}
		}
	}
	if len(questions) == 0 {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, compareTime)
	defer cancel()
	answers, err := s.guard.Compare(ctx, questions)
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

// inquiry is what an audience has to ask, each thing once.
type inquiry struct {
	changes []*row.Change
	events  []*event  // of changes
	places  [][]int32 // by job and event: 1 + its place in changes
	looks   []visible.Look
	of      map[*visible.Group]int // its place in looks
	asked   [][]int32              // by look and change: 1 + its place in the look's changes
}

func inquire(jobs []*job) *inquiry {
	q := &inquiry{places: make([][]int32, len(jobs)), of: map[*visible.Group]int{}}
	for i, j := range jobs {
		q.places[i] = make([]int32, len(j.events))
		for _, it := range j.items {
			for _, h := range it.hits {
				if e := j.events[h.event]; j.audience.mustAsk(e) {
					q.add(it.cohort.key.group, q.place(i, h.event, e))
				}
			}
		}
	}
	return q
}

// place is that of an event in what is asked about.
func (q *inquiry) place(job int, event int32, e *event) int32 {
	if q.places[job][event] == 0 {
		q.changes, q.events = append(q.changes, e.change), append(q.events, e)
		q.places[job][event] = int32(len(q.changes))
	}
	return q.places[job][event] - 1
}

// add has a group ask about a change.
func (q *inquiry) add(g *visible.Group, change int32) {
	look, ok := q.of[g]
	if !ok {
		look = len(q.looks)
		q.of[g] = look
		q.looks = append(q.looks, visible.Look{Group: g})
		q.asked = append(q.asked, nil)
	}
	for int(change) >= len(q.asked[look]) {
		q.asked[look] = append(q.asked[look], 0)
	}
	if q.asked[look][change] == 0 {
		q.looks[look].Changes = append(q.looks[look].Changes, change)
		q.asked[look][change] = int32(len(q.looks[look].Changes))
	}
}

// ask asks for the jobs of an audience, and sends what may be seen, in order.
func (s *shard) ask(ctx context.Context, jobs []*job) error {
	a, q := jobs[0].audience, inquire(jobs)
	var answer *visible.Answer
	if len(q.looks) > 0 {
		var err error
		if answer, err = s.guard.Ask(ctx, a.table, a.role, q.changes, q.looks); err != nil {
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

// seen are the hits of an item that its cohort may see.
func (q *inquiry) seen(answer *visible.Answer, job int, j *job, it *item) []hit {
	look, ok := q.of[it.cohort.key.group]
	if !ok {
		return it.hits
	}
	return slices.DeleteFunc(it.hits, func(h hit) bool {
		if !j.audience.mustAsk(j.events[h.event]) {
			return false
		}
		return !answer.Sees(look, int(q.asked[look][q.places[job][h.event]-1]-1))
	})
}

// warn tells those for whom the policies themselves failed.
func (s *shard) warn(answer *visible.Answer, q *inquiry, it *item) {
	look, ok := q.of[it.cohort.key.group]
	if !ok || answer.Err(look) == nil {
		return
	}
	table := it.cohort.audience.table
	s.log.Debug("realtime: a policy failed", "table", table.Schema+"."+table.Name, "error", answer.Err(look))
	it.warn(s.now(), unchecked(table))
}

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
	rights, err := s.guard.Rights(ctx, table, old.role)
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
	if a.rights.Class == visible.Nobody {
		return nil
	}
	parts := map[*visible.Group]*item{}
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

// drop gives a job up: whoever it was for is told, and asks anew.
func (j *job) drop(why string) {
	for _, it := range j.items {
		for _, m := range it.members {
			if !m.gone.Swap(true) {
				m.channel.fail(why)
			}
		}
	}
}

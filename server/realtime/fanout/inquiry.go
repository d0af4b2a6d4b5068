package fanout

import (
	"slices"

	"github.com/toubkal/toubkal/server/realtime/rls"
	"github.com/toubkal/toubkal/server/realtime/row"
)

// inquiry is what an audience has to ask, each thing once.
type inquiry struct {
	changes []*row.Change
	events  []*event  // of changes
	places  [][]int32 // by job and event: 1 + its place in changes
	looks   []rls.Query
	of      map[*rls.CallerGroup]int // its place in looks
	asked   [][]int32                // by look and change: 1 + its place in the look's changes
}

func inquire(jobs []*job) *inquiry {
	q := &inquiry{places: make([][]int32, len(jobs)), of: map[*rls.CallerGroup]int{}}
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
func (q *inquiry) add(g *rls.CallerGroup, change int32) {
	look, ok := q.of[g]
	if !ok {
		look = len(q.looks)
		q.of[g] = look
		q.looks = append(q.looks, rls.Query{Group: g})
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

// seen are the hits of an item that its cohort may see.
func (q *inquiry) seen(answer *rls.Result, job int, j *job, it *item) []hit {
	look, ok := q.of[it.cohort.key.group]
	if !ok {
		return it.hits
	}
	return slices.DeleteFunc(it.hits, func(h hit) bool {
		if !j.audience.mustAsk(j.events[h.event]) {
			return false
		}
		return !answer.Visible(look, int(q.asked[look][q.places[job][h.event]-1]-1))
	})
}

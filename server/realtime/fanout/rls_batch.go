package fanout

import (
	"slices"

	"github.com/toubkal/toubkal/server/realtime/rls"
	"github.com/toubkal/toubkal/server/realtime/row"
)

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
	q := &rlsBatch{places: make([][]int32, len(jobs)), queryOf: map[*rls.CallerGroup]int{}}
	for i, j := range jobs {
		q.places[i] = make([]int32, len(j.events))
		for _, it := range j.groups {
			for _, h := range it.matches {
				if e := j.events[h.event]; j.subscribers.needsQuery(e) {
					q.add(it.group.key.group, q.place(i, h.event, e))
				}
			}
		}
	}
	return q
}

// place is the index of an event in changes.
func (q *rlsBatch) place(job int, event int32, e *pendingChange) int32 {
	if q.places[job][event] == 0 {
		q.changes, q.events = append(q.changes, e.change), append(q.events, e)
		q.places[job][event] = int32(len(q.changes)) // #nosec G115 -- a batch has far fewer
	}
	return q.places[job][event] - 1
}

// add adds a change to the query of a group.
func (q *rlsBatch) add(g *rls.CallerGroup, change int32) {
	query, ok := q.queryOf[g]
	if !ok {
		query = len(q.queries)
		q.queryOf[g] = query
		q.queries = append(q.queries, rls.Query{Group: g})
		q.queryPlaces = append(q.queryPlaces, nil)
	}
	for int(change) >= len(q.queryPlaces[query]) {
		q.queryPlaces[query] = append(q.queryPlaces[query], 0)
	}
	if q.queryPlaces[query][change] == 0 {
		q.queries[query].Changes = append(q.queries[query].Changes, change)
		q.queryPlaces[query][change] = int32(len(q.queries[query].Changes)) // #nosec G115 -- a batch has far fewer
	}
}

// visibleMatches are the matches that the group of a job may see.
func (q *rlsBatch) visibleMatches(answer *rls.Result, job int, j *job, it *groupJob) []match {
	query, ok := q.queryOf[it.group.key.group]
	if !ok {
		return it.matches
	}
	return slices.DeleteFunc(it.matches, func(h match) bool {
		if !j.subscribers.needsQuery(j.events[h.event]) {
			return false
		}
		return !answer.Visible(query, int(q.queryPlaces[query][q.places[job][h.event]-1]-1))
	})
}

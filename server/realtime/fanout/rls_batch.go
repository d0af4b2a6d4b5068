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

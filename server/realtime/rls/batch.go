package rls

import "github.com/toubkal/toubkal/server/realtime/row"

// batch are the looks in the order in which they are asked: one after the other
// those that ask about the same keys.
type batch struct {
	transactions []int64
	keys         []string // array literals, a question's width of them for a set
	sizes        []int32  // how many looks each set has
	claims       []string
	queries      []int32 // whose claims they are
	set          []int32 // that they ask about
}

// groupQueries sorts looks by what they ask about.
func groupQueries(looks []Query) (order [][]int32) {
	known := map[string]int{}
	var spelled []byte
	for i, look := range looks {
		if len(look.Changes) == 0 {
			continue
		}
		spelled = spelled[:0]
		for _, change := range look.Changes {
			spelled = append(spelled, byte(change), byte(change>>8), byte(change>>16), byte(change>>24))
		}
		at, ok := known[string(spelled)]
		if !ok {
			at = len(order)
			known[string(spelled)] = at
			order = append(order, nil)
		}
		order[at] = append(order[at], int32(i))
	}
	return order
}

// newBatch prepares looks for the question.
func newBatch(q queryTemplate, changes []*row.Change, looks []Query) batch {
	s := batch{transactions: transactions(changes)}
	for set, members := range groupQueries(looks) {
		about := looks[members[0]].Changes
		if !q.direct {
			about, _ = q.distinct(changes, about)
		}
		s.sizes = append(s.sizes, int32(len(members)))
		for _, place := range q.places {
			literal := []byte{'{'}
			for _, change := range about {
				literal = appendElement(literal, at(changes[change].Row(), place))
			}
			s.keys = append(s.keys, string(append(literal, '}')))
		}
		for _, look := range members {
			s.claims = append(s.claims, looks[look].Group.claims)
			s.queries, s.set = append(s.queries, look), append(s.set, int32(set))
		}
	}
	return s
}

// transactions are those of the changes, each once: changes come in their order.
func transactions(changes []*row.Change) []int64 {
	ids := []int64{}
	for i, c := range changes {
		if c.XID != 0 && (i == 0 || c.XID != changes[i-1].XID) {
			ids = append(ids, int64(c.XID))
		}
	}
	return ids
}

package fanout

import (
	"slices"

	"github.com/toubkal/toubkal/server/realtime/row"
)

// layout is how the columns of one description of a table lie in another.
type layout struct {
	from  *row.Table
	into  *row.Table
	same  bool
	place []int // of our columns in from; -1 for none
}

// lay gives a change as our description of the table has it. The stream's is
// another one only around a change of the table.
func (r *relation) lay(c *row.Change) *row.Change {
	if c.Table == r.table {
		return c
	}
	if r.fits.from != c.Table {
		r.fits = layOut(c.Table, r.table)
	}
	return r.fits.to(c)
}

// to is the change in our layout.
func (l *layout) to(c *row.Change) *row.Change {
	if l.same {
		return c
	}
	laid := *c
	laid.Table, laid.New, laid.Old = l.into, l.lay(c.New), l.lay(c.Old)
	return &laid
}

func layOut(from, to *row.Table) layout {
	l := layout{from: from, into: to, same: alike(from, to), place: make([]int, len(to.Columns))}
	for i, ours := range to.Columns {
		l.place[i] = slices.IndexFunc(from.Columns, func(theirs row.Column) bool {
			return theirs.Number == ours.Number && theirs.Type.OID == ours.Type.OID
		})
	}
	return l
}

func (l *layout) lay(values []row.Value) []row.Value {
	if values == nil {
		return nil
	}
	laid := make([]row.Value, len(l.place))
	for i, place := range l.place {
		if place >= 0 {
			laid[i] = values[place]
		}
	}
	return laid
}

func (l *layout) layEvents(events []*event) []*event {
	if l.same {
		return events
	}
	laid := make([]*event, len(events))
	for i, e := range events {
		laid[i] = newEvent(l.to(e.change))
	}
	return laid
}

// layWants gives what a cohort wants in our layout; of its tests only the answers
// are needed any more.
func (l *layout) layWants(wants []wanted) []wanted {
	if l.same {
		return wants
	}
	laid := slices.Clone(wants)
	for i := range laid {
		laid[i].test = nil
		if laid[i].columns == nil {
			continue
		}
		places := []int{}
		for place, from := range l.place {
			if from >= 0 && slices.Contains(laid[i].columns, from) {
				places = append(places, place)
			}
		}
		laid[i].columns = places
	}
	return laid
}

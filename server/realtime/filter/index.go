package filter

import (
	"slices"

	"github.com/toubkal/toubkal/server/realtime/row"
)

// Index finds the subscribers of one table whose filters match a change. Subscribers with
// equal filters are evaluated once; of filters with an eq or in, only those are evaluated
// that have the row's value.
//
// It has no lock: Add and Remove need exclusive access, Find may run concurrently. The
// zero Index is empty. Its filters must be bound to a table with the same columns as those
// of the changes: after DDL another Index is needed.
type Index[S comparable] struct {
	groups    map[groupKey]*group[S]
	positions map[S]position[S]
	linear    []*group[S]
	columns   []*hashIndex[S] // of which some filter has an eq or in
}

// groupKey identifies the subscribers with equal events and filters.
type groupKey struct {
	events Events
	filter string
}

type group[S comparable] struct {
	key     groupKey
	filter  *Filter
	members []S
	// sufficient means that the filter has no condition besides the hashed one.
	sufficient bool
	linear     int // its index in Index.linear, if it is there
}

type position[S comparable] struct {
	group *group[S]
	at    int // index in its members
}

// hashIndex holds groups by the values of one column.
type hashIndex[S comparable] struct {
	place  int
	family typeFamily
	groups []*group[S]
	byKey  map[string][]*group[S]
}

// Add adds a subscriber, or replaces its events and filter.
func (i *Index[S]) Add(s S, events Events, filter *Filter) {
	i.Remove(s)
	if i.positions == nil {
		i.groups, i.positions = map[groupKey]*group[S]{}, map[S]position[S]{}
	}
	if filter == nil {
		filter = &Filter{}
	}
	id := groupKey{events, filter.id}
	g := i.groups[id]
	if g == nil {
		g = &group[S]{key: id, filter: filter}
		i.groups[id] = g
		i.enter(g)
	}
	i.positions[s] = position[S]{g, len(g.members)}
	g.members = append(g.members, s)
}

// Remove removes a subscriber, if it is there.
func (i *Index[S]) Remove(s S) {
	p, ok := i.positions[s]
	if !ok {
		return
	}
	delete(i.positions, s)
	g := p.group
	last := len(g.members) - 1
	if moved := g.members[last]; moved != s {
		g.members[p.at] = moved
		i.positions[moved] = position[S]{g, p.at}
	}
	clear(g.members[last:])
	g.members = g.members[:last]
	if last == 0 {
		delete(i.groups, g.key)
		i.leave(g)
	}
}

// enter adds a group under the values of its most selective condition, or to those that
// are evaluated one by one.
func (i *Index[S]) enter(g *group[S]) {
	c := g.filter.mostSelective()
	if c == nil {
		g.linear = len(i.linear)
		i.linear = append(i.linear, g)
		return
	}
	g.sufficient = len(g.filter.conditions) == 1
	h := i.column(c)
	h.groups = append(h.groups, g)
	for _, key := range c.keys() {
		h.byKey[key] = append(h.byKey[key], g)
	}
}

func (i *Index[S]) leave(g *group[S]) {
	c := g.filter.mostSelective()
	if c == nil {
		last := len(i.linear) - 1
		i.linear[g.linear] = i.linear[last]
		i.linear[g.linear].linear = g.linear
		i.linear[last] = nil
		i.linear = i.linear[:last]
		return
	}
	h := i.column(c)
	h.groups = without(h.groups, g)
	for _, key := range c.keys() {
		if rest := without(h.byKey[key], g); len(rest) > 0 {
			h.byKey[key] = rest
		} else {
			delete(h.byKey, key)
		}
	}
	if len(h.groups) == 0 {
		i.columns = without(i.columns, h)
	}
}

func without[T comparable](list []T, gone T) []T {
	i := slices.Index(list, gone)
	last := len(list) - 1
	list[i] = list[last]
	clear(list[last:])
	return list[:last]
}

func (i *Index[S]) column(c *boundCondition) *hashIndex[S] {
	for _, h := range i.columns {
		if h.place == c.place {
			return h
		}
	}
	h := &hashIndex[S]{place: c.place, family: c.family, byKey: map[string][]*group[S]{}}
	i.columns = append(i.columns, h)
	return h
}

// mostSelective returns the eq or in with the fewest values; nil without any.
func (f *Filter) mostSelective() *boundCondition {
	var best *boundCondition
	for i := range f.conditions {
		c := &f.conditions[i]
		if c.decided && !c.Not && (c.Operator == Equal || c.Operator == In) && (best == nil || len(c.values) < len(best.values)) {
			best = c
		}
	}
	return best
}

// keys are the keys of the values, each once.
func (b *boundCondition) keys() []string {
	var keys []string
	for _, v := range b.values {
		if key := string(b.family.key(nil, v)); !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
	}
	return keys
}

// Find calls yes with each subscriber whose filter matches the change, and undecided with
// each whose filter is Undecided, and that filter. They must not change the index. The
// order is not defined. It allocates nothing.
func (i *Index[S]) Find(c *row.Change, yes func(S), undecided func(S, *Filter)) {
	values, kind := c.Row(), eventOf(c.Kind)
	for _, g := range i.linear {
		g.report(kind, values, yes, undecided)
	}
	for _, h := range i.columns {
		h.find(kind, values, yes, undecided)
	}
}

func (h *hashIndex[S]) find(kind Events, values []row.Value, yes func(S), undecided func(S, *Filter)) {
	if h.place >= len(values) || values[h.place].State != row.Known {
		return
	}
	value, ok := h.family.read(values[h.place].Text)
	if !ok {
		for _, g := range h.groups {
			g.report(kind, values, yes, undecided)
		}
		return
	}
	var room [64]byte
	for _, g := range h.byKey[string(h.family.key(room[:0], value))] {
		if !g.sufficient {
			g.report(kind, values, yes, undecided)
		} else if g.key.events&kind != 0 {
			g.each(yes)
		}
	}
}

func (g *group[S]) report(kind Events, values []row.Value, yes func(S), undecided func(S, *Filter)) {
	if g.key.events&kind == 0 {
		return
	}
	switch g.filter.Eval(values) {
	case Yes:
		g.each(yes)
	case Undecided:
		for _, s := range g.members {
			undecided(s, g.filter)
		}
	}
}

func (g *group[S]) each(yes func(S)) {
	for _, s := range g.members {
		yes(s)
	}
}

package catalog

import (
	"cmp"
	"slices"
)

// link is a foreign key between two exposed relations, either of which may be a
// view that shows the key's columns.
type link struct {
	key         *keyRow
	from, to    side
	unique      bool // the referring columns are a key themselves
	start, goal Name
	columns     []Pair
}

// side is one end of a link.
type side struct {
	relation uint32
	columns  []int16
	view     bool
}

// addRelationships derives from the foreign keys all relationships between
// exposed relations, in PostgREST's order
// (https://postgrest.org/en/stable/references/api/resource_embedding.html).
func (b *builder) addRelationships(views exposedOrigins) {
	b.snapshot.Relationships = map[Name][]*Relationship{}
	links := b.links(views)
	for _, l := range links {
		there, back := ManyToOne, OneToMany
		if l.unique {
			there, back = OneToOne, OneToOne
		}
		b.relate(&Relationship{
			From: l.start, To: l.goal, Kind: there, Constraint: l.key.Name,
			Columns: l.columns, FromView: l.from.view, ToView: l.to.view,
		})
		b.relate(&Relationship{
			From: l.goal, To: l.start, Kind: back, Constraint: l.key.Name,
			Columns: swapped(l.columns), FromView: l.to.view, ToView: l.from.view, Parent: l.unique,
		})
	}
	for _, through := range b.junctions(links) {
		b.relate(through)
	}
	for _, some := range b.snapshot.Relationships {
		slices.SortFunc(some, compareRelationships)
	}
}

func (b *builder) relate(r *Relationship) {
	b.snapshot.Relationships[r.From] = append(b.snapshot.Relationships[r.From], r)
}

// links are all foreign keys, each between every pair of relations that show
// its two ends.
func (b *builder) links(views exposedOrigins) []link {
	uniques := b.uniques()
	var links []link
	for i := range b.keys {
		key := &b.keys[i]
		if key.Kind != "f" {
			continue
		}
		sorted := slices.Sorted(slices.Values(key.Columns))
		unique := slices.ContainsFunc(uniques[key.Relation], func(columns []int16) bool { return slices.Equal(columns, sorted) })
		for _, from := range b.sides(views, key.Relation, key.Columns) {
			for _, to := range b.sides(views, key.Foreign, key.ForeignColumns) {
				near, far := b.columnNames(from.relation, from.columns), b.columnNames(to.relation, to.columns)
				columns := make([]Pair, min(len(near), len(far)))
				for i := range columns {
					columns[i] = Pair{near[i], far[i]}
				}
				links = append(links, link{
					key: key, from: from, to: to, unique: unique,
					start: b.names[from.relation], goal: b.names[to.relation], columns: columns,
				})
			}
		}
	}
	return links
}

// sides are the exposed relations that show columns of a table: itself, and
// the views over it, once for each way of showing them.
func (b *builder) sides(views exposedOrigins, relation uint32, columns []int16) []side {
	var sides []side
	if b.tables[relation] != nil {
		sides = append(sides, side{relation: relation, columns: columns})
	}
	for _, view := range views.over[relation] {
		for _, shown := range views.of[view].Show(relation, columns) {
			sides = append(sides, side{relation: view, columns: shown, view: true})
		}
	}
	return sides
}

// junctions finds the many-to-many relationships: through a relation whose
// primary key contains the columns of two of its foreign keys. Other unique
// constraints do not make a junction, as in PostgREST: more of them would make
// embeds ambiguous that are not.
func (b *builder) junctions(links []link) []*Relationship {
	byMiddle := map[uint32][]*link{}
	for i := range links {
		if !links[i].unique {
			middle := links[i].from.relation
			byMiddle[middle] = append(byMiddle[middle], &links[i])
		}
	}
	var found []*Relationship
	for middle, links := range byMiddle {
		key := b.tables[middle].PrimaryKey
		for _, near := range links {
			for _, far := range links {
				if near.key.Name != far.key.Name && near.within(key) && far.within(key) {
					found = append(found, through(near, far))
				}
			}
		}
	}
	return found
}

func (l *link) within(key []string) bool {
	for _, pair := range l.columns {
		if !slices.Contains(key, pair.From) {
			return false
		}
	}
	return true
}

func through(near, far *link) *Relationship {
	return &Relationship{
		From: near.goal, To: far.goal, Kind: ManyToMany,
		FromView: near.to.view, ToView: far.to.view,
		Junction: &Junction{
			Table: near.start, FromConstraint: near.key.Name, ToConstraint: far.key.Name,
			FromColumns: swapped(near.columns), ToColumns: swapped(far.columns),
		},
	}
}

// uniques are the column sets, sorted, that are keys of each relation.
func (b *builder) uniques() map[uint32][][]int16 {
	found := map[uint32][][]int16{}
	for _, key := range b.keys {
		if key.Kind == "p" || key.Kind == "u" {
			found[key.Relation] = append(found[key.Relation], slices.Sorted(slices.Values(key.Columns)))
		}
	}
	return found
}

func swapped(columns []Pair) []Pair {
	made := make([]Pair, len(columns))
	for i, pair := range columns {
		made[i] = Pair{pair.To, pair.From}
	}
	return made
}

// compareRelationships orders those of one table: detected before computed,
// then by the table they lead to, kind, constraint and columns.
func compareRelationships(x, y *Relationship) int {
	return cmp.Or(
		compareNames(x.Function, y.Function),
		compareNames(x.To, y.To),
		cmp.Compare(x.Kind, y.Kind),
		cmp.Compare(x.Constraint, y.Constraint),
		slices.CompareFunc(x.Columns, y.Columns, comparePairs),
		compareJunctions(x.Junction, y.Junction),
	)
}

func comparePairs(x, y Pair) int {
	return cmp.Or(cmp.Compare(x.From, y.From), cmp.Compare(x.To, y.To))
}

func compareJunctions(x, y *Junction) int {
	if x == nil || y == nil {
		return 0 // of one kind, so both or none
	}
	return cmp.Or(
		compareNames(x.Table, y.Table),
		cmp.Compare(x.FromConstraint, y.FromConstraint),
		cmp.Compare(x.ToConstraint, y.ToConstraint),
		slices.CompareFunc(x.FromColumns, y.FromColumns, comparePairs),
		slices.CompareFunc(x.ToColumns, y.ToColumns, comparePairs),
	)
}

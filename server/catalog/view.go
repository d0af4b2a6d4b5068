package catalog

import (
	"cmp"
	"maps"
	"slices"
)

// Source is a column of a relation, by object id and column number.
type Source struct {
	Relation uint32
	Column   int16
}

// Origins says, for a view, by which of its columns it shows a column of a
// table, ascending. A view may show one column several times.
type Origins map[Source][]int16

// ViewOrigins follows the columns of a view down to tables, through however many
// views lie between; direct is what ViewColumns says of each view.
func ViewOrigins(view uint32, direct map[uint32]map[int16]Source) Origins {
	of := Origins{}
	for column := range direct[view] {
		if bottom, ok := follow(Source{view, column}, direct); ok {
			of[bottom] = append(of[bottom], column)
		}
	}
	for _, columns := range of {
		slices.Sort(columns)
	}
	return of
}

// Relations are the tables of which the view shows a column, each once.
func (o Origins) Relations() []uint32 {
	seen := map[uint32]bool{}
	for bottom := range o {
		seen[bottom.Relation] = true
	}
	return slices.Collect(maps.Keys(seen))
}

// follow goes down from a view's column to that of a table. It gives up on an
// expression, and after as many steps as there are views: `create or replace
// view` can close a circle.
func follow(at Source, direct map[uint32]map[int16]Source) (Source, bool) {
	for range len(direct) + 1 {
		columns, isView := direct[at.Relation]
		if !isView {
			return at, true
		}
		next, ok := columns[at.Column]
		if !ok {
			return Source{}, false
		}
		at = next
	}
	return Source{}, false
}

// exposedOrigins are the origins of every exposed view, and the views over every
// relation, both by object id.
type exposedOrigins struct {
	of   map[uint32]Origins
	over map[uint32][]uint32
}

// origins goes through all views, exposed or not, but keeps those of the exposed.
func (b *builder) origins() exposedOrigins {
	direct := make(map[uint32]map[int16]Source, len(b.views))
	for _, row := range b.views {
		direct[row.OID] = ViewColumns(row.Tree)
	}
	found := exposedOrigins{of: map[uint32]Origins{}, over: map[uint32][]uint32{}}
	for _, row := range b.views {
		if b.tables[row.OID] == nil {
			continue
		}
		of := ViewOrigins(row.OID, direct)
		found.of[row.OID] = of
		for _, relation := range of.Relations() {
			found.over[relation] = append(found.over[relation], row.OID)
		}
	}
	for _, views := range found.over {
		slices.SortFunc(views, func(x, y uint32) int { return b.compareNames(x, y) })
	}
	return found
}

// Show gives every way in which a view shows all of a table's columns, each as
// the view's columns in the same order; nil where one is missing.
func (o Origins) Show(relation uint32, columns []int16) [][]int16 {
	ways := [][]int16{nil}
	for _, column := range columns {
		var longer [][]int16
		for _, way := range ways {
			for _, shown := range o[Source{relation, column}] {
				longer = append(longer, append(slices.Clone(way), shown))
			}
		}
		ways = longer
	}
	return ways
}

// addPrimaryKeys gives each table its key, and each view the keys of all tables
// whose keys it shows whole: a view over a join has both.
func (b *builder) addPrimaryKeys(views exposedOrigins) {
	found := map[uint32][]int16{}
	for _, key := range b.keys {
		if key.Kind != "p" {
			continue
		}
		found[key.Relation] = append(found[key.Relation], key.Columns...)
		if table := b.tables[key.Relation]; table != nil {
			table.PrimaryKeyOID = key.OID
		}
		for _, view := range views.over[key.Relation] {
			// Of several, any will do: no name depends on it.
			if ways := views.of[view].Show(key.Relation, key.Columns); len(ways) > 0 {
				found[view] = append(found[view], ways[0]...)
			}
		}
	}
	for relation, columns := range found {
		if table := b.tables[relation]; table != nil {
			slices.Sort(columns)
			table.PrimaryKey = b.columnNames(relation, columns)
		}
	}
}

func (b *builder) columnNames(relation uint32, columns []int16) []string {
	names := make([]string, len(columns))
	for i, column := range columns {
		names[i] = b.columns[relation][column]
	}
	return names
}

func (b *builder) compareNames(x, y uint32) int { return compareNames(b.names[x], b.names[y]) }

func compareNames(x, y Name) int {
	return cmp.Or(cmp.Compare(x.Schema, y.Schema), cmp.Compare(x.Name, y.Name))
}

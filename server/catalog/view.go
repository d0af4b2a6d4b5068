package catalog

import (
	"cmp"
	"slices"
)

// source is a column of a relation, by object id and column number.
type source struct {
	relation uint32
	column   int16
}

// origins says, for a view, by which of its columns it shows a column of a
// table, ascending. A view may show one column several times.
type origins map[source][]int16

// viewOrigins are the origins of every exposed view, and the views over every
// relation, both by object id.
type viewOrigins struct {
	of   map[uint32]origins
	over map[uint32][]uint32
}

// origins follows the columns of the exposed views down to tables, through
// however many views lie between, exposed or not.
func (b *builder) origins() viewOrigins {
	direct := make(map[uint32]map[int16]source, len(b.views))
	for _, row := range b.views {
		direct[row.OID] = targets(row.Tree)
	}
	found := viewOrigins{of: map[uint32]origins{}, over: map[uint32][]uint32{}}
	for _, row := range b.views {
		if b.tables[row.OID] != nil {
			found.add(row.OID, direct)
		}
	}
	for _, views := range found.over {
		slices.SortFunc(views, func(x, y uint32) int { return b.compareNames(x, y) })
	}
	return found
}

func (v viewOrigins) add(view uint32, direct map[uint32]map[int16]source) {
	of := origins{}
	for column := range direct[view] {
		bottom, ok := follow(source{view, column}, direct)
		if !ok {
			continue
		}
		of[bottom] = append(of[bottom], column)
	}
	seen := map[uint32]bool{}
	for bottom, columns := range of {
		slices.Sort(columns)
		if !seen[bottom.relation] {
			seen[bottom.relation] = true
			v.over[bottom.relation] = append(v.over[bottom.relation], view)
		}
	}
	v.of[view] = of
}

// follow goes down from a view's column to that of a table. It gives up on an
// expression, and after as many steps as there are views: `create or replace
// view` can close a circle.
func follow(at source, direct map[uint32]map[int16]source) (source, bool) {
	for range len(direct) + 1 {
		columns, isView := direct[at.relation]
		if !isView {
			return at, true
		}
		next, ok := columns[at.column]
		if !ok {
			return source{}, false
		}
		at = next
	}
	return source{}, false
}

// show gives every way in which a view shows all of a table's columns, each as
// the view's columns in the same order; nil where one is missing.
func (o origins) show(relation uint32, columns []int16) [][]int16 {
	ways := [][]int16{nil}
	for _, column := range columns {
		var longer [][]int16
		for _, way := range ways {
			for _, shown := range o[source{relation, column}] {
				longer = append(longer, append(slices.Clone(way), shown))
			}
		}
		ways = longer
	}
	return ways
}

// addPrimaryKeys gives each table its key, and each view the keys of all tables
// whose keys it shows whole: a view over a join has both.
func (b *builder) addPrimaryKeys(views viewOrigins) {
	found := map[uint32][]int16{}
	for _, key := range b.keys {
		if key.Kind != "p" {
			continue
		}
		found[key.Relation] = append(found[key.Relation], key.Columns...)
		for _, view := range views.over[key.Relation] {
			// Shown several times, any will do: nobody has to name it.
			if ways := views.of[view].show(key.Relation, key.Columns); len(ways) > 0 {
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

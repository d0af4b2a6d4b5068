package plan

import (
	"slices"

	"github.com/toubkal/toubkal/server/catalog"
	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/rest/bulk"
)

var ops = map[string]Op{"POST": Insert, "PUT": Put, "PATCH": Update, "DELETE": Delete}

func (w *writePlanner) write() error {
	table, err := w.table()
	if err != nil {
		return err
	}
	of := root{name: table.Name, columns: table.Columns}
	write := Write{
		Op: ops[w.Method], Table: table.Name, Rows: w.Body.JSON,
		Return: w.Prefer.Return, Counted: w.Prefer.Count == "exact" || w.Prefer.Count == "estimated",
	}
	if write.Tree, err = w.tree(root{name: of.name, columns: of.columns, returned: true}); err != nil {
		return err
	}
	write.Where = w.where(of)
	if err := w.conflict(&write, table); err != nil {
		return err
	}
	if write.Cells, err = w.cells(table); err != nil {
		return err
	}
	write.Values = w.payload(write.Cells, table)
	w.returning(&write, table)
	if err := w.prefer(w.appliedTo(write)); err != nil {
		return err
	}
	w.plan.MaxAffected = w.maxAffected(write)
	err = w.negotiate(&write.Tree, rowsOf(&write.Tree), write.Return == "representation")
	w.plan.Action = write
	return err
}

// cells are the columns that the body has.
func (w *writePlanner) cells(table *catalog.Table) ([]Cell, error) {
	cells := make([]Cell, 0, len(w.Body.Keys))
	for _, key := range w.Body.Keys {
		column := table.Column(key)
		if column == nil {
			return nil, fault.New(fault.RestNoColumn, "Could not find the '"+key+"' column of '"+table.Name.Name+"' in the schema cache")
		}
		cell := Cell{Name: key, Type: column.Unmodified()}
		w.assumeWritten(root{name: table.Name, columns: table.Columns}, key)
		if read := w.represent("json", column.Type); read != (Name{}) {
			cell.Type, cell.Read = "json", read
		} else if w.Body.Texts && (column.Base == "json" || column.Base == "jsonb") {
			cell.Type, cell.Parsed = "text", cell.Type
		}
		if w.Prefer.Missing == "default" {
			cell.Default = column.Default
			w.assumeOne(Assumption{In: "pg_attrdef", OID: column.DefaultOID})
		}
		cells = append(cells, cell)
	}
	return cells, nil
}

// payload has the rows of the body column by column. It is the only place that decides
// whether they can be: nil leaves the rows to PostgreSQL, as JSON.
func (w *writePlanner) payload(cells []Cell, table *catalog.Table) []bulk.Values {
	if w.Body.Rows == nil {
		return nil
	}
	all := make([]bulk.Values, len(cells))
	for i, cell := range cells {
		values, ok := w.Body.Rows.Values(table.Column(cell.Name), cell.Default != "")
		if !ok {
			return nil
		}
		all[i] = values
	}
	return all
}

// conflict says what an insert does with rows that exist.
func (w *writePlanner) conflict(write *Write, table *catalog.Table) error {
	switch write.Op {
	case Put:
		if !w.filtersByKey(table.PrimaryKey) {
			return fault.New(fault.RestBadPut, "Filters must include all and only primary key columns with 'eq' operators")
		}
		w.assumeOne(Assumption{In: "pg_constraint", OID: table.PrimaryKeyOID})
		write.Conflict = &Conflict{Columns: table.PrimaryKey, Merge: true, Distributed: table.Distributed}
	case Insert:
		write.Where = nil
		columns := w.OnConflict
		if columns == nil {
			columns = table.PrimaryKey
		}
		if w.OnConflict == nil && w.Prefer.Resolution != "" {
			w.assumeOne(Assumption{In: "pg_constraint", OID: table.PrimaryKeyOID})
		}
		if w.Prefer.Resolution != "" && len(columns) > 0 {
			write.Conflict = &Conflict{Columns: columns, Merge: w.Prefer.Resolution == "merge-duplicates", Distributed: table.Distributed}
		}
	}
	return nil
}

// filtersByKey reports whether the filters name one row by its whole key.
func (w *writePlanner) filtersByKey(key []string) bool {
	var named []string
	for _, filter := range w.Filters {
		t := filter.Test
		if len(filter.Path) > 0 || len(filter.Field.Path) > 0 || t.Op != "eq" || t.Not || t.Any || t.All {
			return false
		}
		named = append(named, filter.Field.Name)
	}
	slices.Sort(named)
	return len(key) > 0 && len(w.Logic) == 0 && slices.Equal(slices.Compact(named), slices.Sorted(slices.Values(key)))
}

// returning finds the columns that the answer needs, so that a caller who may
// not read all of them can still write.
func (w *writePlanner) returning(write *Write, table *catalog.Table) {
	switch write.Return {
	case "headers-only":
		if write.Op == Insert {
			write.Key = table.PrimaryKey
			write.Returning = table.PrimaryKey
		}
	case "representation":
		write.Returning = needed(&write.Tree)
	}
}

// needed are the columns of the root that its selection, order and embeds use.
func needed(node *Node) []string {
	var names []string
	for _, column := range node.Columns {
		names = append(names, column.Field.Column)
	}
	for _, order := range node.Order {
		if order.Embed == nil {
			names = append(names, order.Field.Column)
		}
	}
	for _, embed := range node.Embeds {
		if embed.Function != (Name{}) {
			return []string{"*"}
		}
		names = append(names, embed.parentColumns()...)
	}
	if slices.Contains(names, "*") {
		return []string{"*"}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// maxAffected is the bound that a strict client set on a change.
func (w *writePlanner) maxAffected(write Write) *int64 {
	if w.Prefer.Strict() && (write.Op == Update || write.Op == Delete) {
		return w.Prefer.MaxAffected
	}
	return nil
}

func (w *writePlanner) appliedTo(write Write) applied {
	a := applied{returned: true, count: true}
	switch write.Op {
	case Insert:
		a.resolution = write.Conflict != nil
		a.missing = true
	case Update:
		a.missing, a.maxAffected = true, true
	case Delete:
		a.maxAffected = true
	}
	return a
}

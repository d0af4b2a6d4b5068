package plan

import "slices"

// Assumption is the expectation that a column has a type, or that a function, a default or a key exists.
type Assumption struct {
	// In is the catalog that has the OID: pg_proc, pg_attrdef or pg_constraint; "" for the type
	// of a column.
	In     string
	Table  Name
	Column string
	// Returned says that the statement does not name the table: a function returns its rows.
	Returned bool
	OID      uint32
}

// comparesExactly are the types whose values PostgreSQL compares with another type's by their worth, or not at all: a prepared
// comparison with one gives the same answer, or fails, whatever type the column gets. A check takes 1 µs of PostgreSQL's
// time for a row, and 7 µs for one of 100 columns.
var comparesExactly = []uint32{16, 20, 21, 23, 2950} // bool, int8, int2, int4, uuid

// assumeCompared notes that a column, or a computed one, is compared with a value of the request.
func (pl *planner) assumeCompared(of root, column string) {
	before := len(pl.plan.Assumptions)
	pl.assume(of, column)
	added := pl.plan.Assumptions[before:]
	if len(added) == 1 && added[0].In == "" && slices.Contains(comparesExactly, added[0].OID) {
		pl.plan.Enforced = append(pl.plan.Enforced, added[0])
		pl.plan.Assumptions = pl.plan.Assumptions[:before]
	}
}

// assume notes that a value of the request is for a column, or for a computed one.
func (pl *planner) assume(of root, column string) {
	for i := range of.columns {
		if known := &of.columns[i]; known.Name == column {
			if pl.catalog.Tables[of.name] != nil { // else of a composite type
				pl.assumeOne(Assumption{Table: of.name, Column: column, Returned: of.returned, OID: known.TypeOID})
			}
			return
		}
	}
	if computed := pl.catalog.Computed(of.name.Schema, of.name.Name, column); computed != nil {
		pl.assumeOne(Assumption{In: "pg_proc", OID: computed.OID})
	}
}

func (pl *planner) assumeOne(a Assumption) {
	if a.OID == 0 || slices.Contains(pl.plan.Assumptions, a) {
		return
	}
	if pl.plan.Assumptions == nil {
		pl.plan.Assumptions = make([]Assumption, 0, max(len(pl.Body.Keys), 2))
	}
	pl.plan.Assumptions = append(pl.plan.Assumptions, a)
}

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

// assignsExactly are the types whose values PostgreSQL stores in a column of another type as if they had been sent for it,
// or refuses: the casts of text in an assignment are those of its input.
var assignsExactly = []uint32{25} // text

// assume notes that a value of the request is for a column, or for a computed one.
func (pl *planner) assume(of root, column string) { pl.assumeOne(pl.expected(of, column)) }

// assumeCompared notes that a column, or a computed one, is compared with a value of the request.
func (pl *planner) assumeCompared(of root, column string) { pl.enforce(of, column, comparesExactly) }

// assumeWritten notes that a column gets a value of the request.
func (pl *planner) assumeWritten(of root, column string) { pl.enforce(of, column, assignsExactly) }

// enforce notes an assumption that needs no check where the column has one of the types.
func (pl *planner) enforce(of root, column string, types []uint32) {
	a := pl.expected(of, column)
	switch {
	case a.In != "" || !slices.Contains(types, a.OID):
		pl.assumeOne(a)
	case !slices.Contains(pl.plan.Enforced, a):
		pl.plan.Enforced = append(pl.plan.Enforced, a)
	}
}

// expected is the assumption of a column's type, or of a computed one's function. Its OID is 0 where there is neither.
func (pl *planner) expected(of root, column string) Assumption {
	for i := range of.columns {
		if known := &of.columns[i]; known.Name == column {
			if pl.catalog.Tables[of.name] == nil { // of a composite type
				return Assumption{}
			}
			return Assumption{Table: of.name, Column: column, Returned: of.returned, OID: known.TypeOID}
		}
	}
	if computed := pl.catalog.Computed(of.name.Schema, of.name.Name, column); computed != nil {
		return Assumption{In: "pg_proc", OID: computed.OID}
	}
	return Assumption{}
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

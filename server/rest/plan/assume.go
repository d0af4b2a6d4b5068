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

// Package policy reads the row policies of a table as far as they can be
// understood: whether they know anything of the caller, and whom a row surely is
// not for. It decides nothing alone. What it does not understand, it says nothing
// about; and what it says of rows is only ever used not to ask PostgreSQL in vain.
package policy

import (
	"github.com/toubkal/toubkal/server/realtime/row"
)

// Table is what there is to read of a table, for one role.
type Table struct {
	Columns []Column `json:"columns"`
	// Policies are in the order in which PostgreSQL looks at permissive ones: by their
	// names, backwards. Restrictive ones come first, forwards.
	Policies []Policy `json:"policies"`
	// Functions are those that a policy may call for the caller's claims.
	Functions []Function `json:"functions"`
}

// Column is a column of the table, published or not.
type Column struct {
	Name  string `json:"name"`
	Reads bool   `json:"reads"` // the role may select it
	// Base is the OID of the type under a domain, 0 where there are several.
	Base uint32 `json:"base"`
	Enum bool   `json:"enum"`
	// Plain tells of a type whose operators are PostgreSQL's own: built in, or an
	// enumeration, or an array of one.
	Plain bool `json:"plain"`
	// Exact tells that equal texts are the same bytes.
	Exact bool `json:"exact"`
	// Type is the type itself, spelled with its schema; "" where there are no arrays
	// of it, or the role may not name it.
	Type string `json:"type"`
	// Collate is the collation, spelled with its schema, where it is another than the
	// type's; nil elsewhere.
	Collate *string `json:"collate"`
}

// Policy is one for select that applies to the role.
type Policy struct {
	Permissive bool `json:"permissive"`
	// Using is the expression as pg_get_expr writes it, where names without a schema
	// are those of pg_catalog; nil where there is none.
	Using *string `json:"using"`
	// Pure tells that it depends on nothing but columns of the table, on
	// enumerations, and on what PostgreSQL is born with.
	Pure bool `json:"pure"`
	// Columns are those of the table that it looks at, but for whole rows.
	Columns []string `json:"looks"`
	// OutlivesRow tells that what it looks at beside the row does not go with it: that no
	// foreign key takes rows along with this one, of which the policy may ask.
	OutlivesRow bool `json:"lasting"`
}

// Function is one without arguments, written in SQL.
type Function struct {
	Name string `json:"name"` // with its schema, quoted where that is needed
	JSON bool   `json:"json"` // it returns json or jsonb
	Body string `json:"body"`
}

// Analysis is what is understood of a table's policies.
type Analysis struct {
	// Empty tells that no policy lets any row pass.
	Empty bool
	// ClaimFree tells that all policies answer the same for everybody of the role.
	ClaimFree bool
	// Precondition is a condition that every row that is seen meets; nil where none is known.
	Precondition *Precondition
}

// Analyze reads the policies. places are where the table's published columns are.
func (t *Table) Analyze(places func(column string) int) Analysis {
	reader := &analyzer{table: t, claims: t.claimFunctions(), places: places}
	reading := Analysis{ClaimFree: true, Empty: true}
	var permissive, all []formula
	understood := true
	for _, p := range t.Policies {
		if p.Using == nil {
			continue
		}
		reading.Empty = reading.Empty && !p.Permissive
		n, err := parse(*p.Using)
		reading.ClaimFree = reading.ClaimFree && err == nil && p.Pure && t.claimFree(n)
		understood = understood && err == nil && reader.understands(n)
		needs := formula(always{})
		if err == nil {
			reader.sql = *p.Using
			needs = reader.preconditionOf(n)
		}
		if p.Permissive {
			permissive = append(permissive, needs)
		} else {
			all = append(all, needs)
		}
	}
	whole := conjunction(append(all, disjunction(permissive)))
	if _, trivial := whole.(always); !trivial && !reading.Empty {
		reading.Precondition = &Precondition{Values: reader.values, UsesVolatileClaims: !understood || reader.volatile, formula: whole}
	}
	return reading
}

// column finds a column by its name.
func (t *Table) column(name string) *Column {
	for i := range t.Columns {
		if t.Columns[i].Name == name {
			return &t.Columns[i]
		}
	}
	return nil
}

// Precondition is a condition that a row must meet to be seen by a caller. Where it does
// not hold, PostgreSQL would show nothing; where it does, PostgreSQL is asked.
type Precondition struct {
	// Values are expressions without columns, to be computed as the caller. A rule
	// holds for as long as the caller's claims do.
	Values []string
	// UsesVolatileClaims tells that claims may matter which every new token has anew.
	UsesVolatileClaims bool
	formula            formula
}

// ClaimValue is what one of Values is for a caller.
type ClaimValue struct {
	// Known is false where it could not be computed, and may then be anything.
	Known, Null bool
	Text        string
}

// MayHold tells whether a row may be seen by a caller whose Values are worth this.
func (r *Precondition) MayHold(row []row.Value, worth []ClaimValue) bool {
	return r.formula.may(row, worth)
}

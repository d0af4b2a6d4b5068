// Package policy analyses the row policies of a table: whether they depend on claims,
// and which callers cannot match a row. Its result is only used to skip queries:
// PostgreSQL takes every decision, and about an expression that it does not understand
// it says nothing.
package policy

import (
	"github.com/toubkal/toubkal/server/realtime/row"
)

// Table is a table with its policies, for one role.
type Table struct {
	Columns []Column `json:"columns"`
	// Policies are sorted by name, descending, as PostgreSQL evaluates permissive ones;
	// it evaluates restrictive ones before those, ascending.
	Policies []Policy `json:"policies"`
	// Functions may read the caller's claims for a policy.
	Functions []Function `json:"functions"`
}

// Column is a column of the table, published or not.
type Column struct {
	Name  string `json:"name"`
	Reads bool   `json:"reads"` // the role may select it
	// Base is the OID of the type under a domain, 0 where there are several.
	Base uint32 `json:"base"`
	Enum bool   `json:"enum"`
	// Plain is true if the operators of the type are built in: of a built-in type, an
	// enum, or an array of enums.
	Plain bool `json:"plain"`
	// Exact is true if equal texts have equal bytes.
	Exact bool `json:"exact"`
	// Type is the type, quoted and with its schema; "" where it has no array type, or the
	// role may not use it.
	Type string `json:"type"`
	// Collate is the collation, quoted and with its schema, where it is not the type's;
	// else nil.
	Collate *string `json:"collate"`
}

// Policy is a policy for select that applies to the role.
type Policy struct {
	Permissive bool `json:"permissive"`
	// Using is the expression as pg_get_expr formats it, where names without a schema are
	// those of pg_catalog; nil where there is none.
	Using *string `json:"using"`
	// Pure is true if it depends on nothing but columns of the table, enums, and what is
	// built in.
	Pure bool `json:"pure"`
	// Columns of the table that it reads; "" is the whole row.
	Columns []string `json:"columns"`
	// OutlivesRow is true if no foreign key changes other rows when this one is deleted
	// that the policy may read.
	OutlivesRow bool `json:"outlives_row"`
}

// Function is a function in SQL without arguments.
type Function struct {
	Name string `json:"name"` // with its schema, quoted where that is needed
	JSON bool   `json:"json"` // it returns json or jsonb
	Body string `json:"body"`
}

// Analysis is the result of analysing the policies of a table.
type Analysis struct {
	// Empty is true if no policy can pass.
	Empty bool
	// ClaimFree is true if the policies give the same result for all callers of the role.
	ClaimFree bool
	// Precondition holds for every visible row; nil where none is known.
	Precondition *Precondition
}

// Analyze analyses the policies. places gives the index of a published column, -1 for
// any other.
func (t *Table) Analyze(places func(column string) int) Analysis {
	a := &analyzer{table: t, claims: t.claimFunctions(), places: places}
	analysis := Analysis{ClaimFree: true, Empty: true}
	var permissive, all []formula
	understood := true
	for _, p := range t.Policies {
		if p.Using == nil {
			continue
		}
		analysis.Empty = analysis.Empty && !p.Permissive
		n, err := parse(*p.Using)
		analysis.ClaimFree = analysis.ClaimFree && err == nil && p.Pure && t.claimFree(n)
		understood = understood && err == nil && a.understands(n)
		needs := formula(always{})
		if err == nil {
			a.sql = *p.Using
			needs = a.preconditionOf(n)
		}
		if p.Permissive {
			permissive = append(permissive, needs)
		} else {
			all = append(all, needs)
		}
	}
	whole := conjunction(append(all, disjunction(permissive)))
	if _, trivial := whole.(always); !trivial && !analysis.Empty {
		analysis.Precondition = &Precondition{Values: a.values, UsesVolatileClaims: !understood || a.volatile, formula: whole}
	}
	return analysis
}

// column returns the column with a name, or nil.
func (t *Table) column(name string) *Column {
	for i := range t.Columns {
		if t.Columns[i].Name == name {
			return &t.Columns[i]
		}
	}
	return nil
}

// Precondition is a condition that a row must meet to be visible to a caller. If it does
// not hold, the policies hide the row; if it does, PostgreSQL has to decide.
type Precondition struct {
	// Values are expressions without columns, to be computed once for the caller's claims.
	Values []string
	// UsesVolatileClaims is true if it may read claims that differ between two tokens of
	// the same user.
	UsesVolatileClaims bool
	formula            formula
}

// ClaimValue is the value of one of Precondition.Values for a caller.
type ClaimValue struct {
	// Known is false where it could not be computed: it may be anything.
	Known, Null bool
	Text        string
}

// MayHold reports whether the row could be visible to a caller with these values.
func (p *Precondition) MayHold(row []row.Value, claims []ClaimValue) bool {
	return p.formula.may(row, claims)
}

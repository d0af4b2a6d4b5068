// Package filter evaluates postgres_changes filters such as "status=eq.open,total=gt.100".
// It parses a filter as Supabase does, binds it to a table, and compares in Go where that
// gives exactly PostgreSQL's result; what depends on a locale, on regular expressions or
// on an unknown type is Undecided, and left to PostgreSQL. It is pure.
//
// It refuses filters that cannot be parsed, that name no column of the table, or whose
// operator the column's type does not have. Whether a value is one of the column's type
// is not checked here.
package filter

import "github.com/toubkal/toubkal/server/realtime/row"

// Operator is an operator of PostgREST.
type Operator string

// The operators.
const (
	Equal          Operator = "eq"
	NotEqual       Operator = "neq"
	Less           Operator = "lt"
	LessOrEqual    Operator = "lte"
	Greater        Operator = "gt"
	GreaterOrEqual Operator = "gte"
	In             Operator = "in"
	Like           Operator = "like"
	ILike          Operator = "ilike"
	Is             Operator = "is"
	Match          Operator = "match"
	IMatch         Operator = "imatch"
	IsDistinct     Operator = "isdistinct"
)

// Condition is one condition of a filter. All have to hold.
type Condition struct {
	Column   string
	Operator Operator
	// Value is the operand of the comparison: for In an array literal, for Is one of
	// null, true, false and unknown.
	Value string
	// Not is the prefix "not.". A null result stays null.
	Not bool
	// Canonical means that Value is as PostgreSQL formats values of the column's type, and
	// not as the client wrote it. More can then be compared in Go.
	Canonical bool
}

// Result is the result of matching a row.
type Result byte

// The results. Undecided means that PostgreSQL has to compare: see Comparisons.
const (
	No Result = iota
	Yes
	Undecided
)

// String returns the name of a result.
func (r Result) String() string { return [...]string{"no", "yes", "undecided"}[r] }

// Comparison is left to PostgreSQL: Value::Type Operator Filter::Type, under the
// collation. Filter is an array of the type for In, text for Like, ILike, Match and
// IMatch, and a keyword for Is. Value is never null. It is comparable, so that equal ones
// are evaluated once.
type Comparison struct {
	Type     *row.Type
	Collate  string // the collation's name in SQL, as in row.Column
	Operator Operator
	Not      bool
	Value    string
	Filter   string
}

// Events is a set of kinds of changes.
type Events byte

// The kinds of changes.
const (
	Inserts Events = 1 << iota
	Updates
	Deletes
	AllEvents = Inserts | Updates | Deletes
)

// Has reports whether the kind is in the set.
func (e Events) Has(kind row.Kind) bool { return e&eventOf(kind) != 0 }

func eventOf(kind row.Kind) Events {
	switch kind {
	case row.Insert:
		return Inserts
	case row.Update:
		return Updates
	}
	return Deletes
}

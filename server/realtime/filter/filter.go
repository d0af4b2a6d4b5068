// Package match decides which subscribers want a change, by the filters that
// they gave: "status=eq.open,total=gt.100". It reads a filter as Supabase does,
// binds it to a table, and compares in Go wherever that gives exactly what
// PostgreSQL would say; what depends on a locale, on regular expressions or on
// a type that it does not know it leaves to PostgreSQL, by the answer Ask.
//
// It refuses filters that cannot be read, that name no column of the table, or
// whose operator the column's type does not have. Whether a value is one of the
// column's type is for PostgreSQL to say.
package filter

import "github.com/toubkal/toubkal/server/realtime/row"

// Operator is how a filter compares, in PostgREST's words.
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

// Condition is one of those that a filter joins by commas: all must hold.
type Condition struct {
	Column   string
	Operator Operator
	// Value is what the column is compared with; of In it is PostgreSQL's array
	// literal, of Is one of null, true, false and unknown.
	Value string
	// Not is of the prefix "not.": what is unknown stays unknown.
	Not bool
	// Canonical says that Value is as PostgreSQL itself writes a value of the
	// column's type, and not as somebody typed it. More can then be compared in Go.
	Canonical bool
}

// Result is whether a row is wanted.
type Result byte

// The answers. Ask says that PostgreSQL must compare: see Questions.
const (
	No Result = iota
	Yes
	Undecided
)

// String names an answer.
func (a Result) String() string { return [...]string{"no", "yes", "ask"}[a] }

// Comparison is a comparison for PostgreSQL: Value::Type Operator Filter::Type,
// under the collation; the filter is an array of the type for In, text for Like,
// ILike, Match and IMatch, and a keyword for Is. Value is never null. Questions
// may be compared, so that each is asked once.
type Comparison struct {
	Type     *row.Type
	Collate  string // the collation's name in SQL, as row.Column has it
	Operator Operator
	Not      bool
	Value    string
	Filter   string
}

// Events is a set of row.Kind.
type Events byte

// The kinds of change, as a set.
const (
	Inserts Events = 1 << iota
	Updates
	Deletes
	AllEvents = Inserts | Updates | Deletes
)

// Has tells whether the kind is one of them.
func (k Events) Has(kind row.Kind) bool { return k&eventOf(kind) != 0 }

func eventOf(kind row.Kind) Events {
	switch kind {
	case row.Insert:
		return Inserts
	case row.Update:
		return Updates
	}
	return Deletes
}

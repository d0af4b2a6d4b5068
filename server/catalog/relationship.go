package catalog

// RelationshipKind is the cardinality of a Relationship, read from its start.
// The order is PostgREST's, and it is the order in which ambiguous ones are
// listed.
type RelationshipKind int

// The kinds of Relationship.
const (
	OneToMany RelationshipKind = iota
	ManyToOne
	OneToOne
	ManyToMany
)

// Relationship leads from one table to another. Each foreign key gives two, one
// in each direction, and as many more as there are views that show its columns.
type Relationship struct {
	From, To Name
	Kind     RelationshipKind
	// Constraint is the foreign key's name; "" for ManyToMany and computed.
	Constraint string
	// Columns are the joined columns, in key order; nil for ManyToMany (see
	// Junction) and computed ones.
	Columns  []Pair
	Junction *Junction // only for ManyToMany
	// Function is set for a computed relationship: a function of one row of
	// From that returns rows of To. Kind is OneToOne or OneToMany. An embed
	// names it by the function.
	Function         Name
	FromView, ToView bool
	// Parent says, for OneToOne, that From has the key that To's foreign key
	// points at.
	Parent bool
}

// Pair is a column at the start and the column that it equals at the end.
type Pair struct{ From, To string }

// Junction is the table in the middle of a ManyToMany relationship.
type Junction struct {
	Table Name
	// FromConstraint joins it to the start, ToConstraint to the end.
	FromConstraint, ToConstraint string
	// FromColumns pair a column of the start with one of the junction;
	// ToColumns pair a column of the end with one of the junction.
	FromColumns, ToColumns []Pair
}

// Self says whether the relationship leads back to its own table.
func (r *Relationship) Self() bool { return r.From == r.To }

// Computed says whether a function makes the relationship.
func (r *Relationship) Computed() bool { return r.Function != Name{} }

// ToOne says whether there is at most one row at the end.
func (r *Relationship) ToOne() bool { return r.Kind == ManyToOne || r.Kind == OneToOne }

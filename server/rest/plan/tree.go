package plan

import (
	"strings"

	"github.com/toubkal/toubkal/server/catalog"
	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/rest/parse"
)

// Types of other stages, named here so that the next stage needs only this one.
type (
	// Name is a schema-qualified name.
	Name = catalog.Name
	// Pair is a column and the one that it equals on the other side.
	Pair = catalog.Pair
	// Test is the operator of a condition with its operand.
	Test = parse.Test
	// Step is one arrow of a JSON path.
	Step = parse.Step
	// Rows is a range of rows.
	Rows = parse.Rows
)

// Node selects from one table.
type Node struct {
	// Table is the relation to read; the zero Name is the result of the write or call.
	Table   Name
	Alias   string // what the SQL calls it
	Columns []Column
	Where   []Condition
	Order   []Order
	Rows    Rows
	Embeds  []*Embed
	// Printed says that rows are printed as text, so that embeds are jsonb: that
	// is how PostgREST's look there.
	Printed bool
	// Grouped says that rows which agree in all other outputs become one.
	Grouped bool
	// Distinct says that of the rows which agree in their key outputs only the
	// first stays; they come in the order of those outputs.
	Distinct bool

	MaxRows int64 // the operator's bound on rows; 0 for none
	origin  root  // the catalog's table behind it
	parents []string
	depth   int
}

// Column is one column of the answer.
type Column struct {
	Field Field
	Cast  string // a type's name as the request wrote it; "" for none
	As    string // "" keeps its own name
	Key   bool   // the node's rows shall differ in it
	Aggregate
}

// Aggregate is a function over the rows of a group; the zero value is none.
type Aggregate struct {
	Function string // sum, avg, count, min, max
	Cast     string // a type's name as the request wrote it
	Distinct bool   // takes each value once
}

// Field is a column of a node, or a value inside its JSON.
type Field struct {
	Column string // "*" is all of them
	Path   []Step
	// ToJSON says that the column must become JSON before its path applies.
	ToJSON bool
	// Show is the function that makes JSON of the column's domain; zero for none.
	Show Name
}

// Condition is a test on a field, or a group of conditions.
type Condition struct {
	Field Field
	Test  Test
	// Read is the function that makes the field's domain of text; zero for none.
	Read Name
	// ToVector says that a text search must make a tsvector of the field.
	ToVector bool
	// Embed is set where the test is whether an embed has a match.
	Embed *Embed

	Group bool
	Not   bool // of the group, or of the embed's match
	Or    bool
	Of    []Condition
}

// Order is one term to sort by.
type Order struct {
	// Embed is the to-one embed that the field is of; nil for the node itself.
	Embed      *Embed
	Field      Field
	Directed   bool
	Descending bool
	Nulls      string // "", "first", "last"
	// Rank is set where the term is how well the field matches a text search.
	Rank *Search
}

// Search is a text search of a field.
type Search struct {
	Test     Test
	ToVector bool // the field is no tsvector yet
}

// Embed is the related rows of each row of a node.
type Embed struct {
	Node
	Name   string // the key in the answer
	As     string // what the SQL calls the joined rows
	ToOne  bool
	Inner  bool // rows without a match are left out
	Spread bool // columns go among those of the parent
	Hidden bool // selects nothing: it is there to filter
	// Outputs are the columns of a spread; of a to-many one each is an array.
	Outputs []Output

	On       []Pair // join conditions: parent's column, own column
	Junction *Junction
	Function Name // a computed relationship; zero for others
	Of       Name // the parent's row type, for Function

	relation string
}

// Junction is the table between a node and its many-to-many embed.
type Junction struct {
	Table    Name
	Alias    string
	ToParent []Pair // parent's column, junction's column
	ToChild  []Pair // child's column, junction's column
}

// parentColumns are the columns of the parent that the join needs.
func (e *Embed) parentColumns() []string {
	pairs := e.On
	if e.Junction != nil {
		pairs = e.Junction.ToParent
	}
	names := make([]string, len(pairs))
	for i, pair := range pairs {
		names[i] = pair.From
	}
	return names
}

// root is the relation that the outermost node reads.
type root struct {
	name     Name
	columns  []catalog.Column
	returned bool // rows come from a write or a call, not from the table
}

// column finds the types of a column, of computed ones too: as it is declared,
// and without domains.
func (t *treePlanner) column(of root, name string) (declared, base string) {
	for i := range of.columns {
		if of.columns[i].Name == name {
			return of.columns[i].Type, of.columns[i].Base
		}
	}
	if computed := t.catalog.Computed(of.name.Schema, of.name.Name, name); computed != nil {
		return computed.Type, computed.Base
	}
	return "", ""
}

// field resolves a field of a node, and gives the types of its column. A column
// that does not exist is the database's to refuse: it may be computed there.
func (t *treePlanner) field(of root, f parse.Field) (resolved Field, declared, base string) {
	declared, base = t.column(of, f.Name)
	resolved = Field{Column: f.Name, Path: f.Path}
	resolved.ToJSON = len(f.Path) > 0 && base != "json" && base != "jsonb"
	return resolved, declared, base
}

// represent finds the function that makes one type of another, as the owner of
// a domain has declared with a cast.
func (t *treePlanner) represent(from, to string) Name {
	return t.catalog.Representations[catalog.Cast{From: from, To: to}]
}

// represented reports whether a column of a table prints as its domain wants.
func (t *treePlanner) represented(of root) bool {
	for i := range of.columns {
		if t.represent(of.columns[i].Type, "json") != (Name{}) {
			return true
		}
	}
	return false
}

// tree builds the nodes of select= and puts filters, orders and limits on them.
func (t *treePlanner) tree(of root) (Node, error) {
	node := Node{Alias: of.name.Name, origin: of}
	if !of.returned {
		node.Table = of.name
	}
	if err := t.fill(&node, t.Items); err != nil {
		return Node{}, err
	}
	for _, step := range []func(*Node) error{t.limit, t.filter, t.order} {
		if err := step(&node); err != nil {
			return Node{}, err
		}
	}
	t.warn()
	return node, nil
}

// warn says once, with PostgREST's message, which names an alias has replaced.
func (t *treePlanner) warn() {
	if len(t.renamed) == 0 {
		return
	}
	t.plan.Warnings = append(t.plan.Warnings,
		"Embedded resource was referenced by relation name even though it has an alias. "+
			"This is deprecated and will stop working in a future release. "+
			"Update "+strings.Join(t.renamed, ", ")+" in query string filters, orders or limits.")
}

func (t *treePlanner) fill(node *Node, items []parse.Item) error {
	for _, item := range items {
		if item.Kind != parse.Column {
			if err := t.embed(node, item); err != nil {
				return err
			}
			continue
		}
		if item.Aggregate != "" && !t.options.Aggregates {
			return fault.New(fault.RestNoAggregates, "Use of aggregate functions is not allowed")
		}
		column := t.output(node.origin, item)
		if len(column.As) > maxName {
			return fault.New(fault.RestBadQuery, "The JSON key '"+column.As+"' is longer than a name, which has at most 63 bytes").
				WithHint("Give it another name, as in select=short:data->key")
		}
		node.Columns = append(node.Columns, column)
	}
	node.group()
	if t.represented(node.origin) {
		node.expand()
		t.show(node)
	}
	return nil
}

// show has each column print as its domain wants.
func (t *treePlanner) show(node *Node) {
	for i := range node.Columns {
		column := &node.Columns[i]
		declared, _ := t.column(node.origin, column.Field.Column)
		if show := t.represent(declared, "json"); show != (Name{}) && len(column.Field.Path) == 0 {
			column.Field.Show, column.As = show, column.name()
		}
	}
}

// output names a value inside JSON by its last key, and an aggregate by its
// function.
func (t *treePlanner) output(of root, item parse.Item) Column {
	field, _, _ := t.field(of, item.Field)
	aggregated := item.Aggregate != ""
	column := Column{
		Field: field, Cast: item.Cast, As: item.Alias, Key: item.Distinct && !aggregated,
		Aggregate: Aggregate{Function: item.Aggregate, Cast: item.AggregateCast, Distinct: item.Distinct && aggregated},
	}
	switch {
	case column.As != "":
	case item.Aggregate != "":
		column.As = item.Aggregate
	case len(field.Path) > 0 || item.Cast != "":
		column.As = lastKey(field)
	}
	return column
}

func lastKey(f Field) string {
	for i := len(f.Path) - 1; i >= 0; i-- {
		if !f.Path[i].Index {
			return f.Path[i].Key
		}
	}
	return f.Column
}

// Escape writes all but letters, digits, "-", "_", "." and "~" as %XX.
func Escape(text string) string { return parse.Escape(text) }

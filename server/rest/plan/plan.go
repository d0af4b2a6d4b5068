// Package plan decides, from a request and what exists, what will be asked of
// the database. It refuses what does not exist or cannot be meant: schemas
// (PGRST106), tables (205), columns (204), functions (202, 203), relationships
// (200, 201, 108, 118), media types (107), preferences (122, 128), writes (105),
// what the operator does not allow (123, 126) and what is not implemented (127).
package plan

import (
	"io"
	"slices"
	"strings"

	"github.com/toubkal/toubkal/server/catalog"
	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/rest/bulk"
	"github.com/toubkal/toubkal/server/rest/parse"
)

// Options are the settings of the operator.
type Options struct {
	// Schemas are the exposed ones; none means those of the catalog.
	Schemas []string
	// MaxRows bounds the rows of a read, of each embed too. 0 means no bound.
	MaxRows int64
	// Aggregates allows sum, avg, count, min and max in select=.
	Aggregates bool
	// TxOverride lets Prefer: tx decide the end of the transaction.
	TxOverride bool
	// Rollback undoes every request unless TxOverride lets the client commit.
	Rollback bool
	// Hoisted are the parameters of a function's SET clauses that hold for the
	// whole transaction, such as statement_timeout.
	Hoisted []string
	// ExplainEnabled lets a request ask for the plan of its statement.
	ExplainEnabled bool
	// StrictTargets refuses a filter on an aliased embed by its table's name.
	StrictTargets bool
	// Described lets the root describe the API; else it is refused (PGRST126).
	Described bool
	// RootSpec is the function that answers at the root instead of OpenAPI; ""
	// for none.
	RootSpec string
}

// Plan is one request, decided.
type Plan struct {
	// Action is a Read, a Write, a Call, a Root or an Info.
	Action any
	Schema string
	// Profile is the schema to name in the answer; "" when there is one only.
	Profile string
	Format  Format
	// Head leaves out the body.
	Head bool
	// ReadOnly runs in a transaction that cannot writem.
	ReadOnly bool
	Rollback bool
	// MaxAffected bounds the rows that are written; nil means no bound.
	MaxAffected *int64
	// Applied lists the preferences that were honoured, as the answer says it.
	Applied  string
	Warnings []string // what the client should stop doing
	// Assumptions are the types by which values of the request are read. They held when the catalog
	// was loaded.
	Assumptions []Assumption
	// Enforced are the assumptions that need no check: PostgreSQL refuses the statement where one holds no longer and the
	// answer could differ.
	Enforced []Assumption
	Settings []catalog.Setting
	// Isolation is the level that the function asks for; "" for the caller's.
	Isolation string
}

// Table is the table, view or function that the plan is about.
func (p Plan) Table() Name {
	switch action := p.Action.(type) {
	case Read:
		return action.Tree.Table
	case Write:
		return action.Table
	case Call:
		return action.Function
	}
	return Name{}
}

// Read reads one table with its embeds.
type Read struct {
	Tree  Node
	Count string // "", "exact", "planned", "estimated"
	// Location is the path that names this result: "/books?id=eq.1"; "" where
	// the request was too long for one.
	Location string
	// Row lists what each row holds, where the body is made of rows; nil where
	// PostgreSQL makes the body.
	Row []Value
}

// ByKey reports whether a read is of the one row at most whose key it names: key are the
// columns of the table's primary key.
func (r Read) ByKey(key []string) bool {
	names := func(column string) bool {
		return slices.ContainsFunc(r.Tree.Where, func(c Condition) bool {
			return !c.Group && c.Embed == nil && c.Field.Column == column && len(c.Field.Path) == 0 &&
				c.Test.Op == "eq" && !c.Test.Not && !c.Test.Any && !c.Test.All
		})
	}
	return len(key) > 0 && r.Count == "" && len(r.Tree.Embeds) == 0 &&
		!slices.ContainsFunc(key, func(column string) bool { return !names(column) })
}

// Write changes one table and reads what it changed.
type Write struct {
	Op    Op
	Table Name
	Cells []Cell // what to set
	// Rows is a JSON array of objects with those cells.
	Rows []byte
	// Values has the same rows column by column, for each of the cells; nil where only
	// PostgreSQL can read them.
	Values   []bulk.Values
	Where    []Condition
	Conflict *Conflict
	// Returning are the columns that the answer needs; "*" is all of them,
	// none only counts.
	Returning []string
	// Tree reads the changed rows; used where Format is not Nothing.
	Tree Node
	// Key are the columns that name a new row in the Location header.
	Key []string
	// Return is the preference: "", "minimal", "headers-only", "representation".
	Return string
	// Counted says whether the client asked for the number of rows.
	Counted bool
}

// Op is the operation of a Write.
type Op int

// The four writes; a Put is an insert that replaces.
const (
	Insert Op = iota
	Put
	Update
	Delete
)

// Cell is one column to writem.
type Cell struct {
	Name string
	Type string // as SQL writes it
	// Default is SQL to use where a row lacks the key; "" means null.
	Default string
	// Read is the function that makes the column's domain of JSON; zero for none.
	Read Name
	// Parsed is the type of a column of JSON whose values come as texts, as SQL writes it; "" for
	// all others.
	Parsed string
}

// Conflict is the action of an insert on a row that is there already.
type Conflict struct {
	Columns []string
	Merge   bool // else it is left as it is
	// Distributed is the table's flag: Citus lets nothing assign its distribution column, nor
	// a condition call functions, by which the replaced rows are counted.
	Distributed bool
}

// Call calls one function and reads what it returns.
type Call struct {
	Function Name
	Args     []Arg
	// Rows has the arguments that are not given one by one: a JSON array of one
	// object.
	Rows []byte
	// Whole is the body, for a function of one unnamed argument.
	Whole           *Arg
	Shape           Shape
	Tree            Node
	Count           string
	ComputedColumns []string // columns to take besides all that the function returns
}

// Arg is one argument of a call.
type Arg struct {
	Name     string
	Type     string
	Variadic bool
	Given    bool // Value is the argument; else Rows has it
	Value    []byte
}

// Shape is the kind of result that a function returns.
type Shape int

// The shapes. The answer to one row or value has no array around it; a value has
// no name.
const (
	RowSet Shape = iota
	Row
	ScalarSet
	Scalar
	Void
)

// QueryTypes are the media types that a QUERY may have, for Accept-Query.
const QueryTypes = parse.QueryTypes

// Make decides.
func Make(r parse.Request, s *catalog.Snapshot, o Options) (Plan, error) {
	p := Plan{Head: r.Method == "HEAD", ReadOnly: r.Reads()}
	if o.Schemas == nil {
		o.Schemas = s.Schemas
	}
	var err error
	if p.Schema, p.Profile, err = schema(r.Profile, o.Schemas); err != nil {
		return Plan{}, err
	}
	tree := treePlanner{planner: planner{Request: r, catalog: s, options: o, plan: &p}}
	call := callPlanner{tree}
	switch {
	case r.Method == "OPTIONS":
		err = call.info()
	case r.Function != "":
		err = call.call()
	case r.Table == "":
		err = call.root()
	case r.Reads():
		err = tree.read()
	default:
		write := writePlanner{tree}
		err = write.write()
	}
	p.Rollback = o.Rollback
	if o.TxOverride && r.Prefer.Tx != "" {
		p.Rollback = r.Prefer.Tx == "rollback"
	}
	return p, err
}

// planner carries what every step of Make needs.
type planner struct {
	parse.Request
	catalog *catalog.Snapshot
	options Options
	plan    *Plan
}

// treePlanner plans what is selected, filtered and ordered, of a table or of what a function
// returns.
type treePlanner struct {
	planner
	aggregates int      // how many have been named
	renamed    []string // embeds that the request calls by their table
}

// callPlanner plans the call of a function.
type callPlanner struct{ treePlanner }

// writePlanner plans a change of a table.
type writePlanner struct{ treePlanner }

// schema finds the one that the request is for, and the name to answer with.
func schema(profile string, exposed []string) (name, echo string, err error) {
	switch {
	case profile == "" && len(exposed) == 1:
		return exposed[0], "", nil
	case profile == "" && len(exposed) > 0:
		return exposed[0], exposed[0], nil
	case slices.Contains(exposed, profile):
		return profile, profile, nil
	}
	return "", "", fault.New(fault.RestBadSchema, "Invalid schema: "+profile).
		WithHint("Only the following schemas are exposed: " + strings.Join(exposed, ", "))
}

// table finds the table that the request is for.
func (pl *planner) table() (*catalog.Table, error) {
	if table := pl.catalog.Table(pl.plan.Schema, pl.Table); table != nil {
		return table, nil
	}
	missing := fault.New(fault.RestNoTable, "Could not find the table '"+pl.plan.Schema+"."+pl.Table+"' in the schema cache")
	if name, ok := catalog.Suggest(pl.Table, pl.tableNames(), 0.75); ok {
		missing.WithHint("Perhaps you meant the table '" + pl.plan.Schema + "." + name + "'")
	}
	return nil, missing
}

func (pl *planner) tableNames() []string {
	var names []string
	for name := range pl.catalog.Tables {
		if name.Schema == pl.plan.Schema {
			names = append(names, name.Name)
		}
	}
	slices.Sort(names)
	return names
}

func (t *treePlanner) read() error {
	table, err := t.table()
	if err != nil {
		return err
	}
	read := Read{Count: t.Prefer.Count, Location: t.location(table.Name)}
	if read.Tree, err = t.tree(root{name: table.Name, columns: table.Columns}); err != nil {
		return err
	}
	if err := t.negotiate(&read.Tree, rowsOf(&read.Tree), true); err != nil {
		return err
	}
	read.Row = t.row(read)
	t.plan.Action = read
	return t.prefer(applied{count: true})
}

// row lists the values of each row of a read, in order, where the body is made
// of rows and not by PostgreSQL: a JSON array without a count, each name once.
// Nil says that PostgreSQL makes the body.
func (t *treePlanner) row(read Read) []Value {
	f := t.plan.Format
	if f.Body != Array || f.Stripped || f.Explain != nil || read.Count == "exact" || read.Count == "estimated" {
		return nil
	}
	values, ok := t.values(&read.Tree)
	if !ok || !read.Tree.whole() && !distinct(values) {
		return nil
	}
	return values
}

// maxLocation bounds the address of a result, in bytes: a header that repeats a
// long query has proxies (nginx above 4 kB) and clients (Node above 16 kB)
// refuse the answer.
const maxLocation = 4000

// location is the address that a GET would have for the same result.
func (pl *planner) location(of Name) string {
	path := "/" + parse.Escape(of.Name)
	switch {
	case pl.Canonical == "":
		return path
	case len(pl.Canonical) > maxLocation:
		return ""
	}
	return path + "?" + pl.Canonical
}

// Estimates reports whether the planner's number of rows is wanted: always where
// the client asks for what is planned; beside a count where it is content with
// an estimate and there is more than one answer holds.
func (p Plan) Estimates(r Result) bool {
	read, ok := p.Action.(Read) // the rows of a function are never estimated
	if !ok || p.Format.Explain != nil {
		return false
	}
	return read.Count == "planned" || read.Count == "estimated" && r.Total != nil && *r.Total > read.Tree.MaxRows
}

// Result is the row that the statement returned.
type Result struct {
	Total    *int64 // rows without limits; nil when not counted
	Rows     int64  // rows of this answer
	Body     []byte
	Stored   StoredBody // the body where it is not in memory; else nil
	Headers  []byte     // response.headers; nil when not set
	Status   []byte     // response.status; nil when not set
	Replaced int64      // of an insert: rows that existed and were merged
	Location []byte     // of an insert of one row: a JSON object of its key
}

// StoredBody is a body that is not in memory.
type StoredBody interface {
	io.WriterTo
	// Size is its length in bytes.
	Size() int64
}

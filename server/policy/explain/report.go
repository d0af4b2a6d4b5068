// Package explain says why a request of the table API sees, or changes, the rows that it does: which
// grants and policies took part, and which condition of a policy was false with which values. The
// request is executed in a transaction that is rolled back. It refuses a caller that does not exist.
package explain

import "encoding/json"

// Report is the explanation of a request.
type Report struct {
	Request  string   `json:"request"` // GET /todos?select=title
	Caller   Caller   `json:"caller"`
	Outcome  Outcome  `json:"outcome"`
	Tables   []Table  `json:"tables"`
	Scans    []Scan   `json:"scans"`
	Findings []Reason `json:"findings"` // what decided, the most likely mistake first
}

// Caller is who asks.
type Caller struct {
	Role    string          `json:"role"`
	Subject string          `json:"sub"` // "" without a user
	Email   string          `json:"email"`
	Claims  json.RawMessage `json:"claims"`
}

// Outcome is the answer of PostgreSQL to the request, executed as its caller.
type Outcome struct {
	// Rows are the rows that were read, or changed; 0 where it was refused.
	Rows         int64   `json:"rows"`
	Milliseconds float64 `json:"ms"`
	// Code is the SQLSTATE, or the code of the table API, of a refusal; "" for none.
	Code    string `json:"code"`
	Message string `json:"message"`
	Detail  string `json:"detail"`
	Hint    string `json:"hint"`
}

// Reason is something that decided on the answer.
type Reason struct {
	Name   string `json:"name"` // of its page in docs/policies
	Table  string `json:"table"`
	Policy string `json:"policy"` // "" for none
	Text   string `json:"text"`
	Mend   string `json:"mend"` // SQL, or what to change in the request; "" where nothing is wrong
}

// Table is a table that the request reads or changes, or that a policy or a view reads for it.
type Table struct {
	Schema string `json:"schema"`
	Name   string `json:"name"`
	Kind   string `json:"kind"`
	// Reached says in words what leads to it; "" for the request itself.
	Reached     string `json:"reached"`
	RowSecurity bool   `json:"row_security"`
	// Unfiltered is the reason why no policy limits the caller; "" where they do.
	Unfiltered string  `json:"unfiltered"`
	Checks     []Check `json:"checks"`
}

// Check is what the policies for one verb decide about some rows.
type Check struct {
	Verb    string `json:"verb"` // select, insert, update or delete
	New     bool   `json:"new"`  // rows as they would be written, else rows that are there
	Granted bool   `json:"granted"`
	// Rows is the number of rows that were looked at, Passed of those that policies admit. Cut says
	// that there are more.
	Rows   int  `json:"rows"`
	Passed int  `json:"passed"`
	Cut    bool `json:"cut"`
	// Unknown is the reason why no rows were looked at; "" where they were.
	Unknown  string   `json:"unknown"`
	Policies []Policy `json:"policies"`
	// Refused are the first rows that policies do not admit.
	Refused []Row `json:"refused"`
}

// Policy is a policy that applies to the caller and the verb.
type Policy struct {
	Name       string `json:"name"`
	Permissive bool   `json:"permissive"`
	// Expression is that of using, or of with check for new rows.
	Expression string `json:"expression"`
	Comment    string `json:"comment"`
	File       string `json:"file"` // "" where it is not known
	Line       int    `json:"line"`
	Passed     int    `json:"passed"` // of the rows of its Check
	// Milliseconds is the time of its expression on all of these rows.
	Milliseconds float64 `json:"ms"`
	// Error is what PostgreSQL says where the expression cannot be evaluated; Code its SQLSTATE.
	Error string `json:"error"`
	Code  string `json:"code"`
	// Closed are the functions that it calls and the caller may not.
	Closed []string `json:"closed"`
}

// Row is a row that policies do not admit.
type Row struct {
	// Values has the columns of the row; texts over 200 bytes are shortened.
	Values map[string]string `json:"values"`
	// Key are the columns that name it.
	Key      []string   `json:"key"`
	Policies []Decision `json:"policies"`
}

// Decision is the value of a policy's expression for a row.
type Decision struct {
	Policy string `json:"policy"`
	Node   Node   `json:"node"`
	// Because are the conditions that decided, in words: author_id = auth.uid() is null: …
	Because []string `json:"because"`
}

// Node is a sub-expression with its value.
type Node struct {
	Op    string `json:"op"` // AND, OR or NOT; "" for a condition
	Text  string `json:"text"`
	Value string `json:"value"` // true, false, null, or error
	Error string `json:"error"`
	Terms []Term `json:"terms"`
	Nodes []Node `json:"nodes"`
}

// Term is a sub-expression on which a condition depends.
type Term struct {
	Text  string `json:"text"`
	Value string `json:"value"` // null for NULL; texts in quotes
}

// Scan is a node of PostgreSQL's plan that reads a table.
type Scan struct {
	Table string `json:"table"`
	Node  string `json:"node"`  // Seq Scan, Index Scan, …
	Index string `json:"index"` // "" for none
	// Condition is what the index finds, Filter what rows are tested by: policies among them.
	Condition    string  `json:"condition"`
	Filter       string  `json:"filter"`
	Rows         float64 `json:"rows"`
	Removed      float64 `json:"removed"` // by Filter
	Milliseconds float64 `json:"ms"`
}

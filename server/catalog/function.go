package catalog

// Volatility is pg_proc.provolatile.
type Volatility byte

// The volatilities of a Function. A GET may call any: it runs read only.
const (
	Immutable Volatility = 'i'
	Stable    Volatility = 's'
	Volatile  Volatility = 'v'
)

// Function is one function or procedure that can be called by name.
type Function struct {
	Name
	OID        uint32 // pg_proc.oid; 0 where it is not known
	Comment    string
	Args       []Arg // those a caller gives: in, inout and variadic
	Returns    Returns
	Volatility Volatility
	Variadic   bool // the last of Args is variadic
	// Isolation is the level that `set default_transaction_isolation` on the
	// function asks for, in lower case; "" means the role's or the server's.
	Isolation string
	// Settings are all of the function's `set` options.
	Settings []Setting
}

// Arg is one argument of a Function.
type Arg struct {
	Name string // "" for an unnamed one
	// Type is the declared type, as format_type formats it.
	Type string
	// Cast is the type to cast a value to: Type, but wide where a cast would
	// cut (character → character varying, bit → bit varying).
	Cast string
	// TypeName is the name of the type behind the domains; for an Array, of its
	// elements' type.
	TypeName Name
	Array    bool
	Required bool // without a default
	Variadic bool
}

// Single says whether the function takes one unnamed argument of a type that a
// whole request body can be, and gives that type: json, jsonb, text, xml, bytea.
func (f *Function) Single() (string, bool) {
	if len(f.Args) != 1 || f.Args[0].Name != "" || f.Args[0].Variadic {
		return "", false
	}
	switch t := f.Args[0].Type; t {
	case "json", "jsonb", "text", "xml", "bytea":
		return t, true
	}
	return "", false
}

// Returns is the result type of a Function.
type Returns struct {
	// Type names the type without its domains: {pg_catalog, int4}, {public,
	// books}, {pg_catalog, record} for TABLE and several OUT arguments.
	Type Name
	// SQL is the declared type as format_type formats it.
	SQL string
	// Set means rows: SETOF and TABLE.
	Set bool
	// Composite means that a row has columns: a table's or composite type, TABLE
	// or any OUT argument.
	Composite bool
	// Array means that Type is an array type ({pg_catalog, _int4}), and Element
	// is what it holds; else Element is Type.
	Array   bool
	Element Name
	// Alias means that Type is reached through a domain.
	Alias bool
	Void  bool
	// Columns are the names and types of TABLE and OUT columns; nil for others,
	// whose columns are those of the table or type that Type names.
	Columns []Column
	// Domain is the declared domain (for media type handlers); zero for others.
	Domain Name
}

// Scalar says whether a row is one value without a name.
func (r Returns) Scalar() bool { return !r.Composite }

// ComputedColumn is a function of one row that is read like a column.
type ComputedColumn struct {
	Function Name
	OID      uint32 // of the function; 0 where it is not known
	Type     string // what it returns, as format_type formats it
	Base     string // Type without domains
	// TypeName is Base's name; for an Array, that of its elements' type.
	TypeName Name
	// Composite and Array say that JSON paths must go through to_jsonb.
	Composite, Array bool
	Comment          string
}

// Handled is the table and the media type that a Handler serves.
type Handled struct {
	// Table is the row type that the aggregate takes; the zero Name means any
	// (anyelement).
	Table Name
	Media string // in lower case: "application/geo+json", "*/*"
}

// Handler is an aggregate that makes a whole body of rows. Its result is a
// domain named like a media type, as PostgREST has it
// (https://postgrest.org/en/stable/references/api/media_type_handlers.html).
// Functions whose own result is such a domain have Returns.Domain.
type Handler struct {
	Function Name
	// Media is the domain's name as declared, for the Content-Type.
	Media string
	// Binary says that the domain is made of bytea: the body is its bytes.
	Binary bool
}

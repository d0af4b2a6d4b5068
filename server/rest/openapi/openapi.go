// Package openapi describes the table API as its caller may use it: OpenAPI 2.0
// with PostgREST's own texts (https://postgrest.org/en/stable/references/api/openapi.html),
// which its clients read, and 3.1 for code generators. It is pure, and
// refuses only a proxy address that is none.
package openapi

import (
	"cmp"
	"slices"
	"strings"

	"github.com/toubkal/toubkal/server/catalog"
)

// Subject is the input of a document: tables, functions and rights.
type Subject struct {
	Catalog *catalog.Snapshot
	Schema  string
	// Rights are the caller's; nil describes all that there is.
	Rights *Rights
	// Visible are schemas whose types go by their bare name in 2.0, as they would
	// on the caller's search path. None in 3.1.
	Visible []string
	// Security adds to 2.0 that a token goes into Authorization. 3.1 always says
	// so.
	Security bool
}

// Document is a description without the address of what it describes, so that
// one will do for all the names that a server goes by.
type Document struct {
	address func(Address) object
	body    []byte // its other members, the first brace left out
}

// Describe makes the document of a version of OpenAPI: "3.1", or else "2.0".
func Describe(version string, s Subject) Document {
	if version == "3.1" {
		return Document{address: servers, body: described(s).append(nil)[1:]}
	}
	return Document{address: host, body: swagger(s).append(nil)[1:]}
}

// At is the document as JSON, for a server at an address.
func (d Document) At(a Address) []byte {
	head := d.address(a).append(make([]byte, 0, len(d.body)+256))
	head[len(head)-1] = ','
	return append(head, d.body...)
}

// Size is the size of the document in memory, in bytes.
func (d Document) Size() int { return len(d.body) }

// tables lists those that the caller may do anything with, by name.
func (s Subject) tables() []*catalog.Table {
	var tables []*catalog.Table
	for name, table := range s.Catalog.Tables {
		visible := s.Rights == nil
		if !visible {
			_, visible = s.Rights.Tables[name.Name]
		}
		if name.Schema == s.Schema && visible {
			tables = append(tables, table)
		}
	}
	slices.SortFunc(tables, func(a, b *catalog.Table) int { return cmp.Compare(a.Name.Name, b.Name.Name) })
	return tables
}

// functions lists those that the caller may execute, by name, the overloads of
// each together and those of fewest arguments first.
func (s Subject) functions() [][]*catalog.Function {
	var functions [][]*catalog.Function
	for _, name := range s.Catalog.FunctionNames(s.Schema) {
		overloads := slices.Clone(s.Catalog.Overloads(s.Schema, name))
		overloads = slices.DeleteFunc(overloads, func(f *catalog.Function) bool { return s.Rights != nil && !s.Rights.signed[signature(f)] })
		if len(overloads) > 0 {
			functions = append(functions, overloads)
		}
	}
	return functions
}

// splitComment splits a comment: its first line sums it up, and what follows, after
// any blank lines, says more.
func splitComment(comment string) (summary, description string) {
	summary, description, _ = strings.Cut(comment, "\n")
	return summary, strings.TrimLeft(description, "\n")
}

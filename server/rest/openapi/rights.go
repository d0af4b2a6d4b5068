package openapi

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/toubkal/toubkal/server/catalog"
)

// Rights are the privileges of a caller in one schema, in JSON.
type Rights struct {
	Tables map[string]TableRights `json:"tables"`
	// Functions are the signatures of those that the caller may execute, as in
	// "add(integer, integer)".
	Functions []string `json:"functions"`
	signed    map[string]bool
}

// TableRights are the rights in one table. Each lists columns: none is no
// right, and ["*"] is the right to all.
type TableRights struct {
	Select []string `json:"select"`
	Insert []string `json:"insert"`
	Update []string `json:"update"`
	Delete bool     `json:"delete"`
}

// every is the right to all columns.
var every = []string{"*"}

// ReadRights reads what the database says of a caller's rights.
func ReadRights(text []byte) (*Rights, error) {
	var rights Rights
	if err := json.Unmarshal(text, &rights); err != nil {
		return nil, fmt.Errorf("read the caller's rights: %w", err)
	}
	rights.signed = make(map[string]bool, len(rights.Functions))
	for _, signature := range rights.Functions {
		rights.signed[signature] = true
	}
	return &rights, nil
}

// signature names a function among its overloads, as oidvectortypes prints it.
func signature(f *catalog.Function) string {
	types := make([]string, len(f.Args))
	for i, arg := range f.Args {
		types[i] = arg.Type
	}
	return f.Name.Name + "(" + strings.Join(types, ", ") + ")"
}

// in says what the caller may do with a table, as far as it can be done at all.
func (r *Rights) in(t *catalog.Table) TableRights {
	rights := TableRights{every, every, every, true}
	if r != nil {
		rights = r.Tables[t.Name.Name]
	}
	if !t.Insertable {
		rights.Insert = nil
	}
	if !t.Updatable {
		rights.Update = nil
	}
	rights.Delete = rights.Delete && t.Deletable
	return rights
}

// covers says whether a list of columns has one.
func covers(columns []string, name string) bool {
	return len(columns) == 1 && columns[0] == "*" || slices.Contains(columns, name)
}

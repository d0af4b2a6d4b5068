// Package inspect reads the structure of a database for operators: the list of its tables, and the
// definition of one. It refuses a table that does not exist.
package inspect

import (
	"context"
	_ "embed"
	"errors"
	"fmt"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
)

//go:embed tables.sql
var tablesSQL string

//go:embed relation.sql
var relationSQL string

// Table is a table or view in the list of all.
type Table struct {
	Schema string `json:"schema"`
	Name   string `json:"name"`
	// Kind is table, view, materialized view or foreign table.
	Kind        string `json:"kind"`
	Rows        int64  `json:"rows" jsonschema:"an estimate, -1 where there is none"`
	Bytes       int64  `json:"bytes"`
	RowSecurity bool   `json:"rowSecurity"`
	Policies    int    `json:"policies"`
	Comment     string `json:"comment"`
}

// Tables are the tables and views of the project and of the services, by schema and name.
func Tables(ctx context.Context, conn *db.Conn) ([]Table, error) {
	rows, err := conn.Query(ctx, tablesSQL)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	all := []Table{}
	for rows.Next() {
		var t Table
		if err := rows.Scan(&t.Schema, &t.Name, &t.Kind, &t.Rows, &t.Bytes, &t.RowSecurity, &t.Policies, &t.Comment); err != nil {
			return nil, err
		}
		all = append(all, t)
	}
	return all, rows.Err()
}

// Relation is the definition of a table or view, with columns, keys, indexes, policies and grants, as a JSON object.
func Relation(ctx context.Context, conn *db.Conn, schema, name string) (text []byte, err error) {
	err = conn.QueryRow(ctx, relationSQL, schema, name).Scan(&text)
	if errors.Is(err, db.ErrNoRows) {
		return nil, fault.New(fault.NotFound, fmt.Sprintf("There is no table %s.%s.", schema, name))
	}
	return text, err
}

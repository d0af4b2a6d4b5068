package mcp

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/toubkal/toubkal/server/catalog"
	"github.com/toubkal/toubkal/server/console/inspect"
	"github.com/toubkal/toubkal/server/db"
)

//go:embed columns.sql
var columnsSQL string

type schemasInput struct {
	Schemas []string `json:"schemas,omitempty" jsonschema:"defaults to the schemas that the API exposes"`
}

type tablesOutput struct {
	Tables []table `json:"tables"`
}

// table is a table with its columns.
type table struct {
	inspect.Table
	Columns    []string `json:"columns" jsonschema:"name and type of each"`
	Key        []string `json:"key" jsonschema:"columns of the primary key"`
	References []string `json:"references" jsonschema:"foreign keys"`
}

type tableInput struct {
	Schema string `json:"schema,omitempty" jsonschema:"defaults to public"`
	Table  string `json:"table" jsonschema:"name of the table or view"`
}

func (t *tools) addTables() {
	add(t, "list_tables", false, "List the tables and views of the project: columns with types, primary and foreign keys, size, estimated rows, and whether row level security is on.", t.listTables)
	add(t, "describe_table", false, "Describe one table or view in full: columns with defaults and comments, keys, constraints, indexes, triggers, grants of the API roles, and the row level security policies with their expressions.", t.describeTable)
}

// reading runs fn on a connection of the owner: fn reads what the catalog says, and no rows of
// the project.
func (s *Server) reading(ctx context.Context, fn func(*db.Conn) error) error {
	owners, _, err := s.Pools(ctx)
	if err != nil {
		return err
	}
	return owners.Repeat(ctx, fn)
}

func (s *Server) listTables(ctx context.Context, in schemasInput) (string, tablesOutput, error) {
	out := tablesOutput{Tables: []table{}}
	if len(in.Schemas) == 0 {
		in.Schemas = s.Schemas
	}
	err := s.reading(ctx, func(conn *db.Conn) error {
		all, err := inspect.Tables(ctx, conn)
		if err != nil {
			return err
		}
		of, err := columns(ctx, conn, in.Schemas)
		if err != nil {
			return err
		}
		for _, t := range all {
			if slices.Contains(in.Schemas, t.Schema) {
				found := of[catalog.Name{Schema: t.Schema, Name: t.Name}]
				found.Table = t
				out.Tables = append(out.Tables, found)
			}
		}
		return nil
	})
	var lines []string
	for _, t := range out.Tables {
		security := "row level security off"
		if t.RowSecurity {
			security = fmt.Sprintf("row level security on, %d policies", t.Policies)
		}
		lines = append(lines, fmt.Sprintf("%s %s.%s (%s; %s): %s", t.Kind, t.Schema, t.Name, strings.Join(t.Columns, ", "), security, t.Comment))
	}
	return strings.Join(append(lines, fmt.Sprintf("(%d tables and views)", len(lines))), "\n"), out, err
}

func columns(ctx context.Context, conn *db.Conn, schemas []string) (map[catalog.Name]table, error) {
	rows, err := conn.Query(ctx, columnsSQL, schemas)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	all := map[catalog.Name]table{}
	for rows.Next() {
		var name catalog.Name
		var t table
		if err := rows.Scan(&name.Schema, &name.Name, &t.Columns, &t.Key, &t.References); err != nil {
			return nil, err
		}
		all[name] = t
	}
	return all, rows.Err()
}

func (s *Server) describeTable(ctx context.Context, in tableInput) (string, map[string]any, error) {
	if in.Schema == "" {
		in.Schema = "public"
	}
	var out map[string]any
	err := s.reading(ctx, func(conn *db.Conn) error {
		text, err := inspect.Relation(ctx, conn, in.Schema, in.Table)
		if err != nil {
			return err
		}
		return json.Unmarshal(text, &out)
	})
	return "", out, err
}

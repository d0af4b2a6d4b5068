// Package policy reads who may do what with the tables of a database: grants, row security and
// policies, as PostgreSQL has understood them. It refuses a role that does not exist.
package policy

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/catalog"
)

// Querier is a connection or a transaction.
type Querier interface {
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

// Table is a table or a view, with the rights of one role on it.
type Table struct {
	Schema string `json:"schema"`
	Name   string `json:"name"`
	Owner  string `json:"owner"`
	// Kind is table, view, materialized view or foreign table.
	Kind        string `json:"kind"`
	RowSecurity bool   `json:"row_security"`
	Forced      bool   `json:"forced"` // on the owner too
	Usage       bool   `json:"usage"`  // of the schema
	// Invoker says that a view has the rights of its caller.
	Invoker bool `json:"invoker"`
	// Unfiltered is the reason why no policy limits the role; "" where they do.
	Unfiltered string   `json:"unfiltered"`
	Columns    []string `json:"columns"`
	Key        []string `json:"key"` // columns of the primary key
	Grants     []Grant  `json:"grants"`
	Policies   []Policy `json:"policies"` // of all roles, by name
	Reached    []Reach  `json:"reached"`
}

// Grant is the right to a verb.
type Grant struct {
	Verb    string   `json:"verb"` // select, insert, update or delete
	Whole   bool     `json:"whole"`
	Columns []string `json:"columns"` // on which the role has it; nil for delete
}

// Policy is a row of pg_policy.
type Policy struct {
	Name       string   `json:"name"`
	Permissive bool     `json:"permissive"`
	Verb       string   `json:"verb"` // or all
	Roles      []string `json:"roles"`
	Applies    bool     `json:"applies"` // to the role
	// Using and Check are expressions in which every name has its schema; "" for none.
	Using   string `json:"using"`
	Check   string `json:"check"`
	Comment string `json:"comment"`
	// Closed are the functions that it calls and the role may not, as PostgreSQL names them in a GRANT. Rights
	// on schemas do not matter: a policy is stored as it was understood.
	Closed []string `json:"closed"`
}

// Reach is a way that leads to a table.
type Reach struct {
	How    string `json:"how"` // request, policy or view
	Schema string `json:"schema"`
	Table  string `json:"table"` // whose policy or view reads it
	Policy string `json:"policy"`
}

// Full is the name with its schema.
func (t Table) Full() string { return t.Schema + "." + t.Name }

// Granted is the role's right to a verb; nil for none.
func (t Table) Granted(verb string) *Grant {
	for i := range t.Grants {
		if t.Grants[i].Verb == verb {
			return &t.Grants[i]
		}
	}
	return nil
}

// Of are the policies for a verb that apply to the role.
func (t Table) Of(verb string) []Policy {
	return slices.DeleteFunc(slices.Clone(t.Policies), func(p Policy) bool { return !p.Applies || !p.Covers(verb) })
}

// Covers reports whether a policy is about a verb.
func (p Policy) Covers(verb string) bool { return p.Verb == verb || p.Verb == "all" }

// Expression is what decides on rows that are there, or on new ones: without a check, using does.
func (p Policy) Expression(check bool) string {
	if check && p.Check != "" || p.Using == "" {
		return p.Check
	}
	return p.Using
}

// ErrNoRole is a role that does not exist.
var ErrNoRole = errors.New("there is no such role")

// Verbs are the verbs of grants and policies, in the order of a policy file.
func Verbs() []string { return []string{"select", "insert", "update", "delete"} }

// Tables are the tables and views of schemas, those of public first; those of extensions are left out.
func Tables(ctx context.Context, conn *pgx.Conn, schemas []string) ([]catalog.Name, error) {
	rows, err := conn.Query(ctx, `select n.nspname::text, c.relname::text from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
		where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname = any ($1) and not exists (
			select from pg_catalog.pg_depend d where d.classid = 'pg_catalog.pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
		order by n.nspname <> 'public', n.nspname, c.relname`, schemas)
	if err != nil {
		return nil, fmt.Errorf("list the tables: %w", err)
	}
	all, err := pgx.CollectRows(rows, pgx.RowToStructByPos[catalog.Name])
	if err != nil {
		return nil, fmt.Errorf("list the tables: %w", err)
	}
	return all, nil
}

//go:embed read.sql
var readSQL string

// Read reads tables with the rights of a role, and the tables that their policies and views read. What
// does not exist is left out. It is one query, in a transaction whose search path must be empty, so that every
// name in the expressions has its schema.
func Read(ctx context.Context, q Querier, role string, names []catalog.Name) ([]Table, error) {
	schemas, tables := make([]string, len(names)), make([]string, len(names))
	for i, name := range names {
		schemas[i], tables[i] = name.Schema, name.Name
	}
	var exists bool
	var text []byte
	err := q.QueryRow(ctx, "select exists (select from pg_roles where rolname = $3::text), ("+readSQL+")::text", schemas, tables, role).Scan(&exists, &text)
	if err != nil {
		return nil, fmt.Errorf("read the policies: %w", err)
	}
	if !exists {
		return nil, fmt.Errorf("%w: %s", ErrNoRole, role)
	}
	var all []Table
	if err := json.Unmarshal(text, &all); err != nil {
		return nil, fmt.Errorf("read the policies: %w", err)
	}
	return all, nil
}

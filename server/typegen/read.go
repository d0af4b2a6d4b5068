package typegen

import (
	"context"
	"embed"
	"fmt"

	"github.com/jackc/pgx/v5"
)

//go:embed sql/*.sql
var queries embed.FS

// rows are the results of the queries of sql/, a slice for each file.
type rows struct {
	schemas     []string
	relations   []relation
	columns     []column
	foreignKeys []foreignKey
	views       []view
	functions   []function
	types       []pgType
}

type relation struct {
	OID                   uint32
	Schema, Name          string
	Kind                  string // r table, p partitioned table, f foreign table, v view, m materialized view
	Insertable, Updatable bool
	Shown                 bool // the role has a right on it
}

type column struct {
	Relation         uint32
	Name             string
	Type, TypeSchema string // of a domain, the type below it
	Nullable         bool
	Default          bool
	Identity         string // a always, d by default, else empty
	Generated        bool
	Writable         bool // of a view: may be in an insert or an update
}

// end is one side of a foreign key.
type end struct {
	OID          uint32
	Schema, Name string
	Numbers      []int16
	Columns      []string // their names, in the key's order
}

type foreignKey struct {
	Name     string
	From     end
	OneToOne bool
	To       end
}

type view struct {
	OID          uint32
	Schema, Name string
	Tree         string   // pg_node_tree of the select
	Columns      []string // by number
}

type function struct {
	OID               uint32
	Schema, Name      string
	ArgNames          []string // empty where no argument has a name
	ArgModes          []string // empty where all are in
	ArgTypes          []uint32
	Inputs, Defaults  int16
	Returns           uint32
	Set               bool
	Rows              float32 // estimate, 0 unless a set
	Arguments         string  // as PostgreSQL spells them, with names and defaults
	IdentityArguments string
	Result            string
}

type pgType struct {
	OID            uint32
	Schema, Name   string
	Relation       uint32 // of a row type or composite type, else 0
	Spelled        string // such a type's name as the search path asks for it
	Labels         []string
	Attributes     []string
	AttributeTypes []uint32
}

// read asks all queries at once, in one snapshot of the database. A timeout that
// the role has is meant for requests; compiling a query would take longer than
// running it.
func read(ctx context.Context, conn *pgx.Conn, schemas []string) (*rows, error) {
	tx, err := conn.BeginTx(ctx, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly})
	if err != nil {
		return nil, err
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }()
	if _, err := tx.Exec(ctx, "set local statement_timeout = 0; set local jit = off"); err != nil {
		return nil, err
	}
	var r rows
	batch := &pgx.Batch{}
	queue(batch, "schemas", &r.schemas, pgx.RowTo, schemas)
	queue(batch, "relations", &r.relations, pgx.RowToStructByPos, schemas)
	queue(batch, "columns", &r.columns, pgx.RowToStructByPos, schemas)
	queue(batch, "foreign_keys", &r.foreignKeys, scanForeignKey, schemas)
	queue(batch, "views", &r.views, pgx.RowToStructByPos, schemas)
	queue(batch, "functions", &r.functions, pgx.RowToStructByPos, schemas)
	queue(batch, "types", &r.types, pgx.RowToStructByPos)
	if err := tx.SendBatch(ctx, batch).Close(); err != nil {
		return nil, err
	}
	return &r, nil
}

// queue adds sql/<name>.sql.
func queue[T any](batch *pgx.Batch, name string, into *[]T, scan pgx.RowToFunc[T], args ...any) {
	sql, err := queries.ReadFile("sql/" + name + ".sql")
	if err != nil {
		panic(err) // a name that is not embedded cannot be built
	}
	batch.Queue(string(sql), args...).Query(func(answer pgx.Rows) error {
		found, err := pgx.CollectRows(answer, scan)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		*into = found
		return nil
	})
}

func scanForeignKey(row pgx.CollectableRow) (k foreignKey, err error) {
	err = row.Scan(
		&k.Name, &k.From.OID, &k.From.Schema, &k.From.Name, &k.From.Numbers, &k.From.Columns, &k.OneToOne,
		&k.To.OID, &k.To.Schema, &k.To.Name, &k.To.Numbers, &k.To.Columns,
	)
	return k, err
}

package catalog

import (
	"context"
	"embed"
	"fmt"

	"github.com/jackc/pgx/v5"
)

//go:embed sql/*.sql
var queries embed.FS

// rows are the results of the queries of sql/, a slice for each file. Everything
// refers to everything else by object id and column number.
type rows struct {
	relations []relationRow
	columns   []columnRow
	types     []typeRow
	keys      []keyRow
	checks    []checkRow
	views     []viewRow
	functions []functionRow
	enums     []enumRow
	roles     []roleRow
	casts     []castRow
	handlers  []handlerRow
	schemas   []schemaRow
}

type relationRow struct {
	OID, RowType       uint32
	Schema, Name, Kind string
	Exposed            bool
	Comment            string
	Events             int32 // 4 update, 8 insert, 16 delete
	Distributed        bool
}

type columnRow struct {
	Relation            uint32
	Number              int16
	Name                string
	Type                uint32
	Modifier            int32
	Required            bool
	Default             string
	DefaultOID          uint32
	Identity, Generated string
	Comment             string
}

// typeRow is a type as columns have it: varchar(20) is another than varchar.
type typeRow struct {
	OID                        uint32
	Modifier                   int32
	Schema, Name               string
	Spelled, Bare              string // with the modifier, and without
	Domain                     bool
	BaseSchema, BaseName       string // behind the domains
	Base                       string // the same, as SQL writes it
	Composite, Array           bool
	Element                    uint32 // of an array, behind the domains; else the base
	ElementSchema, ElementName string
	Required                   bool // not null, as a domain may be
	Default                    string
	MaxLength                  int32
}

type keyRow struct {
	OID               uint32
	Name              string
	Kind              string // p, u or f
	Relation, Foreign uint32
	Columns           []int16
	ForeignColumns    []int16
}

type checkRow struct {
	Relation, Domain uint32
	Column           int16 // 0 for a domain's
	Definition       string
}

type viewRow struct {
	OID  uint32
	Tree string // pg_node_tree of the select
}

type functionRow struct {
	OID                   uint32
	Schema, Name, Comment string
	ArgNames, ArgModes    []string
	ArgTypes              []uint32
	Inputs, Defaults      int16
	RowType, Returns      uint32
	Set, One              bool
	Volatility            string
	Variadic              bool
	Config                []string
}

type enumRow struct {
	OID          uint32
	Schema, Name string
	Labels       []string
}

type roleRow struct{ Role, Name, Value string }

type castRow struct{ From, To, Schema, Name string }

type handlerRow struct {
	Schema, Name, Media    string
	TableSchema, TableName string
	Binary                 bool
}

type schemaRow struct{ Name, Comment string }

// settings of the transaction that reads. The empty search path has PostgreSQL
// qualify every name that it prints. A timeout that the login role has is
// meant for requests: with it, a schema that is large enough could never be read.
// Of 5,000 tables the columns are sorted in 9 MB, and compiling a query would
// take longer than running it.
const settings = `set local search_path = ''; set local statement_timeout = 0;
	set local work_mem = '32MB'; set local jit = off`

// read runs all queries at once, in one snapshot of the database.
func read(ctx context.Context, conn *pgx.Conn, schemas []string) (*rows, error) {
	tx, err := conn.BeginTx(ctx, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly})
	if err != nil {
		return nil, fmt.Errorf("read the catalog: %w", err)
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }()
	if _, err := tx.Exec(ctx, settings); err != nil {
		return nil, fmt.Errorf("read the catalog: %w", err)
	}
	var all rows
	if err := tx.SendBatch(ctx, all.batch(schemas)).Close(); err != nil {
		return nil, fmt.Errorf("read the catalog: %w", err)
	}
	return &all, nil
}

func (r *rows) batch(schemas []string) *pgx.Batch {
	batch := &pgx.Batch{}
	queue(batch, "relations", &r.relations, schemas)
	queue(batch, "columns", &r.columns, schemas)
	queue(batch, "types", &r.types, schemas)
	queue(batch, "keys", &r.keys)
	queue(batch, "checks", &r.checks)
	queue(batch, "views", &r.views)
	queue(batch, "functions", &r.functions, schemas)
	queue(batch, "enums", &r.enums)
	queue(batch, "roles", &r.roles)
	queue(batch, "casts", &r.casts)
	queue(batch, "handlers", &r.handlers, schemas)
	queue(batch, "schemas", &r.schemas, schemas)
	return batch
}

// queue adds sql/<name>.sql; its columns are the fields of T, in order.
func queue[T any](batch *pgx.Batch, name string, into *[]T, args ...any) {
	sql, err := queries.ReadFile("sql/" + name + ".sql")
	if err != nil {
		panic(err) // a name that is not embedded cannot be built
	}
	batch.Queue(string(sql), args...).Query(func(answer pgx.Rows) error {
		found, err := pgx.CollectRows(answer, pgx.RowToStructByPos[T])
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		*into = found
		return nil
	})
}

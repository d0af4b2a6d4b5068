package replication

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/realtime/row"
)

type tableName struct{ schema, name string }

// publishedTables are the tables of a publication.
type publishedTables struct {
	byName map[tableName]*row.Table
	sorted []*row.Table // by schema and name
}

// tableColumn is a column as the catalog describes it, with its table.
type tableColumn struct {
	oid              uint32
	schema, table    string
	full             bool
	distributed      bool // by Citus
	keys             int  // number of columns of the primary key
	name             string
	number           int16
	typ              uint32
	key              bool // belongs to the primary key
	collation        string
	collate          string // in SQL
	nondeterministic bool
	identity         bool     // belongs to the replica identity
	expression       *string  // of a virtual generated column
	inputs           []int16  // the numbers of the columns that it uses
	inputTypes       []string // in SQL
}

// columnsSQL selects tableColumns of the tables in chosen (relid, attrs). The collation
// is "" where it compares by bytes: C, POSIX and ucs_basic, and the builtin ones, which
// compare by code points, as UTF-8 does. Any other one of the database itself (OID 100)
// is "default". Virtual generated columns, which no publication sends, come last.
const columnsSQL = `
	select c.oid, n.nspname, c.relname, c.relreplident = 'f',
		exists (select from pg_trigger as t join pg_proc as f on f.oid = t.tgfoid where t.tgrelid = c.oid and f.proname = 'citus_truncate_trigger'), coalesce(k.indnkeyatts, 0)::int,
		a.attname, a.attnum, a.atttypid,
		coalesce(a.attnum = any ((k.indkey::int2[])[0:k.indnkeyatts - 1]), false),
		case
			when o.oid is null or o.collprovider = 'b' then ''
			when o.collnamespace = 'pg_catalog'::regnamespace and o.collname in ('C', 'POSIX', 'ucs_basic') then ''
			when o.oid <> 100 then o.collname::text
			when d.datlocprovider = 'b' or d.datlocprovider = 'c' and d.datcollate in ('C', 'POSIX', 'C.UTF-8', 'C.utf8') then ''
			else 'default'
		end,
		case when o.oid <> 100 then o.collnamespace::regnamespace::text || '.' || quote_ident(o.collname) else '' end,
		coalesce(not o.collisdeterministic, false),
		c.relreplident = 'f' or coalesce(a.attnum = any ((i.indkey::int2[])[0:i.indnkeyatts - 1]), false),
		v.expression, v.inputs, v.types
	from chosen
	join pg_class as c on c.oid = chosen.relid
	join pg_namespace as n on n.oid = c.relnamespace
	join pg_attribute as a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
		and (a.attnum = any (chosen.attrs) or chosen.attrs is null and a.attgenerated = '' or a.attgenerated = 'v')
	join pg_database as d on d.datname = current_database()
	left join pg_index as k on k.indrelid = c.oid and k.indisprimary
	left join pg_index as i on i.indrelid = c.oid
		and (c.relreplident = 'd' and i.indisprimary or c.relreplident = 'i' and i.indisreplident)
	left join pg_collation as o on o.oid = a.attcollation
	left join lateral (
		select '(' || pg_get_expr(e.adbin, e.adrelid) || ')::' || format_type(a.atttypid, a.atttypmod) as expression,
			array_agg(d.refobjsubid::int2 order by d.refobjsubid) filter (where d.refobjsubid <> 0) as inputs,
			array_agg(format_type(u.atttypid, u.atttypmod) || coalesce(' collate ' || k.collnamespace::regnamespace::text || '.' || quote_ident(k.collname), '')
				order by d.refobjsubid) filter (where d.refobjsubid <> 0) as types
		from pg_attrdef as e
		left join pg_depend as d on d.classid = 'pg_attrdef'::regclass and d.objid = e.oid and d.deptype = 'n'
			and d.refclassid = 'pg_class'::regclass and d.refobjid = e.adrelid
		left join pg_attribute as u on u.attrelid = d.refobjid and u.attnum = d.refobjsubid
		left join pg_collation as k on k.oid = u.attcollation
		where e.adrelid = a.attrelid and e.adnum = a.attnum
		group by e.oid
	) as v on a.attgenerated = 'v'
	order by n.nspname, c.relname, a.attgenerated = 'v', a.attnum`

// publicationSQL chooses the columns that a publication sends: those of the root where
// partitions are published via it.
const publicationSQL = `
	with chosen as (
		select p.relid, p.attrs from pg_publication, lateral pg_get_publication_tables(pubname::text) as p
		where pubname = $1
	)` + columnsSQL

// relationSQL chooses every column of one table, generated ones too: the Relation
// message says which of them are sent.
const relationSQL = `
	with chosen as (
		select attrelid as relid, array_agg(attnum) as attrs from pg_attribute where attrelid = $1 and attnum > 0 group by 1
	)` + columnsSQL

func readColumns(ctx context.Context, conn *pgx.Conn, sql string, argument any) ([]tableColumn, error) {
	var columns []tableColumn
	batch := &pgx.Batch{}
	batch.Queue(expressionSettings) // by which expressions are written, and read again
	batch.Queue(sql, argument).Query(func(rows pgx.Rows) (err error) {
		columns, err = pgx.CollectRows(rows, func(r pgx.CollectableRow) (c tableColumn, err error) {
			err = r.Scan(&c.oid, &c.schema, &c.table, &c.full, &c.distributed, &c.keys, &c.name, &c.number, &c.typ, &c.key, &c.collation, &c.collate, &c.nondeterministic, &c.identity,
				&c.expression, &c.inputs, &c.inputTypes)
			return c, err
		})
		return err
	})
	if err := conn.SendBatch(ctx, batch).Close(); err != nil {
		return nil, fmt.Errorf("read the published tables: %w", err)
	}
	return columns, nil
}

// unpublishedSQL reads the kind of a relation that a role may read, and whether partitions of it are
// published.
const unpublishedSQL = `
	select c.relkind::text, c.relkind = 'p' and exists (
		select from pg_partition_tree(c.oid) as part join pg_get_publication_tables($3) as p on p.relid = part.relid
	)
	from pg_class as c
	join pg_namespace as n on n.oid = c.relnamespace
	join pg_roles as r on r.rolname = $4
	where n.nspname = $1 and c.relname = $2 and has_any_column_privilege(r.oid, c.oid, 'select')`

// Unpublished returns the kind (pg_class.relkind) of a relation that is not published, "" where there
// is none that the role may read, and whether its partitions are published.
func (s *Stream) Unpublished(ctx context.Context, schema, name, role string) (kind string, partitions bool, err error) {
	err = s.catalog.withConn(ctx, func(ctx context.Context, conn *pgx.Conn) error {
		err := conn.QueryRow(ctx, unpublishedSQL, schema, name, s.catalog.publication, role).Scan(&kind, &partitions)
		if errors.Is(err, pgx.ErrNoRows) {
			return nil
		}
		return err
	})
	if err != nil {
		return "", false, fmt.Errorf("look for a table that is not published: %w", err)
	}
	return kind, partitions, nil
}

// Publication is the name of the publication whose tables can be looked up.
func (s *Stream) Publication() string { return s.catalog.publication }

// generatedSQL asks how a column is generated that a role may read.
const generatedSQL = `
	select coalesce((
		select attgenerated::text from pg_attribute
		where attrelid = $1 and attname = $2 and attnum > 0 and has_column_privilege($3, attrelid, attnum, 'select')
	), '')`

// Generated reports whether a table has a generated column that the publication does not
// send, and that a role may read.
func (s *Stream) Generated(ctx context.Context, t *row.Table, column, role string) (kind string, err error) {
	err = s.catalog.withConn(ctx, func(ctx context.Context, conn *pgx.Conn) error {
		return conn.QueryRow(ctx, generatedSQL, t.OID, column, role).Scan(&kind)
	})
	if err != nil {
		return "", fmt.Errorf("look for a generated column: %w", err)
	}
	return kind, nil
}

// published returns the tables of the publication, cached until the schema changes.
func (c *catalog) published(ctx context.Context) (*publishedTables, error) {
	if all, _ := c.cached(); all != nil {
		return all, nil
	}
	c.loadMu.Lock()
	defer c.loadMu.Unlock()
	all, generation := c.cached()
	if all != nil {
		return all, nil
	}
	var tables []*row.Table
	err := c.withConn(ctx, func(ctx context.Context, conn *pgx.Conn) error {
		columns, err := readColumns(ctx, conn, publicationSQL, c.publication)
		if err != nil {
			return err
		}
		tables, err = c.build(ctx, conn, columns)
		return err
	})
	if err != nil {
		return nil, err
	}
	return c.store(tables, generation), nil
}

func (c *catalog) cached() (*publishedTables, uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.all, c.generation
}

// store caches tables, unless the schema has changed since generation.
func (c *catalog) store(tables []*row.Table, generation uint64) *publishedTables {
	c.mu.Lock()
	defer c.mu.Unlock()
	all := &publishedTables{byName: map[tableName]*row.Table{}}
	for _, t := range tables {
		t = c.intern(t)
		all.byName[tableName{t.Schema, t.Name}] = t
		all.sorted = append(all.sorted, t)
	}
	if generation == c.generation {
		c.all = all
	}
	return all
}

// intern returns the known table that equals t, else t.
func (c *catalog) intern(t *row.Table) *row.Table {
	if known := c.tables[t.OID]; known != nil && reflect.DeepEqual(known, t) {
		return known
	}
	c.tables[t.OID] = t
	return t
}

// build makes tables from columns, which are sorted by table.
func (c *catalog) build(ctx context.Context, conn *pgx.Conn, columns []tableColumn) ([]*row.Table, error) {
	oids := make([]uint32, len(columns))
	for i, column := range columns {
		oids[i] = column.typ
	}
	types, err := c.typesOf(ctx, conn, oids)
	if err != nil {
		return nil, err
	}
	var tables []*row.Table
	var last *row.Table
	for _, column := range columns {
		if last == nil || last.OID != column.oid {
			last = &row.Table{OID: column.oid, Schema: column.schema, Name: column.table, ReplicaIdentityFull: column.full, Distributed: column.distributed}
			tables = append(tables, last)
		}
		column.addTo(last, types)
	}
	for i := range tables {
		tables[i].Key = completeKey(tables[i], columns)
	}
	return tables, nil
}

func (t tableColumn) addTo(table *row.Table, types map[uint32]*row.Type) {
	column := row.Column{
		Name: t.name, Number: t.number, Type: types[t.typ], Collation: t.collation, Collate: t.collate, Nondeterministic: t.nondeterministic, Identity: t.identity,
	}
	if t.expression != nil && !t.virtual(&column, table) {
		return
	}
	if t.key {
		table.Key = append(table.Key, len(table.Columns))
	}
	table.Columns = append(table.Columns, column)
}

// virtual completes a virtual generated column; false where the publication omits a column
// that it uses, or where that is one of the system. An old row has it if it has all of those.
func (t tableColumn) virtual(column *row.Column, table *row.Table) bool {
	column.Virtual, column.Identity = &row.Virtual{Expression: *t.expression}, true
	for i, number := range t.inputs {
		place := slices.IndexFunc(table.Columns, func(other row.Column) bool { return other.Number == number })
		if place < 0 {
			return false
		}
		column.Virtual.Inputs = append(column.Virtual.Inputs, row.Input{Place: place, Type: t.inputTypes[i]})
		column.Identity = column.Identity && table.Columns[place].Identity
	}
	return true
}

// completeKey is the key, or none where the publication omits a column of it.
func completeKey(t *row.Table, columns []tableColumn) []int {
	for _, c := range columns {
		if c.oid == t.OID && c.keys != len(t.Key) {
			return nil
		}
	}
	return t.Key
}

// describe makes the table of a Relation message. The message holds for the changes that
// follow it; the catalog, which may be newer, adds what it lacks.
func (c *catalog) describe(ctx context.Context, r *relation) (*row.Table, error) {
	var table *row.Table
	err := c.withConn(ctx, func(ctx context.Context, conn *pgx.Conn) error {
		columns, err := readColumns(ctx, conn, relationSQL, r.oid)
		if err != nil {
			return err
		}
		built, err := c.build(ctx, conn, r.mergeColumns(columns))
		if err == nil && len(built) > 0 {
			table = built[0]
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	if table == nil { // a table without columns
		table = &row.Table{OID: r.oid, Schema: r.schema, Name: r.name, ReplicaIdentityFull: r.full}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.intern(table), nil
}

// mergeColumns returns the columns of the message, completed from the catalog, and the
// virtual ones.
func (r *relation) mergeColumns(known []tableColumn) []tableColumn {
	byName := map[string]tableColumn{}
	keys := 0
	for _, c := range known {
		byName[c.name] = c
		keys = c.keys
	}
	if len(known) == 0 && !r.full { // the table was dropped: the message has its key
		for _, c := range r.columns {
			if c.identity {
				keys++
			}
		}
	}
	var columns []tableColumn
	for _, sent := range r.columns {
		c, found := byName[sent.name]
		c.oid, c.schema, c.table, c.full, c.name, c.keys = r.oid, r.schema, r.name, r.full, sent.name, keys
		if !found {
			c.key = len(known) == 0 && sent.identity && !r.full
		}
		c.typ, c.identity = sent.typ, sent.identity
		columns = append(columns, c)
	}
	for _, c := range known {
		if c.expression != nil {
			c.schema, c.table, c.full = r.schema, r.name, r.full
			columns = append(columns, c)
		}
	}
	return columns
}

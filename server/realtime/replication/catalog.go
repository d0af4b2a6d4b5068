package replication

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/realtime/row"
	"github.com/toubkal/toubkal/server/retry"
)

// queryTimeout bounds a query of the catalog.
const queryTimeout = 10 * time.Second

// catalog reads PostgreSQL's catalog over connections of its own, and caches tables and
// types until the schema changes.
type catalog struct {
	publication  string // whose tables can be looked up, the first of publications
	publications []string
	url          string
	fence        *db.Fence

	mu         sync.Mutex
	pool       *db.Pool
	openErr    error  // why there is no pool
	generation uint64 // counts invalidations
	all        *publishedTables
	tables     map[uint32]*row.Table // so that equal descriptions are one pointer
	types      pgTypes
	loadMu     sync.Mutex // held while all tables are loaded
}

func newCatalog(o Options) *catalog {
	c := &catalog{url: o.URL, fence: o.Fence, publications: o.Publications, tables: map[uint32]*row.Table{}, types: pgTypes{}}
	if len(o.Publications) > 0 {
		c.publication = o.Publications[0]
	}
	c.open()
	return c
}

func (c *catalog) open() {
	if c.url == "" { // for which db.Open would use the environment
		c.openErr = errors.New("the address of the database is empty")
		return
	}
	// It connects on first use.
	c.pool, c.openErr = db.Open(context.Background(), c.url, db.Options{MaxConns: 2, Fence: c.fence})
}

// reconnect replaces the pool, whose connections may be as dead as that of the stream.
// Queries on the old ones end by their timeouts.
func (c *catalog) reconnect() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.pool != nil {
		go c.pool.Close()
	}
	c.open()
}

func (c *catalog) close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.pool != nil {
		c.pool.Close()
	}
}

// withConn runs fn on a connection, within queryTimeout.
func (c *catalog) withConn(ctx context.Context, fn func(context.Context, *pgx.Conn) error) error {
	c.mu.Lock()
	pool, err := c.pool, c.openErr
	c.mu.Unlock()
	if err != nil {
		return &startError{message: err.Error(), cause: err, permanent: true}
	}
	ctx, cancel := context.WithTimeout(ctx, queryTimeout)
	defer cancel()
	return pool.Conn(ctx, func(conn *pgx.Conn) error { return fn(ctx, conn) })
}

// invalidate drops what a change of the schema may have changed. Built-in types stay.
func (c *catalog) invalidate() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.generation++
	c.all = nil
	for oid := range c.types {
		if oid >= firstNormalOID {
			delete(c.types, oid)
		}
	}
}

// firstNormalOID is the first OID of objects that are not built in (FirstNormalObjectId).
const firstNormalOID = 16384

// serverSettings are the server's settings that replication depends on.
type serverSettings struct {
	walLevel     string
	maxSlotKeep  int64    // max_slot_wal_keep_size in MB, -1 for no limit
	publications []string // those of Options.Publications that exist, in their order
	announced    bool     // event triggers announce schema changes in the stream
	maxWAL       uint64   // the limit in force, bytes
}

func (c *catalog) serverSettings(ctx context.Context) (*serverSettings, error) {
	settings := &serverSettings{}
	err := c.withConn(ctx, func(ctx context.Context, conn *pgx.Conn) error {
		return conn.QueryRow(ctx, `
			select current_setting('wal_level'),
				coalesce((select setting::bigint from pg_settings where name = 'max_slot_wal_keep_size'), -1),
				array(select name::text from unnest($1::text[]) with ordinality as wanted (name, place)
					join pg_publication on pubname = name order by place),
				exists (select from pg_event_trigger where evtname = 'announce_schema_change' and evtenabled <> 'D')`,
			c.publications).Scan(&settings.walLevel, &settings.maxSlotKeep, &settings.publications, &settings.announced)
	})
	if err != nil {
		return nil, fmt.Errorf("read the settings that replication needs: %w", err)
	}
	return settings, nil
}

// visibleTimeout bounds waitVisible.
const visibleTimeout = 10 * time.Second

// waitVisible waits until new snapshots see the transaction. A commit is in the WAL, and
// so in the stream, shortly before that; with a synchronous standby it takes as long as
// the standby's confirmation.
func (c *catalog) waitVisible(ctx context.Context, xid uint32) error {
	if xid == 0 {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, visibleTimeout)
	defer cancel()
	return c.withConn(ctx, func(ctx context.Context, conn *pgx.Conn) error {
		for wait := time.Millisecond; ; wait = min(2*wait, 50*time.Millisecond) {
			var ended bool
			if err := conn.QueryRow(ctx, visibleSQL, int64(xid)).Scan(&ended); err != nil || ended {
				return err
			}
			if err := retry.Sleep(ctx, wait); err != nil {
				return fmt.Errorf("wait until transaction %d is visible: %w", xid, err)
			}
		}
	})
}

// visibleSQL tells whether new snapshots see a transaction. The stream has the low 32
// bits of its xid8; the high ones are those of the nearest xid8 to the newest.
const visibleSQL = `
	with now as (select pg_current_snapshot() as seen),
	top as (select seen, pg_snapshot_xmax(seen)::text::bigint as newest from now),
	guess as (select seen, newest, (newest >> 32 << 32) + $1::bigint as number from top)
	select pg_visible_in_snapshot(greatest(case
		when number > newest + 2147483648 then number - 4294967296
		when number < newest - 2147483648 then number + 4294967296
		else number end, 3)::text::xid8, seen)
	from guess`

package replication

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/realtime/row"
	"github.com/toubkal/toubkal/server/retry"
)

// queryTimeout bounds a question to the catalog.
const queryTimeout = 10 * time.Second

// catalog asks PostgreSQL's, over connections beside the stream, and remembers
// what it said until the schema changes.
type catalog struct {
	publication  string // whose tables can be looked up
	publications []string
	url          string

	mu         sync.Mutex
	pool       *db.Pool
	openErr    error  // the address is wrong
	generation uint64 // counts what was forgotten
	all        *publishedTables
	tables     map[uint32]*row.Table // so that one table is one pointer while it stays as it is
	types      pgTypes
	loadMu     sync.Mutex // one load of all tables at a time
}

func newCatalog(o Options) *catalog {
	c := &catalog{url: o.URL, publications: o.Publications, tables: map[uint32]*row.Table{}, types: pgTypes{}}
	if len(o.Publications) > 0 {
		c.publication = o.Publications[0]
	}
	c.open()
	return c
}

func (c *catalog) open() {
	if c.url == "" { // which db.Open takes for whatever the environment says
		c.openErr = errors.New("no database is named")
		return
	}
	// It connects on first use; the context is that of the connecting in between.
	c.pool, c.openErr = db.Open(context.Background(), c.url, db.Options{MaxConns: 2})
}

// reconnect lets go of the connections, which may be as dead as the stream that broke:
// what hangs on one of them ends in its own time.
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

func (c *catalog) connections() (*db.Pool, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.pool, c.openErr
}

// withConn runs fn on a connection, in bounded time.
func (c *catalog) withConn(ctx context.Context, fn func(context.Context, *pgx.Conn) error) error {
	pool, err := c.connections()
	if err != nil {
		return &startError{message: err.Error(), cause: err, permanent: true}
	}
	ctx, cancel := context.WithTimeout(ctx, queryTimeout)
	defer cancel()
	return pool.Conn(ctx, func(conn *pgx.Conn) error { return fn(ctx, conn) })
}

// invalidate has everything read anew that a change of the schema may have changed.
// The types that PostgreSQL is born with stay.
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

// firstNormalOID is the first OID that is not PostgreSQL's own (FirstNormalObjectId).
const firstNormalOID = 16384

// serverSettings are what the stream depends on.
type serverSettings struct {
	walLevel     string
	maxSlotKeep  int64    // max_slot_wal_keep_size in MB, -1 for no bound
	publications []string // those of the wanted ones that exist, in the wanted order
	announced    bool     // the event triggers announce changes of the schema
	maxWAL       uint64   // bytes
}

func (f *serverSettings) has(publication string) bool {
	return slices.Contains(f.publications, publication)
}

func (c *catalog) serverSettings(ctx context.Context) (*serverSettings, error) {
	f := &serverSettings{}
	err := c.withConn(ctx, func(ctx context.Context, conn *pgx.Conn) error {
		return conn.QueryRow(ctx, `
			select current_setting('wal_level'),
				coalesce((select setting::bigint from pg_settings where name = 'max_slot_wal_keep_size'), -1),
				array(select name::text from unnest($1::text[]) with ordinality as wanted (name, place)
					join pg_publication on pubname = name order by place),
				exists (select from pg_event_trigger where evtname = 'announce_schema_change' and evtenabled <> 'D')`,
			c.publications).Scan(&f.walLevel, &f.maxSlotKeep, &f.publications, &f.announced)
	})
	if err != nil {
		return nil, fmt.Errorf("ask PostgreSQL what the stream of changes needs: %w", err)
	}
	return f, nil
}

// visibleTimeout bounds the wait for the end of a commit.
const visibleTimeout = 10 * time.Second

// waitVisible waits until the transaction has ended for everybody. A commit is in the
// log, and so in the stream, a moment before others see what it did; with a
// synchronous standby the moment is as long as the way there.
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
				return fmt.Errorf("wait until the commit of transaction %d has ended: %w", xid, err)
			}
		}
	})
}

// visibleSQL tells whether snapshots see the transaction. The stream has the low 32
// bits of its number; the rest is that of the numbers near the newest one.
const visibleSQL = `
	with now as (select pg_current_snapshot() as seen),
	top as (select seen, pg_snapshot_xmax(seen)::text::bigint as newest from now),
	guess as (select seen, newest, (newest >> 32 << 32) + $1::bigint as number from top)
	select pg_visible_in_snapshot(greatest(case
		when number > newest + 2147483648 then number - 4294967296
		when number < newest - 2147483648 then number + 4294967296
		else number end, 3)::text::xid8, seen)
	from guess`

package db

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/toubkal/toubkal/server/retry"
)

// Fence refuses servers that a failover has left behind. It remembers the system
// identifier and the highest timeline of all connections of a node, and refuses a
// connection to another system, or to a primary of a lower timeline: what is written there
// is lost. The zero value is ready; nil refuses nothing.
type Fence struct {
	mu       sync.Mutex
	system   string
	timeline int64
}

// placeSQL reads both. A standby has no timeline of its own: 0.
const placeSQL = `select s.system_identifier::text, case when pg_catalog.pg_is_in_recovery() then 0
	else ('x' || left(pg_catalog.pg_walfile_name(pg_catalog.pg_current_wal_lsn()), 8))::bit(32)::bigint end::text
	from pg_catalog.pg_control_system() s`

// timelineKey is the key of the timeline among the data of a connection.
const timelineKey = "toubkal/timeline"

// Guard has the connections of config checked: where the address names several hosts, the
// next one is tried.
func (f *Fence) Guard(config *pgconn.Config) {
	if f == nil {
		return
	}
	before := config.ValidateConnect
	config.ValidateConnect = func(ctx context.Context, conn *pgconn.PgConn) error {
		if before != nil {
			if err := before(ctx, conn); err != nil {
				return err
			}
		}
		return f.check(ctx, conn)
	}
}

func (f *Fence) check(ctx context.Context, conn *pgconn.PgConn) error {
	results, err := conn.Exec(ctx, placeSQL).ReadAll()
	if Refused(err) != nil {
		return nil // a service whose WAL is no file, such as Aurora, fences its own
	}
	if err != nil {
		return err
	}
	row := results[0].Rows[0]
	system := string(row[0])
	timeline, err := strconv.ParseInt(string(row[1]), 10, 64)
	if err != nil {
		return err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	switch {
	case f.system != "" && system != f.system:
		return &FenceError{fmt.Sprintf("this is another PostgreSQL: its system identifier is %s, and this node has worked on %s", system, f.system)}
	case timeline != 0 && timeline < f.timeline:
		return &FenceError{fmt.Sprintf("this PostgreSQL is on timeline %d, which a failover to timeline %d has left behind", timeline, f.timeline)}
	}
	f.system, f.timeline = system, max(f.timeline, timeline)
	conn.CustomData()[timelineKey] = timeline
	return nil
}

// FenceError is the reason why a server is refused. Its text is for operators, and names no address.
type FenceError struct{ Reason string }

// Error implements error.
func (f *FenceError) Error() string { return f.Reason + ". Restart the node if this one is meant" }

// ErrLeftBehind ends a connection to a server that a failover has left behind.
var ErrLeftBehind = errors.New("a failover has left the PostgreSQL of this connection behind")

// Stale is ErrLeftBehind for an open connection of that kind.
func (f *Fence) Stale(conn *pgconn.PgConn) error {
	if f == nil {
		return nil
	}
	timeline, _ := conn.CustomData()[timelineKey].(int64)
	f.mu.Lock()
	defer f.mu.Unlock()
	if timeline != 0 && timeline < f.timeline {
		return ErrLeftBehind
	}
	return nil
}

// Watch asks all hosts of an address for their timelines from time to time, until ctx ends: a node
// whose connections have stayed on the old primary does not learn of the new one otherwise.
func (f *Fence) Watch(ctx context.Context, url string, interval time.Duration) {
	config, err := pgconn.ParseConfig(url)
	if err != nil || len(config.Fallbacks) == 0 {
		return
	}
	hosts := append([]*pgconn.FallbackConfig{{Host: config.Host, Port: config.Port, TLSConfig: config.TLSConfig}}, config.Fallbacks...)
	f.Guard(config)
	for retry.Sleep(ctx, interval) == nil {
		for _, host := range hosts {
			one := config.Copy()
			one.Host, one.Port, one.TLSConfig, one.Fallbacks = host.Host, host.Port, host.TLSConfig, nil
			asking, cancel := context.WithTimeout(ctx, proveTimeout)
			if conn, err := pgconn.ConnectConfig(asking, one); err == nil { // check has noted the timeline
				_ = conn.Close(asking)
			}
			cancel()
		}
	}
}

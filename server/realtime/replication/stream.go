// Package replication is a client of PostgreSQL's logical replication with one
// temporary slot: it decodes pgoutput and delivers the committed row changes of the
// published tables, in commit order. The slot ends with its connection, so that a
// program that crashes leaves nothing behind that retains WAL.
//
// It refuses to connect where PostgreSQL cannot stream (wal_level, no REPLICATION
// attribute, no free slot, no publication), and says what the operator has to do.
package replication

import (
	"cmp"
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/realtime/row"
	"github.com/toubkal/toubkal/server/retry"
)

// Handler receives what the stream decodes. It is called from one goroutine and must
// not block: meanwhile PostgreSQL retains its WAL.
type Handler interface {
	// Changes is a batch of committed changes, in the order of their commits: at
	// most 256, and fewer where nothing more has arrived. A long transaction comes in
	// several batches. The handler may keep the changes and the slice.
	Changes(batch []*row.Change)
	// SchemaChanged means that tables, privileges, policies, types or publications may
	// have changed since the last batch. What is read from the catalog from now on is
	// recent enough for the changes that follow.
	SchemaChanged()
	// Disconnected means that the stream ended: changes may be missed until Connected.
	Disconnected(reason error)
	// Connected means that every commit from now on arrives. SchemaChanged precedes it.
	Connected()
}

// Options configure a Stream.
type Options struct {
	// URL of the database, with a login that has REPLICATION.
	URL string
	// Ages records the connection. nil does not.
	Ages *db.Ages
	// Fence checks its server. nil does not.
	Fence *db.Fence
	// Publications to stream. Table and Tables look up those of the first one only. One
	// that does not exist is left out until it does; without the first there is no
	// stream.
	Publications []string
	Log          *slog.Logger
	// MaxWAL bounds the WAL that the slot may retain. Near it the stream is ended and
	// begins again with another slot. Bytes; defaults to 1 GiB, or to PostgreSQL's
	// max_slot_wal_keep_size where that is less.
	MaxWAL uint64
	// StatusInterval is the time between two status updates to the server, and between
	// two looks at what the slot retains. Defaults to 5 s.
	StatusInterval time.Duration
	// ReceiverTimeout ends a connection on which the server has sent nothing for so
	// long, although it was asked to. It is compared with each status update. Defaults to two
	// and a half times StatusInterval.
	ReceiverTimeout time.Duration
	// Backoff and MaxBackoff bound the wait between two attempts to connect. Default to
	// 100 ms and 5 s.
	Backoff, MaxBackoff time.Duration
}

// Stream is a stream of row changes, which reconnects by itself.
type Stream struct {
	o               Options
	handler         Handler
	catalog         *catalog
	state           *state
	interrupter     *interrupter
	warnOnce        sync.Once // that max_slot_wal_keep_size is unlimited
	lastLoggedError string    // so that equal failures in a row are logged once
	// announced is true where event triggers announce schema changes in the stream.
	announced atomic.Bool
}

// linkName is the name of the connection among Options.Ages.
const linkName = "replication"

// New makes a stream that does nothing until Run.
func New(o Options, handler Handler) *Stream {
	o.MaxWAL = cmp.Or(o.MaxWAL, 1<<30)
	o.StatusInterval = cmp.Or(o.StatusInterval, 5*time.Second)
	o.ReceiverTimeout = cmp.Or(o.ReceiverTimeout, 5*o.StatusInterval/2)
	o.Backoff = cmp.Or(o.Backoff, 100*time.Millisecond)
	o.MaxBackoff = cmp.Or(o.MaxBackoff, 5*time.Second)
	o.Log = cmp.Or(o.Log, slog.New(slog.DiscardHandler))
	return &Stream{o: o, handler: handler, catalog: newCatalog(o), state: newState(), interrupter: newInterrupter()}
}

// Run streams until ctx ends, and reconnects whenever the connection fails. It must
// be called once.
func (s *Stream) Run(ctx context.Context) {
	defer s.catalog.close()
	backoff := retry.Backoff{Min: s.o.Backoff, Max: s.o.MaxBackoff}
	for ctx.Err() == nil {
		wasConnected, err := s.session(ctx)
		if ctx.Err() != nil {
			err = ctx.Err()
		}
		err = explain(err)
		s.state.setDisconnected(err)
		s.o.Ages.Lost(linkName)
		if wasConnected {
			s.catalog.reconnect()
			backoff.Reset()
			s.handler.Disconnected(err)
		}
		if ctx.Err() == nil && err.Error() != s.lastLoggedError {
			s.lastLoggedError = err.Error()
			s.o.Log.Warn("replication is not connected", "error", err)
		}
		s.interrupter.wait(ctx, backoff.Next())
	}
}

// Ready waits until the stream is connected. If not, the error says why: at once where
// only an operator can solve it, else when ctx ends.
func (s *Stream) Ready(ctx context.Context) error { return s.state.ready(ctx) }

// Table returns a table of the first publication as the stream would describe it; nil,
// nil if it publishes none of that name.
func (s *Stream) Table(ctx context.Context, schema, name string) (*row.Table, error) {
	all, err := s.catalog.published(ctx)
	if err != nil {
		return nil, err
	}
	return all.byName[tableName{schema, name}], nil
}

// Tables returns the published tables of a schema, of all for "*", sorted by schema
// and name. The slice is the caller's.
func (s *Stream) Tables(ctx context.Context, schema string) ([]*row.Table, error) {
	all, err := s.catalog.published(ctx)
	if err != nil {
		return nil, err
	}
	var found []*row.Table
	for _, t := range all.sorted {
		if schema == "*" || schema == t.Schema {
			found = append(found, t)
		}
	}
	return found, nil
}

// Invalidate drops the cached catalog and calls SchemaChanged. It is for a database
// whose event triggers do not announce schema changes in the stream (only a superuser
// may create them); elsewhere it does nothing.
func (s *Stream) Invalidate() {
	if !s.announced.Load() || !s.state.status().Connected {
		s.interrupter.request()
	}
}

// Status returns the current status.
func (s *Stream) Status() Status { return s.state.status() }

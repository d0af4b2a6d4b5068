// Package feed follows PostgreSQL's logical replication and hands on what was
// committed, as rows of published tables in commit order. One temporary slot per
// program: it ends with its connection, so a program that dies leaves nothing
// behind that keeps the log of changes (WAL) from being removed.
//
// It refuses to be live where PostgreSQL cannot feed it (wal_level, no REPLICATION
// right, no free slot, no publication), and says so in words.
package replication

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/toubkal/toubkal/server/realtime/row"
)

// Handler takes what the stream brings. It is called from one goroutine and must not
// block: while it works, PostgreSQL keeps its log.
type Handler interface {
	// Changes are of committed transactions, in the order of their commits. There are
	// at most 256 of them, and fewer where nothing more is waiting; a long transaction
	// comes in many batches. The sink may keep them, and the slice is its own.
	Changes(batch []*row.Change)
	// SchemaChanged says that tables, rights, policies, types or publications may be
	// others since the last change: what follows was committed with or after that.
	// What is read from the catalog now is new enough for it.
	SchemaChanged()
	// Disconnected says that the stream broke: changes may be missed until Live.
	Disconnected(reason error)
	// Connected says that each commit from now on arrives. A SchemaChanged stands before it.
	Connected()
}

// Options tell where the stream is and how much it may take.
type Options struct {
	// URL of the database, with a login that has REPLICATION.
	URL string
	// Publications to follow. Only the first one's tables are found by Table and
	// Tables; those of the others are streamed alike. One that does not exist is left
	// out until it does; without the first there is no stream.
	Publications []string
	Log          *slog.Logger
	// MaxWAL bounds, in bytes, what the slot may keep from being removed: at half of it
	// the stream is cut and begun anew. Defaults to 1 GiB, or PostgreSQL's
	// max_slot_wal_keep_size where that is less.
	MaxWAL uint64
	// StatusInterval is how often the server is told how far we are, and how the cap is
	// watched. Defaults to 10 s.
	StatusInterval time.Duration
	// ReceiverTimeout is how long the server may say nothing, though asked, before it counts
	// as gone. Defaults to three times Status.
	ReceiverTimeout time.Duration
	// Backoff bounds the wait between two tries to connect: from the first to the
	// second, doubled each time. Default to 100 ms and 10 s.
	Backoff, MaxBackoff time.Duration
}

func (o Options) complete() Options {
	o.MaxWAL = orDefault(o.MaxWAL, 1<<30)
	o.StatusInterval = orDefault(o.StatusInterval, 10*time.Second)
	o.ReceiverTimeout = orDefault(o.ReceiverTimeout, 3*o.StatusInterval)
	o.Backoff = orDefault(o.Backoff, 100*time.Millisecond)
	o.MaxBackoff = orDefault(o.MaxBackoff, 10*time.Second)
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return o
}

func orDefault[T comparable](value, otherwise T) T {
	var none T
	if value == none {
		return otherwise
	}
	return value
}

// Stream is one stream of changes, which reconnects by itself.
type Stream struct {
	o               Options
	handler         Handler
	catalog         *catalog
	state           *state
	interrupter     *interrupter
	warnOnce        sync.Once // of a cap that PostgreSQL does not have
	lastLoggedError string    // the last that the log was told of why there is no stream
	// announced tells that the database's event triggers announce changes of the schema.
	announced atomic.Bool
}

// New makes a feed that does nothing until Run.
func New(o Options, into Handler) *Stream {
	o = o.complete()
	return &Stream{o: o, handler: into, catalog: newCatalog(o), state: newState(), interrupter: newInterrupter()}
}

// Run streams until ctx ends, and reconnects whenever the stream breaks. It is to
// be called once.
func (f *Stream) Run(ctx context.Context) {
	defer f.catalog.close()
	pause := backoff{first: f.o.Backoff, most: f.o.MaxBackoff}
	for ctx.Err() == nil {
		wasLive, err := f.session(ctx)
		if ctx.Err() != nil {
			err = ctx.Err()
		}
		err = explain(err)
		f.state.setDisconnected(err)
		f.disconnected(ctx, wasLive, &pause, err)
		f.interrupter.wait(ctx, pause.next())
	}
}

// disconnected says that there is no stream: to the sink where there was one, and to the
// log once for a reason, not for every try.
func (f *Stream) disconnected(ctx context.Context, wasLive bool, pause *backoff, err error) {
	if wasLive {
		f.catalog.reconnect()
		pause.reset()
		f.handler.Disconnected(err)
	}
	if ctx.Err() == nil && err.Error() != f.lastLoggedError {
		f.lastLoggedError = err.Error()
		f.o.Log.Warn("realtime: no stream of changes", "error", err)
	}
}

// connected tells the sink, and whoever reads in the log that there was no stream.
func (f *Stream) connected(slot string) {
	if f.lastLoggedError != "" {
		f.lastLoggedError = ""
		f.o.Log.Info("realtime: the stream of changes is live", "slot", slot)
	}
	f.handler.SchemaChanged()
	f.handler.Connected()
	f.state.setConnected(slot)
}

// Ready waits until the stream is live. An error says in words why it is not: at
// once where only an operator can mend it, else when ctx ends.
func (f *Stream) Ready(ctx context.Context) error { return f.state.ready(ctx) }

// Table is a published table by its name, as the stream would describe it; nil,
// nil where the publication has none of that name.
func (f *Stream) Table(ctx context.Context, schema, name string) (*row.Table, error) {
	all, err := f.catalog.published(ctx)
	if err != nil {
		return nil, err
	}
	return all.byName[tableName{schema, name}], nil
}

// Tables are the published tables of a schema, "*" for all, sorted by schema and
// name. The slice is the caller's.
func (f *Stream) Tables(ctx context.Context, schema string) ([]*row.Table, error) {
	all, err := f.catalog.published(ctx)
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

// Invalidate has the sink told of a change of the schema, and what the feed remembers
// read anew. It is for a database whose event triggers do not announce it in the
// stream (only a superuser may make them); elsewhere it does nothing.
func (f *Stream) Invalidate() {
	if !f.announced.Load() || !f.state.status().Connected {
		f.interrupter.request()
	}
}

// Status is how the stream is.
func (f *Stream) Status() Status { return f.state.status() }

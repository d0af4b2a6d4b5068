package db

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgconn/ctxwatch"
	"github.com/jackc/pgx/v5/pgproto3"
)

// wire speaks the extended protocol
// (https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-EXT-QUERY) on a
// connection of pgconn, below its pipeline: the table API needs rows as text and prepares
// and executes a new statement in one round trip, and pgconn's pipeline keeps its
// descriptions in lists, which are a fifth of what a request allocates, and which an error
// puts out of step with the results behind the next Sync. What is written and the messages
// that are encoded are kept for the next exchange. pgconn reads: it keeps the state of the
// transaction, and knows when the connection is closed.
type wire struct {
	conn       *pgconn.PgConn
	cache      *statementCache
	watcher    *ctxwatch.ContextWatcher
	unprepared bool  // keeps nothing prepared
	changes    int64 // of the schema, when the cache was last known to be good

	out     []byte        // what is written next
	broken  error         // why the exchange cannot go on
	syncs   int           // that PostgreSQL has not answered yet
	written chan struct{} // closed by a write that runs while results are read; nil for none

	// The messages are used again, and so is the list of formats.
	parse    pgproto3.Parse
	bind     pgproto3.Bind
	describe pgproto3.Describe
	execute  pgproto3.Execute
	close    pgproto3.Close
	sync     pgproto3.Sync
	formats  []int16
}

const wireKey = "toubkal/wire"

// wire is the wire of the connection: one for as long as it lives. What it prepared under
// another schema is prepared again.
func (l *lease) wire() *wire {
	conn, changes := l.conn().PgConn(), l.pool.schema.changes.Load()
	w, ok := conn.CustomData()[wireKey].(*wire)
	if !ok {
		w = &wire{
			conn: conn, cache: newStatementCache(), unprepared: l.pool.unprepared, changes: changes,
			watcher: ctxwatch.NewContextWatcher(l.pool.newCanceler(conn)), close: pgproto3.Close{ObjectType: 'S'},
		}
		conn.CustomData()[wireKey] = w
	}
	if w.changes != changes {
		w.cache.clear()
		w.changes = changes
	}
	return w
}

// begin starts an exchange: until end, the end of ctx has PostgreSQL cancel what it does.
func (w *wire) begin(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("send to the database: %w", err)
	}
	if w.conn.IsClosed() {
		return &exchangeError{err: pgconn.ErrConnClosed, unsent: true}
	}
	w.broken, w.syncs, w.out = nil, 0, w.out[:0]
	w.watcher.Watch(ctx)
	return nil
}

// maxKept is the largest buffer that is kept for the next exchange, in bytes.
const maxKept = 64 << 10

// end ends the exchange; a connection on which it has not come to its end is closed.
func (w *wire) end() {
	lost := w.broken != nil || w.syncs > 0 // a sink may have panicked
	if lost {
		_ = w.conn.Conn().SetDeadline(past) // ends a write, and the farewell
	}
	if w.written != nil {
		<-w.written
		w.written = nil
	}
	w.watcher.Unwatch()
	if lost {
		_ = w.conn.Conn().SetDeadline(past) // a cancel lifts it
		_ = w.conn.Close(context.Background())
	}
	w.bind.Parameters = nil
	if cap(w.out) > maxKept {
		w.out = nil
	}
}

func (w *wire) encode(m pgproto3.FrontendMessage) {
	if w.broken != nil {
		return
	}
	out, err := m.Encode(w.out)
	if err != nil { // too many parameters, too long a text: nothing is sent
		w.broken = &exchangeError{err: fmt.Errorf("send to the database: %w", err)}
		return
	}
	w.out = out
}

// maxBlocking is the amount that may be written before anything is read, in bytes: it fits into
// the buffers of any socket. With more PostgreSQL may wait for its results to be read
// before it reads on.
const maxBlocking = 16 << 10

// past is a deadline that has passed: what waits for the connection ends.
var past = time.Unix(1, 0)

// flush writes what is encoded. Its error is that of next.
func (w *wire) flush() {
	if w.broken != nil {
		return
	}
	if len(w.out) <= maxBlocking {
		if n, err := w.conn.Conn().Write(w.out); err != nil {
			w.broken = &exchangeError{err: fmt.Errorf("send to the database: %w", err), unsent: n == 0}
		}
		return
	}
	written, conn, out := make(chan struct{}), w.conn.Conn(), w.out
	w.written = written
	go func() {
		defer close(written)
		if _, err := conn.Write(out); err != nil {
			_ = conn.SetDeadline(past) // the reader would wait
		}
	}()
}

// next is the next message from PostgreSQL that matters to an exchange.
func (w *wire) next() (pgproto3.BackendMessage, error) {
	for w.broken == nil {
		m, err := w.conn.ReceiveMessage(context.Background())
		if err != nil {
			w.broken = &exchangeError{err: fmt.Errorf("read from the database: %w", err)}
			break
		}
		switch m := m.(type) {
		case *pgproto3.RowDescription, *pgproto3.NoData, *pgproto3.DataRow, *pgproto3.CommandComplete,
			*pgproto3.EmptyQueryResponse, *pgproto3.ErrorResponse, *pgproto3.ReadyForQuery:
			return m, nil
		case *pgproto3.ParseComplete, *pgproto3.BindComplete, *pgproto3.CloseComplete, *pgproto3.ParameterDescription,
			*pgproto3.ParameterStatus, *pgproto3.NoticeResponse, *pgproto3.NotificationResponse: // pgconn has handled them
		default: // such as the beginning of a COPY
			w.unexpected(m)
		}
	}
	return nil, w.broken
}

func (w *wire) unexpected(m pgproto3.BackendMessage) {
	w.broken = &exchangeError{err: fmt.Errorf("unexpected message %T from the database", m)}
}

// exchangeError is an error that broke an exchange.
type exchangeError struct {
	err    error
	unsent bool // nothing of it has reached PostgreSQL
}

// Error is the text of the cause.
func (e *exchangeError) Error() string { return e.err.Error() }

// Unwrap gives the cause.
func (e *exchangeError) Unwrap() error { return e.err }

// SafeToRetry is for pgconn.SafeToRetry: pgconn takes every failure to read for safe.
func (e *exchangeError) SafeToRetry() bool { return e.unsent }

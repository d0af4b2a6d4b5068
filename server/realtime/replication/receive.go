package replication

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"github.com/jackc/pglogrepl"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/toubkal/toubkal/server/realtime/row"
)

// connection reads one replication connection, in one goroutine.
type connection struct {
	stream       *Stream
	conn         *pgconn.PgConn
	buffered     *bufio.Reader
	decoder      *decoder
	publications []string  // that it streams
	flushed      uint64    // the LSN up to which everything was delivered
	statusSentAt time.Time // of the last status update
	statusSent   uint64    // the LSN in it
	lastReceived time.Time // when the server last sent something
	partial      int       // bytes of an incomplete message
}

// run reads until the connection ends, and then delivers what had arrived.
func (c *connection) run(ctx context.Context) error {
	interrupter := c.stream.interrupter
	interrupter.setConn(c.conn.Conn())
	defer interrupter.setConn(nil)
	defer context.AfterFunc(ctx, interrupter.request)()
	c.statusSentAt, c.lastReceived = time.Now(), time.Now()
	var err error
	for err == nil {
		err = c.receive(ctx)
	}
	if batch, _ := c.decoder.take(); len(batch) > 0 { // it is committed
		_ = c.stream.catalog.complete(ctx, batch) // without it a value is missing, or a string
		c.stream.handler.Changes(batch)
	}
	return err
}

// receive reads and handles one message.
func (c *connection) receive(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if c.buffered.Buffered() == 0 && c.conn.Frontend().ReadBufferLen() == 0 {
		if err := c.onIdle(ctx); err != nil {
			return err
		}
	}
	message, err := c.conn.Frontend().Receive()
	if errors.Is(err, os.ErrDeadlineExceeded) { // of the deadline, of a request, or of ctx
		return c.onReadTimeout(ctx)
	}
	if err != nil {
		return err
	}
	switch m := message.(type) {
	case *pgproto3.CopyData:
		return c.data(ctx, m.Data)
	case *pgproto3.ErrorResponse:
		return pgconn.ErrorResponseToPgError(m)
	case *pgproto3.CopyDone, *pgproto3.CommandComplete, *pgproto3.ReadyForQuery:
		return errEnded
	}
	return nil // a notice, a parameter
}

// onIdle delivers what was decoded, since nothing more has arrived, and bounds the next
// read.
func (c *connection) onIdle(ctx context.Context) error {
	if !c.decoder.inside {
		if err := c.flush(ctx); err != nil {
			return err
		}
	}
	return c.setReadDeadline(ctx)
}

// setReadDeadline lets the next read take until the next status update is due, and
// handles a request.
func (c *connection) setReadDeadline(ctx context.Context) error {
	requested, err := c.stream.interrupter.setReadDeadline(c.statusSentAt.Add(c.stream.o.StatusInterval))
	if requested {
		return c.schemaChanged(ctx, 0)
	}
	return err
}

// onReadTimeout is called when the deadline of a read has passed, perhaps in the middle
// of a message: the next read then continues it.
func (c *connection) onReadTimeout(ctx context.Context) error {
	if partial := c.conn.Frontend().ReadBufferLen(); partial != c.partial {
		c.partial, c.lastReceived = partial, time.Now()
	}
	if time.Since(c.lastReceived) > c.stream.o.ReceiverTimeout {
		return errSilent
	}
	if time.Since(c.statusSentAt) >= c.stream.o.StatusInterval {
		if err := c.sendStatusUpdate(ctx, true); err != nil {
			return err
		}
	}
	return c.setReadDeadline(ctx)
}

// data handles a message of the streaming replication protocol: XLogData or a keepalive
// (PostgreSQL's documentation, 54.4).
func (c *connection) data(ctx context.Context, data []byte) error {
	const header = 1 + 3*8
	c.lastReceived = time.Now()
	switch {
	case len(data) >= header && data[0] == pglogrepl.XLogDataByteID:
		if err := c.decoder.message(ctx, data[header:]); err != nil {
			return err
		}
		if c.decoder.full() {
			return c.flush(ctx)
		}
	case len(data) > 0 && data[0] == pglogrepl.PrimaryKeepaliveMessageByteID:
		return c.onKeepalive(ctx, data[1:])
	default:
		return fmt.Errorf("unknown message of the replication protocol: %q", data[:min(len(data), 1)])
	}
	return nil
}

// onKeepalive advances also past WAL that has nothing of our tables, so that an idle
// table does not retain it.
func (c *connection) onKeepalive(ctx context.Context, data []byte) error {
	c.stream.o.Ages.Proved(linkName)
	if err := c.stream.o.Fence.Stale(c.conn); err != nil {
		return err
	}
	m, err := pglogrepl.ParsePrimaryKeepaliveMessage(data)
	if err != nil {
		return err
	}
	if !c.decoder.inside {
		if err := c.flush(ctx); err != nil {
			return err
		}
		c.advance(uint64(m.ServerWALEnd))
	}
	if m.ReplyRequested {
		return c.sendStatusUpdate(ctx, false)
	}
	return c.sendDueStatusUpdate(ctx)
}

// advance notes that everything before lsn was delivered.
func (c *connection) advance(lsn uint64) {
	if lsn > c.flushed {
		c.flushed = lsn
		c.stream.state.advanced(lsn)
	}
}

// statusUpdateBytes is the amount of WAL after which a status update is sent, however
// short the time since the last one: the server cannot remove that WAL before.
const statusUpdateBytes = 16 << 20

func (c *connection) sendDueStatusUpdate(ctx context.Context) error {
	if c.flushed-c.statusSent < statusUpdateBytes && time.Since(c.statusSentAt) < c.stream.o.StatusInterval {
		return nil
	}
	return c.sendStatusUpdate(ctx, false)
}

// sendStatusUpdate confirms to the server what was delivered (StandbyStatusUpdate).
// With reply the server has to answer, which shows that it is alive.
func (c *connection) sendStatusUpdate(ctx context.Context, reply bool) error {
	c.statusSentAt, c.statusSent = time.Now(), c.flushed
	err := pglogrepl.SendStandbyStatusUpdate(ctx, c.conn, pglogrepl.StandbyStatusUpdate{
		WALWritePosition: pglogrepl.LSN(c.flushed), ClientTime: c.statusSentAt, ReplyRequested: reply,
	})
	if err != nil {
		return fmt.Errorf("send a status update to PostgreSQL: %w", err)
	}
	return nil
}

// flush delivers what was decoded.
func (c *connection) flush(ctx context.Context) error {
	batch, end := c.decoder.take()
	if len(batch) > 0 {
		if err := c.stream.catalog.complete(ctx, batch); err != nil {
			return err
		}
		c.stream.handler.Changes(batch)
	}
	c.advance(end)
	return c.sendDueStatusUpdate(ctx)
}

// table describes the table of a Relation message. The transaction that sent it may have
// created the table, so it has to be visible in the catalog.
func (c *connection) table(ctx context.Context, r *relation, xid uint32) (*row.Table, error) {
	if err := c.stream.catalog.waitVisible(ctx, xid); err != nil {
		return nil, err
	}
	return c.stream.catalog.describe(ctx, r)
}

// schemaChanged delivers what was committed before, and drops the cached catalog. A
// publication that was created or dropped needs another connection: PostgreSQL before
// 18 ends one that names a publication which does not exist.
func (c *connection) schemaChanged(ctx context.Context, xid uint32) error {
	if err := c.flush(ctx); err != nil {
		return err
	}
	catalog := c.stream.catalog
	if err := catalog.waitVisible(ctx, xid); err != nil {
		return err
	}
	catalog.invalidate()
	c.decoder.invalidate()
	settings, err := catalog.serverSettings(ctx)
	if err != nil {
		return err
	}
	c.stream.announced.Store(settings.announced)
	if !slices.Equal(settings.publications, c.publications) {
		return errPublications
	}
	c.stream.handler.SchemaChanged()
	return nil
}

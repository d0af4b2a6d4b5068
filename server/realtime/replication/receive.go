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

// connection reads one replication connection. All of it runs in one goroutine.
type connection struct {
	stream       *Stream
	conn         *pgconn.PgConn
	buffered     *bufio.Reader
	decoder      *decoder
	publications []string  // of the publications that it follows
	flushed      uint64    // up to where everything was handed on
	statusSentAt time.Time // when the server last heard of it
	statusSent   uint64    // what it heard
	lastReceived time.Time // when the server last said something
	partial      int       // bytes of a message that is not whole yet
}

// run reads until the connection ends. What had arrived is handed on all the same.
func (s *connection) run(ctx context.Context) error {
	s.stream.interrupter.setConn(s.conn.Conn())
	defer s.stream.interrupter.setConn(nil)
	defer context.AfterFunc(ctx, s.stream.interrupter.request)()
	s.statusSentAt, s.lastReceived = time.Now(), time.Now()
	for {
		if err := s.receive(ctx); err != nil {
			s.flushRemaining(ctx)
			return err
		}
	}
}

// flushRemaining hands on what had arrived when the connection ended: it was committed.
func (s *connection) flushRemaining(ctx context.Context) {
	if batch, _ := s.decoder.take(); len(batch) > 0 {
		_ = s.stream.catalog.cast(ctx, batch) // without it a value is a string
		s.stream.handler.Changes(batch)
	}
}

// receive takes one message, after what has to be done before waiting for it.
func (s *connection) receive(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if s.buffered.Buffered() == 0 && s.conn.Frontend().ReadBufferLen() == 0 {
		if err := s.onIdle(ctx); err != nil {
			return err
		}
	}
	message, err := s.conn.Frontend().Receive()
	if errors.Is(err, os.ErrDeadlineExceeded) { // or a wish, or the end of ctx
		return s.onReadTimeout(ctx)
	}
	if err != nil {
		return err
	}
	switch m := message.(type) {
	case *pgproto3.CopyData:
		return s.data(ctx, m.Data)
	case *pgproto3.ErrorResponse:
		return pgconn.ErrorResponseToPgError(m)
	case *pgproto3.CopyDone, *pgproto3.CommandComplete, *pgproto3.ReadyForQuery:
		return errEnded
	}
	return nil // a notice, a parameter
}

// onIdle is when nothing more is waiting: what there is, is handed on, and the next
// read may take until the server has to hear of us.
func (s *connection) onIdle(ctx context.Context) error {
	if !s.decoder.inside {
		if err := s.flush(ctx); err != nil {
			return err
		}
	}
	return s.setReadDeadline(ctx)
}

// setReadDeadline lets the next reads take until the server has to hear of us, and grants a
// wish.
func (s *connection) setReadDeadline(ctx context.Context) error {
	wished, err := s.stream.interrupter.until(s.statusSentAt.Add(s.stream.o.StatusInterval))
	if wished {
		return s.schemaChanged(ctx, 0)
	}
	return err
}

// onReadTimeout is when the reads took as long as they may, or a wish cut them short:
// perhaps in the midst of a message, of which the next read then gets the rest.
func (s *connection) onReadTimeout(ctx context.Context) error {
	if part := s.conn.Frontend().ReadBufferLen(); part != s.partial {
		s.partial, s.lastReceived = part, time.Now()
	}
	if time.Since(s.lastReceived) > s.stream.o.ReceiverTimeout {
		return errSilent
	}
	if time.Since(s.statusSentAt) >= s.stream.o.StatusInterval {
		if err := s.sendStatusUpdate(ctx, true); err != nil {
			return err
		}
	}
	return s.setReadDeadline(ctx)
}

// data is one message of the replication protocol: XLogData or a keepalive
// (PostgreSQL's documentation, 54.4).
func (s *connection) data(ctx context.Context, data []byte) error {
	const header = 1 + 3*8
	s.lastReceived = time.Now()
	switch {
	case len(data) >= header && data[0] == pglogrepl.XLogDataByteID:
		if err := s.decoder.message(ctx, data[header:]); err != nil {
			return err
		}
		if s.decoder.full() {
			return s.flush(ctx)
		}
	case len(data) > 0 && data[0] == pglogrepl.PrimaryKeepaliveMessageByteID:
		return s.onKeepalive(ctx, data[1:])
	default:
		return fmt.Errorf("a message of the replication protocol is unknown: %q", data[:min(len(data), 1)])
	}
	return nil
}

// onKeepalive follows the log also where nothing of it is for us, so that an idle table
// keeps none of it.
func (s *connection) onKeepalive(ctx context.Context, data []byte) error {
	m, err := pglogrepl.ParsePrimaryKeepaliveMessage(data)
	if err != nil {
		return err
	}
	if !s.decoder.inside {
		if err := s.flush(ctx); err != nil {
			return err
		}
		s.advance(uint64(m.ServerWALEnd))
	}
	if m.ReplyRequested {
		return s.sendStatusUpdate(ctx, false)
	}
	return s.sendDueStatusUpdate(ctx)
}

// advance notes that everything before place is handed on.
func (s *connection) advance(place uint64) {
	if place > s.flushed {
		s.flushed = place
		s.stream.state.advanced(place)
	}
}

// statusUpdateBytes is after how much of the log the server hears of us, in bytes, however
// short the time: it cannot remove what we are through with before.
const statusUpdateBytes = 16 << 20

func (s *connection) sendDueStatusUpdate(ctx context.Context) error {
	if s.flushed-s.statusSent < statusUpdateBytes && time.Since(s.statusSentAt) < s.stream.o.StatusInterval {
		return nil
	}
	return s.sendStatusUpdate(ctx, false)
}

// sendStatusUpdate lets the server forget the log that we are through with. Asked for an
// answer, it shows that it is there.
func (s *connection) sendStatusUpdate(ctx context.Context, ask bool) error {
	s.statusSentAt, s.statusSent = time.Now(), s.flushed
	err := pglogrepl.SendStandbyStatusUpdate(ctx, s.conn, pglogrepl.StandbyStatusUpdate{
		WALWritePosition: pglogrepl.LSN(s.flushed), ClientTime: s.statusSentAt, ReplyRequested: ask,
	})
	if err != nil {
		return fmt.Errorf("tell PostgreSQL how far we are: %w", err)
	}
	return nil
}

// flush gives the sink what was decoded.
func (s *connection) flush(ctx context.Context) error {
	batch, end := s.decoder.take()
	if len(batch) > 0 {
		if err := s.stream.catalog.cast(ctx, batch); err != nil {
			return err
		}
		s.stream.handler.Changes(batch)
	}
	s.advance(end)
	return s.sendDueStatusUpdate(ctx)
}

// table describes what a Relation message is about. The transaction that sent it
// may have made the table, so the catalog has to know its end.
func (s *connection) table(ctx context.Context, r *relation, xid uint32) (*row.Table, error) {
	if err := s.stream.catalog.waitVisible(ctx, xid); err != nil {
		return nil, err
	}
	return s.stream.catalog.describe(ctx, r)
}

// schemaChanged hands on what was committed before, and has everybody read the
// catalog anew. A publication that came or went needs another stream: PostgreSQL
// before 18 ends one that names a publication which does not exist.
func (s *connection) schemaChanged(ctx context.Context, xid uint32) error {
	if err := s.flush(ctx); err != nil {
		return err
	}
	if err := s.stream.catalog.waitVisible(ctx, xid); err != nil {
		return err
	}
	s.stream.catalog.invalidate()
	s.decoder.invalidate()
	facts, err := s.stream.catalog.serverSettings(ctx)
	if err != nil {
		return err
	}
	s.stream.announced.Store(facts.announced)
	if !slices.Equal(facts.publications, s.publications) {
		return errOtherPublications()
	}
	s.stream.handler.SchemaChanged()
	return nil
}

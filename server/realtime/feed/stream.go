package feed

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

// stream reads one replication connection. All of it runs in one goroutine.
type stream struct {
	feed     *Feed
	conn     *pgconn.PgConn
	buffered *bufio.Reader
	decoder  *decoder
	names    []string  // of the publications that it follows
	done     uint64    // up to where everything was handed on
	told     time.Time // when the server last heard of it
	toldDone uint64    // what it heard
	heard    time.Time // when the server last said something
	part     int       // bytes of a message that is not whole yet
}

// run reads until the connection ends. What had arrived is handed on all the same.
func (s *stream) run(ctx context.Context) error {
	s.feed.wake.reads(s.conn.Conn())
	defer s.feed.wake.reads(nil)
	defer context.AfterFunc(ctx, s.feed.wake.wish)()
	s.told, s.heard = time.Now(), time.Now()
	for {
		if err := s.step(ctx); err != nil {
			s.last(ctx)
			return err
		}
	}
}

// last hands on what had arrived when the connection ended: it was committed.
func (s *stream) last(ctx context.Context) {
	if batch, _ := s.decoder.take(); len(batch) > 0 {
		_ = s.feed.catalog.cast(ctx, batch) // without it a value is a string
		s.feed.into.Changes(batch)
	}
}

// step takes one message, after what has to be done before waiting for it.
func (s *stream) step(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if s.buffered.Buffered() == 0 && s.conn.Frontend().ReadBufferLen() == 0 {
		if err := s.rest(ctx); err != nil {
			return err
		}
	}
	message, err := s.conn.Frontend().Receive()
	if errors.Is(err, os.ErrDeadlineExceeded) { // or a wish, or the end of ctx
		return s.silence(ctx)
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

// rest is when nothing more is waiting: what there is, is handed on, and the next
// read may take until the server has to hear of us.
func (s *stream) rest(ctx context.Context) error {
	if !s.decoder.inside {
		if err := s.handOn(ctx); err != nil {
			return err
		}
	}
	return s.arm(ctx)
}

// arm lets the next reads take until the server has to hear of us, and grants a
// wish.
func (s *stream) arm(ctx context.Context) error {
	wished, err := s.feed.wake.until(s.told.Add(s.feed.o.Status))
	if wished {
		return s.schemaChanged(ctx, 0)
	}
	return err
}

// silence is when the reads took as long as they may, or a wish cut them short:
// perhaps in the midst of a message, of which the next read then gets the rest.
func (s *stream) silence(ctx context.Context) error {
	if part := s.conn.Frontend().ReadBufferLen(); part != s.part {
		s.part, s.heard = part, time.Now()
	}
	if time.Since(s.heard) > s.feed.o.Silence {
		return errSilent
	}
	if time.Since(s.told) >= s.feed.o.Status {
		if err := s.tell(ctx, true); err != nil {
			return err
		}
	}
	return s.arm(ctx)
}

// data is one message of the replication protocol: XLogData or a keepalive
// (PostgreSQL's documentation, 54.4).
func (s *stream) data(ctx context.Context, data []byte) error {
	const header = 1 + 3*8
	s.heard = time.Now()
	switch {
	case len(data) >= header && data[0] == pglogrepl.XLogDataByteID:
		if err := s.decoder.message(ctx, data[header:]); err != nil {
			return err
		}
		if s.decoder.full() {
			return s.handOn(ctx)
		}
	case len(data) > 0 && data[0] == pglogrepl.PrimaryKeepaliveMessageByteID:
		return s.alive(ctx, data[1:])
	default:
		return fmt.Errorf("a message of the replication protocol is unknown: %q", data[:min(len(data), 1)])
	}
	return nil
}

// alive follows the log also where nothing of it is for us, so that an idle table
// keeps none of it.
func (s *stream) alive(ctx context.Context, data []byte) error {
	m, err := pglogrepl.ParsePrimaryKeepaliveMessage(data)
	if err != nil {
		return err
	}
	if !s.decoder.inside {
		if err := s.handOn(ctx); err != nil {
			return err
		}
		s.reached(uint64(m.ServerWALEnd))
	}
	if m.ReplyRequested {
		return s.tell(ctx, false)
	}
	return s.tellInTime(ctx)
}

// reached notes that everything before place is handed on.
func (s *stream) reached(place uint64) {
	if place > s.done {
		s.done = place
		s.feed.state.moved(place)
	}
}

// tellEvery is after how much of the log the server hears of us, in bytes, however
// short the time: it cannot remove what we are through with before.
const tellEvery = 16 << 20

func (s *stream) tellInTime(ctx context.Context) error {
	if s.done-s.toldDone < tellEvery && time.Since(s.told) < s.feed.o.Status {
		return nil
	}
	return s.tell(ctx, false)
}

// tell lets the server forget the log that we are through with. Asked for an
// answer, it shows that it is there.
func (s *stream) tell(ctx context.Context, ask bool) error {
	s.told, s.toldDone = time.Now(), s.done
	err := pglogrepl.SendStandbyStatusUpdate(ctx, s.conn, pglogrepl.StandbyStatusUpdate{
		WALWritePosition: pglogrepl.LSN(s.done), ClientTime: s.told, ReplyRequested: ask,
	})
	if err != nil {
		return fmt.Errorf("tell PostgreSQL how far we are: %w", err)
	}
	return nil
}

// handOn gives the sink what was decoded.
func (s *stream) handOn(ctx context.Context) error {
	batch, end := s.decoder.take()
	if len(batch) > 0 {
		if err := s.feed.catalog.cast(ctx, batch); err != nil {
			return err
		}
		s.feed.into.Changes(batch)
	}
	s.reached(end)
	return s.tellInTime(ctx)
}

// table describes what a Relation message is about. The transaction that sent it
// may have made the table, so the catalog has to know its end.
func (s *stream) table(ctx context.Context, r *relation, xid uint32) (*row.Table, error) {
	if err := s.feed.catalog.settle(ctx, xid); err != nil {
		return nil, err
	}
	return s.feed.catalog.describe(ctx, r)
}

// schemaChanged hands on what was committed before, and has everybody read the
// catalog anew. A publication that came or went needs another stream: PostgreSQL
// before 18 ends one that names a publication which does not exist.
func (s *stream) schemaChanged(ctx context.Context, xid uint32) error {
	if err := s.handOn(ctx); err != nil {
		return err
	}
	if err := s.feed.catalog.settle(ctx, xid); err != nil {
		return err
	}
	s.feed.catalog.forget()
	s.decoder.forget()
	facts, err := s.feed.catalog.facts(ctx)
	if err != nil {
		return err
	}
	s.feed.announced.Store(facts.announced)
	if !slices.Equal(facts.publications, s.names) {
		return errOtherPublications()
	}
	s.feed.into.SchemaChanged()
	return nil
}

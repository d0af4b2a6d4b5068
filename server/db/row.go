package db

import (
	"context"
	"fmt"
	"iter"

	"github.com/jackc/pgx/v5/pgtype"

	"github.com/toubkal/toubkal/server/admission"
)

// Row runs one statement as the login, in a transaction of its own and one round
// trip, under settings that hold for nothing else. It returns the last row in text
// form, where nil is null. types are the OIDs of the parameters; without them
// PostgreSQL infers the types.
func (p *Pool) Row(ctx context.Context, settings []Setting, sql string, args [][]byte, types []uint32) ([][]byte, error) {
	ctx, conn, err := p.acquire(ctx, admission.Request{})
	if err != nil {
		return nil, err
	}
	defer conn.release()
	results, err := conn.wire().run(ctx, []message{
		{Statement: SetConfig(settings)},
		{Statement: Statement{SQL: sql, Args: args}, types: types, wanted: true}, // parsed under the settings
	})
	if err = cancelReason(ctx, err); err != nil || len(results[0].Rows) == 0 {
		return nil, err
	}
	return results[0].Rows[len(results[0].Rows)-1], nil
}

// ReadRow reads one row as the login into variables, column by column as pgx does, by a short
// statement that writes nothing: it may share a connection with other reads, and be executed
// again where one of those is slow (Session.Short). Arguments are in text format, nil for
// NULL. Without a row it returns ErrNoRows, and of several rows it takes the last.
func (p *Pool) ReadRow(ctx context.Context, sql string, args [][]byte, to ...any) error {
	return p.ReadRowAs(ctx, LoginFor(admission.Request{}), sql, args, to...)
}

// LoginFor is the session of a short read as the login, for a request that it is charged to.
func LoginFor(r admission.Request) Session {
	return Session{ReadOnly: true, Short: true, asLogin: true, Admission: r}
}

// ReadRowAs is ReadRow as a caller. The session says whether the statement may share a
// connection, and be executed again.
func (p *Pool) ReadRowAs(ctx context.Context, s Session, sql string, args [][]byte, to ...any) error {
	return p.ReadRowOf(ctx, s, Statement{SQL: sql, Args: args}, to...)
}

// ReadRowOf is ReadRowAs for a statement that may be merged with others (Statement.Many).
func (p *Pool) ReadRowOf(ctx context.Context, s Session, st Statement, to ...any) error {
	r := &readRow{to: to, types: p.types.Get().(*pgtype.Map)}
	defer p.types.Put(r.types)
	if _, err := p.Script(ctx, s, Step{Statement: st, Sink: r}); err != nil {
		return err
	}
	if !r.found {
		return ErrNoRows
	}
	return nil
}

// readRow is the sink of ReadRow.
type readRow struct {
	to      []any
	types   *pgtype.Map
	columns []uint32 // OIDs of their types
	binary  bool
	found   bool
}

// Binary implements Sink: as pgx, for the types whose text takes long to read.
func (r *readRow) Binary(oid uint32) bool {
	switch oid {
	case pgtype.BoolOID, pgtype.Int2OID, pgtype.Int4OID, pgtype.Int8OID, pgtype.TimestampOID, pgtype.TimestamptzOID:
		return true
	}
	return false
}

// Begin implements Sink.
func (r *readRow) Begin(columns iter.Seq2[string, uint32], binary bool) error {
	r.columns, r.binary, r.found = r.columns[:0], binary, false
	for _, oid := range columns {
		r.columns = append(r.columns, oid)
	}
	if len(r.columns) != len(r.to) {
		return fmt.Errorf("read a row of %d columns into %d variables", len(r.columns), len(r.to))
	}
	return nil
}

// Row implements Sink.
func (r *readRow) Row(values [][]byte) error {
	r.found = true
	for i, value := range values {
		format := int16(pgtype.TextFormatCode)
		if r.binary && r.Binary(r.columns[i]) {
			format = pgtype.BinaryFormatCode
		}
		if err := r.types.Scan(r.columns[i], format, value, r.to[i]); err != nil {
			return fmt.Errorf("read column %d of a row: %w", i+1, err)
		}
	}
	return nil
}

package db

import (
	"iter"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// Sink takes the rows of a step as they arrive, so that no result has to fit
// into memory. Its error is the script's, but rolls back nothing that was sent in
// one round trip: that is what Step.Check is for.
type Sink interface {
	// Binary reports whether the sink reads a type (pg_type.oid) in PostgreSQL's
	// binary format.
	Binary(oid uint32) bool
	// Begin gets the names and types of the columns before the first row, also
	// where there is none, and whether those of Binary's types are in binary
	// format: they are if the statement was prepared before. It is called again
	// when the script is retried, and then discards what came before.
	Begin(columns iter.Seq2[string, uint32], binary bool) error
	// Row gets values, nil for NULL. They belong to the connection, and are
	// invalid after it returns.
	Row(values [][]byte) error
}

// formats are the formats of the columns of a prepared statement as the sink
// reads them; nil is text for all.
func formats(of *pgconn.StatementDescription, into Sink) []int16 {
	if into == nil {
		return nil
	}
	codes := make([]int16, len(of.Fields))
	for i, field := range of.Fields {
		if into.Binary(field.DataTypeOID) {
			codes[i] = pgx.BinaryFormatCode
		}
	}
	return codes
}

// streamRows passes the rows of a result to a sink.
func streamRows(reader *pgconn.ResultReader, into Sink, binary bool) error {
	failed := into.Begin(func(yield func(string, uint32) bool) {
		for _, field := range reader.FieldDescriptions() {
			if !yield(field.Name, field.DataTypeOID) {
				return
			}
		}
	}, binary)
	for failed == nil && reader.NextRow() {
		failed = into.Row(reader.Values())
	}
	_, err := reader.Close()
	if failed != nil {
		return failed
	}
	return err
}

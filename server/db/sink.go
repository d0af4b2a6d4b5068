package db

import (
	"iter"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// Sink takes the rows of a step as they arrive, so that no answer has to fit
// into memory. Its error is the script's, but undoes nothing that was sent in one
// round trip: that is what a Gate is for.
type Sink interface {
	// Binary tells of which types (pg_type.oid) the sink reads PostgreSQL's binary
	// format.
	Binary(oid uint32) bool
	// Begin is told the names and types of the columns before the first row, also
	// where there is none, and whether those of Binary's types are in binary
	// format: they are where the statement was prepared before. It is told again
	// when the script is tried again: what came before did not happen.
	Begin(columns iter.Seq2[string, uint32], binary bool) error
	// Row is given values, nil for NULL. They are the connection's, and gone when
	// it returns.
	Row(values [][]byte) error
}

// formats asks for the columns of a prepared statement as the sink reads them;
// nil is text for all.
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

// pour hands the rows of an answer to a sink.
func pour(reader *pgconn.ResultReader, into Sink, binary bool) error {
	refused := into.Begin(func(yield func(string, uint32) bool) {
		for _, field := range reader.FieldDescriptions() {
			if !yield(field.Name, field.DataTypeOID) {
				return
			}
		}
	}, binary)
	for refused == nil && reader.NextRow() {
		refused = into.Row(reader.Values())
	}
	_, err := reader.Close()
	if refused != nil {
		return refused
	}
	return err
}

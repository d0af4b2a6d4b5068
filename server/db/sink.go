package db

import (
	"iter"

	"github.com/jackc/pgx/v5/pgconn"
)

// Sink takes the rows of a step as they arrive, so that no answer has to fit
// into memory. Its error is the script's, but undoes nothing that was sent in one
// round trip: that is what a Gate is for.
type Sink interface {
	// Begin is told the names and types (pg_type.oid) of the columns before the
	// first row, also where there is none. It is told them again when the script
	// is tried again: what came before did not happen.
	Begin(columns iter.Seq2[string, uint32]) error
	// Row is given values in text format, nil for NULL. They are the
	// connection's, and gone when it returns.
	Row(values [][]byte) error
}

// pour hands the rows of an answer to a sink.
func pour(reader *pgconn.ResultReader, into Sink) (Result, error) {
	refused := into.Begin(func(yield func(string, uint32) bool) {
		for _, field := range reader.FieldDescriptions() {
			if !yield(field.Name, field.DataTypeOID) {
				return
			}
		}
	})
	for refused == nil && reader.NextRow() {
		refused = into.Row(reader.Values())
	}
	tag, err := reader.Close()
	if refused != nil {
		return Result{}, refused
	}
	return Result{Affected: tag.RowsAffected()}, err
}

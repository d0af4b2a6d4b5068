package db

import "iter"

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

package db

import (
	"context"
	"fmt"
	"sync/atomic"
)

// Schema counts the changes of a database's schema that the program has learned of.
//
// PostgreSQL fixes the types of a prepared statement's parameters when it is parsed: where
// a column gets another type, it goes on comparing with the old one, or refuses the value,
// and error codes tell of neither. So nothing that was prepared before a change is used
// after it.
type Schema struct{ changes atomic.Int64 }

// SchemaChanged has the pools of one Schema prepare their statements again. A connection
// that is in use does so the next time.
func (p *Pool) SchemaChanged() { p.schema.changes.Add(1) }

// seenChanges is the key of the number of changes when pgx's own cache was known to be good.
const seenChanges = "toubkal/changes"

// forget empties the cache of pgx, before pgx itself uses the connection. It costs a round
// trip after each change, and none where pgx keeps nothing.
func (l *lease) forget(ctx context.Context) error {
	data, changes := l.conn().PgConn().CustomData(), l.pool.schema.changes.Load()
	if data[seenChanges] == changes || l.pool.unprepared {
		return nil
	}
	if data[seenChanges] != nil {
		if err := l.conn().DeallocateAll(ctx); err != nil {
			return fmt.Errorf("deallocate the prepared statements: %w", err)
		}
		if w, ok := data[wireKey].(*wire); ok { // whose statements are gone too
			w.cache = newStatementCache()
		}
	}
	data[seenChanges] = changes
	return nil
}

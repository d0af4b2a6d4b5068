package pgtest

import (
	"testing"

	"github.com/toubkal/toubkal/server/db"
)

// ConnectBoth opens the two connections of a pool, before a test counts round trips: a
// read that is shared may still use one when it has been answered, and the next request
// takes the other.
func ConnectBoth(t testing.TB, pool *db.Pool) {
	t.Helper()
	err := pool.Conn(t.Context(), func(*db.Conn) error {
		return pool.Conn(t.Context(), func(*db.Conn) error { return nil })
	})
	if err != nil {
		t.Fatalf("pgtest: connect: %v", err)
	}
}

package db_test

import (
	"context"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

// TestASilentHostHidesNoOther: after a failover the old primary may take connections and answer
// none, and stand first in the address.
func TestASilentHostHidesNoOther(t *testing.T) {
	t.Parallel()
	address := pgtest.BehindSilent(t, pgtest.New(t).URL)

	const wait = 8 * time.Second
	pool, err := db.Open(t.Context(), address, db.Options{Wait: wait})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	ctx, stop := context.WithTimeout(t.Context(), wait)
	var one int
	if err := pool.ReadRow(ctx, "select 1", nil, &one); err != nil {
		t.Errorf("a pool does not reach the second host within its wait: %v", err)
	}
	stop()

	ctx, stop = context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	db.Listen(ctx, db.Link{URL: address}, "news", func(string) { stop() }, func(err error) { t.Errorf("a listener: %v", err) })
	if ctx.Err() != context.Canceled {
		t.Error("a listener does not reach the second host")
	}
}

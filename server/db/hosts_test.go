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

	o := db.Options{Wait: 8 * time.Second}
	config, err := db.Config(address, o)
	if err != nil {
		t.Fatal(err)
	}
	if each := config.ConnConfig.ConnectTimeout; 2*each > o.Wait {
		t.Errorf("a pool waits %s for each of two hosts, want %s for both", each, o.Wait)
	}
	pool, err := db.Open(t.Context(), address, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	var one int
	for err = pool.ReadRow(ctx, "select 1", nil, &one); err != nil && ctx.Err() == nil; {
		err = pool.ReadRow(ctx, "select 1", nil, &one) // each attempt ends early on a busy machine
	}
	if err != nil {
		t.Errorf("a pool does not reach the second host: %v", err)
	}
	stop()

	ctx, stop = context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	db.Listen(ctx, db.Link{URL: address}, "news", func(string) { stop() }, func(error) {})
	if ctx.Err() != context.Canceled {
		t.Error("a listener does not reach the second host")
	}
}

package pgtest_test

import (
	"strings"
	"testing"

	"github.com/toubkal/toubkal/server/test/pgtest"
)

// A deadlock of a test's own statements says which processes and objects it is about.
func TestADeadlockNamesItsLocks(t *testing.T) {
	t.Parallel()
	database := pgtest.Empty(t)
	ctx := t.Context()
	one, err := database.Admin.Begin(ctx)
	if err != nil {
		t.Fatal(err)
	}
	two, err := database.Admin.Begin(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := one.Exec(ctx, "select pg_advisory_xact_lock(1)"); err != nil {
		t.Fatal(err)
	}
	if _, err := two.Exec(ctx, "select pg_advisory_xact_lock(2)"); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() {
		_, err := one.Exec(ctx, "select pg_advisory_xact_lock(2)")
		ended <- err
		_ = one.Rollback(ctx)
	}()
	_, err = two.Exec(ctx, "select pg_advisory_xact_lock(1)")
	_ = two.Rollback(ctx)
	if other := <-ended; err == nil {
		err = other // either of the two is ended
	}
	if err == nil || !strings.Contains(err.Error(), "waits for ExclusiveLock on advisory lock") {
		t.Errorf("got %v", err)
	}
}

package tests

import (
	"context"
	"net/http"
	"sync"
	"testing"

	"github.com/toubkal/toubkal/server/test/apptest"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

// A load balancer that takes a busy server away makes the others busier.
func TestABusyServerIsReady(t *testing.T) {
	t.Parallel()
	database := pgtest.New(t)
	s := bootOn(t, database, "DATABASE_URL="+database.URL, "PGRST_DB_POOL=1")
	unlock := lockNotes(t, database)
	var held sync.WaitGroup
	held.Go(func() { s.Send(t, "GET", "/rest/v1/notes?select=id", "") })
	waitForLock(t, database)
	// Ready is 200; another part may not answer a busy machine within the two seconds of a probe.
	s.Until(t, "/ready", func(r apptest.Reply) bool { return r.Status == http.StatusOK })
	unlock()
	held.Wait()
}

// waitForLock returns when the program's only connection waits for the table.
func waitForLock(t *testing.T, database *pgtest.DB) {
	t.Helper()
	for waiting := false; !waiting; {
		err := database.Admin.QueryRow(t.Context(), `select exists (select from pg_stat_activity
			where datname = current_database() and usename = 'authenticator' and wait_event_type = 'Lock')`).Scan(&waiting)
		if err != nil {
			t.Fatal(err)
		}
	}
}

// lockNotes locks the table notes until the test ends or calls what it returns.
func lockNotes(t *testing.T, database *pgtest.DB) (unlock func()) {
	t.Helper()
	tx, err := database.Admin.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	unlock = func() { _ = tx.Rollback(context.Background()) } // after its first call it does nothing
	t.Cleanup(unlock)
	if _, err := tx.Exec(t.Context(), "lock table public.notes in access exclusive mode"); err != nil {
		t.Fatal(err)
	}
	return unlock
}

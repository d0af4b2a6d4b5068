package tests

import (
	"net/http"
	"sync"
	"testing"

	"github.com/toubkal/toubkal/server/pgtest"
)

// A load balancer that takes a busy server away makes the others busier.
func TestABusyServerIsReady(t *testing.T) {
	t.Parallel()
	database := pgtest.New(t)
	s := bootOn(t, database, "DATABASE_URL="+database.URL, "PGRST_DB_POOL=1")
	tx, err := database.Admin.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback(t.Context()) }()
	if _, err := tx.Exec(t.Context(), "lock table public.notes in access exclusive mode"); err != nil {
		t.Fatal(err)
	}
	var held sync.WaitGroup
	held.Go(func() { s.Send(t, "GET", "/rest/v1/notes?select=id", "") })
	waitForLock(t, database)
	if answer := s.Send(t, "GET", "/ready", ""); answer.Status != http.StatusOK {
		t.Errorf("with every connection in use /ready answers %d, want 200", answer.Status)
	}
	if err := tx.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
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

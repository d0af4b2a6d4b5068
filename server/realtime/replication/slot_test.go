package replication_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/toubkal/toubkal/server/localpg"
	"github.com/toubkal/toubkal/server/realtime/replication"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

// log has PostgreSQL write so many MB of log that are no change of a row.
func (s *setup) log(megabytes int) {
	s.t.Helper()
	for range megabytes {
		s.exec("select pg_logical_emit_message(false, 'of no interest', repeat('x', 1 << 20))")
	}
}

func capped(megabytes uint64) func(*replication.Options) {
	return func(o *replication.Options) { o.StatusInterval, o.MaxWAL = 20*time.Millisecond, megabytes<<20 }
}

// TestTheLog is about how much of it a slot keeps. It has a cluster of its own: what
// any test writes, and a transaction of any, counts for all slots of a cluster.
func TestTheLog(t *testing.T) {
	t.Parallel()
	server, err := localpg.Start(t.Context(), localpg.Options{Root: projectRoot(t), Throwaway: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Stop(context.WithoutCancel(t.Context())) })
	url := server.URL("postgres")
	execOn(t, url, marks)
	pool, err := pgxpool.New(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	database := &pgtest.DB{URL: url, Admin: pool}
	t.Run("status", func(t *testing.T) { statusTells(t, database) })
	t.Run("cap", func(t *testing.T) { theSlotHoldsNoMoreThanItsCap(t, database) })
	t.Run("follows", func(t *testing.T) { theSlotFollowsTheLog(t, database) })
}

// A transaction that stays open keeps the log of changes from being removed, as
// long as there is a slot. The stream drops it in time, and connects again.
func theSlotHoldsNoMoreThanItsCap(t *testing.T, database *pgtest.DB) {
	s := listen(t, database, capped(32))
	slow, err := s.Admin.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := slow.Exec(t.Context(), "insert into public.marks default values"); err != nil {
		t.Fatal(err)
	}
	slot := s.stream.Status().Slot
	s.log(28)
	if got := s.why(); !strings.Contains(got, "of 32 MB at most") {
		t.Errorf("lost because %q", got)
	}
	// PostgreSQL drops it when it ends the connection, for which the stream waits a second.
	for begun, left := time.Now(), 1; left != 0; {
		err := s.Admin.QueryRow(t.Context(), "select count(*) from pg_replication_slots where slot_name = $1", slot).Scan(&left)
		if err != nil || time.Since(begun) > patience {
			t.Fatalf("the slot is still there: %d, %v", left, err)
		}
	}
	if err := slow.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.goesOn()
}

// While others write, the slot follows: more log than the cap goes by, faster than
// PostgreSQL would move a slot by itself (every 15 s), and the stream stays. PostgreSQL
// 15 lets nobody ask for that (pg_log_standby_snapshot is of 16); a checkpoint does it too.
func theSlotFollowsTheLog(t *testing.T, database *pgtest.DB) {
	s := listen(t, database, capped(256))
	var asked bool
	err := s.Admin.QueryRow(t.Context(), "select to_regprocedure('pg_log_standby_snapshot()') is not null").Scan(&asked)
	if err != nil {
		t.Fatal(err)
	}
	for range 30 {
		s.log(10)
		if !asked {
			s.exec("checkpoint")
		}
		s.hear("select 1") // a stream that broke fails here
	}
	s.followed()
}

// followed waits until the slot holds little: the status is looked at as often as
// the stream reads it itself.
func (s *setup) followed() {
	s.t.Helper()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for begun := time.Now(); ; {
		status := s.stream.Status()
		if status.RetainedWAL > 0 && status.RetainedWAL < status.MaxWAL/4 && status.Lag < 1<<20 {
			return
		}
		if time.Since(begun) > patience {
			s.t.Fatalf("the slot does not follow: %+v", status)
		}
		<-tick.C
	}
}

func statusTells(t *testing.T, database *pgtest.DB) {
	before := time.Now()
	s := listen(t, database, capped(64))
	s.hear("select 1")
	s.followed()
	status := s.stream.Status()
	if !status.Connected || status.Since.Before(before) || status.Reason != "" || !strings.HasPrefix(status.Slot, "toubkal_") ||
		status.Flushed == 0 || status.Written < status.Flushed-min(status.Flushed, 1<<20) || status.MaxWAL != 64<<20 {
		t.Errorf("status %+v", status)
	}
}

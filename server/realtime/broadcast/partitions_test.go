package broadcast

import (
	"context"
	"log/slog"
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

func TestMain(m *testing.M) { os.Exit(pgtest.MainWith(m, pgtest.Project{})) }

// setupPartitions returns partitions on a database of the test's own.
func setupPartitions(t *testing.T, now func() time.Time) (*Partitions, *pgtest.DB) {
	t.Helper()
	database := pgtest.New(t)
	pool, err := db.Open(t.Context(), database.LoginURL("supabase_realtime_admin"), db.Options{MaxConns: 4})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	return &Partitions{Pool: pool, Log: slog.New(slog.NewTextHandler(t.Output(), nil)), Now: now}, database
}

// names are the partitions that exist.
func names(t *testing.T, database *pgtest.DB) (all []string) {
	t.Helper()
	err := database.Admin.QueryRow(t.Context(), `select array_agg(inhrelid::regclass::text order by inhrelid::regclass::text)
		from pg_inherits where inhparent = 'realtime.messages'::regclass`).Scan(&all)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// days are the partitions of n days from first on.
func days(first time.Time, n int) (all []string) {
	for i := range n {
		all = append(all, "realtime.messages_"+first.AddDate(0, 0, i).UTC().Format("2006_01_02"))
	}
	return all
}

// installed is the day on which the database was created, by its partitions: not
// always today, if the tests run at midnight.
func installed(t *testing.T, database *pgtest.DB) time.Time {
	t.Helper()
	first, err := time.Parse("realtime.messages_2006_01_02", names(t, database)[0])
	if err != nil {
		t.Fatal(err)
	}
	return first.AddDate(0, 0, 1)
}

// setClock is a clock that a test sets.
type setClock struct{ at atomic.Pointer[time.Time] }

func (s *setClock) set(at time.Time) { s.at.Store(&at) }
func (s *setClock) now() time.Time   { return *s.at.Load() }

func TestPartitionsFollowTheDays(t *testing.T) {
	t.Parallel()
	var at setClock
	p, database := setupPartitions(t, at.now)
	today := installed(t, database)
	for _, step := range []struct {
		name  string
		at    time.Time
		first time.Time
		days  int
	}{
		{"as it is installed", today.Add(time.Hour), today.AddDate(0, 0, -1), 5},
		{"a second before midnight", today.AddDate(0, 0, 1).Add(-time.Second), today.AddDate(0, 0, -1), 5},
		{"at midnight", today.AddDate(0, 0, 1), today.AddDate(0, 0, -1), 6},
		{"at midnight UTC, wherever the clock is", today.AddDate(0, 0, 2).In(time.FixedZone("east", 14*3600)), today.AddDate(0, 0, -1), 7},
		{"72 hours after yesterday's end, less a second", today.AddDate(0, 0, 3).Add(-time.Second), today.AddDate(0, 0, -1), 7},
		{"72 hours after yesterday's end", today.AddDate(0, 0, 3), today, 7},
		{"after a week without the server", today.AddDate(0, 0, 10), today.AddDate(0, 0, 9), 5},
	} {
		at.set(step.at)
		if err := p.Maintain(t.Context()); err != nil {
			t.Fatalf("%s: %v", step.name, err)
		}
		if diff := cmp.Diff(days(step.first, step.days), names(t, database)); diff != "" {
			t.Errorf("%s: -want +got:\n%s", step.name, diff)
		}
	}
}

// Several nodes start, and maintain the partitions, at once.
func TestNodesMaintainPartitionsTogether(t *testing.T) {
	t.Parallel()
	var at setClock
	p, database := setupPartitions(t, at.now)
	today := installed(t, database)
	at.set(today)
	if _, err := database.Admin.Exec(t.Context(), "drop table "+days(today, 1)[0]); err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			if err := p.Maintain(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	if got := names(t, database); len(got) != 5 {
		t.Errorf("partitions %q, want five", got)
	}
}

// A partition that is in use is dropped the next time, and blocks nothing meanwhile.
func TestPartitionsInUse(t *testing.T) {
	t.Parallel()
	var at setClock
	p, database := setupPartitions(t, at.now)
	conn := database.Conn()
	if _, err := conn.Exec(t.Context(), "begin; select from realtime.messages"); err != nil {
		t.Fatal(err)
	}
	today := installed(t, database)
	at.set(today.AddDate(0, 0, 3))
	if err := p.Maintain(t.Context()); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(days(today.AddDate(0, 0, -1), 8), names(t, database)); diff != "" {
		t.Errorf("while it is in use: -want +got:\n%s", diff)
	}
	if _, err := conn.Exec(t.Context(), "commit"); err != nil {
		t.Fatal(err)
	}
	if err := p.Maintain(t.Context()); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(days(today, 7), names(t, database)); diff != "" {
		t.Errorf("afterwards: -want +got:\n%s", diff)
	}
}

// The partitions are maintained as soon as run begins.
func TestPartitionsAreMaintainedAtTheStart(t *testing.T) {
	t.Parallel()
	p, database := setupPartitions(t, func() time.Time { return time.Now().AddDate(0, 0, 1) })
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { p.Run(ctx); close(done) }()
	for len(names(t, database)) < 6 {
		if t.Context().Err() != nil {
			t.Fatal("no partition was created")
		}
	}
	cancel()
	<-done
}

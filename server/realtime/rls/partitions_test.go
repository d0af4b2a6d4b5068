package rls_test

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/toubkal/toubkal/server/pgtest"
	"github.com/toubkal/toubkal/server/realtime/rls"
)

func partitions(t *testing.T, database *pgtest.DB) []string {
	t.Helper()
	return texts(t, database, `select inhrelid::regclass::text from pg_inherits where inhparent = 'realtime.messages'::regclass order by 1`)
}

// days are the partitions of so many days from the first one.
func days(first time.Time, n int) (all []string) {
	for i := range n {
		all = append(all, "realtime.messages_"+first.AddDate(0, 0, i).UTC().Format("2006_01_02"))
	}
	return all
}

// installed is the day on which the database was made, as its partitions tell: it is
// not always today's, when the tests run at midnight.
func installed(t *testing.T, database *pgtest.DB) time.Time {
	t.Helper()
	first, err := time.Parse("realtime.messages_2006_01_02", partitions(t, database)[0])
	if err != nil {
		t.Fatal(err)
	}
	return first.AddDate(0, 0, 1)
}

// clock is one that a test sets.
type clock struct{ at atomic.Pointer[time.Time] }

func (c *clock) set(at time.Time) { c.at.Store(&at) }
func (c *clock) now() time.Time   { return *c.at.Load() }

func TestPartitionsFollowTheDays(t *testing.T) {
	t.Parallel()
	var at clock
	store, database := setupChannels(t, "", func(o *rls.ChannelOptions) { o.Now = at.now })
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
		if err := store.MaintainPartitions(t.Context()); err != nil {
			t.Fatalf("%s: %v", step.name, err)
		}
		if diff := cmp.Diff(days(step.first, step.days), partitions(t, database)); diff != "" {
			t.Errorf("%s: -want +got:\n%s", step.name, diff)
		}
	}
}

// What was sent stays for 72 hours, through the partitions that come and go.
func TestMessagesAcrossMidnight(t *testing.T) {
	t.Parallel()
	var at clock
	store, database := setupChannels(t, "", func(o *rls.ChannelOptions) { o.Now = at.now })
	midnight := installed(t, database).AddDate(0, 0, 1)
	exec(t, database, `insert into realtime.messages (topic, extension, event, private, inserted_at)
		select 't', 'broadcast', n::text, true, $1::timestamp + n * interval '1 second' from generate_series(-2, 2) as n`, midnight)
	for _, step := range []struct {
		at   time.Time
		want []string
	}{
		{midnight.Add(time.Hour), []string{"-2", "-1", "0", "1", "2"}},
		{midnight.Add(71 * time.Hour), []string{"-2", "-1", "0", "1", "2"}},
		{midnight.Add(73 * time.Hour), []string{"0", "1", "2"}},
		{midnight.Add(97 * time.Hour), nil},
	} {
		at.set(step.at)
		if err := store.MaintainPartitions(t.Context()); err != nil {
			t.Fatal(err)
		}
		found, err := store.Replay(t.Context(), serviceCaller(), "t", midnight.Add(-time.Hour), 25)
		if diff := cmp.Diff(step.want, events(t, found, err)); diff != "" {
			t.Errorf("at %s: -want +got:\n%s", step.at, diff)
		}
	}
}

// Several servers start, and keep the partitions, at once.
func TestPartitionsAreKeptTogether(t *testing.T) {
	t.Parallel()
	var at clock
	store, database := setupChannels(t, "", func(o *rls.ChannelOptions) { o.Now = at.now })
	today := installed(t, database)
	at.set(today)
	exec(t, database, "drop table "+days(today, 1)[0])
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			if err := store.MaintainPartitions(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	if got := partitions(t, database); len(got) != 5 {
		t.Errorf("partitions %q, want five", got)
	}
}

// A partition that is in use is dropped another time, and holds up nobody.
func TestPartitionsInUse(t *testing.T) {
	t.Parallel()
	var at clock
	store, database := setupChannels(t, "", func(o *rls.ChannelOptions) { o.Now = at.now })
	conn := database.Conn()
	if _, err := conn.Exec(t.Context(), "begin; select from realtime.messages"); err != nil {
		t.Fatal(err)
	}
	today := installed(t, database)
	at.set(today.AddDate(0, 0, 3))
	if err := store.MaintainPartitions(t.Context()); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(days(today.AddDate(0, 0, -1), 8), partitions(t, database)); diff != "" {
		t.Errorf("while it is in use: -want +got:\n%s", diff)
	}
	if _, err := conn.Exec(t.Context(), "commit"); err != nil {
		t.Fatal(err)
	}
	if err := store.MaintainPartitions(t.Context()); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(days(today, 7), partitions(t, database)); diff != "" {
		t.Errorf("afterwards: -want +got:\n%s", diff)
	}
}

// A question makes the day that is missing; who was away for a week need not wait
// for the hour.
func TestAskingMakesTheDay(t *testing.T) {
	t.Parallel()
	drop := `drop table if exists realtime.messages_` + time.Now().UTC().Format("2006_01_02")
	store, database := setupChannels(t, rooms+drop)
	if got, err := store.Readable(t.Context(), anonCaller(), "hut", both); err != nil || got != both {
		t.Errorf("may read %+v, %v; want %+v", got, err, both)
	}
	exec(t, database, drop)
	if got, err := store.Writable(t.Context(), anonCaller(), "hut", both); err != nil || got != presence {
		t.Errorf("may write %+v, %v; want %+v", got, err, presence)
	}
}

// Run keeps them at once, also where the database is not there yet.
func TestRun(t *testing.T) {
	t.Parallel()
	kept := make(chan time.Time, 1)
	store, database := setupChannels(t, "", func(o *rls.ChannelOptions) {
		o.Now = func() time.Time {
			select {
			case kept <- time.Now():
			default:
			}
			return time.Now().AddDate(0, 0, 1)
		}
	})
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { store.Run(ctx); close(done) }()
	<-kept
	for len(partitions(t, database)) < 6 { // Keep is in PostgreSQL by now; it locks what we read
		if t.Context().Err() != nil {
			t.Fatal("no partition came")
		}
	}
	cancel()
	<-done
}

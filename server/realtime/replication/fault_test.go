package replication_test

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/localpg"
	"github.com/toubkal/toubkal/server/realtime/replication"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

// why gives the reason of the next Lost.
func (s *setup) why() string {
	s.t.Helper()
	heard := s.untilIt(s.t, "disconnected")
	return heard[len(heard)-1].reason.Error()
}

// goesOn waits for the stream to be live again, and for a row to come.
func (s *setup) goesOn() {
	s.t.Helper()
	s.untilIt(s.t, "connected")
	s.hear("select 1")
}

// walsender waits until the slot is active, and returns its process ID.
func (s *setup) walsender() (pid int) {
	s.t.Helper()
	slot := s.stream.Status().Slot
	err := s.Admin.QueryRow(s.t.Context(), "select active_pid from pg_replication_slots where slot_name = $1 and temporary", slot).Scan(&pid)
	if err != nil {
		s.t.Fatalf("slot %q: %v", slot, err)
	}
	return pid
}

func TestTheConnectionIsKilled(t *testing.T) {
	t.Parallel()
	s := listen(t, fresh(t, ""))
	for range 3 {
		s.exec("select pg_terminate_backend($1)", s.walsender())
		if got := s.why(); !strings.Contains(got, "restarts or ended the connection") && !strings.Contains(got, "cannot be reached") {
			t.Errorf("lost because %q", got)
		}
		s.goesOn()
	}
}

// A slot that is in use cannot be dropped; it goes with its process.
func TestTheSlotIsDropped(t *testing.T) {
	t.Parallel()
	s := listen(t, fresh(t, ""))
	slot := s.stream.Status().Slot
	if _, err := s.Admin.Exec(t.Context(), "select pg_drop_replication_slot($1)", slot); err == nil {
		t.Fatal("a slot in use was dropped")
	}
	s.exec("select pg_terminate_backend($1, 10000)", s.walsender())
	s.why()
	s.goesOn()
	if now := s.stream.Status().Slot; now == slot || !strings.HasPrefix(now, "toubkal_") {
		t.Errorf("the new slot is %q, the old one was %q", now, slot)
	}
	var left int
	if err := s.Admin.QueryRow(t.Context(), "select count(*) from pg_replication_slots where slot_name = $1", slot).Scan(&left); err != nil || left != 0 {
		t.Errorf("the old slot is still there: %d, %v", left, err)
	}
}

func TestPostgreSQLRestarts(t *testing.T) {
	t.Parallel()
	root, dir := projectRoot(t), filepath.Join(t.TempDir(), "pg")
	start := func() *localpg.Server {
		server, err := localpg.Start(t.Context(), localpg.Options{Root: root, Dir: dir, Fast: true})
		if err != nil {
			t.Fatal(err)
		}
		return server
	}
	server := start()
	url := server.URL("postgres")
	execOn(t, url, "create publication supabase_realtime; create table public.marks (id int primary key); alter publication supabase_realtime add table public.marks")
	s := begin(t, &pgtest.DB{URL: url})
	s.untilIt(t, "connected")
	if err := server.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.why()
	if s.stream.Status().Connected {
		t.Error("live without PostgreSQL")
	}
	for begun := time.Now(); ; {
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		err := s.stream.Ready(ctx)
		cancel()
		if errors.Is(err, context.DeadlineExceeded) && strings.Contains(err.Error(), "cannot be reached") {
			break // the first attempt to connect again has failed
		}
		if time.Since(begun) > patience {
			t.Fatalf("Ready without PostgreSQL: %v", err)
		}
	}
	server = start()
	defer server.Stop(context.WithoutCancel(t.Context()))
	if server.URL("postgres") != url {
		t.Fatal("the address has changed")
	}
	s.untilIt(t, "connected")
	execOn(t, url, "insert into public.marks values (1)")
	s.until(t, "the mark", isMark)
}

func execOn(t *testing.T, url, sql string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	if _, err := conn.Exec(t.Context(), sql); err != nil {
		t.Fatal(err)
	}
}

func projectRoot(t *testing.T) string {
	t.Helper()
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	return root
}

func TestBatchesAreBounded(t *testing.T) {
	t.Parallel()
	s := listen(t, fresh(t, "create table public.peaks (id int primary key, name text); alter publication supabase_realtime add table public.peaks"))
	most := 0
	for _, e := range s.hear("insert into public.peaks select n from generate_series(1, 1000) as n") {
		most = max(most, e.size)
	}
	if most > 256 || most < 100 {
		t.Errorf("the largest batch of 1,000 rows has %d changes, want at most 256, and more than one", most)
	}
	for _, e := range s.hear("insert into public.peaks select -n, repeat('x', 1 << 20) from generate_series(1, 20) as n") {
		if e.size > 6 {
			t.Errorf("a batch has %d changes of 1 MB", e.size)
		}
	}
}

func TestPermanentErrors(t *testing.T) {
	t.Parallel()
	database := fresh(t, "")
	suffix := strings.ToLower(database.Name)
	if _, err := database.Admin.Exec(t.Context(), "create role mortal_"+suffix+" login password 'x'"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_, _ = database.Admin.Exec(context.WithoutCancel(t.Context()), "drop role mortal_"+suffix)
	})
	without := pgtest.Empty(t)
	for _, test := range []struct{ name, url, want string }{
		{"no REPLICATION", database.LoginURL("mortal_" + suffix), "alter role"},
		{"no publication", without.URL, "create publication"},
		{"no database", strings.Replace(database.URL, database.Name, "none", 1), "no such database"},
		{"no address", "postgres://user:secret@host:port/", "address"},
	} {
		s := begin(t, &pgtest.DB{URL: test.url})
		ctx, cancel := context.WithTimeout(t.Context(), patience)
		err := s.stream.Ready(ctx)
		cancel()
		if err == nil || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "secret") || errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s: Ready says %v, want %q in it", test.name, err, test.want)
		}
		if status := s.stream.Status(); status.Connected || !strings.Contains(status.Reason, test.want) {
			t.Errorf("%s: status %+v", test.name, status)
		}
	}
}

// On a cluster of its own, with settings that do not do: each has a message, and
// when it is mended the stream comes by itself.
func TestUnsuitableSettings(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name     string
		settings map[string]string
		want     string
	}{
		{"wal_level", map[string]string{"wal_level": "replica"}, "wal_level"},
		{"no slot", map[string]string{"max_replication_slots": "1"}, "max_replication_slots"},
		{"no sender", map[string]string{"max_wal_senders": "1"}, "max_wal_senders"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			server, err := localpg.Start(t.Context(), localpg.Options{Root: projectRoot(t), Throwaway: true, Settings: test.settings})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = server.Stop(context.WithoutCancel(t.Context())) })
			url := server.URL("postgres")
			execOn(t, url, "create publication supabase_realtime")
			if test.name == "wal_level" {
				refuses(t, begin(t, &pgtest.DB{URL: url}), test.want)
				return
			}
			ctx, stop := context.WithCancel(t.Context())
			first, ended := replication.New(replication.Options{URL: url, Publications: []string{publication}}, newListener()), make(chan struct{})
			go func() {
				defer close(ended)
				first.Run(ctx)
			}()
			if err := first.Ready(t.Context()); err != nil {
				t.Fatal(err)
			}
			second := begin(t, &pgtest.DB{URL: url})
			refuses(t, second, test.want)
			stop()
			<-ended
			second.untilIt(t, "connected")
		})
	}
}

// refuses wants a permanent error with this text.
func refuses(t *testing.T, s *setup, want string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	err := s.stream.Ready(ctx)
	if err == nil || !strings.Contains(err.Error(), want) || errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("Ready says %v, want %q in it", err, want)
	}
}

func TestWrongPassword(t *testing.T) {
	t.Parallel()
	database := fresh(t, "")
	right := database.LoginURL("authenticator")
	password := right[strings.LastIndex(right[:strings.Index(right, "@")], ":")+1 : strings.Index(right, "@")]
	wrong := strings.Replace(right, password, "wrong", 1)
	if conn, err := pgx.Connect(t.Context(), wrong); err == nil {
		conn.Close(t.Context())
		t.Fatal("this cluster lets everybody in: the test needs one that asks for passwords")
	}
	s := begin(t, &pgtest.DB{URL: wrong})
	refuses(t, s, "does not let realtime's login in")
	if reason := s.stream.Status().Reason; strings.Contains(reason, "wrong") {
		t.Errorf("the password is in the reason: %s", reason)
	}
}

// The server has to hear of us often, so reads have deadlines: one that passes
// within a long message must cost nothing of it.
func TestDeadlinesWithinAMessage(t *testing.T) {
	t.Parallel()
	s := listen(t, fresh(t, "create table public.peaks (id int primary key, name text); alter publication supabase_realtime add table public.peaks"),
		func(o *replication.Options) { o.StatusInterval = time.Millisecond })
	heard := changes(s.hear("insert into public.peaks select n, repeat('x', 4 << 20) from generate_series(1, 20) as n"))
	for i, c := range heard {
		if len(c.New[1].Text) != 4<<20 || strings.Trim(string(c.New[1].Text), "x") != "" {
			t.Errorf("row %d has %d letters", i, len(c.New[1].Text))
		}
	}
	if len(heard) != 20 {
		t.Errorf("%d rows, want 20", len(heard))
	}
}

// PostgreSQL creates a slot when all transactions that were writing have ended. Ready
// says so.
func TestASlowTransactionAtTheStart(t *testing.T) {
	t.Parallel()
	server, err := localpg.Start(t.Context(), localpg.Options{Root: projectRoot(t), Throwaway: true}) // its own: no other test may be waited for
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Stop(context.WithoutCancel(t.Context())) })
	url := server.URL("postgres")
	execOn(t, url, "create publication supabase_realtime; create table public.marks (id int primary key); alter publication supabase_realtime add table public.marks")
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.WithoutCancel(t.Context()))
	if _, err := conn.Exec(t.Context(), "begin; insert into public.marks values (1)"); err != nil {
		t.Fatal(err)
	}
	s := begin(t, &pgtest.DB{URL: url})
	for {
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		err = s.stream.Ready(ctx)
		cancel()
		if err == nil {
			t.Fatal("connected, though a transaction runs")
		}
		if strings.Contains(err.Error(), "have ended") {
			break
		}
	}
	if _, err := conn.Exec(t.Context(), "commit"); err != nil {
		t.Fatal(err)
	}
	s.untilIt(t, "connected")
	execOn(t, url, "insert into public.marks values (2)")
	if got := s.until(t, "the mark", isMark); show(got[len(got)-1].change) != "INSERT public.marks new[id=2] old[]" {
		t.Errorf("the first change is %s", show(got[len(got)-1].change))
	}
}

// TestASilentHostHidesNoOther: see the test of that name in server/db.
func TestASilentHostHidesNoOther(t *testing.T) {
	t.Parallel()
	database := fresh(t, "")
	behind := *database
	behind.URL = pgtest.BehindSilent(t, database.URL)
	s := listen(t, &behind)
	if heard := s.hear("select 1"); len(heard) != 0 {
		t.Errorf("heard %v", heard)
	}
}

package tests

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"github.com/toubkal/toubkal/server/test/apptest"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

// again joins until changes are received, as realtime-js does after phx_error.
func again(c *apptest.RealtimeClient, topic, payload string) {
	c.T.Helper()
	limit := time.After(apptest.Timeout)
	for {
		if reply := c.Join(topic, payload); reply.Get("status") == "ok" {
			if said := c.Expect(topic, "system"); said.Get("status") == "ok" {
				return
			}
		}
		select {
		case <-limit:
			c.T.Fatalf("%s could not be joined again; heard %s", topic, c.Received())
		case <-time.After(50 * time.Millisecond): // a client's own pause, shortened
		}
	}
}

// TestRealtimeLargeValues: values that PostgreSQL stores apart are complete, also
// where an update left them alone, whoever is asked about.
func TestRealtimeLargeValues(t *testing.T) {
	t.Parallel()
	s := bootChanges(t)
	execute(t, s.DB, `alter table open_notes alter column body set storage external; alter table my_notes alter column body set storage external;
		create table public.whole (id int primary key, body text, n int); alter table public.whole replica identity full;
		alter table public.whole alter column body set storage external;
		grant select on public.whole to anon, authenticated; alter publication supabase_realtime add table public.whole`)
	// a socket each: what waits for one is bounded by 4 MiB
	clients := map[string]*apptest.RealtimeClient{}
	for topic, payload := range map[string]string{
		"open": listening(to("open_notes")), "mine": listeningAs(user(t, aliceID), to("my_notes")),
		"whole": listening(to("whole", `"filter":"body=like.yyy%"`)),
	} {
		clients[topic] = s.Realtime(t, apptest.Version2)
		live(clients[topic], topic, payload)
	}
	long := func(topic string) int {
		t.Helper()
		var told struct {
			Data struct{ Record struct{ Body string } }
		}
		got := clients[topic].Expect(topic, "postgres_changes")
		if err := json.Unmarshal(got.Payload, &told); err != nil {
			t.Fatal(err)
		}
		return strings.Count(told.Data.Record.Body, "y")
	}
	const large = 1_500_000 // Supabase cuts at 1 MiB
	execute(t, s.DB, `insert into open_notes (id, body) values (1, repeat('y', $1))`, large)
	execute(t, s.DB, `insert into my_notes values (1, $2, repeat('y', $1))`, large, aliceID)
	execute(t, s.DB, `insert into whole values (1, repeat('y', $1), 0)`, large)
	for _, more := range []string{
		`update open_notes set done = true; update my_notes set id = 2; update whole set n = 1`,
		`update open_notes set done = false where id = 1`,
	} {
		for _, topic := range []string{"open", "mine", "whole"} {
			if got := long(topic); got != large {
				t.Errorf("%s heard of a value of %d bytes, want %d", topic, got, large)
			}
		}
		execute(t, s.DB, more)
	}
	if got := long("open"); got != large {
		t.Errorf("the last time it heard of a value of %d bytes", got)
	}
	execute(t, s.DB, `insert into open_notes (id, body, secret) values (2, repeat('y', 6000000), 'short')`)
	if got := change(clients["open"], "open"); !strings.Contains(got, `"record":{"id":2,"secret":"short","done":false,`) || !strings.Contains(got, `"errors":["Error 413: Payload Too Large"]`) {
		t.Errorf("of a row of 6 MB it heard %.300s", got)
	}
}

// TestRealtimeStreamIsCut: subscribers get an error, join again and get changes again; what
// else the channel does is done meanwhile.
func TestRealtimeStreamIsCut(t *testing.T) {
	t.Parallel()
	s := bootChanges(t)
	c := s.Realtime(t, apptest.Version2)
	live(c, "db", listening(to("open_notes")))
	c.MustJoin("room", "")
	for round := range 3 {
		var cut bool
		if err := s.DB.Admin.QueryRow(t.Context(), `select count(pg_terminate_backend(active_pid)) = 1 from pg_replication_slots
			where database = current_database() and active_pid is not null`).Scan(&cut); err != nil || !cut {
			t.Fatalf("the stream was not cut: %v", err)
		}
		said := c.Expect("db", "system")
		if message, _ := said.Get("message").(string); said.Get("status") != "error" || !strings.HasPrefix(message, "Replication was disconnected, and changes may be lost") {
			t.Errorf("it is told %s", said)
		}
		c.Expect("db", "phx_error")
		again(c, "db", listening(to("open_notes")))
		execute(t, s.DB, `insert into open_notes (id) values ($1)`, round)
		if got := change(c, "db"); !strings.Contains(got, fmt.Sprintf(`"record":{"id":%d,`, round)) {
			t.Errorf("afterwards it heard %s", got)
		}
	}
	c.ExpectNone("room", "phx_error")
}

// TestRealtimePostgreSQLIsAway: subscribers get a message, who joins meanwhile is
// answered when changes are live again, and what needs no database goes on.
func TestRealtimePostgreSQLIsAway(t *testing.T) {
	t.Parallel()
	database := pgtest.New(t)
	execute(t, database, changesTables)
	p, address := apptest.NewProxy(t, database.URL)
	s := bootRealtimeOn(t, database, "LOG_LEVEL=warn", "DATABASE_URL="+address)
	c := s.Realtime(t, apptest.Version2)
	live(c, "db", listening(to("open_notes")))
	live(c, "mine", listeningAs(user(t, aliceID), to("my_notes")))
	c.MustJoin("room", `{"config":{"broadcast":{"self":true},"presence":{"enabled":false}}}`)
	oldest := s.Realtime(t, apptest.Version1)
	live(oldest, "db", listening(to("open_notes")))
	p.Away.Store(true)
	p.Cut()
	for _, topic := range []string{"db", "mine"} {
		c.Expect(topic, "system")
		c.Expect(topic, "phx_error")
	}
	c.Broadcast("room", "still", `{"here":true}`)
	c.Expect("room", "broadcast")
	held := c.Push("db", "phx_join", listening(to("open_notes")))
	// The oldest clients leave a channel whose join is not answered within 2 s.
	oldest.Expect("db", "phx_error")
	oldest.Expect("db", "system")
	oldest.MustJoin("db", listening(to("open_notes")))
	if said := oldest.Expect("db", "system"); said.Get("status") != "error" {
		t.Errorf("the oldest client is told %s", said)
	}
	c.ExpectNone("db", "phx_reply")
	execute(t, database, `insert into open_notes (id) values (1)`) // no subscriber gets it
	p.Away.Store(false)
	oldest.Expect("db", "phx_error")
	again(oldest, "db", listening(to("open_notes")))
	if reply := c.Reply("db", held); reply.Get("status") != "ok" {
		t.Fatalf("the join that was held is answered %s", reply)
	}
	if said := c.Expect("db", "system"); said.Get("status") != "ok" {
		t.Errorf("it is told %s", said)
	}
	again(c, "mine", listeningAs(user(t, aliceID), to("my_notes")))
	execute(t, database, `insert into open_notes (id) values (2); insert into my_notes values (3, '`+aliceID+`')`)
	if got := change(c, "db"); !strings.Contains(got, `"record":{"id":2,`) {
		t.Errorf("afterwards it heard %s", got)
	}
	if got := change(c, "mine"); !strings.Contains(got, `"record":{"id":3,`) {
		t.Errorf("under policies it heard %s", got)
	}
}

// TestRealtimeWithoutAStream: where PostgreSQL cannot feed changes, a channel has
// all the rest, is told why, and is made to join again when that is mended.
func TestRealtimeWithoutAStream(t *testing.T) {
	t.Parallel()
	s := bootChanges(t, "LOG_LEVEL=error")
	c := s.Realtime(t, apptest.Version2)
	live(c, "db", listening(to("open_notes")))
	execute(t, s.DB, `drop publication supabase_realtime`)
	c.Expect("db", "phx_error")
	waiting := strings.Replace(listening(to("open_notes")), `"postgres_changes":`, `"postgres_changes_options":{"wait":true},"postgres_changes":`, 1)
	reason, _ := c.Join("waits", waiting).Get("response", "reason").(string)
	if !strings.HasPrefix(reason, "PostgresChangesSubscribeTimeout: Replication is not available: ") || !strings.Contains(reason, "supabase_realtime") {
		t.Errorf("a join that waits is answered %q", reason)
	}
	c.MustJoin("db", `{"config":{"broadcast":{"self":true},`+listening(to("open_notes"))[len(`{"config":{`):])
	for message := ""; !strings.Contains(message, "supabase_realtime"); {
		said := c.Expect("db", "system")
		if message, _ = said.Get("message").(string); said.Get("status") == "ok" {
			t.Fatalf("it is told %s", said)
		}
	}
	c.Broadcast("db", "still", `{"here":true}`)
	c.Expect("db", "broadcast")
	execute(t, s.DB, `create publication supabase_realtime for table open_notes`)
	c.Expect("db", "phx_error")
	again(c, "db", listening(to("open_notes")))
	execute(t, s.DB, `insert into open_notes (id) values (2)`)
	if got := change(c, "db"); !strings.Contains(got, `"record":{"id":2,`) {
		t.Errorf("afterwards it heard %s", got)
	}
}

// joinUnread joins on a socket that is no longer read, until the function that
// it gives is called: that hands on each change as long as it is good, and gives
// the error at the socket's end, nil where it did not end.
func joinUnread(s *apptest.Instance, t testing.TB, payload string) func(good func(frame []byte) bool) error {
	t.Helper()
	conn, _, err := s.DialRealtime(t, "/realtime/v1/websocket", url.Values{"apikey": {s.AnonKey}, "vsn": {apptest.Version2}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	if err := conn.WriteMessage(websocket.TextMessage, []byte(`["1","1","realtime:raw","phx_join",`+payload+`]`)); err != nil {
		t.Fatal(err)
	}
	var said []byte
	for !bytes.Contains(said, []byte("Subscribed to PostgreSQL")) {
		if _, said, err = conn.ReadMessage(); err != nil {
			t.Fatal(err)
		}
	}
	return func(good func([]byte) bool) error {
		_ = conn.SetReadDeadline(time.Now().Add(apptest.Timeout))
		for {
			_, frame, err := conn.ReadMessage()
			var late net.Error
			switch {
			case errors.As(err, &late) && late.Timeout():
				return nil
			case err != nil:
				return err
			case bytes.Contains(frame, []byte(`"postgres_changes",{"ids"`)) && !good(frame):
				return nil
			}
		}
	}
}

package tests

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/test/apptest"
)

// What SQL sends reaches all who have joined, on the channel that it is for, in
// both framings, in the order it was committed.
func TestSendFromSQL(t *testing.T) {
	t.Parallel()
	s := bootPrivate(t)
	for _, vsn := range []string{apptest.Version1, apptest.Version2} {
		t.Run(vsn, func(t *testing.T) {
			t.Parallel()
			member, public, topic := s.Realtime(t, vsn), s.Realtime(t, vsn), "from SQL "+vsn
			exec(s, t, `insert into public.rooms_users values ($1, $2)`, fatima, topic)
			member.MustJoin(topic, private(t, fatima))
			public.MustJoin(topic, "")
			exec(s, t, `select realtime.send(jsonb_build_object('n', n), 'private', $1) from generate_series(1, 3) as n`, topic)
			exec(s, t, `select realtime.send('{"a": 1}', 'public', $1, false)`, topic)
			exec(s, t, `select realtime.send('{"a": 2}', 'end', $1)`, topic)
			for n := 1; n <= 3; n++ {
				got := member.Expect(topic, "broadcast")
				if got.Get("event") != "private" || got.Get("payload", "n") != float64(n) || got.Binary != (vsn == apptest.Version2) ||
					got.Get("meta", "id") == nil || got.Get("meta", "id") != got.Get("payload", "id") || got.Get("meta", "replayed") != nil {
					t.Errorf("got %s, want private message %d", got, n)
				}
			}
			if got := member.Expect(topic, "broadcast"); got.Get("event") != "end" {
				t.Errorf("got %s, want the last private message", got)
			}
			if got := public.Expect(topic, "broadcast"); got.Get("event") != "public" {
				t.Errorf("the public channel got %s", got)
			}
			public.ExpectNone(topic, "broadcast")
		})
	}
}

// Bytes reach 2.0.0 alone.
func TestSendBinaryFromSQL(t *testing.T) {
	t.Parallel()
	s := bootPrivate(t)
	now, old := s.Realtime(t, apptest.Version2), s.Realtime(t, apptest.Version1)
	now.MustJoin("atlas", private(t, fatima))
	old.MustJoin("atlas", private(t, fatima))
	exec(s, t, `select realtime.send_binary('\x00ff7b', 'bytes', 'atlas'), realtime.send_binary('', 'none', 'atlas'), realtime.send('{"last": true}', 'json', 'atlas')`)
	if got := now.Expect("atlas", "broadcast"); string(got.Body) != "\x00\xff{" || got.Name != "bytes" || !strings.HasPrefix(got.Meta, `{"id":"`) {
		t.Errorf("got %s %q %q", got, got.Name, got.Meta)
	}
	if got := now.Expect("atlas", "broadcast"); len(got.Body) != 0 || got.Name != "none" {
		t.Errorf("got %s %q", got, got.Name)
	}
	now.Expect("atlas", "broadcast")
	if got := old.Expect("atlas", "broadcast"); got.Get("payload", "last") != true {
		t.Errorf("1.0.0 got %s, want the JSON alone", got)
	}
}

// The trigger of Supabase's guide, on a table that a user with no right on the
// channel changes over the table API.
func TestBroadcastChanges(t *testing.T) {
	t.Parallel()
	s := bootPrivate(t)
	exec(s, t, `
		create table public.climbs (id int primary key, name text);
		alter table public.climbs enable row level security;
		grant select, insert, update, delete on public.climbs to authenticated;
		create policy anybody on public.climbs to authenticated using (true) with check (true);
		create function public.climbs_changes() returns trigger security definer language plpgsql as $$
		begin
			perform realtime.broadcast_changes('radio', tg_op, tg_op, tg_table_name, tg_table_schema, new, old);
			return null;
		end $$;
		create trigger broadcast_changes_for_climbs_trigger after insert or update or delete on public.climbs
			for each row execute function climbs_changes();`)
	s.Until(t, "/rest/v1/climbs?select=id", func(r apptest.Reply) bool { return r.Status != 404 })
	c := s.Realtime(t, apptest.Version2)
	c.MustJoin("radio", private(t, ""))
	bearer := apptest.Sign(t, apptest.UserClaims(youssef, time.Hour))
	for _, step := range []struct{ method, path, body, event, record, old string }{
		{"POST", "/rest/v1/climbs", `{"id":1,"name":"Toubkal"}`, "INSERT", "Toubkal", ""},
		{"PATCH", "/rest/v1/climbs?id=eq.1", `{"name":"توبقال"}`, "UPDATE", "توبقال", "Toubkal"},
		{"DELETE", "/rest/v1/climbs?id=eq.1", "", "DELETE", "", "توبقال"},
	} {
		if answer := s.Send(t, step.method, step.path, step.body, s.Headers(bearer)...); answer.Status >= 300 {
			t.Fatalf("%s: %d %s", step.method, answer.Status, answer.Body)
		}
		got := c.Expect("radio", "broadcast")
		said := func(name string) string {
			if value, ok := got.Get("payload", name, "name").(string); ok {
				return value
			}
			return ""
		}
		if got.Get("event") != step.event || got.Get("payload", "operation") != step.event || got.Get("payload", "table") != "climbs" ||
			got.Get("payload", "schema") != "public" || said("record") != step.record || said("old_record") != step.old {
			t.Errorf("%s: got %s", step.method, got)
		}
	}
}

// Names are said as they are: nothing in them is SQL, JSON or a frame.
func TestNamesFromSQL(t *testing.T) {
	t.Parallel()
	s := bootRealtime(t)
	witness(s, t)
	for _, vsn := range []string{apptest.Version1, apptest.Version2} {
		for i, name := range []string{`'; drop table realtime.messages; --`, `"],"x":[`, "\\\x01\n", "توبقال ⛰", strings.Repeat("long", 100), strings.Repeat("ﷺ", 80)} {
			t.Run(fmt.Sprint(vsn, " ", i), func(t *testing.T) {
				t.Parallel()
				c := s.Realtime(t, vsn)
				topic := vsn + name
				c.MustJoin(topic, "")
				exec(s, t, `select realtime.send(jsonb_build_object('said', $1::text), $1, $2, false)`, name, topic)
				got := c.Expect(topic, "broadcast")
				if got.Get("event") != name || got.Get("payload", "said") != name {
					t.Errorf("got %s, want %q", got, name)
				}
			})
		}
	}
}

// What is no message is nobody's, and one that is larger than a client may send
// costs no listener its socket.
func TestWhatSQLCannotSend(t *testing.T) {
	t.Parallel()
	s := bootRealtime(t, "REALTIME_MAX_PAYLOAD_KB=10")
	witness(s, t)
	c := s.Realtime(t, apptest.Version2)
	c.MustJoin("room", "")
	exec(s, t, `insert into realtime.messages (topic, extension, event, payload) values
		('room', 'presence', 'x', '{}'), ('room', 'broadcast', null, '{}'), ('room', 'broadcast', '', '{}'), ('', 'broadcast', 'x', '{}')`)
	exec(s, t, `select realtime.send(jsonb_build_object('x', repeat('x', 20000)), 'large', 'room', false)`)
	exec(s, t, `insert into realtime.messages (topic, extension, event, payload, private) values
		('room', 'broadcast', 'list', '[1, 2]', false), ('room', 'broadcast', 'null', 'null', null), ('room', 'broadcast', 'none', null, false)`)
	for _, want := range []struct{ event, payload string }{{"list", `[1,2]`}, {"null", `null`}, {"none", `{}`}} {
		got := c.Expect("room", "broadcast")
		if got.Get("event") != want.event || !strings.Contains(strings.ReplaceAll(string(got.Payload), " ", ""), `"payload":`+want.payload) {
			t.Errorf("got %s, want %s %s", got, want.event, want.payload)
		}
	}
	c.ExpectNone("room", "broadcast")
}

// What is sent while a channel with replay joins reaches it, once.
func TestReplayMeetsTheStream(t *testing.T) {
	t.Parallel()
	s := bootPrivate(t)
	c := s.Realtime(t, apptest.Version2)
	const total = 20 // within what is replayed, however late the join is
	var sender sync.WaitGroup
	sender.Go(func() {
		for n := range total {
			if _, err := s.DB.Admin.Exec(t.Context(), `select realtime.send(jsonb_build_object('n', $1::int), 'n', 'atlas')`, n); err != nil {
				t.Errorf("send %d: %v", n, err)
			}
		}
	})
	c.MustJoin("atlas", private(t, fatima, `"broadcast":{"replay":{"since":0}}`))
	seen := map[float64]bool{}
	for len(seen) < total {
		got := c.Expect("atlas", "broadcast")
		n, ok := got.Get("payload", "n").(float64)
		if !ok || seen[n] {
			t.Fatalf("got %s, after %d others", got, len(seen))
		}
		seen[n] = true
	}
	sender.Wait()
	exec(s, t, `select realtime.send('{"n": -1}', 'n', 'atlas')`)
	if got := c.Expect("atlas", "broadcast"); got.Get("payload", "n") != -1.0 {
		t.Errorf("got %s, want the last one", got)
	}
}

// Subscribers are told when the stream is live, that it was lost, and that it is back.
func TestReplicationReady(t *testing.T) {
	t.Parallel()
	s := bootPrivate(t)
	for _, vsn := range []string{apptest.Version1, apptest.Version2} {
		c, silent := s.Realtime(t, vsn), s.Realtime(t, vsn)
		c.MustJoin("room", `{"config":{"broadcast":{"replication_ready":true}}}`)
		silent.MustJoin("room", "")
		told := func(status, message string) {
			t.Helper()
			got := c.Expect("room", "system")
			if got.Get("extension") != "system" || got.Get("status") != status || got.Get("channel") != "room" ||
				!strings.HasPrefix(fmt.Sprint(got.Get("message")), message) {
				t.Errorf("told %s, want %s: %s", got, status, message)
			}
		}
		told("ok", "Replication connection established")
		exec(s, t, `select pg_terminate_backend(active_pid) from pg_replication_slots where database = current_database()`)
		told("error", "Replication connection lost")
		told("ok", "Replication connection established")
		exec(s, t, `select realtime.send('{"back": true}', 'x', 'room', false)`)
		if got := c.Expect("room", "broadcast"); got.Get("payload", "back") != true {
			t.Errorf("got %s", got)
		}
		silent.ExpectNone("room", "system")
	}
}

// A policy that goes closes the channels that it had opened, at once and without
// another token; others go on.
func TestChangedPoliciesAreHeeded(t *testing.T) {
	t.Parallel()
	s := bootPrivate(t)
	boss, c, member := s.RealtimeAs(t, apptest.Version2, s.ServiceKey(t)), s.Realtime(t, apptest.Version2), s.Realtime(t, apptest.Version2)
	boss.MustJoin("radio", private(t, ""))
	boss.MustJoin("atlas", private(t, ""))
	c.MustJoin("radio", private(t, youssef))
	member.MustJoin("atlas", private(t, fatima))

	exec(s, t, `drop policy "all hear the radio" on realtime.messages`)
	if got := c.Expect("radio", "system"); got.Get("message") != "You do not have permissions to read from this Channel topic: radio" {
		t.Errorf("told %s", got)
	}
	c.Expect("radio", "phx_close")
	boss.Broadcast("radio", "secret", `{}`)
	boss.Broadcast("atlas", "still heard", `{}`)
	member.Expect("atlas", "broadcast")
	c.ExpectNone("radio", "broadcast")
	member.ExpectNone("atlas", "system")
}

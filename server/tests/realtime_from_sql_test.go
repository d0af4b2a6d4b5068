package tests

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"
)

// What SQL sends reaches whoever has joined, on the channel that it is for, in
// both framings, in the order it was committed.
func TestSendFromSQL(t *testing.T) {
	t.Parallel()
	s := bootPrivate(t)
	for _, vsn := range []string{vsn1, vsn2} {
		t.Run(vsn, func(t *testing.T) {
			t.Parallel()
			member, public, topic := s.realtime(t, vsn), s.realtime(t, vsn), "from SQL "+vsn
			s.exec(t, `insert into public.rooms_users values ($1, $2)`, fatima, topic)
			member.joined(topic, private(t, fatima))
			public.joined(topic, "")
			s.exec(t, `select realtime.send(jsonb_build_object('n', n), 'private', $1) from generate_series(1, 3) as n`, topic)
			s.exec(t, `select realtime.send('{"a": 1}', 'public', $1, false)`, topic)
			s.exec(t, `select realtime.send('{"a": 2}', 'end', $1)`, topic)
			for n := 1; n <= 3; n++ {
				got := member.expect(topic, "broadcast")
				if got.get("event") != "private" || got.get("payload", "n") != float64(n) || got.Binary != (vsn == vsn2) ||
					got.get("meta", "id") == nil || got.get("meta", "id") != got.get("payload", "id") || got.get("meta", "replayed") != nil {
					t.Errorf("got %s, want private message %d", got, n)
				}
			}
			if got := member.expect(topic, "broadcast"); got.get("event") != "end" {
				t.Errorf("got %s, want the last private message", got)
			}
			if got := public.expect(topic, "broadcast"); got.get("event") != "public" {
				t.Errorf("the public channel got %s", got)
			}
			public.quiet(topic, "broadcast")
		})
	}
}

// Bytes reach 2.0.0 alone.
func TestSendBinaryFromSQL(t *testing.T) {
	t.Parallel()
	s := bootPrivate(t)
	now, old := s.realtime(t, vsn2), s.realtime(t, vsn1)
	now.joined("atlas", private(t, fatima))
	old.joined("atlas", private(t, fatima))
	s.exec(t, `select realtime.send_binary('\x00ff7b', 'bytes', 'atlas'), realtime.send_binary('', 'none', 'atlas'), realtime.send('{"last": true}', 'json', 'atlas')`)
	if got := now.expect("atlas", "broadcast"); string(got.Body) != "\x00\xff{" || got.Name != "bytes" || !strings.HasPrefix(got.Meta, `{"id":"`) {
		t.Errorf("got %s %q %q", got, got.Name, got.Meta)
	}
	if got := now.expect("atlas", "broadcast"); len(got.Body) != 0 || got.Name != "none" {
		t.Errorf("got %s %q", got, got.Name)
	}
	now.expect("atlas", "broadcast")
	if got := old.expect("atlas", "broadcast"); got.get("payload", "last") != true {
		t.Errorf("1.0.0 got %s, want the JSON alone", got)
	}
}

// The trigger of Supabase's guide, on a table that a user with no right on the
// channel changes over the table API.
func TestBroadcastChanges(t *testing.T) {
	t.Parallel()
	s := bootPrivate(t)
	s.exec(t, `
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
	s.until(t, "/rest/v1/climbs?select=id", func(r reply) bool { return r.status != 404 })
	c := s.realtime(t, vsn2)
	c.joined("radio", private(t, ""))
	bearer := sign(t, userClaims(youssef, time.Hour))
	for _, step := range []struct{ method, path, body, event, record, old string }{
		{"POST", "/rest/v1/climbs", `{"id":1,"name":"Toubkal"}`, "INSERT", "Toubkal", ""},
		{"PATCH", "/rest/v1/climbs?id=eq.1", `{"name":"توبقال"}`, "UPDATE", "توبقال", "Toubkal"},
		{"DELETE", "/rest/v1/climbs?id=eq.1", "", "DELETE", "", "توبقال"},
	} {
		if answer := s.send(t, step.method, step.path, step.body, s.headersOf(bearer)...); answer.status >= 300 {
			t.Fatalf("%s: %d %s", step.method, answer.status, answer.body)
		}
		got := c.expect("radio", "broadcast")
		said := func(name string) string {
			if value, ok := got.get("payload", name, "name").(string); ok {
				return value
			}
			return ""
		}
		if got.get("event") != step.event || got.get("payload", "operation") != step.event || got.get("payload", "table") != "climbs" ||
			got.get("payload", "schema") != "public" || said("record") != step.record || said("old_record") != step.old {
			t.Errorf("%s: got %s", step.method, got)
		}
	}
}

// Names are said as they are: nothing in them is SQL, JSON or a frame.
func TestNamesFromSQL(t *testing.T) {
	t.Parallel()
	s := bootRealtime(t)
	s.witness(t)
	for _, vsn := range []string{vsn1, vsn2} {
		for i, name := range []string{`'; drop table realtime.messages; --`, `"],"x":[`, "\\\x01\n", "توبقال ⛰", strings.Repeat("long", 100), strings.Repeat("ﷺ", 80)} {
			t.Run(fmt.Sprint(vsn, " ", i), func(t *testing.T) {
				t.Parallel()
				c := s.realtime(t, vsn)
				topic := vsn + name
				c.joined(topic, "")
				s.exec(t, `select realtime.send(jsonb_build_object('said', $1::text), $1, $2, false)`, name, topic)
				got := c.expect(topic, "broadcast")
				if got.get("event") != name || got.get("payload", "said") != name {
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
	s.witness(t)
	c := s.realtime(t, vsn2)
	c.joined("room", "")
	s.exec(t, `insert into realtime.messages (topic, extension, event, payload) values
		('room', 'presence', 'x', '{}'), ('room', 'broadcast', null, '{}'), ('room', 'broadcast', '', '{}'), ('', 'broadcast', 'x', '{}')`)
	s.exec(t, `select realtime.send(jsonb_build_object('x', repeat('x', 20000)), 'large', 'room', false)`)
	s.exec(t, `insert into realtime.messages (topic, extension, event, payload, private) values
		('room', 'broadcast', 'list', '[1, 2]', false), ('room', 'broadcast', 'null', 'null', null), ('room', 'broadcast', 'none', null, false)`)
	for _, want := range []struct{ event, payload string }{{"list", `[1,2]`}, {"null", `null`}, {"none", `{}`}} {
		got := c.expect("room", "broadcast")
		if got.get("event") != want.event || !strings.Contains(strings.ReplaceAll(string(got.Payload), " ", ""), `"payload":`+want.payload) {
			t.Errorf("got %s, want %s %s", got, want.event, want.payload)
		}
	}
	c.quiet("room", "broadcast")
}

// What is sent while a channel with replay joins reaches it, once.
func TestReplayMeetsTheStream(t *testing.T) {
	t.Parallel()
	s := bootPrivate(t)
	c := s.realtime(t, vsn2)
	const total = 20 // within what is replayed, however late the join is
	var sender sync.WaitGroup
	sender.Go(func() {
		for n := range total {
			if _, err := s.db.Admin.Exec(t.Context(), `select realtime.send(jsonb_build_object('n', $1::int), 'n', 'atlas')`, n); err != nil {
				t.Errorf("send %d: %v", n, err)
			}
		}
	})
	c.joined("atlas", private(t, fatima, `"broadcast":{"replay":{"since":0}}`))
	seen := map[float64]bool{}
	for len(seen) < total {
		got := c.expect("atlas", "broadcast")
		n, ok := got.get("payload", "n").(float64)
		if !ok || seen[n] {
			t.Fatalf("got %s, after %d others", got, len(seen))
		}
		seen[n] = true
	}
	sender.Wait()
	s.exec(t, `select realtime.send('{"n": -1}', 'n', 'atlas')`)
	if got := c.expect("atlas", "broadcast"); got.get("payload", "n") != -1.0 {
		t.Errorf("got %s, want the last one", got)
	}
}

// Who asks is told when the stream is live, that it was lost, and that it is back.
func TestReplicationReady(t *testing.T) {
	t.Parallel()
	s := bootPrivate(t)
	for _, vsn := range []string{vsn1, vsn2} {
		c, silent := s.realtime(t, vsn), s.realtime(t, vsn)
		c.joined("room", `{"config":{"broadcast":{"replication_ready":true}}}`)
		silent.joined("room", "")
		told := func(status, message string) {
			t.Helper()
			got := c.expect("room", "system")
			if got.get("extension") != "system" || got.get("status") != status || got.get("channel") != "room" ||
				!strings.HasPrefix(fmt.Sprint(got.get("message")), message) {
				t.Errorf("told %s, want %s: %s", got, status, message)
			}
		}
		told("ok", "Replication connection established")
		s.exec(t, `select pg_terminate_backend(active_pid) from pg_replication_slots where database = current_database()`)
		told("error", "Replication connection lost")
		told("ok", "Replication connection established")
		s.exec(t, `select realtime.send('{"back": true}', 'x', 'room', false)`)
		if got := c.expect("room", "broadcast"); got.get("payload", "back") != true {
			t.Errorf("got %s", got)
		}
		silent.quiet("room", "system")
	}
}

// A policy that goes closes the channels that it had opened, at once and without
// another token; others go on.
func TestChangedPoliciesAreHeeded(t *testing.T) {
	t.Parallel()
	s := bootPrivate(t)
	boss, c, member := s.realtimeAs(t, vsn2, s.serviceKey(t)), s.realtime(t, vsn2), s.realtime(t, vsn2)
	boss.joined("radio", private(t, ""))
	boss.joined("atlas", private(t, ""))
	c.joined("radio", private(t, youssef))
	member.joined("atlas", private(t, fatima))

	s.exec(t, `drop policy "all hear the radio" on realtime.messages`)
	if got := c.expect("radio", "system"); got.get("message") != "You do not have permissions to read from this Channel topic: radio" {
		t.Errorf("told %s", got)
	}
	c.expect("radio", "phx_close")
	boss.broadcast("radio", "secret", `{}`)
	boss.broadcast("atlas", "still heard", `{}`)
	member.expect("atlas", "broadcast")
	c.quiet("radio", "broadcast")
	member.quiet("atlas", "system")
}

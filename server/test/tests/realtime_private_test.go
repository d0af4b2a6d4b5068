package tests

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/test/apptest"
)

// Those who try private channels. Fatima is a member of the room atlas, Youssef
// of none.
const (
	fatima  = "00000000-0000-4000-8000-00000000000f"
	youssef = "00000000-0000-4000-8000-00000000000e"
)

// privateRooms are policies as Supabase's documentation has them.
const privateRooms = `
create table public.rooms_users (user_id uuid, room_topic text);
grant select on public.rooms_users to authenticated;
insert into public.rooms_users values ('` + fatima + `', 'atlas'), ('` + fatima + `', 'rif');

create policy "members read" on realtime.messages for select to authenticated using (exists (
  select from rooms_users where user_id = (select auth.uid()) and room_topic = (select realtime.topic())
  and realtime.messages.extension in ('broadcast', 'presence')));
create policy "members write" on realtime.messages for insert to authenticated with check (exists (
  select from rooms_users where user_id = (select auth.uid()) and room_topic = (select realtime.topic())
  and realtime.messages.extension in ('broadcast', 'presence')));
create policy "all hear the radio" on realtime.messages for select to anon, authenticated
  using (realtime.topic() = 'radio' and extension = 'broadcast');
create policy "all see who is in the hut" on realtime.messages for select to anon, authenticated
  using (realtime.topic() = 'hut' and extension = 'presence');
create policy "all show themselves in the hut" on realtime.messages for insert to anon, authenticated
  with check (realtime.topic() = 'hut' and extension = 'presence');
create policy "all may insert reports" on realtime.messages for insert to anon, authenticated
  with check (realtime.topic() = 'radio' and topic = 'reports');`

// bootPrivate starts a program with those policies, and waits for its stream.
func bootPrivate(t *testing.T) *apptest.Instance {
	t.Helper()
	s := bootRealtime(t)
	exec(s, t, privateRooms)
	witness(s, t)
	return s
}

func exec(s *apptest.Instance, t testing.TB, sql string, args ...any) {
	t.Helper()
	if _, err := s.DB.Admin.Exec(t.Context(), sql, args...); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
}

// private is the payload of a join of a private channel by a user, "" for none.
// more are further fields of its config.
func private(t testing.TB, user string, more ...string) string {
	t.Helper()
	bearer := ""
	if user != "" {
		bearer = apptest.Sign(t, apptest.UserClaims(user, time.Hour))
	}
	config := append([]string{`"private":true`}, more...)
	if !strings.Contains(strings.Join(more, ""), `"presence"`) {
		config = append(config, `"presence":{"enabled":false}`)
	}
	return fmt.Sprintf(`{"config":{%s},"access_token":%q}`, strings.Join(config, ","), bearer)
}

const withPresence = `"presence":{"enabled":true,"key":""}`

func TestPrivateChannelsAreJoinedByPolicy(t *testing.T) {
	t.Parallel()
	s := bootPrivate(t)
	for _, vsn := range []string{apptest.Version1, apptest.Version2} {
		for _, test := range []struct {
			name, user, topic string
			more              []string
			joins             bool
		}{
			{"a member", fatima, "atlas", nil, true},
			{"a member with presence", fatima, "atlas", []string{withPresence}, true},
			{"a member elsewhere", fatima, "sahara", nil, false},
			{"who is no member", youssef, "atlas", nil, false},
			{"a visitor", "", "atlas", nil, false},
			{"a visitor where all hear", "", "radio", nil, true},
			{"where all hear, with presence", "", "radio", []string{withPresence}, true},
			{"where presence alone may be read, without it", "", "hut", nil, false},
			{"where presence alone may be read", "", "hut", []string{withPresence}, true},
			{"a quote", fatima, `atlas' or 'a'='a`, nil, false},
			{"a comment", fatima, `atlas'; drop table realtime.messages; --`, nil, false},
			{"a NUL", fatima, "atlas\x00", nil, false},
			{"in Arabic", fatima, "توبقال", nil, false},
		} {
			t.Run(vsn+" "+test.name, func(t *testing.T) {
				t.Parallel()
				c := s.Realtime(t, vsn)
				reply := c.Join(test.topic, private(t, test.user, test.more...))
				if test.joins {
					if reply.Get("status") != "ok" {
						t.Errorf("refused: %s", reply)
					}
					return
				}
				want := "Unauthorized: You do not have permissions to read from this Channel topic: " + test.topic
				if reply.Get("status") != "error" || reply.Get("response", "reason") != want {
					t.Errorf("got %s, want %q", reply, want)
				}
			})
		}
	}
}

// Nobody gets into a private channel who has no policy to thank for it, and a
// public channel of its name gets nothing.
func TestPrivateChannelsAreClosedByDefault(t *testing.T) {
	t.Parallel()
	s := bootRealtime(t)
	c := s.Realtime(t, apptest.Version2)
	if reply := c.Join("room", private(t, fatima)); reply.Get("status") != "error" {
		t.Errorf("joined without a policy: %s", reply)
	}
	boss := s.RealtimeAs(t, apptest.Version2, s.ServiceKey(t))
	boss.MustJoin("room", `{"config":{"private":true,"broadcast":{"self":true}}}`)
	c.MustJoin("room", "")
	boss.Broadcast("room", "secret", `{"a":1}`)
	if got := boss.Expect("room", "broadcast"); got.Get("payload", "a") != 1.0 {
		t.Errorf("the service key heard %s", got)
	}
	c.ExpectNone("room", "broadcast")
}

// Public channels can be switched off, on sockets and over HTTP, for the service key too.
func TestPublicChannelsCanBeRefused(t *testing.T) {
	t.Parallel()
	s := bootRealtime(t, "REALTIME_PRIVATE_ONLY=true")
	const refusal = "This project only allows private channels"
	service := s.Headers(s.ServiceKey(t))
	boss := s.RealtimeAs(t, apptest.Version2, s.ServiceKey(t))
	for name, config := range map[string]string{
		"nothing": "", "no config": "{}", "not private": `{"config":{"private":false}}`, "changes": `{"config":{"postgres_changes":[{"event":"*","schema":"public","table":"notes"}]}}`,
	} {
		if got := boss.Join("room", config).Get("response", "reason"); got != "PrivateOnly: "+refusal {
			t.Errorf("a join with %s is told %v", name, got)
		}
	}
	boss.MustJoin("room", `{"config":{"private":true}}`)
	for _, c := range []struct{ name, path, body string }{
		{"one", "/realtime/v1/api/broadcast/room/events/public", `{}`},
		{"one that says so", "/realtime/v1/api/broadcast/room/events/public?private=false", `{}`},
		{"a batch", "/realtime/v1/api/broadcast", `{"messages":[{"topic":"room","event":"public","payload":{}}]}`},
		{"a batch with a private one", "/realtime/v1/api/broadcast", `{"messages":[{"topic":"room","event":"public","payload":{},"private":true},{"topic":"room","event":"public","payload":{}}]}`},
	} {
		if answer := s.Send(t, "POST", c.path, c.body, service...); answer.Status != 403 || !strings.Contains(answer.Body, refusal) {
			t.Errorf("%s: %d %s, want 403 with %q", c.name, answer.Status, answer.Body, refusal)
		}
	}
	if answer := s.Send(t, "POST", "/realtime/v1/api/broadcast/room/events/private?private=true", `{"a":1}`, service...); answer.Status != 202 {
		t.Errorf("a private broadcast: %d %s, want 202", answer.Status, answer.Body)
	}
	if got := boss.Expect("room", "broadcast"); got.Name != "private" && got.Get("event") != "private" {
		t.Errorf("the private channel heard %s first", got)
	}
}

// What may be sent is asked for each extension; a refusal is silent.
func TestPrivateChannelsAreWrittenByPolicy(t *testing.T) {
	t.Parallel()
	s := bootPrivate(t)
	for _, vsn := range []string{apptest.Version1, apptest.Version2} {
		t.Run(vsn, func(t *testing.T) {
			t.Parallel()
			boss := s.RealtimeAs(t, vsn, s.ServiceKey(t))
			c := s.Realtime(t, vsn)
			for _, topic := range []string{"atlas " + vsn, "radio", "hut"} {
				boss.MustJoin(topic, private(t, "", withPresence))
			}
			exec(s, t, `insert into public.rooms_users values ($1, $2)`, fatima, "atlas "+vsn)

			c.MustJoin("atlas "+vsn, private(t, fatima, `"broadcast":{"ack":true}`))
			if reply := c.Reply("atlas "+vsn, c.Broadcast("atlas "+vsn, "hello", `{"from":"fatima"}`)); reply.Get("status") != "ok" {
				t.Errorf("a member's broadcast was answered %s", reply)
			}
			if got := boss.Expect("atlas "+vsn, "broadcast"); got.Get("payload", "from") != "fatima" {
				t.Errorf("heard %s", got)
			}

			// All may receive on radio, and nobody may send: the policy on
			// the policy on reports is about another topic's rows.
			c.MustJoin("radio", private(t, fatima, `"broadcast":{"ack":true}`))
			c.Broadcast("radio", "pirate", `{}`)
			c.Heartbeat()
			boss.ExpectNone("radio", "broadcast")

			// In the hut there is presence alone.
			c.MustJoin("hut", private(t, youssef, withPresence))
			c.Broadcast("hut", "shout", `{}`)
			ref := c.Push("hut", "presence", `{"type":"presence","event":"track","payload":{"who":"youssef `+vsn+`"}}`)
			if reply := c.Reply("hut", ref); reply.Get("status") != "ok" {
				t.Errorf("a track was answered %s", reply)
			}
			boss.Wait("the presence of youssef", func(m apptest.RealtimeMessage) bool {
				return m.Topic == "hut" && m.Event == "presence_diff" && strings.Contains(string(m.Payload), "youssef "+vsn)
			})
			boss.ExpectNone("hut", "broadcast")
		})
	}
}

// A channel whose caller may read presence alone is sent no broadcasts.
func TestPresenceAloneHearsNoBroadcasts(t *testing.T) {
	t.Parallel()
	s := bootPrivate(t)
	boss, c := s.RealtimeAs(t, apptest.Version2, s.ServiceKey(t)), s.Realtime(t, apptest.Version2)
	boss.MustJoin("hut", private(t, "", `"broadcast":{"self":true}`))
	c.MustJoin("hut", private(t, "", withPresence))
	boss.Broadcast("hut", "secret", `{"a":1}`)
	boss.Expect("hut", "broadcast")
	c.ExpectNone("hut", "broadcast")
}

// A token that may not read ends the channel for good; one that may goes on, and
// what it may send is its own.
func TestPrivateChannelsFollowTheToken(t *testing.T) {
	t.Parallel()
	s := bootPrivate(t)
	for _, vsn := range []string{apptest.Version1, apptest.Version2} {
		t.Run(vsn, func(t *testing.T) {
			t.Parallel()
			topic := "rif " + vsn
			exec(s, t, `insert into public.rooms_users values ($1, $2)`, fatima, topic)
			exec(s, t, fmt.Sprintf(`create policy "youssef hears %s" on realtime.messages for select to authenticated
				using (auth.uid() = '%s' and realtime.topic() = '%s')`, vsn, youssef, topic))
			boss, c := s.RealtimeAs(t, vsn, s.ServiceKey(t)), s.Realtime(t, vsn)
			boss.MustJoin(topic, private(t, ""))
			c.MustJoin(topic, private(t, fatima))
			push := func(claims string) {
				c.Push(topic, "access_token", fmt.Sprintf(`{"access_token":%q}`, apptest.Sign(t, claims)))
			}

			c.Broadcast(topic, "as fatima", `{}`)
			boss.Expect(topic, "broadcast")
			push(apptest.UserClaims(youssef, time.Hour))
			c.Broadcast(topic, "as youssef", `{}`)
			boss.Broadcast(topic, "still heard", `{}`)
			c.Expect(topic, "broadcast")
			boss.ExpectNone(topic, "broadcast")

			exec(s, t, fmt.Sprintf(`drop policy "youssef hears %s" on realtime.messages`, vsn))
			push(apptest.UserClaims(youssef, 2*time.Hour))
			if got := c.Expect(topic, "system"); got.Get("status") != "error" ||
				got.Get("message") != "You do not have permissions to read from this Channel topic: "+topic {
				t.Errorf("told %s", got)
			}
			c.Expect(topic, "phx_close")
			boss.Broadcast(topic, "no more", `{}`)
			boss.Heartbeat()
			c.ExpectNone(topic, "broadcast")
			c.ExpectNone(topic, "phx_error")
		})
	}
}

// Where the policies cannot be asked the join fails for now, and says that it is
// not the caller's rights.
func TestPrivateChannelsWithoutADatabase(t *testing.T) {
	t.Parallel()
	s := bootPrivate(t)
	c := s.Realtime(t, apptest.Version2)
	c.MustJoin("atlas", private(t, fatima))
	// A check that is under way, of the policies at the start, goes on: it would take a schema that goes for a policy that fails.
	exec(s, t, `alter function realtime.check_channel_access rename to elsewhere`)
	reply := c.Join("rif", private(t, fatima))
	if reply.Get("response", "reason") != apptest.SlowDatabase {
		t.Errorf("got %s, want %q", reply, apptest.SlowDatabase)
	}
	c.Push("atlas", "access_token", fmt.Sprintf(`{"access_token":%q}`, apptest.Sign(t, apptest.UserClaims(fatima, 2*time.Hour))))
	c.Expect("atlas", "system")
	c.Expect("atlas", "phx_error") // and no phx_close, so that the client comes back
	c.ExpectNone("atlas", "phx_close")
	exec(s, t, `alter function realtime.elsewhere rename to check_channel_access`)
	c.MustJoin("atlas", private(t, fatima))
}

// witness gives what waits until all that SQL has sent before is in the stream, and
// so comes to a new channel by replay alone.
func witness(s *apptest.Instance, t *testing.T) (hear func()) {
	t.Helper()
	c := s.Realtime(t, apptest.Version2)
	c.MustJoin("witness", `{"config":{"broadcast":{"replication_ready":true}}}`)
	c.Expect("witness", "system")
	return func() {
		t.Helper()
		exec(s, t, `select realtime.send('{}', 'x', 'witness', false)`)
		c.Expect("witness", "broadcast")
	}
}

// What was sent before a client joined comes after the reply, oldest first, in the
// order of one transaction too.
func TestReplay(t *testing.T) {
	t.Parallel()
	s := bootPrivate(t)
	start := time.Now().Add(-time.Minute).UnixMilli()
	hear := witness(s, t)
	exec(s, t, `select realtime.send(jsonb_build_object('n', n), 'count', 'atlas') from generate_series(1, 30) as n`)
	exec(s, t, `select realtime.send('{"n": 0}', 'public', 'atlas', false)`)
	exec(s, t, `select realtime.send('{"n": 0}', 'other', 'rif')`)
	hear()
	for _, vsn := range []string{apptest.Version1, apptest.Version2} {
		for _, test := range []struct {
			name, replay string
			first        int
		}{
			{"all that may be", fmt.Sprintf(`{"since":%d}`, start), 6},
			{"three", fmt.Sprintf(`{"since":%d,"limit":3}`, start), 28},
			{"of tomorrow", fmt.Sprintf(`{"since":%d}`, time.Now().Add(24*time.Hour).UnixMilli()), 31},
			{"of the end of time", `{"since":9007199254740991}`, 31},
			{"of all time", `{"since":0,"limit":25}`, 6},
		} {
			t.Run(vsn+" "+test.name, func(t *testing.T) {
				t.Parallel()
				c := s.Realtime(t, vsn)
				c.MustJoin("atlas", private(t, fatima, `"broadcast":{"replay":`+test.replay+`}`))
				for n := test.first; n <= 30; n++ {
					got := c.Expect("atlas", "broadcast")
					if got.Get("payload", "n") != float64(n) || got.Get("event") != "count" || got.Get("type") != "broadcast" ||
						got.Get("meta", "replayed") != true || got.Get("meta", "id") == nil || got.Get("meta", "id") != got.Get("payload", "id") {
						t.Fatalf("got %s, want message %d", got, n)
					}
				}
				c.ExpectNone("atlas", "broadcast")
			})
		}
	}
}

func TestReplayIsRefused(t *testing.T) {
	t.Parallel()
	s := bootPrivate(t)
	for _, test := range []struct{ name, join, reason string }{
		{"of a public channel", `{"config":{"broadcast":{"replay":{"since":0}}}}`, "UnableToReplayMessages: Replay is not allowed for public channels"},
		{"of too many", private(t, fatima, `"broadcast":{"replay":{"since":0,"limit":26}}`), "UnableToReplayMessages: Replay params are not valid"},
		{"since no time", private(t, fatima, `"broadcast":{"replay":{"limit":2}}`), "UnableToReplayMessages: Replay params are not valid"},
		{"since a text", private(t, fatima, `"broadcast":{"replay":{"since":"x"}}`), "UnableToReplayMessages: Replay params are not valid"},
		{"below nothing", private(t, fatima, `"broadcast":{"replay":{"since":0,"limit":-1}}`), "UnableToReplayMessages: Replay params are not valid"},
		{"to a stranger", private(t, youssef, `"broadcast":{"replay":{"since":0}}`), "Unauthorized: You do not have permissions to read from this Channel topic: atlas"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if reply := s.Realtime(t, apptest.Version2).Join("atlas", test.join); reply.Get("response", "reason") != test.reason {
				t.Errorf("got %s, want %q", reply, test.reason)
			}
		})
	}
}

// Bytes are replayed to 2.0.0, and left out for 1.0.0, which cannot say them.
func TestReplayOfBytes(t *testing.T) {
	t.Parallel()
	s := bootPrivate(t)
	hear := witness(s, t)
	exec(s, t, `select realtime.send_binary('\x00ff', 'bytes', 'atlas'), realtime.send('{"last": true}', 'json', 'atlas')`)
	hear()
	join := private(t, fatima, `"broadcast":{"replay":{"since":0}}`)
	c := s.Realtime(t, apptest.Version2)
	c.MustJoin("atlas", join)
	if got := c.Expect("atlas", "broadcast"); !got.Binary || string(got.Body) != "\x00\xff" || got.Name != "bytes" || !strings.Contains(got.Meta, `"replayed":true`) {
		t.Errorf("got %s %q %q", got, got.Name, got.Meta)
	}
	old := s.Realtime(t, apptest.Version1)
	old.MustJoin("atlas", join)
	if got := old.Expect("atlas", "broadcast"); got.Get("payload", "last") != true {
		t.Errorf("got %s, want the JSON alone", got)
	}
}

// Over HTTP a private message is sent as far as its sender may.
func TestPrivateMessagesOverHTTP(t *testing.T) {
	t.Parallel()
	s := bootPrivate(t)
	boss := s.RealtimeAs(t, apptest.Version2, s.ServiceKey(t))
	boss.MustJoin("atlas", private(t, ""))
	send := func(user string, event string) {
		t.Helper()
		body := fmt.Sprintf(`{"messages":[{"topic":"atlas","event":%q,"payload":{},"private":true}]}`, event)
		answer := s.Send(t, "POST", "/realtime/v1/api/broadcast", body, s.Headers(apptest.Sign(t, apptest.UserClaims(user, time.Hour)))...)
		if answer.Status != 202 {
			t.Errorf("%s: status %d %s, want 202", event, answer.Status, answer.Body)
		}
	}
	send(youssef, "from a stranger")
	send(fatima, "from a member")
	if got := boss.Expect("atlas", "broadcast"); got.Get("event") != "from a member" {
		t.Errorf("heard %s", got)
	}
}

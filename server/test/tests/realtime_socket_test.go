package tests

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/test/apptest"
)

// TestRealtimeHandshake: who gets a socket, and the errors of who does not.
func TestRealtimeHandshake(t *testing.T) {
	t.Parallel()
	s := bootRealtime(t)
	for _, c := range []struct {
		name, path, query, header string
		status                    int
		says                      string
	}{
		{"the anon key", "/websocket", "apikey=" + s.AnonKey + "&vsn=2.0.0", "", 101, ""},
		{"without vsn", "/websocket", "apikey=" + s.AnonKey, "", 101, ""},
		{"the bare service's path", "/socket/websocket", "apikey=" + s.AnonKey + "&vsn=1.0.0", "", 101, ""},
		{"a header", "/websocket", "apikey=nonsense&vsn=2.0.0", s.AnonKey, 101, ""},
		{"white space in the key", "/websocket", "apikey=" + s.AnonKey[:9] + "%20%0A" + s.AnonKey[9:], "", 101, ""},
		{"no key", "/websocket", "vsn=2.0.0", "", 401, "API key is missing"},
		{"no JWT", "/websocket", "apikey=nonsense", "", 401, "The token provided is not a valid JWT"},
		{"an unknown opaque key", "/websocket", "apikey=sb_publishable_x", "", 401, "The token provided is not a valid JWT"},
		{"a forged key", "/websocket", "apikey=" + s.AnonKey[:len(s.AnonKey)-4] + "AAAA", "", 401, "Failed to validate JWT signature"},
		{"an expired key", "/websocket", "apikey=" + apptest.Sign(t, `{"role":"anon","exp":1700000000}`), "", 401, "Token has expired"},
		{"a key that just expired", "/websocket", "apikey=" + apptest.Sign(t, expiring(-time.Second)), "", 401, "Token has expired"},
		{"a key without exp", "/websocket", "apikey=" + apptest.Sign(t, `{"role":"anon"}`), "", 401, "Fields `role` and `exp` are required in JWT"},
		{"a key without role", "/websocket", "apikey=" + apptest.Sign(t, `{"exp":4000000000}`), "", 401, "Fields `role` and `exp` are required in JWT"},
		{"an unknown vsn", "/websocket", "apikey=" + s.AnonKey + "&vsn=9.0.0", "", 400, `unknown vsn "9.0.0": use 1.0.0 or 2.0.0`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			query, err := url.ParseQuery(c.query)
			if err != nil {
				t.Fatal(err)
			}
			header := http.Header{}
			if c.header != "" {
				header.Set("X-Api-Key", c.header)
			}
			conn, answer, err := s.DialRealtime(t, "/realtime/v1"+c.path, query, header)
			if err == nil {
				defer func() { _ = conn.Close() }()
			}
			if answer.StatusCode != c.status {
				t.Fatalf("status %d, want %d", answer.StatusCode, c.status)
			}
			var said struct{ Error string }
			if c.status != 101 && (json.NewDecoder(answer.Body).Decode(&said) != nil || said.Error != c.says) {
				t.Errorf("it says %q, want %q", said.Error, c.says)
			}
		})
	}
}

// TestRealtimeIsNoPage: a request that is no websocket is refused, and without a
// key nothing at all.
func TestRealtimeIsNoPage(t *testing.T) {
	t.Parallel()
	s := bootRealtime(t)
	if answer := s.Send(t, "GET", "/realtime/v1/websocket?apikey="+s.AnonKey, ""); answer.Status != 400 || !strings.Contains(answer.Body, `"error"`) {
		t.Errorf("got %d %s, want 400 and why", answer.Status, answer.Body)
	}
	if answer := s.Send(t, "GET", "/realtime/v1/nothing", ""); answer.Status != 404 {
		t.Errorf("got %d %s, want 404", answer.Status, answer.Body)
	}
}

// TestRealtimeChannelLife: heartbeat, join, leave, join twice, and topics that
// nobody joined, in both framings.
func TestRealtimeChannelLife(t *testing.T) {
	t.Parallel()
	s := bootRealtime(t)
	for _, vsn := range []string{apptest.Version1, apptest.Version2} {
		t.Run(vsn, func(t *testing.T) {
			t.Parallel()
			c := s.Realtime(t, vsn)
			c.Heartbeat()
			if reply := c.MustJoin("room", ""); string(reply.Payload) != `{"status":"ok","response":{"postgres_changes":[]}}` {
				t.Errorf("the reply is %s", reply)
			}
			first := c.JoinRefs["room"]
			c.MustJoin("room", "")
			if bye := c.Expect("room", "phx_close"); bye.Ref != first || string(bye.Payload) != "{}" {
				t.Errorf("the second join is told %s, want a phx_close of %s", bye, first)
			}
			left := c.Reply("room", c.Push("room", "phx_leave", "{}"))
			bye := c.Expect("room", "phx_close")
			if left.Get("status") != "ok" || bye.Ref != c.JoinRefs["room"] {
				t.Errorf("leaving is told %s and %s", left, bye)
			}
			if again := c.Reply("room", c.Push("room", "phx_leave", "{}")); again.Get("status") != "ok" {
				t.Errorf("leaving again is told %s", again)
			}
			if lost := c.Reply("room", c.Push("room", "presence", "{}")); lost.Get("response", "reason") != "unmatched topic" {
				t.Errorf("a message to nobody is told %s", lost)
			}
			if other := c.Reply("phoenix", c.Push("phoenix", "phx_join", "{}")); other.Get("response", "reason") != "unmatched topic" {
				t.Errorf("joining phoenix is told %s", other)
			}
			if nameless := c.Join("", ""); nameless.Get("response", "reason") != "TopicNameRequired: You must provide a topic name" {
				t.Errorf("a join of no topic is told %s", nameless)
			}
			c.Heartbeat()
		})
	}
}

// TestRealtimeEndsWithTheProgram: a channel gets the messages on which a client reconnects,
// and the socket ends with 1012. How long it takes at most: TestCloseEndsAllSockets in server/realtime.
func TestRealtimeEndsWithTheProgram(t *testing.T) {
	t.Parallel()
	s := bootRealtime(t)
	c := s.Realtime(t, apptest.Version2)
	c.MustJoin("room", "")
	s.Stop()
	if said := c.Expect("room", "system"); said.Get("message") != "Realtime is restarting, please standby" {
		t.Errorf("the channel heard %s", said)
	}
	c.Expect("room", "phx_error")
	if code := c.CloseCode(); code != 1012 {
		t.Errorf("the socket ended with %d, want 1012", code)
	}
}

// TestRealtimeLimitsAreConfigured: each variable does what the README says.
func TestRealtimeLimitsAreConfigured(t *testing.T) {
	t.Parallel()
	s := bootRealtime(
		t, "REALTIME_MAX_CONNECTIONS=3", "REALTIME_MAX_CHANNELS_PER_CONNECTION=2", "REALTIME_MAX_EVENTS_PER_SECOND=1",
		"REALTIME_MAX_JOINS_PER_SECOND_PER_CONNECTION=5", "REALTIME_STRICT_CLOSE=true",
	)
	c, flood := s.Realtime(t, apptest.Version2), s.Realtime(t, apptest.Version2)
	c.MustJoin("a", "")
	c.MustJoin("b", "")
	if refused := c.Join("c", ""); refused.Get("response", "reason") != "ChannelRateLimitReached: Too many channels" {
		t.Errorf("the third channel is told %s", refused)
	}
	for range 40 { // eleven in a second are too many; they may be slow to arrive
		c.Broadcast("a", "x", "{}")
	}
	if said := c.Expect("a", "system"); said.Get("message") != "Too many messages per second" {
		t.Errorf("the flood is told %s", said)
	}
	c.Expect("a", "phx_close")
	for range 60 { // six in a fifth of a second are too many
		flood.Push("again", "phx_join", `{}`)
	}
	flood.Heartbeat() // the socket stays
	if !slices.ContainsFunc(flood.Received(), func(m apptest.RealtimeMessage) bool {
		return m.Get("response", "reason") == "ClientJoinRateLimitReached: Too many joins per second"
	}) {
		t.Error("none of sixty joins at once is refused")
	}
	c.Heartbeat()
}

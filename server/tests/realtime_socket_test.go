package tests

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestRealtimeHandshake: who gets a socket, and in which words who does not.
func TestRealtimeHandshake(t *testing.T) {
	t.Parallel()
	s := bootRealtime(t)
	for _, c := range []struct {
		name, path, query, header string
		status                    int
		says                      string
	}{
		{"the anon key", "/websocket", "apikey=" + s.anon + "&vsn=2.0.0", "", 101, ""},
		{"without vsn", "/websocket", "apikey=" + s.anon, "", 101, ""},
		{"the bare service's path", "/socket/websocket", "apikey=" + s.anon + "&vsn=1.0.0", "", 101, ""},
		{"a header", "/websocket", "apikey=nonsense&vsn=2.0.0", s.anon, 101, ""},
		{"white space in the key", "/websocket", "apikey=" + s.anon[:9] + "%20%0A" + s.anon[9:], "", 101, ""},
		{"no key", "/websocket", "vsn=2.0.0", "", 401, "API key is missing"},
		{"no JWT", "/websocket", "apikey=nonsense", "", 401, "The token provided is not a valid JWT"},
		{"an unknown opaque key", "/websocket", "apikey=sb_publishable_x", "", 401, "The token provided is not a valid JWT"},
		{"a forged key", "/websocket", "apikey=" + s.anon[:len(s.anon)-4] + "AAAA", "", 401, "Failed to validate JWT signature"},
		{"an expired key", "/websocket", "apikey=" + sign(t, `{"role":"anon","exp":1700000000}`), "", 401, "Token has expired"},
		{"a key that just expired", "/websocket", "apikey=" + sign(t, expiring(-time.Second)), "", 401, "Token has expired"},
		{"a key without exp", "/websocket", "apikey=" + sign(t, `{"role":"anon"}`), "", 401, "Fields `role` and `exp` are required in JWT"},
		{"a key without role", "/websocket", "apikey=" + sign(t, `{"exp":4000000000}`), "", 401, "Fields `role` and `exp` are required in JWT"},
		{"an unknown vsn", "/websocket", "apikey=" + s.anon + "&vsn=9.0.0", "", 400, `the version "9.0.0" is none of 1.0.0, 2.0.0`},
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
			conn, answer, err := s.dialRealtime(t, "/realtime/v1"+c.path, query, header)
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

// TestRealtimeIsNoPage: a request that is no websocket is told so, and without a
// key nothing at all.
func TestRealtimeIsNoPage(t *testing.T) {
	t.Parallel()
	s := bootRealtime(t)
	if answer := s.send(t, "GET", "/realtime/v1/websocket?apikey="+s.anon, ""); answer.status != 400 || !strings.Contains(answer.body, `"error"`) {
		t.Errorf("got %d %s, want 400 and why", answer.status, answer.body)
	}
	if answer := s.send(t, "GET", "/realtime/v1/nothing", ""); answer.status != 404 {
		t.Errorf("got %d %s, want 404", answer.status, answer.body)
	}
}

// TestRealtimeChannelLife: heartbeat, join, leave, join twice, and topics that
// nobody joined, in both framings.
func TestRealtimeChannelLife(t *testing.T) {
	t.Parallel()
	s := bootRealtime(t)
	for _, vsn := range []string{vsn1, vsn2} {
		t.Run(vsn, func(t *testing.T) {
			t.Parallel()
			c := s.realtime(t, vsn)
			c.heartbeat()
			if reply := c.joined("room", ""); string(reply.Payload) != `{"status":"ok","response":{"postgres_changes":[]}}` {
				t.Errorf("the reply is %s", reply)
			}
			first := c.joins["room"]
			c.joined("room", "")
			if bye := c.expect("room", "phx_close"); bye.Ref != first || string(bye.Payload) != "{}" {
				t.Errorf("the second join is told %s, want a phx_close of %s", bye, first)
			}
			left := c.reply("room", c.push("room", "phx_leave", "{}"))
			bye := c.expect("room", "phx_close")
			if left.get("status") != "ok" || bye.Ref != c.joins["room"] {
				t.Errorf("leaving is told %s and %s", left, bye)
			}
			if again := c.reply("room", c.push("room", "phx_leave", "{}")); again.get("status") != "ok" {
				t.Errorf("leaving again is told %s", again)
			}
			if lost := c.reply("room", c.push("room", "presence", "{}")); lost.get("response", "reason") != "unmatched topic" {
				t.Errorf("a message to nobody is told %s", lost)
			}
			if other := c.reply("phoenix", c.push("phoenix", "phx_join", "{}")); other.get("response", "reason") != "unmatched topic" {
				t.Errorf("joining phoenix is told %s", other)
			}
			if nameless := c.join("", ""); nameless.get("response", "reason") != "TopicNameRequired: You must provide a topic name" {
				t.Errorf("a join of no topic is told %s", nameless)
			}
			c.heartbeat()
		})
	}
}

// TestRealtimeEndsWithTheProgram: quickly, whoever listens, and in the words that
// let a client come back.
func TestRealtimeEndsWithTheProgram(t *testing.T) {
	t.Parallel()
	s := bootRealtime(t)
	c := s.realtime(t, vsn2)
	c.joined("room", "")
	start := time.Now()
	s.stop()
	if took := time.Since(start); took > 10*time.Second {
		t.Errorf("the end took %s", took)
	}
	if said := c.expect("room", "system"); said.get("message") != "Realtime is restarting, please standby" {
		t.Errorf("the channel heard %s", said)
	}
	c.expect("room", "phx_error")
	if code := c.ended(); code != 1012 {
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
	c, flood := s.realtime(t, vsn2), s.realtime(t, vsn2)
	c.joined("a", "")
	c.joined("b", "")
	if refused := c.join("c", ""); refused.get("response", "reason") != "ChannelRateLimitReached: Too many channels" {
		t.Errorf("the third channel is told %s", refused)
	}
	for range 40 { // eleven in a second are too many; they may be slow to arrive
		c.broadcast("a", "x", "{}")
	}
	if said := c.expect("a", "system"); said.get("message") != "Too many messages per second" {
		t.Errorf("the flood is told %s", said)
	}
	c.expect("a", "phx_close")
	for range 60 { // six in a fifth of a second are too many
		flood.push("again", "phx_join", `{}`)
	}
	flood.heartbeat() // the socket stays
	if !slices.ContainsFunc(flood.heard(), func(m realtimeMessage) bool {
		return m.get("response", "reason") == "ClientJoinRateLimitReached: Too many joins per second"
	}) {
		t.Error("none of sixty joins at once is refused")
	}
	c.heartbeat()
}

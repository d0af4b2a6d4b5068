package tests

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"
)

// asks is the config of a join.
func asks(config string) string { return `{"config":` + config + `}` }

// sameJSON compares by meaning.
func sameJSON(t testing.TB, what string, got json.RawMessage, want string) {
	t.Helper()
	var g, w any
	if err := json.Unmarshal(got, &g); err != nil {
		t.Fatalf("%s: %v in %s", what, err, got)
	}
	if err := json.Unmarshal([]byte(want), &w); err != nil {
		t.Fatalf("%s: %v in %s", what, err, want)
	}
	if !reflect.DeepEqual(g, w) {
		t.Errorf("%s:\n got %s\nwant %s", what, got, want)
	}
}

// TestBroadcast: what one sends the others on the topic get, whatever framing each
// speaks, and nobody else does.
func TestBroadcast(t *testing.T) {
	t.Parallel()
	s := bootRealtime(t)
	for _, from := range []string{vsn1, vsn2} {
		for _, to := range []string{vsn1, vsn2} {
			t.Run(from+" to "+to, func(t *testing.T) {
				t.Parallel()
				room := "room " + from + to
				sender, listener, stranger := s.realtime(t, from), s.realtime(t, to), s.realtime(t, to)
				sender.joined(room, "")
				listener.joined(room, "")
				stranger.joined(room+" else", "")
				ref := sender.broadcast(room, "cursor", `{"x":1,"text":"é \u0000 ids"}`)
				got := listener.expect(room, "broadcast")
				sameJSON(t, "what came", got.Payload, `{"type":"broadcast","event":"cursor","payload":{"x":1,"text":"é \u0000 ids"}}`)
				if wanted := from == vsn2 && to == vsn2; got.Binary != wanted || got.JoinRef != "" || got.Ref != "" {
					t.Errorf("binary %v with refs %q %q, want %v and none", got.Binary, got.JoinRef, got.Ref, wanted)
				}
				sender.heartbeat()
				for _, m := range sender.heard() {
					if m.Ref == ref || m.Event == "broadcast" {
						t.Errorf("the sender heard %s", m)
					}
				}
				stranger.quiet(room+" else", "broadcast")
			})
		}
	}
}

// TestBroadcastKeepsOrder: what one sender says arrives in the order it was said.
func TestBroadcastKeepsOrder(t *testing.T) {
	t.Parallel()
	s := bootRealtime(t)
	const messages, senders = 300, 3
	listener := s.realtime(t, vsn2)
	listener.joined("room", "")
	for i := range senders {
		c := s.realtime(t, []string{vsn1, vsn2}[i%2])
		c.joined("room", "")
		go func() {
			for n := range messages {
				c.broadcast("room", fmt.Sprint("from", i), fmt.Sprint(n))
			}
		}()
	}
	next := map[any]float64{}
	for range messages * senders {
		m := listener.expect("room", "broadcast")
		who, n := m.get("event"), m.get("payload")
		if n != next[who] {
			t.Fatalf("%v said %v, want %v", who, n, next[who])
		}
		next[who]++
	}
}

// TestBroadcastConfig: self and ack, as booleans and as some clients spell them.
func TestBroadcastConfig(t *testing.T) {
	t.Parallel()
	s := bootRealtime(t)
	for _, vsn := range []string{vsn1, vsn2} {
		t.Run(vsn, func(t *testing.T) {
			t.Parallel()
			c := s.realtime(t, vsn)
			c.joined("self "+vsn, asks(`{"broadcast":{"self":"true","ack":true}}`))
			reply := c.reply("self "+vsn, c.broadcast("self "+vsn, "e", `{"n":1}`))
			sameJSON(t, "the reply", reply.Payload, `{"status":"ok","response":{}}`)
			sameJSON(t, "one's own", c.expect("self "+vsn, "broadcast").Payload, `{"type":"broadcast","event":"e","payload":{"n":1}}`)
			c.joined("ack "+vsn, asks(`{"broadcast":{"ack":true,"self":false}}`))
			c.reply("ack "+vsn, c.broadcast("ack "+vsn, "e", `{}`))
			c.quiet("ack "+vsn, "broadcast")
		})
	}
}

// TestBroadcastBytes: bytes come as they were sent, to those who can be told.
func TestBroadcastBytes(t *testing.T) {
	t.Parallel()
	s := bootRealtime(t)
	one, two, sender := s.realtime(t, vsn1), s.realtime(t, vsn2), s.realtime(t, vsn2)
	for _, c := range []*realtimeClient{one, two, sender} {
		c.joined("room", "")
	}
	for _, body := range [][]byte{{0, 255, 128}, {}, bytes.Repeat([]byte{7}, 200_000)} {
		sender.pushBinary("room", "bytes", `{"persist":true}`, 0, body)
		got := two.expect("room", "broadcast")
		if !bytes.Equal(got.Body, body) || got.Name != "bytes" || got.Meta != "" {
			t.Errorf("%d bytes came under %q with %q, want %d", len(got.Body), got.Name, got.Meta, len(body))
		}
	}
	sender.broadcast("room", "json", `[null]`)
	sameJSON(t, "1.0.0 gets what is JSON", one.expect("room", "broadcast").Payload, `{"type":"broadcast","event":"json","payload":[null]}`)
	one.quiet("room", "broadcast")
}

// TestBroadcastFromOldClients: realtime-js 2.0.0 sends an object of its caller's
// making, and the releases before 2.110 write a byte for each UTF-16 unit.
func TestBroadcastFromOldClients(t *testing.T) {
	t.Parallel()
	s := bootRealtime(t)
	old, two := s.realtime(t, vsn1), s.realtime(t, vsn2)
	old.joined("café", "")
	two.joined("café", "")
	old.push("café", "broadcast", `{"type":"broadcast","event":"e","x":1,"ids":[3],"payload":{"ids":[4]}}`)
	sameJSON(t, "its own keys", two.expect("café", "broadcast").Payload, `{"type":"broadcast","event":"e","x":1,"payload":{"ids":[4]}}`)
	topic := "realtime:caf\xe9"
	frame := []byte{3, 0, 1, byte(len(topic)), 4, 0, 1}
	two.raw(websocket.BinaryMessage, append(frame, "9"+topic+"\xe9v\xe9n"+`{"n":1}`...))
	sameJSON(t, "from a byte a unit", old.expect("café", "broadcast").Payload, `{"type":"broadcast","event":"évén","payload":{"n":1}}`)
}

// TestBroadcastTooLarge: what exceeds the limit reaches nobody, and is said where
// answers were asked for.
func TestBroadcastTooLarge(t *testing.T) {
	t.Parallel()
	s := bootRealtime(t, "REALTIME_MAX_PAYLOAD_KB=10")
	listener := s.realtime(t, vsn2)
	listener.joined("room", "")
	for _, vsn := range []string{vsn1, vsn2} {
		c := s.realtime(t, vsn)
		c.joined("room", asks(`{"broadcast":{"ack":true}}`))
		reply := c.reply("room", c.broadcast("room", "large", `"`+strings.Repeat("x", 12_000)+`"`))
		sameJSON(t, "the reply", reply.Payload, `{"status":"error","response":"payload_size_exceeded"}`)
		c.reply("room", c.broadcast("room", "small", `"`+strings.Repeat("x", 10_000)+`"`))
		if got := listener.expect("room", "broadcast").get("event"); got != "small" {
			t.Errorf("%v came first", got)
		}
	}
}

// TestBroadcastRate: who sends too much is told, and may come back.
func TestBroadcastRate(t *testing.T) {
	t.Parallel()
	s := bootRealtime(t, "REALTIME_MAX_EVENTS_PER_SECOND=1")
	c := s.realtime(t, vsn2)
	c.joined("room", "")
	c.joined("other", "")
	for range 20 {
		c.broadcast("room", "e", `{}`)
	}
	if system := c.expect("room", "system"); system.get("message") != "Too many messages per second" || system.get("status") != "error" {
		t.Errorf("told %s", system)
	}
	c.expect("room", "phx_error")
	c.joined("room", "")
	c.quiet("other", "phx_error")
}

// TestBroadcastOverHTTP: what is posted arrives as what is sent by socket.
func TestBroadcastOverHTTP(t *testing.T) {
	t.Parallel()
	s := bootRealtime(t)
	one, two := s.realtime(t, vsn1), s.realtime(t, vsn2)
	const topic = "room/1: é"
	one.joined(topic, "")
	two.joined(topic, "")
	single := func(event string) string {
		return "/realtime/v1/api/broadcast/" + url.PathEscape(topic) + "/events/" + url.PathEscape(event)
	}
	for _, c := range []struct {
		name, path, body string
		headers          []string
		want             string
		binary           bool
	}{
		{"one", single("a/b c"), `{"n":1}`, s.headersOf(""), `{"type":"broadcast","event":"a/b c","payload":{"n":1}}`, true},
		{"by apikey alone", single("e"), `7`, []string{"apikey: " + s.anon, "Content-Type: application/json"}, `{"type":"broadcast","event":"e","payload":7}`, true},
		{
			"several", "/realtime/v1/api/broadcast?apikey=" + s.anon + "&vsn=2.0.0",
			`{"messages":[{"topic":"room/1: é","event":"e","payload":{"ids":1},"private":false},{"topic":"none","event":"e","payload":{}}]}`,
			[]string{"Content-Type: application/json"},
			`{"type":"broadcast","event":"e","payload":{"ids":1}}`, false,
		},
	} {
		if answer := s.send(t, "POST", c.path, c.body, c.headers...); answer.status != http.StatusAccepted || answer.body != "" {
			t.Errorf("%s: %d %s; want 202 and nothing", c.name, answer.status, answer.body)
		}
		for _, client := range []*realtimeClient{one, two} {
			got := client.expect(topic, "broadcast")
			sameJSON(t, c.name, got.Payload, c.want)
			if got.Binary != (c.binary && client == two) {
				t.Errorf("%s: to %s as binary: %v", c.name, client.vsn, got.Binary)
			}
		}
	}
	answer := s.send(t, "POST", single("bytes"), "\x00\xff", "apikey: "+s.anon, "Content-Type: application/octet-stream")
	if got := two.expect(topic, "broadcast"); answer.status != http.StatusAccepted || string(got.Body) != "\x00\xff" {
		t.Errorf("bytes: %d, %q came", answer.status, got.Body)
	}
	one.quiet(topic, "broadcast")
}

// TestBroadcastOverHTTPFromAnotherSite: a page elsewhere may post, and may read why
// not.
func TestBroadcastOverHTTPFromAnotherSite(t *testing.T) {
	t.Parallel()
	s := bootRealtime(t)
	const path = "/realtime/v1/api/broadcast"
	answer := s.send(t, "OPTIONS", path, "", "Origin: https://elsewhere.example", "Access-Control-Request-Method: POST", "Access-Control-Request-Headers: authorization,apikey,content-type")
	if got := answer.header.Get("Access-Control-Allow-Origin"); answer.status != 200 || got != "*" || !strings.Contains(answer.header.Get("Access-Control-Allow-Headers"), "apikey") {
		t.Errorf("preflight: %d, %q", answer.status, got)
	}
	answer = s.send(t, "POST", path, `{}`, "Origin: https://elsewhere.example")
	if got := answer.header.Get("Access-Control-Allow-Origin"); answer.status != 401 || got != "*" || strings.TrimSpace(answer.body) != `{"message":"Unauthorized"}` {
		t.Errorf("without a key: %d %s, %q", answer.status, answer.body, got)
	}
	expired := sign(t, `{"role":"authenticated","exp":1700000000}`)
	answer = s.send(t, "POST", path, `{"messages":[]}`, "apikey: "+s.anon, "Authorization: Bearer "+expired)
	if answer.status != 401 {
		t.Errorf("with an expired token: %d %s", answer.status, answer.body)
	}
	answer = s.send(t, "POST", path, `{"messages":[{"topic":"room"}]}`, s.headersOf("")...)
	sameJSON(t, "a message without fields", json.RawMessage(answer.body), `{"errors":{"messages":[{"event":["can't be blank"],"payload":["can't be blank"]}]}}`)
	answer = s.send(t, "POST", path+"/room/events/e", "hello", "apikey: "+s.anon, "Content-Type: text/plain")
	if answer.status != 415 || !strings.HasPrefix(answer.body, `{"error":"Unsupported Media Type. `) {
		t.Errorf("text: %d %s", answer.status, answer.body)
	}
}

// TestBroadcastIsPrivate: a public and a private channel of the same name are two,
// and the policies say who sends to the private one, by socket and over HTTP.
func TestBroadcastIsPrivate(t *testing.T) {
	t.Parallel()
	s := bootRealtime(t)
	runSQL(t, s, `
		create policy read_all on realtime.messages for select to anon, authenticated using (extension = 'broadcast');
		create policy write_signed_in on realtime.messages for insert to authenticated
			with check (extension = 'broadcast' and realtime.topic() = 'room');`)
	user := sign(t, expiring(time.Hour))
	public, reader, writer := s.realtime(t, vsn2), s.realtime(t, vsn1), s.realtimeAs(t, vsn2, s.anon)
	private := asks(`{"private":true,"broadcast":{"ack":true}}`)
	public.joined("room", asks(`{"broadcast":{"ack":true}}`))
	reader.joined("room", private)
	writer.joined("room", `{"config":{"private":true,"broadcast":{"ack":true}},"access_token":"`+user+`"}`)

	public.reply("room", public.broadcast("room", "public", `{}`))
	reader.broadcast("room", "refused", `{}`) // without an answer
	writer.reply("room", writer.broadcast("room", "private", `{}`))
	if got := reader.expect("room", "broadcast").get("event"); got != "private" {
		t.Errorf("the reader got %v", got)
	}
	public.quiet("room", "broadcast")
	reader.quiet("room", "phx_reply")

	const single = "/realtime/v1/api/broadcast/room/events/posted?private=true"
	if answer := s.send(t, "POST", single, `{}`, s.headersOf("")...); answer.status != 403 || strings.TrimSpace(answer.body) != `{"message":"Unauthorized"}` {
		t.Errorf("a visitor posts: %d %s", answer.status, answer.body)
	}
	batch := `{"messages":[{"topic":"room","event":"batch","payload":{},"private":true},{"topic":"elsewhere","event":"no","payload":{},"private":true},{"topic":"room","event":"open","payload":{}}]}`
	for _, c := range []struct {
		who  string
		want []string
	}{{"", []string{"open"}}, {user, []string{"batch", "open"}}} {
		if answer := s.send(t, "POST", "/realtime/v1/api/broadcast", batch, s.headersOf(c.who)...); answer.status != 202 {
			t.Errorf("a batch: %d %s", answer.status, answer.body)
		}
		if got := public.expect("room", "broadcast").get("event"); got != "open" {
			t.Errorf("the public got %v", got)
		}
	}
	if answer := s.send(t, "POST", single, `{}`, s.headersOf(user)...); answer.status != 202 {
		t.Errorf("a user posts: %d %s", answer.status, answer.body)
	}
	for _, want := range []string{"batch", "posted"} {
		if got := reader.expect("room", "broadcast").get("event"); got != want {
			t.Errorf("the reader got %v, want %s", got, want)
		}
	}
	public.quiet("room", "broadcast")
	reader.quiet("room", "broadcast")
}

// runSQL runs SQL as the owner of the site's database.
func runSQL(t testing.TB, s *site, sql string) {
	t.Helper()
	if _, err := s.db.Admin.Exec(t.Context(), sql); err != nil {
		t.Fatal(err)
	}
}

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

	"github.com/toubkal/toubkal/server/test/apptest"
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
	for _, from := range []string{apptest.Version1, apptest.Version2} {
		for _, to := range []string{apptest.Version1, apptest.Version2} {
			t.Run(from+" to "+to, func(t *testing.T) {
				t.Parallel()
				room := "room " + from + to
				sender, listener, stranger := s.Realtime(t, from), s.Realtime(t, to), s.Realtime(t, to)
				sender.MustJoin(room, "")
				listener.MustJoin(room, "")
				stranger.MustJoin(room+" else", "")
				ref := sender.Broadcast(room, "cursor", `{"x":1,"text":"é \u0000 ids"}`)
				got := listener.Expect(room, "broadcast")
				sameJSON(t, "what came", got.Payload, `{"type":"broadcast","event":"cursor","payload":{"x":1,"text":"é \u0000 ids"}}`)
				if wanted := from == apptest.Version2 && to == apptest.Version2; got.Binary != wanted || got.JoinRef != "" || got.Ref != "" {
					t.Errorf("binary %v with refs %q %q, want %v and none", got.Binary, got.JoinRef, got.Ref, wanted)
				}
				sender.Heartbeat()
				for _, m := range sender.Received() {
					if m.Ref == ref || m.Event == "broadcast" {
						t.Errorf("the sender heard %s", m)
					}
				}
				stranger.ExpectNone(room+" else", "broadcast")
			})
		}
	}
}

// TestBroadcastKeepsOrder: what one sender says arrives in the order it was said.
func TestBroadcastKeepsOrder(t *testing.T) {
	t.Parallel()
	s := bootRealtime(t)
	const messages, senders = 300, 3
	listener := s.Realtime(t, apptest.Version2)
	listener.MustJoin("room", "")
	for i := range senders {
		c := s.Realtime(t, []string{apptest.Version1, apptest.Version2}[i%2])
		c.MustJoin("room", "")
		go func() {
			for n := range messages {
				c.Broadcast("room", fmt.Sprint("from", i), fmt.Sprint(n))
			}
		}()
	}
	next := map[any]float64{}
	for range messages * senders {
		m := listener.Expect("room", "broadcast")
		who, n := m.Get("event"), m.Get("payload")
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
	for _, vsn := range []string{apptest.Version1, apptest.Version2} {
		t.Run(vsn, func(t *testing.T) {
			t.Parallel()
			c := s.Realtime(t, vsn)
			c.MustJoin("self "+vsn, asks(`{"broadcast":{"self":"true","ack":true}}`))
			reply := c.Reply("self "+vsn, c.Broadcast("self "+vsn, "e", `{"n":1}`))
			sameJSON(t, "the reply", reply.Payload, `{"status":"ok","response":{}}`)
			sameJSON(t, "one's own", c.Expect("self "+vsn, "broadcast").Payload, `{"type":"broadcast","event":"e","payload":{"n":1}}`)
			c.MustJoin("ack "+vsn, asks(`{"broadcast":{"ack":true,"self":false}}`))
			c.Reply("ack "+vsn, c.Broadcast("ack "+vsn, "e", `{}`))
			c.ExpectNone("ack "+vsn, "broadcast")
		})
	}
}

// TestBroadcastBytes: bytes come as they were sent, to clients whose protocol can carry them.
func TestBroadcastBytes(t *testing.T) {
	t.Parallel()
	s := bootRealtime(t)
	one, two, sender := s.Realtime(t, apptest.Version1), s.Realtime(t, apptest.Version2), s.Realtime(t, apptest.Version2)
	for _, c := range []*apptest.RealtimeClient{one, two, sender} {
		c.MustJoin("room", "")
	}
	for _, body := range [][]byte{{0, 255, 128}, {}, bytes.Repeat([]byte{7}, 200_000)} {
		sender.PushBinary("room", "bytes", `{"persist":true}`, 0, body)
		got := two.Expect("room", "broadcast")
		if !bytes.Equal(got.Body, body) || got.Name != "bytes" || got.Meta != "" {
			t.Errorf("%d bytes came under %q with %q, want %d", len(got.Body), got.Name, got.Meta, len(body))
		}
	}
	sender.Broadcast("room", "json", `[null]`)
	sameJSON(t, "1.0.0 gets what is JSON", one.Expect("room", "broadcast").Payload, `{"type":"broadcast","event":"json","payload":[null]}`)
	one.ExpectNone("room", "broadcast")
}

// TestBroadcastFromOldClients: realtime-js 2.0.0 sends an object of its caller's
// making, and the releases before 2.110 write a byte for each UTF-16 unit.
func TestBroadcastFromOldClients(t *testing.T) {
	t.Parallel()
	s := bootRealtime(t)
	old, two := s.Realtime(t, apptest.Version1), s.Realtime(t, apptest.Version2)
	old.MustJoin("café", "")
	two.MustJoin("café", "")
	old.Push("café", "broadcast", `{"type":"broadcast","event":"e","x":1,"ids":[3],"payload":{"ids":[4]}}`)
	sameJSON(t, "its own keys", two.Expect("café", "broadcast").Payload, `{"type":"broadcast","event":"e","x":1,"payload":{"ids":[4]}}`)
	topic := "realtime:caf\xe9"
	frame := []byte{3, 0, 1, byte(len(topic)), 4, 0, 1}
	two.WriteFrame(websocket.BinaryMessage, append(frame, "9"+topic+"\xe9v\xe9n"+`{"n":1}`...))
	sameJSON(t, "from a byte a unit", old.Expect("café", "broadcast").Payload, `{"type":"broadcast","event":"évén","payload":{"n":1}}`)
}

// TestBroadcastTooLarge: what exceeds the limit is not sent, and is reported where
// answers were asked for.
func TestBroadcastTooLarge(t *testing.T) {
	t.Parallel()
	s := bootRealtime(t, "REALTIME_MAX_PAYLOAD_KB=10")
	listener := s.Realtime(t, apptest.Version2)
	listener.MustJoin("room", "")
	for _, vsn := range []string{apptest.Version1, apptest.Version2} {
		c := s.Realtime(t, vsn)
		c.MustJoin("room", asks(`{"broadcast":{"ack":true}}`))
		reply := c.Reply("room", c.Broadcast("room", "large", `"`+strings.Repeat("x", 12_000)+`"`))
		sameJSON(t, "the reply", reply.Payload, `{"status":"error","response":"payload_size_exceeded"}`)
		c.Reply("room", c.Broadcast("room", "small", `"`+strings.Repeat("x", 10_000)+`"`))
		if got := listener.Expect("room", "broadcast").Get("event"); got != "small" {
			t.Errorf("%v came first", got)
		}
	}
}

// TestBroadcastRate: who sends too much gets an error, and may join again.
func TestBroadcastRate(t *testing.T) {
	t.Parallel()
	s := bootRealtime(t, "REALTIME_MAX_EVENTS_PER_SECOND=1")
	c := s.Realtime(t, apptest.Version2)
	c.MustJoin("room", "")
	c.MustJoin("other", "")
	for range 20 {
		c.Broadcast("room", "e", `{}`)
	}
	if system := c.Expect("room", "system"); system.Get("message") != "Too many messages per second" || system.Get("status") != "error" {
		t.Errorf("told %s", system)
	}
	c.Expect("room", "phx_error")
	c.MustJoin("room", "")
	c.ExpectNone("other", "phx_error")
}

// TestBroadcastOverHTTP: what is posted arrives as what is sent by socket.
func TestBroadcastOverHTTP(t *testing.T) {
	t.Parallel()
	s := bootRealtime(t)
	one, two := s.Realtime(t, apptest.Version1), s.Realtime(t, apptest.Version2)
	const topic = "room/1: é"
	one.MustJoin(topic, "")
	two.MustJoin(topic, "")
	single := func(event string) string {
		return "/realtime/v1/api/broadcast/" + url.PathEscape(topic) + "/events/" + url.PathEscape(event)
	}
	for _, c := range []struct {
		name, path, body string
		headers          []string
		want             string
		binary           bool
	}{
		{"one", single("a/b c"), `{"n":1}`, s.Headers(""), `{"type":"broadcast","event":"a/b c","payload":{"n":1}}`, true},
		{"by apikey alone", single("e"), `7`, []string{"apikey: " + s.AnonKey, "Content-Type: application/json"}, `{"type":"broadcast","event":"e","payload":7}`, true},
		{
			"several", "/realtime/v1/api/broadcast?apikey=" + s.AnonKey + "&vsn=2.0.0",
			`{"messages":[{"topic":"room/1: é","event":"e","payload":{"ids":1},"private":false},{"topic":"none","event":"e","payload":{}}]}`,
			[]string{"Content-Type: application/json"},
			`{"type":"broadcast","event":"e","payload":{"ids":1}}`, false,
		},
	} {
		if answer := s.Send(t, "POST", c.path, c.body, c.headers...); answer.Status != http.StatusAccepted || answer.Body != "" {
			t.Errorf("%s: %d %s; want 202 and nothing", c.name, answer.Status, answer.Body)
		}
		for _, client := range []*apptest.RealtimeClient{one, two} {
			got := client.Expect(topic, "broadcast")
			sameJSON(t, c.name, got.Payload, c.want)
			if got.Binary != (c.binary && client == two) {
				t.Errorf("%s: to %s as binary: %v", c.name, client.Version, got.Binary)
			}
		}
	}
	answer := s.Send(t, "POST", single("bytes"), "\x00\xff", "apikey: "+s.AnonKey, "Content-Type: application/octet-stream")
	if got := two.Expect(topic, "broadcast"); answer.Status != http.StatusAccepted || string(got.Body) != "\x00\xff" {
		t.Errorf("bytes: %d, %q came", answer.Status, got.Body)
	}
	one.ExpectNone(topic, "broadcast")
}

// TestBroadcastOverHTTPFromAnotherSite: a page elsewhere may post, and may read why
// not.
func TestBroadcastOverHTTPFromAnotherSite(t *testing.T) {
	t.Parallel()
	s := bootRealtime(t)
	const path = "/realtime/v1/api/broadcast"
	answer := s.Send(t, "OPTIONS", path, "", "Origin: https://elsewhere.example", "Access-Control-Request-Method: POST", "Access-Control-Request-Headers: authorization,apikey,content-type")
	if got := answer.Header.Get("Access-Control-Allow-Origin"); answer.Status != 200 || got != "*" || !strings.Contains(answer.Header.Get("Access-Control-Allow-Headers"), "apikey") {
		t.Errorf("preflight: %d, %q", answer.Status, got)
	}
	answer = s.Send(t, "POST", path, `{}`, "Origin: https://elsewhere.example")
	if got := answer.Header.Get("Access-Control-Allow-Origin"); answer.Status != 401 || got != "*" || strings.TrimSpace(answer.Body) != `{"message":"Unauthorized"}` {
		t.Errorf("without a key: %d %s, %q", answer.Status, answer.Body, got)
	}
	expired := apptest.Sign(t, `{"role":"authenticated","exp":1700000000}`)
	answer = s.Send(t, "POST", path, `{"messages":[]}`, "apikey: "+s.AnonKey, "Authorization: Bearer "+expired)
	if answer.Status != 401 {
		t.Errorf("with an expired token: %d %s", answer.Status, answer.Body)
	}
	answer = s.Send(t, "POST", path, `{"messages":[{"topic":"room"}]}`, s.Headers("")...)
	sameJSON(t, "a message without fields", json.RawMessage(answer.Body), `{"errors":{"messages":[{"event":["can't be blank"],"payload":["can't be blank"]}]}}`)
	answer = s.Send(t, "POST", path+"/room/events/e", "hello", "apikey: "+s.AnonKey, "Content-Type: text/plain")
	if answer.Status != 415 || !strings.HasPrefix(answer.Body, `{"error":"Unsupported Media Type. `) {
		t.Errorf("text: %d %s", answer.Status, answer.Body)
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
	user := apptest.Sign(t, expiring(time.Hour))
	public, reader, writer := s.Realtime(t, apptest.Version2), s.Realtime(t, apptest.Version1), s.RealtimeAs(t, apptest.Version2, s.AnonKey)
	private := asks(`{"private":true,"broadcast":{"ack":true}}`)
	public.MustJoin("room", asks(`{"broadcast":{"ack":true}}`))
	reader.MustJoin("room", private)
	writer.MustJoin("room", `{"config":{"private":true,"broadcast":{"ack":true}},"access_token":"`+user+`"}`)

	public.Reply("room", public.Broadcast("room", "public", `{}`))
	reader.Broadcast("room", "refused", `{}`) // without an answer
	writer.Reply("room", writer.Broadcast("room", "private", `{}`))
	if got := reader.Expect("room", "broadcast").Get("event"); got != "private" {
		t.Errorf("the reader got %v", got)
	}
	public.ExpectNone("room", "broadcast")
	reader.ExpectNone("room", "phx_reply")

	const single = "/realtime/v1/api/broadcast/room/events/posted?private=true"
	if answer := s.Send(t, "POST", single, `{}`, s.Headers("")...); answer.Status != 403 || strings.TrimSpace(answer.Body) != `{"message":"Unauthorized"}` {
		t.Errorf("a visitor posts: %d %s", answer.Status, answer.Body)
	}
	batch := `{"messages":[{"topic":"room","event":"batch","payload":{},"private":true},{"topic":"elsewhere","event":"no","payload":{},"private":true},{"topic":"room","event":"open","payload":{}}]}`
	for _, c := range []struct {
		who  string
		want []string
	}{{"", []string{"open"}}, {user, []string{"batch", "open"}}} {
		if answer := s.Send(t, "POST", "/realtime/v1/api/broadcast", batch, s.Headers(c.who)...); answer.Status != 202 {
			t.Errorf("a batch: %d %s", answer.Status, answer.Body)
		}
		if got := public.Expect("room", "broadcast").Get("event"); got != "open" {
			t.Errorf("the public got %v", got)
		}
	}
	if answer := s.Send(t, "POST", single, `{}`, s.Headers(user)...); answer.Status != 202 {
		t.Errorf("a user posts: %d %s", answer.Status, answer.Body)
	}
	for _, want := range []string{"batch", "posted"} {
		if got := reader.Expect("room", "broadcast").Get("event"); got != want {
			t.Errorf("the reader got %v, want %s", got, want)
		}
	}
	public.ExpectNone("room", "broadcast")
	reader.ExpectNone("room", "broadcast")
}

// runSQL runs SQL as the owner of the site's database.
func runSQL(t testing.TB, s *apptest.Instance, sql string) {
	t.Helper()
	if _, err := s.DB.Admin.Exec(t.Context(), sql); err != nil {
		t.Fatal(err)
	}
}

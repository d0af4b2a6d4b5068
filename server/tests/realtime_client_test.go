package tests

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"github.com/toubkal/toubkal/server/pgtest"
)

// withRealtime is the service beside those that it needs.
const withRealtime = "SERVICES=rest,auth,realtime"

// bootRealtime starts a program that serves realtime, on a database of its own.
func bootRealtime(t testing.TB, environ ...string) *site {
	t.Helper()
	return bootRealtimeOn(t, pgtest.New(t), environ...)
}

// bootRealtimeOn is bootRealtime on a database that the test has prepared.
func bootRealtimeOn(t testing.TB, database *pgtest.DB, environ ...string) *site {
	t.Helper()
	s := bootOn(t, database, append([]string{"DATABASE_URL=" + database.URL, withRealtime}, environ...)...)
	s.streams(t)
	return s
}

// streams waits until changes are live: PostgreSQL begins a stream when all
// transactions of the cluster have ended, those of other tests too, and a join waits
// for it no more than some seconds.
func (s *site) streams(t testing.TB) {
	t.Helper()
	s.looksAs(t, "Authorization: Bearer "+serviceToken(t, s), `"stream":{"live":true`)
}

// The framings, as stock clients ask for them.
const (
	vsn1 = "1.0.0"
	vsn2 = "2.0.0"
)

// realtimeClient is one socket, every frame of which can be seen. Topics are said
// without "realtime:"; "phoenix" is the socket's own. Its methods end the test
// where what they wait for does not come.
type realtimeClient struct {
	t    testing.TB
	vsn  string
	conn *websocket.Conn

	writing sync.Mutex
	refs    int
	joins   map[string]string // join_ref by topic

	mu       sync.Mutex
	messages []realtimeMessage // heard, and not taken yet
	closed   error             // why reading ended
	grown    chan struct{}     // closed at the next message
}

// realtimeMessage is what the server has said. Of a binary broadcast the payload is
// put together as a stock client does, unless its body is not JSON.
type realtimeMessage struct {
	JoinRef, Ref, Topic, Event string
	Payload                    json.RawMessage
	Binary                     bool   // it came in a binary frame
	Name, Meta                 string // of a binary broadcast: the user's event, and its meta
	Body                       []byte // of a binary broadcast that is not JSON
	At                         time.Time
}

func (m realtimeMessage) String() string {
	return fmt.Sprintf("[%q %q %q %q %s%s]", m.JoinRef, m.Ref, m.Topic, m.Event, m.Payload, m.Body)
}

// get reads a value out of the payload: a path of keys and places.
func (m realtimeMessage) get(path ...string) any {
	var value any
	if json.Unmarshal(m.Payload, &value) != nil {
		return nil
	}
	for _, step := range path {
		switch at := value.(type) {
		case map[string]any:
			value = at[step]
		case []any:
			i, err := strconv.Atoi(step)
			if err != nil || i >= len(at) {
				return nil
			}
			value = at[i]
		default:
			return nil
		}
	}
	return value
}

// realtime opens a socket with the anon key, and closes it with the test.
func (s *site) realtime(t testing.TB, vsn string) *realtimeClient {
	t.Helper()
	return s.realtimeAs(t, vsn, s.anon)
}

// realtimeAs opens one with another api key.
func (s *site) realtimeAs(t testing.TB, vsn, key string) *realtimeClient {
	t.Helper()
	conn, answer, err := s.dialRealtime(t, "/realtime/v1/websocket", url.Values{"apikey": {key}, "vsn": {vsn}}, nil)
	if err != nil {
		t.Fatalf("open a socket: %v %v", err, answer)
	}
	c := &realtimeClient{t: t, vsn: vsn, conn: conn, joins: map[string]string{}, grown: make(chan struct{})}
	go c.listen()
	t.Cleanup(func() { _ = conn.Close() })
	return c
}

func (s *site) dialRealtime(t testing.TB, path string, query url.Values, header http.Header) (*websocket.Conn, *http.Response, error) {
	dialer := websocket.Dialer{HandshakeTimeout: patience}
	address := "ws" + strings.TrimPrefix(s.url, "http") + path + "?" + query.Encode()
	return dialer.DialContext(t.Context(), address, header)
}

func (c *realtimeClient) listen() {
	for {
		kind, data, err := c.conn.ReadMessage()
		var message realtimeMessage
		if err == nil {
			message, err = readRealtime(c.vsn, kind, data)
		}
		c.mu.Lock()
		if err == nil {
			message.At = time.Now()
			c.messages = append(c.messages, message)
		} else {
			c.closed = err
		}
		close(c.grown)
		c.grown = make(chan struct{})
		c.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// push sends a message, its payload JSON, and gives its ref.
func (c *realtimeClient) push(topic, event, payload string) (ref string) {
	c.t.Helper()
	c.writing.Lock()
	defer c.writing.Unlock()
	c.refs++
	ref = strconv.Itoa(c.refs)
	if event == "phx_join" {
		c.joins[topic] = ref
	}
	var frame any = []any{nullable(c.joins[topic]), ref, full(topic), event, json.RawMessage(payload)}
	if c.vsn == vsn1 {
		frame = map[string]any{
			"topic": full(topic), "event": event, "payload": json.RawMessage(payload), "ref": ref,
			"join_ref": nullable(c.joins[topic]),
		}
	}
	text, err := json.Marshal(frame)
	if err != nil {
		c.t.Fatalf("encode a frame: %v", err)
	}
	c.write(websocket.TextMessage, text)
	return ref
}

// broadcast sends as stock clients do: in a binary frame under 2.0.0. payload is
// JSON.
func (c *realtimeClient) broadcast(topic, name, payload string) (ref string) {
	c.t.Helper()
	if c.vsn == vsn1 {
		return c.push(topic, "broadcast", fmt.Sprintf(`{"type":"broadcast","event":%q,"payload":%s}`, name, payload))
	}
	return c.pushBinary(topic, name, "", 1, []byte(payload))
}

// pushBinary sends a binary frame of kind 3; encoding is 0 for bytes, 1 for JSON.
func (c *realtimeClient) pushBinary(topic, name, meta string, encoding byte, body []byte) (ref string) {
	c.t.Helper()
	c.writing.Lock()
	defer c.writing.Unlock()
	c.refs++
	ref = strconv.Itoa(c.refs)
	joinRef, whole := c.joins[topic], full(topic)
	frame := []byte{3, byte(len(joinRef)), byte(len(ref)), byte(len(whole)), byte(len(name)), byte(len(meta)), encoding}
	frame = append(frame, joinRef+ref+whole+name+meta...)
	c.write(websocket.BinaryMessage, append(frame, body...))
	return ref
}

// raw sends a frame as it is.
func (c *realtimeClient) raw(kind int, frame []byte) {
	c.t.Helper()
	c.writing.Lock()
	defer c.writing.Unlock()
	c.write(kind, frame)
}

func (c *realtimeClient) write(kind int, frame []byte) {
	c.t.Helper()
	if err := c.conn.WriteMessage(kind, frame); err != nil {
		c.t.Fatalf("write to the socket: %v", err)
	}
}

// join asks to join, and gives the reply. payload is that of phx_join; "" asks for
// nothing in particular.
func (c *realtimeClient) join(topic, payload string) realtimeMessage {
	c.t.Helper()
	if payload == "" {
		payload = `{"config":{"presence":{"enabled":false}}}`
	}
	return c.reply(topic, c.push(topic, "phx_join", payload))
}

// joined joins, and wants that to work: if need be, as stock clients do, in another try
// where the database was too slow for the first.
func (c *realtimeClient) joined(topic, payload string) realtimeMessage {
	c.t.Helper()
	limit := time.Now().Add(patience)
	for {
		reply := c.join(topic, payload)
		if reply.get("status") == "ok" {
			return reply
		}
		if reply.get("response", "reason") != away || time.Now().After(limit) {
			c.t.Fatalf("join %s: %s", topic, reply)
		}
	}
}

// away is what a join is told that the database let wait for too long.
const away = "UnableToConnectToProject: Realtime was unable to connect to the project database"

// reply waits for the answer to a message.
func (c *realtimeClient) reply(topic, ref string) realtimeMessage {
	c.t.Helper()
	return c.wait("the reply to "+ref, func(m realtimeMessage) bool {
		return m.Topic == topicOf(topic) && m.Event == "phx_reply" && m.Ref == ref
	})
}

// expect waits for the next message of a topic and event. It is taken; what else
// has come stays to be asked for.
func (c *realtimeClient) expect(topic, event string) realtimeMessage {
	c.t.Helper()
	return c.wait(topic+" "+event, func(m realtimeMessage) bool { return m.Topic == topicOf(topic) && m.Event == event })
}

func topicOf(topic string) string { return strings.TrimPrefix(full(topic), "realtime:") }

// wait waits for the next message that is good.
func (c *realtimeClient) wait(what string, good func(realtimeMessage) bool) realtimeMessage {
	c.t.Helper()
	limit := time.After(patience)
	for {
		message, found, grown, closed := c.find(good)
		if found {
			return message
		}
		if closed != nil {
			c.t.Fatalf("the socket ended before %s came: %v; heard %s", what, closed, c.heard())
		}
		select {
		case <-grown:
		case <-limit:
			c.t.Fatalf("%s did not come; heard %s", what, c.heard())
		}
	}
}

func (c *realtimeClient) find(good func(realtimeMessage) bool) (m realtimeMessage, found bool, grown <-chan struct{}, closed error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for i, message := range c.messages {
		if good(message) {
			c.messages = slices.Delete(c.messages, i, i+1)
			return message, true, nil, nil
		}
	}
	return m, false, c.grown, c.closed
}

// heard is what has come and was not asked for.
func (c *realtimeClient) heard() []realtimeMessage {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.messages)
}

// heartbeat waits for the answer to one: whatever the server had sent before it is
// there then.
func (c *realtimeClient) heartbeat() {
	c.t.Helper()
	if reply := c.reply("phoenix", c.push("phoenix", "heartbeat", "{}")); reply.get("status") != "ok" {
		c.t.Fatalf("the heartbeat's reply is %s", reply)
	}
}

// quiet wants that no message of a topic and event has come, of those that were
// sent before now.
func (c *realtimeClient) quiet(topic, event string) {
	c.t.Helper()
	c.heartbeat()
	for _, message := range c.heard() {
		if message.Topic == topicOf(topic) && message.Event == event {
			c.t.Errorf("%s %s came: %s", topic, event, message)
		}
	}
}

// ended waits for the socket's end, and gives its close code; 1006 for an end
// without one.
func (c *realtimeClient) ended() int {
	c.t.Helper()
	limit := time.After(patience)
	for {
		c.mu.Lock()
		closed, grown := c.closed, c.grown
		c.mu.Unlock()
		if closed != nil {
			if e, ok := closed.(*websocket.CloseError); ok {
				return e.Code
			}
			return websocket.CloseAbnormalClosure
		}
		select {
		case <-grown:
		case <-limit:
			c.t.Fatalf("the socket did not end; heard %s", c.heard())
		}
	}
}

// sign makes a token of the program's, of claims in JSON.
func sign(t testing.TB, claims string) string {
	t.Helper()
	encode := base64.RawURLEncoding.EncodeToString
	signed := encode([]byte(`{"alg":"HS256","typ":"JWT"}`)) + "." + encode([]byte(claims))
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(signed))
	return signed + "." + encode(mac.Sum(nil))
}

// expiring are the claims of a user whose token ends so soon.
func expiring(in time.Duration) string {
	return userClaims("00000000-0000-4000-8000-000000000001", in)
}

// userClaims are those of some user.
func userClaims(id string, in time.Duration) string {
	return fmt.Sprintf(`{"role":"authenticated","aud":"authenticated","sub":%q,"exp":%d}`, id, time.Now().Add(in).Unix())
}

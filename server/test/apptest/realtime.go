package apptest

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
)

// WaitForStream waits until changes are live: PostgreSQL begins a stream when all
// transactions of the cluster have ended, those of other tests too, and a join waits
// for it no more than some seconds.
func (i *Instance) WaitForStream(t testing.TB) {
	t.Helper()
	i.WaitForSubscriptions(t, "Authorization: Bearer "+i.ServiceKey(t), `"stream":{"live":true`)
}

// The framings, as stock clients ask for them.
const (
	Version1 = "1.0.0"
	Version2 = "2.0.0"
)

// RealtimeClient is one socket, every frame of which can be seen. Topics are said
// without "realtime:"; "phoenix" is the socket's own. Its methods end the test
// where what they wait for does not come.
type RealtimeClient struct {
	T       testing.TB
	Version string
	Conn    *websocket.Conn

	writing  sync.Mutex
	refs     int
	JoinRefs map[string]string // join_ref by topic

	mu       sync.Mutex
	messages []RealtimeMessage // heard, and not taken yet
	closed   error             // why reading ended
	grown    chan struct{}     // closed at the next message
}

// RealtimeMessage is a message of the server. Of a binary broadcast the payload is
// put together as a stock client does, unless its body is not JSON.
type RealtimeMessage struct {
	JoinRef, Ref, Topic, Event string
	Payload                    json.RawMessage
	Binary                     bool   // it came in a binary frame
	Name, Meta                 string // of a binary broadcast: the user's event, and its meta
	Body                       []byte // of a binary broadcast that is not JSON
}

// String shows it in a failure.
func (r RealtimeMessage) String() string {
	return fmt.Sprintf("[%q %q %q %q %s%s]", r.JoinRef, r.Ref, r.Topic, r.Event, r.Payload, r.Body)
}

// Get reads a value out of the payload: a path of keys and places.
func (r RealtimeMessage) Get(path ...string) any {
	var value any
	if json.Unmarshal(r.Payload, &value) != nil {
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

// Realtime opens a socket with the anon key, and closes it with the test.
func (i *Instance) Realtime(t testing.TB, vsn string) *RealtimeClient {
	t.Helper()
	return i.RealtimeAs(t, vsn, i.AnonKey)
}

// RealtimeAs opens one with another api key.
func (i *Instance) RealtimeAs(t testing.TB, vsn, key string) *RealtimeClient {
	t.Helper()
	conn, answer, err := i.DialRealtime(t, "/realtime/v1/websocket", url.Values{"apikey": {key}, "vsn": {vsn}}, nil)
	if err != nil {
		t.Fatalf("open a socket: %v %v", err, answer)
	}
	c := &RealtimeClient{T: t, Version: vsn, Conn: conn, JoinRefs: map[string]string{}, grown: make(chan struct{})}
	go c.listen()
	t.Cleanup(func() { _ = conn.Close() })
	return c
}

// DialRealtime opens a connection without a client on it.
func (i *Instance) DialRealtime(t testing.TB, path string, query url.Values, header http.Header) (*websocket.Conn, *http.Response, error) {
	dialer := websocket.Dialer{HandshakeTimeout: Timeout}
	address := "ws" + strings.TrimPrefix(i.URL, "http") + path + "?" + query.Encode()
	return dialer.DialContext(t.Context(), address, header)
}

func (r *RealtimeClient) listen() {
	for {
		kind, data, err := r.Conn.ReadMessage()
		var message RealtimeMessage
		if err == nil {
			message, err = readRealtime(r.Version, kind, data)
		}
		r.mu.Lock()
		if err == nil {
			r.messages = append(r.messages, message)
		} else {
			r.closed = err
		}
		close(r.grown)
		r.grown = make(chan struct{})
		r.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// Push sends a message, its payload JSON, and gives its ref.
func (r *RealtimeClient) Push(topic, event, payload string) (ref string) {
	r.T.Helper()
	r.writing.Lock()
	defer r.writing.Unlock()
	r.refs++
	ref = strconv.Itoa(r.refs)
	if event == "phx_join" {
		r.JoinRefs[topic] = ref
	}
	var frame any = []any{nullable(r.JoinRefs[topic]), ref, full(topic), event, json.RawMessage(payload)}
	if r.Version == Version1 {
		frame = map[string]any{
			"topic": full(topic), "event": event, "payload": json.RawMessage(payload), "ref": ref,
			"join_ref": nullable(r.JoinRefs[topic]),
		}
	}
	text, err := json.Marshal(frame)
	if err != nil {
		r.T.Fatalf("encode a frame: %v", err)
	}
	r.write(websocket.TextMessage, text)
	return ref
}

// Broadcast sends as stock clients do: in a binary frame under 2.0.0. payload is
// JSON.
func (r *RealtimeClient) Broadcast(topic, name, payload string) (ref string) {
	r.T.Helper()
	if r.Version == Version1 {
		return r.Push(topic, "broadcast", fmt.Sprintf(`{"type":"broadcast","event":%q,"payload":%s}`, name, payload))
	}
	return r.PushBinary(topic, name, "", 1, []byte(payload))
}

// PushBinary sends a binary frame of kind 3; encoding is 0 for bytes, 1 for JSON.
func (r *RealtimeClient) PushBinary(topic, name, meta string, encoding byte, body []byte) (ref string) {
	r.T.Helper()
	r.writing.Lock()
	defer r.writing.Unlock()
	r.refs++
	ref = strconv.Itoa(r.refs)
	joinRef, whole := r.JoinRefs[topic], full(topic)
	frame := []byte{3, byte(len(joinRef)), byte(len(ref)), byte(len(whole)), byte(len(name)), byte(len(meta)), encoding}
	frame = append(frame, joinRef+ref+whole+name+meta...)
	r.write(websocket.BinaryMessage, append(frame, body...))
	return ref
}

// WriteFrame sends a frame as it is.
func (r *RealtimeClient) WriteFrame(kind int, frame []byte) {
	r.T.Helper()
	r.writing.Lock()
	defer r.writing.Unlock()
	r.write(kind, frame)
}

func (r *RealtimeClient) write(kind int, frame []byte) {
	r.T.Helper()
	if err := r.Conn.WriteMessage(kind, frame); err != nil {
		r.T.Fatalf("write to the socket: %v", err)
	}
}

// Join asks to join, and gives the reply. payload is that of phx_join; "" asks for
// nothing in particular.
func (r *RealtimeClient) Join(topic, payload string) RealtimeMessage {
	r.T.Helper()
	if payload == "" {
		payload = `{"config":{"presence":{"enabled":false}}}`
	}
	return r.Reply(topic, r.Push(topic, "phx_join", payload))
}

// MustJoin joins, and wants that to work: if need be, as stock clients do, in another try
// where the database was too slow for the first.
func (r *RealtimeClient) MustJoin(topic, payload string) RealtimeMessage {
	r.T.Helper()
	limit := time.Now().Add(Timeout)
	for {
		reply := r.Join(topic, payload)
		if reply.Get("status") == "ok" {
			return reply
		}
		if reply.Get("response", "reason") != SlowDatabase || time.Now().After(limit) {
			r.T.Fatalf("join %s: %s", topic, reply)
		}
	}
}

// SlowDatabase is the error of a join for which the database took too long.
const SlowDatabase = "UnableToConnectToProject: Realtime was unable to connect to the project database"

// Reply waits for the answer to a message.
func (r *RealtimeClient) Reply(topic, ref string) RealtimeMessage {
	r.T.Helper()
	return r.Wait("the reply to "+ref, func(m RealtimeMessage) bool {
		return m.Topic == topicOf(topic) && m.Event == "phx_reply" && m.Ref == ref
	})
}

// Expect waits for the next message of a topic and event. It is taken; what else
// has come stays to be asked for.
func (r *RealtimeClient) Expect(topic, event string) RealtimeMessage {
	r.T.Helper()
	return r.Wait(topic+" "+event, func(m RealtimeMessage) bool { return m.Topic == topicOf(topic) && m.Event == event })
}

func topicOf(topic string) string { return strings.TrimPrefix(full(topic), "realtime:") }

// Wait waits for the next message that is good.
func (r *RealtimeClient) Wait(what string, good func(RealtimeMessage) bool) RealtimeMessage {
	r.T.Helper()
	limit := time.After(Timeout)
	for {
		message, found, grown, closed := r.find(good)
		if found {
			return message
		}
		if closed != nil {
			r.T.Fatalf("the socket ended before %s came: %v; heard %s", what, closed, r.Received())
		}
		select {
		case <-grown:
		case <-limit:
			r.T.Fatalf("%s did not come; heard %s", what, r.Received())
		}
	}
}

func (r *RealtimeClient) find(good func(RealtimeMessage) bool) (m RealtimeMessage, found bool, grown <-chan struct{}, closed error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for i, message := range r.messages {
		if good(message) {
			r.messages = slices.Delete(r.messages, i, i+1)
			return message, true, nil, nil
		}
	}
	return m, false, r.grown, r.closed
}

// Received are the messages that came and were not asked for.
func (r *RealtimeClient) Received() []RealtimeMessage {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.messages)
}

// Heartbeat waits for the answer to one: whatever the server had sent before it is
// there then.
func (r *RealtimeClient) Heartbeat() {
	r.T.Helper()
	if reply := r.Reply("phoenix", r.Push("phoenix", "heartbeat", "{}")); reply.Get("status") != "ok" {
		r.T.Fatalf("the heartbeat's reply is %s", reply)
	}
}

// ExpectNone wants that no message of a topic and event has come, of those that were
// sent before now.
func (r *RealtimeClient) ExpectNone(topic, event string) {
	r.T.Helper()
	r.Heartbeat()
	for _, message := range r.Received() {
		if message.Topic == topicOf(topic) && message.Event == event {
			r.T.Errorf("%s %s came: %s", topic, event, message)
		}
	}
}

// CloseCode waits for the socket's end, and gives its close code; 1006 for an end
// without one.
func (r *RealtimeClient) CloseCode() int {
	r.T.Helper()
	limit := time.After(Timeout)
	for {
		r.mu.Lock()
		closed, grown := r.closed, r.grown
		r.mu.Unlock()
		if closed != nil {
			if e, ok := closed.(*websocket.CloseError); ok {
				return e.Code
			}
			return websocket.CloseAbnormalClosure
		}
		select {
		case <-grown:
		case <-limit:
			r.T.Fatalf("the socket did not end; heard %s", r.Received())
		}
	}
}

// Sign makes a token of the program's, of claims in JSON.
func Sign(t testing.TB, claims string) string {
	t.Helper()
	encode := base64.RawURLEncoding.EncodeToString
	signed := encode([]byte(`{"alg":"HS256","typ":"JWT"}`)) + "." + encode([]byte(claims))
	mac := hmac.New(sha256.New, []byte(Secret))
	mac.Write([]byte(signed))
	return signed + "." + encode(mac.Sum(nil))
}

// UserClaims are the claims of a user.
func UserClaims(id string, in time.Duration) string {
	return fmt.Sprintf(`{"role":"authenticated","aud":"authenticated","sub":%q,"exp":%d}`, id, time.Now().Add(in).Unix())
}

// WaitForSubscriptions asks for the subscriptions until their answer has that.
func (i *Instance) WaitForSubscriptions(t testing.TB, key, want string) {
	t.Helper()
	limit := time.After(Timeout)
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		answer := i.Send(t, "GET", "/realtime/v1/api/subscriptions", "", key)
		if strings.Contains(answer.Body, want) {
			return
		}
		select {
		case <-tick.C:
		case <-limit:
			t.Fatalf("%s lacks %s", answer.Body, want)
		}
	}
}

// Take takes all that was heard of a topic.
func (r *RealtimeClient) Take(topic string) (heard []RealtimeMessage) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.messages = slices.DeleteFunc(r.messages, func(m RealtimeMessage) bool {
		if m.Topic == topic {
			heard = append(heard, m)
		}
		return m.Topic == topic
	})
	return heard
}

package realtime

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gorilla/websocket"

	"github.com/toubkal/toubkal/server/token"
)

// fixture is the service behind a network of pipes, in a bubble whose clock moves on
// when everybody waits: hours pass at once, and what would never come fails the
// test as a deadlock.
type fixture struct {
	t       *testing.T
	service *Service
	keys    *token.Keys
	pipes   pipes
}

// pipes are connections to be accepted.
type pipes struct {
	made   chan net.Conn
	closed chan struct{}
	once   *sync.Once
}

func (p pipes) Accept() (net.Conn, error) {
	select {
	case conn := <-p.made:
		return conn, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

func (p pipes) Close() error {
	p.once.Do(func() { close(p.closed) })
	return nil
}

func (p pipes) Addr() net.Addr { return &net.UnixAddr{Name: "pipes", Net: "unix"} }

func (p pipes) dial(context.Context, string, string) (net.Conn, error) {
	near, far := net.Pipe()
	p.made <- far
	return near, nil
}

// withFixture runs a test with a fixture, and then ends it.
func withFixture(t *testing.T, do func(*fixture), change ...func(*Options)) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		keys, err := token.New(token.Options{Secret: strings.Repeat("s", 32)})
		if err != nil {
			t.Fatal(err)
		}
		o := Options{
			Log: slog.New(slog.NewTextHandler(io.Discard, nil)), Verify: keys.WithRules(token.Rules{}).Verify,
			Exchange: func(*http.Request, string) (string, error) { return "", nil },
		}
		for _, c := range change {
			c(&o)
		}
		w := &fixture{
			t: t, service: New(o), keys: keys,
			pipes: pipes{make(chan net.Conn), make(chan struct{}), new(sync.Once)},
		}
		ctx, stop := context.WithCancel(t.Context())
		go w.service.sockets.idleLoop(ctx, time.Now)
		server := &http.Server{Handler: http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
			r.RemoteAddr = r.Header.Get("X-Client") // as edge sets it
			w.service.ServeHTTP(rw, r)
		})}
		go func() { _ = server.Serve(w.pipes) }()
		defer func() {
			stop()
			w.service.Close()
			_ = server.Close()
		}()
		do(w)
	})
}

// sign makes a user's token that ends so soon.
func (f *fixture) sign(user string, in time.Duration) string {
	return f.token(map[string]any{"role": "authenticated", "sub": user, "exp": time.Now().Add(in).Unix()})
}

func (f *fixture) token(claims any) string {
	f.t.Helper()
	text, err := f.keys.Sign(claims)
	if err != nil {
		f.t.Fatal(err)
	}
	return text
}

// client is one socket's far end, in 2.0.0.
type client struct {
	t      *testing.T
	conn   *websocket.Conn
	refs   int
	frames chan string
	ended  error // why reading ended, once frames is closed
}

// open opens a socket with a key that lasts for years.
func (f *fixture) open(change ...func(*websocket.Conn)) *client {
	f.t.Helper()
	c := f.openDeaf()
	for _, set := range change {
		set(c.conn)
	}
	go c.listen()
	return c
}

// openDeaf opens one that does not read.
func (f *fixture) openDeaf() *client { return f.openWith(nil) }

// openWith is openDeaf with headers in the handshake.
func (f *fixture) openWith(headers http.Header) *client {
	f.t.Helper()
	dialer := websocket.Dialer{NetDialContext: f.pipes.dial}
	key := f.token(map[string]any{"role": "anon", "exp": time.Now().AddDate(10, 0, 0).Unix()})
	conn, answer, err := dialer.DialContext(f.t.Context(), "ws://pipes/websocket?vsn=2.0.0&apikey="+key, headers)
	if err != nil {
		f.t.Fatalf("%v, %v", err, answer)
	}
	f.t.Cleanup(func() { _ = conn.Close() })
	return &client{t: f.t, conn: conn, frames: make(chan string, 10_000)}
}

func (c *client) listen() {
	defer close(c.frames)
	for {
		_, data, err := c.conn.ReadMessage()
		if err != nil {
			c.ended = err
			return
		}
		c.frames <- string(data)
	}
}

// pair opens two sockets on one topic, each of which joined with ref 1.
func (f *fixture) pair(topic string) (sender, friend *client) {
	f.t.Helper()
	sender, friend = f.open(), f.open()
	for _, c := range []*client{sender, friend} {
		c.expect(joinedTo(topic, c.join(topic, "")))
	}
	return sender, friend
}

// talk sends many messages from one of a pair to the other, who gets each at once.
func (f *fixture) talk(topic string, sender, friend *client) {
	f.t.Helper()
	start := time.Now()
	for n := range 100 {
		payload := fmt.Sprintf(`{"type":"broadcast","event":"n","payload":{"n":%d}}`, n)
		sender.say("1", "realtime:"+topic, "broadcast", payload)
		if frame := friend.hear(); !strings.Contains(frame, payload) {
			f.t.Fatalf("message %d is %s", n, frame)
		}
	}
	if took := time.Since(start); took != 0 {
		f.t.Errorf("the messages took %s, want no time: somebody was waited for", took)
	}
}

// say sends a message, and gives its ref.
func (c *client) say(joinRef, topic, event, payload string) string {
	c.t.Helper()
	c.refs++
	ref := fmt.Sprint(c.refs)
	if joinRef == "" {
		joinRef = ref
	}
	text := fmt.Sprintf(`[%q,%q,%q,%q,%s]`, joinRef, ref, topic, event, payload)
	if err := c.conn.WriteMessage(websocket.TextMessage, []byte(text)); err != nil {
		c.t.Fatalf("say %s: %v", text, err)
	}
	return ref
}

// join joins a topic with a token, and gives the join_ref. The reply is to be heard.
func (c *client) join(topic, bearer string) string {
	c.t.Helper()
	return c.say("", "realtime:"+topic, "phx_join", fmt.Sprintf(`{"access_token":%q,"config":{"presence":{"enabled":false}}}`, bearer))
}

// hear is the next frame; "" at the end.
func (c *client) hear() string { return <-c.frames }

// expect wants the next frames to be these.
func (c *client) expect(want ...string) {
	c.t.Helper()
	for _, w := range want {
		if got := c.hear(); got != w {
			c.t.Fatalf("heard %s\n want %s\n end %v", got, w, c.ended)
		}
	}
}

// silence wants nothing to come for a while.
func (c *client) silence(while time.Duration) {
	c.t.Helper()
	select {
	case frame := <-c.frames:
		c.t.Fatalf("heard %q, %v; want silence", frame, c.ended)
	case <-time.After(while):
	}
}

// over wants the socket to end, and gives its code; 1006 without one.
func (c *client) over() (int, string) {
	c.t.Helper()
	for range c.frames {
	}
	if e, ok := errors.AsType[*websocket.CloseError](c.ended); ok {
		return e.Code, e.Text
	}
	return websocket.CloseAbnormalClosure, c.ended.Error()
}

// Frames as the server writes them.

func replied(joinRef, ref, topic, response string) string {
	return fmt.Sprintf(`[%q,%q,"realtime:%s","phx_reply",{"status":"ok","response":%s}]`, joinRef, ref, topic, response)
}

func joinedTo(topic, ref string) string { return replied(ref, ref, topic, `{"postgres_changes":[]}`) }

func joinRefused(topic, ref, reason string) string {
	text, _ := json.Marshal(reason)
	return fmt.Sprintf(`[%q,%q,"realtime:%s","phx_reply",{"status":"error","response":{"reason":%s}}]`, ref, ref, topic, text)
}

func systemError(topic, ref, message string) string {
	return fmt.Sprintf(`[%q,null,"realtime:%s","system",{"extension":"system","status":"error","message":%q,"channel":%q}]`, ref, topic, message, topic)
}

// ended is the last frame of a channel. phx_error says why.
func ended(topic, ref, event, reason string) string {
	payload := "{}"
	if event == "phx_error" {
		payload = fmt.Sprintf(`%q`, reason)
	}
	return fmt.Sprintf(`[%q,%q,"realtime:%s",%q,%s]`, ref, ref, topic, event, payload)
}

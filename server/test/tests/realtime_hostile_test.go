package tests

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"runtime"
	"strings"
	"testing"

	"github.com/gorilla/websocket"

	"github.com/toubkal/toubkal/server/test/apptest"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

// loose lets one client do in a test what it would need an hour for.
var loose = []string{
	"REALTIME_MAX_EVENTS_PER_SECOND=100000", "REALTIME_MAX_JOINS_PER_SECOND=100000",
	"REALTIME_MAX_JOINS_PER_SECOND_PER_CONNECTION=100000", "REALTIME_MAX_PRESENCE_CALLS=100000",
	"REALTIME_MAX_PRESENCE_EVENTS_PER_SECOND=100000",
}

// realtimeTarget is a program under fire by socket, and two friends who talk there
// all the while.
type realtimeTarget struct {
	*target
	talker, listener *apptest.RealtimeClient
	said             int
}

func besiegeRealtime(t *testing.T, environ ...string) *realtimeTarget {
	t.Helper()
	database := pgtest.New(t)
	s := instanceOn(t, database)
	g := &realtimeTarget{target: newTarget(t, s, "public", func(own ...string) {
		s.Start(t, append(append(own, "DATABASE_URL="+database.URL, withRealtime), environ...))
	})}
	g.talker, g.listener = s.Realtime(t, apptest.Version2), s.Realtime(t, apptest.Version1)
	g.talker.MustJoin("friends", asks(`{"presence":{"key":"talker","enabled":true}}`))
	g.listener.MustJoin("friends", asks(`{"presence":{"key":"listener","enabled":true}}`))
	g.talk()
	s.Client.CloseIdleConnections()
	g.goroutines = g.running()
	return g
}

// talk sends a broadcast from one well-behaved client to another.
func (r *realtimeTarget) talk() {
	r.t.Helper()
	r.said++
	r.talker.Broadcast("friends", "word", fmt.Sprint(r.said))
	m := r.listener.Expect("friends", "broadcast")
	if got := m.Get("payload"); got != float64(r.said) {
		r.t.Fatalf("the friend heard %v, want %d", got, r.said)
	}
}

// survived wants the friends to be well, and all else as before.
func (r *realtimeTarget) survived() {
	r.t.Helper()
	r.talk()
	for _, friend := range []*apptest.RealtimeClient{r.talker, r.listener} {
		friend.ExpectNone("friends", "phx_error")
		friend.ExpectNone("friends", "phx_close")
	}
	r.target.survived()
}

// stopped opens a socket that will not be read, with little room on the way.
func (r *realtimeTarget) stopped(topic, config string) *websocket.Conn {
	r.t.Helper()
	dialer := websocket.Dialer{HandshakeTimeout: apptest.Timeout, NetDial: func(network, address string) (net.Conn, error) {
		conn, err := net.Dial(network, address)
		if err == nil {
			err = conn.(*net.TCPConn).SetReadBuffer(4 << 10)
		}
		return conn, err
	}}
	conn, _, err := dialer.DialContext(r.t.Context(), "ws"+strings.TrimPrefix(r.URL, "http")+"/realtime/v1/websocket?vsn=2.0.0&apikey="+r.AnonKey, nil)
	if err != nil {
		r.t.Fatal(err)
	}
	r.t.Cleanup(func() { _ = conn.Close() })
	if err := conn.WriteMessage(websocket.TextMessage, []byte(`["1","1","realtime:`+topic+`","phx_join",`+config+`]`)); err != nil {
		r.t.Fatal(err)
	}
	if _, reply, err := conn.ReadMessage(); err != nil || !strings.Contains(string(reply), `"status":"ok"`) {
		r.t.Fatalf("join %s: %s %v", topic, reply, err)
	}
	return conn
}

// TestRealtimeReaderThatStops: it is disconnected, and another client gets every message. That
// nobody waits for it is tested with simulated time: TestSlowConsumerIsDisconnected in server/realtime.
func TestRealtimeReaderThatStops(t *testing.T) {
	t.Parallel()
	g := besiegeRealtime(t, loose...)
	stopped := g.stopped("friends", `{}`)
	const messages, window = 6000, 64 // of 4 kB: more than the queue and the network hold
	payload := `"` + strings.Repeat("x", 4<<10) + `"`
	heard := 0
	hear := func() {
		m := g.listener.Expect("friends", "broadcast")
		if got := m.Get("event"); got != fmt.Sprint("n", heard) {
			t.Fatalf("the friend heard %v, want n%d", got, heard)
		}
		heard++
	}
	for n := range messages {
		g.talker.Broadcast("friends", fmt.Sprint("n", n), payload)
		if n-heard >= window {
			hear()
		}
	}
	for heard < messages {
		hear()
	}
	g.left(2)
	_ = stopped.Close()
	g.survived()
}

// inUse is the memory that is in use, in bytes.
func inUse() int64 {
	runtime.GC()
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	return int64(memory.HeapAlloc)
}

// left waits until so many sockets are open.
func (r *realtimeTarget) left(want int) {
	r.t.Helper()
	key := r.ServiceKey(r.t)
	r.eventually("sockets", func() string {
		answer := r.Send(r.t, "GET", "/realtime/v1/api/subscriptions", "", "Authorization: Bearer "+strings.TrimSpace(key))
		open := apptest.Parse[struct{ Connections []json.RawMessage }](r.t, answer.Body)
		if len(open.Connections) == want {
			return ""
		}
		return fmt.Sprintf("%d are open, want %d", len(open.Connections), want)
	})
}

// TestRealtimeClientsThatVanish: in the middle of a handshake, of a frame, of a
// join; or they open a socket and never say a word. That nobody waits for them is tested
// with simulated time: TestNobodyWaitsForClientsThatVanish in server/realtime.
func TestRealtimeClientsThatVanish(t *testing.T) {
	t.Parallel()
	g := besiegeRealtime(t)
	const each = 100
	var conns []net.Conn
	for range each {
		conns = append(conns, g.open(t, "GET /realtime/v1/websocket?apikey="+g.AnonKey+" HTTP/1.1\r\nHost: x\r\nUpgr"))
		silent, _ := g.raw(t)
		half, _ := g.raw(t)
		_, _ = io.WriteString(half, masked(0x81, strings.Repeat("[", 50_000))[:20_000])
		joins, _ := g.raw(t)
		_, _ = io.WriteString(joins, masked(0x81, `["1","1","realtime:room","phx_join",{"config":{"presence":{"enabled":true}}}]`))
		_, _ = io.WriteString(joins, masked(0x81, `["1","2","realtime:room","presence",{"event":"track","payload":{}}]`))
		conns = append(conns, silent, half, joins)
		if len(conns)%100 == 0 {
			g.talk()
		}
	}
	late := g.Realtime(t, apptest.Version2)
	late.MustJoin("room", asks(`{"presence":{"enabled":true}}`))
	for i, conn := range conns {
		if i%3 == 0 {
			_ = conn.(*net.TCPConn).SetLinger(0) // a reset
		}
		_ = conn.Close()
	}
	w := &watcher{RealtimeClient: late, room: "room"}
	w.begin()
	w.gone()
	_ = late.Conn.Close()
	g.survived()
}

// gone reads diffs until the presence state is empty.
func (w *watcher) gone() {
	w.T.Helper()
	there := map[string]int{}
	for key, metas := range w.there {
		there[key] = len(metas)
	}
	count := func(p presences, by int) {
		for key, presence := range p {
			if there[key] += by * len(presence.Metas); there[key] == 0 {
				delete(there, key)
			}
		}
	}
	for first := true; first || len(there) > 0; first = false {
		if first && len(there) > 0 {
			continue
		}
		diff := apptest.Parse[struct{ Joins, Leaves presences }](w.T, string(w.Expect(w.room, "presence_diff").Payload))
		count(diff.Joins, 1)
		count(diff.Leaves, -1)
	}
}

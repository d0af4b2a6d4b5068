package tests

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"github.com/toubkal/toubkal/server/apptest"
	"github.com/toubkal/toubkal/server/pgtest"
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

// talk sends broadcasts between well-behaved clients, and returns their latency.
func (g *realtimeTarget) talk() time.Duration {
	g.t.Helper()
	g.said++
	start := time.Now()
	g.talker.Broadcast("friends", "word", fmt.Sprint(g.said))
	m := g.listener.Expect("friends", "broadcast")
	if got := m.Get("payload"); got != float64(g.said) {
		g.t.Fatalf("the friend heard %v, want %d", got, g.said)
	}
	return m.At.Sub(start)
}

// survived wants the friends to be well, and all else as before.
func (g *realtimeTarget) survived() {
	g.t.Helper()
	g.talk()
	for _, friend := range []*apptest.RealtimeClient{g.talker, g.listener} {
		friend.ExpectNone("friends", "phx_error")
		friend.ExpectNone("friends", "phx_close")
	}
	g.target.survived()
}

// stopped opens a socket that will not be read, with little room on the way.
func (g *realtimeTarget) stopped(topic, config string) *websocket.Conn {
	g.t.Helper()
	dialer := websocket.Dialer{HandshakeTimeout: apptest.Timeout, NetDial: func(network, address string) (net.Conn, error) {
		conn, err := net.Dial(network, address)
		if err == nil {
			err = conn.(*net.TCPConn).SetReadBuffer(4 << 10)
		}
		return conn, err
	}}
	conn, _, err := dialer.DialContext(g.t.Context(), "ws"+strings.TrimPrefix(g.URL, "http")+"/realtime/v1/websocket?vsn=2.0.0&apikey="+g.AnonKey, nil)
	if err != nil {
		g.t.Fatal(err)
	}
	g.t.Cleanup(func() { _ = conn.Close() })
	if err := conn.WriteMessage(websocket.TextMessage, []byte(`["1","1","realtime:`+topic+`","phx_join",`+config+`]`)); err != nil {
		g.t.Fatal(err)
	}
	if _, reply, err := conn.ReadMessage(); err != nil || !strings.Contains(string(reply), `"status":"ok"`) {
		g.t.Fatalf("join %s: %s %v", topic, reply, err)
	}
	return conn
}

// TestRealtimeReaderThatStops: it is disconnected at its queue's bound, and nobody else
// waits for it.
func TestRealtimeReaderThatStops(t *testing.T) {
	t.Parallel()
	g := besiegeRealtime(t, loose...)
	stopped := g.stopped("friends", `{}`)
	const messages, window = 6000, 64 // of 4 kB: more than the queue and the network hold
	payload := `"` + strings.Repeat("x", 4<<10) + `"`
	sent := make([]time.Time, messages)
	var slowest time.Duration
	heard := 0
	hear := func() {
		m := g.listener.Expect("friends", "broadcast")
		if got := m.Get("event"); got != fmt.Sprint("n", heard) {
			t.Fatalf("the friend heard %v, want n%d", got, heard)
		}
		slowest = max(slowest, m.At.Sub(sent[heard]))
		heard++
	}
	for n := range messages {
		sent[n] = time.Now()
		g.talker.Broadcast("friends", fmt.Sprint("n", n), payload)
		if n-heard >= window {
			hear()
		}
	}
	for heard < messages {
		hear()
	}
	t.Logf("the slowest of %d messages took %v", messages, slowest)
	if slowest > 5*time.Second { // a write that is stuck is given up after ten
		t.Errorf("a message took %v: somebody waited for the one that stopped", slowest)
	}
	g.left(2)
	_ = stopped.Close()
	g.survived()
}

// TestRealtimeManyReadersThatStop: each has a queue of its own, and together they
// hold no more than the program can bear.
func TestRealtimeManyReadersThatStop(t *testing.T) {
	t.Parallel()
	g := besiegeRealtime(t, loose...)
	const stopped = 10
	payload := `"` + strings.Repeat("x", 200<<10) + `"`
	for n := range stopped {
		topic := fmt.Sprint("own ", n)
		conn := g.stopped(topic, `{"config":{"broadcast":{"self":true}}}`)
		frame := fmt.Appendf(nil, `["1","2","realtime:%s","broadcast",{"event":"e","payload":%s}]`, topic, payload)
		for range 60 { // 12 MB: more than a queue and the network hold
			if conn.WriteMessage(websocket.TextMessage, frame) != nil {
				break // it has been cut off
			}
		}
		if took := g.talk(); took > 5*time.Second {
			t.Errorf("a word took %v", took)
		}
	}
	g.left(2)
	g.survived()
}

// TestRealtimeUnfinishedMessages: what has been sent of a message is held until it
// is whole, and all of them together within a bound. It has the machine to itself,
// since it looks at the memory of all.
func TestRealtimeUnfinishedMessages(t *testing.T) {
	g := besiegeRealtime(t, loose...)
	before := inUse()
	var sending sync.WaitGroup
	conns := make([]net.Conn, 100)
	for i := range conns {
		conns[i], _ = g.raw(t)
		_ = conns[i].SetWriteDeadline(time.Now().Add(3 * time.Second)) // who finds no room is not read from
		sending.Go(func() {
			_, _ = io.WriteString(conns[i], masked(0x81, strings.Repeat("[", 4_900_000))[:4_800_000])
		})
	}
	if took := g.talk(); took > 5*time.Second {
		t.Errorf("a word took %v", took)
	}
	sending.Wait()
	grown := inUse() - before
	t.Logf("100 sockets sent 4.8 MB each of a message, and %d MB more are in use", grown>>20)
	if grown > 300<<20 {
		t.Error("that is too much")
	}
	for _, conn := range conns {
		_ = conn.Close()
	}
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
func (g *realtimeTarget) left(want int) {
	g.t.Helper()
	key := g.ServiceKey(g.t)
	g.eventually("sockets", func() string {
		answer := g.Send(g.t, "GET", "/realtime/v1/api/subscriptions", "", "Authorization: Bearer "+strings.TrimSpace(key))
		open := apptest.Parse[struct{ Connections []json.RawMessage }](g.t, answer.Body)
		if len(open.Connections) == want {
			return ""
		}
		return fmt.Sprintf("%d are open, want %d", len(open.Connections), want)
	})
}

// TestRealtimeTenThousandJoins: on one socket the surplus is refused, and more messages
// than it may send end it; on a hundred sockets they work;
// and all that they took is given back.
func TestRealtimeTenThousandJoins(t *testing.T) {
	t.Parallel()
	g := besiegeRealtime(t)
	c, start := g.Realtime(t, apptest.Version2), time.Now()
	for n := range 100_000 { // more than a connection may send
		if c.Conn.WriteMessage(websocket.TextMessage, fmt.Appendf(nil, `["%d","%d","realtime:room %d","phx_join",{}]`, n, n, n)) != nil {
			break // it has ended
		}
	}
	if code := c.CloseCode(); code != websocket.ClosePolicyViolation && code != websocket.CloseTryAgainLater && code != websocket.CloseAbnormalClosure {
		t.Errorf("it ended with %d", code)
	}
	good := 0
	for _, m := range c.Received() {
		if m.Event == "phx_reply" && m.Get("status") == "ok" {
			good++
		}
	}
	// as many as may come in the first second at once, and so many in each
	if most := 101 + int(100*time.Since(start).Seconds()); good > most {
		t.Errorf("%d joins were good, want %d at most", good, most)
	}
	g.survived()
}

func TestRealtimeTenThousandChannels(t *testing.T) {
	t.Parallel()
	g := besiegeRealtime(t, loose...)
	const sockets, channels = 100, 100
	clients := make([]*apptest.RealtimeClient, sockets)
	for i := range clients {
		clients[i] = g.Realtime(t, []string{apptest.Version1, apptest.Version2}[i%2])
		for n := range channels {
			clients[i].Push(fmt.Sprint("room ", n), "phx_join", `{"config":{"presence":{"enabled":true}}}`)
		}
	}
	for _, c := range clients {
		for n := range channels {
			room := fmt.Sprint("room ", n)
			if reply := c.Expect(room, "phx_reply"); reply.Get("status") != "ok" {
				t.Fatalf("join: %s", reply)
			}
		}
		if reply := c.Join("one more", ""); reply.Get("response", "reason") != "ChannelRateLimitReached: Too many channels" {
			t.Errorf("one more: %s", reply)
		}
	}
	clients[0].Broadcast("room 7", "e", `{}`)
	for _, c := range clients[1:] {
		c.Expect("room 7", "broadcast")
	}
	last := ""
	for n := range 1000 { // the same again and again: the last one is good
		last = clients[0].Push("room 1", "phx_join", fmt.Sprintf(`{"n":%d}`, n))
	}
	clients[0].Reply("room 1", last) // a heartbeat is answered before the lane is there
	clients[1].Broadcast("room 1", "e", `{}`)
	clients[0].Expect("room 1", "broadcast")
	g.talk()
	for _, c := range clients {
		_ = c.Conn.Close()
	}
	g.survived()
}

// TestRealtimeClientsThatVanish: in the middle of a handshake, of a frame, of a
// join; or they open a socket and never say a word.
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
			if took := g.talk(); took > 5*time.Second {
				t.Errorf("a word took %v", took)
			}
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

// TestRealtimePingsWithoutReading: replies that are not read are bounded too.
func TestRealtimePingsWithoutReading(t *testing.T) {
	t.Parallel()
	g := besiegeRealtime(t)
	conn, _ := g.raw(t)
	if err := conn.(*net.TCPConn).SetReadBuffer(4 << 10); err != nil {
		t.Fatal(err)
	}
	pings := strings.Repeat("\x89\x80\x00\x00\x00\x00"+"\x89\xfd\x00\x00\x00\x00"+strings.Repeat("x", 125), 1000)
	var err error
	for range 2000 {
		_ = conn.SetWriteDeadline(time.Now().Add(apptest.Timeout))
		if _, err = io.WriteString(conn, pings); err != nil {
			break
		}
	}
	if err == nil {
		t.Error("two million pings without reading an answer did not end the socket")
	}
	_ = conn.Close()
	g.survived()
}

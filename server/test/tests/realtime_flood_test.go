//go:build endurance

package tests

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"github.com/toubkal/toubkal/server/test/apptest"
)

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
		g.talk()
	}
	g.left(2)
	g.survived()
}

// TestRealtimeUnfinishedMessages: what has been sent of a message is held until it
// is whole, and all of them together within a bound. It has the machine to itself,
// since it looks at the memory of all. That nobody waits for them is tested with simulated
// time: TestNobodyWaitsForUnfinishedMessages in server/realtime.
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
	g.talk()
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

// TestRealtimeHugeTransaction: one that changes 100,000 rows reaches who reads it
// whole and in order, while one who does not read is sent away.
func TestRealtimeHugeTransaction(t *testing.T) {
	t.Parallel()
	s := bootChanges(t)
	const rows = 100_000
	some := s.Realtime(t, apptest.Version2)
	live(some, "some", listening(to("open_notes", fmt.Sprintf(`"filter":"id=gt.%d"`, rows-100))))
	all := joinUnread(s, t, listening(to("open_notes")))
	stopped := joinUnread(s, t, listening(to("open_notes")))
	heard := make(chan error, 1)
	got := 0
	go func() {
		heard <- all(func(frame []byte) bool {
			got++
			return bytes.Contains(frame, fmt.Appendf(nil, `"record":{"id":%d,`, got)) && got < rows
		})
	}()
	execute(t, s.DB, `insert into open_notes (id, body) select n, repeat('x', 300) from generate_series(1, $1::int) n`, rows)
	for i := range 100 {
		want := fmt.Sprintf(`"record":{"id":%d,`, rows-99+i)
		if got := change(some, "some"); !strings.Contains(got, want) {
			t.Fatalf("a filter heard %s, want %s", got, want)
		}
	}
	// who hears of all of it gets all of it in order, or is disconnected and asks again
	err := <-heard
	// (in a close frame, unless it reads too slowly even for that)
	if got < rows && err == nil {
		t.Errorf("the reader got %d changes of %d, and then another", got-1, rows)
	}
	t.Logf("a reader got %d changes of %d", got, rows)
	if err := stopped(func([]byte) bool { return true }); err == nil {
		t.Error("who does not read is still served")
	}
	execute(t, s.DB, `insert into open_notes (id) values ($1)`, rows+1)
	if got := change(some, "some"); !strings.Contains(got, fmt.Sprintf(`"record":{"id":%d,`, rows+1)) {
		t.Errorf("afterwards it heard %s", got)
	}
}

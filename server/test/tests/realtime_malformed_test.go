package tests

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"github.com/toubkal/toubkal/server/test/apptest"
)

// textRubbish are frames that say nothing. Each is ignored or answered with an error,
// and the socket goes on.
var textRubbish = []string{
	``, ` `, `null`, `true`, `0`, `""`, `[]`, `{}`, `[`, `{`, `[[[[[[[[`, `nonsense`, "\x00", "\xff\xfe", `[null]`,
	`[null,null,null,null,null]`, `["1","1","realtime:x"]`, `["1","1","realtime:x","phx_join"]`, `["1","1","realtime:x","phx_join",{}`,
	`["1","1","realtime:x","phx_join",{},{}]`, `[1,1,1,1,1]`, `[{},{},{},{},{}]`, `["1","1",["realtime:x"],"phx_join",{}]`,
	`["1","1","realtime:x",["phx_join"],{}]`, `{"topic":7,"event":"phx_join","payload":{},"ref":"1"}`, `{"topic":"realtime:x"}`,
	`["1","1","realtime:\ud800","broadcast",{}]`, `["1","1","","heartbeat",{}]`, `["1","1","phoenix","phx_join",{}]`,
	`["1","1","realtime","phx_join",{}]`, `["1","1","room:1","phx_join",{}]`, `["1","1","realtime:never joined","broadcast",{}]`,
	`["1","1","realtime:never joined","presence",{}]`, `["1","1","realtime:never joined","access_token",{"access_token":"x"}]`,
	`["1","1","realtime:never joined","phx_leave",{}]`, `["1","1","realtime:","phx_join",{}]`, `["1","1","phoenix","nothing",{}]`,
	`["` + strings.Repeat("9", 5000) + `","1","phoenix","heartbeat",{}]`, `["1","1","realtime:` + strings.Repeat("x", 100_000) + `","phx_join",{}]`,
	strings.Repeat("[", 100_000), `["1","1","realtime:x","phx_join",` + strings.Repeat(`{"a":`, 20_000) + `]`,
}

// binaryRubbish are binary frames that lie about their lengths, or are of no kind.
var binaryRubbish = []string{
	"", "\x00", "\x01", "\x02", "\x03", "\x04", "\xff", "\x03\x00\x00\x00\x00\x00", "\x03\xff\xff\xff\xff\xff\xff", "\x03\x01\x01\x01\x01\x01\x01",
	"\x03\x00\x00\x0d\x01\x00\x01realtime:rooe{}", "\x03\x00\x00\x0d\x01\x00\x01realtime:roome{", "\x03\x00\x00\x0d\x01\x00\x07realtime:roome{}",
	"\x03\x00\x00\x0d\x01\x02\x01realtime:roome[]{}", "\x03\x00\x00\x00\x00\x00\x00", "\x04\x0d\x01\x00\x01realtime:roome{}",
	"\x00\x00\x00\x07\x09phoenixheartbeat", "\x00\xff\xff\xff\xff", "\x00\x00\x00\x0d\x08realtime:roomphx_join[",
	"\x03\x00\x00\x0d\x01\x00\x01realtime:roome\xff", "\x03\x00\x00\x0d\x01\x00\x01realtime:roome",
}

func TestRealtimeMalformedFrames(t *testing.T) {
	t.Parallel()
	g := besiegeRealtime(t)
	for _, vsn := range []string{apptest.Version1, apptest.Version2} {
		c, room := g.Realtime(t, vsn), g.Realtime(t, vsn)
		room.MustJoin("room", "")
		for _, frame := range textRubbish {
			c.WriteFrame(websocket.TextMessage, []byte(frame))
			c.Heartbeat()
		}
		for _, frame := range binaryRubbish {
			c.WriteFrame(websocket.BinaryMessage, []byte(frame))
			c.Heartbeat()
		}
		c.MustJoin("room", "")
		for _, frame := range binaryRubbish {
			c.WriteFrame(websocket.BinaryMessage, []byte(frame))
			c.Heartbeat()
		}
		for _, m := range c.Received() {
			if m.Event != "phx_reply" || m.Get("status") == "ok" && m.Topic != "never joined" {
				t.Errorf("%s: rubbish is answered %s", vsn, m)
			}
		}
		room.ExpectNone("room", "broadcast")
		_ = c.Conn.Close()
		_ = room.Conn.Close()
	}
	g.survived()
}

// TestRealtimeLargeFrames: five megabytes are read, and more ends the socket.
func TestRealtimeLargeFrames(t *testing.T) {
	t.Parallel()
	g := besiegeRealtime(t)
	for _, vsn := range []string{apptest.Version1, apptest.Version2} {
		for _, c := range []struct {
			size int
			ends bool
		}{{3_000_000, false}, {5_000_000, false}, {5_000_001, true}, {6_000_000, true}} {
			client := g.Realtime(t, vsn)
			client.MustJoin("room", asks(`{"broadcast":{"ack":true}}`))
			const head, tail = `{"topic":"realtime:room","event":"broadcast","ref":"7","payload":{"event":"e","payload":"`, `"}}`
			frame := head + strings.Repeat("x", c.size-len(head)-len(tail)) + tail
			if vsn == apptest.Version2 {
				const head, tail = `["1","7","realtime:room","broadcast",{"event":"e","payload":"`, `"}]`
				frame = head + strings.Repeat("x", c.size-len(head)-len(tail)) + tail
			}
			_ = client.Conn.WriteMessage(websocket.TextMessage, []byte(frame)) // which fails where it ends meanwhile
			if c.ends {
				if code := client.CloseCode(); code != websocket.CloseMessageTooBig && code != websocket.CloseAbnormalClosure {
					t.Errorf("%d bytes end with %d", c.size, code)
				}
				continue
			}
			if got := client.Reply("room", "7").Get("status"); (got == "ok") != (c.size < 3_072_500) {
				t.Errorf("%d bytes are answered %v", c.size, got)
			}
			_ = client.Conn.Close()
		}
	}
	g.survived()
}

// made makes up JSON of any kind.
func made(random *rand.Rand, depth int) any {
	words := []string{"", "true", "*", "INSERT", "public", "__proto__", "id=eq.1", "a,b", "\x00", "\u202e", "é", strings.Repeat("x", 300), "sb_x", "track", "1e999"}
	switch random.IntN(9 - depth) {
	case 0:
		return nil
	case 1:
		return random.IntN(2) == 0
	case 2:
		return random.NormFloat64() * 1e6
	case 3, 4, 5:
		return words[random.IntN(len(words))]
	case 6:
		list := make([]any, random.IntN(4))
		for i := range list {
			list[i] = made(random, depth+1)
		}
		return list
	}
	object := map[string]any{}
	for range random.IntN(4) {
		object[names[random.IntN(len(names))]] = made(random, depth+1)
	}
	return object
}

// names are the names with a meaning for the server, or for a client.
var names = []string{
	"config", "broadcast", "presence", "postgres_changes", "private", "key", "enabled", "ack", "self", "replay", "since", "limit",
	"event", "schema", "table", "filter", "select", "payload", "type", "ids", "phx_ref", "access_token", "wait", "timeout", "meta", "__proto__",
}

// mutated is a good payload in which some of the values are made up.
func mutated(random *rand.Rand, value any) any {
	if random.IntN(6) == 0 {
		return made(random, 0)
	}
	switch at := value.(type) {
	case map[string]any:
		for name := range at {
			at[name] = mutated(random, at[name])
		}
		if random.IntN(4) == 0 {
			at[names[random.IntN(len(names))]] = made(random, 1)
		}
	case []any:
		for i := range at {
			at[i] = mutated(random, at[i])
		}
	}
	return value
}

// TestRealtimeRubbishInFields: whatever stands in a field, everybody else's frames
// are such that a stock client lives on.
func TestRealtimeRubbishInFields(t *testing.T) {
	t.Parallel()
	g := besiegeRealtime(t, loose...)
	good := map[string]string{
		"phx_join": `{"access_token":"x","config":{"private":false,"broadcast":{"ack":true,"self":true,"replay":{"since":1,"limit":2}},
			"presence":{"key":"k","enabled":true},"postgres_changes":[{"event":"*","schema":"public","table":"books","filter":"id=eq.1","select":["id"]}],
			"postgres_changes_options":{"wait":true,"timeout":5}}}`,
		"broadcast":    `{"type":"broadcast","event":"e","payload":{"a":1}}`,
		"presence":     `{"type":"presence","event":"track","payload":{"a":1}}`,
		"access_token": `{"access_token":"x"}`,
		"phx_leave":    `{}`,
		"nothing":      `{}`,
	}
	events := []string{"phx_join", "broadcast", "broadcast", "presence", "presence", "access_token", "phx_leave", "nothing"}
	var busy sync.WaitGroup
	for _, vsn := range []string{apptest.Version1, apptest.Version2} {
		listener, c := g.Realtime(t, vsn), g.Realtime(t, vsn)
		listener.MustJoin("room", asks(`{"presence":{"enabled":true}}`))
		busy.Go(func() {
			random := rand.New(rand.NewPCG(6, uint64(len(vsn))))
			for n := range 1500 {
				event := events[random.IntN(len(events))]
				var payload any
				if err := json.Unmarshal([]byte(good[event]), &payload); err != nil {
					t.Error(err)
				}
				text, err := json.Marshal(mutated(random, payload))
				if err != nil {
					t.Error(err)
				}
				if n%20 == 0 {
					c.Push("room", "phx_join", `{}`)
				}
				c.Push("room", event, string(text))
				if n%50 == 0 {
					c.Heartbeat()
				}
			}
			c.Heartbeat()
			c.MustJoin("room", "")
			listener.Heartbeat()
			_ = c.Conn.Close()
			_ = listener.Conn.Close()
		})
	}
	busy.Wait()
	g.survived()
}

// raw is a connection on which the websocket is spoken by hand.
func (r *realtimeTarget) raw(t *testing.T) (net.Conn, *bufio.Reader) {
	t.Helper()
	conn := r.open(t, "GET /realtime/v1/websocket?vsn=2.0.0&apikey="+r.AnonKey+" HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"+
		"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
	reader := bufio.NewReader(conn)
	answer, err := http.ReadResponse(reader, nil)
	if err != nil || answer.StatusCode != http.StatusSwitchingProtocols {
		t.Fatalf("open a socket by hand: %v %v", answer, err)
	}
	return conn, reader
}

// masked is a client's frame. first is its first byte: FIN and opcode.
func masked(first byte, payload string) string {
	frame := []byte{first, 0x80 | 127}
	frame = binary.BigEndian.AppendUint64(frame, uint64(len(payload)))
	return string(append(append(frame, 0, 0, 0, 0), payload...)) // masked with zeros, which changes nothing
}

// TestRealtimeBrokenWebsockets: what breaks the protocol ends the socket, and what
// never ends is bounded.
func TestRealtimeBrokenWebsockets(t *testing.T) {
	t.Parallel()
	g := besiegeRealtime(t)
	for _, c := range []struct{ name, wire string }{
		{"a frame that is not masked", "\x81\x02{}"},
		{"reserved bits", "\xf1\x82\x00\x00\x00\x00{}"},
		{"a reserved opcode", "\x83\x82\x00\x00\x00\x00{}"},
		{"a continuation of nothing", "\x80\x82\x00\x00\x00\x00{}"},
		{"a message within a message", masked(0x01, "[") + masked(0x81, "[")},
		{"a ping in parts", masked(0x09, "x")},
		{"a ping that is too long", masked(0x89, strings.Repeat("x", 126))},
		{"a length without end", "\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff\x00\x00\x00\x00"},
		{"a negative length", "\x81\xff\xff\xff\xff\xff\xff\xff\xff\xff\x00\x00\x00\x00"},
		{"parts without end", masked(0x01, "[") + strings.Repeat(masked(0x00, strings.Repeat("x", 60_000)), 90)},
		{"a close with half a code", masked(0x88, "\x03")},
		{"a close with a code that is none", masked(0x88, "\x00\x01")},
		{"a close", masked(0x88, "\x03\xe8bye")},
	} {
		conn, reader := g.raw(t)
		_ = conn.SetDeadline(time.Now().Add(apptest.Timeout))
		_, _ = io.WriteString(conn, c.wire) // which fails where the end comes first
		if _, err := io.Copy(io.Discard, reader); err != nil && !isReset(err) {
			t.Errorf("%s: the socket does not end: %v", c.name, err)
		}
	}
	g.survived()
}

func isReset(err error) bool { return strings.Contains(err.Error(), "reset by peer") }

package realtime

import (
	"bufio"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/token"
)

// BenchmarkIdleSockets tells what a socket with one channel holds when it is idle,
// its client's end in the same process included (about 1 kB).
func BenchmarkIdleSockets(b *testing.B) {
	const sockets = 2000
	keys, err := token.New(token.Options{Secret: strings.Repeat("s", 32)})
	if err != nil {
		b.Fatal(err)
	}
	key, err := keys.Sign(map[string]any{"role": "anon", "exp": time.Now().Add(time.Hour).Unix()})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		s := New(Options{
			Log: slog.New(slog.NewTextHandler(io.Discard, nil)), Verify: keys.WithRules(token.Rules{}).Verify,
			Limits: Limits{Joins: sockets},
		})
		server := httptest.NewServer(http.StripPrefix("/realtime/v1", s))
		before := inUse()
		conns := make([]net.Conn, sockets)
		for i := range conns {
			conns[i] = idleSocket(b, server.Listener.Addr().String(), key, i)
		}
		b.ReportMetric(float64(inUse()-before)/sockets, "B/socket")
		b.ReportMetric(float64(runtime.NumGoroutine())/sockets, "goroutines/socket")
		for _, conn := range conns {
			_ = conn.Close()
		}
		s.Close()
		server.Close()
	}
}

func inUse() uint64 {
	runtime.GC()
	runtime.GC() // what the pools held goes at the second
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc + m.StackInuse
}

// idleSocket opens a socket and joins a topic, and keeps nothing but the
// connection.
func idleSocket(b *testing.B, address, key string, i int) net.Conn {
	b.Helper()
	conn, err := net.Dial("tcp", address)
	if err != nil {
		b.Fatal(err)
	}
	_, err = fmt.Fprintf(conn, "GET /realtime/v1/websocket?vsn=2.0.0&apikey=%s HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\n"+
		"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nOrigin: http://x\r\n"+
		"User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36\r\n\r\n", key)
	if err != nil {
		b.Fatal(err)
	}
	reader := bufio.NewReaderSize(conn, 512)
	answer, err := http.ReadResponse(reader, nil)
	if err != nil || answer.StatusCode != http.StatusSwitchingProtocols {
		b.Fatalf("%v %v", answer, err)
	}
	text := fmt.Sprintf(`["1","1","realtime:room %d","phx_join",{"config":{"broadcast":{"ack":false,"self":false},"presence":{"key":"","enabled":false},"private":false}}]`, i)
	frame := append([]byte{0x81, 0x80 | 126, byte(len(text) >> 8), byte(len(text)), 0, 0, 0, 0}, text...)
	if _, err := conn.Write(frame); err != nil {
		b.Fatal(err)
	}
	head := make([]byte, 2)
	if _, err := io.ReadFull(reader, head); err != nil {
		b.Fatal(err)
	}
	if _, err := reader.Discard(int(head[1])); err != nil {
		b.Fatal(err)
	}
	return conn
}

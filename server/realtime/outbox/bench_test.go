package outbox

import (
	"io"
	"net"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/realtime/protocol"
)

// BenchmarkOutboxes sends one frame of 200 bytes to 1,000 sockets over TCP, whose
// far ends read in this process: at once, and 150 times a second. The first tells
// how fast it can be, the second what a message costs where nothing waits.
func BenchmarkOutboxes(b *testing.B) {
	const sockets = 1000
	frame := protocol.Text(protocol.V2, protocol.Header{Topic: "realtime:room", Event: "broadcast"}, []byte(`{"x":"`+strings.Repeat("x", 140)+`"}`))
	for _, c := range []struct {
		name  string
		pause time.Duration
	}{{"at once", 0}, {"150 a second", time.Second / 150}} {
		b.Run(c.name, func(b *testing.B) {
			var arrived atomic.Int64
			boxes := make([]*Box, sockets)
			for i := range boxes {
				boxes[i] = connected(b, &arrived)
			}
			var ticks <-chan time.Time
			if c.pause > 0 {
				ticker := time.NewTicker(c.pause)
				defer ticker.Stop()
				ticks = ticker.C
			}
			started, sent := cpuTime(b), int64(0)
			for b.Loop() {
				for _, box := range boxes {
					box.Push(frame)
				}
				sent += sockets
				if ticks != nil {
					<-ticks
				}
				for ticks == nil && sent-arrived.Load()/int64(len(frame)) > 100*sockets { // let nobody overflow
					time.Sleep(10 * time.Microsecond)
				}
			}
			for arrived.Load() < sent*int64(len(frame)) {
				time.Sleep(10 * time.Microsecond)
			}
			b.ReportMetric(float64(cpuTime(b)-started)/float64(sent), "cpu-ns/msg")
			b.ReportMetric(float64(sent)/b.Elapsed().Seconds(), "msg/s")
		})
	}
}

// connected is a box whose far end counts what it reads.
func connected(b *testing.B, arrived *atomic.Int64) *Box {
	b.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = listener.Close() }()
	near, err := net.Dial("tcp", listener.Addr().String())
	if err != nil {
		b.Fatal(err)
	}
	far, err := listener.Accept()
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _, _ = near.Close(), far.Close() })
	go func() { _, _ = io.Copy(counting{arrived}, far) }()
	return &Box{Conn: near, Bounds: Bounds{Most: Size{1024, 4 << 20}, All: &total{most: 512 << 20}, Fair: 256 << 10}}
}

type counting struct{ n *atomic.Int64 }

func (c counting) Write(p []byte) (int, error) {
	c.n.Add(int64(len(p)))
	return len(p), nil
}

package realtime

import (
	"io"
	"net"
	"strings"
	"sync/atomic"
	"syscall"
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
			boxes := make([]*outbox, sockets)
			for i := range boxes {
				boxes[i] = connectedOutbox(b, &arrived)
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
					box.push(frame)
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

// connectedOutbox is a box whose far end counts what it reads.
func connectedOutbox(b *testing.B, arrived *atomic.Int64) *outbox {
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
	go func() { _, _ = io.Copy(byteCounter{arrived}, far) }()
	return &outbox{conn: near, limit: queueSize{1024, 4 << 20}, all: &budget{limit: 512 << 20}, fairShare: 256 << 10, written: new(atomic.Int64)}
}

type byteCounter struct{ n *atomic.Int64 }

func (b byteCounter) Write(p []byte) (int, error) {
	b.n.Add(int64(len(p)))
	return len(p), nil
}

// cpuTime is the CPU time of the process so far: unlike the clock it does not count
// what other programs did meanwhile.
func cpuTime(b *testing.B) time.Duration {
	b.Helper()
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		b.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

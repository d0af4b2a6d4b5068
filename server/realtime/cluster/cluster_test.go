package cluster

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

const patience = 30 * time.Second

// freePort is one of loopback that nobody has, for who gives it back and takes it
// again. It lies below those that the system gives to whoever asks for any (Linux:
// from 32768), so that no other test gets in between.
func freePort(t *testing.T) int {
	t.Helper()
	for {
		port := 20000 + rand.IntN(12000)
		listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", fmt.Sprintf("127.0.0.1:%d", port))
		if err != nil {
			continue
		}
		_ = listener.Close()
		return port
	}
}

// startNATS runs a NATS on a port that is free, or on that one.
func startNATS(t testing.TB, change ...func(*server.Options)) *server.Server {
	t.Helper()
	o := &server.Options{Host: "127.0.0.1", Port: -1, NoLog: true, NoSigs: true}
	for _, c := range change {
		c(o)
	}
	s, err := server.NewServer(o)
	if err != nil {
		t.Fatal(err)
	}
	go s.Start()
	if !s.ReadyForConnections(patience) {
		t.Fatal("NATS does not start")
	}
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	return s
}

// far is a node that says what it hears.
type far struct {
	*Cluster
	heard chan string
	ticks chan time.Time
	log   signals
	stop  func()
}

func (f *far) Broadcast(m Broadcast) {
	f.heard <- fmt.Sprintf("%s %v %d %s %s %d", m.Topic, m.Private, m.Kind, m.Event, m.Meta, len(m.Payload))
}

func (f *far) Joined(m *Member) { f.heard <- "came " + m.Key + " " + m.Ref + " " + string(m.Payload) }

func (f *far) Updated(m *Member) {
	f.heard <- "changed " + m.Key + " " + m.Ref + " " + string(m.Payload)
}
func (f *far) Left(m *Member) { f.heard <- "gone " + m.Key }

// node runs one until the test's end; its connection is there.
func node(t testing.TB, url, installation string) *far {
	t.Helper()
	f := &far{heard: make(chan string, 100_000), ticks: make(chan time.Time)}
	f.log = signals{lines: make(chan string, 1000)}
	f.Cluster = New(Options{URL: url, Installation: installation, Log: slog.New(slog.NewTextHandler(f.log, nil)), Handler: f, Ticks: f.ticks})
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() { defer close(ended); f.Run(ctx) }()
	f.stop = func() { stop(); <-ended }
	t.Cleanup(f.stop)
	f.log.wait(t, "connected to NATS")
	return f
}

// signals is a log that can be waited for.
type signals struct{ lines chan string }

func (s signals) Write(p []byte) (int, error) {
	s.lines <- string(p)
	return len(p), nil
}

func (s signals) wait(t testing.TB, text string) {
	t.Helper()
	limit := time.After(patience)
	for {
		select {
		case line := <-s.lines:
			if strings.Contains(line, text) {
				return
			}
		case <-limit:
			t.Fatalf("%q was not logged", text)
		}
	}
}

func (f *far) expect(t testing.TB, want ...string) {
	t.Helper()
	f.expectOf(t, nil, want...)
}

// expectOf is expect of what another says when it beats.
func (f *far) expectOf(t testing.TB, other *far, want ...string) {
	t.Helper()
	limit := time.After(patience)
	var soon <-chan time.Time
	if other != nil {
		ticker := time.NewTicker(10 * time.Millisecond)
		defer ticker.Stop()
		soon = ticker.C
	}
	got := []string{}
	for len(got) < len(want) {
		select {
		case one := <-f.heard:
			got = append(got, one)
		case <-soon:
			f.mayAskAgain()
			other.ticks <- time.Time{}
		case <-limit:
			t.Fatalf("heard %q, want %q", got, want)
		}
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Fatalf("heard %q, want %q", got, want)
	}
}

// mayAskAgain does what a tick does, except counting silent nodes.
func (f *far) mayAskAgain() {
	f.peers.mu.Lock()
	defer f.peers.mu.Unlock()
	for _, p := range f.peers.of {
		p.requested = false
	}
}

func ada(ref, payload string) Member {
	return Member{Topic: "rööm", Key: "ada", Ref: ref, Payload: []byte(payload)}
}

func guest(key, ref string) Member {
	return Member{Topic: "room", Key: key, Ref: ref, Payload: []byte(`{}`)}
}

func TestBroadcastsCross(t *testing.T) {
	t.Parallel()
	url := startNATS(t).ClientURL()
	a, b, stranger := node(t, url, "one"), node(t, url, "one"), node(t, url, "two")
	a.Publish(Broadcast{Topic: "rööm \"山\"", Private: true, Kind: 3, Event: "é", Meta: []byte("{}"), Payload: []byte{0, 255}})
	a.Publish(Broadcast{Topic: "room", Payload: bytes.Repeat([]byte("x"), 4_800_000)}) // as large as may be configured
	b.expect(t, "rööm \"山\" true 3 é {} 2", "room false 0   4800000")
	b.Publish(Broadcast{Topic: "back"})
	a.expect(t, "back false 0   0") // and nothing of its own before that
	stranger.Publish(Broadcast{Topic: "other"})
	b.Publish(Broadcast{Topic: "last"})
	a.expect(t, "last false 0   0")
	if len(stranger.heard) > 0 || len(b.heard) > 0 {
		t.Errorf("another installation heard %d, and a node %d of its own or another's", len(stranger.heard), len(b.heard))
	}
	if got := a.Status(); !got.Connected || got.Dropped != 0 {
		t.Errorf("the status is %+v", got)
	}
}

func TestASmallMaxPayload(t *testing.T) {
	t.Parallel()
	url := startNATS(t, func(o *server.Options) { o.MaxPayload = 2048 }).ClientURL()
	a, b := node(t, url, "one"), node(t, url, "one")
	a.Publish(Broadcast{Topic: "room", Payload: make([]byte, 1_000_000)})
	b.expect(t, "room false 0   1000000")
}

func TestPresenceCrosses(t *testing.T) {
	t.Parallel()
	url := startNATS(t).ClientURL()
	a, b := node(t, url, "one"), node(t, url, "one")
	a.Track("ada", ada("a.1", `{}`))
	b.expect(t, "came ada a.1 {}")
	a.Track("ada", ada("a.2", `{"n":2}`))
	b.expect(t, `changed ada a.2 {"n":2}`)
	late := node(t, url, "one")
	late.expectOf(t, a, `came ada a.2 {"n":2}`)
	a.Leave("ada")
	a.Leave("ada")
	b.expect(t, "gone ada")
	late.expect(t, "gone ada")
}

func TestALargeState(t *testing.T) {
	t.Parallel()
	url := startNATS(t).ClientURL()
	a := node(t, url, "one")
	var want []string
	for i := range 3000 {
		m := Member{Topic: fmt.Sprint("room", i%7), Key: fmt.Sprint("key", i), Ref: "r", Payload: []byte(`"` + strings.Repeat("x", 500) + `"`)}
		a.Track(i, m)
		want = append(want, "came "+m.Key+" r "+string(m.Payload))
	}
	node(t, url, "one").expect(t, want...) // at its hello, without a beat
}

// A change that got lost is noticed at the next change or beat, and healed.
func TestLostChangeIsRepaired(t *testing.T) {
	t.Parallel()
	url := startNATS(t).ClientURL()
	a, b := node(t, url, "one"), node(t, url, "one")
	a.Track(1, ada("a.1", `{}`))
	b.expect(t, "came ada a.1 {}")
	b.Track(1, guest("cy", "b.1"))
	a.expect(t, "came cy b.1 {}") // and a has answered the hello of b
	lose := func(change func()) {
		a.queue.mu.Lock()
		a.queue.bytes += maxQueued // as if NATS were too slow
		a.queue.mu.Unlock()
		change()
		a.queue.mu.Lock()
		a.queue.bytes -= maxQueued
		a.queue.mu.Unlock()
	}
	lose(func() { a.Leave(1) })
	if a.Status().Dropped != 1 {
		t.Errorf("dropped %d, want 1", a.Status().Dropped)
	}
	a.Track(2, guest("bob", "a.2"))
	b.expectOf(t, a, "gone ada", "came bob a.2 {}")
	lose(func() { a.Leave(2) })
	b.expectOf(t, a, "gone bob")
}

// A node that ends says so; of one that is cut off the others notice it.
func TestNodesThatEnd(t *testing.T) {
	t.Parallel()
	nats := startNATS(t)
	a, b, c := node(t, nats.ClientURL(), "one"), node(t, nats.ClientURL(), "one"), node(t, nats.ClientURL(), "one")
	a.Track(1, ada("a.1", `{}`))
	b.Track(1, guest("bob", "b.1"))
	c.expect(t, "came ada a.1 {}", "came bob b.1 {}")
	a.stop()
	c.expect(t, "gone ada")
	if len(a.log.lines) > 0 {
		t.Errorf("at its end it said %q", <-a.log.lines)
	}
	c.Track(1, guest("cy", "c.1"))
	b.expect(t, "came ada a.1 {}", "gone ada", "came cy c.1 {}")
	b.Track(1, guest("bob", "b.2"))
	c.expect(t, "changed bob b.2 {}")   // and b has nothing more to answer
	for range maxMissedHeartbeats + 1 { // b does not beat
		c.ticks <- time.Time{}
	}
	c.expect(t, "gone bob")
	if got := c.Status().Nodes; got != 0 {
		t.Errorf("%d nodes are known, want 0", got)
	}
	c.expectOf(t, b, "came bob b.2 {}")
}

// NATS goes and comes back: presence is as it ought to be, broadcasts of meanwhile
// are lost, those after it cross.
func TestNATSIsRestarted(t *testing.T) {
	t.Parallel()
	there := freePort(t)
	at := func(o *server.Options) { o.Port = there }
	nats := startNATS(t, at)
	a, b := node(t, nats.ClientURL(), "one"), node(t, nats.ClientURL(), "one")
	a.Track(1, ada("a.1", `{}`))
	b.expect(t, "came ada a.1 {}")
	nats.Shutdown()
	nats.WaitForShutdown()
	until(t, func() bool { return !a.Status().Connected && !b.Status().Connected })
	a.Leave(1)
	a.Track(2, guest("bob", "a.2"))
	a.Publish(Broadcast{Topic: "lost"})
	until(t, func() bool { return a.Status().Dropped == 1 })
	startNATS(t, at)
	b.expectOf(t, a, "gone ada", "came bob a.2 {}")
	until(t, func() bool { return a.Status().Connected })
	a.Publish(Broadcast{Topic: "found"})
	b.expect(t, "found false 0   0")
}

// until asks again and again.
func until(t testing.TB, good func() bool) {
	t.Helper()
	limit := time.After(patience)
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for !good() {
		select {
		case <-tick.C:
		case <-limit:
			t.Fatal("it does not become so")
		}
	}
}

// Without NATS no call blocks, and closing takes no time.
func TestWithoutNATS(t *testing.T) {
	t.Parallel()
	f := &far{}
	log := signals{lines: make(chan string, 1000)}
	f.Cluster = New(Options{URL: "nats://127.0.0.1:1", Installation: "one", Log: slog.New(slog.NewTextHandler(log, nil)), Handler: f})
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { defer close(ended); f.Run(ctx) }()
	log.wait(t, "cannot reach NATS")
	f.Track(1, ada("a.1", `{}`))
	for range 100 {
		f.Publish(Broadcast{Topic: "room", Payload: make([]byte, 1<<20)})
	}
	until(t, func() bool { return f.Status().Dropped == 100 })
	stop()
	<-ended
	var none *Cluster
	none.Publish(Broadcast{})
	none.Track(1, Member{})
	none.Leave(1)
	none.Run(t.Context())
	if none.Status() != nil {
		t.Error("no bus has a status")
	}
}

func TestCheck(t *testing.T) {
	t.Parallel()
	for _, good := range []string{"nats://a", "nats://u:p@a:4222, tls://b:4222", "wss://a/x"} {
		if err := Check(good); err != nil {
			t.Errorf("%s: %v", good, err)
		}
	}
	for _, bad := range []string{"a:4222", "http://a", "nats://", "nats://u:pass%zz@a", "nats://a,", "nats://a:port"} {
		if err := Check(bad); err == nil || strings.Contains(err.Error(), "pass") {
			t.Errorf("%s: %v", bad, err)
		}
	}
}

// Messages of 200 bytes from one node to another, a thousand at a time.
func BenchmarkPublish(b *testing.B) {
	url := startNATS(b).ClientURL()
	near, far := node(b, url, "one"), node(b, url, "one")
	m := Broadcast{Topic: "room", Event: "e", Payload: make([]byte, 200)}
	b.ReportAllocs()
	for b.Loop() {
		for range 1000 {
			near.Publish(m)
		}
		for range 1000 {
			<-far.heard
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/1000, "ns/message")
}

// Malformed messages on the subjects close nothing and add no member.
func FuzzRubbish(f *testing.F) {
	f.Add([]byte("0123456789abcdef\x00\x01c\x01\x01\x00\x01r\x01k\x01f\x02{}"))
	f.Add([]byte("0123456789abcdef\x00\x02s\x01\x00\x01"))
	f.Fuzz(func(t *testing.T, data []byte) {
		far := &far{heard: make(chan string, 10_000)}
		far.Cluster = New(Options{Log: slog.New(slog.NewTextHandler(io.Discard, nil)), Handler: far})
		parts := &reassembly{of: map[string]*fragments{}}
		for range 2 {
			if node, whole, ok := parts.take(data); ok {
				far.takeBroadcast(node, whole)
				far.takePresence(node, whole)
			}
		}
		if len(far.peers.of) > 1 {
			t.Error("one node became several")
		}
	})
}

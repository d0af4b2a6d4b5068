// Package bus joins the nodes of one installation over NATS: what is broadcast on
// one crosses to the others at most once, and each holds who is present on the
// others, which heals by itself after anything was lost. It refuses an address
// that is none, and drops what NATS is too slow for, or what it is away for.
//
// NATS is trusted: whoever may publish on the installation's subjects is a node.
package bus

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
)

// Options are what a bus has to know.
type Options struct {
	// URL is one address of NATS or several, with commas between. It may hold a
	// password.
	URL string
	// Installation tells those apart that share a NATS: letters and digits.
	Installation string
	Log          *slog.Logger
	// Into is told what comes from other nodes.
	Into Sink
	// Ticks say when to beat. Defaults to one each Beat; tests give their own.
	Ticks <-chan time.Time
}

// Sink is told what comes from other nodes. It must not block. A member is the
// same pointer from Came to Gone; broadcasts come on one goroutine, members on
// others, one at a time.
type Sink interface {
	Broadcast(m Broadcast)
	Came(m *Member)
	// Changed says that a member's Ref and Payload are others now.
	Changed(m *Member)
	Gone(m *Member)
}

// Status is how the bus is.
type Status struct {
	Connected bool `json:"connected"`
	// Nodes are the others that are known.
	Nodes int `json:"nodes"`
	// Dropped are messages that found no room, came too fast or could not be read,
	// and broadcasts for which NATS was away, since the start.
	Dropped int64 `json:"dropped"`
}

// Bus is this node's end. A nil one is no bus: it takes everything and does nothing.
type Bus struct {
	Options
	node      string
	queue     *queue
	connected atomic.Bool
	nodes     atomic.Int64
	dropped   atomic.Int64
	complaint quiet
	ledger    ledger
	peers     peers
}

const (
	// Beat is how often a node says that it is there.
	Beat = 2 * time.Second
	// silence is after how many beats that did not come a node is gone.
	silence = 3
	// reconnectWait is the pause between two attempts to reach NATS.
	reconnectWait = 500 * time.Millisecond
	// dialTime bounds one.
	dialTime = 2 * time.Second
	// goodbyeTime is how long the last messages may take.
	goodbyeTime = time.Second
)

var errAddress = errors.New("use nats://host:4222 or tls://host:4222, several with commas between")

// Check tells whether NATS can be reached under such an address, in words that do
// not repeat it: it may hold a password.
func Check(addresses string) error {
	for one := range strings.SplitSeq(addresses, ",") {
		u, err := url.Parse(strings.TrimSpace(one))
		if err != nil || u.Hostname() == "" || !strings.Contains(" nats tls ws wss ", " "+u.Scheme+" ") {
			return errAddress
		}
	}
	return nil
}

// New makes a bus. It does nothing yet: Run does.
func New(o Options) *Bus {
	b := &Bus{Options: o, node: rand.Text()[:nodeSize], queue: newQueue()}
	b.peers.of = map[string]*peer{}
	b.ledger.members = map[any]*Member{}
	return b
}

// Publish sends a broadcast to the other nodes. It never waits.
func (b *Bus) Publish(m Broadcast) {
	if b != nil {
		b.send(broadcasts, m.append(nil), mostQueued)
	}
}

// Status is how the bus is; nil where there is none.
func (b *Bus) Status() *Status {
	if b == nil {
		return nil
	}
	return &Status{Connected: b.connected.Load(), Nodes: int(b.nodes.Load()), Dropped: b.dropped.Load()}
}

// Run keeps the bus connected until ctx ends, and says goodbye then.
func (b *Bus) Run(ctx context.Context) {
	if b == nil {
		return
	}
	conn, err := b.connect()
	if err != nil {
		b.queue.close()
		b.Log.ErrorContext(ctx, "realtime: there is no bus to other nodes", "error", err)
		return
	}
	var parts sync.WaitGroup
	parts.Go(func() { b.write(conn) })
	parts.Go(func() { b.tick(ctx) })
	<-ctx.Done()
	b.send(presences, []byte{goodbye}, mostQueued)
	b.queue.close()
	parts.Wait()
	if b.connected.Load() {
		_ = conn.FlushTimeout(goodbyeTime)
	}
	conn.Close()
}

// connect begins to connect, for as long as it takes.
func (b *Bus) connect() (*nats.Conn, error) {
	var away atomic.Bool
	subscribed := make(chan struct{})
	defer close(subscribed)
	back := func(conn *nats.Conn) {
		<-subscribed
		_ = conn.FlushTimeout(dialTime) // from here on nothing of the others is missed
		b.connected.Store(true)
		away.Store(false)
		b.Log.Info("realtime: connected to NATS")
		b.send(presences, []byte{hello}, mostQueued)
	}
	lost := func(conn *nats.Conn, err error) {
		b.connected.Store(false)
		if !conn.IsClosed() && !away.Swap(true) {
			b.Log.Warn("realtime: NATS is away; other nodes hear nothing until it is back", "error", err)
		}
	}
	conn, err := nats.Connect(b.URL,
		nats.Name("toubkal"), nats.NoEcho(), nats.Timeout(dialTime), nats.RetryOnFailedConnect(true),
		nats.MaxReconnects(-1), nats.ReconnectWait(reconnectWait), nats.IgnoreAuthErrorAbort(),
		nats.ReconnectBufSize(-1), // what is sent while it is away does not cross later
		nats.PingInterval(5*time.Second), nats.FlusherTimeout(10*time.Second),
		nats.ConnectHandler(back), nats.ReconnectHandler(back), nats.DisconnectErrHandler(lost),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { b.drop("NATS complains", err) }),
	)
	if err != nil {
		return nil, errAddress // theirs may repeat it
	}
	if err := b.subscribe(conn); err != nil {
		conn.Close()
		return nil, err
	}
	if !conn.IsConnected() {
		b.Log.Warn("realtime: NATS cannot be reached; other nodes hear nothing until it can")
	}
	return conn, nil
}

func (b *Bus) subscribe(conn *nats.Conn) error {
	for s, take := range map[subject]func(string, []byte){broadcasts: b.takeBroadcast, presences: b.takePresence} {
		parts := &assembly{of: map[string]*partial{}}
		sub, err := conn.Subscribe(b.subject(s), func(m *nats.Msg) {
			if node, data, ok := parts.take(m.Data); ok && node != b.node {
				take(node, data)
			}
		})
		if err == nil {
			err = sub.SetPendingLimits(mostReceived, mostReceivedBytes)
		}
		if err != nil {
			return fmt.Errorf("subscribe to %s: %w", b.subject(s), err)
		}
	}
	return nil
}

func (b *Bus) subject(s subject) string { return "toubkal." + b.Installation + "." + string(s) }

func (b *Bus) takeBroadcast(_ string, data []byte) {
	m, ok := readBroadcast(data)
	if !ok {
		b.drop("a broadcast of another node cannot be read", nil)
		return
	}
	b.Into.Broadcast(m)
}

// drop counts a message that is lost, and says so from time to time.
func (b *Bus) drop(why string, err error) {
	b.dropped.Add(1)
	if b.complaint.may(time.Now()) {
		b.Log.Warn("realtime: messages between nodes are lost: "+why, "error", err, "dropped", b.dropped.Load())
	}
}

// quiet allows one line in complaintEvery.
type quiet struct{ next atomic.Int64 }

const complaintEvery = 10 * time.Second

func (q *quiet) may(now time.Time) bool {
	next := q.next.Load()
	return now.UnixNano() >= next && q.next.CompareAndSwap(next, now.Add(complaintEvery).UnixNano())
}

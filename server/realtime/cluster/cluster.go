// Package bus joins the nodes of one installation over NATS: what is broadcast on
// one crosses to the others at most once, and each holds who is present on the
// others, which heals by itself after anything was lost. It refuses an address
// that is none, and drops what NATS is too slow for, or what it is away for.
//
// NATS is trusted: whoever may publish on the installation's subjects is a node.
package cluster

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
	// Handler is told what comes from other nodes.
	Handler Handler
	// Ticks say when to beat. Defaults to one each Beat; tests give their own.
	Ticks <-chan time.Time
}

// Handler is told what comes from other nodes. It must not block. A member is the
// same pointer from Came to Gone; broadcasts come on one goroutine, members on
// others, one at a time.
type Handler interface {
	Broadcast(m Broadcast)
	Joined(m *Member)
	// Updated says that a member's Ref and Payload are others now.
	Updated(m *Member)
	Left(m *Member)
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

// Cluster is this node's end. A nil one is no bus: it takes everything and does nothing.
type Cluster struct {
	Options
	node      string
	queue     *queue
	connected atomic.Bool
	nodes     atomic.Int64
	dropped   atomic.Int64
	dropLog   quiet
	local     localPresence
	peers     peers
}

const (
	// HeartbeatInterval is how often a node says that it is there.
	HeartbeatInterval = 2 * time.Second
	// maxMissedHeartbeats is after how many beats that did not come a node is gone.
	maxMissedHeartbeats = 3
	// reconnectWait is the pause between two attempts to reach NATS.
	reconnectWait = 500 * time.Millisecond
	// dialTimeout bounds one.
	dialTimeout = 2 * time.Second
	// flushTimeout is how long the last messages may take.
	flushTimeout = time.Second
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
func New(o Options) *Cluster {
	c := &Cluster{Options: o, node: rand.Text()[:nodeIDSize], queue: newQueue()}
	c.peers.of = map[string]*peer{}
	c.local.members = map[any]*Member{}
	return c
}

// Publish sends a broadcast to the other nodes. It never waits.
func (c *Cluster) Publish(m Broadcast) {
	if c != nil {
		c.send(broadcasts, m.append(nil), maxQueued)
	}
}

// Status is how the bus is; nil where there is none.
func (c *Cluster) Status() *Status {
	if c == nil {
		return nil
	}
	return &Status{Connected: c.connected.Load(), Nodes: int(c.nodes.Load()), Dropped: c.dropped.Load()}
}

// Run keeps the bus connected until ctx ends, and says goodbye then.
func (c *Cluster) Run(ctx context.Context) {
	if c == nil {
		return
	}
	conn, err := c.connect()
	if err != nil {
		c.queue.close()
		c.Log.ErrorContext(ctx, "realtime: there is no bus to other nodes", "error", err)
		return
	}
	var parts sync.WaitGroup
	parts.Go(func() { c.write(conn) })
	parts.Go(func() { c.tick(ctx) })
	<-ctx.Done()
	c.send(presences, []byte{opGoodbye}, maxQueued)
	c.queue.close()
	parts.Wait()
	if c.connected.Load() {
		_ = conn.FlushTimeout(flushTimeout)
	}
	conn.Close()
}

// connect begins to connect, for as long as it takes.
func (c *Cluster) connect() (*nats.Conn, error) {
	var away atomic.Bool
	subscribed := make(chan struct{})
	defer close(subscribed)
	back := func(conn *nats.Conn) {
		<-subscribed
		_ = conn.FlushTimeout(dialTimeout) // from here on nothing of the others is missed
		c.connected.Store(true)
		away.Store(false)
		c.Log.Info("realtime: connected to NATS")
		c.send(presences, []byte{opHello}, maxQueued)
	}
	lost := func(conn *nats.Conn, err error) {
		c.connected.Store(false)
		if !conn.IsClosed() && !away.Swap(true) {
			c.Log.Warn("realtime: NATS is away; other nodes hear nothing until it is back", "error", err)
		}
	}
	conn, err := nats.Connect(c.URL,
		nats.Name("toubkal"), nats.NoEcho(), nats.Timeout(dialTimeout), nats.RetryOnFailedConnect(true),
		nats.MaxReconnects(-1), nats.ReconnectWait(reconnectWait), nats.IgnoreAuthErrorAbort(),
		nats.ReconnectBufSize(-1), // what is sent while it is away does not cross later
		nats.PingInterval(5*time.Second), nats.FlusherTimeout(10*time.Second),
		nats.ConnectHandler(back), nats.ReconnectHandler(back), nats.DisconnectErrHandler(lost),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { c.drop("NATS complains", err) }),
	)
	if err != nil {
		return nil, errAddress // theirs may repeat it
	}
	if err := c.subscribe(conn); err != nil {
		conn.Close()
		return nil, err
	}
	if !conn.IsConnected() {
		c.Log.Warn("realtime: NATS cannot be reached; other nodes hear nothing until it can")
	}
	return conn, nil
}

func (c *Cluster) subscribe(conn *nats.Conn) error {
	for s, take := range map[subjectKind]func(string, []byte){broadcasts: c.takeBroadcast, presences: c.takePresence} {
		parts := &reassembly{of: map[string]*fragments{}}
		sub, err := conn.Subscribe(c.subject(s), func(m *nats.Msg) {
			if node, data, ok := parts.take(m.Data); ok && node != c.node {
				take(node, data)
			}
		})
		if err == nil {
			err = sub.SetPendingLimits(maxReceived, maxReceivedBytes)
		}
		if err != nil {
			return fmt.Errorf("subscribe to %s: %w", c.subject(s), err)
		}
	}
	return nil
}

func (c *Cluster) subject(s subjectKind) string { return "toubkal." + c.Installation + "." + string(s) }

func (c *Cluster) takeBroadcast(_ string, data []byte) {
	m, ok := readBroadcast(data)
	if !ok {
		c.drop("a broadcast of another node cannot be read", nil)
		return
	}
	c.Handler.Broadcast(m)
}

// drop counts a message that is lost, and says so from time to time.
func (c *Cluster) drop(why string, err error) {
	c.dropped.Add(1)
	if c.dropLog.may(time.Now()) {
		c.Log.Warn("realtime: messages between nodes are lost: "+why, "error", err, "dropped", c.dropped.Load())
	}
}

// quiet allows one line in complaintEvery.
type quiet struct{ next atomic.Int64 }

const complaintEvery = 10 * time.Second

func (q *quiet) may(now time.Time) bool {
	next := q.next.Load()
	return now.UnixNano() >= next && q.next.CompareAndSwap(next, now.Add(complaintEvery).UnixNano())
}

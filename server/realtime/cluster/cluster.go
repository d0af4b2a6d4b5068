// Package cluster connects the nodes of one installation over NATS: broadcasts reach
// the other nodes at most once, and each node holds the presence of the others, which
// is repaired after any loss. It refuses an invalid address, and drops messages while
// NATS is slow or disconnected.
//
// NATS is trusted: whoever may publish on the subjects of the installation is a node.
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

// Options of a Cluster.
type Options struct {
	// URL is one address of NATS or several, separated by commas. It may hold a
	// password.
	URL string
	// Installation separates installations that share a NATS: letters and digits.
	Installation string
	Log          *slog.Logger
	// Handler gets what other nodes send.
	Handler Handler
	// Ticks trigger heartbeats. Defaults to one per HeartbeatInterval; tests send
	// their own.
	Ticks <-chan time.Time
}

// Handler gets what other nodes send. It must not block. A member is the same pointer
// from Joined to Left; broadcasts come from one goroutine, members from others, one
// at a time.
type Handler interface {
	Broadcast(m Broadcast)
	Joined(m *Member)
	// Updated reports that Ref and Payload of a member have changed.
	Updated(m *Member)
	Left(m *Member)
}

// Status is the state of the connection to NATS.
type Status struct {
	Connected bool `json:"connected"`
	// Nodes are the others that are known.
	Nodes int `json:"nodes"`
	// Dropped are messages that found no room, came too fast or could not be read,
	// and broadcasts for which NATS was away, since the start.
	Dropped int64 `json:"dropped"`
}

// Cluster is this node. All methods of a nil Cluster are no-ops.
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
	// HeartbeatInterval is how often a node sends a heartbeat.
	HeartbeatInterval = 2 * time.Second
	// maxMissedHeartbeats is after how many missing heartbeats a node is removed.
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

// New makes a Cluster, which does nothing before Run.
func New(o Options) *Cluster {
	c := &Cluster{Options: o, node: rand.Text()[:nodeIDSize], queue: newQueue()}
	c.peers.of = map[string]*peer{}
	c.local.members = map[any]*Member{}
	return c
}

// Publish sends a broadcast to the other nodes. It never blocks.
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

// Run keeps the node connected until ctx ends, and announces its end then.
func (c *Cluster) Run(ctx context.Context) {
	if c == nil {
		return
	}
	conn, err := c.connect()
	if err != nil {
		c.queue.close()
		c.Log.ErrorContext(ctx, "cannot connect to other nodes", "error", err)
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
		c.Log.Info("connected to NATS")
		c.send(presences, []byte{opHello}, maxQueued)
	}
	lost := func(conn *nats.Conn, err error) {
		c.connected.Store(false)
		if !conn.IsClosed() && !away.Swap(true) {
			c.Log.Warn("disconnected from NATS; messages to other nodes are dropped", "error", err)
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
		c.Log.Warn("cannot reach NATS; messages to other nodes are dropped")
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

// drop counts a lost message, and logs it at most once in dropLogInterval.
func (c *Cluster) drop(why string, err error) {
	c.dropped.Add(1)
	if c.dropLog.may(time.Now()) {
		c.Log.Warn("messages between nodes dropped", "reason", why, "error", err, "dropped", c.dropped.Load())
	}
}

// quiet allows one log line in dropLogInterval.
type quiet struct{ next atomic.Int64 }

const dropLogInterval = 10 * time.Second

func (q *quiet) may(now time.Time) bool {
	next := q.next.Load()
	return now.UnixNano() >= next && q.next.CompareAndSwap(next, now.Add(dropLogInterval).UnixNano())
}

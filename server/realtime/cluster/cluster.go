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
	"golang.org/x/time/rate"
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
	// Nodes is the number of other nodes.
	Nodes int `json:"nodes"`
	// Dropped is the number of messages that were lost since the start: queues were full,
	// NATS was disconnected, or the message could not be read.
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
	dropLog   rate.Sometimes
	local     localPresence
	peers     peers
}

const (
	// HeartbeatInterval is the interval of the heartbeats of a node.
	HeartbeatInterval = 2 * time.Second
	// maxMissedHeartbeats is the number of missing heartbeats after which a node is removed.
	maxMissedHeartbeats = 3
	// reconnectWait is the wait between two attempts to connect to NATS.
	reconnectWait = 500 * time.Millisecond
	// dialTimeout bounds an attempt.
	dialTimeout = 2 * time.Second
	// flushTimeout bounds sending the last messages.
	flushTimeout = time.Second
)

var errAddress = errors.New("use nats://host:4222 or tls://host:4222, several with commas between")

// Check checks the form of addresses of NATS. The error does not repeat them: they may
// hold a password.
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
	c := &Cluster{Options: o, node: rand.Text()[:nodeIDSize], queue: newQueue(), dropLog: rate.Sometimes{Interval: dropLogInterval}}
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

// Status returns the current status; nil without a Cluster.
func (c *Cluster) Status() *Status {
	if c == nil {
		return nil
	}
	return &Status{Connected: c.connected.Load(), Nodes: int(c.nodes.Load()), Dropped: c.dropped.Load()}
}

// Run keeps the node connected until ctx ends, and then tells the others that it leaves.
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

// connect starts to connect, in the background, and subscribes.
func (c *Cluster) connect() (*nats.Conn, error) {
	var logged atomic.Bool // that it is disconnected
	subscribed := make(chan struct{})
	defer close(subscribed)
	onConnect := func(conn *nats.Conn) {
		<-subscribed
		_ = conn.FlushTimeout(dialTimeout) // after it, NATS knows the subscriptions
		c.connected.Store(true)
		logged.Store(false)
		c.send(presences, []byte{opHello}, maxQueued)
		c.Log.Info("connected to NATS")
	}
	onDisconnect := func(conn *nats.Conn, err error) {
		c.connected.Store(false)
		if !conn.IsClosed() && !logged.Swap(true) {
			c.Log.Warn("disconnected from NATS; messages to other nodes are dropped", "error", err)
		}
	}
	conn, err := nats.Connect(c.URL,
		nats.Name("toubkal"), nats.NoEcho(), nats.Timeout(dialTimeout), nats.RetryOnFailedConnect(true),
		nats.MaxReconnects(-1), nats.ReconnectWait(reconnectWait), nats.IgnoreAuthErrorAbort(),
		nats.ReconnectBufSize(-1), // nothing is sent late after a reconnect
		nats.PingInterval(5*time.Second), nats.FlusherTimeout(10*time.Second),
		nats.ConnectHandler(onConnect), nats.ReconnectHandler(onConnect), nats.DisconnectErrHandler(onDisconnect),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { c.drop("error of NATS", err) }),
	)
	if err != nil {
		return nil, errAddress // that of nats may repeat the password
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
	for kind, take := range map[subjectKind]func(string, []byte){broadcasts: c.takeBroadcast, presences: c.takePresence} {
		messages := &reassembly{of: map[string]*fragments{}}
		sub, err := conn.Subscribe(c.subject(kind), func(m *nats.Msg) {
			if node, data, ok := messages.take(m.Data); ok && node != c.node {
				take(node, data)
			}
		})
		if err == nil {
			err = sub.SetPendingLimits(maxReceived, maxReceivedBytes)
		}
		if err != nil {
			return fmt.Errorf("subscribe to %s: %w", c.subject(kind), err)
		}
	}
	return nil
}

func (c *Cluster) subject(kind subjectKind) string {
	return "toubkal." + c.Installation + "." + string(kind)
}

func (c *Cluster) takeBroadcast(_ string, data []byte) {
	m, ok := readBroadcast(data)
	if !ok {
		c.drop("malformed broadcast of another node", nil)
		return
	}
	c.Handler.Broadcast(m)
}

// dropLogInterval is the interval of log lines about dropped messages.
const dropLogInterval = 10 * time.Second

// drop counts a lost message.
func (c *Cluster) drop(why string, err error) {
	c.dropped.Add(1)
	c.dropLog.Do(func() {
		c.Log.Warn("messages between nodes dropped", "reason", why, "error", err, "dropped", c.dropped.Load())
	})
}

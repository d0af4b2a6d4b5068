package realtime

import (
	"cmp"
	"net/http"
	"slices"
	"time"

	"github.com/toubkal/toubkal/server/realtime/broadcast"
	"github.com/toubkal/toubkal/server/realtime/cluster"
	"github.com/toubkal/toubkal/server/realtime/fanout"
	"github.com/toubkal/toubkal/server/realtime/protocol"
	"github.com/toubkal/toubkal/server/token"
)

// subscriptionsStatus is the answer of GET /api/subscriptions: subscriptions and
// queues. Sizes are in bytes.
type subscriptionsStatus struct {
	fanout.Status
	Nodes       *cluster.Status    `json:"nodes,omitempty"` // absent without NATS
	Connections []connectionStatus `json:"connections"`
}

// connectionStatus is one socket.
type connectionStatus struct {
	ID       uint64          `json:"id"`
	Version  string          `json:"vsn"`
	Frames   int             `json:"queued_frames"`
	Bytes    int             `json:"queued_bytes"`
	Channels []channelStatus `json:"channels"`
}

// channelStatus is one topic of a socket.
type channelStatus struct {
	Topic    string                 `json:"topic"`
	State    string                 `json:"state"` // joining, joined
	Private  bool                   `json:"private"`
	Presence bool                   `json:"presence"`
	Role     string                 `json:"role"`
	Subject  string                 `json:"sub,omitempty"`
	Expires  time.Time              `json:"expires"`
	Changes  []fanout.BindingStatus `json:"postgres_changes"`
	// Problems are the bindings that do not work, and why.
	Problems []string `json:"problems,omitempty"`
}

// subscriptions answers the service role alone: the answer names all users.
func (s *Service) subscriptions(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	claims, err := s.caller(r)
	switch {
	case err != nil:
		broadcast.AnswerMessage(w, http.StatusUnauthorized, broadcast.Unauthorized)
	case claims.Role != token.ServiceRole:
		broadcast.AnswerMessage(w, http.StatusForbidden, "Forbidden: requires the service role")
	default:
		broadcast.Answer(w, http.StatusOK, s.status())
	}
}

// Metrics is the state of the service for monitoring. Counters begin with the program.
type Metrics struct {
	Connections, Channels       int64
	ReplicationConnected        bool
	ReplicationLag, RetainedWAL uint64 // bytes
	Inserts, Updates, Deletes   int64  // counters, of replication
	FilterQueries               int64  // counter
	RLSQueries                  int64  // counter
	RLSTime                     time.Duration
	RLSQueued                   int64 // changes
	FanoutQueued                int64 // changes
	FanoutDropped               int64 // counter of changes
	OutboxBytes                 int64
	OutboxFrames, SlowConsumers int64 // counters
	ClusterDropped              int64 // counter of messages
}

// Metrics returns the metrics at this moment.
func (s *Service) Metrics() Metrics {
	changes := s.changes.Metrics()
	m := Metrics{
		Connections: int64(s.sockets.len()), Channels: s.channels.Load(),
		ReplicationConnected: changes.Stream.Live, ReplicationLag: changes.Stream.Lag, RetainedWAL: changes.Stream.RetainedWAL,
		Inserts: changes.Inserts, Updates: changes.Updates, Deletes: changes.Deletes,
		FilterQueries: changes.FilterQueries, RLSQueries: changes.RLSQueries, RLSTime: changes.RLSTime,
		FanoutQueued: int64(changes.Stream.Waiting), FanoutDropped: changes.Stream.Dropped,
		OutboxBytes: s.budgets.queued.now.Load(), OutboxFrames: s.frames.Load(), SlowConsumers: s.slowConsumers.Load(),
	}
	for _, worker := range changes.Workers {
		m.RLSQueued += int64(worker.Waiting)
		m.FanoutDropped += worker.Dropped
	}
	if nodes := s.cluster.Status(); nodes != nil {
		m.ClusterDropped = nodes.Dropped
	}
	return m
}

func (s *Service) status() subscriptionsStatus {
	v := subscriptionsStatus{Status: s.changes.Status(), Nodes: s.cluster.Status()}
	for _, k := range s.sockets.all() {
		v.Connections = append(v.Connections, k.status())
	}
	slices.SortFunc(v.Connections, func(a, b connectionStatus) int { return cmp.Compare(a.ID, b.ID) })
	return v
}

func (s *socket) status() connectionStatus {
	waiting := s.out.queued()
	v := connectionStatus{
		ID: s.number, Version: s.serializer.String(), Frames: waiting.frames, Bytes: waiting.bytes, Channels: []channelStatus{},
	}
	for _, c := range s.joined() {
		v.Channels = append(v.Channels, c.status())
	}
	slices.SortFunc(v.Channels, func(a, b channelStatus) int { return cmp.Compare(a.Topic, b.Topic) })
	return v
}

func (c *channel) status() channelStatus {
	claims := c.claims.Load()
	v := channelStatus{
		Topic: protocol.Prefix + c.topic, State: "joining", Private: c.join.Private, Presence: c.hasPresence(),
		Role: claims.Role, Subject: claims.Subject, Expires: claims.Expires, Changes: []fanout.BindingStatus{},
	}
	if c.state.Load() != joined {
		return v
	}
	v.State = "joined"
	if c.subscription != nil {
		v.Changes, v.Problems = c.subscription.Status()
	}
	return v
}

package realtime

import (
	"cmp"
	"encoding/json"
	"net/http"
	"slices"
	"time"

	"github.com/toubkal/toubkal/server/realtime/cluster"
	"github.com/toubkal/toubkal/server/realtime/fanout"
	"github.com/toubkal/toubkal/server/realtime/protocol"
	"github.com/toubkal/toubkal/server/token"
)

// subscriptionsStatus is what GET /api/subscriptions answers: who listens to what,
// and what waits where. Sizes are in bytes.
type subscriptionsStatus struct {
	fanout.Status
	Nodes       *cluster.Status    `json:"nodes,omitempty"` // the way to the others; without NATS there are none
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
	// Problems say what of it does not work.
	Problems []string `json:"problems,omitempty"`
}

// subscriptions answers the service role alone: it shows who everybody is.
func (s *Service) subscriptions(w http.ResponseWriter, r *http.Request) {
	claims, err := s.caller(r)
	switch {
	case err != nil:
		writeJSON(w, http.StatusUnauthorized, map[string]string{"message": "Unauthorized"})
	case claims.Role != token.ServiceRole:
		writeJSON(w, http.StatusForbidden, map[string]string{"message": "Forbidden: the service role alone may see this"})
	default:
		writeJSON(w, http.StatusOK, s.status())
	}
}

func writeJSON(w http.ResponseWriter, status int, what any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(what)
}

func (s *Service) status() subscriptionsStatus {
	v := subscriptionsStatus{Status: s.changes.Status(), Nodes: s.cluster.Status()}
	for _, k := range s.sockets.all() {
		v.Connections = append(v.Connections, k.status())
	}
	slices.SortFunc(v.Connections, func(a, b connectionStatus) int { return cmp.Compare(a.ID, b.ID) })
	return v
}

func (k *socket) status() connectionStatus {
	waiting := k.out.queued()
	v := connectionStatus{
		ID: k.number, Version: k.serializer.String(), Frames: waiting.frames, Bytes: waiting.bytes, Channels: []channelStatus{},
	}
	for _, c := range k.joined() {
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

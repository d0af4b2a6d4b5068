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

// subscriptionsView is what GET /api/subscriptions answers: who listens to what,
// and what waits where. Sizes are in bytes.
type subscriptionsView struct {
	fanout.Status
	Nodes       *cluster.Status  `json:"nodes,omitempty"` // the way to the others; without NATS there are none
	Connections []connectionView `json:"connections"`
}

// connectionView is one socket.
type connectionView struct {
	ID       uint64        `json:"id"`
	Version  string        `json:"vsn"`
	Frames   int           `json:"queued_frames"`
	Bytes    int           `json:"queued_bytes"`
	Channels []channelView `json:"channels"`
}

// channelView is one topic of a socket.
type channelView struct {
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
		say(w, http.StatusUnauthorized, map[string]string{"message": "Unauthorized"})
	case claims.Role != token.ServiceRole:
		say(w, http.StatusForbidden, map[string]string{"message": "Forbidden: the service role alone may see this"})
	default:
		say(w, http.StatusOK, s.look())
	}
}

func say(w http.ResponseWriter, status int, what any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(what)
}

func (s *Service) look() subscriptionsView {
	v := subscriptionsView{Status: s.changes.Status(), Nodes: s.cluster.Status()}
	for _, k := range s.sockets.all() {
		v.Connections = append(v.Connections, k.look())
	}
	slices.SortFunc(v.Connections, func(a, b connectionView) int { return cmp.Compare(a.ID, b.ID) })
	return v
}

func (k *socket) look() connectionView {
	waiting := k.out.queued()
	v := connectionView{
		ID: k.number, Version: k.framing.String(), Frames: waiting.frames, Bytes: waiting.bytes, Channels: []channelView{},
	}
	for _, c := range k.joined() {
		v.Channels = append(v.Channels, c.look())
	}
	slices.SortFunc(v.Channels, func(a, b channelView) int { return cmp.Compare(a.Topic, b.Topic) })
	return v
}

func (c *channel) look() channelView {
	claims := c.claims.Load()
	v := channelView{
		Topic: protocol.Prefix + c.topic, State: "joining", Private: c.join.Private, Presence: c.hasPresence(),
		Role: claims.Role, Subject: claims.Subject, Expires: claims.Expires, Changes: []fanout.BindingStatus{},
	}
	if c.state.Load() != joined {
		return v
	}
	v.State = "joined"
	if c.listens != nil {
		v.Changes, v.Problems = c.listens.Status()
	}
	return v
}

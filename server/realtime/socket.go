package realtime

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/gorilla/websocket"
	"golang.org/x/time/rate"

	"github.com/toubkal/toubkal/server/realtime/broadcast"
	"github.com/toubkal/toubkal/server/realtime/protocol"
	"github.com/toubkal/toubkal/server/token"
)

// socket is a connection and its channels. Its goroutine reads, does nothing that takes
// time, and passes messages to the queues of their channels.
type socket struct {
	connection
	joins, messages *rate.Limiter
	lastRead        atomic.Int64 // when the client last sent something, in ns since 1970
	emptySince      atomic.Int64 // since when it has had no channel; 0 while it has

	mu       sync.Mutex
	channels map[string]*channel // by topic without protocol.Prefix
	gone     bool
}

func newSocket(h *hub, serializer protocol.Serializer, claims token.Claims, headers string) *socket {
	limits := h.Limits
	s := &socket{
		connection: connection{hub: h, serializer: serializer, claims: claims, headers: headers},
		joins:      rate.NewLimiter(rate.Limit(limits.ConnectionJoins), limits.ConnectionJoins),
		messages:   rate.NewLimiter(rate.Limit(limits.Events*connectionEvents), limits.Events*connectionEvents*burst),
		channels:   map[string]*channel{},
	}
	s.out.limit = queueSize{limits.QueueFrames, limits.QueueBytes}
	s.out.all, s.out.fairShare, s.out.written = &h.budgets.queued, fairShare, &h.frames
	now := h.Now().UnixNano()
	s.lastRead.Store(now)
	s.emptySince.Store(now)
	return s
}

// serve reads until the connection ends, and then leaves all channels.
func (s *socket) serve() {
	defer s.closeAll()
	defer s.recoverPanic()
	s.conn.SetReadLimit(maxFrame)
	s.conn.SetPingHandler(func(data string) error {
		s.touch()
		s.send(protocol.Pong(data))
		return nil
	})
	s.conn.SetPongHandler(func(string) error {
		s.touch()
		return nil
	})
	for s.readOne(context.Background()) {
	}
}

// recoverPanic limits a panic to one socket.
func (s *socket) recoverPanic() {
	if cause := recover(); cause != nil {
		s.hub.Log.Error("panic", "cause", fmt.Sprint(cause), "stack", string(debug.Stack()), "socket", s.number)
	}
}

func (s *socket) touch() { s.lastRead.Store(s.hub.Now().UnixNano()) }

// readOne reads and routes one message; false at the end.
func (s *socket) readOne(ctx context.Context) bool {
	kind, reader, err := s.conn.NextReader()
	if err != nil {
		return false
	}
	data, err := s.hub.budgets.receive(reader)
	if errors.Is(err, broadcast.ErrBusy) {
		s.end(protocol.CloseTryLater, "Busy: try again later")
		return true
	}
	if err != nil {
		return false
	}
	if s.out.isClosing() {
		return true // the client has not read the close frame yet
	}
	s.touch()
	if !s.messages.AllowN(s.hub.Now(), 1) {
		s.end(protocol.ClosePolicy, "Too many messages per second")
		return true
	}
	message, err := protocol.Read(s.serializer, data, kind == websocket.BinaryMessage)
	if err != nil {
		s.log(ctx, "malformed frame ignored", err)
		return true
	}
	s.route(ctx, message)
	return true
}

// route passes a message to its channel.
func (s *socket) route(ctx context.Context, m protocol.Message) {
	if m.Topic == "phoenix" && m.Event == "heartbeat" {
		s.reply(m, true, []byte("{}"))
		return
	}
	topic, ours := strings.CutPrefix(m.Topic, protocol.Prefix)
	switch {
	case ours && m.Event == "phx_join":
		s.join(ctx, topic, m)
		return
	case ours:
		if c := s.channel(topic); c != nil {
			c.take(m)
			return
		}
	}
	// As in Phoenix, leaving a channel that does not exist succeeds.
	if m.Event == "phx_leave" {
		s.reply(m, true, []byte("{}"))
		return
	}
	s.reply(m, false, []byte(`{"reason":"unmatched topic"}`))
}

// take handles a message on the topic. Only the socket's reader calls it.
func (c *channel) take(m protocol.Message) {
	event := strings.ToLower(m.Event)
	switch {
	case event == "phx_leave":
		c.leave(m.Ref)
	case !c.events.AllowN(c.hub.Now(), 1):
		c.fail("Too many messages per second")
	case event == "access_token":
		c.enqueueMessage(m, func(ctx context.Context) { c.onAccessToken(ctx, m.Payload) })
	case event == protocol.BroadcastEvent:
		c.enqueueMessage(m, func(ctx context.Context) { c.hub.broadcast(ctx, c, &m) })
	case event == presenceEvent:
		c.enqueueMessage(m, func(ctx context.Context) { c.hub.track(ctx, c, &m) })
	}
}

// enqueueMessage is enqueue for a message, within the limits of pending messages.
func (c *channel) enqueueMessage(m protocol.Message, job func(context.Context)) {
	k, size := c.connection, int64(m.Size())
	all := &c.hub.budgets.pending
	jobs, held, room := k.pending.Add(1), k.pendingBytes.Add(size), all.Add(size)
	if jobs > maxPendingMessages || held > maxPendingBytes || !room {
		c.fail("Too many messages per second")
	}
	c.queue.enqueue(func() {
		defer c.recoverPanic()
		defer func() {
			k.pending.Add(-1)
			k.pendingBytes.Add(-size)
			all.Add(-size)
		}()
		if c.state.Load() != over {
			job(context.Background())
		}
	})
}

// reply answers a message that has no channel. Only the reader calls it.
func (s *socket) reply(m protocol.Message, ok bool, response []byte) {
	head := protocol.Header{JoinRef: m.JoinRef, Ref: m.Ref, Topic: m.Topic, Event: "phx_reply"}
	s.send(protocol.Text(s.serializer, head, replyStart(ok), response, []byte("}")))
}

// channel returns the channel on a topic, joined or joining; nil for none.
func (s *socket) channel(topic string) *channel {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.channels[topic]
}

// joined returns all channels, joining ones too.
func (s *socket) joined() []*channel {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Collect(maps.Values(s.channels))
}

// hasRoom reports whether a topic can be joined: as one more channel, or in place of
// the one that has it.
func (s *socket) hasRoom(topic string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.channels[topic] != nil || len(s.channels) < s.hub.Limits.Channels
}

// place gives c its topic, and the channel that had it before; false if the socket
// is closed. Only the socket's reader calls it, after hasRoom.
func (s *socket) place(c *channel) (before *channel, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.gone {
		return nil, false
	}
	before = s.channels[c.topic]
	if before != nil {
		c.queue = before.queue // the old join is left before the new one begins
	} else {
		s.hub.channels.Add(1)
	}
	s.channels[c.topic] = c
	s.emptySince.Store(0)
	return before, true
}

// remove removes c from its topic, if it still has it.
func (s *socket) remove(c *channel) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.channels[c.topic] != c {
		return
	}
	delete(s.channels, c.topic)
	s.hub.channels.Add(-1)
	if len(s.channels) == 0 {
		s.emptySince.Store(s.hub.Now().UnixNano())
	}
}

// closeAll ends the connection and all channels.
func (s *socket) closeAll() {
	_ = s.conn.Close()
	s.out.discard()
	s.mu.Lock()
	s.gone = true
	s.mu.Unlock()
	for _, c := range s.joined() {
		c.socketClosed()
	}
}

// restart ends a socket and its channels so that the client joins again.
func (s *socket) restart() {
	for _, c := range s.joined() {
		c.finish(errRestarting.Text, "phx_error") // after phx_close the client would not join again
	}
	s.out.closeAfter(protocol.Close(protocol.CloseRestart, "restart"), false)
}

package realtime

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
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

// socket is one client's connection. Its goroutine reads, does nothing that takes
// time, and passes messages to the queues of their channels.
type socket struct {
	service    *Service
	number     uint64 // identifies it in the log and in the status
	serializer protocol.Serializer
	claims     token.Claims // of the api key
	address    string       // by which connections are limited; "" for none
	client     string       // its X-Client-Info; "" for browsers
	headers    string       // of the handshake, as request.headers shows them to SQL
	conn       *websocket.Conn
	out        outbox

	joins, messages       *rate.Limiter
	pending, pendingBytes atomic.Int64 // messages in the queues of channels, and their bytes
	lastRead              atomic.Int64 // when the client last sent something, in ns since 1970
	emptySince            atomic.Int64 // since when it has had no channel; 0 while it has

	mu       sync.Mutex
	channels map[string]*channel // by topic without protocol.Prefix
	gone     bool
}

func newSocket(s *Service, serializer protocol.Serializer, claims token.Claims, headers string) *socket {
	limits := s.Limits
	k := &socket{
		service: s, serializer: serializer, claims: claims, headers: headers,
		joins:    rate.NewLimiter(rate.Limit(limits.ConnectionJoins), limits.ConnectionJoins),
		messages: rate.NewLimiter(rate.Limit(limits.Events*connectionEvents), limits.Events*connectionEvents*burst),
		channels: map[string]*channel{},
	}
	k.out.limit = queueSize{limits.QueueFrames, limits.QueueBytes}
	k.out.all, k.out.fairShare, k.out.written = &s.budgets.queued, fairShare, &s.frames
	now := s.Now().UnixNano()
	k.lastRead.Store(now)
	k.emptySince.Store(now)
	return k
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
		s.service.Log.Error("panic", "cause", fmt.Sprint(cause), "stack", string(debug.Stack()), "socket", s.number)
	}
}

func (s *socket) touch() { s.lastRead.Store(s.service.Now().UnixNano()) }

// readOne reads and routes one message; false at the end.
func (s *socket) readOne(ctx context.Context) bool {
	kind, reader, err := s.conn.NextReader()
	if err != nil {
		return false
	}
	data, err := s.service.budgets.receive(reader)
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
	if !s.messages.AllowN(s.service.Now(), 1) {
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

// reply answers a message that has no channel. Only the reader calls it.
func (s *socket) reply(m protocol.Message, ok bool, response []byte) {
	head := protocol.Header{JoinRef: m.JoinRef, Ref: m.Ref, Topic: m.Topic, Event: "phx_reply"}
	s.send(protocol.Text(s.serializer, head, replyStart(ok), response, []byte("}")))
}

func replyStart(ok bool) []byte {
	if ok {
		return []byte(`{"status":"ok","response":`)
	}
	return []byte(`{"status":"error","response":`)
}

// push sends a frame and never blocks. A slow consumer is disconnected; its client
// reconnects and joins again, instead of missing something.
func (s *socket) push(frame []byte) { s.checkOverflow(s.out.push(frame)) }

// send is push for the reader, which may wait for its own client.
func (s *socket) send(frame []byte) { s.checkOverflow(s.out.send(frame)) }

func (s *socket) checkOverflow(room bool) {
	if !room && s.out.closeAfter(protocol.Close(protocol.CloseTryLater, "Too slow: messages were waiting"), true) {
		s.service.slowConsumers.Add(1)
		s.log(context.Background(), "closed", errSlowConsumer)
	}
}

var errSlowConsumer = errors.New("the client reads too slowly")

// end closes the socket after what is queued for the client.
func (s *socket) end(code uint16, reason string) {
	if s.out.closeAfter(protocol.Close(code, reason), false) {
		s.log(context.Background(), "closed", errors.New(reason))
	}
}

// log logs at debug what a client does wrong.
func (s *socket) log(ctx context.Context, what string, reason error) {
	s.service.Log.LogAttrs(ctx, slog.LevelDebug, what, slog.Uint64("socket", s.number), slog.Any("error", reason))
}

// channel is the one on a topic, joined or joining; nil for none.
func (s *socket) channel(topic string) *channel {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.channels[topic]
}

// joined are all channels, joining ones too.
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
	return s.channels[topic] != nil || len(s.channels) < s.service.Limits.Channels
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
		s.service.channels.Add(1)
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
	s.service.channels.Add(-1)
	if len(s.channels) == 0 {
		s.emptySince.Store(s.service.Now().UnixNano())
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
	s.service.sockets.leave(s)
}

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
func (k *socket) serve() {
	defer k.closeAll()
	defer k.recoverPanic()
	k.conn.SetReadLimit(maxFrame)
	k.conn.SetPingHandler(func(data string) error {
		k.touch()
		k.send(protocol.Pong(data))
		return nil
	})
	k.conn.SetPongHandler(func(string) error {
		k.touch()
		return nil
	})
	for k.readOne(context.Background()) {
	}
}

// recoverPanic limits a panic to one socket.
func (k *socket) recoverPanic() {
	if cause := recover(); cause != nil {
		k.service.Log.Error("panic", "cause", fmt.Sprint(cause), "stack", string(debug.Stack()), "socket", k.number)
	}
}

func (k *socket) touch() { k.lastRead.Store(k.service.Now().UnixNano()) }

// readOne reads and routes one message; false at the end.
func (k *socket) readOne(ctx context.Context) bool {
	kind, reader, err := k.conn.NextReader()
	if err != nil {
		return false
	}
	data, err := k.service.budgets.receive(reader)
	if errors.Is(err, broadcast.ErrBusy) {
		k.end(protocol.CloseTryLater, "Busy: try again later")
		return true
	}
	if err != nil {
		return false
	}
	if k.out.isClosing() {
		return true // the client has not read the close frame yet
	}
	k.touch()
	if !k.messages.AllowN(k.service.Now(), 1) {
		k.end(protocol.ClosePolicy, "Too many messages per second")
		return true
	}
	message, err := protocol.Read(k.serializer, data, kind == websocket.BinaryMessage)
	if err != nil {
		k.log(ctx, "malformed frame ignored", err)
		return true
	}
	k.route(ctx, message)
	return true
}

// route passes a message to its channel.
func (k *socket) route(ctx context.Context, m protocol.Message) {
	if m.Topic == "phoenix" && m.Event == "heartbeat" {
		k.reply(m, true, []byte("{}"))
		return
	}
	topic, ours := strings.CutPrefix(m.Topic, protocol.Prefix)
	switch {
	case ours && m.Event == "phx_join":
		k.join(ctx, topic, m)
		return
	case ours:
		if c := k.channel(topic); c != nil {
			c.take(m)
			return
		}
	}
	// As in Phoenix, leaving a channel that does not exist succeeds.
	if m.Event == "phx_leave" {
		k.reply(m, true, []byte("{}"))
		return
	}
	k.reply(m, false, []byte(`{"reason":"unmatched topic"}`))
}

// reply answers a message that has no channel. Only the reader calls it.
func (k *socket) reply(m protocol.Message, ok bool, response []byte) {
	head := protocol.Header{JoinRef: m.JoinRef, Ref: m.Ref, Topic: m.Topic, Event: "phx_reply"}
	k.send(protocol.Text(k.serializer, head, replyStart(ok), response, []byte("}")))
}

func replyStart(ok bool) []byte {
	if ok {
		return []byte(`{"status":"ok","response":`)
	}
	return []byte(`{"status":"error","response":`)
}

// push sends a frame and never blocks. A slow consumer is disconnected; its client
// reconnects and joins again, instead of missing something.
func (k *socket) push(frame []byte) { k.checkOverflow(k.out.push(frame)) }

// send is push for the reader, which may wait for its own client.
func (k *socket) send(frame []byte) { k.checkOverflow(k.out.send(frame)) }

func (k *socket) checkOverflow(room bool) {
	if !room && k.out.closeAfter(protocol.Close(protocol.CloseTryLater, "Too slow: messages were waiting"), true) {
		k.service.slowConsumers.Add(1)
		k.log(context.Background(), "closed", errSlowConsumer)
	}
}

var errSlowConsumer = errors.New("the client reads too slowly")

// end closes the socket after what is queued for the client.
func (k *socket) end(code uint16, reason string) {
	if k.out.closeAfter(protocol.Close(code, reason), false) {
		k.log(context.Background(), "closed", errors.New(reason))
	}
}

// log logs at debug what a client does wrong.
func (k *socket) log(ctx context.Context, what string, reason error) {
	k.service.Log.LogAttrs(ctx, slog.LevelDebug, what, slog.Uint64("socket", k.number), slog.Any("error", reason))
}

// channel is the one on a topic, joined or joining; nil for none.
func (k *socket) channel(topic string) *channel {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.channels[topic]
}

// joined are all channels, joining ones too.
func (k *socket) joined() []*channel {
	k.mu.Lock()
	defer k.mu.Unlock()
	return slices.Collect(maps.Values(k.channels))
}

// hasRoom reports whether a topic can be joined: as one more channel, or in place of
// the one that has it.
func (k *socket) hasRoom(topic string) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.channels[topic] != nil || len(k.channels) < k.service.Limits.Channels
}

// place gives c its topic, and the channel that had it before; false if the socket
// is closed. Only the socket's reader calls it, after hasRoom.
func (k *socket) place(c *channel) (before *channel, ok bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.gone {
		return nil, false
	}
	before = k.channels[c.topic]
	if before != nil {
		c.queue = before.queue // the old join is left before the new one begins
	} else {
		k.service.channels.Add(1)
	}
	k.channels[c.topic] = c
	k.emptySince.Store(0)
	return before, true
}

// remove removes c from its topic, if it still has it.
func (k *socket) remove(c *channel) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.channels[c.topic] != c {
		return
	}
	delete(k.channels, c.topic)
	k.service.channels.Add(-1)
	if len(k.channels) == 0 {
		k.emptySince.Store(k.service.Now().UnixNano())
	}
}

// closeAll ends the connection and all channels.
func (k *socket) closeAll() {
	_ = k.conn.Close()
	k.out.discard()
	k.mu.Lock()
	k.gone = true
	k.mu.Unlock()
	for _, c := range k.joined() {
		c.socketClosed()
	}
	k.service.sockets.leave(k)
}

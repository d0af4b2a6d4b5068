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

	"github.com/toubkal/toubkal/server/realtime/protocol"
	"github.com/toubkal/toubkal/server/token"
)

// socket is one client's connection. Its goroutine reads, judges nothing that
// takes time, and hands what is for a channel to the channel's lane.
type socket struct {
	service *Service
	number  uint64 // tells sockets apart in the log and in views
	framing protocol.Serializer
	claims  token.Claims // of the api key
	address string       // that counts it; "" for none
	headers string       // of the handshake, as request.headers shows them to SQL
	conn    *websocket.Conn
	out     outbox

	joins, messages *rate.Limiter
	jobs, held      atomic.Int64 // what waits in lanes: messages, and their bytes
	heard           atomic.Int64 // when the client was last heard, in ns since 1970
	emptySince      atomic.Int64 // since when it has had no channel; 0 while it has

	mu       sync.Mutex
	channels map[string]*channel // by topic without protocol.Prefix
	gone     bool
}

func newSocket(s *Service, framing protocol.Serializer, claims token.Claims, headers string) *socket {
	limits := s.Limits
	k := &socket{
		service: s, framing: framing, claims: claims, headers: headers,
		joins:    rate.NewLimiter(rate.Limit(limits.ConnectionJoins), limits.ConnectionJoins),
		messages: rate.NewLimiter(rate.Limit(limits.Events*connectionEvents), limits.Events*connectionEvents*burst),
		channels: map[string]*channel{},
	}
	k.out.limit = queueSize{limits.QueueFrames, limits.QueueBytes}
	k.out.all, k.out.fairShare = &s.memory.queued, fairQueue
	now := s.Now().UnixNano()
	k.heard.Store(now)
	k.emptySince.Store(now)
	return k
}

// serve reads until the connection ends, and then leaves every channel.
func (k *socket) serve() {
	defer k.depart()
	defer k.survive()
	k.conn.SetReadLimit(maxFrame)
	k.conn.SetPingHandler(func(data string) error {
		k.alive()
		k.send(protocol.Pong(data))
		return nil
	})
	k.conn.SetPongHandler(func(string) error {
		k.alive()
		return nil
	})
	for k.readOne(context.Background()) {
	}
}

// survive keeps a fault of ours to one socket.
func (k *socket) survive() {
	if cause := recover(); cause != nil {
		k.service.Log.Error("panic", "cause", fmt.Sprint(cause), "stack", string(debug.Stack()), "socket", k.number)
	}
}

func (k *socket) alive() { k.heard.Store(k.service.Now().UnixNano()) }

// readOne reads and takes one message; false at the end.
func (k *socket) readOne(ctx context.Context) bool {
	kind, reader, err := k.conn.NextReader()
	if err != nil {
		return false
	}
	data, err := k.service.memory.receive(reader)
	if errors.Is(err, errBusy) {
		k.end(protocol.CloseTryLater, "Busy: try again later")
		return true
	}
	if err != nil {
		return false
	}
	if k.out.isClosing() {
		return true // the client has not heard yet that this is the end
	}
	k.alive()
	if !k.messages.AllowN(k.service.Now(), 1) {
		k.end(protocol.ClosePolicy, "Too many messages per second")
		return true
	}
	message, err := protocol.Read(k.framing, data, kind == websocket.BinaryMessage)
	if err != nil {
		k.log(ctx, "a frame was ignored", err)
		return true
	}
	k.take(ctx, message)
	return true
}

// take leads a message to its channel.
func (k *socket) take(ctx context.Context, m protocol.Message) {
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
			c.take(ctx, m)
			return
		}
	}
	// Phoenix: one who leaves what is not there has left.
	if m.Event == "phx_leave" {
		k.reply(m, true, []byte("{}"))
		return
	}
	k.reply(m, false, []byte(`{"reason":"unmatched topic"}`))
}

// reply answers a message where there is no channel to do so. It is the reader's.
func (k *socket) reply(m protocol.Message, ok bool, response []byte) {
	head := protocol.Header{JoinRef: m.JoinRef, Ref: m.Ref, Topic: m.Topic, Event: "phx_reply"}
	k.send(protocol.Text(k.framing, head, replyStart(ok), response, []byte("}")))
}

func replyStart(ok bool) []byte {
	if ok {
		return []byte(`{"status":"ok","response":`)
	}
	return []byte(`{"status":"error","response":`)
}

// push sends a frame. Nobody waits: a client for whom too much waits already is
// sent away, so that it comes back and asks anew instead of missing something.
func (k *socket) push(frame []byte) { k.sent(k.out.push(frame)) }

// send is push for the reader, which may wait for its own client.
func (k *socket) send(frame []byte) { k.sent(k.out.send(frame)) }

func (k *socket) sent(room bool) {
	if !room && k.out.closeAfter(protocol.Close(protocol.CloseTryLater, "Too slow: messages were waiting"), true) {
		k.log(context.Background(), "cut off", errSlow)
	}
}

var errSlow = errors.New("the client reads too slowly")

// end closes the socket behind what is on its way to the client.
func (k *socket) end(code uint16, reason string) {
	if k.out.closeAfter(protocol.Close(code, reason), false) {
		k.log(context.Background(), "closed", errors.New(reason))
	}
}

// restart is the end because the program ends.
func (k *socket) restart() {
	for _, c := range k.joined() {
		c.finish(errRestarting.Text, "phx_error") // a close would leave it gone
	}
	k.out.closeAfter(protocol.Close(protocol.CloseRestart, "restart"), false)
}

// log has a line at debug: what a client does wrong is no business of ours.
func (k *socket) log(ctx context.Context, what string, why error) {
	k.service.Log.LogAttrs(ctx, slog.LevelDebug, "realtime: "+what, slog.Uint64("socket", k.number), slog.Any("error", why))
}

// channel is the one that is joined, or joining; nil for none.
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
		c.lane = before.lane // the old join is left before the new one begins
	}
	k.channels[c.topic] = c
	k.emptySince.Store(0)
	return before, true
}

// remove takes c off its topic, if it still has it.
func (k *socket) remove(c *channel) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.channels[c.topic] != c {
		return
	}
	delete(k.channels, c.topic)
	if len(k.channels) == 0 {
		k.emptySince.Store(k.service.Now().UnixNano())
	}
}

// depart is the end: nothing more is read or written.
func (k *socket) depart() {
	_ = k.conn.Close()
	k.out.discard()
	k.mu.Lock()
	k.gone = true
	k.mu.Unlock()
	for _, c := range k.joined() {
		c.depart()
	}
	k.service.sockets.leave(k)
}

package realtime

import (
	"context"
	"errors"
	"log/slog"
	"sync/atomic"

	"github.com/gorilla/websocket"

	"github.com/toubkal/toubkal/server/realtime/protocol"
	"github.com/toubkal/toubkal/server/token"
)

// connection is the websocket of one client, and the queue of frames for it.
type connection struct {
	hub        *hub
	number     uint64 // identifies it in the log and in the status
	serializer protocol.Serializer
	claims     token.Claims // of the api key
	address    string       // by which connections are limited; "" for none
	client     string       // its X-Client-Info; "" for browsers
	headers    string       // of the handshake, as request.headers shows them to SQL
	conn       *websocket.Conn
	out        outbox

	pending, pendingBytes atomic.Int64 // messages in the queues of channels, and their bytes
}

// push sends a frame and never blocks. A slow consumer is disconnected; its client
// reconnects and joins again, instead of missing something.
func (c *connection) push(frame []byte) { c.checkOverflow(c.out.push(frame)) }

// send is push for the reader, which may wait for its own client.
func (c *connection) send(frame []byte) { c.checkOverflow(c.out.send(frame)) }

func (c *connection) checkOverflow(room bool) {
	if !room && c.out.closeAfter(protocol.Close(protocol.CloseTryLater, "Too slow: messages were waiting"), true) {
		c.hub.slowConsumers.Add(1)
		c.log(context.Background(), "closed", errSlowConsumer)
	}
}

var errSlowConsumer = errors.New("the client reads too slowly")

// end closes the socket after what is queued for the client.
func (c *connection) end(code uint16, reason string) {
	if c.out.closeAfter(protocol.Close(code, reason), false) {
		c.log(context.Background(), "closed", errors.New(reason))
	}
}

// log logs at debug what a client does wrong.
func (c *connection) log(ctx context.Context, what string, reason error) {
	c.hub.Log.LogAttrs(ctx, slog.LevelDebug, what, slog.Uint64("socket", c.number), slog.Any("error", reason))
}

func replyStart(ok bool) []byte {
	if ok {
		return []byte(`{"status":"ok","response":`)
	}
	return []byte(`{"status":"error","response":`)
}

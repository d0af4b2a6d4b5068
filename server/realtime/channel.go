package realtime

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"sync/atomic"

	"golang.org/x/time/rate"

	"github.com/toubkal/toubkal/server/realtime/broadcast"
	"github.com/toubkal/toubkal/server/realtime/fanout"
	"github.com/toubkal/toubkal/server/realtime/protocol"
	"github.com/toubkal/toubkal/server/realtime/rls"
	"github.com/toubkal/toubkal/server/token"
)

// channel is a topic that a socket has joined, or is joining. Its messages are handled in
// order, in its queue; a join that waits for PostgreSQL delays no other channel.
type channel struct {
	hub          *hub
	connection   *connection
	remove       func(*channel) // removes it from its socket
	topic        string         // without protocol.Prefix
	joinRef      string
	join         protocol.Join
	joinBytes    int64 // reserved for the join, in bytes
	bindingBytes int64 // reserved for bindings that match several tables; only the queue uses it
	// claims of the newest token, never nil.
	claims     atomic.Pointer[token.Claims]
	bearer     fingerprint // of that token
	membership membership

	queue        *serialQueue
	events       *rate.Limiter
	timer        timer
	stop         context.CancelFunc // cancels the join
	state        atomic.Int32       // joining, joined, over
	auth         channelAuth
	subscription *fanout.Subscription // nil without postgres_changes
}

// channelAuth caches the rights of a channel's caller by the policies on
// realtime.messages. Only the channel's queue uses it, except replayed.
type channelAuth struct {
	read, write checkedRights
	replayed    *broadcast.Dedup // nil without replay
}

// States of a channel.
const (
	joining int32 = iota
	joined
	over
)

func newChannel(k *connection, topic string, m protocol.Message, remove func(*channel)) *channel {
	events := k.hub.Limits.Events
	c := &channel{
		hub: k.hub, connection: k, remove: remove,
		topic: topic, joinRef: m.JoinRef, joinBytes: channelSize + int64(len(m.Payload)), queue: &serialQueue{},
		events: rate.NewLimiter(rate.Limit(events), events*burst),
	}
	c.claims.Store(&k.claims)
	return c
}

// enqueue runs a job in the queue, unless the channel is over by then.
func (c *channel) enqueue(job func(context.Context)) {
	c.queue.enqueue(func() {
		defer c.recoverPanic()
		if c.state.Load() != over {
			job(context.Background())
		}
	})
}

// unknownError is the message for an internal error.
const unknownError = "Unknown Error on Channel"

// errDatabaseUnavailable means that the policies could not be evaluated. It is temporary.
var errDatabaseUnavailable = errors.New("the policies could not be evaluated")

// reason is the response that refuses a request.
func reason(why error) []byte {
	return append(protocol.AppendString([]byte(`{"reason":`), clientMessage(why)), '}')
}

// clientMessage is the text of an error for the client. Internal errors are only logged.
func clientMessage(why error) string {
	if refusal, ok := errors.AsType[*protocol.Refusal](why); ok {
		return refusal.Error()
	}
	if rls.IsTransient(why) || errors.Is(why, errDatabaseUnavailable) {
		return protocol.ErrCannotConnect.Error()
	}
	return unknownError
}

// recoverPanic limits a panic to one channel.
func (c *channel) recoverPanic() {
	if cause := recover(); cause != nil {
		c.hub.Log.Error("panic", "cause", fmt.Sprint(cause), "stack", string(debug.Stack()))
		c.fail(unknownError)
	}
}

// send sends an event to this channel alone. payload is a JSON object.
func (c *channel) send(event string, payload []byte) {
	c.connection.push(protocol.Text(c.connection.serializer, protocol.Header{JoinRef: c.joinRef, Topic: protocol.Prefix + c.topic, Event: event}, payload))
}

// Deliver sends a frame that is shared with other channels. It may be called from any
// goroutine and under any lock: it never blocks, and calls nothing back. A channel that
// is over stays in the sets of its topic until its queue has run releaseAll.
func (c *channel) Deliver(f *protocol.SharedFrame) {
	if c.state.Load() == over {
		return
	}
	c.connection.push(f.Bytes(c.connection.serializer))
}

// Serializer of the socket.
func (c *channel) Serializer() protocol.Serializer { return c.connection.serializer }

// reply answers a message of the client, if that has a ref.
func (c *channel) reply(ref string, ok bool, response []byte) {
	if ref == "" || c.state.Load() == over {
		return
	}
	c.replyAlways(ref, ok, response)
}

func (c *channel) replyAlways(ref string, ok bool, response []byte) {
	head := protocol.Header{JoinRef: c.joinRef, Ref: ref, Topic: protocol.Prefix + c.topic, Event: "phx_reply"}
	c.connection.push(protocol.Text(c.connection.serializer, head, replyStart(ok), response, []byte("}")))
}

// system sends a status message. extension is "postgres_changes" or "system", status
// "ok" or "error".
func (c *channel) system(extension, status, message string) {
	payload := append([]byte(nil), `{"extension":`...)
	payload = protocol.AppendString(payload, extension)
	payload = append(payload, `,"status":`...)
	payload = protocol.AppendString(payload, status)
	payload = append(payload, `,"message":`...)
	payload = protocol.AppendString(payload, message)
	payload = append(payload, `,"channel":`...)
	payload = protocol.AppendString(payload, c.topic)
	c.send("system", append(payload, '}'))
}

// fail ends the channel for a temporary reason: its client joins again, with its newest
// token. It may be called from any goroutine and never blocks.
func (c *channel) fail(message string) {
	event := "phx_error"
	if c.hub.StrictClose {
		event = "phx_close"
	}
	c.finish(message, event)
}

// close ends the channel for good: its client does not join again by itself. It may be
// called from any goroutine and never blocks.
func (c *channel) close(message string) { c.finish(message, "phx_close") }

func (c *channel) finish(message, event string) {
	if !c.end() {
		return
	}
	c.system("system", "error", message)
	if event == "phx_error" {
		c.sendEnd(event, c.errorPayload(message))
		return
	}
	c.sendEnd(event, []byte("{}"))
}

// errorPayload is the payload of phx_error, in the form that the client can read.
// realtime-js passes a string to the callback of subscribe, and turns an object into
// "channel error: transport failure". Clients in Swift and Kotlin read only objects, and
// ignore a frame with a string; they send X-Client-Info, which browsers cannot.
func (c *channel) errorPayload(reason string) []byte {
	isJS := c.connection.serializer == protocol.V2 && c.connection.client == ""
	if isJS || strings.HasPrefix(c.join.Client, "realtime-js/") {
		return protocol.AppendString(nil, reason)
	}
	return append(protocol.AppendString([]byte(`{"reason":`), reason), '}')
}

// warn logs an error, unless it is a refusal, which is the client's fault.
func (c *channel) warn(what string, err error) {
	if _, ok := errors.AsType[*protocol.Refusal](err); !ok {
		c.hub.warn(context.Background(), what, "topic", c.topic, "error", err)
	}
}

// sendEnd sends phx_close or phx_error, the last message of a join.
func (c *channel) sendEnd(event string, payload []byte) {
	head := protocol.Header{JoinRef: c.joinRef, Ref: c.joinRef, Topic: protocol.Prefix + c.topic, Event: event}
	c.connection.push(protocol.Text(c.connection.serializer, head, payload))
}

// end removes the channel from its socket; the rest is released in the queue. It is
// false if the channel is over already.
func (c *channel) end() bool {
	if c.state.Swap(over) == over {
		return false
	}
	c.stop()
	c.timer.stop()
	c.remove(c)
	c.hub.budgets.joins.Add(-c.joinBytes)
	c.queue.enqueue(func() {
		defer c.recoverPanic()
		c.releaseAll()
	})
	return true
}

// releaseAll releases all that the join has acquired, also if it failed. It runs once, in
// the queue.
func (c *channel) releaseAll() {
	if c.subscription != nil {
		c.subscription.Leave()
	}
	c.hub.budgets.joins.Add(-c.bindingBytes)
	c.hub.leavePresence(c)
	c.hub.exit(c)
}

// enter adds a channel to its topic.
func (h *hub) enter(c *channel) {
	c.membership.topic = h.topics.acquire(broadcast.TopicKey{Name: c.topic, Private: c.join.Private})
	h.setBroadcastMember(c)
}

// setBroadcastMember adds a channel to those that get broadcasts, or removes it: one
// that may read only presence gets none.
func (h *hub) setBroadcastMember(c *channel) {
	if c.auth.read.granted.Broadcast {
		c.membership.topic.members.Add(c, &c.membership.position)
		return
	}
	c.membership.topic.members.Remove(c, &c.membership.position)
}

// exit removes a channel from its topic, after leavePresence.
func (h *hub) exit(c *channel) {
	if c.membership.topic == nil {
		return
	}
	c.membership.topic.members.Remove(c, &c.membership.position)
	h.topics.release(c.membership.topic)
	c.membership.topic = nil
}

// leavePresence ends the presence of a channel that has ended.
func (h *hub) leavePresence(c *channel) {
	if c.membership.topic == nil {
		return
	}
	h.presences.Unsubscribe(&c.membership.topic.Topic, c, &c.membership.subscribed)
	h.presences.Leave(&c.membership.topic.Topic, c, nil)
}

// leave handles phx_leave. Earlier messages are handled first; a join that still waits
// is cancelled.
func (c *channel) leave(ref string) {
	if c.state.Load() == joining {
		c.stop()
	}
	c.queue.enqueue(func() {
		ended := c.end()
		if ref != "" {
			c.replyAlways(ref, true, []byte("{}"))
		}
		if ended {
			c.sendEnd("phx_close", []byte("{}"))
		}
	})
}

// socketClosed ends the channel after its socket.
func (c *channel) socketClosed() {
	if c.state.Load() == joining {
		c.stop()
	}
	c.queue.enqueue(func() { c.end() })
}

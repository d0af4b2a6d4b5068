package realtime

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"

	"golang.org/x/time/rate"

	"github.com/toubkal/toubkal/server/realtime/fanout"
	"github.com/toubkal/toubkal/server/realtime/protocol"
	"github.com/toubkal/toubkal/server/token"
)

// channel is a topic that a socket has joined, or is joining. Its messages are handled in
// order, in its queue; a join that waits for PostgreSQL delays no other channel.
type channel struct {
	socket       *socket
	topic        string // without protocol.Prefix
	joinRef      string
	join         protocol.Join
	joinBytes    int64 // reserved for the join, in bytes
	bindingBytes int64 // reserved for bindings that match several tables; only the queue uses it
	// claims are those of the newest token, never nil.
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

// States of a channel.
const (
	joining int32 = iota
	joined
	over
)

func newChannel(k *socket, topic string, m protocol.Message) *channel {
	events := k.service.Limits.Events
	c := &channel{
		socket: k, topic: topic, joinRef: m.JoinRef, joinBytes: channelSize + int64(len(m.Payload)), queue: &serialQueue{},
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

// recoverPanic limits a panic to one channel.
func (c *channel) recoverPanic() {
	if cause := recover(); cause != nil {
		c.socket.service.Log.Error("panic", "cause", fmt.Sprint(cause), "stack", string(debug.Stack()))
		c.fail(unknownError)
	}
}

// take handles a message on the topic. Only the socket's reader calls it.
func (c *channel) take(m protocol.Message) {
	event := strings.ToLower(m.Event)
	switch {
	case event == "phx_leave":
		c.leave(m.Ref)
	case !c.events.AllowN(c.socket.service.Now(), 1):
		c.fail("Too many messages per second")
	case event == "access_token":
		c.enqueueMessage(m, func(ctx context.Context) { c.onAccessToken(ctx, m.Payload) })
	case event == protocol.BroadcastEvent:
		c.enqueueMessage(m, func(ctx context.Context) { c.socket.service.broadcast(ctx, c, &m) })
	case event == presenceEvent:
		c.enqueueMessage(m, func(ctx context.Context) { c.socket.service.track(ctx, c, &m) })
	}
}

// enqueueMessage is enqueue for a message, within the limits of pending messages.
func (c *channel) enqueueMessage(m protocol.Message, job func(context.Context)) {
	k, size := c.socket, int64(m.Size())
	all := &k.service.budgets.pending
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

// send sends an event to this channel alone. payload is a JSON object.
func (c *channel) send(event string, payload []byte) {
	c.socket.push(protocol.Text(c.socket.serializer, protocol.Header{JoinRef: c.joinRef, Topic: protocol.Prefix + c.topic, Event: event}, payload))
}

// Deliver sends a frame that is shared with other channels. It may be called from any
// goroutine and under any lock: it never blocks, and calls nothing back. A channel that
// is over stays in the sets of its topic until its queue has run releaseAll.
func (c *channel) Deliver(f *protocol.SharedFrame) {
	if c.state.Load() == over {
		return
	}
	c.socket.push(f.Bytes(c.socket.serializer))
}

// Serializer is that of the socket.
func (c *channel) Serializer() protocol.Serializer { return c.socket.serializer }

// reply answers a message of the client, if that has a ref.
func (c *channel) reply(ref string, ok bool, response []byte) {
	if ref == "" || c.state.Load() == over {
		return
	}
	c.replyAlways(ref, ok, response)
}

func (c *channel) replyAlways(ref string, ok bool, response []byte) {
	head := protocol.Header{JoinRef: c.joinRef, Ref: ref, Topic: protocol.Prefix + c.topic, Event: "phx_reply"}
	c.socket.push(protocol.Text(c.socket.serializer, head, replyStart(ok), response, []byte("}")))
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
	if c.socket.service.StrictClose {
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
	isJS := c.socket.serializer == protocol.V2 && c.socket.client == ""
	if isJS || strings.HasPrefix(c.join.Client, "realtime-js/") {
		return protocol.AppendString(nil, reason)
	}
	return append(protocol.AppendString([]byte(`{"reason":`), reason), '}')
}

// warn logs an error, unless it is a refusal, which is the client's fault.
func (c *channel) warn(what string, err error) {
	if _, ok := errors.AsType[*protocol.Refusal](err); !ok {
		c.socket.service.warn(context.Background(), what, "topic", c.topic, "error", err)
	}
}

// sendEnd sends phx_close or phx_error, the last message of a join.
func (c *channel) sendEnd(event string, payload []byte) {
	head := protocol.Header{JoinRef: c.joinRef, Ref: c.joinRef, Topic: protocol.Prefix + c.topic, Event: event}
	c.socket.push(protocol.Text(c.socket.serializer, head, payload))
}

// end removes the channel from its socket; the rest is released in the queue. It is
// false if the channel is over already.
func (c *channel) end() bool {
	if c.state.Swap(over) == over {
		return false
	}
	c.stop()
	c.timer.stop()
	c.socket.remove(c)
	c.socket.service.budgets.joins.Add(-c.joinBytes)
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
	c.socket.service.budgets.joins.Add(-c.bindingBytes)
	c.socket.service.leavePresence(c)
	c.socket.service.exit(c)
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

// serialQueue runs jobs one after the other, in order. It has a goroutine only while
// there are jobs.
type serialQueue struct {
	mu      sync.Mutex
	jobs    []func()
	running bool
}

// enqueue adds a job. It never blocks; callers bound the number of jobs.
func (s *serialQueue) enqueue(job func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.jobs = append(s.jobs, job)
	if !s.running {
		s.running = true
		go s.run()
	}
}

func (s *serialQueue) run() {
	for {
		s.mu.Lock()
		jobs := s.jobs
		s.jobs, s.running = nil, len(jobs) > 0
		s.mu.Unlock()
		if jobs == nil {
			return
		}
		for _, job := range jobs {
			job()
		}
	}
}

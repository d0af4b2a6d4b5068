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

// channel is a topic that a socket has joined, or is joining. What the client
// sends on it is done in order, in its lane; a join that waits for PostgreSQL
// makes no other channel wait.
type channel struct {
	socket       *socket
	topic        string // without protocol.Prefix
	joinRef      string
	join         protocol.Join
	joinBytes    int64 // what the join holds, about, in bytes
	bindingBytes int64 // what its entries hold beside that, since they are of several tables; the lane's
	// claims are of the newest token, never nil.
	claims     atomic.Pointer[token.Claims]
	bearer     fingerprint // of that token
	membership membership

	queue        *serialQueue
	events       *rate.Limiter
	timer        timer
	stop         context.CancelFunc // ends the join, while it waits
	state        atomic.Int32       // joining, joined, over
	auth         channelAuth
	subscription *fanout.Subscription // nil without entries of postgres_changes
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

// enqueue has the lane do a job, unless the channel is over by then.
func (c *channel) enqueue(job func(context.Context)) {
	c.queue.enqueue(func() {
		defer c.recoverPanic()
		if c.state.Load() != over {
			job(context.Background())
		}
	})
}

// recoverPanic keeps a fault of ours to one channel.
func (c *channel) recoverPanic() {
	if cause := recover(); cause != nil {
		c.socket.service.Log.Error("panic", "cause", fmt.Sprint(cause), "stack", string(debug.Stack()))
		c.fail(unknownError)
	}
}

// take is called by the socket's reader for each message on the topic.
func (c *channel) take(_ context.Context, m protocol.Message) {
	event := strings.ToLower(m.Event)
	switch {
	case event == "phx_leave":
		c.leave(m.Ref)
	case !c.events.AllowN(c.socket.service.Now(), 1):
		c.fail("Too many messages per second")
	case event == "access_token":
		c.enqueueMessage(m, func(ctx context.Context) { c.onAccessToken(ctx, m.Payload) })
	case event == "broadcast" || event == presenceEvent:
		c.enqueueMessage(m, func(ctx context.Context) { c.handle(ctx, event, m) })
	}
}

// handle does what a message asks for, in the lane.
func (c *channel) handle(ctx context.Context, event string, m protocol.Message) {
	if event == presenceEvent {
		c.socket.service.track(ctx, c, &m)
		return
	}
	c.socket.service.broadcast(ctx, c, &m)
}

// enqueueMessage is do for a message, of which only so much may wait.
func (c *channel) enqueueMessage(m protocol.Message, job func(context.Context)) {
	k, size := c.socket, int64(m.Size())
	all := &k.service.budgets.pending
	jobs, held, room := k.pending.Add(1), k.pendingBytes.Add(size), all.add(size)
	if jobs > maxPendingMessages || held > maxPendingBytes || !room {
		c.fail("Too many messages per second")
	}
	c.queue.enqueue(func() {
		defer c.recoverPanic()
		defer func() {
			k.pending.Add(-1)
			k.pendingBytes.Add(-size)
			all.add(-size)
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

// deliver sends what is shared with other channels. It may be called from any
// goroutine and under any lock: it never waits, and calls nobody back. One that is
// over may still be among the members of its topic, until its lane comes to it.
func (c *channel) deliver(f *protocol.SharedFrame) {
	if c.state.Load() == over {
		return
	}
	c.socket.push(f.Bytes(c.socket.serializer))
}

// reply answers the message ref of the client, if it has a number.
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

// system tells the client how the channel is. extension is "postgres_changes" or
// "system", status "ok" or "error".
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

// fail ends the channel for what will pass: its client joins again, with its
// newest token. It may be called from any goroutine and never waits.
func (c *channel) fail(message string) {
	event := "phx_error"
	if c.socket.service.StrictClose {
		event = "phx_close"
	}
	c.finish(message, event)
}

// close ends the channel for good: its client does not come back by itself. It
// may be called from any goroutine and never waits.
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

// errorPayload is why the channel has failed, in the form that the client can read.
// realtime-js passes a string to the callback of subscribe, and makes "channel error:
// transport failure" of an object. Clients in Swift and Kotlin read objects alone,
// and ignore a frame with a string; they say who they are in X-Client-Info, which a
// browser cannot.
func (c *channel) errorPayload(reason string) []byte {
	isJS := c.socket.serializer == protocol.V2 && c.socket.client == ""
	if isJS || strings.HasPrefix(c.join.Client, "realtime-js/") {
		return protocol.AppendString(nil, reason)
	}
	return append(protocol.AppendString([]byte(`{"reason":`), reason), '}')
}

// warn logs an error that is ours, or the database's.
func (c *channel) warn(what string, err error) {
	if _, ok := errors.AsType[*protocol.Refusal](err); !ok {
		c.socket.service.warnings.warn(context.Background(), what, "topic", c.topic, "error", err)
	}
}

// sendEnd sends phx_close or phx_error, the last message of a join.
func (c *channel) sendEnd(event string, payload []byte) {
	head := protocol.Header{JoinRef: c.joinRef, Ref: c.joinRef, Topic: protocol.Prefix + c.topic, Event: event}
	c.socket.push(protocol.Text(c.socket.serializer, head, payload))
}

// end takes the channel off its socket; whatever it is part of is left in the
// lane. It is false where the channel is over already.
func (c *channel) end() bool {
	if c.state.Swap(over) == over {
		return false
	}
	c.stop()
	c.timer.stop()
	c.socket.remove(c)
	c.socket.service.budgets.joins.add(-c.joinBytes)
	c.queue.enqueue(func() {
		defer c.recoverPanic()
		c.releaseAll()
	})
	return true
}

// releaseAll leaves whatever the join has entered. It is done once, in the lane, also
// where the join came to nothing.
func (c *channel) releaseAll() {
	c.unsubscribe()
	c.socket.service.budgets.joins.add(-c.bindingBytes)
	c.socket.service.leavePresence(c)
	c.socket.service.exit(c)
}

// leave is the client's wish. What it sent before is done first; a join that
// still waits is given up.
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

// socketClosed is the end of the socket.
func (c *channel) socketClosed() {
	if c.state.Load() == joining {
		c.stop()
	}
	c.queue.enqueue(func() { c.end() })
}

// serialQueue does jobs one after the other, in the order they came. It has a
// goroutine only while there is something to do.
type serialQueue struct {
	mu      sync.Mutex
	jobs    []func()
	running bool
}

// enqueue takes a job. It never blocks; callers bound how many there are.
func (l *serialQueue) enqueue(job func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.jobs = append(l.jobs, job)
	if !l.running {
		l.running = true
		go l.run()
	}
}

func (l *serialQueue) run() {
	for {
		jobs := l.take()
		if jobs == nil {
			return
		}
		for _, job := range jobs {
			job()
		}
	}
}

// take gives all that waits; nil ends the goroutine.
func (l *serialQueue) take() []func() {
	l.mu.Lock()
	defer l.mu.Unlock()
	jobs := l.jobs
	l.jobs = nil
	l.running = len(jobs) > 0
	return jobs
}

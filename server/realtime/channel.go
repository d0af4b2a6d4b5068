package realtime

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
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
	socket  *socket
	topic   string // without protocol.Prefix
	joinRef string
	join    protocol.Join
	asked   int64 // what the join holds, about, in bytes
	spread  int64 // what its entries hold beside that, since they are of several tables; the lane's
	// claims are of the newest token, never nil.
	claims atomic.Pointer[token.Claims]
	bearer fingerprint // of that token
	place  place

	lane    *lane
	events  *rate.Limiter
	timer   timer
	stop    context.CancelFunc // ends the join, while it waits
	state   atomic.Int32       // joining, joined, over
	private private
	listens *fanout.Subscription // nil without entries of postgres_changes
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
		socket: k, topic: topic, joinRef: m.JoinRef, asked: channelSize + int64(len(m.Payload)), lane: &lane{},
		events: rate.NewLimiter(rate.Limit(events), events*burst),
	}
	c.claims.Store(&k.claims)
	return c
}

// do has the lane do a job, unless the channel is over by then.
func (c *channel) do(job func(context.Context)) {
	c.lane.do(func() {
		defer c.survive()
		if c.state.Load() != over {
			job(context.Background())
		}
	})
}

// survive keeps a fault of ours to one channel.
func (c *channel) survive() {
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
		c.work(m, func(ctx context.Context) { c.renew(ctx, m.Payload) })
	case event == "broadcast" || event == presenceEvent:
		c.work(m, func(ctx context.Context) { c.handle(ctx, event, m) })
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

// work is do for a message, of which only so much may wait.
func (c *channel) work(m protocol.Message, job func(context.Context)) {
	k, size := c.socket, int64(m.Size())
	all := &k.service.memory.waiting
	jobs, held, room := k.jobs.Add(1), k.held.Add(size), all.add(size)
	if jobs > waitingJobs || held > waitingBytes || !room {
		c.fail("Too many messages per second")
	}
	c.lane.do(func() {
		defer c.survive()
		defer func() {
			k.jobs.Add(-1)
			k.held.Add(-size)
			all.add(-size)
		}()
		if c.state.Load() != over {
			job(context.Background())
		}
	})
}

// send sends an event to this channel alone. payload is a JSON object.
func (c *channel) send(event string, payload []byte) {
	c.socket.push(protocol.Text(c.socket.framing, protocol.Header{JoinRef: c.joinRef, Topic: protocol.Prefix + c.topic, Event: event}, payload))
}

// deliver sends what is shared with other channels. It may be called from any
// goroutine and under any lock: it never waits, and calls nobody back. One that is
// over may still be among the members of its topic, until its lane comes to it.
func (c *channel) deliver(f *protocol.SharedFrame) {
	if c.state.Load() == over {
		return
	}
	c.socket.push(f.Bytes(c.socket.framing))
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
	c.socket.push(protocol.Text(c.socket.framing, head, replyStart(ok), response, []byte("}")))
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
// realtime-js gives the application the payload of phx_error as its error where it
// is a string, and "channel error: transport failure" where it is an object. Clients
// in Swift and Kotlin read objects alone, and ignore a frame with a string.
func (c *channel) errorPayload(reason string) []byte {
	if strings.HasPrefix(c.join.Client, "realtime-js/") {
		return protocol.AppendString(nil, reason)
	}
	return append(protocol.AppendString([]byte(`{"reason":`), reason), '}')
}

// warn logs an error that is ours, or the database's.
func (c *channel) warn(what string, err error) {
	if _, ok := errors.AsType[*protocol.Refusal](err); !ok {
		c.socket.service.warnings.say(context.Background(), what, "topic", c.topic, "error", err)
	}
}

// sendEnd sends phx_close or phx_error, the last message of a join.
func (c *channel) sendEnd(event string, payload []byte) {
	head := protocol.Header{JoinRef: c.joinRef, Ref: c.joinRef, Topic: protocol.Prefix + c.topic, Event: event}
	c.socket.push(protocol.Text(c.socket.framing, head, payload))
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
	c.socket.service.memory.joined.add(-c.asked)
	c.lane.do(func() {
		defer c.survive()
		c.abandon()
	})
	return true
}

// abandon leaves whatever the join has entered. It is done once, in the lane, also
// where the join came to nothing.
func (c *channel) abandon() {
	c.unsubscribe()
	c.socket.service.memory.joined.add(-c.spread)
	c.socket.service.absent(c)
	c.socket.service.exit(c)
}

// leave is the client's wish. What it sent before is done first; a join that
// still waits is given up.
func (c *channel) leave(ref string) {
	if c.state.Load() == joining {
		c.stop()
	}
	c.lane.do(func() {
		ended := c.end()
		if ref != "" {
			c.replyAlways(ref, true, []byte("{}"))
		}
		if ended {
			c.sendEnd("phx_close", []byte("{}"))
		}
	})
}

// depart is the end of the socket.
func (c *channel) depart() {
	if c.state.Load() == joining {
		c.stop()
	}
	c.lane.do(func() { c.end() })
}

package realtime

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/toubkal/toubkal/server/realtime/presence"
	"github.com/toubkal/toubkal/server/realtime/protocol"
)

const presenceEvent = "presence"

// The messages to a client whose presence message is refused. The texts are Supabase's.
const (
	tooManyCalls    = "Client presence rate limit exceeded"
	tooManyPresence = "Too many presence messages per second"
	trackTooLarge   = "Track message size exceeded"
)

var (
	errUnknownPresence = errors.New("unknown presence event")
	errMayNotTrack     = errors.New("the policies refuse presence")
)

// closeReason is an error that ends the channel, with the reason for the client.
type closeReason string

func (c closeReason) Error() string { return string(c) }

// presenceCall is the payload of a client's message `presence`:
// {"type":"presence","event":"track"|"untrack","payload":{…}}.
type presenceCall struct {
	Event   *string
	Payload json.RawMessage
}

// presenceRateWindow is the window in which the calls of a channel are counted, as in
// Supabase.
const presenceRateWindow = 30 * time.Second

// hasPresence reports whether the channel gets presence messages. It may be called from
// any goroutine.
func (c *channel) hasPresence() bool { return c.join.Presence.Enabled || c.membership.tracked.Load() }

// showPresence subscribes a channel that asked for presence, and may read it, to the
// presence of its topic.
func (h *hub) showPresence(ctx context.Context, c *channel) {
	if !c.hasPresence() || !h.mayReadPresence(ctx, c) {
		return
	}
	if !h.presences.Allow() {
		c.fail(tooManyPresence)
		return
	}
	h.presences.Subscribe(&c.membership.topic.Topic, c, &c.membership.subscribed)
}

// updatePresenceAccess applies changed rights: the channel gets what it may read now.
func (h *hub) updatePresenceAccess(ctx context.Context, c *channel) {
	h.setBroadcastMember(c)
	if !c.hasPresence() {
		return
	}
	if h.mayReadPresence(ctx, c) {
		h.presences.Subscribe(&c.membership.topic.Topic, c, &c.membership.subscribed)
		return
	}
	h.presences.Unsubscribe(&c.membership.topic.Topic, c, &c.membership.subscribed)
}

// track handles a client's message `presence`: track or untrack.
func (h *hub) track(ctx context.Context, c *channel, in *protocol.Message) {
	if now := h.Now(); now.Sub(c.membership.since) > presenceRateWindow {
		c.membership.calls, c.membership.since = 0, now
	}
	if c.membership.calls++; c.membership.calls > h.Limits.PresenceCalls {
		h.Log.DebugContext(ctx, "presence rate limit exceeded", "topic", c.topic)
		c.fail(tooManyCalls)
		return
	}
	var call presenceCall
	if json.Unmarshal(in.Payload, &call) != nil {
		c.reply(in.Ref, false, []byte(`{"reason":"Presence payload must be a map"}`))
		return
	}
	answer := func(err error) { c.answerPresence(in.Ref, err) }
	if call.Event == nil { // as in Supabase, this does nothing and succeeds
		answer(nil)
		return
	}
	switch strings.ToLower(*call.Event) {
	case "track":
		payload, err := h.trackable(ctx, c, call.Payload)
		if err != nil {
			answer(err)
			return
		}
		tracked := h.presences.Track(&c.membership.topic.Topic, c, c.presenceKey(), payload, answer)
		if tracked && !c.hasPresence() { // the first track enables presence
			c.membership.tracked.Store(true)
			h.showPresence(ctx, c)
		}
	case "untrack":
		h.presences.Leave(&c.membership.topic.Topic, c, answer)
	default:
		answer(errUnknownPresence)
	}
}

// trackable returns the payload to track, if the channel may track it.
func (h *hub) trackable(ctx context.Context, c *channel, text json.RawMessage) (presence.Payload, error) {
	allowed, err := h.mayWrite(ctx, c, presenceEvent)
	if err != nil {
		h.warn(ctx, "cannot check the right to presence", "topic", c.topic, "error", err)
		return nil, errDatabaseUnavailable
	}
	if !allowed {
		h.Log.DebugContext(ctx, "presence refused by the policies", "topic", c.topic)
		return nil, errMayNotTrack
	}
	if text == nil {
		text = json.RawMessage("{}")
	}
	if len(text) > h.Limits.Payload {
		return nil, closeReason(trackTooLarge)
	}
	payload, err := presence.ParsePayload(text)
	if err == nil && !h.presences.Allow() {
		err = closeReason(tooManyPresence)
	}
	return payload, err
}

// mayReadPresence reports whether the channel may read presence. If that cannot be
// checked, the client gets an error.
func (h *hub) mayReadPresence(ctx context.Context, c *channel) bool {
	allowed, err := h.mayRead(ctx, c, presenceEvent)
	if err != nil {
		h.warn(ctx, "cannot check the right to presence", "topic", c.topic, "error", err)
		c.system("system", "error", protocol.ErrCannotConnect.Text)
	}
	return err == nil && allowed
}

// answerPresence replies, or ends the channel: with phx_close where the client would
// repeat the same message after a new join.
func (c *channel) answerPresence(ref string, err error) {
	end, over := errors.AsType[closeReason](err)
	switch {
	case over && end == trackTooLarge:
		c.close(string(end))
	case over:
		c.fail(string(end))
	case err == nil:
		c.reply(ref, true, []byte("{}"))
	case errors.Is(err, errMayNotTrack), errors.Is(err, errUnknownPresence):
		c.reply(ref, false, []byte("{}"))
	case errors.Is(err, errDatabaseUnavailable):
		c.reply(ref, false, []byte(`{"reason":"`+protocol.ErrCannotConnect.Text+`"}`))
	default:
		c.reply(ref, false, append(protocol.AppendString([]byte(`{"reason":`), err.Error()), '}'))
	}
}

// presenceKey is the presence key of the channel: the one of its join, or a unique one.
// The key "ids" is replaced: stock clients take a message with "ids" at its top level
// for a row change, and throw.
func (c *channel) presenceKey() string {
	if c.membership.key == "" {
		if c.membership.key = c.join.Presence.Key; c.membership.key == "" || c.membership.key == "ids" {
			c.membership.key = uuid.NewString()
		}
	}
	return c.membership.key
}

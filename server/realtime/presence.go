package realtime

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"sync/atomic"
	"time"

	"github.com/google/uuid"

	"github.com/toubkal/toubkal/server/realtime/protocol"
)

const presenceEvent = "presence"

// What a client is told of a presence message that cannot be. Supabase's words.
const (
	tooManyCalls    = "Client presence rate limit exceeded"
	tooManyPresence = "Too many presence messages per second"
	trackTooLarge   = "Track message size exceeded"
)

var errUnknownPresence = errors.New("unknown presence event")

// presenceCall is the payload of a client's message `presence`:
// {"type":"presence","event":"track"|"untrack","payload":{…}}.
type presenceCall struct {
	Event   *string
	Payload json.RawMessage
}

// channelPresence is what a channel keeps of its presence.
type channelPresence struct {
	subscribed setPosition
	tracked    atomic.Bool // without having asked for presence, which turns it on
	key        string      // "" until it is needed
	calls      int         // in the window that began at since
	since      time.Time
}

// presenceRateWindow is what the calls of a channel are counted in, as in Supabase.
const presenceRateWindow = 30 * time.Second

// hasPresence tells whether a channel hears who is there. Anybody may ask.
func (c *channel) hasPresence() bool { return c.join.Presence.Enabled || c.membership.tracked.Load() }

// showPresence tells a channel that has joined who is there, where it asked for
// that and may read it.
func (s *Service) showPresence(ctx context.Context, c *channel) {
	if c.hasPresence() && s.mayReadPresence(ctx, c) {
		s.subscribePresence(c)
	}
}

func (s *Service) subscribePresence(c *channel) {
	if !s.presences.allow() {
		c.fail(tooManyPresence)
		return
	}
	s.presences.subscribe(c.membership.topic, c)
}

// updatePresenceAccess follows a change of the channel's rights: it hears what it may by now, and
// no more.
func (s *Service) updatePresenceAccess(ctx context.Context, c *channel) {
	s.setBroadcastMember(c)
	if !c.hasPresence() {
		return
	}
	if s.mayReadPresence(ctx, c) {
		s.presences.subscribe(c.membership.topic, c)
		return
	}
	s.presences.unsubscribe(c.membership.topic, c)
}

// leavePresence ends a channel's presence: it left, or its socket is gone.
func (s *Service) leavePresence(c *channel) {
	if c.membership.topic == nil {
		return
	}
	s.presences.unsubscribe(c.membership.topic, c)
	s.presences.leave(c.membership.topic, c, nil)
}

// track is a client's message `presence`, which says that it is there, or not any
// more. The first one makes a channel hear of the others too.
func (s *Service) track(ctx context.Context, c *channel, in *protocol.Message) {
	if !s.mayCall(c) {
		s.Log.DebugContext(ctx, "a client calls presence too often", "topic", c.topic)
		c.fail(tooManyCalls)
		return
	}
	var call presenceCall
	if json.Unmarshal(in.Payload, &call) != nil {
		c.reply(in.Ref, false, []byte(`{"reason":"Presence payload must be a map"}`))
		return
	}
	answer := func(err error) { s.answerPresence(c, in.Ref, err) }
	if call.Event == nil { // as in Supabase, nothing is requested and nothing is wrong
		answer(nil)
		return
	}
	switch strings.ToLower(*call.Event) {
	case "track":
		s.trackPayload(ctx, c, call.Payload, answer)
	case "untrack":
		s.presences.leave(c.membership.topic, c, answer)
	default:
		answer(errUnknownPresence)
	}
}

// closeReason is why a channel is at its end instead of getting an answer.
type closeReason string

func (e closeReason) Error() string { return string(e) }

// trackPayload tracks a channel, and calls answer once, before anything is sent that
// follows from it.
func (s *Service) trackPayload(ctx context.Context, c *channel, text json.RawMessage, answer func(error)) {
	payload, err := s.trackable(ctx, c, text)
	if err != nil {
		answer(err)
		return
	}
	tracked := s.presences.track(c.membership.topic, c, c.presenceKey(), payload, answer)
	if tracked && !c.hasPresence() {
		c.membership.tracked.Store(true)
		s.showPresence(ctx, c)
	}
}

func (s *Service) trackable(ctx context.Context, c *channel, text json.RawMessage) (presencePayload, error) {
	if err := s.mayTrack(ctx, c); err != nil {
		return nil, err
	}
	if text == nil {
		text = json.RawMessage("{}")
	}
	if len(text) > s.Limits.Payload {
		return nil, closeReason(trackTooLarge)
	}
	payload, err := parsePresence(text)
	if err == nil && !s.presences.allow() {
		err = closeReason(tooManyPresence)
	}
	return payload, err
}

var errMayNotTrack = errors.New("the policies refuse presence")

func (s *Service) mayTrack(ctx context.Context, c *channel) error {
	may, err := s.mayWrite(ctx, c, presenceEvent)
	if err != nil {
		s.warnings.warn(ctx, "a right to presence could not be asked for", "topic", c.topic, "error", err)
		return errDatabaseUnavailable
	}
	if !may {
		s.Log.DebugContext(ctx, "presence is refused by the policies", "topic", c.topic)
		return errMayNotTrack
	}
	return nil
}

// mayReadPresence tells whether a channel may hear who is there.
func (s *Service) mayReadPresence(ctx context.Context, c *channel) bool {
	may, err := s.mayRead(ctx, c, presenceEvent)
	if err != nil {
		s.warnings.warn(ctx, "a right to presence could not be asked for", "topic", c.topic, "error", err)
		c.system("system", "error", databaseUnavailable)
	}
	return err == nil && may
}

// answerPresence replies, or ends the channel: for good where the same message
// would end it again.
func (s *Service) answerPresence(c *channel, ref string, err error) {
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
		c.reply(ref, false, []byte(`{"reason":"`+databaseUnavailable+`"}`))
	default:
		c.reply(ref, false, append(protocol.AppendString([]byte(`{"reason":`), err.Error()), '}'))
	}
}

// mayCall counts the calls of a channel in a window that begins with its first.
func (s *Service) mayCall(c *channel) bool {
	if s.Limits.PresenceCalls <= 0 {
		return true
	}
	if now := s.presences.now(); now.Sub(c.membership.since) > presenceRateWindow {
		c.membership.calls, c.membership.since = 0, now
	}
	c.membership.calls++
	return c.membership.calls <= s.Limits.PresenceCalls
}

// presenceKey is what a channel is present under: what its client chose, or
// something unique. A state has the keys at its top, where stock clients take "ids"
// for a change of a table and throw: one member would end the others.
func (c *channel) presenceKey() string {
	if c.membership.key == "" {
		if c.membership.key = c.join.Presence.Key; c.membership.key == "" || c.membership.key == "ids" {
			c.membership.key = uuid.NewString()
		}
	}
	return c.membership.key
}

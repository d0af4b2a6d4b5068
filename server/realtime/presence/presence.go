// Package presence keeps who is on which topic, in the terms of Phoenix, and sends state and diffs. It
// refuses payloads that are no object, and what passes a limit of calls or bytes.
package presence

import (
	"crypto/rand"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/toubkal/toubkal/server/realtime/cluster"
	"github.com/toubkal/toubkal/server/realtime/protocol"
	"github.com/toubkal/toubkal/server/realtime/recipients"
)

// Topic is the presence of a topic, and the recipients of its diffs. Its
// lock is held while a diff is encoded and queued, never while a client reads.
type Topic struct {
	// Name of the topic, without protocol.Prefix.
	Name    string
	Private bool

	mu            sync.Mutex
	state         *state // nil before the first track
	subscribers   recipients.Set
	stateFrame    *protocol.SharedFrame // presence_state after all diffs so far; nil when it has to be encoded again
	diffScheduled bool
	lastDiff      time.Time // when the last diff was sent
}

// Service is the presence service of all topics.
type Service struct {
	ref      func() string
	maxBytes int // of the metas of one topic
	now      func() time.Time
	later    func(time.Duration, func())
	rate     *rate.Limiter    // of all calls
	budget   Budget           // of all topics' metas, in bytes
	cluster  *cluster.Cluster // nil without other nodes
}

// Budget bounds bytes in use.
type Budget interface {
	// Add adds n bytes in any case, and reports whether the sum is within the limit.
	Add(n int64) bool
	// Full reports that the limit is exceeded.
	Full() bool
}

// Options configure a Service. All are needed but Later, Ref and Cluster.
type Options struct {
	// QueueBytes is the size of an outbox, into which a diff has to fit in which all members of a
	// topic leave and as many join.
	QueueBytes int
	// PerSecond bounds the calls of all clients, on average over Burst.
	PerSecond int
	Now       func() time.Time
	// Later runs a function after a time. Defaults to time.AfterFunc.
	Later func(time.Duration, func())
	// Ref gives a new text at each call. Defaults to a random prefix and a number.
	Ref func() string
	// Budget of the metas of all topics.
	Budget Budget
	// Cluster are the other nodes; nil without.
	Cluster *cluster.Cluster
}

// New makes a Service. It starts nothing.
func New(o Options) *Service {
	s := &Service{
		ref: o.Ref, maxBytes: o.QueueBytes * 3 / 8, now: o.Now, later: o.Later,
		rate:   rate.NewLimiter(rate.Limit(o.PerSecond), o.PerSecond*Burst),
		budget: o.Budget, cluster: o.Cluster,
	}
	if s.later == nil {
		s.later = func(wait time.Duration, do func()) { time.AfterFunc(wait, do) }
	}
	if s.ref == nil {
		s.ref = newRefs(rand.Text()[:8] + ".")
	}
	return s
}

// Burst is the number of seconds over which the calls of all clients are
// averaged, as in Supabase: after a restart all of them come back at once.
const Burst = 60

// Allow counts a call, and reports whether it is within the limit of all clients.
func (s *Service) Allow() bool { return s.rate.AllowN(s.now(), 1) }

// Presence diffs are debounced: the first change of a topic is sent at once, those
// that follow within the interval together, as when a page is reloaded or a thousand
// clients reconnect. The interval grows with the number of subscribers, so that a topic
// causes at most 20,000 messages per second. BenchmarkPresenceStorm measures both.
const (
	DiffDebounce          = 50 * time.Millisecond
	debouncePerSubscriber = 50 * time.Microsecond
	maxDiffDebounce       = time.Second
)

// Track tracks a member on its topic, and calls answer with the result before a diff
// can be sent. errFull means that a limit is reached.
func (s *Service) Track(t *Topic, who any, key string, payload Payload, answer func(error)) (tracked bool) {
	err := s.put(t, answer, func() (bool, error) {
		changed, err := t.state.track(who, key, payload)
		if changed {
			s.cluster.Track(who, cluster.Member{Topic: t.Name, Private: t.Private, Key: key, Ref: t.state.ref(who), Payload: payload})
		}
		return changed, err
	})
	return err == nil
}

// TrackRemote adds or updates a member of another node; an error means that a limit is reached, or that the
// payload is no object.
func (s *Service) TrackRemote(t *Topic, m *cluster.Member) error {
	return s.put(t, nil, func() (bool, error) {
		payload, err := ParsePayload(m.Payload)
		if err != nil {
			return false, err
		}
		return t.state.trackWithRef(m, m.Key, m.Ref, payload)
	})
}

// put adds or updates a member of a topic, by calling track. answer, if not nil, is
// called with the lock held: a client gets the reply to its own call before the diff.
func (s *Service) put(t *Topic, answer func(error), track func() (changed bool, err error)) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.state == nil {
		t.state = newState(s.ref, s.maxBytes)
	}
	changed, err := false, errFull
	if !s.budget.Full() {
		before := t.state.bytes
		changed, err = track()
		s.budget.Add(int64(t.state.bytes - before))
	}
	if answer != nil {
		answer(err)
	}
	if changed {
		s.schedule(t)
	}
	return err
}

// Leave removes a member: a recipient, or a *cluster.Member. answer is as in put.
func (s *Service) Leave(t *Topic, who any, answer func(error)) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if answer != nil {
		answer(nil)
	}
	if t.state == nil {
		return
	}
	before := t.state.bytes
	if t.state.leave(who) {
		s.cluster.Leave(who)
		s.budget.Add(int64(t.state.bytes - before))
		s.schedule(t)
	}
}

// Subscribe sends a recipient presence_state, and from then on every presence_diff.
func (s *Service) Subscribe(t *Topic, c recipients.Recipient, position *recipients.Position) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if position.Taken() {
		return
	}
	if t.stateFrame == nil {
		state := []byte("{}")
		if t.state != nil {
			state = t.state.encoded()
		}
		t.stateFrame = t.frame("presence_state", state)
	}
	c.Deliver(t.stateFrame)
	t.subscribers.Add(c, position)
}

// Unsubscribe ends that.
func (s *Service) Unsubscribe(t *Topic, c recipients.Recipient, position *recipients.Position) {
	t.subscribers.Remove(c, position)
}

// schedule schedules a diff. The lock is held.
func (s *Service) schedule(t *Topic) {
	if t.diffScheduled {
		return
	}
	t.diffScheduled = true
	wait := min(max(DiffDebounce, time.Duration(t.subscribers.Len())*debouncePerSubscriber), maxDiffDebounce)
	next := t.lastDiff.Add(wait)
	s.later(max(next.Sub(s.now()), 0), func() { s.sendDiff(t) })
}

// sendDiff sends presence_diff to the subscribers. A channel that subscribes meanwhile
// waits for the lock, and gets a presence_state that includes the diff.
func (s *Service) sendDiff(t *Topic) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.diffScheduled, t.lastDiff = false, s.now()
	diff := t.state.diff()
	if diff == nil {
		return
	}
	t.stateFrame = nil
	t.subscribers.Deliver(t.frame("presence_diff", diff), nil, nil)
}

func (t *Topic) frame(event string, payload []byte) *protocol.SharedFrame {
	head := protocol.Header{Topic: protocol.Prefix + t.Name, Event: event}
	return protocol.NewFrame(func(v protocol.Serializer) []byte { return protocol.Text(v, head, payload) })
}

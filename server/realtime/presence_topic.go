package realtime

import (
	"crypto/rand"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/toubkal/toubkal/server/realtime/cluster"
	"github.com/toubkal/toubkal/server/realtime/protocol"
)

// topicPresence is the presence of a topic, and the channels that get its diffs. Its
// lock is held while a diff is encoded and queued, never while a client reads.
type topicPresence struct {
	presence      sync.Mutex
	state         *presenceState // nil before the first track
	subscribers   subscriberSet
	stateFrame    *protocol.SharedFrame // presence_state after all diffs so far; nil when it has to be encoded again
	diffScheduled bool
	lastDiff      time.Time // when the last diff was sent
}

// presenceService is what the presences of all topics share.
type presenceService struct {
	ref      func() string
	maxBytes int // of the metas of one topic
	now      func() time.Time
	later    func(time.Duration, func())
	rate     *rate.Limiter    // of all calls
	budget   *budget          // of all topics' metas, in bytes
	cluster  *cluster.Cluster // nil without other nodes
}

// newPresences bounds the state of a topic so that a diff in which all members leave and
// as many join fits into an outbox.
func newPresences(limits Limits, now func() time.Time, held *budget, others *cluster.Cluster) *presenceService {
	return &presenceService{
		ref: newRefs(rand.Text()[:8] + "."), maxBytes: limits.QueueBytes * 3 / 8, now: now,
		later:  func(wait time.Duration, do func()) { time.AfterFunc(wait, do) },
		rate:   rate.NewLimiter(rate.Limit(limits.PresencePerSecond), limits.PresencePerSecond*presenceBurst),
		budget: held, cluster: others,
	}
}

// presenceBurst is the number of seconds over which the calls of all clients are
// averaged, as in Supabase: after a restart all of them come back at once.
const presenceBurst = 60

// allow counts a call, and reports whether it is within the limit of all clients.
func (p *presenceService) allow() bool { return p.rate.AllowN(p.now(), 1) }

// Presence diffs are debounced: the first change of a topic is sent at once, those
// that follow within the interval together, as when a page is reloaded or a thousand
// clients reconnect. The interval grows with the number of subscribers, so that a topic
// causes at most 20,000 messages per second. BenchmarkPresenceStorm measures both.
const (
	diffDebounce          = 50 * time.Millisecond
	debouncePerSubscriber = 50 * time.Microsecond
	maxDiffDebounce       = time.Second
)

// track tracks a channel on its topic, and calls answer with the result before a diff
// can be sent. errPresenceFull means that a limit is reached.
func (p *presenceService) track(t *topic, c *channel, key string, payload presencePayload, answer func(error)) (tracked bool) {
	err := p.put(t, answer, func() (bool, error) {
		changed, err := t.state.track(c, key, payload)
		if changed {
			p.cluster.Track(c, cluster.Member{Topic: t.key.name, Private: t.key.private, Key: key, Ref: t.state.ref(c), Payload: payload})
		}
		return changed, err
	})
	return err == nil
}

// put adds or updates a member of a topic, by calling track. answer, if not nil, is
// called with the lock held: a client gets the reply to its own call before the diff.
func (p *presenceService) put(t *topic, answer func(error), track func() (changed bool, err error)) error {
	t.presence.Lock()
	defer t.presence.Unlock()
	if t.state == nil {
		t.state = newPresenceState(p.ref, p.maxBytes)
	}
	changed, err := false, errPresenceFull
	if !p.budget.full() {
		before := t.state.bytes
		changed, err = track()
		p.budget.add(int64(t.state.bytes - before))
	}
	if answer != nil {
		answer(err)
	}
	if changed {
		p.schedule(t)
	}
	return err
}

// leave removes a member: a channel, or a *cluster.Member. answer is as in put.
func (p *presenceService) leave(t *topic, who any, answer func(error)) {
	t.presence.Lock()
	defer t.presence.Unlock()
	if answer != nil {
		answer(nil)
	}
	if t.state == nil {
		return
	}
	before := t.state.bytes
	if t.state.leave(who) {
		p.cluster.Leave(who)
		p.budget.add(int64(t.state.bytes - before))
		p.schedule(t)
	}
}

// subscribe sends a channel presence_state, and from then on every presence_diff.
func (p *presenceService) subscribe(t *topic, c *channel) {
	t.presence.Lock()
	defer t.presence.Unlock()
	if c.membership.subscribed.taken {
		return
	}
	if t.stateFrame == nil {
		state := []byte("{}")
		if t.state != nil {
			state = t.state.encoded()
		}
		t.stateFrame = presenceFrame(t.key, "presence_state", state)
	}
	c.deliver(t.stateFrame)
	t.subscribers.add(c, &c.membership.subscribed)
}

func (p *presenceService) unsubscribe(t *topic, c *channel) {
	t.subscribers.remove(c, &c.membership.subscribed)
}

// schedule schedules a diff. The lock is held.
func (p *presenceService) schedule(t *topic) {
	if t.diffScheduled {
		return
	}
	t.diffScheduled = true
	wait := min(max(diffDebounce, time.Duration(t.subscribers.len())*debouncePerSubscriber), maxDiffDebounce)
	next := t.lastDiff.Add(wait)
	p.later(max(next.Sub(p.now()), 0), func() { p.sendDiff(t) })
}

// sendDiff sends presence_diff to the subscribers. A channel that subscribes meanwhile
// waits for the lock, and gets a presence_state that includes the diff.
func (p *presenceService) sendDiff(t *topic) {
	t.presence.Lock()
	defer t.presence.Unlock()
	t.diffScheduled, t.lastDiff = false, p.now()
	diff := t.state.diff()
	if diff == nil {
		return
	}
	t.stateFrame = nil
	t.subscribers.deliver(presenceFrame(t.key, "presence_diff", diff), nil, nil)
}

func presenceFrame(key topicKey, event string, payload []byte) *protocol.SharedFrame {
	head := protocol.Header{Topic: protocol.Prefix + key.name, Event: event}
	return protocol.NewFrame(func(v protocol.Serializer) []byte { return protocol.Text(v, head, payload) })
}

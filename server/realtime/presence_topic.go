package realtime

import (
	"crypto/rand"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/toubkal/toubkal/server/realtime/cluster"
	"github.com/toubkal/toubkal/server/realtime/protocol"
)

// topicPresence is the presence of a topic: who is there, and which channels are told.
// Its lock is held while a diff is encoded and handed on, never for a client.
type topicPresence struct {
	presence      sync.Mutex
	state         *presenceState // nil until somebody is there
	subscribers   subscriberSet
	stateFrame    *protocol.SharedFrame // what all diffs so far amount to; nil when it has to be made anew
	diffScheduled bool                  // a diff is on its way
	lastDiff      time.Time             // when the last one went
}

// presenceService is what the presences of all topics have in common.
type presenceService struct {
	ref      func() string
	maxBytes int // of the metas of one topic
	now      func() time.Time
	later    func(time.Duration, func())
	rate     *rate.Limiter    // of all calls
	budget   *budget          // of all topics' metas, in bytes
	cluster  *cluster.Cluster // to other nodes; nil without them
}

// newPresences bounds what one topic's state may hold so that a diff, which may say
// that all are gone and others there, fits into a socket's queue.
func newPresences(limits Limits, now func() time.Time, held *budget) *presenceService {
	return &presenceService{
		ref: newRefs(rand.Text()[:8] + "."), maxBytes: limits.QueueBytes * 3 / 8, now: now,
		later:  func(wait time.Duration, do func()) { time.AfterFunc(wait, do) },
		rate:   rate.NewLimiter(rate.Limit(limits.PresencePerSecond), limits.PresencePerSecond*presenceBurst),
		budget: held,
	}
}

// presenceBurst is how many seconds' worth of calls may come at once: after a
// restart everybody comes back. Supabase averages over as long.
const presenceBurst = 60

// allow counts one call.
func (p *presenceService) allow() bool { return p.rate.AllowN(p.now(), 1) }

// Of several changes on one topic the first is told at once, and those of the next
// moment together: a page that is left and opened again, a thousand who come back
// after a cut. With many watchers the moment is longer, so that a topic costs no
// more than twenty thousand messages a second. Both measured in
// BenchmarkPresenceStorm.
const (
	diffDebounce          = 50 * time.Millisecond
	debouncePerSubscriber = 50 * time.Microsecond
	maxDiffDebounce       = time.Second
)

func (p *presenceService) debounce(watchers int) time.Duration {
	return min(max(diffDebounce, time.Duration(watchers)*debouncePerSubscriber), maxDiffDebounce)
}

// track makes a channel present, if there is room, and calls answer with the result
// before a diff can be sent.
func (p *presenceService) track(t *topic, c *channel, key string, payload presencePayload, answer func(error)) (tracked bool) {
	err := p.put(t, answer, func() (bool, error) {
		changed, err := t.state.track(c, key, payload)
		if changed && p.cluster != nil {
			p.cluster.Track(c, cluster.Member{Topic: t.key.name, Private: t.key.private, Key: key, Ref: t.state.ref(c), Payload: payload})
		}
		return changed, err
	})
	return err == nil
}

// put adds a member to a topic, if there is room. answer, if there is one, is called
// with the lock held: a client gets the reply to its own call before the diff that
// follows from it.
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

// leave removes a channel, or a member of another node. answer is as in put.
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

// subscribe shows a channel who is there, and all that changes from then on.
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

// schedule makes sure that a diff will be told. The lock is held.
func (p *presenceService) schedule(t *topic) {
	if t.diffScheduled {
		return
	}
	t.diffScheduled = true
	next := t.lastDiff.Add(p.debounce(t.subscribers.len()))
	p.later(max(next.Sub(p.now()), 0), func() { p.sendDiff(t) })
}

// sendDiff sends what has changed to the watchers. Who begins to watch meanwhile waits
// for the lock, and is shown the state with it.
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
	return protocol.NewFrame(func(framing protocol.Serializer) []byte { return protocol.Text(framing, head, payload) })
}

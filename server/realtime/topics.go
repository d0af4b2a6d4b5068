package realtime

import (
	"hash/maphash"
	"sync"

	"github.com/toubkal/toubkal/server/realtime/protocol"
)

// topicKey names a topic. A public and a private one of the same name are two, and
// hear nothing of each other.
type topicKey struct {
	name    string // without "realtime:"
	private bool
}

// topics are those that have members. They are spread over shards so that eighteen
// thousand sockets that come at once do not queue for one lock, and no lock of a
// shard is held while anything is sent.
type topics struct {
	seed   maphash.Seed
	shards [64]topicShard
}

type topicShard struct {
	mu sync.RWMutex
	of map[topicKey]*topic
}

func newTopics() *topics {
	t := &topics{seed: maphash.MakeSeed()}
	for i := range t.shards {
		t.shards[i].of = map[topicKey]*topic{}
	}
	return t
}

func (t *topics) shard(key topicKey) *topicShard {
	return &t.shards[maphash.String(t.seed, key.name)%uint64(len(t.shards))]
}

// find gives a topic that has members; nil where nobody would hear.
func (t *topics) find(key topicKey) *topic {
	shard := t.shard(key)
	shard.mu.RLock()
	defer shard.mu.RUnlock()
	return shard.of[key]
}

// hold gives a topic that stays until it is let go of as often.
func (t *topics) hold(key topicKey) *topic {
	shard := t.shard(key)
	shard.mu.Lock()
	defer shard.mu.Unlock()
	found := shard.of[key]
	if found == nil {
		found = &topic{key: key}
		shard.of[key] = found
	}
	found.holders++
	return found
}

func (t *topics) release(held *topic) {
	shard := t.shard(held.key)
	shard.mu.Lock()
	defer shard.mu.Unlock()
	if held.holders--; held.holders == 0 {
		delete(shard.of, held.key)
	}
}

// len is how many topics have members.
func (t *topics) len() int {
	sum := 0
	for i := range t.shards {
		t.shards[i].mu.RLock()
		sum += len(t.shards[i].of)
		t.shards[i].mu.RUnlock()
	}
	return sum
}

// topic is whoever has joined under one key.
type topic struct {
	key     topicKey
	holders int // guarded by its shard
	members circle
	gathering
}

// place is where a channel is: its topic from enter to exit, and what it does there.
// The channel's lane alone uses it, but for the seats, which their circles guard.
type place struct {
	topic *topic
	seat  seat
	present
}

// seat is a channel's place in a circle.
type seat struct {
	at    int
	taken bool
}

// circle is a set of channels that hear the same. Those of one framing lie side by
// side, since they get the same bytes. Its lock is held for reading while all are
// handed a frame, which takes about 100 ns for each and never waits.
type circle struct {
	mu sync.RWMutex
	of [2][]seated // by framing
}

type seated struct {
	channel *channel
	seat    *seat
}

func (r *circle) add(c *channel, s *seat) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.addLocked(c, s)
}

func (r *circle) addLocked(c *channel, s *seat) {
	if s.taken {
		return
	}
	list := &r.of[c.socket.framing]
	s.at, s.taken = len(*list), true
	*list = append(*list, seated{c, s})
}

func (r *circle) remove(c *channel, s *seat) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !s.taken {
		return
	}
	list := r.of[c.socket.framing]
	last := len(list) - 1
	list[s.at] = list[last]
	list[s.at].seat.at = s.at
	list[last] = seated{}
	r.of[c.socket.framing] = list[:last]
	s.taken = false
}

// deliver hands a message to everybody but one and those to skip, encoded once for
// each framing that somebody here speaks. It tells how many got it.
func (r *circle) deliver(frame *protocol.SharedFrame, except *channel, skip func(*channel) bool) (told int) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	for framing, list := range r.of {
		if len(list) == 0 || len(list) == 1 && list[0].channel == except || frame.Bytes(protocol.Serializer(framing)) == nil {
			continue
		}
		for i := range list {
			if c := list[i].channel; c != except && (skip == nil || !skip(c)) {
				c.deliver(frame)
				told++
			}
		}
	}
	return told
}

// len is how many there are.
func (r *circle) len() (sum int) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	for _, list := range r.of {
		sum += len(list)
	}
	return sum
}

// enter makes a channel hear what is broadcast on its topic.
func (s *Service) enter(c *channel) {
	c.place.topic = s.topics.hold(topicKey{c.topic, c.join.Private})
	s.sit(c)
}

// sit seats a channel among those who hear broadcasts, or takes its seat away: one
// that may read presence alone hears none.
func (s *Service) sit(c *channel) {
	if c.private.reads().Broadcast {
		c.place.topic.members.add(c, &c.place.seat)
		return
	}
	c.place.topic.members.remove(c, &c.place.seat)
}

// exit ends that, after absent has told of who is gone.
func (s *Service) exit(c *channel) {
	if c.place.topic == nil {
		return
	}
	c.place.topic.members.remove(c, &c.place.seat)
	s.topics.release(c.place.topic)
	c.place.topic = nil
}

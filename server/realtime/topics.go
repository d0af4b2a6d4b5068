package realtime

import (
	"hash/maphash"
	"sync"

	"github.com/toubkal/toubkal/server/realtime/protocol"
)

// topicKey identifies a topic. A public and a private one of the same name are
// separate.
type topicKey struct {
	name    string // without "realtime:"
	private bool
}

// topics are those with members, in shards, so that eighteen thousand sockets that
// connect at once do not wait for one lock. No lock of a shard is held while anything
// is sent.
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

// find returns a topic with members; nil for none.
func (t *topics) find(key topicKey) *topic {
	shard := t.shard(key)
	shard.mu.RLock()
	defer shard.mu.RUnlock()
	return shard.of[key]
}

// acquire returns a topic that stays until it is released as often.
func (t *topics) acquire(key topicKey) *topic {
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

// topic is the channels that have joined under one key.
type topic struct {
	key     topicKey
	holders int // guarded by its shard
	members subscriberSet
	topicPresence
}

// membership is the state of a channel on its topic, from enter to exit. Only the
// channel's queue uses it, except the set positions, which the sets guard.
type membership struct {
	topic    *topic
	position setPosition
	channelPresence
}

// setPosition is a channel's index in a subscriberSet.
type setPosition struct {
	at    int
	taken bool
}

// subscriberSet is a set of channels that get the same frames, in one slice per
// serializer, since those get the same bytes. Its lock is held for reading while a
// frame is queued for all of them, which takes about 100 ns each and never blocks.
type subscriberSet struct {
	mu sync.RWMutex
	of [2][]setEntry // by serializer
}

type setEntry struct {
	channel  *channel
	position *setPosition
}

func (r *subscriberSet) add(c *channel, s *setPosition) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if s.taken {
		return
	}
	list := &r.of[c.socket.serializer]
	s.at, s.taken = len(*list), true
	*list = append(*list, setEntry{c, s})
}

func (r *subscriberSet) remove(c *channel, s *setPosition) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !s.taken {
		return
	}
	list := r.of[c.socket.serializer]
	last := len(list) - 1
	list[s.at] = list[last]
	list[s.at].position.at = s.at
	list[last] = setEntry{}
	r.of[c.socket.serializer] = list[:last]
	s.taken = false
}

// deliver queues a frame for all channels but except and those to skip, encoded once
// per serializer, and returns the number of channels.
func (r *subscriberSet) deliver(frame *protocol.SharedFrame, except *channel, skip func(*channel) bool) (sent int) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	for v, list := range r.of {
		if len(list) == 0 || len(list) == 1 && list[0].channel == except || frame.Bytes(protocol.Serializer(v)) == nil {
			continue
		}
		for i := range list {
			if c := list[i].channel; c != except && (skip == nil || !skip(c)) {
				c.deliver(frame)
				sent++
			}
		}
	}
	return sent
}

// len is the number of channels.
func (r *subscriberSet) len() (sum int) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	for _, list := range r.of {
		sum += len(list)
	}
	return sum
}

// enter adds a channel to its topic.
func (s *Service) enter(c *channel) {
	c.membership.topic = s.topics.acquire(topicKey{c.topic, c.join.Private})
	s.setBroadcastMember(c)
}

// setBroadcastMember adds a channel to those that get broadcasts, or removes it: one
// that may read only presence gets none.
func (s *Service) setBroadcastMember(c *channel) {
	if c.auth.read.Broadcast {
		c.membership.topic.members.add(c, &c.membership.position)
		return
	}
	c.membership.topic.members.remove(c, &c.membership.position)
}

// exit removes a channel from its topic, after leavePresence.
func (s *Service) exit(c *channel) {
	if c.membership.topic == nil {
		return
	}
	c.membership.topic.members.remove(c, &c.membership.position)
	s.topics.release(c.membership.topic)
	c.membership.topic = nil
}

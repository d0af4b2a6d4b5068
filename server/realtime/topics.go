package realtime

import (
	"hash/maphash"
	"sync"
	"sync/atomic"
	"time"

	"github.com/toubkal/toubkal/server/realtime/broadcast"
	"github.com/toubkal/toubkal/server/realtime/presence"
	"github.com/toubkal/toubkal/server/realtime/recipients"
)

// topics are the topics with members, in shards, so that eighteen thousand sockets that
// connect at once do not wait for one lock. No lock of a shard is held while anything
// is sent.
type topics struct {
	seed   maphash.Seed
	shards [64]topicShard
}

type topicShard struct {
	mu sync.RWMutex
	of map[broadcast.TopicKey]*topic
}

func newTopics() *topics {
	t := &topics{seed: maphash.MakeSeed()}
	for i := range t.shards {
		t.shards[i].of = map[broadcast.TopicKey]*topic{}
	}
	return t
}

func (t *topics) shard(key broadcast.TopicKey) *topicShard {
	return &t.shards[maphash.String(t.seed, key.Name)%uint64(len(t.shards))]
}

// find returns a topic with members; nil for none.
func (t *topics) find(key broadcast.TopicKey) *topic {
	shard := t.shard(key)
	shard.mu.RLock()
	defer shard.mu.RUnlock()
	return shard.of[key]
}

// acquire returns a topic that stays until it is released as often.
func (t *topics) acquire(key broadcast.TopicKey) *topic {
	shard := t.shard(key)
	shard.mu.Lock()
	defer shard.mu.Unlock()
	found := shard.of[key]
	if found == nil {
		found = &topic{key: key, Topic: presence.Topic{Name: key.Name, Private: key.Private}}
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
	key     broadcast.TopicKey
	holders int // guarded by its shard
	members recipients.Set
	presence.Topic
}

// membership is the state of a channel on its topic, from enter to exit. Only the
// channel's queue uses it, except the set positions, which the sets guard.
type membership struct {
	topic    *topic
	position recipients.Position
	channelPresence
}

// channelPresence is the state of a channel's presence.
type channelPresence struct {
	subscribed recipients.Position
	tracked    atomic.Bool // it tracked without presence in its join, which enables presence
	key        string      // "" until it is needed
	calls      int         // in the window that began at since
	since      time.Time
}

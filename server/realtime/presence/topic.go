// Package presence keeps who is present on one topic: what each member says of
// itself, and what everybody has been told of it so far. Changes wait in the topic
// until somebody takes them as one diff, so that a thousand who come at once are
// one message. It refuses a payload that is no JSON object, and one too many.
//
// The words are Phoenix's (https://hexdocs.pm/phoenix/Phoenix.Presence.html): a key
// is a person, a meta is one of their devices.
package presence

import (
	"errors"
	"slices"
)

// The errors of Parse and Track, in the words that clients are told.
var (
	//lint:ignore ST1005 Supabase's words
	ErrPayload = errors.New("Presence track payload must be a map")
	//lint:ignore ST1005 clients are told it as it stands
	ErrFull = errors.New("Presence state of this topic is full")
)

// Topic is who is present on one topic. M is what a member is known by, such as a
// channel of a socket. It has no lock of its own.
type Topic[M comparable] struct {
	ref     func() string
	max     int         // bytes of all metas together
	size    int         // of members
	members map[M]*meta // as they are now
	// told is what the diffs so far have said, metas of a key in their order. A
	// state is made of it and never of members: whoever is shown it and then gets
	// the diff that still waits has heard of everything once.
	told          map[string][]*meta
	joins, leaves []*meta // not told yet, in their order
}

// New makes an empty topic. ref gives a new text at each call, unique among all
// metas that a client may ever compare; maxBytes bounds the encoded metas of all
// members together, so that a state fits into a socket's queue.
func New[M comparable](ref func() string, maxBytes int) *Topic[M] {
	return &Topic[M]{ref: ref, max: maxBytes, members: map[M]*meta{}, told: map[string][]*meta{}}
}

// Track says that a member is present under a key with a payload. Tracked before,
// it replaces the earlier payload; with an equal one nothing happens. changed tells
// that there is something to Diff; ErrFull that there is no room.
func (t *Topic[M]) Track(member M, key string, payload Payload) (changed bool, err error) {
	old := t.members[member]
	if old != nil && old.payload.equal(payload) {
		return false, nil
	}
	return t.put(member, old, newMeta(t.ref(), old, key, payload))
}

// TrackAs is Track of a member that has its ref already, as it has on another node.
// With the same ref nothing happens.
func (t *Topic[M]) TrackAs(member M, key, ref string, payload Payload) (changed bool, err error) {
	old := t.members[member]
	if old != nil && old.ref == ref {
		return false, nil
	}
	return t.put(member, old, newMeta(ref, old, key, payload))
}

func (t *Topic[M]) put(member M, old, m *meta) (changed bool, err error) {
	if t.size-old.size()+m.size() > t.max {
		return false, ErrFull
	}
	t.drop(old)
	t.members[member] = m
	t.joins = append(t.joins, m)
	t.size += m.size()
	return true, nil
}

// Leave says that a member is not present any more: it untracked, or it is gone.
func (t *Topic[M]) Leave(member M) (changed bool) {
	old := t.members[member]
	if old == nil {
		return false
	}
	t.drop(old)
	delete(t.members, member)
	return true
}

// drop takes back a meta that nobody was told of, and lets the others hear that one
// is gone of which they were.
func (t *Topic[M]) drop(old *meta) {
	if old == nil {
		return
	}
	t.size -= old.size()
	old.left = true
	if old.told {
		t.leaves = append(t.leaves, old)
	}
}

// Has tells whether a member is present.
func (t *Topic[M]) Has(member M) bool { return t.members[member] != nil }

// Ref is what others tell a member's meta by; "" where it is not present.
func (t *Topic[M]) Ref(member M) string {
	if m := t.members[member]; m != nil {
		return m.ref
	}
	return ""
}

// Size is how much the metas of all members take, in bytes.
func (t *Topic[M]) Size() int { return t.size }

// Len is the number of members that are present.
func (t *Topic[M]) Len() int { return len(t.members) }

// Diff takes what has changed since the last one, as the payload of
// `presence_diff`: {"joins":{KEY:{"metas":[…]}},"leaves":{…}}. It is nil where
// nothing did that anybody has to know.
func (t *Topic[M]) Diff() []byte {
	joins := byKey(slices.DeleteFunc(t.joins, (*meta).gone))
	leaves := byKey(t.leaves)
	t.joins, t.leaves = nil, nil
	if len(joins)+len(leaves) == 0 {
		return nil
	}
	for key := range leaves { // once for all of a key: thousands may share one
		if t.told[key] = slices.DeleteFunc(t.told[key], (*meta).gone); len(t.told[key]) == 0 {
			delete(t.told, key)
		}
	}
	for key, metas := range joins {
		for _, m := range metas {
			m.told = true
		}
		t.told[key] = append(t.told[key], metas...)
	}
	return appendDiff(joins, leaves)
}

// State is what all diffs so far amount to, as the payload of `presence_state`:
// {KEY:{"metas":[{"phx_ref":"…",…}]}}. It stays the same until the next Diff.
func (t *Topic[M]) State() []byte {
	return appendState(make([]byte, 0, stateSize(t.told)), t.told)
}

package presence

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strconv"
	"sync/atomic"
	"unicode/utf8"

	"github.com/toubkal/toubkal/server/realtime/protocol"
)

// The errors of ParsePayload and state.track, with the texts for clients.
var (
	//lint:ignore ST1005 Supabase's text
	errPayload = errors.New("Presence track payload must be a map")
	//lint:ignore ST1005 the text for clients
	errFull = errors.New("Presence state of this topic is full")
)

// state is the presence of one topic, in the terms of Phoenix
// (https://hexdocs.pm/phoenix/Phoenix.Presence.html): a key is a user, and a meta one
// of its devices, here called member: a *channel, or a *cluster.Member of another
// node. Changes collect until diff returns them together, so that a thousand joins at
// once are one message. It has no lock of its own.
type state struct {
	newRef  func() string
	max     int // bytes of all metas together
	bytes   int // of members
	members map[any]*meta
	// sentMetas is the state after all diffs so far, metas of a key in their order. A
	// presence_state is made of it, never of members: with the next diff, a client has
	// got every change once.
	sentMetas     map[string][]*meta
	joins, leaves []*meta // not sent yet, in their order
}

// newState makes an empty state. newRef gives a new text at each call, unique
// among all metas that a client may ever compare; maxBytes bounds the encoded metas
// of all members together, so that a state fits into a socket's queue.
func newState(newRef func() string, maxBytes int) *state {
	return &state{newRef: newRef, max: maxBytes, members: map[any]*meta{}, sentMetas: map[string][]*meta{}}
}

// track adds a member under a key with a payload, or replaces its payload; an equal one
// changes nothing. errFull means that the state is full.
func (s *state) track(member any, key string, payload Payload) (changed bool, err error) {
	old := s.members[member]
	if old != nil && old.payload.equal(payload) {
		return false, nil
	}
	return s.put(member, old, newMeta(s.newRef(), old, key, payload))
}

// trackWithRef is track for a member of another node, which has a ref from there. The
// same ref changes nothing.
func (s *state) trackWithRef(member any, key, ref string, payload Payload) (changed bool, err error) {
	old := s.members[member]
	if old != nil && old.ref == ref {
		return false, nil
	}
	return s.put(member, old, newMeta(ref, old, key, payload))
}

func (s *state) put(member any, old, m *meta) (changed bool, err error) {
	if s.bytes-old.size()+m.size() > s.max {
		return false, errFull
	}
	s.drop(old)
	s.members[member] = m
	s.joins = append(s.joins, m)
	s.bytes += m.size()
	return true, nil
}

// leave removes a member.
func (s *state) leave(member any) (changed bool) {
	old := s.members[member]
	if old == nil {
		return false
	}
	s.drop(old)
	delete(s.members, member)
	return true
}

// drop removes a meta. If a diff has sent it, the next one sends that it has left.
func (s *state) drop(old *meta) {
	if old == nil {
		return
	}
	s.bytes -= old.size()
	old.left = true
	if old.sent {
		s.leaves = append(s.leaves, old)
	}
}

// ref is the phx_ref of a member's meta; "" without one.
func (s *state) ref(member any) string {
	if m := s.members[member]; m != nil {
		return m.ref
	}
	return ""
}

// diff returns the changes since the last diff, as the payload of presence_diff:
// {"joins":{KEY:{"metas":[…]}},"leaves":{…}}; nil for none.
func (s *state) diff() []byte {
	joins := byKey(slices.DeleteFunc(s.joins, (*meta).hasLeft))
	leaves := byKey(s.leaves)
	s.joins, s.leaves = nil, nil
	if len(joins)+len(leaves) == 0 {
		return nil
	}
	for key := range leaves { // once for all of a key: thousands may share one
		if s.sentMetas[key] = slices.DeleteFunc(s.sentMetas[key], (*meta).hasLeft); len(s.sentMetas[key]) == 0 {
			delete(s.sentMetas, key)
		}
	}
	for key, metas := range joins {
		for _, m := range metas {
			m.sent = true
		}
		s.sentMetas[key] = append(s.sentMetas[key], metas...)
	}
	diff := make([]byte, 0, len(`{"joins":,"leaves":}`)+metasSize(joins)+metasSize(leaves))
	diff = append(diff, `{"joins":`...)
	diff = appendMetas(diff, joins)
	diff = append(diff, `,"leaves":`...)
	diff = appendMetas(diff, leaves)
	return append(diff, '}')
}

// encoded is the state after all diffs so far, as the payload of presence_state:
// {KEY:{"metas":[{"phx_ref":"…",…}]}}.
func (s *state) encoded() []byte {
	return appendMetas(make([]byte, 0, metasSize(s.sentMetas)), s.sentMetas)
}

// meta is the meta of one member, encoded for clients.
type meta struct {
	key     string
	ref     string
	prev    string // the ref of the sent meta that this one replaces
	payload Payload
	json    []byte // {"phx_ref":"…","phx_ref_prev":"…",…}
	sent    bool   // by a diff
	left    bool   // replaced, or the member has left
}

func (m *meta) hasLeft() bool { return m.left }

func newMeta(ref string, old *meta, key string, payload Payload) *meta {
	m := &meta{key: key, ref: ref, prev: old.lastSentRef(), payload: payload}
	m.json = append(m.json, `{"phx_ref":`...)
	m.json = protocol.AppendString(m.json, ref)
	if m.prev != "" {
		m.json = append(m.json, `,"phx_ref_prev":`...)
		m.json = protocol.AppendString(m.json, m.prev)
	}
	if len(payload) > len(`{}`) {
		m.json = append(m.json, ',')
	}
	m.json = append(m.json, payload[1:]...)
	return m
}

// lastSentRef is the ref by which clients know this member; "" for none.
func (m *meta) lastSentRef() string {
	switch {
	case m == nil:
		return ""
	case m.sent:
		return m.ref
	}
	return m.prev
}

// size is the size of a meta in a state, in bytes.
func (m *meta) size() int {
	if m == nil {
		return 0
	}
	return len(m.key) + len(m.json)
}

// Payload is a payload of track: a compact JSON object without the keys that the
// server sets.
type Payload []byte

// ParsePayload parses a client's payload; errPayload if it is not an object. A
// phx_ref in it is removed: clients identify metas by it, so a member could hide another.
func ParsePayload(text []byte) (Payload, error) {
	if !utf8.Valid(text) { // a browser would close the connection
		return nil, errPayload
	}
	var compact bytes.Buffer
	compact.Grow(len(text))
	if json.Compact(&compact, text) != nil || compact.Bytes()[0] != '{' {
		return nil, errPayload
	}
	payload := compact.Bytes()
	if !bytes.Contains(payload, []byte("phx_ref")) && !bytes.Contains(payload, []byte(`\u00`)) {
		return payload, nil
	}
	var named map[string]json.RawMessage
	if err := json.Unmarshal(payload, &named); err != nil {
		return nil, errPayload
	}
	_, ref := named["phx_ref"]
	_, prev := named["phx_ref_prev"]
	if !ref && !prev {
		return payload, nil
	}
	delete(named, "phx_ref")
	delete(named, "phx_ref_prev")
	return json.Marshal(named)
}

// maxCompareBytes is the size up to which payloads are decoded to compare them, whatever
// the order of their keys. Larger ones are compared as bytes.
const maxCompareBytes = 4 << 10

func (p Payload) equal(other Payload) bool {
	if bytes.Equal(p, other) {
		return true
	}
	return len(p) <= maxCompareBytes && len(other) <= maxCompareBytes && reflect.DeepEqual(p.value(), other.value())
}

func (p Payload) value() (value any) {
	decoder := json.NewDecoder(bytes.NewReader(p))
	decoder.UseNumber() // as float64, two large numbers could be equal
	_ = decoder.Decode(&value)
	return value
}

func byKey(list []*meta) map[string][]*meta {
	of := make(map[string][]*meta, len(list))
	for _, m := range list {
		of[m.key] = append(of[m.key], m)
	}
	return of
}

// metasSize is the approximate size of the output of appendMetas, in bytes: without escapes in keys.
func metasSize(of map[string][]*meta) int {
	size := len(`{}`)
	for key, metas := range of {
		size += len(key) + len(`"":{"metas":[]},`)
		for _, m := range metas {
			size += len(m.json) + len(`,`)
		}
	}
	return size
}

// appendMetas encodes {KEY:{"metas":[…]}}.
func appendMetas(dst []byte, of map[string][]*meta) []byte {
	dst = append(dst, '{')
	first := true
	for key, metas := range of {
		if !first {
			dst = append(dst, ',')
		}
		first = false
		dst = protocol.AppendString(dst, key)
		dst = append(dst, `:{"metas":[`...)
		for i, m := range metas {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = append(dst, m.json...)
		}
		dst = append(dst, `]}`...)
	}
	return append(dst, '}')
}

// newRefs returns a generator of refs: a prefix and a number. The prefix must be another
// one at each start of the program: clients that reconnect compare refs with earlier ones.
// It is safe for concurrent use.
func newRefs(prefix string) func() string {
	var last atomic.Uint64
	return func() string { return prefix + strconv.FormatUint(last.Add(1), 36) }
}

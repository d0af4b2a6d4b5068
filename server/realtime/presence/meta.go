package presence

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strconv"
	"sync/atomic"
	"unicode/utf8"
)

// meta is what one member says of itself, encoded as clients get it.
type meta struct {
	key     string
	ref     string
	prev    string // the ref that this one replaces, of which others were told
	payload Payload
	json    []byte // {"phx_ref":"…","phx_ref_prev":"…",…}
	told    bool   // a diff has said it
	left    bool   // replaced, or its member is gone
}

func (m *meta) gone() bool { return m.left }

func newMeta(ref string, old *meta, key string, payload Payload) *meta {
	m := &meta{key: key, ref: ref, prev: old.lastTold(), payload: payload}
	m.json = append(m.json, `{"phx_ref":`...)
	m.json = appendString(m.json, ref)
	if m.prev != "" {
		m.json = append(m.json, `,"phx_ref_prev":`...)
		m.json = appendString(m.json, m.prev)
	}
	if len(payload) > len(`{}`) {
		m.json = append(m.json, ',')
	}
	m.json = append(m.json, payload[1:]...)
	return m
}

// lastTold is the ref of the meta that others know this member by.
func (m *meta) lastTold() string {
	switch {
	case m == nil:
		return ""
	case m.told:
		return m.ref
	}
	return m.prev
}

// size is what a meta takes in a state, in bytes.
func (m *meta) size() int {
	if m == nil {
		return 0
	}
	return len(m.key) + len(m.json)
}

// Payload is what a member says of itself: a JSON object, compact and without the
// names that are ours.
type Payload []byte

// Parse reads a payload as a client sends it; ErrPayload where it is no object.
// What it says of phx_ref is left out: clients tell metas apart by it, so that one
// member could make another vanish.
func Parse(text []byte) (Payload, error) {
	if !utf8.Valid(text) { // a browser would close the connection of whoever gets it
		return nil, ErrPayload
	}
	var compact bytes.Buffer
	compact.Grow(len(text))
	if json.Compact(&compact, text) != nil || compact.Bytes()[0] != '{' {
		return nil, ErrPayload
	}
	payload := compact.Bytes()
	if bytes.Contains(payload, []byte("phx_ref")) || bytes.Contains(payload, []byte(`\u00`)) {
		return withoutRefs(payload)
	}
	return payload, nil
}

func withoutRefs(payload []byte) (Payload, error) {
	var named map[string]json.RawMessage
	if err := json.Unmarshal(payload, &named); err != nil {
		return nil, ErrPayload
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

// readable is how much is read to find that two payloads say the same in other
// words, in bytes. Of more, only the same words are equal.
const readable = 4 << 10

// equal tells whether both say the same, in whatever order and spelling.
func (p Payload) equal(other Payload) bool {
	if bytes.Equal(p, other) {
		return true
	}
	return len(p) <= readable && len(other) <= readable && reflect.DeepEqual(p.value(), other.value())
}

func (p Payload) value() (value any) {
	decoder := json.NewDecoder(bytes.NewReader(p))
	decoder.UseNumber() // two large numbers are not one since a float64 rounds them
	_ = decoder.Decode(&value)
	return value
}

// appendDiff encodes the payload of `presence_diff`.
func appendDiff(joins, leaves map[string][]*meta) []byte {
	dst := make([]byte, 0, len(`{"joins":,"leaves":}`)+stateSize(joins)+stateSize(leaves))
	dst = append(dst, `{"joins":`...)
	dst = appendState(dst, joins)
	dst = append(dst, `,"leaves":`...)
	dst = appendState(dst, leaves)
	return append(dst, '}')
}

func byKey(list []*meta) map[string][]*meta {
	of := make(map[string][]*meta, len(list))
	for _, m := range list {
		of[m.key] = append(of[m.key], m)
	}
	return of
}

// stateSize is about what appendState writes: a key that needs escapes is longer.
func stateSize(of map[string][]*meta) int {
	size := len(`{}`)
	for key, metas := range of {
		size += len(key) + len(`"":{"metas":[]},`)
		for _, m := range metas {
			size += len(m.json) + len(`,`)
		}
	}
	return size
}

// appendState encodes {KEY:{"metas":[…]}}.
func appendState(dst []byte, of map[string][]*meta) []byte {
	dst = append(dst, '{')
	first := true
	for key, metas := range of {
		if !first {
			dst = append(dst, ',')
		}
		first = false
		dst = appendString(dst, key)
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

func appendString(dst []byte, text string) []byte {
	quoted, _ := json.Marshal(text) // of a string it never fails
	return append(dst, quoted...)
}

// Refs makes the unique texts of metas: a prefix and a number. The prefix has to be
// another one at each start of the program, since clients that come back compare
// refs with those of before. Safe for concurrent use.
func Refs(prefix string) func() string {
	var last atomic.Uint64
	return func() string { return prefix + strconv.FormatUint(last.Add(1), 36) }
}

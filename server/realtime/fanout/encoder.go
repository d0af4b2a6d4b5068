package fanout

import (
	"encoding/binary"
	"strconv"
	"sync"

	"github.com/toubkal/toubkal/server/realtime/protocol"
	"github.com/toubkal/toubkal/server/realtime/row"
)

// pendingChange is a change on its way to its subscribers, and its encodings.
type pendingChange struct {
	change *row.Change
	size   int // about what it takes, in bytes

	mu      sync.Mutex
	row     []row.Value // change.New, with missing values as far as they are known
	encoded []encodedChange
}

// encodedChange is the JSON of a change for one column set.
type encodedChange struct {
	columns *columnSet
	errors  string
	json    []byte
}

func newPendingChange(c *row.Change) *pendingChange {
	if values := completed(c); len(values) > 0 && &values[0] != &c.New[0] {
		whole := *c
		whole.New = values
		c = &whole
	}
	return &pendingChange{change: c, size: sizeOf(c), row: c.New}
}

// sizeOf is the approximate size of a change, in bytes.
func sizeOf(c *row.Change) int {
	const change, value = 128, 40
	size := change + value*(len(c.New)+len(c.Old))
	for _, values := range [2][]row.Value{c.New, c.Old} {
		for i := range values {
			size += len(values[i].Text)
		}
	}
	return size
}

// completed is the new row, with unchanged TOAST values taken from the old row if
// that is complete.
func completed(c *row.Change) []row.Value {
	if c.Kind != row.Update || !c.Table.ReplicaIdentityFull {
		return c.New
	}
	values := c.New
	for i, value := range c.New {
		if value.State != row.Absent || c.Old[i].State == row.Absent {
			continue
		}
		if &values[0] == &c.New[0] {
			values = append([]row.Value(nil), c.New...)
		}
		values[i] = c.Old[i]
	}
	return values
}

// hasMissingToast reports whether the new row lacks values that replication left out.
func (p *pendingChange) hasMissingToast() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, value := range p.row {
		if value.State == row.Absent {
			return true
		}
	}
	return false
}

// fillToast adds missing values from the current row.
func (p *pendingChange) fillToast(now []row.Value) {
	p.mu.Lock()
	defer p.mu.Unlock()
	copied := false
	for i, value := range p.row {
		if value.State != row.Absent || i >= len(now) || now[i].State == row.Absent {
			continue
		}
		if !copied {
			p.row, copied = append([]row.Value(nil), p.row...), true
		}
		p.row[i] = now[i]
	}
}

// frameEncoder encodes events as frames and sends them. A frame that several groups
// get is encoded once.
type frameEncoder struct {
	made map[frameKey][]*protocol.SharedFrame
	key  []byte
}

// frameKey is the key of a frame in a run: the columns, the topic, the events, and the ids
// of the bindings.
type frameKey struct {
	view *columnSet
	of   string
}

func newFrameEncoder() frameEncoder {
	return frameEncoder{made: map[frameKey][]*protocol.SharedFrame{}}
}

// reset begins another run of events.
func (f *frameEncoder) reset() { clear(f.made) }

// deliver sends events to the subscribers of a group.
func (f *frameEncoder) deliver(c *subscriberGroup, members []*subscriber, events []*pendingChange, hits []match) {
	for i := range c.columns {
		for _, frame := range f.frames(c, &c.columns[i], events, hits) {
			for _, m := range members {
				if !m.gone.Load() {
					m.receiver.Deliver(frame)
				}
			}
		}
	}
}

// frames are the events for the bindings of a group that have these columns.
func (f *frameEncoder) frames(c *subscriberGroup, v *groupColumns, events []*pendingChange, hits []match) []*protocol.SharedFrame {
	if c.topic.groups.Load() == 1 { // no other group gets the same frames
		return c.encode(v, events, hits)
	}
	f.key = append(append(f.key[:0], c.key.topic...), 0)
	for _, h := range hits {
		if of := h.bindings.and(v.of); !of.empty() {
			f.key = c.appendKey(f.key, h.event, &of)
		}
	}
	if frames, ok := f.made[frameKey{v.columns, string(f.key)}]; ok {
		return frames
	}
	frames := c.encode(v, events, hits)
	f.made[frameKey{v.columns, string(f.key)}] = frames
	return frames
}

// appendKey adds which bindings an event matches.
func (s *subscriberGroup) appendKey(key []byte, event int32, of *bits) []byte {
	key = binary.LittleEndian.AppendUint32(key, uint32(event)) // #nosec G115 -- a key: the bits count, not the number
	for i, b := range s.bindings {
		if of.has(i) {
			key = binary.LittleEndian.AppendUint32(key, uint32(b.id)) // #nosec G115 -- a key: the bits count, not the number
		}
	}
	return binary.LittleEndian.AppendUint32(key, 0) // no id is 0
}

// maxFrame bounds one frame of several events, in bytes.
const maxFrame = 64 << 10

// encode makes the frames: the events of a burst are combined, so that they are
// queued and written as one.
func (s *subscriberGroup) encode(v *groupColumns, events []*pendingChange, hits []match) (frames []*protocol.SharedFrame) {
	var messages []changeMessage
	size := 0
	for _, h := range hits {
		of := h.bindings.and(v.of)
		if of.empty() {
			continue
		}
		e := events[h.event]
		m := changeMessage{ids: s.ids(v, of), data: e.json(v.columns, s.subscribers.refusalFor(e.change))}
		if size += len(m.data); size > maxFrame && len(messages) > 0 {
			frames = append(frames, s.frame(messages))
			messages, size = nil, len(m.data)
		}
		messages = append(messages, m)
	}
	if messages == nil {
		return nil
	}
	return append(frames, s.frame(messages))
}

// changeMessage is one change for a channel: the ids of the bindings that it matches,
// and the change as JSON.
type changeMessage struct{ ids, data []byte }

// ids is a payload up to its data. Nearly always all bindings with these columns
// match, or there is only one.
func (s *subscriberGroup) ids(v *groupColumns, of bits) []byte {
	if of == v.of {
		return v.ids
	}
	return s.appendBindingIDs(of)
}

func (s *subscriberGroup) appendBindingIDs(of bits) []byte {
	var ids []int
	for i, b := range s.bindings {
		if of.has(i) {
			ids = append(ids, b.id)
		}
	}
	return append(appendIDs([]byte(`{"ids":`), ids), `,"data":`...)
}

func (s *subscriberGroup) frame(messages []changeMessage) *protocol.SharedFrame {
	head := protocol.Header{Topic: s.topic.name, Event: PostgresChanges}
	return protocol.NewFrame(func(framing protocol.Serializer) (frame []byte) {
		for i := range messages {
			text := protocol.Text(framing, head, messages[i].ids, messages[i].data, payloadEnd)
			if len(messages) == 1 {
				return text
			}
			frame = append(frame, text...)
		}
		return frame
	})
}

var payloadEnd = []byte("}")

// errorTooLarge is the `errors` of a change whose large values are left out. The text is
// Supabase's, as those of rls.Access.Refusal are.
const errorTooLarge = `["Error 413: Payload Too Large"]`

// maxChange bounds a change as JSON, in bytes, as for messages of clients. Of a
// larger one only values of up to smallValue bytes are sent.
const (
	maxChange  = 5_000_000
	smallValue = 64
)

// json is the event as JSON for a column set, encoded once. errors replaces the rows;
// "" encodes the rows.
func (p *pendingChange) json(v *columnSet, errors string) []byte {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, r := range p.encoded {
		if r.columns == v && r.errors == errors {
			return r.json
		}
	}
	json := p.encode(v, errors)
	p.encoded = append(p.encoded, encodedChange{v, errors, json})
	return json
}

func (p *pendingChange) encode(v *columnSet, errors string) []byte {
	if errors != "" {
		return p.appendChange(nil, v, errors, func(int, []byte) bool { return false })
	}
	json := p.appendChange(make([]byte, 0, p.estimateSize(v)), v, "null", func(int, []byte) bool { return true })
	if len(json) <= maxChange {
		return json
	}
	return p.appendChange(nil, v, errorTooLarge, func(_ int, value []byte) bool { return len(value) <= smallValue })
}

// estimateSize is the approximate size of the JSON, in bytes.
func (p *pendingChange) estimateSize(v *columnSet) int {
	size := len(v.head) + len(v.list) + 2*len(v.names) + 128
	for _, place := range v.columns {
		for _, values := range [2][]row.Value{p.row, p.change.Old} {
			if values != nil {
				size += len(values[place].Text) + 8
			}
		}
	}
	return size
}

// appendChange encodes the change, with only the values that keep accepts.
func (p *pendingChange) appendChange(dst []byte, v *columnSet, errors string, keep func(place int, json []byte) bool) []byte {
	c := p.change
	dst = append(append(dst, v.head...), c.Kind.String()...)
	dst = append(dst, `","commit_timestamp":"`...)
	dst = append(c.CommittedAt.UTC().AppendFormat(dst, commitTime), '"')
	dst = append(dst, v.list...)
	if c.Kind != row.Delete {
		dst = v.appendRow(append(dst, `,"record":`...), p.row, false, keep)
	}
	if c.Kind != row.Insert {
		dst = v.appendRow(append(dst, `,"old_record":`...), c.Old, v.onlyKey(c), keep)
	}
	dst = append(append(dst, `,"errors":`...), errors...)
	return append(dst, '}')
}

// commitTime is the format of commit_timestamp: to the millisecond, in UTC.
const commitTime = "2006-01-02T15:04:05.000Z"

// appendIDs spells the ids of bindings as an array.
func appendIDs(dst []byte, ids []int) []byte {
	dst = append(dst, '[')
	for i, id := range ids {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = strconv.AppendInt(dst, int64(id), 10)
	}
	return append(dst, ']')
}

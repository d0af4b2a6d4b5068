package fanout

import (
	"encoding/binary"

	"github.com/toubkal/toubkal/server/realtime/protocol"
)

// printer makes the frames of events and sends them. A frame that several
// cohorts get is made once.
type printer struct {
	made map[frameKey][]*protocol.SharedFrame
	key  []byte
}

// frameKey is what frames of a run differ by: the topic, the events, and the ids
// of whoever wants them.
type frameKey struct {
	view *view
	of   string
}

func newPrinter() printer { return printer{made: map[frameKey][]*protocol.SharedFrame{}} }

// forget begins another run of events.
func (p *printer) forget() { clear(p.made) }

// deliver sends events to the members of a cohort.
func (p *printer) deliver(c *cohort, members []*member, events []*event, hits []hit) {
	for i := range c.views {
		for _, frame := range p.frames(c, &c.views[i], events, hits) {
			for _, m := range members {
				if !m.gone.Load() {
					m.channel.Deliver(frame)
				}
			}
		}
	}
}

// frames are the events as those bindings of a cohort get them that have a view.
func (p *printer) frames(c *cohort, v *cohortView, events []*event, hits []hit) []*protocol.SharedFrame {
	if c.topic.cohorts.Load() == 1 { // nobody else's frames are the same
		return c.print(v, events, hits)
	}
	p.key = append(append(p.key[:0], c.key.topic...), 0)
	for _, h := range hits {
		if of := h.of.and(v.of); !of.empty() {
			p.key = c.appendKey(p.key, h.event, &of)
		}
	}
	if frames, ok := p.made[frameKey{v.view, string(p.key)}]; ok {
		return frames
	}
	frames := c.print(v, events, hits)
	p.made[frameKey{v.view, string(p.key)}] = frames
	return frames
}

// appendKey spells which bindings want an event.
func (c *cohort) appendKey(key []byte, event int32, of *bits) []byte {
	key = binary.LittleEndian.AppendUint32(key, uint32(event))
	for i, b := range c.bindings {
		if of.has(i) {
			key = binary.LittleEndian.AppendUint32(key, uint32(b.id))
		}
	}
	return binary.LittleEndian.AppendUint32(key, 0) // no id is 0
}

// together is how much goes into one frame of several events, in bytes.
const together = 64 << 10

// print makes the frames: a burst is put together, so that it is queued and
// written as one.
func (c *cohort) print(v *cohortView, events []*event, hits []hit) (frames []*protocol.SharedFrame) {
	var messages []changeMessage
	size := 0
	for _, h := range hits {
		of := h.of.and(v.of)
		if of.empty() {
			continue
		}
		e := events[h.event]
		m := changeMessage{ids: c.ids(v, of), data: e.read(v.view, c.audience.refused(e.change))}
		if size += len(m.data); size > together && len(messages) > 0 {
			frames = append(frames, c.frame(messages))
			messages, size = nil, len(m.data)
		}
		messages = append(messages, m)
	}
	if messages == nil {
		return nil
	}
	return append(frames, c.frame(messages))
}

// changeMessage is one change to a channel: the bindings that wanted it, and the
// change itself as JSON.
type changeMessage struct{ ids, data []byte }

// ids is a payload up to its data. Nearly always all bindings of a view want a
// change, or there is but one.
func (c *cohort) ids(v *cohortView, of bits) []byte {
	if of == v.of {
		return v.ids
	}
	return c.spellIDs(of)
}

func (c *cohort) spellIDs(of bits) []byte {
	var ids []int
	for i, b := range c.bindings {
		if of.has(i) {
			ids = append(ids, b.id)
		}
	}
	return append(appendIDs([]byte(`{"ids":`), ids), `,"data":`...)
}

func (c *cohort) frame(messages []changeMessage) *protocol.SharedFrame {
	head := protocol.Header{Topic: c.topic.name, Event: PostgresChanges}
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

package realtime

import (
	"encoding/binary"
	"slices"

	"github.com/toubkal/toubkal/server/realtime/match"
	"github.com/toubkal/toubkal/server/realtime/row"
	"github.com/toubkal/toubkal/server/realtime/visible"
	"github.com/toubkal/toubkal/server/realtime/wire"
)

// fanout finds who wants the changes of a run, and sends to those of whom nobody
// need be asked; the rest is for the shards. It is the dispatcher's, and what is
// in it is kept from run to run so that finding allocates nothing.
type fanout struct {
	audience *audience
	event    int32
	probe    visible.Probe
	found    []*cohort
	yes      func(*binding)
	ask      func(*binding, *match.Test)
	printer  printer
	jobs     map[*shard]*job
}

func newFanout() *fanout {
	f := &fanout{jobs: map[*shard]*job{}, printer: newPrinter()}
	f.yes = func(b *binding) {
		if f.may(b.cohort) {
			b.cohort.scratch.add(f.event, b.bit)
		}
	}
	f.ask = func(b *binding, _ *match.Test) {
		if f.may(b.cohort) {
			b.cohort.scratch.asks = append(b.cohort.scratch.asks, question{event: f.event, binding: b})
		}
	}
	return f
}

// may tells whether it can be that a cohort is allowed to see the event, also one
// that no policy can be asked about any more, and notes that something was found
// for it.
func (f *fanout) may(c *cohort) bool {
	if !f.probe.May(c.key.group) {
		return false
	}
	if c.scratch.empty() {
		f.found = append(f.found, c)
	}
	return true
}

// show hands the events of a run to an audience. changes.mu is held.
func (f *fanout) show(a *audience, events []*event) {
	f.audience = a
	for i, e := range events {
		f.event = int32(i)
		f.probe = a.rights.Probe(e.change)
		a.index.Find(e.change, f.yes, f.ask)
	}
	for _, c := range f.found {
		if c.direct(events) {
			f.printer.deliver(c, c.members, events, c.scratch.hits)
		} else {
			f.queue(c, events)
		}
		c.scratch.hits, c.scratch.asks = c.scratch.hits[:0], c.scratch.asks[:0]
	}
	f.found = f.found[:0]
	f.printer.forget()
	f.send()
}

// direct tells whether what was found for the cohort can be sent at once: nobody
// need be asked, and nothing is under way that has to come before it.
func (c *cohort) direct(events []*event) bool {
	if len(c.scratch.asks) > 0 || c.pending.Load() > 0 {
		return false
	}
	for _, h := range c.scratch.hits {
		if c.audience.mustAsk(events[h.event]) {
			return false
		}
	}
	return true
}

// mustAsk tells whether PostgreSQL has to be asked about the event: whether the
// row may be seen, or what it is in full. Of a deleted row it cannot say either.
func (a *audience) mustAsk(e *event) bool {
	switch {
	case e.change.Kind == row.Delete || a.refusal != "":
		return false
	case a.rights.Class == visible.Unchecked:
		return e.lacks()
	}
	return true
}

// refused is what a change says in place of its row, "" where it tells the row: of
// a row that can be shown to nobody, clients are told that there was a change.
func (a *audience) refused(c *row.Change) string {
	if c.Kind == row.Delete {
		return ""
	}
	return a.refusal
}

// queue adds what was found for a cohort to the job of its shard.
func (f *fanout) queue(c *cohort, events []*event) {
	j := f.jobs[c.shard]
	if j == nil {
		j = &job{audience: f.audience, events: events}
		f.jobs[c.shard] = j
	}
	j.items = append(j.items, item{
		cohort: c, members: c.members, hits: slices.Clone(c.scratch.hits), asks: slices.Clone(c.scratch.asks),
	})
	j.size += itemSize + len(c.scratch.hits)*hitSize + len(c.scratch.asks)*hitSize
}

// send puts the jobs into their shards' queues.
func (f *fanout) send() {
	for s, j := range f.jobs {
		if !s.push(j) {
			j.drop("Too many changes at once: some were not checked in time and are missed")
		}
	}
	clear(f.jobs)
}

// printer makes the frames of events and sends them. A frame that several
// cohorts get is made once.
type printer struct {
	made map[frameKey][]*wire.Frame
	key  []byte
}

// frameKey is what frames of a run differ by: the topic, the events, and the ids
// of whoever wants them.
type frameKey struct {
	view *view
	of   string
}

func newPrinter() printer { return printer{made: map[frameKey][]*wire.Frame{}} }

// forget begins another run of events.
func (p *printer) forget() { clear(p.made) }

// deliver sends events to the members of a cohort.
func (p *printer) deliver(c *cohort, members []*hearer, events []*event, hits []hit) {
	for i := range c.views {
		for _, frame := range p.frames(c, &c.views[i], events, hits) {
			for _, m := range members {
				if m.hears() {
					m.channel.deliver(frame)
				}
			}
		}
	}
}

// frames are the events as those bindings of a cohort get them that have a view.
func (p *printer) frames(c *cohort, v *cohortView, events []*event, hits []hit) []*wire.Frame {
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
func (c *cohort) print(v *cohortView, events []*event, hits []hit) (frames []*wire.Frame) {
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

func (c *cohort) frame(messages []changeMessage) *wire.Frame {
	head := wire.Head{Topic: c.topic.name, Event: changesExtension}
	return wire.NewFrame(func(framing wire.Framing) (frame []byte) {
		for i := range messages {
			text := wire.Text(framing, head, messages[i].ids, messages[i].data, payloadEnd)
			if len(messages) == 1 {
				return text
			}
			frame = append(frame, text...)
		}
		return frame
	})
}

var payloadEnd = []byte("}")

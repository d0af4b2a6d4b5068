package fanout

import (
	"slices"

	"github.com/toubkal/toubkal/server/realtime/filter"
	"github.com/toubkal/toubkal/server/realtime/rls"
	"github.com/toubkal/toubkal/server/realtime/row"
)

// fanout finds who wants the changes of a run, and sends to those of whom nobody
// need be asked; the rest is for the shards. It is the dispatcher's, and what is
// in it is kept from run to run so that finding allocates nothing.
type fanout struct {
	audience *audience
	event    int32
	probe    rls.Precheck
	found    []*cohort
	yes      func(*binding)
	ask      func(*binding, *filter.Filter)
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
	f.ask = func(b *binding, _ *filter.Filter) {
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
	if !f.probe.CanSee(c.key.group) {
		return false
	}
	if c.scratch.empty() {
		f.found = append(f.found, c)
	}
	return true
}

// show hands the events of a run to an audience. Dispatcher.mu is held.
func (f *fanout) show(a *audience, events []*event) {
	f.audience = a
	for i, e := range events {
		f.event = int32(i)
		f.probe = a.rights.Precheck(e.change)
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
// row may be seen, or what it is in full. Of some deleted rows it cannot say either.
func (a *audience) mustAsk(e *event) bool {
	switch {
	case a.refusal != "":
		return false
	case a.rights.Strategy == rls.NoRLS:
		return e.lacks()
	}
	return a.rights.CanCheck(e.change)
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

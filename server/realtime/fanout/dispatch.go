package fanout

import (
	"context"
	"fmt"
	"hash/maphash"
	"maps"
	"slices"
	"sync"

	"github.com/toubkal/toubkal/server/realtime/rls"
	"github.com/toubkal/toubkal/server/realtime/row"
	"github.com/toubkal/toubkal/server/retry"
)

// Run hands out what the stream brings, until ctx ends.
func (d *Dispatcher) Run(ctx context.Context) {
	var workers sync.WaitGroup
	defer workers.Wait()
	workers.Go(func() { d.stream.Run(ctx) })
	workers.Go(func() { d.watchRoles(ctx) })
	for _, s := range d.shards {
		workers.Go(func() { s.run(ctx) })
	}
	for {
		all, spilt := d.intake.take(ctx)
		if ctx.Err() != nil {
			return
		}
		if spilt {
			d.log.Warn("realtime: changes came faster than they could be handed out, and were dropped")
			d.failAll("Too many changes at once: some are missed")
		}
		for _, n := range all {
			d.hear(ctx, n)
		}
	}
}

// hear does what one piece of news asks for.
func (d *Dispatcher) hear(ctx context.Context, n news) {
	switch n.kind {
	case changed:
		for len(n.changes) > 0 {
			same := runOf(n.changes)
			d.show(n.changes[:same])
			n.changes = n.changes[same:]
		}
	case schemaChanged:
		if n.number <= d.covered {
			return
		}
		d.into.SchemaChanged()
		_ = retry.Sleep(ctx, breath-d.now().Sub(d.reevaluated)) // cut short, all ends
		d.reevaluate(ctx)
	case lost:
		d.turn(func() { d.live = false })
		d.into.ReplicationChanged(false)
		d.failAll(fmt.Sprintf("The stream of changes was lost, and some may be missed: %v", n.reason))
	case live:
		d.turn(func() { d.live = true })
		d.into.ReplicationChanged(true)
		d.failWaiting()
	}
}

// runOf is how many changes at the start are of one table.
func runOf(batch []*row.Change) int {
	for i, c := range batch {
		if c.Table != batch[0].Table {
			return i
		}
	}
	return len(batch)
}

// show hands a run of changes of one table to everybody who listens to it.
func (d *Dispatcher) show(run []*row.Change) {
	if t := run[0].Table; t.Schema == messagesSchema && t.Name == messagesTable {
		d.send(run)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, r := range d.tables[run[0].Table.OID] {
		events := make([]*event, len(run))
		for i, c := range run {
			events[i] = newEvent(r.lay(c))
		}
		for _, a := range r.audiences {
			d.fanout.show(a, events)
		}
	}
}

// send hands on what SQL sends.
func (d *Dispatcher) send(run []*row.Change) {
	for _, c := range run {
		if c.Kind == row.Insert {
			d.into.Sent(c)
		}
	}
}

// turn changes the state, and wakes who waits for another.
func (d *Dispatcher) turn(change func()) {
	d.mu.Lock()
	defer d.mu.Unlock()
	change()
	close(d.turned)
	d.turned = make(chan struct{})
}

// failAll has everybody who listens begin anew, and learn why.
func (d *Dispatcher) failAll(why string) {
	for _, s := range d.everybody() {
		s.channel.Fail(why)
	}
}

// failWaiting has those begin anew who joined without a stream: they were told
// that they hear of nothing.
func (d *Dispatcher) failWaiting() {
	for _, s := range d.everybody() {
		d.mu.Lock()
		waits := s.waits
		d.mu.Unlock()
		if waits {
			s.channel.Fail(liveAgain)
		}
	}
}

// liveAgain is why somebody has to begin anew who heard of nothing.
const liveAgain = "Changes of tables are live again"

func (d *Dispatcher) everybody() []*Subscription {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Collect(maps.Keys(d.listening))
}

var shardSeed = maphash.MakeSeed()

// shardOf is always the same for a caller and a table, whatever else his token
// says: with a newer one he goes on in order.
func (d *Dispatcher) shardOf(a *audience, m *member) *shard {
	var hash maphash.Hash
	hash.SetSeed(shardSeed)
	maphash.WriteComparable(&hash, a.table.OID)
	_, _ = hash.WriteString(a.role)
	if a.rights.Strategy != rls.PerRole { // these are asked for together
		_, _ = hash.WriteString(m.claims.Subject)
	}
	return d.shards[hash.Sum64()%uint64(len(d.shards))]
}

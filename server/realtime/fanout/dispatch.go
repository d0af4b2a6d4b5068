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

// Run dispatches what replication delivers, until ctx ends.
func (d *Dispatcher) Run(ctx context.Context) {
	var workers sync.WaitGroup
	defer workers.Wait()
	workers.Go(func() { d.stream.Run(ctx) })
	workers.Go(func() { d.watchRoles(ctx) })
	for _, s := range d.workers {
		workers.Go(func() { s.run(ctx) })
	}
	for {
		events, overflowed := d.buffer.take(ctx)
		if ctx.Err() != nil {
			return
		}
		if overflowed {
			d.log.Warn("change buffer full, changes dropped", "dropped", d.buffer.queued().Dropped)
			d.rejoinAll("Change buffer overflow: some changes were lost")
		}
		for _, n := range events {
			d.handle(ctx, n)
		}
	}
}

// handle processes one event of replication.
func (d *Dispatcher) handle(ctx context.Context, n streamEvent) {
	switch n.kind {
	case eventChanges:
		for _, c := range n.changes {
			switch c.Kind {
			case row.Insert:
				d.inserts.Add(1)
			case row.Update:
				d.updates.Add(1)
			case row.Delete:
				d.deletes.Add(1)
			}
		}
		for len(n.changes) > 0 {
			same := countSameTable(n.changes)
			d.match(n.changes[:same])
			n.changes = n.changes[same:]
		}
	case eventSchemaChanged:
		d.handler.SchemaChanged()
		if n.number <= d.covered { // the tables were read after it
			return
		}
		_ = retry.Sleep(ctx, minReevaluateInterval-d.now().Sub(d.reevaluated)) // an error means that ctx ends
		d.reevaluate(ctx)
	case eventDisconnected:
		d.setState(func() { d.connected = false })
		d.handler.ReplicationChanged(false)
		d.rejoinAll(fmt.Sprintf("Replication was disconnected, and changes may be lost: %v", n.reason))
	case eventConnected:
		d.setState(func() { d.connected = true })
		d.handler.ReplicationChanged(true)
		d.rejoinWaiting()
	}
}

// countSameTable is how many changes at the start are of one table.
func countSameTable(batch []*row.Change) int {
	for i, c := range batch {
		if c.Table != batch[0].Table {
			return i
		}
	}
	return len(batch)
}

// match matches a run of changes of one table with all subscribers of the table.
func (d *Dispatcher) match(run []*row.Change) {
	if t := run[0].Table; t.Schema == messagesSchema && t.Name == messagesTable {
		for _, c := range run {
			if c.Kind == row.Insert {
				d.handler.Broadcast(databaseBroadcastOf(c))
			}
		}
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, r := range d.tables[run[0].Table.OID] {
		events := make([]*pendingChange, len(run))
		for i, c := range run {
			events[i] = newPendingChange(r.convert(c))
		}
		for _, a := range r.subscribers {
			d.matcher.match(a, events)
		}
	}
}

// setState changes the state, and wakes goroutines that wait for a change.
func (d *Dispatcher) setState(change func()) {
	d.mu.Lock()
	defer d.mu.Unlock()
	change()
	close(d.stateChanged)
	d.stateChanged = make(chan struct{})
}

// rejoinAll ends all channels with a reason; their clients join again.
func (d *Dispatcher) rejoinAll(why string) {
	for _, s := range d.allSubscriptions() {
		s.receiver.Fail(why)
	}
}

// rejoinWaiting ends the channels that joined while replication was down; their
// clients join again.
func (d *Dispatcher) rejoinWaiting() {
	for _, s := range d.allSubscriptions() {
		d.mu.Lock()
		waits := s.waiting
		d.mu.Unlock()
		if waits {
			s.receiver.Fail(replicationBack)
		}
	}
}

// replicationBack is sent when replication is available again.
const replicationBack = "Replication is available again; join again"

func (d *Dispatcher) allSubscriptions() []*Subscription {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Collect(maps.Keys(d.subscriptions))
}

var workerSeed = maphash.MakeSeed()

// workerFor is the same for a caller and a table, whatever else the token says: the
// order of changes survives a newer token.
func (d *Dispatcher) workerFor(a *roleSubscribers, m *subscriber) *worker {
	var hash maphash.Hash
	hash.SetSeed(workerSeed)
	maphash.WriteComparable(&hash, a.table.OID)
	_, _ = hash.WriteString(a.role)
	if a.access.Strategy != rls.PerRole { // those share one query
		_, _ = hash.WriteString(m.claims.Subject)
	}
	return d.workers[hash.Sum64()%uint64(len(d.workers))]
}

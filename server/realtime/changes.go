package realtime

import (
	"context"
	"fmt"
	"hash/maphash"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/toubkal/toubkal/server/realtime/feed"
	"github.com/toubkal/toubkal/server/realtime/row"
	"github.com/toubkal/toubkal/server/realtime/visible"
)

// changesExtension is what system messages about changes of tables are marked
// with.
const changesExtension = "postgres_changes"

// shardCount is how many connections ask for row rights at once. Two cores are
// busy with four.
const shardCount = 4

// changes tells channels of committed changes to tables: postgres_changes.
//
// The stream puts its news into the intake. One goroutine, the dispatcher, takes
// them out in order, finds who wants each change, and sends at once to those of
// whom nobody need be asked. The rest goes to shards, which ask PostgreSQL for
// many at a time. Nobody on this way waits for a socket.
type changes struct {
	feed   *feed.Feed
	guard  *visible.Guard
	log    *slog.Logger
	now    func() time.Time
	intake *intake
	shards []*shard
	fanout *fanout
	// fromDatabase takes an insert into realtime.messages.
	fromDatabase func(*row.Change)
	// policiesChanged has private channels asked about again.
	policiesChanged func()
	// replicationTurned tells who asked that the stream is live, or lost.
	replicationTurned func(live bool)

	mu sync.Mutex // of all below, and of audiences and cohorts
	// generation counts changes of the schema: what was resolved in an older one is
	// to be resolved again.
	generation uint64
	live       bool
	turned     chan struct{} // closed when live or generation changes
	tables     map[uint32][]*relation
	listeners  map[*listener]struct{}
	// filters remembers which filters PostgreSQL took, of this generation.
	filters map[filterKey]boundFilter

	// reevaluated is when the last reevaluation ended, and covered the last change of
	// the schema that it took in. They are the dispatcher's.
	reevaluated time.Time
	covered     uint64
}

// relation is a table that somebody listens to. While its columns change there
// can be two with one OID, for those who came before and after.
type relation struct {
	table *row.Table
	// audiences are one per role, but while its rights change.
	audiences []*audience
	// fits is how a table of the stream is laid out on ours.
	fits layout
}

// publications are the tables that one may listen to, and where broadcasts from
// SQL come from.
var publications = []string{"supabase_realtime", "supabase_realtime_messages_publication"}

func newChanges(o Options, s *Service) *changes {
	in := newIntake()
	h := &changes{
		feed:  feed.New(feed.Options{URL: o.FeedURL, Publications: publications, Log: o.Log}, in),
		guard: visible.New(o.Callers, visible.Options{Log: o.Log, SearchPath: o.SearchPath}), log: o.Log, now: o.Now, intake: in, fanout: newFanout(),
		turned: make(chan struct{}), tables: map[uint32][]*relation{}, listeners: map[*listener]struct{}{},
		filters: map[filterKey]boundFilter{}, fromDatabase: s.fromDatabase, policiesChanged: s.policiesChanged,
		replicationTurned: s.replicationTurned,
	}
	for range shardCount {
		h.shards = append(h.shards, newShard(h))
	}
	return h
}

// run hands out what the stream brings, until ctx ends.
func (h *changes) run(ctx context.Context) {
	var workers sync.WaitGroup
	defer workers.Wait()
	workers.Go(func() { h.feed.Run(ctx) })
	workers.Go(func() { h.watchRoles(ctx) })
	for _, s := range h.shards {
		workers.Go(func() { s.run(ctx) })
	}
	for {
		all, spilt := h.intake.take(ctx)
		if ctx.Err() != nil {
			return
		}
		if spilt {
			h.log.Warn("realtime: changes came faster than they could be handed out, and were dropped")
			h.failAll("Too many changes at once: some are missed")
		}
		for _, n := range all {
			h.hear(ctx, n)
		}
	}
}

// hear does what one piece of news asks for.
func (h *changes) hear(ctx context.Context, n news) {
	switch n.kind {
	case changed:
		for len(n.changes) > 0 {
			same := runOf(n.changes)
			h.show(n.changes[:same])
			n.changes = n.changes[same:]
		}
	case schemaChanged:
		if n.number <= h.covered {
			return
		}
		h.policiesChanged()
		_ = pause(ctx, breath-h.now().Sub(h.reevaluated)) // cut short, all ends
		h.reevaluate(ctx)
	case lost:
		h.turn(func() { h.live = false })
		h.replicationTurned(false)
		h.failAll(fmt.Sprintf("The stream of changes was lost, and some may be missed: %v", n.reason))
	case live:
		h.turn(func() { h.live = true })
		h.replicationTurned(true)
		h.failWaiting()
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
func (h *changes) show(run []*row.Change) {
	if t := run[0].Table; t.Schema == messagesSchema && t.Name == messagesTable {
		for _, c := range run {
			h.fromDatabase(c)
		}
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, r := range h.tables[run[0].Table.OID] {
		events := make([]*event, len(run))
		for i, c := range run {
			events[i] = newEvent(r.lay(c))
		}
		for _, a := range r.audiences {
			h.fanout.show(a, events)
		}
	}
}

// turn changes the state, and wakes who waits for another.
func (h *changes) turn(change func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	change()
	close(h.turned)
	h.turned = make(chan struct{})
}

// failAll has everybody who listens begin anew, and learn why.
func (h *changes) failAll(why string) {
	for _, l := range h.everybody() {
		l.fail(why)
	}
}

// failWaiting has those begin anew who joined without a stream: they were told
// that they hear of nothing.
func (h *changes) failWaiting() {
	for _, l := range h.everybody() {
		h.mu.Lock()
		waits := l.waits
		h.mu.Unlock()
		if waits {
			l.fail(liveAgain)
		}
	}
}

// liveAgain is why somebody has to begin anew who heard of nothing.
const liveAgain = "Changes of tables are live again"

func (h *changes) everybody() []*listener {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Collect(maps.Keys(h.listeners))
}

var shardSeed = maphash.MakeSeed()

// shardOf is always the same for a caller and a table, whatever else his token
// says: with a newer one he goes on in order.
func (h *changes) shardOf(a *audience, m *hearer) *shard {
	var hash maphash.Hash
	hash.SetSeed(shardSeed)
	maphash.WriteComparable(&hash, a.table.OID)
	_, _ = hash.WriteString(a.role)
	if a.rights.Class != visible.Shared { // these are asked for together
		_, _ = hash.WriteString(m.claims.Subject)
	}
	return h.shards[hash.Sum64()%uint64(len(h.shards))]
}

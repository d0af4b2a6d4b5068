package realtime

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"time"

	"github.com/toubkal/toubkal/server/realtime/wire"
	"github.com/toubkal/toubkal/server/token"
)

// listener is a channel that has asked for changes. It is the channel's lane's,
// but for what changes.mu guards.
type listener struct {
	changes *changes
	channel *channel
	entries []entry
	warned  atomic.Int64

	// guarded by changes.mu
	claims     token.Claims
	gone       *atomic.Bool // see hearer
	seats      []seatOf
	resolution *resolution
	generation uint64 // of the resolution
	// waits tells that there was no stream when it joined.
	waits bool
	over  bool
}

// seatOf is a member's place in its cohort.
type seatOf struct {
	cohort *cohort
	member *hearer
}

const (
	// holdFor is how long a join waits for the stream. Clients give a join 10 s.
	holdFor = 8 * time.Second
	// holdOldest is it for clients of the older framing: the oldest try again 2 s
	// after they asked, and leave what they still wait for as they do.
	holdOldest = 1500 * time.Millisecond
	// holdMost bounds what a client may wish for, as Supabase does.
	holdMost = 20 * time.Second
)

// subscribe has the channel hear of changes from here on, and gives what the reply
// says of them: every entry as it was asked for, and its id. An entry that cannot
// work is no error, unless the client wants the join to wait for all of it.
func (s *Service) subscribe(ctx context.Context, c *channel) ([]byte, error) {
	asked := c.join.Changes
	if len(asked) == 0 {
		return []byte("[]"), nil
	}
	l := &listener{
		changes: s.changes, channel: c, entries: readEntries(asked), claims: *c.claims.Load(), gone: new(atomic.Bool),
	}
	c.listens = l
	if err := l.begin(ctx); err != nil {
		return nil, err
	}
	echo := []byte{'['}
	for i := range asked {
		if i > 0 {
			echo = append(echo, ',')
		}
		echo = appendEcho(echo, &asked[i], l.entries[i].id)
	}
	return append(echo, ']'), nil
}

// subscribed tells the channel, after its reply, what it will hear of.
func (s *Service) subscribed(c *channel) {
	if l := c.listens; l != nil {
		l.tell()
	}
}

// resubscribe has the channel hear what its newer token lets it hear. The error
// is of the database.
func (s *Service) resubscribe(ctx context.Context, c *channel) error {
	l, claims := c.listens, *c.claims.Load()
	if l == nil || l.has(claims) {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, holdFor)
	defer cancel()
	if err := l.enter(ctx, claims); err != nil && !l.away(err) {
		return err
	}
	l.tell()
	return nil
}

// has tells whether the listener goes by these claims already.
func (l *listener) has(claims token.Claims) bool {
	l.changes.mu.Lock()
	defer l.changes.mu.Unlock()
	return bytes.Equal(l.claims.JSON, claims.JSON)
}

// unsubscribe ends it. Whatever is on its way to the channel ends too.
func (s *Service) unsubscribe(c *channel) {
	if l := c.listens; l != nil {
		l.leave()
	}
}

// begin is a join's part in changes. Where there is no stream, and there may be
// none for long, the channel joins without: broadcasts need none.
func (l *listener) begin(ctx context.Context) error {
	join := &l.channel.join
	hold := holdFor
	switch {
	case join.Wait:
		hold = min(max(join.Timeout, holdFor), holdMost)
	case l.channel.socket.framing == wire.V1:
		hold = holdOldest
	}
	limited, cancel := context.WithTimeout(ctx, hold)
	defer cancel()
	err := l.enter(limited, l.claims)
	switch {
	case err != nil && ctx.Err() != nil:
		return ctx.Err()
	case err != nil && !l.away(err):
		return err
	case !join.Wait:
		return nil
	case err != nil:
		l.leave()
		return wire.Refuse("PostgresChangesSubscribeTimeout", err.Error())
	case len(l.refusals()) > 0:
		l.leave()
		return wire.Refuse("RealtimeDisabledForConfiguration", l.refusals()[0])
	}
	return nil
}

// errNoStream is that there is no stream.
type errNoStream struct{ reason error }

func (e errNoStream) Error() string { return "Changes of tables are not live: " + e.reason.Error() }
func (e errNoStream) Unwrap() error { return e.reason }

// away notes that the channel joined without a stream, if that is the error.
func (l *listener) away(err error) bool {
	away, ok := errors.AsType[errNoStream](err)
	if !ok {
		return false
	}
	h := l.changes
	h.mu.Lock()
	defer h.mu.Unlock()
	h.unseat(l)
	l.waits, l.resolution = true, &resolution{refusals: []string{away.Error()}, open: true}
	if !l.over {
		h.listeners[l] = struct{}{}
	}
	return true
}

func (l *listener) refusals() []string {
	l.changes.mu.Lock()
	defer l.changes.mu.Unlock()
	return l.resolution.refusals
}

// enter finds what the entries come to for claims, and registers it. When it
// returns without an error, every commit from then on is matched.
func (l *listener) enter(ctx context.Context, claims token.Claims) error {
	h := l.changes
	for {
		if err := h.feed.Ready(ctx); err != nil {
			return errNoStream{err}
		}
		h.mu.Lock()
		generation, turned := h.generation, h.turned
		h.mu.Unlock()
		found, err := h.resolveSoon(ctx, l.entries, claims)
		if err != nil {
			return err
		}
		if h.register(l, claims, found, generation) {
			return nil
		}
		select {
		case <-turned:
		case <-ctx.Done():
			return errNoStream{ctx.Err()}
		}
	}
}

// register seats a listener; false where what was found may be out of date, or
// there is no stream: turned tells when to try again.
func (h *changes) register(l *listener, claims token.Claims, found *resolution, generation uint64) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if !h.live || h.generation != generation {
		return false
	}
	if l.over {
		return true
	}
	if l.claims.Role != claims.Role || l.claims.Subject != claims.Subject {
		l.gone.Store(true) // somebody else: what is under way is not theirs
		l.gone = new(atomic.Bool)
	}
	l.claims = claims
	h.seat(l, found, generation)
	return true
}

// seat gives a listener its places among those who hear of changes, in place of
// those that it had. mu is held.
func (h *changes) seat(l *listener, found *resolution, generation uint64) {
	h.unseat(l)
	for i := range found.parts {
		p := &found.parts[i]
		a := h.audience(p, l.claims.Role)
		m := &hearer{channel: l.channel, claims: l.claims, gone: l.gone, warned: &l.warned}
		l.seats = append(l.seats, seatOf{a.join(m, p.group, p.wants, h.shardOf), m})
	}
	l.resolution, l.generation, l.waits = found, generation, false
	h.listeners[l] = struct{}{}
}

// unseat takes a listener's places. mu is held.
func (h *changes) unseat(l *listener) {
	for _, seat := range l.seats {
		seat.cohort.leave(seat.member)
		a := seat.cohort.audience
		if len(a.cohorts) == 0 {
			h.forget(a)
		}
	}
	l.seats = nil
}

// leave ends a listener.
func (l *listener) leave() {
	h := l.changes
	h.mu.Lock()
	defer h.mu.Unlock()
	l.over = true
	l.gone.Store(true)
	h.unseat(l)
	delete(h.listeners, l)
}

// fail has the channel begin anew.
func (l *listener) fail(why string) { l.channel.fail(why) }

// audience is where those of a role are who listen to a table. mu is held.
func (h *changes) audience(p *part, role string) *audience {
	r := h.relation(p)
	for _, a := range r.audiences {
		if a.role == role && a.rights == p.rights {
			return a
		}
	}
	a := newAudience(r.table, role, p.rights)
	r.audiences = append(r.audiences, a)
	return a
}

func (h *changes) relation(p *part) *relation {
	relations := h.tables[p.table.OID]
	at := slices.IndexFunc(relations, func(r *relation) bool { return alike(r.table, p.table) })
	if at < 0 {
		r := &relation{table: p.table}
		h.tables[p.table.OID] = append(relations, r)
		return r
	}
	return relations[at]
}

// forget forgets an audience without cohorts. mu is held.
func (h *changes) forget(a *audience) {
	oid := a.table.OID
	for _, r := range h.tables[oid] {
		r.audiences = slices.DeleteFunc(r.audiences, func(other *audience) bool { return other == a })
	}
	h.tables[oid] = slices.DeleteFunc(h.tables[oid], func(r *relation) bool { return len(r.audiences) == 0 })
	if len(h.tables[oid]) == 0 {
		delete(h.tables, oid)
	}
}

// tell says what works and what does not.
func (l *listener) tell() {
	h := l.changes
	h.mu.Lock()
	r, late := l.resolution, l.waits && h.live
	h.mu.Unlock()
	for _, list := range [][]string{r.refusals, r.lacks} {
		for _, why := range list {
			l.channel.system(changesExtension, "error", why)
		}
	}
	switch {
	case late: // the stream came while it was given up
		l.fail(liveAgain)
	case len(r.refusals)+len(r.lacks) == 0:
		l.channel.system(changesExtension, "ok", "Subscribed to PostgreSQL")
	}
}

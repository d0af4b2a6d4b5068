package fanout

import (
	"bytes"
	"context"
	"errors"
	"sync/atomic"
	"time"

	"github.com/toubkal/toubkal/server/realtime/protocol"
	"github.com/toubkal/toubkal/server/token"
)

// Receiver is whoever subscribes. Each of its methods may be called from any
// goroutine and under any lock: it never waits, and calls nobody back.
type Receiver interface {
	// Deliver sends a frame that is shared with others.
	Deliver(*protocol.SharedFrame)
	// System tells how changes are for it; status is "ok" or "error".
	System(status, message string)
	// Fail ends it, so that its client joins again and asks anew.
	Fail(why string)
}

// Request is what a channel asks for.
type Request struct {
	Topic    string // without protocol.Prefix
	Bindings []protocol.ChangeBinding
	Claims   token.Claims // whose rights it has
	// StreamWait is how long it waits for the stream.
	StreamWait time.Duration
	// AllOrNothing refuses it where a part of it cannot work, or there is no stream.
	AllOrNothing bool
}

// Subscription is a channel that has asked for changes. Its methods are to be
// called by one goroutine at a time, but for Look.
type Subscription struct {
	dispatcher *Dispatcher
	channel    Receiver
	topic      string
	asked      []protocol.ChangeBinding
	entries    []entry // of asked
	warned     atomic.Int64

	// guarded by Dispatcher.mu
	claims     token.Claims
	gone       *atomic.Bool // see member
	seats      []seat
	resolution *resolution
	generation uint64 // of the resolution
	// waits tells that there was no stream when it joined.
	waits bool
	over  bool
}

// Subscribe has a channel hear of changes from here on: every commit after it
// returns. Where there is no stream, and there may be none for long, it is made
// without, and an entry that cannot work is no error: Tell says so. The error is a
// *protocol.Refusal where the wish is to be granted as a whole, else of the database.
func (d *Dispatcher) Subscribe(ctx context.Context, c Receiver, w Request) (*Subscription, error) {
	s := newSubscription(d, c, w)
	begun := false
	defer func() { // also where there is a fault of ours
		if !begun {
			s.Leave()
		}
	}()
	if err := s.begin(ctx, w); err != nil {
		return nil, err
	}
	begun = true
	return s, nil
}

func newSubscription(d *Dispatcher, c Receiver, w Request) *Subscription {
	return &Subscription{
		dispatcher: d, channel: c, topic: w.Topic, asked: w.Bindings, entries: readEntries(w.Bindings),
		claims: w.Claims, gone: new(atomic.Bool),
	}
}

func (s *Subscription) begin(ctx context.Context, w Request) error {
	limited, cancel := context.WithTimeout(ctx, w.StreamWait)
	defer cancel()
	err := s.enter(limited, w.Claims)
	switch {
	case err != nil && ctx.Err() != nil:
		return ctx.Err()
	case err != nil && !s.away(err):
		return err
	case !w.AllOrNothing:
		return nil
	case err != nil:
		return protocol.NewRefusal("PostgresChangesSubscribeTimeout", err.Error())
	case len(s.refusals()) > 0:
		return protocol.NewRefusal("RealtimeDisabledForConfiguration", s.refusals()[0])
	}
	return nil
}

// Reply is what the reply to a join says of changes, as JSON: every entry as it was
// asked for, and its id.
func (s *Subscription) Reply() []byte {
	echo := []byte{'['}
	for i := range s.asked {
		if i > 0 {
			echo = append(echo, ',')
		}
		echo = appendEcho(echo, &s.asked[i], s.entries[i].id)
	}
	return append(echo, ']')
}

// Renew has it hear what newer claims let it hear, and tells what that is. The
// error is of the database.
func (s *Subscription) Renew(ctx context.Context, claims token.Claims) error {
	if s.has(claims) {
		return nil
	}
	if err := s.enter(ctx, claims); err != nil && !s.away(err) {
		return err
	}
	s.SendStatus()
	return nil
}

// has tells whether it goes by these claims already.
func (s *Subscription) has(claims token.Claims) bool {
	s.dispatcher.mu.Lock()
	defer s.dispatcher.mu.Unlock()
	return bytes.Equal(s.claims.JSON, claims.JSON)
}

// SendStatus says to the channel what works and what does not.
func (s *Subscription) SendStatus() {
	d := s.dispatcher
	d.mu.Lock()
	r, late := s.resolution, s.waits && d.live
	d.mu.Unlock()
	for _, list := range [][]string{r.refusals, r.lacks} {
		for _, why := range list {
			s.channel.System("error", why)
		}
	}
	switch {
	case late: // the stream came while it was given up
		s.channel.Fail(liveAgain)
	case len(r.refusals)+len(r.lacks) == 0:
		s.channel.System("ok", "Subscribed to PostgreSQL")
	}
}

// BindingCount is how many entries there are, each counted for each of its tables.
func (s *Subscription) BindingCount() (sum int) {
	s.dispatcher.mu.Lock()
	defer s.dispatcher.mu.Unlock()
	for _, seat := range s.seats {
		sum += len(seat.cohort.wants)
	}
	return sum
}

// Leave ends it. Whatever is on its way to the channel ends too.
func (s *Subscription) Leave() {
	d := s.dispatcher
	d.mu.Lock()
	defer d.mu.Unlock()
	s.over = true
	s.gone.Store(true)
	d.unseat(s)
	delete(d.listening, s)
}

func (s *Subscription) refusals() []string {
	s.dispatcher.mu.Lock()
	defer s.dispatcher.mu.Unlock()
	return s.resolution.refusals
}

// noStream is that there is no stream.
type noStream struct{ reason error }

func (e noStream) Error() string { return "Changes of tables are not live: " + e.reason.Error() }
func (e noStream) Unwrap() error { return e.reason }

// away notes that the channel joined without a stream, if that is the error.
func (s *Subscription) away(err error) bool {
	away, ok := errors.AsType[noStream](err)
	if !ok {
		return false
	}
	d := s.dispatcher
	d.mu.Lock()
	defer d.mu.Unlock()
	d.unseat(s)
	s.waits, s.resolution = true, &resolution{refusals: []string{away.Error()}, open: true}
	if !s.over {
		d.listening[s] = struct{}{}
	}
	return true
}

package realtime

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/toubkal/toubkal/server/realtime/protocol"
	"github.com/toubkal/toubkal/server/realtime/rls"
	"github.com/toubkal/toubkal/server/token"
)

// channelAuth is what the policies on realtime.messages have said of a channel's
// caller. The channel's lane alone uses it, but for recent.
type channelAuth struct {
	read, readAsked   rls.ChannelRights // readAsked: of which of read the policies were asked
	write, writeAsked rls.ChannelRights
	replayed          *replayDedup // nil where nothing is replayed
}

// allowAll is what a public channel allows.
var allowAll = rls.ChannelRights{Broadcast: true, Presence: true}

// reads are what the channel's caller may be sent.
func (p *channelAuth) reads() rls.ChannelRights { return p.read }

// rightFor is the right that an extension ("broadcast", "presence") is about.
func rightFor(extension string) rls.ChannelRights {
	return rls.ChannelRights{Broadcast: extension == "broadcast", Presence: extension == "presence"}
}

// covers tells whether a has all of b.
func covers(a, b rls.ChannelRights) bool { return a.Or(b) == a }

// authorizeJoin asks whether a join may be, where its channel is private: its caller must
// be able to read broadcasts or presence. A policy is asked about presence only
// where the channel has it.
func (s *Service) authorizeJoin(ctx context.Context, c *channel) error {
	if err := c.replayable(); err != nil {
		return err
	}
	if !c.join.Private {
		c.auth = channelAuth{read: allowAll, readAsked: allowAll, write: allowAll, writeAsked: allowAll}
		return nil
	}
	c.auth = channelAuth{}
	if c.join.Broadcast.Replay != nil {
		c.auth.replayed = &replayDedup{}
	}
	if err := s.queryReadRights(ctx, c, rls.ChannelRights{Broadcast: true, Presence: c.join.Presence.Enabled}); err != nil {
		return err
	}
	s.waitForStream(ctx)
	return nil
}

// reauthorize asks again: the channel has another token, or some time has passed. What
// may be sent is asked again when something is. A *protocol.Refusal is that the caller
// may read the channel no more.
func (s *Service) reauthorize(ctx context.Context, c *channel) error {
	if !c.join.Private {
		return nil
	}
	c.auth.write, c.auth.writeAsked = rls.ChannelRights{}, rls.ChannelRights{}
	return s.queryReadRights(ctx, c, c.auth.readAsked)
}

func (s *Service) queryReadRights(ctx context.Context, c *channel, want rls.ChannelRights) error {
	read, err := s.messages.Readable(ctx, c.caller(), c.topic, want)
	if err != nil {
		return fmt.Errorf("%w: %w", errDatabaseUnavailable, err)
	}
	if !read.Any() {
		return protocol.NewRefusal("Unauthorized", "You do not have permissions to read from this Channel topic: "+c.topic)
	}
	c.auth.read, c.auth.readAsked = read, want
	return nil
}

// errDatabaseUnavailable is that the database could not be asked, which passes.
var errDatabaseUnavailable = errors.New("the policies could not be asked")

// caller is on whose behalf the policies are asked.
func (c *channel) caller() rls.Caller {
	return rls.Caller{Claims: *c.claims.Load(), Headers: c.socket.headers}
}

// mayRead tells whether the channel's caller may be sent what an extension sends.
// It may ask the policies, once for each token. An error is that they cannot be
// asked, and nothing is to be sent.
func (s *Service) mayRead(ctx context.Context, c *channel, extension string) (bool, error) {
	want := rightFor(extension)
	if !covers(c.auth.readAsked, want) {
		read, err := s.messages.Readable(ctx, c.caller(), c.topic, want)
		if err != nil {
			return false, err
		}
		c.auth.read, c.auth.readAsked = c.auth.read.Or(read), c.auth.readAsked.Or(want)
	}
	return covers(c.auth.read, want), nil
}

// mayWrite tells whether the channel's caller may send by an extension. It may ask
// the policies, once for each token. An error is that they cannot be asked, and
// nothing is to be sent on.
func (s *Service) mayWrite(ctx context.Context, c *channel, extension string) (bool, error) {
	want := rightFor(extension)
	if !covers(c.auth.writeAsked, want) {
		write, err := s.messages.Writable(ctx, c.caller(), c.topic, want)
		if err != nil {
			return false, err
		}
		c.auth.write, c.auth.writeAsked = c.auth.write.Or(write), c.auth.writeAsked.Or(want)
	}
	return covers(c.auth.write, want), nil
}

// mayWriteAs is mayWrite for one who sends to a private channel over HTTP.
func (s *Service) mayWriteAs(ctx context.Context, claims token.Claims, topic, extension string) (bool, error) {
	want := rightFor(extension)
	write, err := s.messages.Writable(ctx, rls.Caller{Claims: claims}, topic, want)
	return err == nil && covers(write, want), err
}

// replayable refuses what can never be replayed, in Supabase's words.
func (c *channel) replayable() error {
	replay := c.join.Broadcast.Replay
	switch {
	case replay == nil:
		return nil
	case !c.join.Private:
		return protocol.NewRefusal(unableToReplay, "Replay is not allowed for public channels")
	case replay.Invalid || replay.Limit > rls.MaxReplay:
		return protocol.NewRefusal(unableToReplay, "Replay params are not valid")
	}
	return nil
}

const unableToReplay = "UnableToReplayMessages"

// policyVersion is the version of the policies on realtime.messages. When it changes,
// private channels are reauthorized before their next token.
type policyVersion struct {
	mu             sync.Mutex
	loading, again bool
	state          string // "" before it is known, and where it could not be
}

// policiesChanged is called when the schema may have changed. It never blocks.
func (s *Service) policiesChanged() {
	s.policyVersion.mu.Lock()
	defer s.policyVersion.mu.Unlock()
	s.policyVersion.again = true
	if !s.policyVersion.loading {
		s.policyVersion.loading = true
		go s.reloadPolicyVersion()
	}
}

// reloadPolicyVersion reads the version until nothing has changed since it last did.
func (s *Service) reloadPolicyVersion() {
	for s.policyVersion.next() {
		ctx, cancel := context.WithTimeout(context.Background(), policyTimeout)
		state, err := s.messages.PolicyVersion(ctx)
		cancel()
		if err != nil {
			s.Log.Warn("cannot read the policies of realtime.messages; private channels are not reauthorized", "error", err)
		}
		if s.policyVersion.update(state) {
			s.reauthorizeAll()
		}
	}
}

// policyTimeout bounds one query of the version.
const policyTimeout = 10 * time.Second

func (p *policyVersion) next() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.loading, p.again = p.again, false
	return p.loading
}

// update tells whether channels are to be asked about: those that joined under
// another state of the policies, or under one that nobody knows.
func (p *policyVersion) update(state string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	changed := state != "" && state != p.state
	p.state = state
	return changed
}

// maxRechecks bounds how many channels are reauthorized at once: each takes a
// goroutine.
const maxRechecks = 64

// reauthorizeAll asks about every private channel again. Those who may not read it
// any more are closed, in their lanes.
func (s *Service) reauthorizeAll() {
	places := make(chan struct{}, maxRechecks)
	for _, k := range s.sockets.all() {
		for _, c := range k.joined() {
			if !c.join.Private {
				continue
			}
			places <- struct{}{}
			c.queue.enqueue(func() {
				defer func() { <-places }()
				defer c.recoverPanic()
				c.reauthorizePrivate()
			})
		}
	}
}

func (c *channel) reauthorizePrivate() {
	if c.state.Load() == over {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), joinTimeout)
	defer cancel()
	s := c.socket.service
	if err := s.reauthorize(ctx, c); err != nil {
		c.revoke(err)
		return
	}
	s.updatePresenceAccess(ctx, c)
}

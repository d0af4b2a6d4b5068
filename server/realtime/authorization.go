package realtime

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/toubkal/toubkal/server/realtime/broadcast"
	"github.com/toubkal/toubkal/server/realtime/protocol"
	"github.com/toubkal/toubkal/server/realtime/rls"
	"github.com/toubkal/toubkal/server/token"
)

// channelAuth caches the rights of a channel's caller by the policies on
// realtime.messages. Only the channel's queue uses it, except replayed.
type channelAuth struct {
	read, readAsked   rls.ChannelRights // readAsked: the rights that were checked
	write, writeAsked rls.ChannelRights
	replayed          *broadcast.Dedup // nil without replay
}

// allowAll are the rights on a public channel.
var allowAll = rls.ChannelRights{Broadcast: true, Presence: true}

// rightFor is the right to an extension: "broadcast" or "presence".
func rightFor(extension string) rls.ChannelRights {
	return rls.ChannelRights{Broadcast: extension == "broadcast", Presence: extension == "presence"}
}

// covers reports whether a has all rights of b.
func covers(a, b rls.ChannelRights) bool { return a.Or(b) == a }

// authorizeJoin authorizes the join of a private channel: the caller needs the right to
// read broadcasts or presence. The right to presence is checked only if the join enables
// it. It waits for replication for up to privateStreamWait.
func (s *Service) authorizeJoin(ctx context.Context, c *channel) error {
	if err := c.checkReplay(); err != nil {
		return err
	}
	if !c.join.Private {
		c.auth = channelAuth{read: allowAll, readAsked: allowAll, write: allowAll, writeAsked: allowAll}
		return nil
	}
	c.auth = channelAuth{}
	if c.join.Broadcast.Replay != nil {
		c.auth.replayed = &broadcast.Dedup{}
	}
	if err := s.queryReadRights(ctx, c, rls.ChannelRights{Broadcast: true, Presence: c.join.Presence.Enabled}); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, privateStreamWait)
	defer cancel()
	_ = s.changes.Ready(ctx) // sendReplicationStatus reports it
	return nil
}

// reauthorize checks the right to read again, after a new token or some time; the right
// to send is checked at the next message. A *protocol.Refusal means that the caller may
// no longer read the channel.
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

// errDatabaseUnavailable means that the policies could not be evaluated. It is temporary.
var errDatabaseUnavailable = errors.New("the policies could not be evaluated")

// caller is the one for whom the policies are evaluated.
func (c *channel) caller() rls.Caller {
	return rls.Caller{Claims: *c.claims.Load(), Headers: c.socket.headers}
}

// mayRead reports whether the channel's caller may receive the messages of an extension.
// The policies are evaluated once per token. An error means that they could not be
// evaluated; then nothing may be sent.
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

// mayWrite reports whether the channel's caller may send messages of an extension, as
// mayRead does.
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

// mayWriteAs is mayWrite for a private channel over HTTP.
func (s *Service) mayWriteAs(ctx context.Context, claims token.Claims, topic, extension string) (bool, error) {
	want := rightFor(extension)
	write, err := s.messages.Writable(ctx, rls.Caller{Claims: claims}, topic, want)
	return err == nil && covers(write, want), err
}

// policyVersion is the version of the policies on realtime.messages. When it changes,
// private channels are reauthorized before their next token.
type policyVersion struct {
	mu             sync.Mutex
	loading, again bool
	version        string // "" if it is not known
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

// reloadPolicyVersion reads the version, again if the schema has changed meanwhile, and
// reauthorizes the private channels if it is another one.
func (s *Service) reloadPolicyVersion() {
	for s.policyVersion.next() {
		ctx, cancel := context.WithTimeout(context.Background(), policyTimeout)
		version, err := s.messages.PolicyVersion(ctx)
		cancel()
		if err != nil {
			s.Log.Warn("cannot read the policies of realtime.messages; private channels are not reauthorized", "error", err)
		}
		if s.policyVersion.update(version) {
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

// update sets the version, and reports whether channels have to be reauthorized: it has
// changed, or the one before is not known.
func (p *policyVersion) update(version string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	changed := version != "" && version != p.version
	p.version = version
	return changed
}

// maxRechecks bounds how many channels are reauthorized at once: each takes a
// goroutine.
const maxRechecks = 64

// reauthorizeAll reauthorizes every private channel, in its queue. Those whose callers
// may no longer read them are closed.
func (s *Service) reauthorizeAll() {
	slots := make(chan struct{}, maxRechecks)
	for _, k := range s.sockets.all() {
		for _, c := range k.joined() {
			if !c.join.Private {
				continue
			}
			slots <- struct{}{}
			c.queue.enqueue(func() {
				defer func() { <-slots }()
				defer c.recoverPanic()
				if c.state.Load() == over {
					return
				}
				ctx, cancel := context.WithTimeout(context.Background(), joinTimeout)
				defer cancel()
				if err := s.reauthorize(ctx, c); err != nil {
					c.revoke(err)
					return
				}
				s.updatePresenceAccess(ctx, c)
			})
		}
	}
}

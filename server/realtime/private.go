package realtime

import (
	"context"
	"errors"
	"fmt"

	"github.com/toubkal/toubkal/server/realtime/protocol"
	"github.com/toubkal/toubkal/server/realtime/rls"
	"github.com/toubkal/toubkal/server/token"
)

// private is what the policies on realtime.messages have said of a channel's
// caller. The channel's lane alone uses it, but for recent.
type private struct {
	read, readAsked   rls.ChannelRights // readAsked: of which of read the policies were asked
	write, writeAsked rls.ChannelRights
	recent            *recent // nil where nothing is replayed
}

// everything is what a public channel allows.
var everything = rls.ChannelRights{Broadcast: true, Presence: true}

// reads are what the channel's caller may be sent.
func (p *private) reads() rls.ChannelRights { return p.read }

// only is the right that an extension ("broadcast", "presence") is about.
func only(extension string) rls.ChannelRights {
	return rls.ChannelRights{Broadcast: extension == "broadcast", Presence: extension == "presence"}
}

// covers tells whether a has all of b.
func covers(a, b rls.ChannelRights) bool { return a.Or(b) == a }

// admit asks whether a join may be, where its channel is private: its caller must
// be able to read broadcasts or presence. A policy is asked about presence only
// where the channel has it.
func (s *Service) admit(ctx context.Context, c *channel) error {
	if err := c.replayable(); err != nil {
		return err
	}
	if !c.join.Private {
		c.private = private{read: everything, readAsked: everything, write: everything, writeAsked: everything}
		return nil
	}
	c.private = private{}
	if c.join.Broadcast.Replay != nil {
		c.private.recent = &recent{}
	}
	if err := s.askReads(ctx, c, rls.ChannelRights{Broadcast: true, Presence: c.join.Presence.Enabled}); err != nil {
		return err
	}
	s.awaitStream(ctx)
	return nil
}

// readmit asks again: the channel has another token, or some time has passed. What
// may be sent is asked again when something is. A *protocol.Refusal is that the caller
// may read the channel no more.
func (s *Service) readmit(ctx context.Context, c *channel) error {
	if !c.join.Private {
		return nil
	}
	c.private.write, c.private.writeAsked = rls.ChannelRights{}, rls.ChannelRights{}
	return s.askReads(ctx, c, c.private.readAsked)
}

func (s *Service) askReads(ctx context.Context, c *channel, want rls.ChannelRights) error {
	read, err := s.messages.Readable(ctx, c.caller(), c.topic, want)
	if err != nil {
		return fmt.Errorf("%w: %w", errDatabaseUnavailable, err)
	}
	if !read.Any() {
		return protocol.NewRefusal("Unauthorized", "You do not have permissions to read from this Channel topic: "+c.topic)
	}
	c.private.read, c.private.readAsked = read, want
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
	want := only(extension)
	if !covers(c.private.readAsked, want) {
		read, err := s.messages.Readable(ctx, c.caller(), c.topic, want)
		if err != nil {
			return false, err
		}
		c.private.read, c.private.readAsked = c.private.read.Or(read), c.private.readAsked.Or(want)
	}
	return covers(c.private.read, want), nil
}

// mayWrite tells whether the channel's caller may send by an extension. It may ask
// the policies, once for each token. An error is that they cannot be asked, and
// nothing is to be sent on.
func (s *Service) mayWrite(ctx context.Context, c *channel, extension string) (bool, error) {
	want := only(extension)
	if !covers(c.private.writeAsked, want) {
		write, err := s.messages.Writable(ctx, c.caller(), c.topic, want)
		if err != nil {
			return false, err
		}
		c.private.write, c.private.writeAsked = c.private.write.Or(write), c.private.writeAsked.Or(want)
	}
	return covers(c.private.write, want), nil
}

// mayWriteAs is mayWrite for one who sends to a private channel over HTTP.
func (s *Service) mayWriteAs(ctx context.Context, claims token.Claims, topic, extension string) (bool, error) {
	want := only(extension)
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

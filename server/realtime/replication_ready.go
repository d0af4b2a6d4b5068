package realtime

import (
	"context"
	"time"
)

// What realtime-js expects to hear of the stream where a channel asked for
// replication_ready: only then does what SQL sends arrive.
const (
	replicationReady = "Replication connection established"
	replicationLost  = "Replication connection lost: messages from the database may be missed"
	replicationAway  = "Replication connection could not be established: "
)

const (
	// privateStreamWait is how long the join of a private channel waits for the stream,
	// so that it hears whatever SQL sends from its reply on. Without a stream it
	// joins all the same: clients can talk.
	privateStreamWait = 5 * time.Second
	// replicationWait is how long a channel waits to be told that there is none.
	replicationWait = 15 * time.Second
)

// waitForStream waits until the stream is live, for a while.
func (s *Service) waitForStream(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, privateStreamWait)
	defer cancel()
	_ = s.changes.Ready(ctx) // who asks is told, by showReplication
}

// sendReplicationStatus tells a channel that asked for it whether the stream is live.
// One that comes to be so later is told to all, by replicationTurned.
func (s *Service) sendReplicationStatus(c *channel) {
	switch {
	case !c.join.Broadcast.ReplicationReady:
	case s.changes.Connected():
		c.system("system", "ok", replicationReady)
	default:
		go s.sendReplicationFailure(c)
	}
}

func (s *Service) sendReplicationFailure(c *channel) {
	ctx, cancel := context.WithTimeout(context.Background(), replicationWait)
	defer cancel()
	if err := s.changes.Ready(ctx); err != nil {
		c.enqueue(func(context.Context) { c.system("system", "error", replicationAway+err.Error()) })
	}
}

// replicationChanged tells those who asked that the stream is live, or lost. It
// never waits.
func (s *Service) replicationChanged(live bool) {
	status, message := "error", replicationLost
	if live {
		status, message = "ok", replicationReady
	}
	for _, k := range s.sockets.all() {
		for _, c := range k.joined() {
			if c.join.Broadcast.ReplicationReady && c.state.Load() == joined {
				c.system("system", status, message)
			}
		}
	}
}

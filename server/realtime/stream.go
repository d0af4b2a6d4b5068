package realtime

import (
	"context"
	"sync"
	"time"

	"github.com/toubkal/toubkal/server/realtime/fanout"
)

// streamEvents is the fanout.Handler of what replication delivers beside row changes.
type streamEvents struct {
	hub      *hub
	sockets  *sockets
	policies *policyWatch
}

// Broadcast delivers what SQL has sent.
func (s streamEvents) Broadcast(m *fanout.DatabaseBroadcast) { s.hub.databaseBroadcast(m) }

// SchemaChanged has statements prepared again, and private channels reauthorized if their
// policies have changed.
func (s streamEvents) SchemaChanged() {
	s.hub.Own.SchemaChanged()
	s.policies.changed()
}

// ReplicationChanged sends the status of replication to the channels that asked for it.
func (s streamEvents) ReplicationChanged(connected bool) {
	status, message := "error", replicationLost
	if connected {
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

// policyWatch reauthorizes private channels when the policies on realtime.messages have
// changed, before their next token.
type policyWatch struct {
	hub     *hub
	sockets *sockets
	version policyVersion
}

// policyVersion is the version of those policies.
type policyVersion struct {
	mu             sync.Mutex
	loading, again bool
	version        string // "" if it is not known
}

// changed is called when the schema may have changed. It never blocks.
func (p *policyWatch) changed() {
	p.version.mu.Lock()
	defer p.version.mu.Unlock()
	p.version.again = true
	if !p.version.loading {
		p.version.loading = true
		go p.reload()
	}
}

// reload reads the version, again if the schema has changed meanwhile, and
// reauthorizes the private channels if it is another one.
func (p *policyWatch) reload() {
	for p.version.next() {
		ctx, cancel := context.WithTimeout(context.Background(), policyTimeout)
		version, err := p.hub.messages.PolicyVersion(ctx)
		cancel()
		if err != nil {
			p.hub.Log.Warn("cannot read the policies of realtime.messages; private channels are not reauthorized", "error", err)
		}
		if p.version.update(version) {
			p.reauthorizeAll()
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
func (p *policyWatch) reauthorizeAll() {
	slots := make(chan struct{}, maxRechecks)
	for _, k := range p.sockets.all() {
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
				if err := p.hub.reauthorize(ctx, c); err != nil {
					c.revoke(err)
					return
				}
				p.hub.updatePresenceAccess(ctx, c)
			})
		}
	}
}

package fanout

import (
	"context"
	"time"

	"github.com/toubkal/toubkal/server/retry"
)

// rolePollInterval is how often roles are polled: `alter role … nobypassrls` and
// `revoke … from …` fire no event trigger.
const rolePollInterval = 5 * time.Second

// watchRoles has access read again when roles have changed, until ctx ends. It sends
// no query without subscriptions.
func (d *Dispatcher) watchRoles(ctx context.Context) {
	for retry.Sleep(ctx, rolePollInterval) == nil {
		d.mu.Lock()
		idle := len(d.subscriptions) == 0
		d.mu.Unlock()
		if idle {
			continue
		}
		stale, err := d.checker.Stale(ctx)
		if err != nil {
			d.log.Debug("cannot read roles", "error", err)
		}
		if stale {
			d.buffer.SchemaChanged()
		}
	}
}

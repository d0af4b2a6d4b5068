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
		d.checkRoles(ctx)
	}
}

func (d *Dispatcher) checkRoles(ctx context.Context) {
	if !d.hasSubscriptions() {
		return
	}
	stale, err := d.checker.Stale(ctx)
	if err != nil {
		d.log.Debug("cannot read roles", "error", err)
	}
	if stale {
		d.buffer.SchemaChanged()
	}
}

func (d *Dispatcher) hasSubscriptions() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return len(d.subscriptions) > 0
}

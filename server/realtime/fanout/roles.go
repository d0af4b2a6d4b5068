package fanout

import (
	"context"
	"time"

	"github.com/toubkal/toubkal/server/retry"
)

// rolesEvery is how soon a change of roles is noticed. PostgreSQL tells nobody of
// `alter role … nobypassrls` and `revoke … from …`.
const rolesEvery = 5 * time.Second

// watchRoles has rights read again when roles have changed, until ctx ends. It asks
// nothing while nobody listens.
func (d *Dispatcher) watchRoles(ctx context.Context) {
	for retry.Sleep(ctx, rolesEvery) == nil {
		d.lookAtRoles(ctx)
	}
}

func (d *Dispatcher) lookAtRoles(ctx context.Context) {
	if !d.listenedTo() {
		return
	}
	stale, err := d.guard.Stale(ctx)
	if err != nil {
		d.log.Debug("realtime: roles could not be looked at", "error", err)
	}
	if stale {
		d.intake.SchemaChanged()
	}
}

func (d *Dispatcher) listenedTo() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return len(d.listening) > 0
}

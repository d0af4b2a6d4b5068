package realtime

import (
	"context"
	"time"
)

// rolesEvery is how soon a change of roles is noticed. PostgreSQL tells nobody of
// `alter role … nobypassrls` and `revoke … from …`.
const rolesEvery = 5 * time.Second

// watchRoles has rights read again when roles have changed, until ctx ends. It asks
// nothing while nobody listens.
func (h *changes) watchRoles(ctx context.Context) {
	every(ctx, rolesEvery, func() { h.lookAtRoles(ctx) })
}

func (h *changes) lookAtRoles(ctx context.Context) {
	if !h.listenedTo() {
		return
	}
	stale, err := h.guard.Stale(ctx)
	if err != nil {
		h.log.Debug("realtime: roles could not be looked at", "error", err)
	}
	if stale {
		h.intake.SchemaChanged()
	}
}

func (h *changes) listenedTo() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.listeners) > 0
}

package app

import (
	"context"
	"slices"

	"github.com/toubkal/toubkal/server/static"
)

// dev is the command `dev`: serve, and apply files as they are saved.
func (p *program) dev(ctx context.Context, args []string) error {
	p.Watching, p.ShutdownDelay = true, 0
	p.SystemPostgres = slices.Contains(args, "--system-postgres")
	p.LiftSignInLimits()
	p.reloader = static.NewReloader()
	return p.serve(ctx, args)
}

package app

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/toubkal/toubkal/server/localpg"
)

// A database that ends by itself more often than maxRestarts times within
// restartWindow has a reason that starting it again does not mend.
const (
	maxRestarts   = 3
	restartWindow = time.Minute
	// restartTime bounds one start, recovery after the crash included.
	restartTime = 5 * time.Minute
)

// supervisePostgres starts the embedded PostgreSQL again when it ends by itself (the
// kernel kills one for memory, somebody kills the wrong process), until ctx ends:
// requests fail meanwhile, and the program need not be started again. It ends
// the program where that does not help. now is the clock of restartWindow.
func (p *program) supervisePostgres(ctx context.Context, server *localpg.Server, stop context.CancelCauseFunc, now func() time.Time) {
	var ended []time.Time
	for {
		select {
		case <-ctx.Done():
			return
		case <-server.Done():
		}
		why := server.Err()
		if why == nil || ctx.Err() != nil {
			return // it was stopped
		}
		if ended = within(restartWindow, append(ended, now())); len(ended) > maxRestarts {
			stop(fmt.Errorf("the embedded PostgreSQL ended %d times within %v: %w", len(ended), restartWindow, why))
			return
		}
		p.Log.Error("the embedded PostgreSQL ended and is started again", "error", why)
		if err := restart(ctx, server); err != nil {
			stop(fmt.Errorf("the embedded PostgreSQL ended: %w", errors.Join(why, err)))
			return
		}
		p.Log.Warn("the embedded PostgreSQL runs again")
	}
}

func restart(ctx context.Context, server *localpg.Server) error {
	ctx, cancel := context.WithTimeout(ctx, restartTime)
	defer cancel()
	return server.Restart(ctx)
}

// within are the elements of times, which are in order, that lie less than span before
// the last one.
func within(span time.Duration, times []time.Time) []time.Time {
	last := times[len(times)-1]
	for last.Sub(times[0]) >= span {
		times = times[1:]
	}
	return times
}

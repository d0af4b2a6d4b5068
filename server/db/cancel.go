package db

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgconn/ctxwatch"
)

// defaultCancelWait is the default of Options.CancelWait.
const defaultCancelWait = 2 * time.Second

// canceler has PostgreSQL cancel the statement of a connection whose context has ended,
// since closing the connection would cost a reconnect.
//
// The request travels on a connection of its own, and names the process, not the
// statement: one that arrives late cancels what the next caller has on that process.
// PostgreSQL closes the connection of the request once it has sent the signal, and a
// process that waits for its next statement ignores the signal. So the statement's
// connection is held until the other one is closed; where that does not happen in time,
// it is not used again.
type canceler struct {
	conn     *pgconn.PgConn
	wait     time.Duration
	finished chan struct{}
}

func (p *Pool) newCanceler(conn *pgconn.PgConn) ctxwatch.Handler {
	return &canceler{conn: conn, wait: p.cancelWait}
}

// HandleCancel sends the request. The deadline ends the statement where PostgreSQL does
// not.
func (c *canceler) HandleCancel(context.Context) {
	deadline := time.Now().Add(c.wait)
	_ = c.conn.Conn().SetDeadline(deadline) // fails where the connection is closed
	c.finished = make(chan struct{})
	// #nosec G118 -- the caller's context has ended: that is why it runs
	go func() {
		defer close(c.finished)
		ctx, cancel := context.WithDeadline(context.Background(), deadline)
		defer cancel()
		if err := c.conn.CancelRequest(ctx); err != nil || ctx.Err() != nil {
			c.conn.CustomData()[uncertain] = true
		}
	}()
}

// HandleUnwatchAfterCancel waits until the request can harm nobody. What else is done on
// a connection where that is not sure fails.
func (c *canceler) HandleUnwatchAfterCancel() {
	<-c.finished
	if !isUncertain(c.conn) {
		_ = c.conn.Conn().SetDeadline(time.Time{})
	}
}

// uncertain is the key of the mark of a connection whose process a request to cancel may
// still reach.
const uncertain = "a request to cancel is under way"

func isUncertain(conn *pgconn.PgConn) bool { return conn.CustomData()[uncertain] != nil }

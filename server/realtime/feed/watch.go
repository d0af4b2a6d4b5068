package feed

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/retry"
)

// held is how much of PostgreSQL's log a slot keeps from being removed.
type held struct {
	written uint64 // how far the log goes, an LSN
	pinned  uint64 // what the slot holds, bytes
	lag     uint64 // how far we are behind, bytes
	most    uint64 // the cap, bytes
}

// tooMuch tells whether the slot has to go. What it holds beside what we are behind
// with is of transactions that still run, or waits for PostgreSQL's next note of
// those (every 15 s): that may be somewhat more.
func (h held) tooMuch() bool {
	if h.lag > h.most/8 {
		return h.pinned > h.most/2
	}
	return h.pinned > h.most/4*3
}

// much tells whether it is worth looking more often.
func (h held) much() bool { return h.pinned > h.most/4 }

// watch looks at what the slot holds, and cuts the stream where it is too much: also
// while the slot is being made, which waits for transactions.
func (f *Feed) watch(ctx context.Context, slot string, most uint64, cut context.CancelCauseFunc) {
	for wait := f.o.Status; retry.Sleep(ctx, wait) == nil; {
		h, err := f.catalog.held(ctx, slot)
		if err != nil {
			continue // a database that is away ends the stream by itself
		}
		h.most = most
		h.lag = f.state.looked(h)
		if h.tooMuch() {
			cut(errPinned(h.pinned, most))
			return
		}
		wait = f.o.Status
		if h.much() {
			f.catalog.nudge(ctx)
			wait /= 10
		}
	}
}

// held asks what the slot holds.
func (c *catalog) held(ctx context.Context, slot string) (h held, err error) {
	err = c.ask(ctx, func(ctx context.Context, conn *pgx.Conn) error {
		var written, pinned int64
		err := conn.QueryRow(ctx, `
			select (log.place - '0/0')::bigint, coalesce(log.place - restart_lsn, 0)::bigint
			from (select case when pg_is_in_recovery() then pg_last_wal_receive_lsn() else pg_current_wal_lsn() end as place) as log
			left join pg_replication_slots on slot_name = $1`, slot).Scan(&written, &pinned)
		h.written, h.pinned = uint64(written), uint64(max(pinned, 0))
		return err
	})
	return h, err
}

// nudge has PostgreSQL note its running transactions, by which a slot moves on, at
// once: where it can (16 and newer), and where we may.
func (c *catalog) nudge(ctx context.Context) {
	_ = c.ask(ctx, func(ctx context.Context, conn *pgx.Conn) error {
		var can bool
		err := conn.QueryRow(ctx, `select coalesce(has_function_privilege(to_regprocedure('pg_log_standby_snapshot()'), 'execute'), false)`).Scan(&can)
		if err == nil && can {
			_, err = conn.Exec(ctx, "select pg_log_standby_snapshot()")
		}
		return err // without it PostgreSQL does so in its own time
	})
}

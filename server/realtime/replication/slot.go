package replication

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/retry"
)

// slotUsage is how much of PostgreSQL's log a slot keeps from being removed.
type slotUsage struct {
	written  uint64 // how far the log goes, an LSN
	retained uint64 // what the slot holds, bytes
	lag      uint64 // how far we are behind, bytes
	limit    uint64 // the cap, bytes
}

// overLimit tells whether the slot has to go. What it holds beside what we are behind
// with is of transactions that still run, or waits for PostgreSQL's next note of
// those (every 15 s): that may be somewhat more.
func (h slotUsage) overLimit() bool {
	if h.lag > h.limit/8 {
		return h.retained > h.limit/2
	}
	return h.retained > h.limit/4*3
}

// nearLimit tells whether it is worth looking more often.
func (h slotUsage) nearLimit() bool { return h.retained > h.limit/4 }

// watchSlot looks at what the slot holds, and cuts the stream where it is too much: also
// while the slot is being made, which waits for transactions.
func (f *Stream) watchSlot(ctx context.Context, slot string, most uint64, cut context.CancelCauseFunc) {
	for wait := f.o.StatusInterval; retry.Sleep(ctx, wait) == nil; {
		h, err := f.catalog.slotUsage(ctx, slot)
		if err != nil {
			continue // a database that is away ends the stream by itself
		}
		h.limit = most
		h.lag = f.state.recordUsage(h)
		if h.overLimit() {
			cut(errSlotLimit(h.retained, most))
			return
		}
		wait = f.o.StatusInterval
		if h.nearLimit() {
			f.catalog.logStandbySnapshot(ctx)
			wait /= 10
		}
	}
}

// slotUsage asks what the slot holds.
func (c *catalog) slotUsage(ctx context.Context, slot string) (h slotUsage, err error) {
	err = c.withConn(ctx, func(ctx context.Context, conn *pgx.Conn) error {
		var written, pinned int64
		err := conn.QueryRow(ctx, `
			select (log.place - '0/0')::bigint, coalesce(log.place - restart_lsn, 0)::bigint
			from (select case when pg_is_in_recovery() then pg_last_wal_receive_lsn() else pg_current_wal_lsn() end as place) as log
			left join pg_replication_slots on slot_name = $1`, slot).Scan(&written, &pinned)
		h.written, h.retained = uint64(written), uint64(max(pinned, 0))
		return err
	})
	return h, err
}

// logStandbySnapshot has PostgreSQL note its running transactions, by which a slot moves on, at
// once: where it can (16 and newer), and where we may.
func (c *catalog) logStandbySnapshot(ctx context.Context) {
	_ = c.withConn(ctx, func(ctx context.Context, conn *pgx.Conn) error {
		var can bool
		err := conn.QueryRow(ctx, `select coalesce(has_function_privilege(to_regprocedure('pg_log_standby_snapshot()'), 'execute'), false)`).Scan(&can)
		if err == nil && can {
			_, err = conn.Exec(ctx, "select pg_log_standby_snapshot()")
		}
		return err // without it PostgreSQL does so in its own time
	})
}

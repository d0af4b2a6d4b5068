package replication

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/retry"
)

// slotUsage is the WAL that a slot retains. Sizes are in bytes.
type slotUsage struct {
	written  uint64 // the newest LSN
	retained uint64
	lag      uint64 // how far we are behind written
	limit    uint64
}

// overLimit reports whether the slot must be dropped. WAL retained beyond our lag
// belongs to running transactions, or waits for PostgreSQL's next note of those (every
// 15 s): of that there may be more.
func (s slotUsage) overLimit() bool {
	if s.lag > s.limit/8 {
		return s.retained > s.limit/2
	}
	return s.retained > s.limit/4*3
}

// nearLimit reports whether the slot has to be watched more often.
func (s slotUsage) nearLimit() bool { return s.retained > s.limit/4 }

// watchSlot reads what the slot retains, and cancels the session where that is over the
// limit: also while the slot is being created, which waits for transactions.
func (s *Stream) watchSlot(ctx context.Context, slot string, limit uint64, cancel context.CancelCauseFunc) {
	for wait := s.o.StatusInterval; retry.Sleep(ctx, wait) == nil; {
		usage, err := s.catalog.slotUsage(ctx, slot)
		if err != nil {
			continue // where the database is down, the session ends by itself
		}
		usage.limit = limit
		usage.lag = s.state.recordUsage(usage)
		if usage.overLimit() {
			cancel(fmt.Errorf("the replication slot retained %d MB of WAL, of %d MB at most: replication starts again", usage.retained>>20, limit>>20))
			return
		}
		wait = s.o.StatusInterval
		if usage.nearLimit() {
			s.catalog.logStandbySnapshot(ctx)
			wait /= 10
		}
	}
}

func (c *catalog) slotUsage(ctx context.Context, slot string) (u slotUsage, err error) {
	err = c.withConn(ctx, func(ctx context.Context, conn *pgx.Conn) error {
		var written, retained int64
		err := conn.QueryRow(ctx, `
			select (wal.lsn - '0/0')::bigint, coalesce(wal.lsn - restart_lsn, 0)::bigint
			from (select case when pg_is_in_recovery() then pg_last_wal_receive_lsn() else pg_current_wal_lsn() end as lsn) as wal
			left join pg_replication_slots on slot_name = $1`, slot).Scan(&written, &retained)
		u.written, u.retained = uint64(written), uint64(max(retained, 0)) // #nosec G115 -- a position in the log is positive
		return err
	})
	return u, err
}

// logStandbySnapshot has PostgreSQL log its running transactions now, which lets a slot
// release WAL: where there is the function (16 and newer) and we may call it. Without
// it PostgreSQL does so every 15 s.
func (c *catalog) logStandbySnapshot(ctx context.Context) {
	_ = c.withConn(ctx, func(ctx context.Context, conn *pgx.Conn) error {
		var can bool
		err := conn.QueryRow(ctx, `select coalesce(has_function_privilege(to_regprocedure('pg_log_standby_snapshot()'), 'execute'), false)`).Scan(&can)
		if err == nil && can {
			_, err = conn.Exec(ctx, "select pg_log_standby_snapshot()")
		}
		return err
	})
}

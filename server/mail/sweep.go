package mail

import (
	"context"

	"github.com/toubkal/toubkal/server/db"
)

// sweep deletes what is old, and finds messages whose job has ended without a word: it
// was rescued too often, or discarded by hand.
func (d *Delivery) sweep(ctx context.Context) error {
	return d.o.Runner.Tx(ctx, func(tx db.Tx) error {
		for _, step := range []struct {
			sql  string
			args []any
		}{
			{`update toubkal_mail.messages m set job_id = toubkal_jobs.add('mail', jsonb_build_object('id', m.id), 'mail', 15, null), updated_at = now()
				where state in ('queued', 'sending') and attempts < 20 and updated_at < now() - interval '5 minutes' and not exists (
					select from toubkal_jobs.river_job j where j.id = m.job_id and j.state in ('available', 'pending', 'retryable', 'running', 'scheduled'))`, nil},
			{`update toubkal_mail.messages m set state = 'failed', last_error = coalesce(last_error, 'its job ended'), updated_at = now()
				where state in ('queued', 'sending') and attempts >= 20 and updated_at < now() - interval '5 minutes' and not exists (
					select from toubkal_jobs.river_job j where j.id = m.job_id and j.state in ('available', 'pending', 'retryable', 'running', 'scheduled'))`, nil},
			{`update toubkal_mail.messages set raw = null where state = 'cancelled' and raw is not null`, nil},
			{`update toubkal_mail.messages set raw = null where state = 'failed' and raw is not null and updated_at < now() - interval '3 days'`, nil},
			{`delete from toubkal_mail.messages where state in ('sent', 'failed', 'cancelled') and updated_at < now() - make_interval(secs => $1)`, []any{d.o.Keep.Seconds()}},
			{`delete from toubkal_mail.suppressions where until < now()`, nil},
		} {
			if _, err := tx.Exec(ctx, step.sql, step.args...); err != nil {
				return err
			}
		}
		return nil
	})
}

package cron

import (
	"context"
	"errors"

	"github.com/toubkal/toubkal/server/db"
)

// requested is the status of a run that the node that schedules has not begun yet. It is one of
// pg_cron's.
const requested = "starting"

// ErrNotActive is a job that is not there, or is switched off.
var ErrNotActive = errors.New("there is no such job, or it is switched off")

// RunNow has a job run once, beside its schedule, on the node that schedules. tx needs the rights
// of the owner of cron.job.
func RunNow(ctx context.Context, tx db.Tx, id int64) error {
	tag, err := tx.Exec(ctx, `insert into cron.job_run_details (jobid, database, username, command, status, start_time)
		select jobid, database, username, command, $2, now() from cron.job where jobid = $1 and active`, id, requested)
	if err != nil {
		return err
	}
	if tag.RowsAffected() == 0 {
		return ErrNotActive
	}
	_, err = tx.Exec(ctx, "select pg_notify($1, '')", channel)
	return err
}

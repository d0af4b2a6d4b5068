package jobs

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivertype"
)

// ErrNotFound is a job or a queue that is not there.
var ErrNotFound = errors.New("not found")

// States are the states of a job. A job is available until a worker takes it, then running;
// after an error it is retryable; in the end it is completed, cancelled, or discarded after
// its last attempt.
var States = []string{"available", "scheduled", "retryable", "running", "pending", "completed", "cancelled", "discarded"}

// Info is the description of a job for operators: never its arguments, which may name people.
type Info struct {
	ID          int64      `json:"id"`
	Kind        string     `json:"kind"`
	Queue       string     `json:"queue"`
	State       string     `json:"state"`
	Attempt     int        `json:"attempt"`
	MaxAttempts int        `json:"max_attempts"`
	CreatedAt   time.Time  `json:"created_at"`
	ScheduledAt time.Time  `json:"scheduled_at"`
	AttemptedAt *time.Time `json:"attempted_at"`
	FinalizedAt *time.Time `json:"finalized_at"`
	// LastError is the newest of Errors; "" for none.
	LastError string `json:"last_error"`
	// Errors are the errors of each attempt; only Get has them.
	Errors []Failure `json:"errors,omitempty"`
}

// Failure is the error of one attempt.
type Failure struct {
	At      time.Time `json:"at"`
	Attempt int       `json:"attempt"`
	Error   string    `json:"error"`
}

// Filter says which jobs to list. The zero value is the newest 50 of all.
type Filter struct {
	// State and Kind defaults to all.
	State, Kind string
	// Limit defaults to 50.
	Limit int
}

const infoSQL = `select id, kind, queue, state::text, attempt, max_attempts, created_at, scheduled_at, attempted_at, finalized_at,
	coalesce(errors[array_upper(errors, 1)] ->> 'error', '') from toubkal_jobs.river_job `

func scanInfo(row pgx.CollectableRow) (j Info, err error) {
	err = row.Scan(&j.ID, &j.Kind, &j.Queue, &j.State, &j.Attempt, &j.MaxAttempts, &j.CreatedAt, &j.ScheduledAt, &j.AttemptedAt,
		&j.FinalizedAt, &j.LastError)
	return j, err
}

// List returns jobs, the newest first.
func (r *Runner) List(ctx context.Context, f Filter) ([]Info, error) {
	if f.Limit == 0 {
		f.Limit = 50
	}
	rows, err := r.pool.Query(ctx, infoSQL+`where ($1 = '' or state::text = $1) and ($2 = '' or kind = $2) order by id desc limit $3`, f.State, f.Kind, f.Limit)
	if err != nil {
		return nil, fmt.Errorf("list jobs: %w", err)
	}
	return pgx.CollectRows(rows, scanInfo)
}

// Get returns a job with the errors of its attempts. ErrNotFound is one of its errors.
func (r *Runner) Get(ctx context.Context, id int64) (Info, error) {
	rows, err := r.pool.Query(ctx, infoSQL+`where id = $1`, id)
	if err != nil {
		return Info{}, fmt.Errorf("read job %d: %w", id, err)
	}
	job, err := pgx.CollectExactlyOneRow(rows, scanInfo)
	if errors.Is(err, pgx.ErrNoRows) {
		return Info{}, ErrNotFound
	}
	if err != nil {
		return Info{}, fmt.Errorf("read job %d: %w", id, err)
	}
	rows, err = r.pool.Query(ctx, `select (e ->> 'at')::timestamptz, (e ->> 'attempt')::int, e ->> 'error'
		from toubkal_jobs.river_job, unnest(errors) e where id = $1 order by 1`, id)
	if err != nil {
		return Info{}, fmt.Errorf("read the errors of job %d: %w", id, err)
	}
	job.Errors, err = pgx.CollectRows(rows, pgx.RowToStructByPos[Failure])
	return job, err
}

// Retry has a job that has ended, or waits, run now.
func (r *Runner) Retry(ctx context.Context, id int64) error {
	return r.control(func(c *river.Client[pgx.Tx]) error {
		_, err := c.JobRetry(ctx, id)
		return err
	})
}

// Cancel keeps a job from running again. One that is running is told to end.
func (r *Runner) Cancel(ctx context.Context, id int64) error {
	return r.control(func(c *river.Client[pgx.Tx]) error {
		_, err := c.JobCancel(ctx, id)
		return err
	})
}

// Pause keeps all nodes from starting jobs of a queue, until Resume. Running ones finish.
func (r *Runner) Pause(ctx context.Context, queue string) error {
	return r.control(func(c *river.Client[pgx.Tx]) error { return c.QueuePause(ctx, queue, nil) })
}

// Resume ends Pause.
func (r *Runner) Resume(ctx context.Context, queue string) error {
	return r.control(func(c *river.Client[pgx.Tx]) error { return c.QueueResume(ctx, queue, nil) })
}

// control runs fn with a client that runs no jobs.
func (r *Runner) control(fn func(*river.Client[pgx.Tx]) error) error {
	client, err := river.NewClient(riverpgxv5.New(r.pool), &river.Config{Schema: schema, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		return err
	}
	if err := fn(client); errors.Is(err, rivertype.ErrNotFound) {
		return ErrNotFound
	} else if err != nil {
		return err
	}
	return nil
}

// QueueInfo is a queue and its jobs by state.
type QueueInfo struct {
	Name   string         `json:"name"`
	Paused bool           `json:"paused"`
	Jobs   map[string]int `json:"jobs"`
}

// Queues are all queues, by name.
func (r *Runner) Queues(ctx context.Context) ([]QueueInfo, error) {
	rows, err := r.pool.Query(ctx, `
		with counted as (select queue, state::text as state, count(*) as n from toubkal_jobs.river_job group by 1, 2)
		select name, coalesce(bool_or(q.paused_at is not null), false), coalesce(jsonb_object_agg(c.state, c.n) filter (where c.state is not null), '{}')
		from (select name from toubkal_jobs.river_queue union select queue from counted) names
		left join toubkal_jobs.river_queue q using (name) left join counted c on c.queue = name
		group by name order by name`)
	if err != nil {
		return nil, fmt.Errorf("list queues: %w", err)
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[QueueInfo])
}

package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"
	"github.com/robfig/cron/v3"

	"github.com/toubkal/toubkal/server/db"
)

// Schedule is work that runs periodically, on one of the nodes.
type Schedule struct {
	// Name is unique, and becomes the kind "schedule:<name>".
	Name string
	// Cron says when: minute, hour, day of month, month, day of week, or @hourly,
	// @daily, @every 10m (https://pkg.go.dev/github.com/robfig/cron/v3). In UTC, unless
	// it begins with a time zone, as "CRON_TZ=Africa/Casablanca 0 8 * * *". A machine
	// without time zones needs a program that imports time/tzdata.
	Cron string
	// MakeUp has a run that was due while no program was there run at the next start:
	// one, however many were missed. Defaults to false: it is left out.
	MakeUp bool
	// Timeout bounds a run. Defaults to 45 s.
	Timeout time.Duration
	// Run does the work. An error has it run again, as a job.
	Run func(ctx context.Context) error
}

// Every registers a schedule. Call it before Start.
func (r *Runner) Every(s Schedule) { r.schedules = append(r.schedules, s) }

// run is the arguments of one run, unique over all nodes.
type run struct {
	name string
	// Due is unique among the runs of a kind.
	Due time.Time `json:"due" river:"unique"`
}

// Kind is the kind of the schedule's jobs.
func (r run) Kind() string { return "schedule:" + r.name }

// runWorker runs a schedule, and records that.
type runWorker struct {
	river.WorkerDefaults[run]
	schedule Schedule
	runner   *Runner
}

// Timeout bounds a run.
func (r *runWorker) Timeout(*river.Job[run]) time.Duration {
	if r.schedule.Timeout > 0 {
		return r.schedule.Timeout
	}
	return defaultTimeout
}

// Work runs the schedule.
func (r *runWorker) Work(ctx context.Context, job *river.Job[run]) error {
	if err := r.schedule.Run(ctx); err != nil {
		return err
	}
	return r.runner.Tx(ctx, func(tx db.Tx) error { return recordRun(ctx, tx, r.schedule.Name, job.Args.Due) })
}

func recordRun(ctx context.Context, tx db.Tx, name string, due time.Time) error {
	_, err := tx.Exec(ctx, `insert into toubkal_jobs.schedules (name, last_run_at) values ($1, $2)
		on conflict (name) do update set last_run_at = greatest(schedules.last_run_at, excluded.last_run_at)`, name, due)
	return err
}

// periodicJobs are the schedules for River, whose leader inserts their jobs.
func (r *Runner) periodicJobs(workers *river.Workers) ([]*river.PeriodicJob, error) {
	var all []*river.PeriodicJob
	for _, s := range r.schedules {
		when, err := cron.ParseStandard(s.Cron)
		if err != nil {
			return nil, fmt.Errorf("schedule %q: %q: %w", s.Name, s.Cron, err)
		}
		river.AddWorkerArgs(workers, run{name: s.Name}, &runWorker{schedule: s, runner: r})
		all = append(all, river.NewPeriodicJob(inUTC{when}, func() (river.JobArgs, *river.InsertOpts) {
			due, ok := r.due(s, when)
			if !ok {
				return nil, nil
			}
			// In no state but these may two runs be due at the same time: not even after
			// the first is completed.
			return run{name: s.Name, Due: due}, &river.InsertOpts{MaxAttempts: 5, UniqueOpts: river.UniqueOpts{ByArgs: true}}
		}, &river.PeriodicJobOpts{ID: s.Name, RunOnStart: s.MakeUp}))
	}
	return all, nil
}

// due tells which run of a schedule is due now. River asks at the times of the cron
// expression and, for one that makes up, when this node becomes the leader.
func (r *Runner) due(s Schedule, when cron.Schedule) (time.Time, bool) {
	now := r.o.Now().UTC().Truncate(time.Second)
	if !s.MakeUp {
		if _, ok := when.(cron.ConstantDelaySchedule); ok { // @every, in seconds
			return now, true
		}
		return now.Truncate(time.Minute), true
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	var last time.Time
	err := r.Tx(ctx, func(tx db.Tx) error {
		err := tx.QueryRow(ctx, `select last_run_at from toubkal_jobs.schedules where name = $1`, s.Name).Scan(&last)
		if errors.Is(err, pgx.ErrNoRows) { // new: it was not missed yet
			last = now
			return recordRun(ctx, tx, s.Name, now)
		}
		return err
	})
	if err != nil {
		r.o.Log.Error("a schedule is not known to have run", "schedule", s.Name, "error", err)
		return time.Time{}, false
	}
	due := when.Next(last.UTC())
	if due.After(now) {
		return time.Time{}, false
	}
	for next := when.Next(due); !next.After(now); next = when.Next(next) { // those in between were missed too
		due = next
	}
	return due, true
}

// inUTC asks a schedule in UTC, whatever the machine's time zone is. One with a time zone
// of its own converts.
type inUTC struct{ cron.Schedule }

// Next is the first time after t.
func (i inUTC) Next(t time.Time) time.Time { return i.Schedule.Next(t.UTC()) }

// MarshalJSON keeps the name out of what is stored; the kind has it.
func (r run) MarshalJSON() ([]byte, error) { return json.Marshal(map[string]time.Time{"due": r.Due}) }

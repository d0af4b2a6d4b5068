// Package jobs runs background work: jobs that a transaction adds, and periodic ones by
// cron expressions. It is River (https://riverqueue.com) on tables of the engine's own
// database, under a login that can do nothing else. A job runs at least once: one whose
// program was killed runs again within two minutes, here or on another node. It refuses
// unknown kinds, and cron expressions that do not parse.
package jobs

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"

	"github.com/toubkal/toubkal/server/db"
)

// schema holds River's tables; system/0007_jobs_and_mail.sql makes it.
const schema = "toubkal_jobs"

// Job is one run of a handler.
type Job struct {
	ID   int64
	Kind string
	// Args are the job's arguments.
	Args json.RawMessage
	// Attempt is this attempt's number, from 1. After MaxAttempts a job is discarded.
	Attempt, MaxAttempts int
}

// Last reports whether this is the last attempt.
func (j Job) Last() bool { return j.Attempt >= j.MaxAttempts }

// Handler does the work of one job. An error has it run again later, after attempt⁴
// seconds, at most an hour. One made by Cancel does not. The context ends after the
// kind's timeout, and when the program stops and a handler takes too long.
type Handler func(ctx context.Context, job Job) error

// Work is a kind of job.
type Work struct {
	// Handle runs a job.
	Handle Handler
	// Queue is the queue of its jobs. Defaults to "default".
	Queue string
	// Timeout bounds one attempt. Defaults to 45 s.
	Timeout time.Duration
}

// Queue says how many jobs of a queue run at once on this node.
type Queue struct {
	// Workers defaults to 4.
	Workers int
	// Cooldown is the minimum interval between two fetches, each of at most Workers
	// jobs. Defaults to 100 ms.
	Cooldown time.Duration
}

// Cancel makes an error after which a job is not tried again.
func Cancel(err error) error { return river.JobCancel(err) }

// Options configure a Runner.
type Options struct {
	// URL is the database, signed in as toubkal_worker.
	URL string
	// Connecting says how. MaxConns defaults to 8.
	Connecting db.Options
	// Listening is the connection that hears of new jobs. Its URL defaults to URL.
	Listening db.Link
	// Log gets failures of jobs, by kind and id: never their arguments.
	Log *slog.Logger
	// Now is the clock of schedules. Defaults to time.Now.
	Now func() time.Time
}

// Runner works off jobs. Its use is New, Handle and Every for each kind, Start, Stop.
type Runner struct {
	o         Options
	pool      *pgxpool.Pool
	listening *pgxpool.Pool // one connection
	work      map[string]Work
	queues    map[string]Queue
	schedules []Schedule
	client    *river.Client[pgx.Tx] // nil before Start
}

// connections bound the pool: River's own queries are short, and so are the
// transactions of the engine's own jobs.
const connections = 8

// New makes a Runner. It does not connect yet.
func New(ctx context.Context, o Options) (*Runner, error) {
	if o.Log == nil {
		o.Log = slog.Default()
	}
	o.Log = o.Log.With("component", "jobs")
	if o.Now == nil {
		o.Now = time.Now
	}
	o.Connecting.MaxConns = cmp.Or(o.Connecting.MaxConns, connections)
	o.Connecting.MaxConnIdleTime = time.Minute
	pool, err := open(ctx, o.URL, o.Connecting)
	if err != nil {
		return nil, err
	}
	listening, err := open(ctx, cmp.Or(o.Listening.URL, o.URL), db.Options{MaxConns: 1, Fence: o.Listening.Fence})
	if err != nil {
		pool.Close()
		return nil, err
	}
	return &Runner{o: o, pool: pool, listening: listening, work: map[string]Work{}, queues: map[string]Queue{"default": {}}}, nil
}

func open(ctx context.Context, url string, o db.Options) (*pgxpool.Pool, error) {
	config, err := db.Config(url, o)
	if err != nil {
		return nil, err
	}
	config.ConnConfig.RuntimeParams["application_name"] = "toubkal jobs"
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, fmt.Errorf("connect for jobs: %w", err)
	}
	return pool, nil
}

// Handle registers a kind. Call it before Start.
func (r *Runner) Handle(kind string, w Work) { r.work[kind] = w }

// Queue sets how a queue runs. Call it before Start.
func (r *Runner) Queue(name string, q Queue) { r.queues[name] = q }

// Ping checks that the database answers. A pool without a free connection is busy.
func (r *Runner) Ping(ctx context.Context) error {
	if s := r.pool.Stat(); s.AcquiredConns() >= s.MaxConns() {
		return nil
	}
	return r.pool.Ping(ctx)
}

// Tx runs fn in a transaction as toubkal_worker, which owns the tables of jobs and mail,
// and nothing else.
func (r *Runner) Tx(ctx context.Context, fn func(db.Tx) error) error {
	return pgx.BeginFunc(ctx, r.pool, fn)
}

// Begin begins such a transaction.
func (r *Runner) Begin(ctx context.Context) (db.Tx, error) { return r.pool.Begin(ctx) }

// AddOptions say how a job runs. The zero value is one in the queue "default", at once,
// tried 25 times, for three weeks.
type AddOptions struct {
	Queue string
	// At is the time at which it runs; zero is at once.
	At time.Time
	// MaxAttempts defaults to 10: the last attempt is about two hours after the first.
	MaxAttempts int
}

// Add adds a job in tx: it runs once tx has committed. The role of tx must be
// service_role, supabase_auth_admin or toubkal_worker. args become JSON. They are kept in
// plain text until an hour after the job's end, so no secret belongs in them.
func Add(ctx context.Context, tx db.Tx, kind string, args any, o AddOptions) (id int64, err error) {
	text, err := json.Marshal(args)
	if err != nil {
		return 0, fmt.Errorf("add a job %s: %w", kind, err)
	}
	if o.Queue == "" {
		o.Queue = "default"
	}
	if o.MaxAttempts == 0 {
		o.MaxAttempts = 10
	}
	var at *time.Time
	if !o.At.IsZero() {
		at = &o.At
	}
	err = tx.QueryRow(ctx, "select toubkal_jobs.add($1, $2, $3, $4, $5)", kind, string(text), o.Queue, o.MaxAttempts, at).Scan(&id)
	if err != nil {
		return 0, fmt.Errorf("add a job %s: %w", kind, err)
	}
	return id, nil
}

// Timings. A killed program's jobs are taken over after rescueAfter and at most 30 s
// more, the interval of River's rescuer, and 15 s for another leader: within 2 minutes.
const (
	defaultTimeout = 45 * time.Second
	rescueAfter    = time.Minute
	// pollInterval is the time that a job waits whose notification was lost. Each poll is a
	// statement a queue.
	pollInterval = 10 * time.Second
	// keepDone is the time that completed and cancelled jobs are kept, keepDiscarded those
	// that failed for good.
	keepDone, keepDiscarded = time.Hour, 7 * 24 * time.Hour
	// stopTimeout is the time that running jobs may take to end before their contexts are
	// cancelled, at a stop.
	stopTimeout = 5 * time.Second
	// startTimeout is the time that Start waits where PostgreSQL has too many clients.
	startTimeout = 30 * time.Second
)

// Start begins to run jobs. Kinds that this node does not know are left to others.
func (r *Runner) Start(ctx context.Context) error {
	workers := river.NewWorkers()
	for kind, w := range r.work {
		river.AddWorkerArgs(workers, arguments{kind: kind}, &worker{work: w})
	}
	periodic, err := r.periodicJobs(workers)
	if err != nil {
		return err
	}
	queues := map[string]river.QueueConfig{}
	for name, q := range r.queues {
		queues[name] = river.QueueConfig{MaxWorkers: max(q.Workers, 0), FetchCooldown: q.Cooldown}
		if q.Workers == 0 {
			queues[name] = river.QueueConfig{MaxWorkers: 4, FetchCooldown: q.Cooldown}
		}
	}
	r.client, err = river.NewClient(driver{riverpgxv5.New(r.pool), riverpgxv5.New(r.listening), r.o.Listening.Ages}, &river.Config{
		Schema: schema, Queues: queues, Workers: workers, PeriodicJobs: periodic, Logger: r.logger(),
		FetchPollInterval: pollInterval, FetchOnlyKnownKinds: true,
		JobTimeout: defaultTimeout, RescueStuckJobsAfter: rescueAfter, SoftStopTimeout: stopTimeout,
		CompletedJobRetentionPeriod: keepDone, CancelledJobRetentionPeriod: keepDone, DiscardedJobRetentionPeriod: keepDiscarded,
		RetryPolicy: retryPolicy{r.o.Now},
	})
	if err != nil {
		return fmt.Errorf("prepare the jobs: %w", err)
	}
	// It is stopped by Stop, and not by the end of ctx: running jobs finish first.
	err = db.Await(ctx, startTimeout, func() error { return r.client.Start(context.WithoutCancel(ctx)) })
	if err != nil {
		return fmt.Errorf("start the jobs: %w", err)
	}
	return nil
}

// Stop waits for running jobs, a few seconds, cancels what still runs, and hands it back:
// another node, or the next start, runs it at once. It may be called without Start.
func (r *Runner) Stop(ctx context.Context) {
	if r.client != nil {
		if err := r.client.Stop(ctx); err != nil {
			r.o.Log.Warn("some jobs did not stop in time; they run again after "+rescueAfter.String(), "error", err)
		}
	}
	r.listening.Close()
	r.pool.Close()
}

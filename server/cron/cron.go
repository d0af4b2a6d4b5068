// Package cron runs the jobs of cron.job, which the engine's own pg_cron.sql makes: on one of the nodes, each
// job on a connection of its own that signs in as the role of the job. It refuses the jobs of other roles than
// the one it can sign in as: a run of theirs fails, with the reason. A session that only takes another role
// would not do, since its command could take the role back, or leave a trigger that runs at the commit.
package cron

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/retry"
)

// Options configure a Scheduler.
type Options struct {
	// Link is the database, signed in as the owner of cron.job. It needs a session of its own.
	Link db.Link
	// MaxRuns bounds the runs at a time; others wait. Each has a connection. Defaults to 5.
	MaxRuns int
	// TakeOver is the interval at which a node asks whether another one still schedules.
	// Defaults to 3 s.
	TakeOver time.Duration
	// Prove is the interval at which the connection of the node that schedules has to prove that it lives, by the
	// clock After, and runs that are late, since the machine slept, are looked for. Defaults to 10 s.
	Prove time.Duration
	// Answer bounds a statement of the scheduler itself. A connection on which one takes longer is given up.
	// Defaults to 10 s.
	Answer time.Duration
	// Log gets what keeps jobs from running. Failures of jobs are in cron.job_run_details.
	Log *slog.Logger
	// Now is the clock of the schedules. Defaults to time.Now.
	Now func() time.Time
	// After waits by that clock. Defaults to time.After.
	After func(time.Duration) <-chan time.Time
}

// Scheduler starts jobs when they are due.
type Scheduler struct{ o Options }

// New makes a Scheduler. It does not connect yet.
func New(o Options) *Scheduler {
	if o.MaxRuns == 0 {
		o.MaxRuns = 5
	}
	if o.TakeOver == 0 {
		o.TakeOver = 3 * time.Second
	}
	if o.Prove == 0 {
		o.Prove = 10 * time.Second
	}
	if o.Answer == 0 {
		o.Answer = 10 * time.Second
	}
	if o.Log == nil {
		o.Log = slog.Default()
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.After == nil {
		o.After = time.After
	}
	return &Scheduler{o}
}

const (
	channel = "toubkal_cron" // of notifications that jobs have changed; the triggers name it
	// lockKey is the key of the advisory lock of the node that schedules.
	lockKey = 0x70675f63726f6e // "pg_cron"
)

// errGone ends a scheduler: the tables were dropped, or are another's.
var errGone = errors.New("there is nothing to schedule")

// Run schedules until ctx ends or the tables are gone. Runs that are under way then are cancelled, and
// recorded as failed. It reconnects by itself.
func (s *Scheduler) Run(ctx context.Context) {
	backoff := retry.Backoff{Min: time.Second, Max: 5 * time.Second}
	for {
		err := s.session(ctx, backoff.Reset)
		s.o.Link.Ages.Lost(channel)
		switch {
		case ctx.Err() != nil, errors.Is(err, errGone):
			return
		case !isMissing(err):
			s.o.Log.Warn("jobs of cron do not run: trying again", "component", "cron", "error", err)
		}
		if retry.Sleep(ctx, backoff.Next()) != nil {
			return
		}
	}
}

// session connects, waits until no other node schedules, and does so itself.
func (s *Scheduler) session(ctx context.Context, connected func()) error {
	config, err := s.config("toubkal cron")
	if err != nil {
		return err
	}
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return err
	}
	defer func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		_ = conn.Close(ctx)
	}()
	connected()
	l := &leader{Scheduler: s, conn: conn, jobs: map[int64]*job{}, runs: map[int64]*run{}, events: make(chan event)}
	if err := l.check(ctx); err != nil {
		return err
	}
	if err := l.exec(ctx, keepAliveSQL); err != nil {
		return err
	}
	for {
		s.o.Link.Ages.Proved(channel)
		if err := s.o.Link.Fence.Stale(conn.PgConn()); err != nil {
			return err
		}
		var isLeader bool
		err := l.ask(ctx, func(ctx context.Context) error {
			return conn.QueryRow(ctx, "select pg_try_advisory_lock($1)", lockKey).Scan(&isLeader)
		})
		if err != nil {
			return err
		}
		if isLeader {
			return l.lead(ctx)
		}
		if err := retry.Sleep(ctx, s.o.TakeOver); err != nil {
			return err
		}
	}
}

// keepAliveSQL has PostgreSQL end the session, and release its lock, about 20 s after the machine of the node is gone:
// the system's defaults are hours. A unix socket has no use for it.
const keepAliveSQL = `select set_config(name, value, false) from (values
	('tcp_keepalives_idle', '10'), ('tcp_keepalives_interval', '3'), ('tcp_keepalives_count', '3'), ('tcp_user_timeout', '20000')) as s (name, value)`

// config is that of a connection as the owner.
func (s *Scheduler) config(name string) (*pgx.ConnConfig, error) {
	pool, err := db.Config(s.o.Link.URL, db.Options{Fence: s.o.Link.Fence})
	if err != nil {
		return nil, err
	}
	config := pool.ConnConfig
	config.RuntimeParams["application_name"] = name
	return config, nil
}

// check refuses tables that this login does not own.
func (l *leader) check(ctx context.Context) error {
	var isOurs bool
	var owner string
	err := l.ask(ctx, func(ctx context.Context) error {
		return l.conn.QueryRow(ctx, `select session_user, pg_get_userbyid(c.relowner), r.rolsuper or c.relowner = r.oid
			from pg_class c join pg_namespace n on n.oid = c.relnamespace, pg_roles r
			where n.nspname = 'cron' and c.relname = 'job' and r.rolname = session_user`).Scan(&l.login, &owner, &isOurs)
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return errGone
	}
	if err == nil && !isOurs {
		l.o.Log.Error("jobs of cron do not run: the program does not sign in as the owner of cron.job", "component", "cron", "login", l.login, "owner", owner)
		return errGone
	}
	return err
}

// isMissing reports whether an error is that of a schema, table or function that is not there.
func isMissing(err error) bool {
	refused, ok := errors.AsType[*pgconn.PgError](err)
	return ok && (refused.Code == "42P01" || refused.Code == "3F000" || refused.Code == "42883")
}

package cron

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
)

// leader schedules. It holds the advisory lock on its connection, on which it also records the beginning of
// each run: where the connection is lost, and another node may hold the lock, nothing begins here.
type leader struct {
	*Scheduler
	conn   *pgx.Conn
	login  string
	jobs   map[int64]*job
	runs   map[int64]*run // by job
	events chan event     // of runs
	zone   *time.Location
	last   time.Time // when due jobs were last begun
	pruned time.Time
}

// pruneEvery is the interval at which old runs are deleted.
const pruneEvery = time.Hour

// lead schedules until the connection is lost, ctx ends, or the tables are gone.
func (l *leader) lead(ctx context.Context) (err error) {
	running, cancel := context.WithCancelCause(context.WithoutCancel(ctx))
	defer func() {
		cancel(errStopped)
		l.drain(context.WithoutCancel(ctx))
	}()
	if err := l.takeOver(ctx); err != nil {
		return err
	}
	for {
		if err := l.begin(running); err != nil {
			return err
		}
		if err := l.prune(ctx); err != nil {
			return err
		}
		if err := l.wait(ctx); err != nil {
			return err
		}
	}
}

// ask bounds what the leader asks on its connection, which may be dead.
func (l *leader) ask(ctx context.Context, fn func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, l.o.Answer)
	defer cancel()
	return fn(ctx)
}

func (l *leader) exec(ctx context.Context, sql string, args ...any) error {
	return l.ask(ctx, func(ctx context.Context) error {
		_, err := l.conn.Exec(ctx, sql, args...)
		return err
	})
}

// takeOver ends what a node before has left running, and reads the jobs.
func (l *leader) takeOver(ctx context.Context) error {
	err := l.ask(ctx, func(ctx context.Context) error {
		_, err := l.conn.PgConn().Exec(ctx, "listen "+channel).ReadAll()
		return err
	})
	if err == nil {
		// The session of a run whose program is gone works on until it answers.
		err = l.exec(ctx, `select pg_terminate_backend(a.pid, 5000) from cron.job_run_details d
			join pg_stat_activity a on a.pid = d.job_pid and a.usename = session_user and a.application_name = $1
			where d.status = 'running'`, runName)
	}
	if err == nil {
		err = l.exec(ctx, `update cron.job_run_details set status = 'failed', return_message = 'server restarted', end_time = $1
			where status = 'running'`, l.now())
	}
	if err == nil {
		err = l.setZone(ctx)
	}
	if err != nil {
		return err
	}
	return l.load(ctx, true)
}

// setZone reads cron.timezone, which is set as `alter database … set cron.timezone = 'Africa/Casablanca'`.
func (l *leader) setZone(ctx context.Context) error {
	var name string
	err := l.ask(ctx, func(ctx context.Context) error {
		return l.conn.QueryRow(ctx, "select coalesce(nullif(current_setting('cron.timezone', true), ''), 'GMT')").Scan(&name)
	})
	if err != nil {
		return err
	}
	if l.zone, err = time.LoadLocation(name); err != nil {
		l.o.Log.Error("schedules of cron are in GMT: cron.timezone is not known", "component", "cron", "error", err)
		l.zone = time.UTC
	}
	return nil
}

// now is the time in the zone of the schedules, as PostgreSQL stores it.
func (l *leader) now() time.Time {
	now := l.o.Now().Truncate(time.Microsecond)
	if l.zone != nil {
		now = now.In(l.zone)
	}
	return now
}

const jobsSQL = `select j.jobid, j.schedule, j.command, j.database, j.username, coalesce(p.seconds, 0), p.minutes, p.hours, p.days, p.months, p.weekdays,
	coalesce(p.last_day, false), coalesce(p.any_day, false), coalesce(p.at_start, false),
	(select max(d.start_time) from cron.job_run_details d where d.jobid = j.jobid), pg_postmaster_start_time()
	from cron.job j, cron._parse(j.schedule) p where j.active`

// load reads the jobs again. One whose schedule is the same runs when it was due before; the run of one
// that is gone, or not active any more, is cancelled. A node that takes over goes on from the last
// runs, whatever its clock says, and runs once what runs at the start of PostgreSQL.
func (l *leader) load(ctx context.Context, isFirst bool) error {
	now := l.now()
	fresh := map[int64]*job{}
	err := l.ask(ctx, func(ctx context.Context) error {
		rows, err := l.conn.Query(ctx, jobsSQL)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var j job
			var last *time.Time
			var started time.Time
			s := &j.schedule
			err := rows.Scan(
				&j.id, &j.text, &j.command, &j.database, &j.username, &s.seconds, &s.minutes, &s.hours, &s.days, &s.months, &s.weekday,
				&s.lastDay, &s.anyDay, &s.atStart, &last, &started,
			)
			if err != nil {
				return err
			}
			before := l.jobs[j.id]
			switch {
			case before != nil && before.text == j.text:
				j.due, j.waiting = before.due, before.waiting
			case s.atStart:
				j.waiting = isFirst && (last == nil || last.Before(started))
			case last != nil && isFirst && last.After(now.Add(-time.Duration(s.seconds)*time.Second)):
				j.plan(last.In(l.zone))
			default:
				j.plan(now)
			}
			fresh[j.id] = &j
		}
		return rows.Err()
	})
	if err != nil {
		return err
	}
	l.jobs = fresh
	if err := l.takeRequests(ctx); err != nil {
		return err
	}
	for id, r := range l.runs {
		if l.jobs[id] == nil {
			r.cancel(errCanceled)
		}
	}
	return nil
}

// takeRequests has the jobs run now whose runs RunNow has asked for.
func (l *leader) takeRequests(ctx context.Context) error {
	return l.ask(ctx, func(ctx context.Context) error {
		rows, err := l.conn.Query(ctx, "delete from cron.job_run_details where status = $1 returning jobid", requested)
		if err != nil {
			return err
		}
		ids, err := pgx.CollectRows(rows, pgx.RowTo[int64])
		for _, id := range ids {
			if j := l.jobs[id]; j != nil {
				j.waiting = true
			}
		}
		return err
	})
}

// begin begins the runs that are due.
func (l *leader) begin(running context.Context) error {
	now := l.now()
	if now.Before(l.last.Add(-maxLate)) { // the clock was set back
		for _, j := range l.jobs {
			j.plan(now)
		}
	}
	l.last = now
	for _, id := range slices.Sorted(maps.Keys(l.jobs)) {
		j := l.jobs[id]
		// A run that is due while the last one is on begins after it, but not several.
		j.waiting = j.advance(now) || j.waiting
		if !j.waiting || l.runs[id] != nil || len(l.runs) >= l.o.MaxRuns {
			continue
		}
		j.waiting = false
		if j.username != l.login {
			why := fmt.Sprintf("role %q cannot run jobs: they run as role %q", j.username, l.login)
			if err := l.recordUnbegun(running, j, why); err != nil {
				return err
			}
			continue
		}
		l.start(running, j)
	}
	return nil
}

// wait waits until a job is due, jobs change, something becomes of a run, or the connection has to prove
// that it lives, and sees to that.
func (l *leader) wait(ctx context.Context) error {
	var due <-chan time.Time
	if next := l.nextDue(); !next.IsZero() {
		due = l.o.After(max(next.Sub(l.now()), 0))
	}
	proof := l.o.After(l.o.Prove)
	listening, stop := context.WithCancel(ctx)
	defer stop()
	notified := make(chan error, 1)
	go func() {
		_, err := l.conn.WaitForNotification(listening)
		notified <- err
	}()
	var happened *event
	var isChanged, isProof, isRead bool
	select {
	case err := <-notified:
		if err != nil {
			return err
		}
		isChanged, isRead = true, true
	case e := <-l.events:
		happened = &e
	case <-due:
	case <-proof:
		isProof = true
	case <-ctx.Done():
	}
	stop()
	if !isRead {
		err := <-notified
		isChanged = err == nil // it came at the same time
		if l.conn.IsClosed() {
			return err
		}
	}
	if happened != nil {
		if err := l.handle(context.WithoutCancel(ctx), *happened); err != nil {
			return err
		}
	}
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case isChanged:
		return l.load(ctx, false)
	case isProof:
		return l.prove(ctx)
	}
	return nil
}

func (l *leader) prove(ctx context.Context) error {
	if err := l.o.Link.Fence.Stale(l.conn.PgConn()); err != nil {
		return err
	}
	if err := l.ask(ctx, l.conn.Ping); err != nil {
		return err
	}
	l.o.Link.Ages.Proved(channel)
	return nil
}

// nextDue is the time of the next run; zero for none. A run that waits for another one to end begins then.
func (l *leader) nextDue() (next time.Time) {
	for _, j := range l.jobs {
		if !j.due.IsZero() && (next.IsZero() || j.due.Before(next)) {
			next = j.due
		}
	}
	return next
}

// prune deletes old runs.
func (l *leader) prune(ctx context.Context) error {
	now := l.now()
	if now.Sub(l.pruned) < pruneEvery {
		return nil
	}
	l.pruned = now
	return l.exec(ctx, `delete from cron.job_run_details d
		using (select runid, row_number() over (partition by jobid order by runid desc) as place from cron.job_run_details) as n
		where d.runid = n.runid and d.status <> 'running' and (
			n.place > $1 or d.end_time < $2 and not exists (select from cron.job j where j.jobid = d.jobid))`,
		keepRuns, now.Add(-keepOrphans))
}

const (
	keepRuns    = 10_000             // of each job
	keepOrphans = 7 * 24 * time.Hour // the time that the runs of a job that is gone are kept
)

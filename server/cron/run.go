package cron

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgconn/ctxwatch"
	"github.com/jackc/pgx/v5/pgproto3"
)

// run is one run of a job.
type run struct {
	job      job
	cancel   context.CancelCauseFunc
	pid      uint32        // of its connection
	recorded chan struct{} // closed once its beginning is
	id       int64         // in cron.job_run_details
}

// event is what has become of a run: it is connected, or has ended with a result.
type event struct {
	run *run
	*result
}

// result is what is recorded of a run.
type result struct {
	message  string
	isFailed bool
}

var (
	errStopped  = errors.New("the program was stopped")
	errCanceled = errors.New("job canceled")
)

// runName is the application_name of the connections of runs, as with pg_cron.
const runName = "pg_cron"

// start begins a run.
func (l *leader) start(running context.Context, j *job) {
	ctx, cancel := context.WithCancelCause(running)
	r := &run{job: *j, cancel: cancel, recorded: make(chan struct{})}
	l.runs[j.id] = r
	go func() {
		done := l.perform(ctx, r)
		l.events <- event{r, &done}
	}()
}

// perform runs the command on a connection of its own. It is not sent before its beginning is recorded: by
// then this node holds the lock.
func (l *leader) perform(ctx context.Context, r *run) result {
	conn, err := l.connect(ctx, r.job.database)
	if err != nil {
		return failure(ctx, err, "connection failed")
	}
	defer func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		_ = conn.Close(ctx)
	}()
	r.pid = conn.PID()
	l.events <- event{run: r}
	select {
	case <-r.recorded:
		return execute(ctx, conn, r.job.command)
	case <-ctx.Done():
		return failure(ctx, ctx.Err(), "")
	}
}

// connect opens the connection of a run, with Supabase's search path where role and database have none.
func (l *leader) connect(ctx context.Context, database string) (*pgconn.PgConn, error) {
	config, err := l.config(runName)
	if err != nil {
		return nil, err
	}
	config.Database = database
	config.BuildContextWatcherHandler = func(conn *pgconn.PgConn) ctxwatch.Handler {
		return &pgconn.CancelRequestContextWatcherHandler{Conn: conn, DeadlineDelay: cancelTimeout}
	}
	conn, err := pgconn.ConnectConfig(ctx, &config.Config)
	if err != nil {
		return nil, err
	}
	_, err = conn.Exec(ctx, `select set_config('search_path', '"$user", public, extensions', false)
		from pg_catalog.pg_settings where name = 'search_path' and source in ('default', 'configuration file')`).ReadAll()
	return conn, err
}

// cancelTimeout is the time that PostgreSQL may take to end a command that is cancelled.
const cancelTimeout = 2 * time.Second

// handle records an event of a run.
func (l *leader) handle(ctx context.Context, e event) error {
	r := e.run
	if e.result == nil {
		err := l.ask(ctx, func(ctx context.Context) error {
			return l.conn.QueryRow(ctx, `insert into cron.job_run_details (jobid, job_pid, database, username, command, status, start_time)
				values ($1, $2, $3, $4, $5, 'running', $6) returning runid`,
				r.job.id, r.pid, r.job.database, r.job.username, r.job.command, l.now()).Scan(&r.id)
		})
		if err != nil {
			r.cancel(err)
			return err
		}
		close(r.recorded)
		return nil
	}
	r.cancel(nil)
	delete(l.runs, r.job.id)
	status := "succeeded"
	if e.isFailed {
		status = "failed"
	}
	if r.id == 0 {
		return l.recordUnbegun(ctx, &r.job, e.message)
	}
	return l.exec(ctx, "update cron.job_run_details set status = $2, return_message = $3, end_time = $4 where runid = $1", r.id, status, e.message, l.now())
}

// recordUnbegun records that a job could not be run.
func (l *leader) recordUnbegun(ctx context.Context, j *job, why string) error {
	return l.exec(ctx, `insert into cron.job_run_details (jobid, database, username, command, status, return_message, start_time, end_time)
		values ($1, $2, $3, $4, 'failed', $5, $6, $6)`, j.id, j.database, j.username, j.command, why, l.now())
}

// drain waits for the runs, which are cancelled, to end.
func (l *leader) drain(ctx context.Context) {
	for len(l.runs) > 0 {
		_ = l.handle(ctx, <-l.events) // where the connection is lost, the next leader records them
	}
}

// execute sends the command as one query, as pg_cron does: several statements are one transaction, and a
// single one may be such that PostgreSQL runs it in none. The result is that of the last statement.
func execute(ctx context.Context, conn *pgconn.PgConn, command string) (answer result) {
	conn.Frontend().SendQuery(&pgproto3.Query{String: command})
	if err := conn.Frontend().Flush(); err != nil {
		return failure(ctx, err, "connection lost")
	}
	rows, hasRows := 0, false
	for {
		received, err := conn.ReceiveMessage(ctx)
		if err != nil {
			return failure(ctx, err, "connection lost")
		}
		switch message := received.(type) {
		case *pgproto3.RowDescription:
			rows, hasRows = 0, true
		case *pgproto3.DataRow:
			rows++
		case *pgproto3.EmptyQueryResponse:
			answer.message = "0 rows"
		case *pgproto3.CommandComplete:
			answer.message = string(message.CommandTag)
			if hasRows {
				answer.message = fmt.Sprintf("%d rows", rows)
			}
			if hasRows && rows == 1 {
				answer.message = "1 row"
			}
			hasRows = false
		case *pgproto3.ErrorResponse:
			answer = result{describe(pgconn.ErrorResponseToPgError(message)), true}
		case *pgproto3.CopyInResponse, *pgproto3.CopyOutResponse, *pgproto3.CopyBothResponse:
			return result{"COPY not supported", true}
		case *pgproto3.ReadyForQuery:
			return answer
		}
	}
}

// describe is an error as libpq words it.
func describe(e *pgconn.PgError) string {
	var text strings.Builder
	fmt.Fprintf(&text, "%s:  %s\n", e.Severity, e.Message)
	for _, part := range [][2]string{{"DETAIL", e.Detail}, {"HINT", e.Hint}, {"CONTEXT", e.Where}} {
		if part[1] != "" {
			fmt.Fprintf(&text, "%s:  %s\n", part[0], part[1])
		}
	}
	return text.String()
}

// failure is the result of an error: what ended the run, or else what PostgreSQL says. The text of another
// error may name the address.
func failure(ctx context.Context, err error, otherwise string) result {
	if cause := context.Cause(ctx); cause != nil {
		return result{cause.Error(), true}
	}
	if refused, ok := errors.AsType[*pgconn.PgError](err); ok {
		return result{describe(refused), true}
	}
	return result{otherwise, true}
}

package cron

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

// install gives the test a database with the engine's cron.
func install(t *testing.T) *pgtest.DB {
	t.Helper()
	d := pgtest.New(t)
	exec(t, d, "create extension pg_cron")
	return d
}

// exec runs statements as a superuser, the owner of cron.
func exec(t *testing.T, d *pgtest.DB, sql string) {
	t.Helper()
	if _, err := d.Conn().PgConn().Exec(t.Context(), sql).ReadAll(); err != nil {
		t.Fatalf("%.100s: %v", sql, err)
	}
}

// node runs a scheduler until stop, or the end of the test.
func node(t *testing.T, d *pgtest.DB, c *clock, url string) (stop func()) {
	t.Helper()
	return nodeWith(t, Options{Link: db.Link{URL: url}, TakeOver: 20 * time.Millisecond, Now: c.Now, After: c.After})
}

func nodeWith(t *testing.T, o Options) (stop func()) {
	t.Helper()
	s := New(o)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		s.Run(ctx)
	}()
	stop = func() {
		cancel()
		<-ended
	}
	t.Cleanup(stop)
	return stop
}

const outcomes = `select string_agg(status || ' ' || return_message, ', ' order by runid) from cron.job_run_details`

func TestSchedulingFunctions(t *testing.T) {
	t.Parallel()
	d := install(t)
	const jobs = `select string_agg(concat_ws('|', jobid, jobname, schedule, command, active), ' ' order by jobid) from cron.job`
	exec(t, d, `select cron.schedule('* * * * *', 'one'); select cron.schedule('a', '1 * * * *', 'two'); select cron.schedule('b', '2 * * * *', 'three')`)
	d.Until("1|* * * * *|one|t 2|a|1 * * * *|two|t 3|b|2 * * * *|three|t", jobs)
	exec(t, d, `select cron.schedule('a', '30 seconds', 'four'); select cron.unschedule(1); select cron.unschedule('b')`)
	d.Until("2|a|30 seconds|four|t", jobs)
	exec(t, d, `select cron.alter_job(2, schedule := '@hourly', active := false); select cron.alter_job(job_id := 2, command := 'five')`)
	d.Until("2|a|@hourly|five|f", jobs)
	exec(t, d, `select cron.schedule_in_database('c', '1 * * * *', 'six', current_database())`)
	for call, want := range map[string]string{
		"cron.unschedule(1)":                             "could not find valid entry for job 1",
		"cron.unschedule('nobody')":                      "could not find valid entry for job 'nobody'",
		"cron.alter_job(1, active := true)":              "Job 1 does not exist or you don't own it",
		"cron.alter_job(2)":                              "no updates specified",
		"cron.alter_job(2, schedule := 'never')":         "invalid schedule: never",
		"cron.alter_job(2, database := 'nowhere')":       `database "nowhere" does not exist`,
		"cron.alter_job(2, username := 'nobody')":        `role "nobody" does not exist`,
		"cron.alter_job(2, username := 'authenticated')": `role "authenticated" cannot run jobs: they run as role "postgres"`,
		"cron.schedule(null, 'x')":                       "schedule can not be NULL",
		"cron.schedule('* * * * *', null)":               "command can not be NULL",
		"cron.schedule(null, '* * * * *', 'x')":          "job_name can not be NULL",
	} {
		if _, err := d.Admin.Exec(t.Context(), "select "+call); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", call, err, want)
		}
	}
}

func TestReturnMessages(t *testing.T) {
	t.Parallel()
	d := install(t)
	for _, test := range []struct{ command, want string }{
		{"select 1", "1 row"},
		{"values (1), (2)", "2 rows"},
		{"", "0 rows"},
		{"create table things (n int)", "CREATE TABLE"},
		{"insert into things values (1), (2)", "INSERT 0 2"},
		{"vacuum things", "VACUUM"},
		{"update things set n = 3; delete from things where n = 3", "DELETE 2"},
		{"select 1; vacuum", "failed: ERROR:  VACUUM cannot run inside a transaction block\n"},
		{"insert into things values (1); select 1 / 0", "failed: ERROR:  division by zero\n"},
		{"do $$ begin raise exception 'no' using detail = 'd', hint = 'h'; end $$", "failed: ERROR:  no\nDETAIL:  d\nHINT:  h\nCONTEXT:  PL/pgSQL function inline_code_block line 1 at RAISE\n"},
		{"copy things from stdin", "failed: COPY not supported"},
		{"copy things to stdout", "failed: COPY not supported"},
		{"select pg_terminate_backend(pg_backend_pid())", "failed: FATAL:  terminating connection due to administrator command\n"},
	} {
		conn, err := pgconn.Connect(t.Context(), d.URL)
		if err != nil {
			t.Fatal(err)
		}
		got := execute(t.Context(), conn, test.command)
		_ = conn.Close(t.Context())
		text := got.message
		if got.isFailed {
			text = "failed: " + text
		}
		if text != test.want {
			t.Errorf("%q: got %q, want %q", test.command, text, test.want)
		}
	}
	d.Until("0", "select count(*) from things") // several statements are one transaction
}

func TestTwoNodesMakeEachRunOnce(t *testing.T) {
	t.Parallel()
	d, c := install(t), newClock()
	exec(t, d, "create table runs (n bigserial); select cron.schedule('10 seconds', 'insert into runs default values')")
	node(t, d, c, d.URL)
	node(t, d, c, d.URL)
	for n := range 5 {
		c.advance(t, 10*time.Second)
		d.Until(strings.TrimPrefix(strings.Repeat(", succeeded INSERT 0 1", n+1), ", "), outcomes)
	}
	d.Until("5", "select count(*) from runs")
	// A job that is scheduled, or changed, meanwhile is heard of.
	exec(t, d, "select cron.unschedule(1); select cron.schedule('other', '*/2 * * * *', 'select 1')")
	c.advance(t, 70*time.Second) // 05:02
	d.Until("1", "select count(*) from cron.job_run_details where jobid = 2 and status = 'succeeded'")
	exec(t, d, "select cron.alter_job(2, schedule := '15 * * * *')")
	c.advance(t, 13*time.Minute)
	d.Until("2", "select count(*) from cron.job_run_details where jobid = 2 and status = 'succeeded'")
	d.Until("5", "select count(*) from runs")
}

func TestRunsOfAJobDoNotOverlap(t *testing.T) {
	t.Parallel()
	d, c := install(t), newClock()
	gate := d.Conn()
	if _, err := gate.Exec(t.Context(), "select pg_advisory_lock(7)"); err != nil {
		t.Fatal(err)
	}
	exec(t, d, "select cron.schedule('* * * * *', 'select pg_advisory_lock(7)')")
	node(t, d, c, d.URL)
	c.advance(t, time.Minute)
	d.Until("running", "select string_agg(status, ' ') from cron.job_run_details")
	c.advance(t, time.Minute)
	c.advance(t, time.Minute)
	c.advance(t, time.Minute)
	d.Until("running", "select string_agg(status, ' ') from cron.job_run_details")
	if _, err := gate.Exec(t.Context(), "select pg_advisory_unlock(7)"); err != nil {
		t.Fatal(err)
	}
	// One begins after it, however many were due meanwhile.
	d.Until("succeeded 1 row, succeeded 1 row", outcomes)
	c.advance(t, time.Minute)
	d.Until("succeeded 1 row, succeeded 1 row, succeeded 1 row", outcomes)
}

func TestMissedRunsAreNotMadeUp(t *testing.T) {
	t.Parallel()
	d, c := install(t), newClock()
	exec(t, d, "select cron.schedule('* * * * *', 'select 1')")
	stop := node(t, d, c, d.URL)
	c.advance(t, time.Minute)
	d.Until("succeeded 1 row", outcomes)
	stop()
	c.forget()
	c.jump(10*time.Minute + 30*time.Second)
	node(t, d, c, d.URL)
	c.advance(t, 30*time.Second)
	d.Until("succeeded 1 row, succeeded 1 row", outcomes)
}

// The clock of a node that takes over may be behind.
func TestNodeThatTakesOverDoesNotRepeatARun(t *testing.T) {
	t.Parallel()
	d, c := install(t), newClock()
	exec(t, d, "select cron.schedule('* * * * *', 'select 1')")
	stop := node(t, d, c, d.URL)
	c.advance(t, time.Minute)
	d.Until("succeeded 1 row", outcomes)
	stop()
	c.forget()
	c.jump(-5 * time.Second)
	node(t, d, c, d.URL)
	c.advance(t, 65*time.Second)
	d.Until("succeeded 1 row, succeeded 1 row", outcomes)
}

func TestAnotherNodeTakesOver(t *testing.T) {
	t.Parallel()
	d, c := install(t), newClock()
	exec(t, d, "select cron.schedule('* * * * *', 'select pg_sleep(600)'); select cron.schedule('1 second', 'select 1'); select cron.alter_job(2, active := false)")
	node(t, d, c, d.URL)
	node(t, d, c, d.URL)
	c.advance(t, time.Minute)
	d.Until("running", "select string_agg(status, ' ') from cron.job_run_details")
	exec(t, d, `select cron.unschedule(1); select cron.alter_job(2, active := true);
		select pg_terminate_backend(pid, 10000) from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`)
	d.Until("failed", "select string_agg(status, ' ') from cron.job_run_details where jobid = 1")
	d.Until("0", "select count(*) from pg_stat_activity where datname = current_database() and query = 'select pg_sleep(600)' and state = 'active'")
	// The node that schedules now runs the other one; the clock cannot tell since when.
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for runs := 0; runs == 0; c.jump(time.Second) {
		if err := d.Admin.QueryRow(ctx, "select count(*) from cron.job_run_details where jobid = 2 and status = 'succeeded'").Scan(&runs); err != nil {
			t.Fatal(err)
		}
	}
}

// A node that was killed has left a run behind, whose session works on.
func TestRunsOfADeadNodeAreEnded(t *testing.T) {
	t.Parallel()
	d, c := install(t), newClock()
	config, err := pgx.ParseConfig(d.URL)
	if err != nil {
		t.Fatal(err)
	}
	config.RuntimeParams["application_name"] = runName
	orphan, err := pgx.ConnectConfig(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = orphan.Close(context.Background()) }()
	exec(t, d, fmt.Sprintf(`insert into cron.job_run_details (jobid, job_pid, username, command, status, start_time)
		values (1, %d, current_user, 'select pg_sleep(600)', 'running', now())`, orphan.PgConn().PID()))
	ended := make(chan error, 1)
	go func() {
		_, err := orphan.Exec(context.Background(), "select pg_sleep(600)")
		ended <- err
	}()
	node(t, d, c, d.URL)
	if err := <-ended; err == nil {
		t.Error("the session of the dead node has gone on")
	}
	d.Until("failed server restarted", outcomes)
}

func TestEndOfTheProgramEndsRuns(t *testing.T) {
	t.Parallel()
	d, c := install(t), newClock()
	exec(t, d, "select cron.schedule('1 second', 'select pg_sleep(600)')")
	stop := node(t, d, c, d.URL)
	c.advance(t, time.Second)
	d.Until("running", "select string_agg(status, ' ') from cron.job_run_details")
	stop()
	d.Until("failed the program was stopped", outcomes)
}

// An operator has a job run beside its schedule, whichever node schedules.
func TestAJobIsRunNow(t *testing.T) {
	t.Parallel()
	d, c := install(t), newClock()
	exec(t, d, "select cron.schedule('0 0 1 1 *', 'select 1'); select cron.schedule('0 0 1 1 *', 'select 2'); select cron.alter_job(2, active => false)")
	run := func(id int64) error {
		return pgx.BeginFunc(t.Context(), d.Conn(), func(tx pgx.Tx) error { return RunNow(t.Context(), tx, id) })
	}
	if err := run(1); err != nil { // before there is a node
		t.Fatal(err)
	}
	node(t, d, c, d.URL)
	d.Until("succeeded 1 row", outcomes)
	if err := run(1); err != nil {
		t.Fatal(err)
	}
	d.Until("succeeded 1 row, succeeded 1 row", outcomes)
	for _, id := range []int64{2, 77} {
		if err := run(id); !errors.Is(err, ErrNotActive) {
			t.Errorf("job %d: %v, want %v", id, err, ErrNotActive)
		}
	}
	d.Until("2", "select count(*) from cron.job_run_details")
}

func TestUnscheduledJobIsCancelled(t *testing.T) {
	t.Parallel()
	d, c := install(t), newClock()
	exec(t, d, "select cron.schedule('1 second', 'select pg_sleep(600)')")
	node(t, d, c, d.URL)
	c.advance(t, time.Second)
	d.Until("running", "select string_agg(status, ' ') from cron.job_run_details")
	exec(t, d, "select cron.unschedule(1)")
	d.Until("failed job canceled", outcomes)
}

func TestRebootJobsRunOnceForEachStartOfPostgreSQL(t *testing.T) {
	t.Parallel()
	d, c := install(t), newClock()
	c.jump(100 * 365 * 24 * time.Hour) // after the start of PostgreSQL
	exec(t, d, "select cron.schedule('@reboot', 'select 1'); select cron.schedule('* * * * *', 'select 1')")
	stop := node(t, d, c, d.URL)
	d.Until("succeeded 1 row", outcomes)
	stop()
	c.forget()
	node(t, d, c, d.URL)
	c.advance(t, time.Minute)
	d.Until("succeeded 1 row, succeeded 1 row", outcomes)
	d.Until("1", "select count(*) from cron.job_run_details where jobid = 1")
}

func TestHistoryIsBounded(t *testing.T) {
	t.Parallel()
	d, c := install(t), newClock()
	exec(t, d, `select cron.schedule('* * * * *', 'select 1');
		insert into cron.job_run_details (jobid, status, start_time, end_time)
		select 1, 'succeeded', '2026-11-20', '2026-11-20' from generate_series(1, 10005);
		insert into cron.job_run_details (jobid, status, start_time, end_time) values (99, 'succeeded', '2026-11-20', '2026-11-20'), (99, 'succeeded', '2026-11-27', '2026-11-27')`)
	node(t, d, c, d.URL)
	d.Until("10000 1", "select concat_ws(' ', count(*) filter (where jobid = 1), count(*) filter (where jobid = 99)) from cron.job_run_details")
	d.Until("6", "select min(runid) from cron.job_run_details")
}

// Where the tables are dropped, or belong to somebody else, the scheduler ends.
func TestSchedulerEndsWithItsTables(t *testing.T) {
	t.Parallel()
	d, c := install(t), newClock()
	exec(t, d, "select cron.schedule('* * * * *', 'select 1')")
	s := New(Options{Link: db.Link{URL: d.URL}, Now: c.Now, After: c.After})
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		s.Run(t.Context())
	}()
	c.advance(t, time.Minute)
	d.Until("succeeded 1 row", outcomes)
	exec(t, d, "drop extension pg_cron")
	c.advance(t, time.Minute)
	<-ended
	d = install(t)
	New(Options{Link: db.Link{URL: d.LoginURL("toubkal_worker")}}).Run(t.Context())
}

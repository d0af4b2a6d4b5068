package jobs_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/jobs"
	"github.com/toubkal/toubkal/server/test/pgtest"
	"github.com/toubkal/toubkal/server/token"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

// patience bounds every wait. It is never reached where things work.
const patience = time.Minute

type fixture struct {
	t    *testing.T
	db   *pgtest.DB
	pool *db.Pool // of callers
}

func setup(t *testing.T) *fixture {
	t.Helper()
	d := pgtest.New(t)
	pool, err := db.Open(t.Context(), d.LoginURL("authenticator"), db.Options{MaxConns: 2})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	return &fixture{t, d, pool}
}

// node is a runner, not started yet.
func (f *fixture) node(log *strings.Builder) *jobs.Runner {
	f.t.Helper()
	handler := slog.DiscardHandler
	if log != nil {
		handler = slog.NewTextHandler(log, nil)
	}
	r, err := jobs.New(f.t.Context(), jobs.Options{URL: f.db.LoginURL("toubkal_worker"), Log: slog.New(handler)})
	if err != nil {
		f.t.Fatal(err)
	}
	return r
}

func (f *fixture) start(r *jobs.Runner) (stop func()) {
	f.t.Helper()
	if err := r.Start(f.t.Context()); err != nil {
		f.t.Fatal(err)
	}
	stop = sync.OnceFunc(func() { r.Stop(context.WithoutCancel(f.t.Context())) })
	f.t.Cleanup(stop)
	return stop
}

// add adds a job as a function of a project does.
func (f *fixture) add(kind string, args any, o jobs.AddOptions) (id int64) {
	f.t.Helper()
	err := f.pool.Tx(f.t.Context(), db.As(token.Claims{Role: token.ServiceRole}), func(tx db.Tx) (err error) {
		id, err = jobs.Add(f.t.Context(), tx, kind, args, o)
		return err
	})
	if err != nil {
		f.t.Fatal(err)
	}
	return id
}

// becomes waits until a job has a state.
func (f *fixture) becomes(r *jobs.Runner, id int64, state string) jobs.Info {
	f.t.Helper()
	for deadline := time.Now().Add(patience); ; time.Sleep(10 * time.Millisecond) {
		job, err := r.Get(f.t.Context(), id)
		if err != nil {
			f.t.Fatal(err)
		}
		if job.State == state {
			return job
		}
		if time.Now().After(deadline) {
			f.t.Fatalf("job %d is %+v, want %s", id, job, state)
		}
	}
}

func receive[T any](t *testing.T, from <-chan T) (got T) {
	t.Helper()
	select {
	case got = <-from:
	case <-time.After(patience):
		t.Fatal("nothing happened")
	}
	return got
}

func TestAJobRunsOnceItsTransactionHasCommitted(t *testing.T) {
	t.Parallel()
	f := setup(t)
	r, ran := f.node(nil), make(chan string, 10)
	r.Handle("greet", jobs.Work{Handle: func(_ context.Context, job jobs.Job) error {
		ran <- string(job.Args)
		return nil
	}})
	f.start(r)
	undone := errors.New("undone")
	err := f.pool.Tx(t.Context(), db.As(token.Claims{Role: token.ServiceRole}), func(tx db.Tx) error {
		if _, err := jobs.Add(t.Context(), tx, "greet", map[string]string{"name": "nobody"}, jobs.AddOptions{}); err != nil {
			return err
		}
		return undone
	})
	if !errors.Is(err, undone) {
		t.Fatal(err)
	}
	later := f.add("greet", nil, jobs.AddOptions{At: time.Now().Add(time.Hour)})
	id := f.add("greet", map[string]string{"name": "Amal"}, jobs.AddOptions{})
	if got := receive(t, ran); got != `{"name": "Amal"}` {
		t.Errorf("ran with %s", got)
	}
	if job := f.becomes(r, id, "completed"); job.Attempt != 1 || job.FinalizedAt == nil || job.LastError != "" {
		t.Errorf("got %+v", job)
	}
	f.becomes(r, later, "scheduled")
	if len(ran) > 0 {
		t.Errorf("%s ran too", <-ran)
	}
}

// An error is recorded and has the job run again; one made by Cancel does not. Neither
// shows the arguments of the job.
func TestErrors(t *testing.T) {
	t.Parallel()
	f := setup(t)
	var log strings.Builder
	r := f.node(&log)
	r.Handle("flaky", jobs.Work{Handle: func(_ context.Context, job jobs.Job) error {
		if job.Attempt == 1 {
			return errors.New("not yet")
		}
		return nil
	}})
	r.Handle("hopeless", jobs.Work{Handle: func(context.Context, jobs.Job) error { return jobs.Cancel(errors.New("never")) }})
	r.Handle("broken", jobs.Work{Handle: func(context.Context, jobs.Job) error { panic("oh") }})
	stop := f.start(r)
	const secret = "swordfish"
	flaky, hopeless := f.add("flaky", secret, jobs.AddOptions{}), f.add("hopeless", secret, jobs.AddOptions{})
	broken := f.add("broken", secret, jobs.AddOptions{MaxAttempts: 1})
	if job := f.becomes(r, flaky, "completed"); job.Attempt != 2 || len(job.Errors) != 1 || job.Errors[0].Error != "not yet" || job.Errors[0].Attempt != 1 {
		t.Errorf("got %+v", job)
	}
	if job := f.becomes(r, hopeless, "cancelled"); job.Attempt != 1 || !strings.Contains(job.LastError, "never") {
		t.Errorf("got %+v", job)
	}
	if job := f.becomes(r, broken, "discarded"); !strings.Contains(job.LastError, "oh") {
		t.Errorf("got %+v", job)
	}
	stop()
	if strings.Contains(log.String(), secret) {
		t.Errorf("the log has the arguments: %s", &log)
	}
}

// A stop hands back what still runs, and the next start runs it.
func TestAStopHandsJobsBack(t *testing.T) {
	t.Parallel()
	f := setup(t)
	r, began := f.node(nil), make(chan bool, 1)
	r.Handle("long", jobs.Work{Handle: func(ctx context.Context, _ jobs.Job) error {
		began <- true
		<-ctx.Done()
		return ctx.Err()
	}})
	stop := f.start(r)
	id := f.add("long", nil, jobs.AddOptions{})
	receive(t, began)
	stop()
	next, ran := f.node(nil), make(chan bool, 1)
	next.Handle("long", jobs.Work{Handle: func(context.Context, jobs.Job) error { ran <- true; return nil }})
	if job := f.becomes(next, id, "available"); job.AttemptedAt == nil {
		t.Errorf("got %+v", job)
	}
	f.start(next)
	receive(t, ran)
	f.becomes(next, id, "completed")
}

// What a killed program was running is found by the others after a minute.
func TestAKilledNodesJobsAreTakenOver(t *testing.T) {
	t.Parallel()
	f := setup(t)
	r, ran := f.node(nil), make(chan int, 1)
	r.Handle("job", jobs.Work{Handle: func(_ context.Context, job jobs.Job) error { ran <- job.Attempt; return nil }})
	id := f.add("job", nil, jobs.AddOptions{})
	_, err := f.db.Admin.Exec(t.Context(), `update toubkal_jobs.river_job set state = 'running', attempt = 1, attempted_at = now() - interval '61 seconds',
		attempted_by = '{killed}' where id = $1`, id)
	if err != nil {
		t.Fatal(err)
	}
	f.start(r)
	if attempt := receive(t, ran); attempt != 2 {
		t.Errorf("attempt %d, want 2", attempt)
	}
}

func TestSchedules(t *testing.T) {
	t.Parallel()
	f := setup(t)
	_, err := f.db.Admin.Exec(t.Context(), `insert into toubkal_jobs.schedules values ('missed', now() - interval '3 days'), ('left-out', now() - interval '3 days'),
		('zoned', now() - interval '3 days'), ('recent', now())`)
	if err != nil {
		t.Fatal(err)
	}
	ran := make(chan string, 100)
	hour := time.Now().UTC().Add(12 * time.Hour).Hour() // neither here nor in Kolkata is it due meanwhile
	daily := fmt.Sprintf("30 %d * * *", hour)
	for range 2 { // nodes
		r := f.node(nil)
		for name, s := range map[string]jobs.Schedule{
			"missed": {Cron: daily, MakeUp: true}, "left-out": {Cron: daily}, "recent": {Cron: daily, MakeUp: true}, "new": {Cron: daily, MakeUp: true},
			"often": {Cron: "@every 1s"}, "zoned": {Cron: "CRON_TZ=Asia/Kolkata " + daily, MakeUp: true},
		} {
			s.Name, s.Run = name, func(context.Context) error { ran <- name; return nil }
			r.Every(s)
		}
		f.start(r)
	}
	counts := map[string]int{}
	for counts["often"] < 3 || counts["missed"] == 0 || counts["zoned"] == 0 {
		counts[receive(t, ran)]++
	}
	if counts["missed"] != 1 || counts["zoned"] != 1 || counts["left-out"]+counts["recent"]+counts["new"] != 0 {
		t.Errorf("ran %v, want the missed one once, and those that are not due not", counts)
	}
	// A run is recorded after it.
	f.db.Until("0", fmt.Sprintf(`select count(*) from toubkal_jobs.schedules where name = 'missed' and (last_run_at < now() - interval '1 day' or last_run_at::time <> '%[1]d:30')
		or name = 'zoned' and (last_run_at < now() - interval '1 day' or (last_run_at at time zone 'Asia/Kolkata')::time <> '%[1]d:30')`, hour))
	var twice int
	err = f.db.Admin.QueryRow(t.Context(), `select count(*) from (select 1 from toubkal_jobs.river_job group by kind, args having count(*) > 1) as each`).Scan(&twice)
	if err != nil || twice != 0 {
		t.Errorf("%d ran twice, %v", twice, err)
	}
	bad := f.node(nil)
	bad.Every(jobs.Schedule{Name: "bad", Cron: "every day"})
	defer bad.Stop(t.Context())
	if err := bad.Start(t.Context()); err == nil || !strings.Contains(err.Error(), `schedule "bad": "every day"`) {
		t.Errorf("got %v", err)
	}
}

func TestControl(t *testing.T) {
	t.Parallel()
	f := setup(t)
	r, ran := f.node(nil), make(chan bool, 10)
	r.Handle("job", jobs.Work{Handle: func(context.Context, jobs.Job) error { ran <- true; return nil }})
	f.start(r)
	ctx := t.Context()
	first := f.add("job", nil, jobs.AddOptions{})
	receive(t, ran)
	f.becomes(r, first, "completed")
	if err := r.Pause(ctx, "default"); err != nil {
		t.Fatal(err)
	}
	id := f.add("job", nil, jobs.AddOptions{At: time.Now().Add(time.Hour)})
	if err := r.Cancel(ctx, id); err != nil {
		t.Error(err)
	}
	f.becomes(r, id, "cancelled")
	if err := r.Retry(ctx, id); err != nil {
		t.Error(err)
	}
	queues, err := r.Queues(ctx)
	if err != nil || len(queues) != 1 || queues[0].Name != "default" || !queues[0].Paused || queues[0].Jobs["completed"] != 1 || queues[0].Jobs["available"] != 1 {
		t.Errorf("got %+v, %v", queues, err)
	}
	if err := r.Resume(ctx, "default"); err != nil {
		t.Fatal(err)
	}
	receive(t, ran)
	f.becomes(r, id, "completed")
	if all, err := r.List(ctx, jobs.Filter{State: "completed", Kind: "job"}); err != nil || len(all) != 2 || all[0].ID != id {
		t.Errorf("got %+v, %v", all, err)
	}
	for name, err := range map[string]error{"retry": r.Retry(ctx, 99), "cancel": r.Cancel(ctx, 99), "pause": r.Pause(ctx, "nothing")} {
		if !errors.Is(err, jobs.ErrNotFound) {
			t.Errorf("%s: %v, want ErrNotFound", name, err)
		}
	}
}

func TestRegisterRefuses(t *testing.T) {
	t.Parallel()
	f := setup(t)
	work := jobs.Work{Handle: func(context.Context, jobs.Job) error { return nil }}
	for name, plan := range map[string]jobs.Plan{
		"a kind of the engine":  {Work: map[string]jobs.Work{"mail": work}},
		"a kind with a space":   {Work: map[string]jobs.Work{"a b": work}},
		"no handler":            {Work: map[string]jobs.Work{"job": {}}},
		"an unknown queue":      {Work: map[string]jobs.Work{"job": {Handle: work.Handle, Queue: "slow"}}},
		"a queue of the engine": {Queues: map[string]jobs.Queue{"default": {}}},
		"two schedules":         {Schedules: []jobs.Schedule{{Name: "one", Run: func(context.Context) error { return nil }}, {Name: "one"}}},
	} {
		r := f.node(nil)
		r.Handle("mail", work)
		if err := r.Register(plan); err == nil {
			t.Errorf("%s is accepted", name)
		}
		r.Stop(t.Context())
	}
}

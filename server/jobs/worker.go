package jobs

import (
	"cmp"
	"context"
	"encoding/json"
	"log/slog"
	"math"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"
)

// arguments are the stored arguments of a job of any kind.
type arguments struct {
	kind string
	json.RawMessage
}

// Kind is the job's.
func (a arguments) Kind() string { return a.kind }

// worker runs the jobs of a kind for River.
type worker struct {
	river.WorkerDefaults[arguments]
	work Work
}

// Work runs a job.
func (w *worker) Work(ctx context.Context, job *river.Job[arguments]) error {
	return w.work.Handle(ctx, Job{
		ID: job.ID, Kind: job.Kind, Args: json.RawMessage(job.EncodedArgs), Attempt: job.Attempt, MaxAttempts: job.MaxAttempts,
	})
}

// Timeout bounds an attempt.
func (w *worker) Timeout(*river.Job[arguments]) time.Duration {
	return cmp.Or(w.work.Timeout, defaultTimeout)
}

// retryPolicy waits attempt⁴ seconds, at most an hour. A job that a killed program has
// left runs again at once.
type retryPolicy struct{ now func() time.Time }

// NextRetry is the time of the next attempt of a job that failed.
func (r retryPolicy) NextRetry(job *rivertype.JobRow) time.Time {
	wait := time.Duration(math.Pow(float64(job.Attempt), 4)) * time.Second
	return r.now().Add(min(wait, time.Hour))
}

// logger passes on River's warnings and errors. Its notes on each start and stop of a
// part are for debugging.
func (r *Runner) logger() *slog.Logger {
	return slog.New(quieter{r.o.Log.Handler()})
}

// quieter makes information of a library a debugging message.
type quieter struct{ slog.Handler }

func (q quieter) Enabled(ctx context.Context, level slog.Level) bool {
	return q.Handler.Enabled(ctx, quiet(level))
}

func (q quieter) Handle(ctx context.Context, r slog.Record) error {
	r.Level = quiet(r.Level)
	return q.Handler.Handle(ctx, r)
}

func (q quieter) WithAttrs(attrs []slog.Attr) slog.Handler {
	return quieter{q.Handler.WithAttrs(attrs)}
}

func (q quieter) WithGroup(name string) slog.Handler { return quieter{q.Handler.WithGroup(name)} }

func quiet(level slog.Level) slog.Level {
	if level == slog.LevelInfo {
		return slog.LevelDebug
	}
	return level
}

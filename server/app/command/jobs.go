package command

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/toubkal/toubkal/server/app/installation"
	"github.com/toubkal/toubkal/server/jobs"
	"github.com/toubkal/toubkal/server/mail"
)

const jobsUsage = `usage: toubkal jobs [list] [STATE] [KIND], or one of
  show ID         a job with the error of each attempt
  retry ID        run it now
  cancel ID       do not run it again
  queues          the queues, with their jobs by state
  pause QUEUE     start no job of it, on any node
  resume QUEUE    start them again`

const mailUsage = `usage: toubkal mail [list] [STATE] [ADDRESS], or one of
  show ID         a message, without its text
  retry ID        send it now, also where its address is suppressed
  cancel ID       do not send it`

// withRunner runs fn beside a program that may be running, changing no schema.
func withRunner(ctx context.Context, i *installation.Installation, fn func(*jobs.Runner) error) error {
	i.AutoMigrate = false
	return i.WithDatabase(ctx, func(d *installation.Database) error {
		runner, err := jobs.New(ctx, jobs.Options{URL: d.Direct.Worker, Log: i.Log})
		if err != nil {
			return err
		}
		defer runner.Stop(ctx)
		return fn(runner)
	})
}

// manageJobs is the command `jobs`.
func manageJobs(ctx context.Context, i *installation.Installation, args []string) error {
	if len(args) == 0 || args[0] == "list" || slices.Contains(jobs.States, args[0]) {
		f := jobs.Filter{}
		for _, arg := range args {
			switch {
			case arg == "list":
			case slices.Contains(jobs.States, arg):
				f.State = arg
			default:
				f.Kind = arg
			}
		}
		return withRunner(ctx, i, func(r *jobs.Runner) error { return listJobs(ctx, i, r, f) })
	}
	if args[0] == "queues" && len(args) == 1 {
		return withRunner(ctx, i, func(r *jobs.Runner) error { return listQueues(ctx, i, r) })
	}
	if len(args) != 2 {
		return UsageError("%s", jobsUsage)
	}
	id, _ := strconv.ParseInt(args[1], 10, 64)
	return withRunner(ctx, i, func(r *jobs.Runner) error {
		switch args[0] {
		case "show":
			return showJob(ctx, i, r, id)
		case "retry":
			return done(i, r.Retry(ctx, id), "job %d runs now", id)
		case "cancel":
			return done(i, r.Cancel(ctx, id), "job %d is cancelled", id)
		case "pause":
			return done(i, r.Pause(ctx, args[1]), "queue %s is paused", args[1])
		case "resume":
			return done(i, r.Resume(ctx, args[1]), "queue %s runs", args[1])
		}
		return UsageError("%s", jobsUsage)
	})
}

// done prints what was done, unless it failed.
func done(i *installation.Installation, err error, format string, args ...any) error {
	if err == nil {
		_, err = fmt.Fprintf(i.Out, format+"\n", args...)
	}
	return err
}

func listJobs(ctx context.Context, i *installation.Installation, r *jobs.Runner, f jobs.Filter) error {
	all, err := r.List(ctx, f)
	if err != nil {
		return err
	}
	return table(i, "ID\tKIND\tQUEUE\tSTATE\tATTEMPT\tCREATED\tLAST ERROR", func(line func(...any)) {
		for _, j := range all {
			line(j.ID, j.Kind, j.Queue, j.State, fmt.Sprintf("%d/%d", j.Attempt, j.MaxAttempts), at(j.CreatedAt), short(j.LastError))
		}
	})
}

func listQueues(ctx context.Context, i *installation.Installation, r *jobs.Runner) error {
	all, err := r.Queues(ctx)
	if err != nil {
		return err
	}
	return table(i, "QUEUE\tPAUSED\tJOBS", func(line func(...any)) {
		for _, q := range all {
			var counts []string
			for _, state := range jobs.States {
				if n := q.Jobs[state]; n > 0 {
					counts = append(counts, fmt.Sprintf("%d %s", n, state))
				}
			}
			line(q.Name, q.Paused, strings.Join(counts, ", "))
		}
	})
}

func showJob(ctx context.Context, i *installation.Installation, r *jobs.Runner, id int64) error {
	j, err := r.Get(ctx, id)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(i.Out, "job %d, %s in queue %s: %s, attempt %d of %d\ncreated %s, due %s\n",
		j.ID, j.Kind, j.Queue, j.State, j.Attempt, j.MaxAttempts, at(j.CreatedAt), at(j.ScheduledAt))
	for _, e := range j.Errors {
		_, err = fmt.Fprintf(i.Out, "  %s attempt %d: %s\n", at(e.At), e.Attempt, e.Error)
	}
	return err
}

// manageMail is the command `mail`.
func manageMail(ctx context.Context, i *installation.Installation, args []string) error {
	if len(args) == 0 || args[0] == "list" || slices.Contains(mail.States, args[0]) {
		f := mail.Filter{}
		for _, arg := range args {
			switch {
			case arg == "list":
			case slices.Contains(mail.States, arg):
				f.State = arg
			default:
				f.Recipient = arg
			}
		}
		return withRunner(ctx, i, func(r *jobs.Runner) error { return listMail(ctx, i, mail.Store{Tx: r.Tx}, f) })
	}
	if len(args) != 2 {
		return UsageError("%s", mailUsage)
	}
	return withRunner(ctx, i, func(r *jobs.Runner) error {
		store, id := mail.Store{Tx: r.Tx}, args[1]
		switch args[0] {
		case "show":
			m, err := store.Get(ctx, id)
			return done(i, err, "%s to %s, %d bytes: %s after %d attempts\ncreated %s, changed %s, job %d\n%s",
				m.Kind, m.Recipient, m.Size, m.State, m.Attempts, at(m.CreatedAt), at(m.UpdatedAt), m.JobID, m.LastError)
		case "retry":
			return done(i, store.Retry(ctx, id), "message %s is sent now", id)
		case "cancel":
			return done(i, store.Cancel(ctx, id), "message %s is cancelled", id)
		}
		return UsageError("%s", mailUsage)
	})
}

func listMail(ctx context.Context, i *installation.Installation, store mail.Store, f mail.Filter) error {
	all, err := store.List(ctx, f)
	if err != nil {
		return err
	}
	return table(i, "ID\tKIND\tRECIPIENT\tSTATE\tATTEMPTS\tCREATED\tLAST ERROR", func(line func(...any)) {
		for _, m := range all {
			line(m.ID, m.Kind, m.Recipient, m.State, m.Attempts, at(m.CreatedAt), short(m.LastError))
		}
	})
}

// table prints lines of columns.
func table(i *installation.Installation, head string, lines func(line func(...any))) error {
	table := tabwriter.NewWriter(i.Out, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(table, head)
	lines(func(columns ...any) {
		texts := make([]string, len(columns))
		for i, column := range columns {
			texts[i] = fmt.Sprint(column)
		}
		_, _ = fmt.Fprintln(table, strings.Join(texts, "\t"))
	})
	return table.Flush()
}

func at(t time.Time) string { return t.UTC().Format(time.DateTime) }

// short is the beginning of an error, for a column.
func short(text string) string {
	if runes := []rune(text); len(runes) > 80 {
		return string(runes[:80]) + " …"
	}
	return text
}

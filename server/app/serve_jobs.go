package app

import (
	"context"
	"fmt"
	"time"

	"github.com/toubkal/toubkal/server/admin"
	"github.com/toubkal/toubkal/server/app/config"
	"github.com/toubkal/toubkal/server/app/installation"
	"github.com/toubkal/toubkal/server/auth"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/jobs"
	"github.com/toubkal/toubkal/server/mail"
	"github.com/toubkal/toubkal/server/project"
)

// background are the services beside the requests: jobs, and the mail that some of them send.
type background struct {
	runner   *jobs.Runner
	delivery *mail.Delivery
}

// jobsShutdownTimeout is the time that the end of the program waits for running jobs, and then
// for them to end once they are cancelled.
const jobsShutdownTimeout = 8 * time.Second

// openBackground prepares the jobs; start runs them.
func (p *program) openBackground(ctx context.Context, d *installation.Database, host *project.Host, accounts *auth.Service, stored *storageService) (*background, error) {
	runner, err := jobs.New(ctx, jobs.Options{URL: d.Pooled.Worker, Listening: p.Link(d.Direct.Worker), Connecting: p.Connecting(db.Options{MaxConns: p.PoolShare(config.JobsConns)}), Log: p.Log})
	if err != nil {
		return nil, err
	}
	registerAccounts(runner, accounts)
	registerStorage(runner, stored)
	b := &background{runner: runner}
	b.delivery, err = mail.NewDelivery(mail.DeliveryOptions{
		Runner: runner, SMTP: p.SMTP(), Mailbox: mail.NewFolder(p.MailboxDir()),
		Workers: p.MailConnections, Keep: p.MailKeep, Suppress: p.MailSuppress,
	})
	if err == nil && p.Project.Jobs != nil {
		var plan jobs.Plan
		if plan, err = p.Project.Jobs(host); err == nil {
			err = runner.Register(plan)
		}
		if err != nil {
			err = fmt.Errorf("the project's jobs: %w", err)
		}
	}
	if err != nil {
		b.close()
		return nil, err
	}
	return b, nil
}

// describeJobs is the admin server's report on jobs: queues, and the jobs that need a look.
func (b *background) describeJobs(ctx context.Context) (any, error) {
	queues, err := b.runner.Queues(ctx)
	if err != nil {
		return nil, err
	}
	all, err := b.runner.List(ctx, jobs.Filter{Limit: 100})
	return map[string]any{"queues": queues, "jobs": all}, err
}

func (b *background) describeMail(ctx context.Context) (any, error) {
	store := mail.Store{Tx: b.runner.Tx}
	counts, err := store.Counts(ctx)
	if err != nil {
		return nil, err
	}
	all, err := store.List(ctx, mail.Filter{Limit: 100})
	return map[string]any{"states": counts, "messages": all}, err
}

// counts are for the metrics. A database that is slow must not stop a scrape.
func (b *background) counts(ctx context.Context) (admin.Background, error) {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	queues, err := b.runner.Queues(ctx)
	if err != nil {
		return admin.Background{}, err
	}
	counted := admin.Background{Jobs: map[[2]string]int{}}
	for _, q := range queues {
		for state, n := range q.Jobs {
			counted.Jobs[[2]string{q.Name, state}] = n
		}
	}
	counted.Mail, err = mail.Store{Tx: b.runner.Tx}.Counts(ctx)
	return counted, err
}

func (b *background) close() {
	ctx, cancel := context.WithTimeout(context.Background(), jobsShutdownTimeout)
	defer cancel()
	b.runner.Stop(ctx)
	if b.delivery != nil {
		b.delivery.Close()
	}
}

// registerAccounts has a runner do the work of accounts: their jobs, and the clean-up of
// each hour.
func registerAccounts(runner *jobs.Runner, accounts *auth.Service) {
	for kind, work := range accounts.Jobs() {
		runner.Handle(kind, work)
	}
	runner.Every(jobs.Schedule{
		Name: "auth:clean-up", Cron: "23 * * * *", MakeUp: true, Timeout: 10 * time.Minute,
		Run: accounts.CleanUp,
	})
}

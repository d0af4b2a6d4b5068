package app

import (
	"context"
	"path/filepath"
	"time"

	"github.com/toubkal/toubkal/server/jobs"
	"github.com/toubkal/toubkal/server/mail"
	"github.com/toubkal/toubkal/server/mail/templates"
)

// background is what runs beside the requests: jobs, and the mail that some of them send.
type background struct {
	runner   *jobs.Runner
	delivery *mail.Delivery
}

// jobsShutdownTimeout is how long the end of the program waits for running jobs, and then
// for them to end once they are cancelled.
const jobsShutdownTimeout = 8 * time.Second

// openBackground prepares the jobs; start runs them.
func (p *program) openBackground(ctx context.Context, d *database) (*background, error) {
	runner, err := jobs.New(ctx, jobs.Options{URL: d.worker, Log: p.log})
	if err != nil {
		return nil, err
	}
	b := &background{runner: runner}
	b.delivery, err = mail.NewDelivery(mail.DeliveryOptions{Runner: runner, SMTP: p.smtp(), Mailbox: p.mailbox()})
	if err != nil {
		b.close()
		return nil, err
	}
	return b, nil
}

func (b *background) close() {
	ctx, cancel := context.WithTimeout(context.Background(), jobsShutdownTimeout)
	defer cancel()
	b.runner.Stop(ctx)
	if b.delivery != nil {
		b.delivery.Close()
	}
}

func (p *program) smtp() mail.SMTP {
	return mail.SMTP{Host: p.SMTPHost, Port: p.SMTPPort, User: p.SMTPUser, Pass: p.SMTPPass}
}

func (p *program) mailbox() *mail.Folder { return mail.NewFolder(filepath.Join(p.DataDir, "mailbox")) }

// outbox takes what the program writes to people.
func (p *program) outbox() *mail.Outbox {
	return mail.NewOutbox(mail.OutboxOptions{From: p.SMTPFrom, FromName: p.SMTPName})
}

// mailTemplates are the engine's messages and the project's.
func (p *program) mailTemplates() (*templates.Set, error) {
	return templates.Load(templates.Options{Files: p.project.Mail, Folder: "mail"})
}

// mailLine says where mail goes, for the banner.
func (p *program) mailLine() string {
	if p.SMTPHost != "" {
		return p.smtp().String()
	}
	return p.mailbox().String()
}

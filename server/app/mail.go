package app

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/toubkal/toubkal/server/mail"
	"github.com/toubkal/toubkal/server/mail/mailbox"
	"github.com/toubkal/toubkal/server/mail/templates"
)

func (p *program) smtp() mail.SMTP {
	return mail.SMTP{Host: p.SMTPHost, Port: p.SMTPPort, User: p.SMTPUser, Pass: p.SMTPPass}
}

// mailboxDir has a file for each message where no mail is sent.
func (p *program) mailboxDir() string { return filepath.Join(p.DataDir, "mailbox") }

// outbox takes what the program writes to people.
func (p *program) outbox() *mail.Outbox {
	return mail.NewOutbox(mail.OutboxOptions{From: p.SMTPFrom, FromName: p.SMTPName})
}

// mailTemplates are the engine's messages and the project's.
func (p *program) mailTemplates() (*templates.Set, error) {
	o := templates.Options{
		Files: p.project.Mail, Folder: "mail", Language: p.MailLanguage, Subjects: map[string]string{}, Named: map[string]templates.Named{},
	}
	for name, subject := range p.values {
		kind, ok := strings.CutPrefix(name, mailSubjects)
		if ok && subject != "" {
			o.Subjects[strings.ToLower(kind)] = subject
		}
	}
	if p.supabase != nil {
		for kind, t := range p.supabase.MailTemplates {
			named := templates.Named{Subject: t.Subject, Path: t.Path}
			if t.Path != "" {
				content, err := os.ReadFile(filepath.Join(p.project.Folder, t.Path)) // #nosec G304 -- the developer's own file
				if err != nil {
					return nil, fmt.Errorf("config.toml: the template %s: %w", kind, err)
				}
				named.Content = string(content)
			}
			o.Named[kind] = named
		}
	}
	return templates.Load(o)
}

// hasMailbox tells whether mail is shown on a page instead of being sent.
func (p *program) hasMailbox() bool {
	return p.SMTPHost == "" && p.Env == "development" && p.MailboxPort != 0
}

// serveMailbox serves the page of the development mailbox on loopback until ctx ends. It
// sets mailboxURL.
func (p *program) serveMailbox(ctx context.Context) error {
	if !p.hasMailbox() {
		return nil
	}
	var config net.ListenConfig
	listener, err := config.Listen(ctx, "tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(p.MailboxPort)))
	if errors.Is(err, syscall.EADDRINUSE) { // another project's
		listener, err = config.Listen(ctx, "tcp", "127.0.0.1:0")
	}
	if err != nil {
		return fmt.Errorf("listen for the mailbox: %w; check TOUBKAL_MAILBOX_PORT", err)
	}
	p.mailboxURL = "http://" + listener.Addr().String()
	server := &http.Server{Handler: mailbox.New(p.mailboxDir()).Handler(), ReadHeaderTimeout: 10 * time.Second, ReadTimeout: time.Minute, WriteTimeout: time.Minute}
	context.AfterFunc(ctx, func() { _ = server.Close() })
	go func() {
		if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			p.log.Error("the mailbox has ended", "error", err)
		}
	}()
	return nil
}

// mailLine says where mail goes, for the banner.
func (p *program) mailLine() string {
	switch {
	case p.SMTPHost != "":
		return p.smtp().String()
	case p.mailboxURL != "":
		return "read it at " + p.mailboxURL + " (nothing is sent: set SMTP_HOST to send it)"
	}
	return "kept in " + p.mailboxDir() + ", a file each (set SMTP_HOST to send it)"
}

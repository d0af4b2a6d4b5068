package installation

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/toubkal/toubkal/server/mail"
	"github.com/toubkal/toubkal/server/mail/templates"
)

// SMTP is the server that sends mail; without Host there is none.
func (i *Installation) SMTP() mail.SMTP {
	return mail.SMTP{Host: i.SMTPHost, Port: i.SMTPPort, User: i.SMTPUser, Pass: i.SMTPPass}
}

// MailboxDir has a file for each message where no mail is sent.
func (i *Installation) MailboxDir() string { return filepath.Join(i.DataDir, "mailbox") }

// Outbox takes what the program writes to people.
func (i *Installation) Outbox() *mail.Outbox {
	return mail.NewOutbox(mail.OutboxOptions{From: i.SMTPFrom, FromName: i.SMTPName})
}

// MailTemplates are the engine's messages and the project's.
func (i *Installation) MailTemplates() (*templates.Set, error) {
	o := templates.Options{
		Files: i.Project.Mail, Folder: "mail", Language: i.MailLanguage, Subjects: i.MailSubjects(), Named: map[string]templates.Named{},
	}
	if i.Supabase != nil {
		for kind, t := range i.Supabase.MailTemplates {
			named := templates.Named{Subject: t.Subject, Path: t.Path}
			if t.Path != "" {
				content, err := os.ReadFile(filepath.Join(i.Project.Folder, t.Path)) // #nosec G304 -- the developer's own file
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

package auth

import (
	"context"
	"sync"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/mail"
	"github.com/toubkal/toubkal/server/mail/templates"
)

// mailbox keeps what the flows write, in place of the templates and the outbox.
type mailbox struct {
	mu  sync.Mutex
	all []sentMail
}

// sentMail is a mail by its template's kind and data.
type sentMail struct {
	kind, to  string
	languages []string
	data      templates.Data
}

func (s sentMail) code() string { return s.data.Token }
func (s sentMail) hash() string { return s.data.TokenHash }
func (s sentMail) link() string { return s.data.ConfirmationURL }

func (m *mailbox) Render(kind string, languages []string, data any) (mail.Message, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.all = append(m.all, sentMail{kind: kind, languages: languages, data: data.(templates.Data)})
	return mail.Message{Subject: kind}, nil
}

func (m *mailbox) Put(_ context.Context, _ db.Tx, message mail.Message, _ string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.all[len(m.all)-1].to = message.To
	return nil
}

// take returns the mails since the last call.
func (m *mailbox) take() []sentMail {
	m.mu.Lock()
	defer m.mu.Unlock()
	all := m.all
	m.all = nil
	return all
}

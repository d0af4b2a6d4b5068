// Package mail sends e-mail over SMTP, or, where no server is configured, writes each
// message to a file that a mail program opens: the development mailbox. It refuses
// invalid addresses, and line breaks in headers.
package mail

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/mail"
	"os"
	"path/filepath"
	"strings"
	"time"

	gomail "github.com/wneessen/go-mail"
)

// Options say through whom messages go.
type Options struct {
	// Host is the SMTP server; empty keeps messages in Folder instead.
	Host string
	// Port defaults to 587; 465 speaks TLS from the start.
	Port int
	// User and Pass sign in where User is given, and then only over TLS, or on
	// this machine.
	User, Pass string
	// From is the sender's address, FromName how it is shown; empty leaves that
	// to each message.
	From, FromName string
	// Folder is the development mailbox, made when it is first needed.
	Folder string
	// Now is the clock. Defaults to time.Now.
	Now func() time.Time
}

// Message is one e-mail to one recipient.
type Message struct {
	To, Subject string
	// Sender is how the sender's address is shown, unless Options say it.
	Sender string
	// Text is the plain text, and HTML the same as HTML; HTML may be empty.
	Text, HTML string
	// Language becomes Content-Language, for screen readers.
	Language string
	// Unsubscribe is the URL that ends the subscription by a POST (RFC 8058): mail
	// programs show a button for it. "" for none.
	Unsubscribe string
	Files       []File
}

// File is an attachment.
type File struct {
	Name, Type string
	Bytes      []byte
}

// Mailer sends messages; it is safe for many at once.
type Mailer struct{ o Options }

// timeout bounds each command of SMTP.
const timeout = 15 * time.Second

// ErrInvalidMessage is an address or a header that no e-mail can have.
var ErrInvalidMessage = errors.New("invalid e-mail address or header")

// New makes a Mailer. It does not connect yet.
func New(o Options) *Mailer {
	o.Port = cmp.Or(o.Port, 587)
	o.From = cmp.Or(o.From, "site@localhost")
	if o.Now == nil {
		o.Now = time.Now
	}
	return &Mailer{o}
}

// String says where messages go, for the banner.
func (m *Mailer) String() string {
	if m.o.Host == "" {
		return "kept in " + m.o.Folder + ", a file each (set SMTP_HOST to send it)"
	}
	return fmt.Sprintf("sent by %s:%d", m.o.Host, m.o.Port)
}

// Send sends a message, or writes it to the folder. ErrAddress is one that will
// never work; any other error may be temporary.
func (m *Mailer) Send(ctx context.Context, message Message) error {
	composed, err := m.compose(message)
	if err != nil {
		return err
	}
	if m.o.Host == "" {
		return m.saveToFolder(composed)
	}
	client, err := m.client(smtpTimeout(ctx))
	if err != nil {
		return err
	}
	if err := client.DialAndSendWithContext(ctx, composed); err != nil {
		return fmt.Errorf("send a message by %s: %w", m.o.Host, err)
	}
	return nil
}

func (m *Mailer) compose(message Message) (*gomail.Msg, error) {
	to, err := mail.ParseAddress(message.To)
	if err != nil || to.Name != "" || strings.ContainsAny(message.To+message.Subject+message.Sender+message.Unsubscribe, "\r\n") {
		return nil, ErrInvalidMessage
	}
	composed := gomail.NewMsg()
	if err := errors.Join(composed.FromFormat(cmp.Or(m.o.FromName, message.Sender), m.o.From), composed.To(to.Address)); err != nil {
		return nil, fmt.Errorf("address a message: %w", err)
	}
	composed.Subject(message.Subject)
	composed.SetDateWithValue(m.o.Now())
	composed.SetMessageID()
	composed.SetGenHeader("Content-Language", message.Language)
	composed.SetGenHeader("Auto-Submitted", "auto-generated") // no robot need answer it
	if message.Unsubscribe != "" {
		composed.SetGenHeader(gomail.HeaderListUnsubscribe, "<"+message.Unsubscribe+">")
		composed.SetGenHeader(gomail.HeaderListUnsubscribePost, "List-Unsubscribe=One-Click")
	}
	composed.SetBodyString(gomail.TypeTextPlain, message.Text)
	if message.HTML != "" {
		composed.AddAlternativeString(gomail.TypeTextHTML, message.HTML)
	}
	for _, f := range message.Files {
		if err := composed.AttachReader(f.Name, bytes.NewReader(f.Bytes), gomail.WithFileContentType(gomail.ContentType(f.Type))); err != nil {
			return nil, fmt.Errorf("attach %s: %w", f.Name, err)
		}
	}
	return composed, nil
}

// client uses TLS wherever the server does. A password is sent over TLS only, or to
// this machine.
func (m *Mailer) client(patience time.Duration) (*gomail.Client, error) {
	options := []gomail.Option{gomail.WithPort(m.o.Port), gomail.WithTimeout(patience), gomail.WithTLSPolicy(gomail.TLSOpportunistic)}
	if m.o.Port == 465 {
		options = append(options, gomail.WithSSL())
	}
	if m.o.User != "" {
		options = append(options, gomail.WithSMTPAuth(gomail.SMTPAuthAutoDiscover), gomail.WithUsername(m.o.User), gomail.WithPassword(m.o.Pass))
		if !local(m.o.Host) {
			options = append(options, gomail.WithTLSPolicy(gomail.TLSMandatory))
		}
	}
	client, err := gomail.NewClient(m.o.Host, options...)
	if err != nil {
		return nil, fmt.Errorf("prepare to send mail by %s: %w", m.o.Host, err)
	}
	return client, nil
}

// smtpTimeout bounds each command: the library observes the context only while it
// dials.
func smtpTimeout(ctx context.Context) time.Duration {
	if end, ok := ctx.Deadline(); ok {
		return max(min(timeout, time.Until(end)), time.Millisecond)
	}
	return timeout
}

func local(host string) bool { return host == "localhost" || host == "127.0.0.1" || host == "::1" }

// saveToFolder writes a message into the folder, whole or not at all.
func (m *Mailer) saveToFolder(composed *gomail.Msg) error {
	if err := os.MkdirAll(m.o.Folder, 0o700); err != nil {
		return fmt.Errorf("make the mailbox: %w", err)
	}
	file, err := os.CreateTemp(m.o.Folder, ".message-*")
	if err != nil {
		return fmt.Errorf("keep a message: %w", err)
	}
	_, err = composed.WriteTo(file)
	if err = errors.Join(err, file.Close()); err != nil {
		return fmt.Errorf("keep a message: %w", errors.Join(err, os.Remove(file.Name())))
	}
	own := strings.TrimPrefix(filepath.Base(file.Name()), ".message-")
	name := m.o.Now().UTC().Format("2006-01-02T150405.000") + "-" + own + ".eml"
	return os.Rename(file.Name(), filepath.Join(m.o.Folder, name))
}

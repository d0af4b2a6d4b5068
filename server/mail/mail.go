// Package mail sends messages over SMTP, or, where no server is configured,
// keeps each as a file that a mail program opens: the development mailbox. It
// refuses addresses that are none, and whatever would end a header's line.
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

// Message is one letter to one person.
type Message struct {
	To, Subject string
	// Sender is how the sender's address is shown, unless Options say it.
	Sender string
	// Text is the letter, and HTML the same with a face; HTML may be empty.
	Text, HTML string
	// Language is told in the header, for readers aloud.
	Language string
	// Unsubscribe is the address that ends what this is a letter of, by a POST
	// (RFC 8058): mail programs show a button for it. "" for none.
	Unsubscribe string
	Files       []File
}

// File travels with a message.
type File struct {
	Name, Type string
	Bytes      []byte
}

// Mailer sends messages; it is safe for many at once.
type Mailer struct{ o Options }

// timeout bounds each word with an SMTP server.
const timeout = 15 * time.Second

// ErrInvalidMessage is an address or subject that no letter can have.
var ErrInvalidMessage = errors.New("no letter can have this address or subject")

// New makes a Mailer. It connects to nobody yet.
func New(o Options) *Mailer {
	o.Port = cmp.Or(o.Port, 587)
	o.From = cmp.Or(o.From, "site@localhost")
	if o.Now == nil {
		o.Now = time.Now
	}
	return &Mailer{o}
}

// String says in words where messages go.
func (m *Mailer) String() string {
	if m.o.Host == "" {
		return "kept in " + m.o.Folder + ", a file each (set SMTP_HOST to send it)"
	}
	return fmt.Sprintf("sent by %s:%d", m.o.Host, m.o.Port)
}

// Send sends a message, or keeps it in the folder. ErrAddress is one that will
// never work; any other error may pass.
func (m *Mailer) Send(ctx context.Context, message Message) error {
	letter, err := m.compose(message)
	if err != nil {
		return err
	}
	if m.o.Host == "" {
		return m.saveToFolder(letter)
	}
	client, err := m.client(smtpTimeout(ctx))
	if err != nil {
		return err
	}
	if err := client.DialAndSendWithContext(ctx, letter); err != nil {
		return fmt.Errorf("send a message by %s: %w", m.o.Host, err)
	}
	return nil
}

func (m *Mailer) compose(message Message) (*gomail.Msg, error) {
	to, err := mail.ParseAddress(message.To)
	if err != nil || to.Name != "" || strings.ContainsAny(message.To+message.Subject+message.Sender+message.Unsubscribe, "\r\n") {
		return nil, ErrInvalidMessage
	}
	letter := gomail.NewMsg()
	if err := errors.Join(letter.FromFormat(cmp.Or(m.o.FromName, message.Sender), m.o.From), letter.To(to.Address)); err != nil {
		return nil, fmt.Errorf("address a message: %w", err)
	}
	letter.Subject(message.Subject)
	letter.SetDateWithValue(m.o.Now())
	letter.SetMessageID()
	letter.SetGenHeader("Content-Language", message.Language)
	letter.SetGenHeader("Auto-Submitted", "auto-generated") // no robot need answer it
	if message.Unsubscribe != "" {
		letter.SetGenHeader(gomail.HeaderListUnsubscribe, "<"+message.Unsubscribe+">")
		letter.SetGenHeader(gomail.HeaderListUnsubscribePost, "List-Unsubscribe=One-Click")
	}
	letter.SetBodyString(gomail.TypeTextPlain, message.Text)
	if message.HTML != "" {
		letter.AddAlternativeString(gomail.TypeTextHTML, message.HTML)
	}
	for _, f := range message.Files {
		if err := letter.AttachReader(f.Name, bytes.NewReader(f.Bytes), gomail.WithFileContentType(gomail.ContentType(f.Type))); err != nil {
			return nil, fmt.Errorf("attach %s: %w", f.Name, err)
		}
	}
	return letter, nil
}

// client speaks TLS wherever the server does; who signs in gives the password
// to nobody in the clear.
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

// smtpTimeout is how long a server may take for a word: the library hears of the
// context only while it dials.
func smtpTimeout(ctx context.Context) time.Duration {
	if end, ok := ctx.Deadline(); ok {
		return max(min(timeout, time.Until(end)), time.Millisecond)
	}
	return timeout
}

func local(host string) bool { return host == "localhost" || host == "127.0.0.1" || host == "::1" }

// saveToFolder writes a letter into the folder, whole or not at all.
func (m *Mailer) saveToFolder(letter *gomail.Msg) error {
	if err := os.MkdirAll(m.o.Folder, 0o700); err != nil {
		return fmt.Errorf("make the mailbox: %w", err)
	}
	file, err := os.CreateTemp(m.o.Folder, ".letter-*")
	if err != nil {
		return fmt.Errorf("keep a message: %w", err)
	}
	_, err = letter.WriteTo(file)
	if err = errors.Join(err, file.Close()); err != nil {
		return fmt.Errorf("keep a message: %w", errors.Join(err, os.Remove(file.Name())))
	}
	own := strings.TrimPrefix(filepath.Base(file.Name()), ".letter-")
	name := m.o.Now().UTC().Format("2006-01-02T150405.000") + "-" + own + ".eml"
	return os.Rename(file.Name(), filepath.Join(m.o.Folder, name))
}

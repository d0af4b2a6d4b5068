// Package mail sends e-mail: a message is put into the outbox, a table, in the
// transaction that it is about, and a background job sends it over SMTP. Where no server
// is configured, messages go to a folder, the development mailbox. It refuses invalid
// addresses, line breaks in headers, and messages that are too large.
package mail

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"net/mail"
	"strings"
	"time"

	"github.com/google/uuid"
	gomail "github.com/wneessen/go-mail"
)

// Message is one e-mail to one recipient.
type Message struct {
	// ID is the first part of the Message-ID. Defaults to a random one.
	ID          uuid.UUID
	To, Subject string
	// ReplyTo is the address that answers go to. Defaults to that of the sender.
	ReplyTo string
	// InReplyTo is the Message-ID of the message that this one answers, without angle
	// brackets (RFC 5322, 3.6.4). Defaults to none.
	InReplyTo string
	// Kind says what the message is, as "confirmation"; shown to operators. Defaults
	// to "".
	Kind string
	// Sender is the display name of the sender, unless Options say it.
	Sender string
	// Text is the plain text, and HTML the same as HTML; one of them may be empty.
	Text, HTML string
	// Language becomes Content-Language, for screen readers.
	Language string
	// Personal tells that a person wrote the message: it has no Auto-Submitted header
	// (RFC 3834), which all others have. Defaults to false.
	Personal bool
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

// maxSize bounds a message as it is sent, in bytes: many servers refuse larger ones.
const maxSize = 10 << 20

// ErrInvalidMessage is an address or a header that no e-mail can have.
var ErrInvalidMessage = errors.New("invalid e-mail address or header")

// composed is a message as it is sent.
type composed struct {
	id                uuid.UUID
	recipient, sender string
	raw               []byte // RFC 5322
}

// compose writes a message. Its Message-ID has the domain of the sender: each attempt to
// send it has the same one, by which mail programs recognize a copy.
func compose(m Message, from, fromName string, now time.Time) (composed, error) {
	to, err := mail.ParseAddress(m.To)
	if err != nil || to.Name != "" || strings.ContainsAny(m.To+m.Subject+m.Sender+m.InReplyTo+m.Unsubscribe+m.Language, "\r\n") {
		return composed{}, ErrInvalidMessage
	}
	if m.ID == uuid.Nil {
		m.ID = uuid.New()
	}
	c := composed{id: m.ID, recipient: to.Address, sender: from}
	msg := gomail.NewMsg()
	if err := errors.Join(msg.FromFormat(cmp.Or(fromName, m.Sender), from), msg.To(to.Address)); err != nil {
		return composed{}, fmt.Errorf("address a message: %w", err)
	}
	msg.Subject(m.Subject)
	msg.SetDateWithValue(now)
	msg.SetMessageIDWithValue(messageID(c.id, from))
	if m.ReplyTo != "" {
		if err := msg.ReplyTo(m.ReplyTo); err != nil {
			return composed{}, fmt.Errorf("%w: Reply-To: %w", ErrInvalidMessage, err)
		}
	}
	if m.InReplyTo != "" {
		msg.SetGenHeader(gomail.HeaderInReplyTo, "<"+m.InReplyTo+">")
		msg.SetGenHeader(gomail.HeaderReferences, "<"+m.InReplyTo+">")
	}
	if m.Language != "" {
		msg.SetGenHeader("Content-Language", m.Language)
	}
	if !m.Personal {
		msg.SetGenHeader("Auto-Submitted", "auto-generated") // no robot need answer it
	}
	if m.Unsubscribe != "" {
		msg.SetGenHeader(gomail.HeaderListUnsubscribe, "<"+m.Unsubscribe+">")
		msg.SetGenHeader(gomail.HeaderListUnsubscribePost, "List-Unsubscribe=One-Click")
	}
	switch {
	case m.Text == "" && m.HTML != "":
		msg.SetBodyString(gomail.TypeTextHTML, m.HTML)
	default:
		msg.SetBodyString(gomail.TypeTextPlain, m.Text)
		if m.HTML != "" {
			msg.AddAlternativeString(gomail.TypeTextHTML, m.HTML)
		}
	}
	for _, f := range m.Files {
		if err := msg.AttachReader(f.Name, bytes.NewReader(f.Bytes), gomail.WithFileContentType(gomail.ContentType(f.Type))); err != nil {
			return composed{}, fmt.Errorf("attach %s: %w", f.Name, err)
		}
	}
	var raw bytes.Buffer
	if _, err := msg.WriteTo(&raw); err != nil {
		return composed{}, fmt.Errorf("compose a message: %w", err)
	}
	if raw.Len() > maxSize {
		return composed{}, fmt.Errorf("%w: %d bytes, more than %d", ErrInvalidMessage, raw.Len(), maxSize)
	}
	c.raw = raw.Bytes()
	return c, nil
}

// messageID is the Message-ID of a message, without angle brackets.
func messageID(id uuid.UUID, from string) string {
	_, domain, _ := strings.Cut(from, "@")
	return id.String() + "@" + cmp.Or(domain, "localhost")
}

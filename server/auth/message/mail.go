package message

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"regexp"

	"golang.org/x/text/language"

	"github.com/toubkal/toubkal/server/auth/account"
	"github.com/toubkal/toubkal/server/auth/audit"
	"github.com/toubkal/toubkal/server/auth/hook"
	"github.com/toubkal/toubkal/server/auth/pkce"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/mail"
	"github.com/toubkal/toubkal/server/mail/templates"
)

// Mailer writes mails and puts them into the outbox.
type Mailer interface {
	// Render writes a mail from the template of a kind, in the first of the languages
	// that it has.
	Render(kind string, languages []string, data any) (mail.Message, error)
	// Put sends m once tx has committed. A key is sent once.
	Put(ctx context.Context, tx db.Tx, m mail.Message, key string) error
}

// Kind is the kind of a mail: the name of its template in server/mail/templates.
type Kind string

// The mails with a one-time token. Notifications have no constants: the change that each
// tells of is in one place.
const (
	Confirmation     Kind = "confirmation"
	Invite           Kind = "invite"
	MagicLink        Kind = "magic_link"
	Recovery         Kind = "recovery"
	EmailChange      Kind = "email_change"
	Reauthentication Kind = "reauthentication"
)

// tokenMails are the mails that MailToken sends: the purpose of the token, the type of the
// link ("" for a code alone) and the action in the audit log, as GoTrue names them.
var tokenMails = map[Kind]struct {
	purpose          account.Purpose
	linkType, action string
}{
	Confirmation:     {account.Confirmation, "signup", audit.Confirmation},
	MagicLink:        {account.Recovery, "magiclink", audit.Recovery},
	Recovery:         {account.Recovery, "recovery", audit.Recovery},
	Reauthentication: {account.Reauthentication, "", audit.Reauthenticate},
}

// Mail is a mail to a user: with a one-time token, or a notification.
type Mail struct {
	Kind       Kind
	LinkType   string // type of the link; "" for a code alone
	To         string // address
	Token      account.Token
	RedirectTo string
	NewEmail   string // of an e-mail change
	// What a notification names: the address or number before the change.
	oldEmail, oldPhone string
	Provider           string // that a notification names
	FactorType         string // that a notification names
}

// MailToken mails u a link that confirms the address or signs in, or a code with which the
// user authenticates again. With a challenge the link gives a code to exchange.
func (s *Sender) MailToken(r *http.Request, tx db.Tx, u *account.User, kind Kind, c pkce.Challenge) error {
	ctx, about := r.Context(), tokenMails[kind]
	if err := s.AllowMail(ctx, tx, kind, u.Email); err != nil {
		return err
	}
	t, err := s.o.Tokens.Issue(ctx, tx, u.ID, about.purpose, u.Email, c.Value != "")
	if err != nil {
		return err
	}
	if err := s.o.PKCE.Start(ctx, tx, u.ID, pkce.AuthenticationOf(about.purpose, about.linkType), c); err != nil {
		return err
	}
	if err := audit.Write(ctx, tx, s.o.Now(), audit.User(u.ID, u.Email, about.action), audit.ClientOf(r)); err != nil {
		return err
	}
	m := Mail{Kind: kind, LinkType: about.linkType, To: u.Email, Token: t}
	if m.LinkType != "" {
		m.RedirectTo = s.o.Redirects.Of(r, "")
	}
	if kind == Confirmation { // the hook send-email gets the user with it
		now := s.o.Now()
		u.ConfirmationSentAt = &now
	}
	return s.Send(ctx, tx, r, u, m)
}

// Link is the address that a mail leads to. Applications take links apart by patterns, so it is written as
// GoTrue writes it: in this order, and the address as it is where nothing in it has to be escaped.
func (s *Sender) Link(m Mail) string {
	to := m.RedirectTo
	if !plainAddress.MatchString(to) {
		to = url.QueryEscape(to)
	}
	return s.o.Issuer + "/verify?token=" + m.Token.Hash + "&type=" + m.LinkType + "&redirect_to=" + to
}

// plainAddress is an address that means the same in a query.
var plainAddress = regexp.MustCompile(`^[A-Za-z0-9._~:/?@!$()*,\[\]-]*$`)

// Send puts mails to u into the outbox, in the user's language, or gives them to the hook
// send-email. Several are those of one change of address: the present one's is first.
func (s *Sender) Send(ctx context.Context, tx db.Tx, r *http.Request, u *account.User, mails ...Mail) error {
	if s.o.Hooks.Has(hook.SendEmail) {
		return s.sendByHook(ctx, tx, r, u, mails)
	}
	for _, m := range mails {
		if err := s.putMail(ctx, tx, r, u, m); err != nil {
			return err
		}
	}
	return nil
}

func (s *Sender) putMail(ctx context.Context, tx db.Tx, r *http.Request, u *account.User, m Mail) error {
	if s.o.Mail == nil {
		return fault.New(fault.AuthFeatureDisabled, "This server sends no mail")
	}
	data := templates.Data{
		SiteURL: s.o.SiteURL, Token: m.Token.Code, TokenHash: m.Token.Hash, Email: u.Email, NewEmail: m.NewEmail, SendingTo: m.To,
		RedirectTo: m.RedirectTo, Data: metadata(u.UserMetadata), OldEmail: m.oldEmail, OldPhone: m.oldPhone, Phone: u.Phone, Provider: m.Provider, FactorType: m.FactorType,
	}
	if m.LinkType != "" {
		data.ConfirmationURL = s.Link(m)
	}
	message, err := s.o.Mail.Render(string(m.Kind), languages(u, r), data)
	if err != nil {
		return fmt.Errorf("write a mail: %w", err)
	}
	message.To = m.To
	key := "" // a notification has no token
	if m.Token.Hash != "" {
		key = string(m.Kind) + " " + m.Token.Hash
	}
	if err := s.o.Mail.Put(ctx, tx, message, key); err != nil {
		return fmt.Errorf("put a mail into the outbox: %w", err)
	}
	return nil
}

// metadata is a JSON object for templates; empty where it is none.
func metadata(text json.RawMessage) map[string]any {
	fields := map[string]any{}
	_ = json.Unmarshal(text, &fields)
	return fields
}

// languages are the languages of the user's metadata (locale, language or lang), and then those
// of the request.
func languages(u *account.User, r *http.Request) (all []string) {
	fields := metadata(u.UserMetadata)
	for _, key := range []string{"locale", "language", "lang"} {
		if text, ok := fields[key].(string); ok && text != "" {
			all = append(all, text)
		}
	}
	header := r.Header.Get("Accept-Language")
	accepted, _, _ := language.ParseAcceptLanguage(header[:min(len(header), 200)])
	for _, tag := range accepted {
		all = append(all, tag.String())
	}
	return all
}

// AllowMail refuses a second mail of a kind to an address within MailInterval. It
// says nothing about whether the address has an account, and holds on all nodes. Mails that
// sign in count together: which of them an address gets follows from its account.
func (s *Sender) AllowMail(ctx context.Context, tx db.Tx, kind Kind, email string) error {
	counted := string(kind)
	if kind == Confirmation || kind == MagicLink || kind == Recovery {
		counted = "sign-in"
	}
	return s.o.Attempts.Once(ctx, tx, s.o.Attempts.Key("mail", counted, email), s.o.MailInterval, fault.AuthMailRate)
}

package auth

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

// mailKind is what a mail is for: the name of its template in server/mail/templates.
type mailKind string

// The mails with a one-time token. Notifications have no constants: the change that each
// tells of is in one place.
const (
	mailConfirmation     mailKind = "confirmation"
	mailInvite           mailKind = "invite"
	mailMagicLink        mailKind = "magic_link"
	mailRecovery         mailKind = "recovery"
	mailEmailChange      mailKind = "email_change"
	mailReauthentication mailKind = "reauthentication"
)

// tokenMails are the mails that mailToken sends: the purpose of the token, the type of the
// link ("" for a code alone) and the action in the audit log, as GoTrue names them.
var tokenMails = map[mailKind]struct {
	purpose          account.Purpose
	linkType, action string
}{
	mailConfirmation:     {account.Confirmation, "signup", audit.Confirmation},
	mailMagicLink:        {account.Recovery, "magiclink", audit.Recovery},
	mailRecovery:         {account.Recovery, "recovery", audit.Recovery},
	mailReauthentication: {account.Reauthentication, "", audit.Reauthenticate},
}

// mailing is a mail to a user: with a one-time token, or a notification.
type mailing struct {
	kind       mailKind
	linkType   string // type of the link; "" for a code alone
	to         string // address
	token      account.Token
	redirectTo string
	newEmail   string // of an e-mail change
	// What a notification names: the address or number before the change.
	oldEmail, oldPhone string
	provider           string // that a notification names
	factorType         string // that a notification names
}

// mailToken mails u a link that confirms the address or signs in, or a code with which the
// user authenticates again. With a challenge the link gives a code to exchange.
func (s *Service) mailToken(r *http.Request, tx db.Tx, u *account.User, kind mailKind, c challenge) error {
	ctx, about := r.Context(), tokenMails[kind]
	if err := s.allowMail(ctx, tx, kind, u.Email); err != nil {
		return err
	}
	t, err := s.tokens.Issue(ctx, tx, u.ID, about.purpose, u.Email, c.Value != "")
	if err != nil {
		return err
	}
	if err := s.startFlow(ctx, tx, u.ID, authenticationOf(about.purpose, about.linkType), c); err != nil {
		return err
	}
	if err := audit.Write(ctx, tx, s.clock(), audit.User(u.ID, u.Email, about.action), audit.ClientOf(r)); err != nil {
		return err
	}
	m := mailing{kind: kind, linkType: about.linkType, to: u.Email, token: t}
	if m.linkType != "" {
		m.redirectTo = s.redirects.Of(r, "")
	}
	if kind == mailConfirmation { // the hook send-email gets the user with it
		now := s.clock()
		u.ConfirmationSentAt = &now
	}
	return s.send(ctx, tx, r, u, m)
}

// link is what the mail leads to. Applications take links apart by patterns, so it is written as
// GoTrue writes it: in this order, and the address as it is where nothing in it has to be escaped.
func (s *Service) link(m mailing) string {
	to := m.redirectTo
	if !plainAddress.MatchString(to) {
		to = url.QueryEscape(to)
	}
	return s.issuer + "/verify?token=" + m.token.Hash + "&type=" + m.linkType + "&redirect_to=" + to
}

// plainAddress is an address that means the same in a query.
var plainAddress = regexp.MustCompile(`^[A-Za-z0-9._~:/?@!$()*,\[\]-]*$`)

// send puts mails to u into the outbox, in the user's language, or gives them to the hook
// send-email. Several are those of one change of address: the present one's is first.
func (s *Service) send(ctx context.Context, tx db.Tx, r *http.Request, u *account.User, mails ...mailing) error {
	if s.hooks.Has(hook.SendEmail) {
		return s.sendByHook(ctx, tx, r, u, mails)
	}
	for _, m := range mails {
		if err := s.putMail(ctx, tx, r, u, m); err != nil {
			return err
		}
	}
	return nil
}

func (s *Service) putMail(ctx context.Context, tx db.Tx, r *http.Request, u *account.User, m mailing) error {
	if s.mail == nil {
		return fault.New(fault.AuthFeatureDisabled, "This server sends no mail")
	}
	data := templates.Data{
		SiteURL: s.siteURL, Token: m.token.Code, TokenHash: m.token.Hash, Email: u.Email, NewEmail: m.newEmail, SendingTo: m.to,
		RedirectTo: m.redirectTo, Data: metadata(u.UserMetadata), OldEmail: m.oldEmail, OldPhone: m.oldPhone, Phone: u.Phone, Provider: m.provider, FactorType: m.factorType,
	}
	if m.linkType != "" {
		data.ConfirmationURL = s.link(m)
	}
	message, err := s.mail.Render(string(m.kind), languages(u, r), data)
	if err != nil {
		return fmt.Errorf("write a mail: %w", err)
	}
	message.To = m.to
	key := "" // a notification has no token
	if m.token.Hash != "" {
		key = string(m.kind) + " " + m.token.Hash
	}
	if err := s.mail.Put(ctx, tx, message, key); err != nil {
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

// languages are those of the user's metadata (locale, language or lang), and then those
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

// allowMail refuses a second mail of a kind to an address within MailInterval. It
// says nothing about whether the address has an account, and holds on all nodes. Mails that
// sign in count together: which of them an address gets follows from its account.
func (s *Service) allowMail(ctx context.Context, tx db.Tx, kind mailKind, email string) error {
	counted := string(kind)
	if kind == mailConfirmation || kind == mailMagicLink || kind == mailRecovery {
		counted = "sign-in"
	}
	return s.attempts.Once(ctx, tx, s.attempts.Key("mail", counted, email), s.flows.MailInterval, fault.AuthMailRate)
}

package auth

import (
	"net/http"
	"strings"

	"github.com/toubkal/toubkal/server/auth/account"
	"github.com/toubkal/toubkal/server/db"
)

// notify mails u that the account has changed, in the transaction that changes it, if
// notifications of that kind are on and there is an address to tell.
func (s *Service) notify(r *http.Request, tx db.Tx, u *account.User, m mailing) error {
	if m.to == "" || !s.flows.Notifications[strings.TrimSuffix(string(m.kind), "_notification")] {
		return nil
	}
	return s.send(r.Context(), tx, r, u, m)
}

// notifyConfirmed tells of the change that a token has confirmed: of an address the one
// before, so that its owner knows, and of a number the address of the account.
func (s *Service) notifyConfirmed(r *http.Request, tx db.Tx, t account.Found) error {
	before, after := t.User, t.User
	switch t.Purpose {
	case account.EmailChangeCurrent, account.EmailChangeNew:
		after.Email = before.NewEmail
		return s.notify(r, tx, &after, mailing{kind: "email_changed_notification", to: before.Email, oldEmail: before.Email})
	case account.PhoneChange:
		after.Phone = t.RelatesTo
		return s.notify(r, tx, &after, mailing{kind: "phone_changed_notification", to: before.Email, oldPhone: before.Phone})
	case account.Confirmation, account.Recovery, account.Reauthentication:
	}
	return nil
}

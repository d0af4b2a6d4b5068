package auth

import (
	"net/http"
	"strings"

	"github.com/toubkal/toubkal/server/db"
)

// notify mails u that the account has changed, in the transaction that changes it, if
// notifications of that kind are on and there is an address to tell.
func (s *Service) notify(r *http.Request, tx db.Tx, u *User, m mailing) error {
	if m.to == "" || !s.flows.Notifications[strings.TrimSuffix(string(m.kind), "_notification")] {
		return nil
	}
	return s.send(r.Context(), tx, r, u, m)
}

// notifyConfirmed tells of the change that a token has confirmed: of an address the one
// before, so that its owner knows, and of a number the address of the account.
func (s *Service) notifyConfirmed(r *http.Request, tx db.Tx, t foundToken) error {
	before, after := t.user, t.user
	switch t.purpose {
	case emailChangeCurrent, emailChangeNew:
		after.Email = before.NewEmail
		return s.notify(r, tx, &after, mailing{kind: "email_changed_notification", to: before.Email, oldEmail: before.Email})
	case phoneChange:
		after.Phone = t.relatesTo
		return s.notify(r, tx, &after, mailing{kind: "phone_changed_notification", to: before.Email, oldPhone: before.Phone})
	case confirmation, recovery, reauthentication:
	}
	return nil
}

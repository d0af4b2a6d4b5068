package message

import (
	"net/http"
	"strings"

	"github.com/toubkal/toubkal/server/auth/account"
	"github.com/toubkal/toubkal/server/db"
)

// Notify mails u that the account has changed, in the transaction that changes it, if
// notifications of that kind are on and there is an address to tell.
func (s *Sender) Notify(r *http.Request, tx db.Tx, u *account.User, m Mail) error {
	if m.To == "" || !s.o.Notifications[strings.TrimSuffix(string(m.Kind), "_notification")] {
		return nil
	}
	return s.Send(r.Context(), tx, r, u, m)
}

// NotifyConfirmed tells of the change that a token has confirmed: of an address the one
// before, so that its owner knows, and of a number the address of the account.
func (s *Sender) NotifyConfirmed(r *http.Request, tx db.Tx, t account.Found) error {
	before, after := t.User, t.User
	switch t.Purpose {
	case account.EmailChangeCurrent, account.EmailChangeNew:
		after.Email = before.NewEmail
		return s.Notify(r, tx, &after, Mail{Kind: "email_changed_notification", To: before.Email, oldEmail: before.Email})
	case account.PhoneChange:
		after.Phone = t.RelatesTo
		return s.Notify(r, tx, &after, Mail{Kind: "phone_changed_notification", To: before.Email, oldPhone: before.Phone})
	case account.Confirmation, account.Recovery, account.Reauthentication:
	}
	return nil
}

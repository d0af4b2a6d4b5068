package auth

import (
	"net/http"

	"github.com/toubkal/toubkal/server/auth/account"
	"github.com/toubkal/toubkal/server/auth/gotrue"
	"github.com/toubkal/toubkal/server/auth/message"
	"github.com/toubkal/toubkal/server/db"
)

// resendSMS is POST /resend for a number: the code of a sign-up, or of a change of the
// number, once more.
func (s *Service) resendSMS(r *http.Request, kind, given string) (any, error) {
	phone, err := account.CheckPhone(given)
	if err != nil {
		return nil, err
	}
	var sent message.Sent
	err = s.pool.LoginTx(r.Context(), func(tx db.Tx) error {
		u, found, err := account.LockFound(r.Context(), tx, account.ByPhone, phone)
		switch {
		case err != nil:
			return err
		case kind == "sms" && found && u.PhoneConfirmedAt == nil:
			sent, err = s.messages.SendSMS(r, tx, &u, account.Confirmation, phone)
		case kind == "phone_change" && found && u.NewPhone != "":
			if err := account.FreePhone(r.Context(), tx, u.NewPhone); err != nil {
				return err
			}
			sent, err = s.messages.SendSMS(r, tx, &u, account.PhoneChange, u.NewPhone)
		default:
			sent, err = s.messages.AllowSMS(r.Context(), tx, phone)
		}
		return err
	})
	return sent, err
}

// changePhone stores the number that u wants, and asks it to confirm.
func (s *Service) changePhone(r *http.Request, tx db.Tx, u *account.User, phone string) error {
	if err := account.FreePhone(r.Context(), tx, phone); err != nil {
		return err
	}
	if s.phones.AutoConfirm {
		if err := s.accounts.ConfirmPhone(r.Context(), tx, u.ID, phone); err != nil {
			return gotrue.RefusedBy(err)
		}
		return s.messages.NotifyConfirmed(r, tx, account.Found{User: *u, Purpose: account.PhoneChange, RelatesTo: phone})
	}
	if _, err := tx.Exec(r.Context(), `update auth.users set phone_change = $2 where id = $1`, u.ID, phone); err != nil {
		return gotrue.RefusedBy(err)
	}
	_, err := s.messages.SendSMS(r, tx, u, account.PhoneChange, phone)
	return err
}

package auth

import (
	"context"
	"net/http"

	"github.com/toubkal/toubkal/server/auth/account"
	"github.com/toubkal/toubkal/server/auth/audit"
	"github.com/toubkal/toubkal/server/auth/gotrue"
	"github.com/toubkal/toubkal/server/auth/message"
	"github.com/toubkal/toubkal/server/auth/pkce"
	"github.com/toubkal/toubkal/server/db"
)

// sendEmailChange stores the address that u wants, and asks it to confirm; and the present
// one too, unless OneMailEmailChange is set or there is none.
func (cs contacts) sendEmailChange(r *http.Request, tx db.Tx, u *account.User, newEmail string, c pkce.Challenge) error {
	ctx := r.Context()
	if err := account.FreeEmail(ctx, tx, newEmail); err != nil {
		return err
	}
	if err := cs.messages.AllowMail(ctx, tx, message.EmailChange, u.ID); err != nil {
		return err
	}
	to := cs.redirects.Of(r, "")
	var mails []message.Mail
	ask := func(p account.Purpose, address string) error {
		t, err := cs.tokens.Issue(ctx, tx, u.ID, p, address, c.Value != "")
		if err != nil {
			return err
		}
		mails = append(mails, message.Mail{
			Kind: message.EmailChange, LinkType: "email_change", To: address, Token: t, RedirectTo: to, NewEmail: newEmail,
		})
		return nil
	}
	_, err := tx.Exec(ctx, `update auth.users set email_change = $2, email_change_confirm_status = 0 where id = $1`, u.ID, newEmail)
	if err != nil {
		return gotrue.RefusedBy(err)
	}
	if err := account.DeleteToken(ctx, tx, u.ID, account.EmailChangeCurrent); err != nil {
		return err
	}
	if cs.asksBoth(u) {
		if err := ask(account.EmailChangeCurrent, u.Email); err != nil {
			return err
		}
	}
	if err := cs.pkce.Start(ctx, tx, u.ID, "email_change", c); err != nil {
		return err
	}
	if err := ask(account.EmailChangeNew, newEmail); err != nil {
		return err
	}
	return cs.messages.Send(ctx, tx, r, u, mails...)
}

// asksBoth reports whether the present address has to agree to a change.
func (cs contacts) asksBoth(u *account.User) bool {
	return u.Email != "" && u.EmailConfirmedAt != nil && !cs.flows.OneMailEmailChange
}

// confirmEmailChange notes that one address has confirmed. half is true while the other has
// not; then the account gets the new address.
func (cs contacts) confirmEmailChange(ctx context.Context, tx db.Tx, t account.Found, from audit.Client) (half bool, err error) {
	u := &t.User
	if u.NewEmail == "" {
		return false, account.ErrInvalidToken
	}
	first := false
	if err := tx.QueryRow(ctx, `select coalesce(email_change_confirm_status, 0) = 0 from auth.users where id = $1`, u.ID).Scan(&first); err != nil {
		return false, err
	}
	if first && cs.asksBoth(u) {
		_, err := tx.Exec(ctx, `update auth.users set email_change_confirm_status = 1, updated_at = $2 where id = $1`, u.ID, cs.clock())
		return true, err
	}
	if _, err := tx.Exec(ctx, `update auth.users set email_change = '', email_change_confirm_status = 0 where id = $1`, u.ID); err != nil {
		return false, err
	}
	if err := cs.accounts.ConfirmEmail(ctx, tx, u.ID, u.NewEmail); err != nil {
		return false, gotrue.RefusedBy(err)
	}
	return false, audit.Write(ctx, tx, cs.clock(), audit.User(u.ID, u.Email, audit.Modified), from)
}

// changePhone stores the number that u wants, and asks it to confirm.
func (cs contacts) changePhone(r *http.Request, tx db.Tx, u *account.User, phone string) error {
	if err := account.FreePhone(r.Context(), tx, phone); err != nil {
		return err
	}
	if cs.phones.AutoConfirm {
		if err := cs.accounts.ConfirmPhone(r.Context(), tx, u.ID, phone); err != nil {
			return gotrue.RefusedBy(err)
		}
		return cs.messages.NotifyConfirmed(r, tx, account.Found{User: *u, Purpose: account.PhoneChange, RelatesTo: phone})
	}
	if _, err := tx.Exec(r.Context(), `update auth.users set phone_change = $2 where id = $1`, u.ID, phone); err != nil {
		return gotrue.RefusedBy(err)
	}
	_, err := cs.messages.SendSMS(r, tx, u, account.PhoneChange, phone)
	return err
}

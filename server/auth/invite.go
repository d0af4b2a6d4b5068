package auth

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"

	"github.com/toubkal/toubkal/server/auth/account"
	"github.com/toubkal/toubkal/server/auth/audit"
	"github.com/toubkal/toubkal/server/auth/gotrue"
	"github.com/toubkal/toubkal/server/auth/message"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
)

// invite is POST /invite: an account for an address, and a mail with a link to accept. An
// address that has not accepted yet is invited again, with a new link.
func (a adminRoutes) invite(w http.ResponseWriter, r *http.Request) error {
	var given struct {
		Email string                     `json:"email"`
		Data  map[string]json.RawMessage `json:"data"`
	}
	if err := gotrue.Read(w, r, &given); err != nil {
		return err
	}
	if a.flows.SignUp == SignUpClosed {
		return fault.New(fault.AuthSignupDisabled, "Invitations are switched off on this server")
	}
	n, err := a.accounts.Prepare(r.Context(), account.NewUser{Email: given.Email, UserMetadata: given.Data, ByUser: true, Invited: true})
	if err != nil {
		return err
	}
	if err := a.accounts.MayCreateUnlessKnown(r, &n); err != nil {
		return err
	}
	var u account.User
	err = a.pool.LoginTx(r.Context(), func(tx db.Tx) error {
		var t account.Token
		var err error
		if u, t, err = a.invited(r, tx, n); err != nil {
			return err
		}
		return a.messages.Send(r.Context(), tx, r, &u, message.Mail{
			Kind: message.Invite, LinkType: "invite", To: u.Email, Token: t, RedirectTo: a.redirects.Of(r, ""),
		})
	})
	if err != nil {
		return err
	}
	return gotrue.Reply(w, http.StatusOK, &u)
}

// invited makes or finds the account of an address that has not accepted yet, with a new
// token. n is prepared.
func (a adminRoutes) invited(r *http.Request, tx db.Tx, n account.NewUser) (account.User, account.Token, error) {
	ctx, email := r.Context(), n.Email
	u, found, err := account.LockFound(ctx, tx, account.ByEmail, email)
	switch {
	case err != nil:
		return account.User{}, account.Token{}, err
	case found && u.EmailConfirmedAt != nil:
		return account.User{}, account.Token{}, fault.New(fault.AuthEmailExists, "A user with this email address has already been registered")
	case !found:
		if u, err = a.accounts.CreateFrom(ctx, tx, n, audit.ClientOf(r)); err != nil {
			return account.User{}, account.Token{}, err
		}
	}
	t, err := a.tokens.Issue(ctx, tx, u.ID, account.Confirmation, email, false)
	if err != nil {
		return account.User{}, account.Token{}, err
	}
	if _, err := tx.Exec(ctx, `update auth.users set invited_at = $2 where id = $1`, u.ID, a.clock()); err != nil {
		return account.User{}, account.Token{}, err
	}
	if err := audit.Write(ctx, tx, a.clock(), audit.Admin(audit.Invited, u.ID, email), audit.ClientOf(r)); err != nil {
		return account.User{}, account.Token{}, err
	}
	u, err = account.LockUser(ctx, tx, `u.id = $1`, u.ID)
	return u, t, err
}

// generatedLink is a user with a link that nobody has been sent.
type generatedLink struct {
	*account.User
	ActionLink       string `json:"action_link"`
	EmailOTP         string `json:"email_otp"`
	HashedToken      string `json:"hashed_token"`
	VerificationType string `json:"verification_type"`
	RedirectTo       string `json:"redirect_to"`
}

// generateLink is POST /admin/generate_link: the link and the code of a mail that the caller
// sends.
func (a adminRoutes) generateLink(w http.ResponseWriter, r *http.Request) error {
	var given struct {
		Type       string                     `json:"type"`
		Email      string                     `json:"email"`
		NewEmail   string                     `json:"new_email"`
		Password   string                     `json:"password"`
		Data       map[string]json.RawMessage `json:"data"`
		RedirectTo string                     `json:"redirect_to"`
	}
	if err := gotrue.Read(w, r, &given); err != nil {
		return err
	}
	email, err := account.CheckEmail(given.Email)
	if err != nil {
		return err
	}
	n := account.NewUser{Email: email, Password: given.Password, UserMetadata: given.Data, ByUser: true, Invited: true}
	if given.Type == "signup" && given.Password == "" {
		return gotrue.Invalid("Signup requires a valid password")
	}
	if given.Type == "invite" {
		n.Password = ""
	}
	if n, err = a.accounts.Prepare(r.Context(), n); err != nil {
		return err
	}
	if slices.Contains([]string{"signup", "invite", "magiclink"}, given.Type) {
		if err := a.accounts.MayCreateUnlessKnown(r, &n); err != nil {
			return err
		}
	}
	m := message.Mail{LinkType: given.Type, To: email, RedirectTo: a.redirects.Of(r, given.RedirectTo)}
	var u account.User
	err = a.pool.LoginTx(r.Context(), func(tx db.Tx) error {
		if given.Type == "invite" {
			u, m.Token, err = a.invited(r, tx, n)
			return err
		}
		u, m, err = a.linkFor(r.Context(), tx, given.Type, n, given.NewEmail, m, audit.ClientOf(r))
		return err
	})
	if err != nil {
		return err
	}
	kind := m.LinkType
	if given.Type == "email_change_current" || given.Type == "email_change_new" {
		kind = given.Type
	}
	return gotrue.Reply(w, http.StatusOK, generatedLink{&u, a.messages.Link(m), m.Token.Code, m.Token.Hash, kind, m.RedirectTo})
}

// linkFor makes the token of a generated link, and the account where the type allows it.
func (a adminRoutes) linkFor(ctx context.Context, tx db.Tx, kind string, n account.NewUser, newEmail string, m message.Mail, from audit.Client) (account.User, message.Mail, error) {
	fail := func(err error) (account.User, message.Mail, error) { return account.User{}, message.Mail{}, err }
	u, found, err := account.LockFound(ctx, tx, account.ByEmail, n.Email)
	if err != nil {
		return fail(err)
	}
	var p account.Purpose
	switch kind {
	case "signup", "magiclink":
		if found && kind == "signup" && u.EmailConfirmedAt != nil {
			return fail(fault.New(fault.AuthEmailExists, "A user with this email address has already been registered"))
		}
		if !found {
			if u, err = a.accounts.CreateFrom(ctx, tx, n, from); err != nil {
				return fail(err)
			}
		} else if kind == "signup" {
			if err := a.accounts.MergeUserMetadata(ctx, tx, u.ID, n.UserMetadata); err != nil {
				return fail(err)
			}
		}
		p, m.LinkType = account.Recovery, "magiclink"
		if kind == "signup" || !found {
			p, m.LinkType = account.Confirmation, "signup"
		}
	case "recovery":
		p = account.Recovery
	case "email_change_current", "email_change_new":
		if newEmail, err = account.CheckEmail(newEmail); err != nil {
			return fail(err)
		}
		if p, m.LinkType, m.NewEmail = account.EmailChangeCurrent, "email_change", newEmail; kind == "email_change_new" {
			p, m.To = account.EmailChangeNew, newEmail
		} else if a.flows.OneMailEmailChange {
			return fail(gotrue.Invalid("Enable secure email change to generate link for current email"))
		}
	default:
		return fail(gotrue.Invalid(fmt.Sprintf("Invalid email action link type requested: %s", kind)))
	}
	if u.ID == "" {
		return fail(fault.New(fault.AuthUserNotFound, "User with this email not found"))
	}
	if newEmail != "" && m.NewEmail != "" {
		if err := account.FreeEmail(ctx, tx, newEmail); err != nil {
			return fail(err)
		}
		if _, err := tx.Exec(ctx, `update auth.users set email_change = $2 where id = $1`, u.ID, newEmail); err != nil {
			return fail(err)
		}
	}
	if m.Token, err = a.tokens.Issue(ctx, tx, u.ID, p, m.To, false); err != nil {
		return fail(err)
	}
	if err := audit.Write(ctx, tx, a.clock(), audit.Admin(audit.Recovery, u.ID, u.Email), from); err != nil {
		return fail(err)
	}
	if u, err = account.LockUser(ctx, tx, `u.id = $1`, u.ID); err == nil && kind == "signup" {
		err = u.Fits()
	}
	return u, m, err
}

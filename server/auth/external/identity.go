package external

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"

	"github.com/toubkal/toubkal/server/auth/account"
	"github.com/toubkal/toubkal/server/auth/audit"
	"github.com/toubkal/toubkal/server/auth/gotrue"
	"github.com/toubkal/toubkal/server/auth/hook"
	"github.com/toubkal/toubkal/server/auth/message"
	"github.com/toubkal/toubkal/server/auth/pkce"
	"github.com/toubkal/toubkal/server/auth/provider"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
)

// identityContext says by which provider an identity comes, and who gets it.
type identityContext struct {
	provider   *provider.Provider
	invite     string // hash of an invitation's token; "" without
	linkTo     string // id of the user who gets the identity; "" to sign in
	later      bool   // only find out whether it can be linked
	redirectTo string // where a mailed link leads; "" is what the request says
}

// errUnverified is an identity whose address has to be confirmed by mail first. The
// transaction is committed: it has made the account and the mail.
var errUnverified = errors.New("the address of the identity is not verified")

// identify finds or makes the user of an identity, and calls then in the same transaction.
func (i *Identities) identify(r *http.Request, id provider.Identity, e identityContext, then func(db.Tx, *account.User) error) (u account.User, err error) {
	n, err := i.accountFor(r, &id, e)
	if err != nil {
		return account.User{}, err
	}
	unverified := false
	err = i.pool.LoginTx(r.Context(), func(tx db.Tx) error {
		// Two first sign-ins at once make one account.
		_, err := tx.Exec(r.Context(), `select pg_advisory_xact_lock(hashtextextended($1, 0))`, "identity "+id.Provider+" "+id.Subject)
		if err != nil {
			return err
		}
		switch {
		case e.linkTo == "":
			u, err = i.userOf(r, tx, id, e, n)
		case e.later:
			u, err = i.linkable(r.Context(), tx, e.linkTo, id)
		default:
			u, err = i.linkIdentity(r, tx, e.linkTo, id)
		}
		if errors.Is(err, errUnverified) {
			unverified = true
			return nil
		}
		if err != nil {
			return err
		}
		return then(tx, &u)
	})
	if err == nil && unverified {
		return account.User{}, fault.New(fault.AuthProviderUnverified, fmt.Sprintf(
			"Unverified email with %s. A confirmation email has been sent to your %s email", id.Provider, id.Provider))
	}
	return u, err
}

// accountFor is the account that an identity begins with if it belongs to none; the
// identity's address is normalised. The hook before-user-created is asked about it.
func (i *Identities) accountFor(r *http.Request, id *provider.Identity, e identityContext) (n account.NewUser, err error) {
	if id.Email, err = account.CheckEmail(id.Email); err != nil {
		id.Email, id.EmailVerified = "", false
	}
	fields, err := profileFields(*id)
	if err != nil {
		return account.NewUser{}, err
	}
	n, err = i.accounts.Prepare(r.Context(), account.NewUser{
		Email: id.Email, Confirmed: id.EmailVerified || i.autoConfirm, UserMetadata: fields, ByUser: true,
		Identity: &account.NewIdentity{Provider: id.Provider, Subject: id.Subject},
	})
	if err != nil || !i.hooks.Has(hook.BeforeUserCreated) || e.linkTo != "" || e.invite != "" || !i.signUpOpen {
		return n, err
	}
	owner := ""
	err = i.pool.LoginTx(r.Context(), func(tx db.Tx) error {
		owner, err = account.IdentityOwner(r.Context(), tx, *id)
		if err == nil && owner == "" && id.EmailVerified {
			owner, err = account.AccountOf(r.Context(), tx, id.Email)
		}
		return err
	})
	if err != nil || owner != "" {
		return n, err
	}
	return n, i.accounts.MayCreate(r, &n)
}

// userOf is the user who signs in with an identity: who has it, else the one whose
// address the provider vouches for, else a new one.
func (i *Identities) userOf(r *http.Request, tx db.Tx, id provider.Identity, e identityContext, n account.NewUser) (account.User, error) {
	ctx, email := r.Context(), id.Email
	userID, err := account.IdentityOwner(ctx, tx, id)
	if err != nil {
		return account.User{}, err
	}
	known := userID != ""
	if !known && e.invite != "" {
		if userID, err = i.acceptInvite(r, tx, email, e.invite); err != nil {
			return account.User{}, err
		}
		id.EmailVerified = true // the token was sent to it
	} else if !known && id.EmailVerified {
		if userID, err = account.AccountOf(ctx, tx, email); err != nil {
			return account.User{}, err
		}
	}
	if userID == "" {
		return i.newUserOf(r, tx, id, e, n)
	}
	u, err := i.accounts.LockActive(ctx, tx, userID)
	if err != nil {
		return account.User{}, err
	}
	if !known && u.EmailConfirmedAt == nil && u.Email == email {
		if err := i.accounts.Reclaim(ctx, tx, &u, email); err != nil {
			return account.User{}, err
		}
	}
	if err := i.accounts.SaveIdentity(ctx, tx, u.ID, id, true); err != nil {
		return account.User{}, err
	}
	if !known {
		if err := i.tellIdentity(r, tx, &u, audit.Linked, id.Provider); err != nil {
			return account.User{}, err
		}
	}
	if u.Email != "" && u.EmailConfirmedAt == nil {
		if !id.EmailVerified || u.Email != email {
			return account.User{}, i.askToConfirm(r, tx, &u, e)
		}
		if err := i.accounts.ConfirmAddress(ctx, tx, &u, email); err != nil {
			return account.User{}, err
		}
	}
	return account.LockUser(ctx, tx, `u.id = $1`, u.ID)
}

// newUserOf makes an account. An address that the provider does not vouch for is confirmed by
// mail first; one that is taken gets the same answer and no mail, so that nobody learns
// which addresses have accounts.
func (i *Identities) newUserOf(r *http.Request, tx db.Tx, id provider.Identity, e identityContext, n account.NewUser) (account.User, error) {
	switch {
	case !i.signUpOpen:
		return account.User{}, account.SignUpDisabled()
	case n.Email == "" && !e.provider.EmailOptional:
		return account.User{}, fault.New(fault.AuthEmailMissing, "The provider tells no email address, and one is needed")
	}
	if n.Email != "" && !id.EmailVerified {
		_, taken, err := account.LockFound(r.Context(), tx, account.ByEmail, n.Email)
		if err != nil {
			return account.User{}, err
		}
		if taken {
			return account.User{}, errUnverified
		}
	}
	u, err := i.accounts.CreateFrom(r.Context(), tx, n, audit.ClientOf(r))
	if err != nil {
		return account.User{}, err
	}
	if u.Email != "" && u.EmailConfirmedAt == nil {
		return account.User{}, i.askToConfirm(r, tx, &u, e)
	}
	return u, nil
}

// askToConfirm mails u a link, unless one was sent a moment ago.
func (i *Identities) askToConfirm(r *http.Request, tx db.Tx, u *account.User, e identityContext) error {
	if e.redirectTo != "" {
		r = r.Clone(r.Context())
		r.URL.RawQuery = url.Values{"redirect_to": {e.redirectTo}}.Encode()
	}
	err := i.messages.MailToken(r, tx, u, message.Confirmation, pkce.Challenge{})
	if refused, ok := errors.AsType[*fault.Fault](err); ok && refused.Code == fault.AuthMailRate || err == nil {
		return errUnverified
	}
	return err
}

// acceptInvite is the id of the invited user whose token this is, if the address is theirs.
func (i *Identities) acceptInvite(r *http.Request, tx db.Tx, email, hash string) (string, error) {
	t, err := i.tokens.Find(r.Context(), tx, account.Presented{Hash: hash}, account.Confirmation)
	switch {
	case errors.Is(err, account.ErrInvalidToken) || err == nil && t.User.InvitedAt == nil:
		return "", account.InvalidLink()
	case err != nil:
		return "", err
	case t.User.Email != email:
		return "", gotrue.Invalid("Invited email does not match emails from external provider")
	}
	if err := account.DeleteToken(r.Context(), tx, t.User.ID, account.Confirmation); err != nil {
		return "", err
	}
	return t.User.ID, audit.Write(r.Context(), tx, i.now(), audit.User(t.User.ID, t.User.Email, audit.InviteAccepted), audit.ClientOf(r))
}

func profileFields(id provider.Identity) (fields map[string]json.RawMessage, err error) {
	text, err := json.Marshal(id.Profile)
	if err == nil {
		err = json.Unmarshal(text, &fields)
	}
	return fields, err
}

// tellIdentity records that u has got or lost an identity of a provider, and mails it.
func (i *Identities) tellIdentity(r *http.Request, tx db.Tx, u *account.User, action, name string) error {
	line := audit.UserWith(u.ID, u.Email, action, map[string]any{"provider": name})
	if err := audit.Write(r.Context(), tx, i.now(), line, audit.ClientOf(r)); err != nil {
		return err
	}
	return i.messages.Notify(r, tx, u, message.Mail{Kind: message.Kind(action + "_notification"), To: u.Email, Provider: name})
}

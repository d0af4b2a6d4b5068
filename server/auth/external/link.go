package external

import (
	"context"
	"net/http"
	"slices"

	"github.com/google/uuid"

	"github.com/toubkal/toubkal/server/auth/account"
	"github.com/toubkal/toubkal/server/auth/audit"
	"github.com/toubkal/toubkal/server/auth/gotrue"
	"github.com/toubkal/toubkal/server/auth/provider"
	"github.com/toubkal/toubkal/server/auth/session"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
)

// linkable locks the user who wants an identity. It refuses one that somebody has.
func (i *Identities) linkable(ctx context.Context, tx db.Tx, userID string, id provider.Identity) (account.User, error) {
	u, err := i.accounts.LockActive(ctx, tx, userID)
	if err != nil {
		return account.User{}, err
	}
	switch owner, err := account.IdentityOwner(ctx, tx, id); {
	case err != nil:
		return account.User{}, err
	case owner == userID:
		return account.User{}, fault.New(fault.AuthIdentityExists, "Identity is already linked")
	case owner != "":
		return account.User{}, fault.New(fault.AuthIdentityExists, "Identity is already linked to another user")
	}
	return u, nil
}

// linkIdentity gives a user another identity. A user without an address gets that of the
// identity, if the provider vouches for it; an anonymous user is permanent afterwards.
func (i *Identities) linkIdentity(r *http.Request, tx db.Tx, userID string, id provider.Identity) (account.User, error) {
	ctx := r.Context()
	u, err := i.linkable(ctx, tx, userID, id)
	if err != nil {
		return account.User{}, err
	}
	if email, err := account.CheckEmail(id.Email); u.Email == "" && id.EmailVerified && err == nil {
		if err := i.accounts.ConfirmAddress(ctx, tx, &u, email); err != nil {
			return account.User{}, err
		}
	}
	if err := i.accounts.SaveIdentity(ctx, tx, u.ID, id, u.IsAnonymous); err != nil {
		return account.User{}, err
	}
	if _, err := tx.Exec(ctx, `update auth.users set is_anonymous = false where id = $1`, u.ID); err != nil {
		return account.User{}, err
	}
	if err := i.tellIdentity(r, tx, &u, audit.Linked, id.Provider); err != nil {
		return account.User{}, err
	}
	return account.LockUser(ctx, tx, `u.id = $1`, u.ID)
}

// Unlink is DELETE /user/identities/{id}: the caller signs in with that identity no
// more.
func (i *Identities) Unlink(w http.ResponseWriter, r *http.Request) error {
	c, err := i.linkingCaller(r.Context())
	if err != nil {
		return err
	}
	id := r.PathValue("id")
	if uuid.Validate(id) != nil {
		return gotrue.Invalid("identity_id must be an UUID").WithStatus(http.StatusNotFound)
	}
	err = i.pool.LoginTx(r.Context(), func(tx db.Tx) error {
		u, err := account.LockUser(r.Context(), tx, `u.id = $1`, c.User.ID)
		if err != nil {
			return err
		}
		at := slices.IndexFunc(u.Identities, func(each account.Identity) bool { return each.IdentityID == id })
		switch {
		case len(u.Identities) <= 1:
			return fault.New(fault.AuthSingleIdentity, "User must have at least 1 identity after unlinking")
		case at < 0:
			return fault.New(fault.AuthIdentityNotFound, "Identity doesn't exist")
		}
		return i.removeIdentity(r, tx, &u, u.Identities[at])
	})
	if err != nil {
		return err
	}
	return gotrue.Reply(w, http.StatusOK, struct{}{})
}

func (i *Identities) removeIdentity(r *http.Request, tx db.Tx, u *account.User, gone account.Identity) error {
	ctx := r.Context()
	if _, err := tx.Exec(ctx, `delete from auth.identities where id = $1`, gone.IdentityID); err != nil {
		return err
	}
	var err error
	if gone.Provider == "phone" {
		_, err = tx.Exec(ctx, `update auth.users set phone = null, phone_confirmed_at = null where id = $1`, u.ID)
	} else {
		err = i.accounts.ReplaceAddress(ctx, tx, u, i.autoConfirm)
	}
	if err != nil {
		return err
	}
	if err := i.accounts.SyncProviders(ctx, tx, u.ID); err != nil {
		return err
	}
	return i.tellIdentity(r, tx, u, audit.Unlinked, gone.Provider)
}

// linkingCaller is the user of a request about identities.
func (i *Identities) linkingCaller(ctx context.Context) (session.Caller, error) {
	c, err := i.callers.SignedIn(ctx)
	if err == nil && !i.manualLinking {
		err = fault.New(fault.AuthLinkingDisabled, "Manual linking is disabled")
	}
	return c, err
}

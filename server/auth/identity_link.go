package auth

import (
	"context"
	"net/http"
	"slices"

	"github.com/google/uuid"

	"github.com/toubkal/toubkal/server/auth/audit"
	"github.com/toubkal/toubkal/server/auth/gotrue"
	"github.com/toubkal/toubkal/server/auth/provider"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
)

// linkable locks the user who wants an identity. It refuses one that somebody has.
func (s *Service) linkable(ctx context.Context, tx db.Tx, userID string, id provider.Identity) (User, error) {
	u, err := s.lockActive(ctx, tx, userID)
	if err != nil {
		return User{}, err
	}
	switch owner, err := identityOwner(ctx, tx, id); {
	case err != nil:
		return User{}, err
	case owner == userID:
		return User{}, fault.New(fault.AuthIdentityExists, "Identity is already linked")
	case owner != "":
		return User{}, fault.New(fault.AuthIdentityExists, "Identity is already linked to another user")
	}
	return u, nil
}

// linkIdentity gives a user another identity. A user without an address gets that of the
// identity, if the provider vouches for it; an anonymous user is permanent afterwards.
func (s *Service) linkIdentity(r *http.Request, tx db.Tx, userID string, id provider.Identity) (User, error) {
	ctx := r.Context()
	u, err := s.linkable(ctx, tx, userID, id)
	if err != nil {
		return User{}, err
	}
	if email, err := checkEmail(id.Email); u.Email == "" && id.EmailVerified && err == nil {
		if err := s.confirmAddress(ctx, tx, &u, email); err != nil {
			return User{}, err
		}
	}
	if err := s.saveIdentity(ctx, tx, u.ID, id, u.IsAnonymous); err != nil {
		return User{}, err
	}
	if _, err := tx.Exec(ctx, `update auth.users set is_anonymous = false where id = $1`, u.ID); err != nil {
		return User{}, err
	}
	if err := s.tellIdentity(r, tx, &u, audit.Linked, id.Provider); err != nil {
		return User{}, err
	}
	return lockUser(ctx, tx, `u.id = $1`, u.ID)
}

// unlinkIdentity is DELETE /user/identities/{id}: the caller signs in with that identity no
// more.
func (s *Service) unlinkIdentity(w http.ResponseWriter, r *http.Request) error {
	c, err := s.linkingCaller(r.Context())
	if err != nil {
		return err
	}
	id := r.PathValue("id")
	if uuid.Validate(id) != nil {
		return gotrue.Invalid("identity_id must be an UUID").WithStatus(http.StatusNotFound)
	}
	err = s.inTx(r.Context(), func(tx db.Tx) error {
		u, err := lockUser(r.Context(), tx, `u.id = $1`, c.user.ID)
		if err != nil {
			return err
		}
		at := slices.IndexFunc(u.Identities, func(each Identity) bool { return each.IdentityID == id })
		switch {
		case len(u.Identities) <= 1:
			return fault.New(fault.AuthSingleIdentity, "User must have at least 1 identity after unlinking")
		case at < 0:
			return fault.New(fault.AuthIdentityNotFound, "Identity doesn't exist")
		}
		return s.removeIdentity(r, tx, &u, u.Identities[at])
	})
	if err != nil {
		return err
	}
	return gotrue.Reply(w, http.StatusOK, struct{}{})
}

func (s *Service) removeIdentity(r *http.Request, tx db.Tx, u *User, gone Identity) error {
	ctx := r.Context()
	if _, err := tx.Exec(ctx, `delete from auth.identities where id = $1`, gone.IdentityID); err != nil {
		return err
	}
	var err error
	if gone.Provider == "phone" {
		_, err = tx.Exec(ctx, `update auth.users set phone = null, phone_confirmed_at = null where id = $1`, u.ID)
	} else {
		err = s.replaceAddress(ctx, tx, u)
	}
	if err != nil {
		return err
	}
	if err := s.syncProviders(ctx, tx, u.ID); err != nil {
		return err
	}
	return s.tellIdentity(r, tx, u, audit.Unlinked, gone.Provider)
}

// replaceAddress gives a user the address of another identity where none has the present one
// any more: the first that no other account has, verified ones first, then the oldest. What
// was mailed to the former address is void.
func (s *Service) replaceAddress(ctx context.Context, tx db.Tx, u *User) error {
	var keeps, free, verified bool
	var email string
	err := tx.QueryRow(ctx, `select exists (select from auth.identities i where i.user_id = $1 and i.email = $2)`, u.ID, u.Email).Scan(&keeps)
	if err != nil || keeps || u.Email == "" {
		return err
	}
	err = tx.QueryRow(ctx, `select coalesce(i.email, ''), coalesce(i.identity_data ->> 'email_verified' = 'true', false),
			not exists (select from auth.users o where lower(o.email) = i.email and o.id <> $1 and not o.is_sso_user) as free
		from auth.identities i where i.user_id = $1
		order by free desc, i.email is null, coalesce(i.identity_data ->> 'email_verified' = 'true', false) desc, i.created_at limit 1`,
		u.ID).Scan(&email, &verified, &free)
	if err != nil {
		return err
	}
	if !free {
		return fault.New(fault.AuthEmailConflict, "Unable to unlink identity due to email conflict")
	}
	if _, err := tx.Exec(ctx, `delete from auth.one_time_tokens where user_id = $1`, u.ID); err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `update auth.users set email = nullif($2, ''), updated_at = $3,
			email_confirmed_at = case when $2 <> '' and ($4 or $5) then coalesce(email_confirmed_at, $3) end, `+noTokens+` where id = $1`, u.ID, email, s.clock(), verified, s.flows.AutoConfirm)
	return err
}

package auth

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/auth/audit"
	"github.com/toubkal/toubkal/server/auth/gotrue"
	"github.com/toubkal/toubkal/server/auth/hook"
	"github.com/toubkal/toubkal/server/auth/provider"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
)

// identityContext is how an identity comes here.
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
func (s *Service) identify(r *http.Request, id provider.Identity, e identityContext, then func(db.Tx, *User) error) (u User, err error) {
	n, err := s.accountFor(r, &id, e)
	if err != nil {
		return User{}, err
	}
	unverified := false
	err = s.inTx(r.Context(), func(tx db.Tx) error {
		// Two first sign-ins at once make one account.
		_, err := tx.Exec(r.Context(), `select pg_advisory_xact_lock(hashtextextended($1, 0))`, "identity "+id.Provider+" "+id.Subject)
		if err != nil {
			return err
		}
		switch {
		case e.linkTo == "":
			u, err = s.userOf(r, tx, id, e, n)
		case e.later:
			u, err = s.linkable(r.Context(), tx, e.linkTo, id)
		default:
			u, err = s.linkIdentity(r, tx, e.linkTo, id)
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
		return User{}, fault.New(fault.AuthProviderUnverified, fmt.Sprintf(
			"Unverified email with %s. A confirmation email has been sent to your %s email", id.Provider, id.Provider))
	}
	return u, err
}

// accountFor is the account that an identity begins with if it belongs to none; the
// identity's address is normalised. The hook before-user-created is asked about it.
func (s *Service) accountFor(r *http.Request, id *provider.Identity, e identityContext) (n NewUser, err error) {
	if id.Email, err = checkEmail(id.Email); err != nil {
		id.Email, id.EmailVerified = "", false
	}
	fields, err := profileFields(*id)
	if err != nil {
		return NewUser{}, err
	}
	n, err = s.Prepare(r.Context(), NewUser{
		Email: id.Email, Confirmed: id.EmailVerified || s.flows.AutoConfirm, UserMetadata: fields, byUser: true,
		identity: &newIdentity{id.Provider, id.Subject},
	})
	if err != nil || !s.hooks.Has(hook.BeforeUserCreated) || e.linkTo != "" || e.invite != "" || s.flows.SignUp != SignUpOpen {
		return n, err
	}
	owner := ""
	err = s.inTx(r.Context(), func(tx db.Tx) error {
		owner, err = identityOwner(r.Context(), tx, *id)
		if err == nil && owner == "" && id.EmailVerified {
			owner, err = accountOf(r.Context(), tx, id.Email)
		}
		return err
	})
	if err != nil || owner != "" {
		return n, err
	}
	return n, s.mayCreate(r, &n)
}

// userOf is who signs in with an identity: the user who has it, else the one whose
// address the provider vouches for, else a new one.
func (s *Service) userOf(r *http.Request, tx db.Tx, id provider.Identity, e identityContext, n NewUser) (User, error) {
	ctx, email := r.Context(), id.Email
	userID, err := identityOwner(ctx, tx, id)
	if err != nil {
		return User{}, err
	}
	known := userID != ""
	if !known && e.invite != "" {
		if userID, err = s.acceptInvite(r, tx, email, e.invite); err != nil {
			return User{}, err
		}
		id.EmailVerified = true // the token was sent to it
	} else if !known && id.EmailVerified {
		if userID, err = accountOf(ctx, tx, email); err != nil {
			return User{}, err
		}
	}
	if userID == "" {
		return s.newUserOf(r, tx, id, e, n)
	}
	u, err := s.lockActive(ctx, tx, userID)
	if err != nil {
		return User{}, err
	}
	if !known && u.EmailConfirmedAt == nil && u.Email == email {
		if err := s.reclaim(ctx, tx, &u, email); err != nil {
			return User{}, err
		}
	}
	if err := s.saveIdentity(ctx, tx, u.ID, id, true); err != nil {
		return User{}, err
	}
	if !known {
		if err := s.tellIdentity(r, tx, &u, audit.Linked, id.Provider); err != nil {
			return User{}, err
		}
	}
	if u.Email != "" && u.EmailConfirmedAt == nil {
		if !id.EmailVerified || u.Email != email {
			return User{}, s.askToConfirm(r, tx, &u, e)
		}
		if err := s.confirmAddress(ctx, tx, &u, email); err != nil {
			return User{}, err
		}
	}
	return lockUser(ctx, tx, `u.id = $1`, u.ID)
}

// newUserOf makes an account. An address that the provider does not vouch for is confirmed by
// mail first; one that is taken gets the same answer and no mail, so that nobody learns
// which addresses have accounts.
func (s *Service) newUserOf(r *http.Request, tx db.Tx, id provider.Identity, e identityContext, n NewUser) (User, error) {
	switch {
	case s.flows.SignUp != SignUpOpen:
		return User{}, signUpDisabled()
	case n.Email == "" && !e.provider.EmailOptional:
		return User{}, fault.New(fault.AuthEmailMissing, "The provider tells no email address, and one is needed")
	}
	if n.Email != "" && !id.EmailVerified {
		_, taken, err := lockFound(r.Context(), tx, byEmail, n.Email)
		if err != nil {
			return User{}, err
		}
		if taken {
			return User{}, errUnverified
		}
	}
	u, err := s.create(r.Context(), tx, n, audit.ClientOf(r))
	if err != nil {
		return User{}, err
	}
	if u.Email != "" && u.EmailConfirmedAt == nil {
		return User{}, s.askToConfirm(r, tx, &u, e)
	}
	return u, nil
}

// askToConfirm mails u a link, unless one was sent a moment ago.
func (s *Service) askToConfirm(r *http.Request, tx db.Tx, u *User, e identityContext) error {
	if e.redirectTo != "" {
		r = r.Clone(r.Context())
		r.URL.RawQuery = url.Values{"redirect_to": {e.redirectTo}}.Encode()
	}
	err := s.mailToken(r, tx, u, mailConfirmation, challenge{})
	if refused, ok := errors.AsType[*fault.Fault](err); ok && refused.Code == fault.AuthMailRate || err == nil {
		return errUnverified
	}
	return err
}

// identityOwner is the id of the user who has an identity; "" for nobody.
func identityOwner(ctx context.Context, tx db.Tx, id provider.Identity) (userID string, err error) {
	err = tx.QueryRow(ctx, `select user_id::text from auth.identities where provider = $1 and provider_id = $2`, id.Provider, id.Subject).Scan(&userID)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", nil
	}
	return userID, err
}

// accountOf is the user of a verified address: of the account, or of another identity whose
// provider vouches for it too. "" is nobody; several are refused.
func accountOf(ctx context.Context, tx db.Tx, email string) (string, error) {
	rows, err := tx.Query(ctx, `select u.id::text from auth.users u where `+byEmail+`
		union
		select u.id::text from auth.identities i join auth.users u on u.id = i.user_id
		where i.email = $1 and i.identity_data ->> 'email_verified' = 'true' and not u.is_sso_user and u.deleted_at is null
		limit 20`, email)
	if err != nil {
		return "", err
	}
	ids, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil || len(ids) == 0 {
		return "", err
	}
	if len(ids) == 1 {
		return ids[0], nil
	}
	var providers []string
	if err := tx.QueryRow(ctx, `select array_agg(distinct provider) from auth.identities where user_id = any ($1::uuid[])`, ids).Scan(&providers); err != nil {
		return "", err
	}
	slices.Sort(providers)
	return "", fault.New(fault.AuthConflict, "Several accounts use this address. Sign in with one of: "+strings.Join(providers, ", "))
}

// acceptInvite is the id of the invited user whose token this is, if the address is theirs.
func (s *Service) acceptInvite(r *http.Request, tx db.Tx, email, hash string) (string, error) {
	t, err := s.findToken(r.Context(), tx, given{hash: hash}, confirmation)
	switch {
	case errors.Is(err, errInvalidToken) || err == nil && t.user.InvitedAt == nil:
		return "", invalidLink()
	case err != nil:
		return "", err
	case t.user.Email != email:
		return "", gotrue.Invalid("Invited email does not match emails from external provider")
	}
	if err := deleteToken(r.Context(), tx, t.user.ID, confirmation); err != nil {
		return "", err
	}
	return t.user.ID, audit.Write(r.Context(), tx, s.clock(), audit.User(t.user.ID, t.user.Email, audit.InviteAccepted), audit.ClientOf(r))
}

// noTokens are the columns of auth.users of an account whose one-time tokens are deleted.
const noTokens = `confirmation_token = '', recovery_token = '', email_change = '', email_change_token_new = '', email_change_token_current = '',
	phone_change = '', phone_change_token = '', reauthentication_token = ''`

// reclaim gives an account that nobody has confirmed to the owner of its address: whoever
// registered it before may not be that one, so nothing of theirs stays.
func (s *Service) reclaim(ctx context.Context, tx db.Tx, u *User, email string) error {
	if u.ConfirmedAt != nil { // by phone: the account has an owner
		return fault.New(fault.AuthConflict, "An account with a phone number uses this address. Sign in with the phone number")
	}
	_, err := tx.Exec(ctx, `with identities as (delete from auth.identities where user_id = $1),
			sessions as (delete from auth.sessions where user_id = $1),
			tokens as (delete from auth.one_time_tokens where user_id = $1),
			factors as (delete from auth.mfa_factors where user_id = $1),
			passkeys as (delete from auth.webauthn_credentials where user_id = $1)
		update auth.users set encrypted_password = null, phone = null, updated_at = $2,
			raw_user_meta_data = case when invited_at is null then '{}' else raw_user_meta_data end, `+noTokens+` where id = $1`, u.ID, s.clock())
	if err != nil {
		return fmt.Errorf("reclaim an account: %w", err)
	}
	return s.confirmAddress(ctx, tx, u, email)
}

// confirmAddress notes that the provider vouches for an address being the user's.
func (s *Service) confirmAddress(ctx context.Context, tx db.Tx, u *User, email string) error {
	_, err := tx.Exec(ctx, `update auth.users set email = $2, email_confirmed_at = $3, is_anonymous = false, updated_at = $3 where id = $1`,
		u.ID, email, s.clock())
	if err != nil {
		return gotrue.RefusedBy(err)
	}
	now := s.clock()
	u.Email, u.EmailConfirmedAt = email, &now
	return nil
}

func profileFields(id provider.Identity) (fields map[string]json.RawMessage, err error) {
	text, err := json.Marshal(id.Profile)
	if err == nil {
		err = json.Unmarshal(text, &fields)
	}
	return fields, err
}

// saveIdentity gives a user an identity, or what is new in it; with profile the user's
// metadata as well. The providers in app_metadata follow.
func (s *Service) saveIdentity(ctx context.Context, tx db.Tx, userID string, id provider.Identity, profile bool) error {
	data, err := json.Marshal(id.Profile)
	if err != nil {
		return fmt.Errorf("write the profile: %w", err)
	}
	_, err = tx.Exec(ctx, `insert into auth.identities (id, provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
		values (gen_random_uuid(), $1, $2, $3, $4, $5, $5, $5)
		on conflict (provider_id, provider) do update set identity_data = $3, last_sign_in_at = $5, updated_at = $5`,
		id.Subject, userID, data, id.Provider, s.clock())
	if err != nil {
		return fmt.Errorf("save an identity: %w", err)
	}
	if profile {
		_, err = tx.Exec(ctx, `update auth.users set updated_at = $3, raw_user_meta_data =
			case when jsonb_typeof(raw_user_meta_data) = 'object' then raw_user_meta_data else '{}' end || $2::jsonb where id = $1`,
			userID, data, s.clock())
		if err != nil {
			return fmt.Errorf("save a profile: %w", err)
		}
	}
	return s.syncProviders(ctx, tx, userID)
}

// syncProviders writes the providers of a user's identities into app_metadata.
func (s *Service) syncProviders(ctx context.Context, tx db.Tx, userID string) error {
	_, err := tx.Exec(ctx, `update auth.users u set updated_at = $2, raw_app_meta_data =
			case when jsonb_typeof(u.raw_app_meta_data) = 'object' then u.raw_app_meta_data else '{}' end || jsonb_build_object(
				'providers', to_jsonb(ways.names),
				'provider', case when u.raw_app_meta_data ->> 'provider' = any (ways.names) then u.raw_app_meta_data ->> 'provider' else ways.names[1] end)
		from (
			select coalesce(array_agg(provider order by since, provider), '{}') as names
			from (select provider, min(created_at) as since from auth.identities where user_id = $1 group by provider) as each
		) as ways
		where u.id = $1`, userID, s.clock())
	if err != nil {
		return fmt.Errorf("write the providers: %w", err)
	}
	return nil
}

// tellIdentity records that u has got or lost an identity of a provider, and mails it.
func (s *Service) tellIdentity(r *http.Request, tx db.Tx, u *User, action, name string) error {
	line := audit.UserWith(u.ID, u.Email, action, map[string]any{"provider": name})
	if err := audit.Write(r.Context(), tx, s.clock(), line, audit.ClientOf(r)); err != nil {
		return err
	}
	return s.notify(r, tx, u, mailing{kind: mailKind(action + "_notification"), to: u.Email, provider: name})
}

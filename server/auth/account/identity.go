package account

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/auth/gotrue"
	"github.com/toubkal/toubkal/server/auth/provider"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
)

// IdentityOwner is the id of the user who has an identity; "" for nobody.
func IdentityOwner(ctx context.Context, tx db.Tx, id provider.Identity) (userID string, err error) {
	err = tx.QueryRow(ctx, `select user_id::text from auth.identities where provider = $1 and provider_id = $2`, id.Provider, id.Subject).Scan(&userID)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", nil
	}
	return userID, err
}

// AccountOf is the user of a verified address: of the account, or of another identity whose
// provider vouches for it too. "" is nobody; several are refused.
func AccountOf(ctx context.Context, tx db.Tx, email string) (string, error) {
	rows, err := tx.Query(ctx, `select u.id::text from auth.users u where `+ByEmail+`
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

// noTokens are the columns of auth.users of an account whose one-time tokens are deleted.
const noTokens = `confirmation_token = '', recovery_token = '', email_change = '', email_change_token_new = '', email_change_token_current = '',
	phone_change = '', phone_change_token = '', reauthentication_token = ''`

// Reclaim gives an account that nobody has confirmed to the owner of its address: whoever
// registered it before may not be that one, so nothing of theirs stays.
func (st *Store) Reclaim(ctx context.Context, tx db.Tx, u *User, email string) error {
	if u.ConfirmedAt != nil { // by phone: the account has an owner
		return fault.New(fault.AuthConflict, "An account with a phone number uses this address. Sign in with the phone number")
	}
	_, err := tx.Exec(ctx, `with identities as (delete from auth.identities where user_id = $1),
			sessions as (delete from auth.sessions where user_id = $1),
			tokens as (delete from auth.one_time_tokens where user_id = $1),
			factors as (delete from auth.mfa_factors where user_id = $1),
			passkeys as (delete from auth.webauthn_credentials where user_id = $1)
		update auth.users set encrypted_password = null, phone = null, updated_at = $2,
			raw_user_meta_data = case when invited_at is null then '{}' else raw_user_meta_data end, `+noTokens+` where id = $1`, u.ID, st.now())
	if err != nil {
		return fmt.Errorf("reclaim an account: %w", err)
	}
	return st.ConfirmAddress(ctx, tx, u, email)
}

// ConfirmAddress notes that the provider vouches for an address being the user's.
func (st *Store) ConfirmAddress(ctx context.Context, tx db.Tx, u *User, email string) error {
	_, err := tx.Exec(ctx, `update auth.users set email = $2, email_confirmed_at = $3, is_anonymous = false, updated_at = $3 where id = $1`,
		u.ID, email, st.now())
	if err != nil {
		return gotrue.RefusedBy(err)
	}
	now := st.now()
	u.Email, u.EmailConfirmedAt = email, &now
	return nil
}

// SaveIdentity gives a user an identity, or what is new in it; with profile the user's
// metadata as well. The providers in app_metadata follow.
func (st *Store) SaveIdentity(ctx context.Context, tx db.Tx, userID string, id provider.Identity, profile bool) error {
	data, err := json.Marshal(id.Profile)
	if err != nil {
		return fmt.Errorf("write the profile: %w", err)
	}
	_, err = tx.Exec(ctx, `insert into auth.identities (id, provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
		values (gen_random_uuid(), $1, $2, $3, $4, $5, $5, $5)
		on conflict (provider_id, provider) do update set identity_data = $3, last_sign_in_at = $5, updated_at = $5`,
		id.Subject, userID, data, id.Provider, st.now())
	if err != nil {
		return fmt.Errorf("save an identity: %w", err)
	}
	if profile {
		_, err = tx.Exec(ctx, `update auth.users set updated_at = $3, raw_user_meta_data =
			case when jsonb_typeof(raw_user_meta_data) = 'object' then raw_user_meta_data else '{}' end || $2::jsonb where id = $1`,
			userID, data, st.now())
		if err != nil {
			return fmt.Errorf("save a profile: %w", err)
		}
	}
	return st.SyncProviders(ctx, tx, userID)
}

// SyncProviders writes the providers of a user's identities into app_metadata.
func (st *Store) SyncProviders(ctx context.Context, tx db.Tx, userID string) error {
	_, err := tx.Exec(ctx, `update auth.users u set updated_at = $2, raw_app_meta_data =
			case when jsonb_typeof(u.raw_app_meta_data) = 'object' then u.raw_app_meta_data else '{}' end || jsonb_build_object(
				'providers', to_jsonb(ways.names),
				'provider', case when u.raw_app_meta_data ->> 'provider' = any (ways.names) then u.raw_app_meta_data ->> 'provider' else ways.names[1] end)
		from (
			select coalesce(array_agg(provider order by since, provider), '{}') as names
			from (select provider, min(created_at) as since from auth.identities where user_id = $1 group by provider) as each
		) as ways
		where u.id = $1`, userID, st.now())
	if err != nil {
		return fmt.Errorf("write the providers: %w", err)
	}
	return nil
}

// ReplaceAddress gives a user the address of another identity where none has the present one
// any more: the first that no other account has, verified ones first, then the oldest. What
// was mailed to the former address is void. autoConfirm takes an address for confirmed as it is.
func (st *Store) ReplaceAddress(ctx context.Context, tx db.Tx, u *User, autoConfirm bool) error {
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
			email_confirmed_at = case when $2 <> '' and ($4 or $5) then coalesce(email_confirmed_at, $3) end, `+noTokens+` where id = $1`, u.ID, email, st.now(), verified, autoConfirm)
	return err
}

package account

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/toubkal/toubkal/server/auth/audit"
	"github.com/toubkal/toubkal/server/auth/password"
	"github.com/toubkal/toubkal/server/db"
)

// A changed password ends the user's other sessions and voids mailed links.
var selfSQL = `with u as (
	update auth.users set updated_at = $3, raw_user_meta_data = ` + mergeSQL("raw_user_meta_data", "$4") + `,
		encrypted_password = coalesce(nullif($5, ''), encrypted_password),
		confirmation_token = case when $5 = '' then confirmation_token else '' end,
		recovery_token = case when $5 = '' then recovery_token else '' end,
		email_change_token_new = case when $5 = '' then email_change_token_new else '' end,
		email_change_token_current = case when $5 = '' then email_change_token_current else '' end,
		phone_change_token = case when $5 = '' then phone_change_token else '' end,
		reauthentication_token = case when $5 = '' then reauthentication_token else '' end
	where id = $1 returning *
), gone as (
	delete from auth.sessions where user_id = $1 and id is distinct from nullif($2, '')::uuid and $5 <> ''
), void as (
	delete from auth.one_time_tokens where user_id = $1 and $5 <> ''
), logged as (
	` + audit.Insert + ` select '` + audit.NilUUID + `', gen_random_uuid(), $6::json, $3, $7 from u
)
select ` + Columns + ` from u`

// UpdateSelf stores what a user changes: the metadata, and the hash of a new password
// unless it is "".
func (st *Store) UpdateSelf(ctx context.Context, tx db.Tx, u *User, sessionID string, data map[string]json.RawMessage, hash string, from audit.Client) error {
	action := audit.Modified
	if hash != "" {
		action = audit.Password
	}
	merged, err := JSONObject(data)
	if err != nil {
		return err
	}
	err = u.Scan(tx.QueryRow(ctx, selfSQL,
		u.ID, sessionID, st.now(), merged, hash, audit.User(u.ID, u.Email, action), from.Address()))
	if err != nil || data == nil {
		return err
	}
	return u.Fits()
}

// Change holds what an administrator changes; empty fields stay as they are.
type Change struct {
	Email, Phone string
	EmailKnown   bool
	PhoneKnown   bool
	Password     *string // checked, not yet hashed
	Role, Aud    string
	Ban          bool // set BannedUntil, nil lifting the ban
	BannedUntil  *time.Time
	UserMetadata map[string]json.RawMessage
	AppMetadata  map[string]json.RawMessage
	Hash         string
}

// Check normalises address and number, and refuses what cannot be stored.
func (c *Change) Check(policy password.Policy) (err error) {
	if c.Email != "" {
		if c.Email, err = CheckEmail(c.Email); err != nil {
			return err
		}
	}
	if c.Phone != "" {
		if c.Phone, err = CheckPhone(c.Phone); err != nil {
			return err
		}
	}
	if c.Password != nil && *c.Password != "" {
		return policy.Check(*c.Password, c.Email)
	}
	return nil
}

// Change hashes, stores in one statement, and reads the result. A new password
// ends all of the user's sessions; the caller revokes their access tokens, and those of a ban.
func (st *Store) Change(ctx context.Context, id string, c Change, from audit.Client) (u User, err error) {
	if c.Password != nil && *c.Password != "" {
		if c.Hash, err = st.passwords.Hash(ctx, password.Caller{}, *c.Password); err != nil {
			return User{}, err
		}
	}
	user, userErr := JSONObject(c.UserMetadata)
	app, appErr := JSONObject(c.AppMetadata)
	if err := errors.Join(userErr, appErr); err != nil {
		return User{}, err
	}
	now := st.now()
	err = st.pool.LoginTx(ctx, func(tx db.Tx) error {
		err := one(tx.Exec(ctx, changeSQL,
			id, now, c.Email, c.EmailKnown, c.Phone, c.PhoneKnown, c.Hash, c.Role, c.Aud, user, app,
			c.Ban, c.BannedUntil, audit.Admin(audit.Modified, id, c.Email), from.Address()))
		if err != nil {
			return err
		}
		if err := st.changeIdentities(ctx, tx, id, &c, app); err != nil {
			return err
		}
		if err := u.Scan(tx.QueryRow(ctx, `select `+Columns+` from auth.users u where u.id = $1`, id)); err != nil {
			return err
		}
		if c.UserMetadata == nil && c.AppMetadata == nil {
			return nil // who has more from elsewhere can still be banned
		}
		return u.Fits()
	})
	return u, err
}

// changeIdentities has the identities follow the account: who gets an address or a number gets
// the identity of that provider too, and who has one already keeps it.
func (st *Store) changeIdentities(ctx context.Context, tx db.Tx, id string, c *Change, app string) error {
	changed := false
	for _, way := range []struct {
		provider  string
		Presented string
		known     bool
	}{{"email", c.Email, c.EmailKnown}, {"phone", c.Phone, c.PhoneKnown}} {
		if way.Presented == "" && !way.known {
			continue
		}
		changed = true
		_, err := tx.Exec(ctx, `insert into auth.identities as i (id, provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
			select gen_random_uuid(), u.id::text, u.id, '{"email_verified": false, "phone_verified": false}'
				|| jsonb_build_object('sub', u.id, $2::text, u.`+way.provider+`, $2 || '_verified', $3::bool), $2, $4, $4, $4
			from auth.users u where u.id = $1 and u.`+way.provider+` <> ''
			on conflict (provider_id, provider) do update set updated_at = $4, identity_data = i.identity_data
				|| jsonb_strip_nulls(jsonb_build_object($2, excluded.identity_data -> $2, $2 || '_verified', nullif($3, false)))`,
			id, way.provider, way.known, st.now())
		if err != nil {
			return fmt.Errorf("save the identity of provider %s: %w", way.provider, err)
		}
	}
	if !changed {
		return nil
	}
	if err := st.SyncProviders(ctx, tx, id); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `update auth.users set raw_app_meta_data = `+mergeSQL("raw_app_meta_data", "$2")+` where id = $1`, id, app)
	return err
}

// Who has an address or a number is not anonymous, confirmed or not.
var changeSQL = `with u as (
	update auth.users set updated_at = $2,
		email = coalesce(nullif($3, ''), email), phone = coalesce(nullif($5, ''), phone),
		email_confirmed_at = case when $4 and coalesce(nullif($3, ''), email, '') <> '' then coalesce(email_confirmed_at, $2) else email_confirmed_at end,
		phone_confirmed_at = case when $6 and coalesce(nullif($5, ''), phone, '') <> '' then coalesce(phone_confirmed_at, $2) else phone_confirmed_at end,
		is_anonymous = is_anonymous and coalesce(nullif($3, ''), nullif($5, ''), nullif(email, ''), nullif(phone, '')) is null,
		encrypted_password = coalesce(nullif($7, ''), encrypted_password),
		recovery_token = case when $7 = '' then recovery_token else '' end,
		role = coalesce(nullif($8, ''), role), aud = coalesce(nullif($9, ''), aud),
		raw_user_meta_data = ` + mergeSQL("raw_user_meta_data", "$10") + `,
		raw_app_meta_data = ` + mergeSQL("raw_app_meta_data", "$11") + `,
		banned_until = case when $12 then $13 else banned_until end
	where id = $1 and deleted_at is null returning id
), gone as (
	delete from auth.sessions where user_id = $1 and $7 <> ''
), void as (
	delete from auth.one_time_tokens where user_id = $1 and $7 <> ''
)
` + audit.Insert + ` select '` + audit.NilUUID + `', gen_random_uuid(), $14::json, $2, $15 from u`

// mergeSQL merges the JSON object of a parameter into a column, top level only.
func mergeSQL(column, parameter string) string {
	return `(coalesce(` + column + `, '{}') || ` + parameter + `::jsonb)
		- array(select key from jsonb_each(` + parameter + `::jsonb) where value = 'null')`
}

// MergeUserMetadata merges fields into user_metadata.
func (st *Store) MergeUserMetadata(ctx context.Context, tx db.Tx, userID string, fields map[string]json.RawMessage) error {
	merged, err := JSONObject(fields)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `update auth.users set updated_at = $3, raw_user_meta_data = `+mergeSQL("raw_user_meta_data", "$2")+` where id = $1`, userID, merged, st.now())
	return err
}

// JSONObject is fields as a JSON object, {} for none.
func JSONObject(fields map[string]json.RawMessage) (string, error) {
	if fields == nil {
		return "{}", nil
	}
	text, err := json.Marshal(fields)
	return string(text), err
}

// ConfirmEmail makes an address the user's own.
func (st *Store) ConfirmEmail(ctx context.Context, tx db.Tx, userID, email string) error {
	return st.confirmFor(ctx, tx, userID, "email", email, `email = $2::text, email_confirmed_at = coalesce(email_confirmed_at, $3::timestamptz),
		raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || '{"email_verified": true}'
			|| case when raw_user_meta_data ? 'email' then jsonb_build_object('email', $2::text) else '{}' end`)
}

// ConfirmPhone makes a number the user's own.
func (st *Store) ConfirmPhone(ctx context.Context, tx db.Tx, userID, phone string) error {
	return st.confirmFor(ctx, tx, userID, "phone", phone, `phone = $2::text, phone_change = '',
		phone_confirmed_at = case when phone = $2 then coalesce(phone_confirmed_at, $3::timestamptz) else $3 end`)
}

// confirmFor stores that an address or a number is the user's own: by set in auth.users, and
// in the identity of the provider, email or phone.
func (st *Store) confirmFor(ctx context.Context, tx db.Tx, userID, provider, contact, set string) error {
	_, err := tx.Exec(ctx, `with u as (
			update auth.users set `+set+`, is_anonymous = false, updated_at = $3,
				raw_app_meta_data = jsonb_build_object('provider', $4::text) || coalesce(raw_app_meta_data, '{}') || jsonb_build_object('providers',
					case when coalesce(raw_app_meta_data -> 'providers', '[]') ? $4 then raw_app_meta_data -> 'providers'
					else coalesce(raw_app_meta_data -> 'providers', '[]') || to_jsonb($4) end)
			where id = $1 returning id
		)
		insert into auth.identities as i (id, provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
		select gen_random_uuid(), u.id::text, u.id, '{"email_verified": false, "phone_verified": false}'
			|| jsonb_build_object('sub', u.id, $4, $2::text, $4 || '_verified', true), $4, $3, $3, $3 from u
		on conflict (provider_id, provider) do update set updated_at = $3,
			identity_data = i.identity_data || jsonb_build_object($4, $2::text, $4 || '_verified', true)`,
		userID, contact, st.now(), provider)
	return err
}

package auth

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/toubkal/toubkal/server/auth/audit"
	"github.com/toubkal/toubkal/server/auth/gotrue"
	"github.com/toubkal/toubkal/server/auth/password"
	"github.com/toubkal/toubkal/server/db"
)

// userChange holds what an administrator changes; empty fields stay as they are.
type userChange struct {
	Email, Phone string
	EmailKnown   bool
	PhoneKnown   bool
	Password     *string // checked, not yet hashed
	Role, Aud    string
	Ban          bool // set BannedUntil, nil lifting the ban
	BannedUntil  *time.Time
	UserMetadata map[string]json.RawMessage
	AppMetadata  map[string]json.RawMessage
	hash         string
}

// changeUser is PUT /admin/users/{id}.
func (s *Service) changeUser(w http.ResponseWriter, r *http.Request) error {
	id, err := userID(r)
	if err != nil {
		return err
	}
	var b adminBody
	if err := gotrue.Read(w, r, &b); err != nil {
		return err
	}
	c, err := b.change(s.clock(), s.policy)
	if err != nil {
		return err
	}
	u, err := s.change(r.Context(), id, c, audit.ClientOf(r))
	if err != nil {
		return err
	}
	return gotrue.Reply(w, http.StatusOK, &u)
}

// change checks the body of an update.
func (b adminBody) change(now time.Time, policy password.Policy) (userChange, error) {
	c := userChange{
		Email: b.Email, Phone: b.Phone, EmailKnown: b.EmailConfirm, PhoneKnown: b.PhoneConfirm, Role: b.Role, Aud: b.Aud,
		Password: b.Password, hash: b.PasswordHash, UserMetadata: b.UserMetadata, AppMetadata: b.AppMetadata,
		Ban: b.BanDuration != "",
	}
	var err error
	if c.BannedUntil, err = bannedUntil(b.BanDuration, now); err != nil {
		return userChange{}, err
	}
	switch {
	case b.password() != "" && b.PasswordHash != "":
		return userChange{}, gotrue.Invalid("Only a password or a password hash should be provided")
	case b.PasswordHash != "" && !password.Supported(b.PasswordHash):
		return userChange{}, gotrue.Invalid("The password hash is not one that can be verified: use bcrypt, argon2 or Firebase scrypt")
	}
	return c, c.check(policy)
}

func (c *userChange) check(policy password.Policy) (err error) {
	if c.Email != "" {
		if c.Email, err = checkEmail(c.Email); err != nil {
			return err
		}
	}
	if c.Phone != "" {
		if c.Phone, err = checkPhone(c.Phone); err != nil {
			return err
		}
	}
	if c.Password != nil && *c.Password != "" {
		return policy.Check(*c.Password, c.Email)
	}
	return nil
}

// change hashes, stores in one statement, and reads the result. A new password
// ends all of the user's sessions.
func (s *Service) change(ctx context.Context, id string, c userChange, from audit.Client) (u User, err error) {
	if c.Password != nil && *c.Password != "" {
		if c.hash, err = s.passwords.Hash(ctx, password.Caller{}, *c.Password); err != nil {
			return User{}, err
		}
	}
	user, userErr := object(c.UserMetadata)
	app, appErr := object(c.AppMetadata)
	if err := errors.Join(userErr, appErr); err != nil {
		return User{}, err
	}
	now := s.clock()
	err = s.inTx(ctx, func(tx db.Tx) error {
		err := one(tx.Exec(ctx, changeSQL,
			id, now, c.Email, c.EmailKnown, c.Phone, c.PhoneKnown, c.hash, c.Role, c.Aud, user, app,
			c.Ban, c.BannedUntil, audit.Admin(audit.Modified, id, c.Email), from.Address()))
		if err != nil {
			return err
		}
		if err := s.changeIdentities(ctx, tx, id, &c, app); err != nil {
			return err
		}
		if err := u.scan(tx.QueryRow(ctx, `select `+wholeUser+` from auth.users u where u.id = $1`, id)); err != nil {
			return err
		}
		if c.UserMetadata == nil && c.AppMetadata == nil {
			return nil // who has more from elsewhere can still be banned
		}
		return u.fits()
	})
	if err == nil && (c.hash != "" || c.Ban) {
		s.revoked(ctx, id)
	}
	return u, err
}

// changeIdentities has the identities follow the account: who gets an address or a number gets
// the identity of that provider too, and who has one already keeps it.
func (s *Service) changeIdentities(ctx context.Context, tx db.Tx, id string, c *userChange, app string) error {
	changed := false
	for _, way := range []struct {
		provider string
		given    string
		known    bool
	}{{"email", c.Email, c.EmailKnown}, {"phone", c.Phone, c.PhoneKnown}} {
		if way.given == "" && !way.known {
			continue
		}
		changed = true
		_, err := tx.Exec(ctx, `insert into auth.identities as i (id, provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
			select gen_random_uuid(), u.id::text, u.id, '{"email_verified": false, "phone_verified": false}'
				|| jsonb_build_object('sub', u.id, $2::text, u.`+way.provider+`, $2 || '_verified', $3::bool), $2, $4, $4, $4
			from auth.users u where u.id = $1 and u.`+way.provider+` <> ''
			on conflict (provider_id, provider) do update set updated_at = $4, identity_data = i.identity_data
				|| jsonb_strip_nulls(jsonb_build_object($2, excluded.identity_data -> $2, $2 || '_verified', nullif($3, false)))`,
			id, way.provider, way.known, s.clock())
		if err != nil {
			return fmt.Errorf("save the identity of provider %s: %w", way.provider, err)
		}
	}
	if !changed {
		return nil
	}
	if err := s.syncProviders(ctx, tx, id); err != nil {
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

package auth

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5"

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
	if err := read(w, r, &b); err != nil {
		return err
	}
	c, err := b.change(s.clock(), s.policy)
	if err != nil {
		return err
	}
	u, err := s.change(r.Context(), id, c, clientInfoOf(r))
	if err != nil {
		return err
	}
	return reply(w, http.StatusOK, &u)
}

// change checks the body of an update.
func (b adminBody) change(now time.Time, policy passwordPolicy) (userChange, error) {
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
		return userChange{}, invalid("Only a password or a password hash should be provided")
	case b.PasswordHash != "" && !supported(b.PasswordHash):
		return userChange{}, invalid("The password hash is not one that can be verified: use bcrypt, argon2 or Firebase scrypt")
	}
	return c, c.check(policy)
}

func (c *userChange) check(policy passwordPolicy) (err error) {
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
		return policy.check(*c.Password, c.Email)
	}
	return nil
}

// change hashes, stores in one statement, and reads the result. A new password
// ends all of the user's sessions.
func (s *Service) change(ctx context.Context, id string, c userChange, from clientInfo) (u User, err error) {
	if c.Password != nil && *c.Password != "" {
		if c.hash, err = s.passwords.hash(ctx, hashCaller{}, *c.Password); err != nil {
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
			c.Ban, c.BannedUntil, auditAdmin(actionModified, id, c.Email), from.address()))
		if err != nil {
			return err
		}
		return u.scan(tx.QueryRow(ctx, `select `+wholeUser+` from auth.users u where u.id = $1`, id))
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return User{}, noSuchUser()
	}
	if err == nil && (c.hash != "" || c.Ban) {
		s.revoked(ctx, id)
	}
	return u, err
}

// The identity follows the account, so that both have the same address.
var changeSQL = `with u as (
	update auth.users set updated_at = $2,
		email = coalesce(nullif($3, ''), email), phone = coalesce(nullif($5, ''), phone),
		email_confirmed_at = case when $4 then coalesce(email_confirmed_at, $2) else email_confirmed_at end,
		phone_confirmed_at = case when $6 then coalesce(phone_confirmed_at, $2) else phone_confirmed_at end,
		encrypted_password = coalesce(nullif($7, ''), encrypted_password),
		recovery_token = case when $7 = '' then recovery_token else '' end,
		role = coalesce(nullif($8, ''), role), aud = coalesce(nullif($9, ''), aud),
		raw_user_meta_data = ` + mergeSQL("raw_user_meta_data", "$10") + `,
		raw_app_meta_data = ` + mergeSQL("raw_app_meta_data", "$11") + `,
		banned_until = case when $12 then $13 else banned_until end
	where id = $1 and deleted_at is null returning id
), identity as (
	update auth.identities set updated_at = $2,
		identity_data = identity_data || case provider
			when 'email' then jsonb_strip_nulls(jsonb_build_object('email', nullif($3, ''), 'email_verified', nullif($4, false)))
			else jsonb_strip_nulls(jsonb_build_object('phone', nullif($5, ''), 'phone_verified', nullif($6, false))) end
	where user_id = $1 and (provider = 'email' and ($3 <> '' or $4) or provider = 'phone' and ($5 <> '' or $6))
), gone as (
	delete from auth.sessions where user_id = $1 and $7 <> ''
), void as (
	delete from auth.one_time_tokens where user_id = $1 and $7 <> ''
)
` + auditInsert + ` select '` + nilUUID + `', gen_random_uuid(), $14::json, $2, $15 from u`

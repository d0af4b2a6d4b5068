package session

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/auth/account"
	"github.com/toubkal/toubkal/server/auth/audit"
	"github.com/toubkal/toubkal/server/auth/random"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
)

// Elevate lifts the session of the caller to aal2 and renews its refresh token, ends the
// user's sessions below aal2 and removes unverified factors of the type.
func (s *Sessions) Elevate(ctx context.Context, tx db.Tx, c Caller, f account.Factor, method string, from audit.Client) (account.User, Session, error) {
	in, _, err := s.Read(ctx, tx, c.Session)
	if errors.Is(err, pgx.ErrNoRows) {
		return account.User{}, Session{}, fault.New(fault.AuthSessionNotFound, "Session from session_id claim in JWT does not exist")
	}
	if err != nil {
		return account.User{}, Session{}, err
	}
	newKey := "" // of a session with version 1 tokens, or whose key cannot be read
	if len(in.key) == 0 {
		key, err := random.Key(s.rand)
		if err != nil {
			return account.User{}, Session{}, err
		}
		newKey = base64.RawURLEncoding.EncodeToString(key)
	}
	_, err = tx.Exec(ctx, elevateSQL, c.User.ID, c.Session, f.ID, s.now(), method, newKey, f.Type,
		audit.UserWith(c.User.ID, c.User.Email, audit.Verified, map[string]any{"factor_id": f.ID, "factor_type": f.Type}), from.Address())
	if err != nil {
		return account.User{}, Session{}, fmt.Errorf("lift a session to aal2: %w", err)
	}
	in, u, err := s.Read(ctx, tx, c.Session)
	return u, in, err
}

const elevateSQL = `with factor as (
	update auth.mfa_factors set status = 'verified', updated_at = $4, failed_verification_count = 0, verification_locked_until = null where id = $3
), unverified as (
	delete from auth.mfa_factors where user_id = $1 and status = 'unverified' and factor_type = $7::text::auth.factor_type and id <> $3
), method as (
	insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
	values (gen_random_uuid(), $2, $4, $4, $5)
	on conflict (session_id, authentication_method) do update set updated_at = $4
), lower as (
	delete from auth.sessions where user_id = $1 and id <> $2 and coalesce(aal, 'aal1') < 'aal2'
), old as (
	update auth.refresh_tokens set revoked = true, updated_at = $4 where session_id = $2 and revoked is not true
), logged as (
	` + audit.Insert + ` values ('` + audit.NilUUID + `', gen_random_uuid(), $8::json, $4, $9)
)
update auth.sessions set aal = 'aal2', factor_id = $3, updated_at = $4, refreshed_at = $4::timestamptz at time zone 'UTC',
	refresh_token_hmac_key = coalesce(nullif($6, ''), refresh_token_hmac_key),
	refresh_token_counter = case when $6 = '' then coalesce(refresh_token_counter, 0) + 1 else 0 end
where id = $2`

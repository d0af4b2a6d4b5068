package session

import (
	"context"
	"errors"
	"net/http"

	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/auth/account"
	"github.com/toubkal/toubkal/server/auth/audit"
	"github.com/toubkal/toubkal/server/auth/gotrue"
	"github.com/toubkal/toubkal/server/fault"
)

// maxRetries bounds how often a refresh that lost a race is tried again.
const maxRetries = 5

func noSuchToken() *fault.Fault {
	return fault.New(fault.AuthRefreshNotFound, "Invalid Refresh Token: Refresh Token Not Found")
}

// rotate exchanges a refresh token in two round trips: it reads session and user,
// then increments the counter if it is still what was read. A request that loses
// this race is one behind when it reads again, and gets the token that the winner
// got. Two tabs thus both succeed, without a lock and without a row per token.
func (s *Sessions) rotate(r *http.Request, presented RefreshToken) (u account.User, in Session, cause string, err error) {
	ctx, from := r.Context(), audit.ClientOf(r)
	for range maxRetries {
		err = s.pool.Conn(ctx, func(conn *pgx.Conn) error {
			in, u, err = s.Read(ctx, conn, presented.Session.String())
			return err
		})
		switch {
		case errors.Is(err, pgx.ErrNoRows) || err == nil && !presented.verify(in.key):
			return account.User{}, Session{}, "", noSuchToken()
		case err != nil:
			return account.User{}, Session{}, "", err
		}
		if err := s.mayRefresh(&u, in); err != nil {
			return u, in, "", err
		}
		if presented.Counter != in.counter {
			cause, err = s.reuse(ctx, &u, in, presented.Counter, from)
			return u, in, cause, err
		}
		if err := s.makeAccessToken(r, &u, &in); err != nil {
			return u, in, "", err
		}
		moved, err := s.incrementCounter(ctx, &in, from)
		if err != nil || moved {
			return u, in, "", err
		}
	}
	return account.User{}, Session{}, "", tooManyRefreshes()
}

func tooManyRefreshes() *fault.Fault {
	return fault.New(fault.AuthConflict, "Too many concurrent token refresh requests on the same session or refresh token")
}

func (s *Sessions) mayRefresh(u *account.User, in Session) error {
	now := s.now()
	if u.BannedAt(now) {
		return account.Banned("Invalid Refresh Token: User Banned").WithStatus(http.StatusBadRequest)
	}
	if end := s.end(in); !end.IsZero() && !now.Before(end) {
		return fault.New(fault.AuthSessionExpired, "Invalid Refresh Token: Session Expired")
	}
	return nil
}

// incrementCounter adds one to the counter, unless it has changed.
func (s *Sessions) incrementCounter(ctx context.Context, in *Session, from audit.Client) (moved bool, err error) {
	err = s.pool.Conn(ctx, func(conn *pgx.Conn) error {
		tag, err := conn.Exec(ctx, `update auth.sessions
			set refresh_token_counter = $2::bigint + 1, refreshed_at = $3::timestamptz at time zone 'UTC', updated_at = $3,
				user_agent = coalesce(nullif($4, ''), user_agent), ip = coalesce($5::text::inet, ip)
			where id = $1 and refresh_token_counter = $2`, in.ID, int64(in.counter), s.now(), from.Agent, from.IP) // #nosec G115 -- the column is a bigint
		moved = tag.RowsAffected() == 1
		return err
	})
	if moved {
		in.counter++
	}
	return moved, err
}

// reuse answers a token that is not the current one. While its successor has not been used
// the response to the rotation may be lost, as with a phone that lost its network: the token
// gets the successor again, at any time, as in GoTrue. Within reuseInterval of the last
// rotation several clients refreshed at the same time: all get the current token. Any other
// token was stolen, or the current one was: these cannot be told apart, so the session ends.
func (s *Sessions) reuse(ctx context.Context, u *account.User, in Session, counter uint64, from audit.Client) (cause string, err error) {
	if counter > in.counter {
		return "", noSuchToken() // newer than the session: the database was restored from a backup
	}
	unused, recent := counter+1 == in.counter, in.refreshed != nil && s.now().Sub(*in.refreshed) < s.reuseInterval
	switch {
	case unused && recent:
		return "concurrent-refresh,fail-to-save", nil
	case unused:
		return "fail-to-save", nil
	case recent:
		return "concurrent-refresh", nil
	}
	return "", s.endReplayed(ctx, u, in, from)
}

// endReplayed ends the session of a token that was used before.
func (s *Sessions) endReplayed(ctx context.Context, u *account.User, in Session, from audit.Client) error {
	if err := s.revoke(ctx, u, in, from); err != nil {
		return err
	}
	s.revocations.Revoked(ctx, u.ID)
	return fault.New(fault.AuthRefreshUsed, "Invalid Refresh Token: Already Used").
		WithHeader("Sb-Auth-Refresh-Token-Rotated", "true")
}

func (s *Sessions) revoke(ctx context.Context, u *account.User, in Session, from audit.Client) error {
	return s.pool.Conn(ctx, func(conn *pgx.Conn) error {
		_, err := conn.Exec(ctx, `with gone as (delete from auth.sessions where id = $1 returning id)
			`+audit.Insert+` select '`+audit.NilUUID+`', gen_random_uuid(), $2::json, $3, $4 from gone`,
			in.ID, audit.User(u.ID, u.Email, audit.Revoked), s.now(), from.Address())
		return err
	})
}

// Refresh gives the session of a refresh token with its next token. cause says why a token
// that was used before is taken; "" for the current one. in is zero where there is no session.
func (s *Sessions) Refresh(r *http.Request, text string) (u account.User, in Session, cause string, err error) {
	if version1.MatchString(text) {
		return s.upgrade(r, text)
	}
	presented, ok := ParseRefreshToken(text)
	if !ok {
		return account.User{}, Session{}, "", gotrue.Invalid("Refresh token is not valid")
	}
	return s.rotate(r, presented)
}

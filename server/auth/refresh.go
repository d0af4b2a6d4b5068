package auth

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

// refresh is POST /token?grant_type=refresh_token.
func (s *Service) refresh(w http.ResponseWriter, r *http.Request) error {
	var given struct {
		RefreshToken string `json:"refresh_token"`
	}
	if err := gotrue.Read(w, r, &given); err != nil {
		return err
	}
	exchange := func() (account.User, session, string, error) {
		return s.upgrade(r, given.RefreshToken)
	}
	if !version1.MatchString(given.RefreshToken) {
		presented, ok := parseRefreshToken(given.RefreshToken)
		if !ok {
			return gotrue.Invalid("Refresh token is not valid")
		}
		exchange = func() (account.User, session, string, error) { return s.rotate(r, presented) }
	}
	u, in, cause, err := exchange()
	if in.id != "" {
		setTokenHeaders(w, &u, in)
	}
	if err != nil {
		return err
	}
	granted, err := s.tokensFor(r, &u, in)
	if err != nil {
		return err
	}
	if cause == "" {
		w.Header().Set("Sb-Auth-Refresh-Token-Reuse", "false")
	} else {
		w.Header().Set("Sb-Auth-Refresh-Token-Reuse-Cause", cause)
	}
	return gotrue.Reply(w, http.StatusOK, granted)
}

func noSuchToken() *fault.Fault {
	return fault.New(fault.AuthRefreshNotFound, "Invalid Refresh Token: Refresh Token Not Found")
}

// rotate exchanges a refresh token in two round trips: it reads session and user,
// then increments the counter if it is still what was read. A request that loses
// this race is one behind when it reads again, and gets the token that the winner
// got. Two tabs thus both succeed, without a lock and without a row per token.
func (s *Service) rotate(r *http.Request, presented refreshToken) (u account.User, in session, cause string, err error) {
	ctx, from := r.Context(), audit.ClientOf(r)
	for range maxRetries {
		err = s.pool.Conn(ctx, func(conn *pgx.Conn) error {
			in, u, err = s.sessionWithUser(ctx, conn, presented.session.String())
			return err
		})
		switch {
		case errors.Is(err, pgx.ErrNoRows) || err == nil && !presented.verify(in.key):
			return account.User{}, session{}, "", noSuchToken()
		case err != nil:
			return account.User{}, session{}, "", err
		}
		if err := s.mayRefresh(&u, in); err != nil {
			return u, in, "", err
		}
		if presented.counter != in.counter {
			cause, err = s.reuse(ctx, &u, in, presented.counter, from)
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
	return account.User{}, session{}, "", tooManyRefreshes()
}

func tooManyRefreshes() *fault.Fault {
	return fault.New(fault.AuthConflict, "Too many concurrent token refresh requests on the same session or refresh token")
}

func (s *Service) mayRefresh(u *account.User, in session) error {
	now := s.clock()
	if u.BannedAt(now) {
		return account.Banned("Invalid Refresh Token: User Banned").WithStatus(http.StatusBadRequest)
	}
	if end := s.sessionEnd(in); !end.IsZero() && !now.Before(end) {
		return fault.New(fault.AuthSessionExpired, "Invalid Refresh Token: Session Expired")
	}
	return nil
}

// incrementCounter adds one to the counter, unless it has changed.
func (s *Service) incrementCounter(ctx context.Context, in *session, from audit.Client) (moved bool, err error) {
	err = s.pool.Conn(ctx, func(conn *pgx.Conn) error {
		tag, err := conn.Exec(ctx, `update auth.sessions
			set refresh_token_counter = $2::bigint + 1, refreshed_at = $3::timestamptz at time zone 'UTC', updated_at = $3,
				user_agent = coalesce(nullif($4, ''), user_agent), ip = coalesce($5::text::inet, ip)
			where id = $1 and refresh_token_counter = $2`, in.id, int64(in.counter), s.clock(), from.Agent, from.IP) // #nosec G115 -- the column is a bigint
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
func (s *Service) reuse(ctx context.Context, u *account.User, in session, counter uint64, from audit.Client) (cause string, err error) {
	if counter > in.counter {
		return "", noSuchToken() // newer than the session: the database was restored from a backup
	}
	unused, recent := counter+1 == in.counter, in.refreshed != nil && s.clock().Sub(*in.refreshed) < s.reuseInterval
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
func (s *Service) endReplayed(ctx context.Context, u *account.User, in session, from audit.Client) error {
	if err := s.revoke(ctx, u, in, from); err != nil {
		return err
	}
	s.revoked(ctx, u.ID)
	return fault.New(fault.AuthRefreshUsed, "Invalid Refresh Token: Already Used").
		WithHeader("Sb-Auth-Refresh-Token-Rotated", "true")
}

func (s *Service) revoke(ctx context.Context, u *account.User, in session, from audit.Client) error {
	return s.pool.Conn(ctx, func(conn *pgx.Conn) error {
		_, err := conn.Exec(ctx, `with gone as (delete from auth.sessions where id = $1 returning id)
			`+audit.Insert+` select '`+audit.NilUUID+`', gen_random_uuid(), $2::json, $3, $4 from gone`,
			in.id, audit.User(u.ID, u.Email, audit.Revoked), s.clock(), from.Address())
		return err
	})
}

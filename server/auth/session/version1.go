package session

import (
	"context"
	"encoding/base64"
	"errors"
	"net/http"
	"regexp"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/auth/account"
	"github.com/toubkal/toubkal/server/auth/audit"
	"github.com/toubkal/toubkal/server/auth/random"
)

// version1 is the shape of GoTrue's older refresh tokens, which have a row each in
// auth.refresh_tokens. We issue none: those of an imported database are exchanged once
// for a counted one.
var version1 = regexp.MustCompile(`^[a-z0-9]{12}$`)

// oldToken is a row of auth.refresh_tokens.
type oldToken struct {
	Revoked bool
	changed time.Time // when it was revoked, by GoTrue or by the exchange
	counted bool      // the session has counted tokens already
	ended   bool      // GoTrue has revoked all tokens of the session
	unused  bool      // the token that replaced it was not exchanged itself
}

// upgrade exchanges a version 1 token in two round trips: it reads token, session and
// user, then gives the session a key and revokes its version 1 tokens.
//
// A token that was replaced before gets the same answer within reuseInterval of that, and as
// long as its successor has not been used; else the session ends. (GoTrue answers a revoked
// one once more after it has found a replay.) A request that loses a race reads again, and
// gets the token that the winner got.
func (s *Sessions) upgrade(r *http.Request, presented string) (u account.User, in Session, cause string, err error) {
	ctx, from := r.Context(), audit.ClientOf(r)
	for range maxRetries {
		var token oldToken
		token, in, u, err = s.readVersion1(ctx, presented)
		if errors.Is(err, pgx.ErrNoRows) {
			err = noSuchToken()
		}
		if err != nil {
			return account.User{}, Session{}, "", err
		}
		if err := s.mayRefresh(&u, in); err != nil {
			return u, in, "", err
		}
		if token.Revoked || token.counted {
			unused := token.unused && in.counter == 0
			if token.ended || !unused && s.now().Sub(token.changed) >= s.reuseInterval {
				return u, in, "", s.endReplayed(ctx, &u, in, from)
			}
			cause = "concurrent-refresh"
		}
		if token.counted {
			if len(in.key) == 0 { // encrypted with a key that is not known
				return account.User{}, Session{}, "", noSuchToken()
			}
			return u, in, cause, nil
		}
		if err := s.makeAccessToken(r, &u, &in); err != nil {
			return u, in, "", err
		}
		started, err := s.startCounting(ctx, &in, from)
		if err != nil || started {
			return u, in, cause, err
		}
	}
	return account.User{}, Session{}, "", tooManyRefreshes()
}

func (s *Sessions) readVersion1(ctx context.Context, presented string) (token oldToken, in Session, u account.User, err error) {
	var key string
	var changed *time.Time
	err = s.pool.Conn(ctx, func(conn *pgx.Conn) error {
		row := conn.QueryRow(ctx, `select `+account.Columns+`, `+columns+`,
				coalesce(t.revoked, false), case when isfinite(t.updated_at) then t.updated_at end,
				coalesce(s.refresh_token_hmac_key, '') = ''
					and not exists (select from auth.refresh_tokens o where o.session_id = s.id and o.revoked is not true),
				not exists (select from auth.refresh_tokens o where o.session_id = s.id and o.parent = t.token and o.revoked)
			from auth.refresh_tokens t join auth.sessions s on s.id = t.session_id join auth.users u on u.id = s.user_id
			where t.token = $1`, presented)
		return u.Scan(row, &in.ID, &in.AAL, &in.created, &in.notAfter, &in.refreshed, &key, &in.counter, &in.methods,
			&token.Revoked, &changed, &token.ended, &token.unused)
	})
	if err != nil {
		return oldToken{}, Session{}, account.User{}, err
	}
	if changed != nil {
		token.changed = *changed
	}
	token.counted = key != ""
	in.complete(s.sessionKey(ctx, in.ID, key))
	return token, in, u, nil
}

// startCounting gives the session a key, unless it has one, and revokes its version 1
// tokens.
func (s *Sessions) startCounting(ctx context.Context, in *Session, from audit.Client) (started bool, err error) {
	key, err := random.Key(s.rand)
	if err != nil {
		return false, err
	}
	err = s.pool.Conn(ctx, func(conn *pgx.Conn) error {
		tag, err := conn.Exec(ctx, `with s as (
				update auth.sessions set refresh_token_hmac_key = $2, refresh_token_counter = 0,
					refreshed_at = $3::timestamptz at time zone 'UTC', updated_at = $3,
					user_agent = coalesce(nullif($4, ''), user_agent), ip = coalesce($5::text::inet, ip)
				where id = $1 and coalesce(refresh_token_hmac_key, '') = ''
				returning id
			)
			update auth.refresh_tokens t set revoked = true, updated_at = $3 from s where t.session_id = s.id and t.revoked is not true`,
			in.ID, base64.RawURLEncoding.EncodeToString(key), s.now(), from.Agent, from.IP)
		started = tag.RowsAffected() > 0
		return err
	})
	if started {
		in.key, in.counter = key, 0
	}
	return started, err
}

package auth

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// session is a row of auth.sessions: one sign-in on one device.
type session struct {
	id        string
	aal       string
	created   time.Time
	notAfter  *time.Time // no refresh after it; nil means no end
	refreshed *time.Time // nil before the first refresh
	key       []byte     // signs this session's refresh tokens
	counter   uint64     // of the refresh token that is current
}

// openSession starts a session for a user whose password matched u.hash, and
// stores a fresh hash if there is one. The place of try is known to the account from now
// on, and failures of its device are forgotten. It is one statement, and does nothing if
// the password was changed, or the account removed, since it was read: then it
// returns pgx.ErrNoRows.
func (s *Service) openSession(ctx context.Context, u *User, rehash string, try *attempt, from clientInfo) (session, error) {
	opened := session{aal: "aal1", created: s.clock(), key: make([]byte, 32)}
	var err error
	if opened.id, err = s.newID(); err != nil {
		return session{}, err
	}
	if _, err := io.ReadFull(s.rand, opened.key); err != nil {
		return session{}, fmt.Errorf("make a session key: %w", err)
	}
	err = s.pool.Conn(ctx, func(conn *pgx.Conn) error {
		return u.scan(conn.QueryRow(
			ctx, openSQL, u.ID, u.hash, opened.created, rehash,
			opened.id, from.agent, from.ip, base64.RawURLEncoding.EncodeToString(opened.key),
			auditUser(u, actionLogin), from.address(), try.place[:], try.device[:],
		))
	})
	return opened, err
}

const openSQL = `with u as (
	update auth.users set last_sign_in_at = $3, updated_at = $3,
		encrypted_password = coalesce(nullif($4, ''), encrypted_password)
	where id = $1 and encrypted_password = $2 and deleted_at is null
	returning *
), opened as (
	insert into auth.sessions (id, user_id, created_at, updated_at, aal, user_agent, ip, refresh_token_hmac_key, refresh_token_counter)
	select $5, u.id, $3, $3, 'aal1', nullif($6, ''), $7::text::inet, $8, 0 from u
), logged as (
	` + auditInsert + ` select '` + nilUUID + `', gen_random_uuid(), $9::json, $3, $10 from u
), known as (
	insert into auth.sign_in_attempts (key, succeeded_at, updated_at) select $11, $3, $3 from u
	on conflict (key) do update set failures = 0, blocked_until = null, succeeded_at = $3, updated_at = $3
), trusted as (
	delete from auth.sign_in_attempts where key = $12 and exists (select from u)
)
select ` + wholeUser + ` from u`

// sessionColumns are what scanners of a row named s read.
const sessionColumns = `s.id::text, coalesce(s.aal::text, 'aal1'), coalesce(s.created_at, 'epoch'),
	case when isfinite(s.not_after) then s.not_after end,
	s.refreshed_at at time zone 'UTC', coalesce(s.refresh_token_hmac_key, ''), coalesce(s.refresh_token_counter, 0)`

// sessionWithUser reads a session and its user in one statement. Found is false
// where there is no such session.
func (s *Service) sessionWithUser(ctx context.Context, id uuid.UUID) (found session, u User, ok bool, err error) {
	var key string
	err = s.pool.Conn(ctx, func(conn *pgx.Conn) error {
		row := conn.QueryRow(ctx, `select `+wholeUser+`, `+sessionColumns+`
			from auth.sessions s join auth.users u on u.id = s.user_id where s.id = $1`, id)
		return u.scan(row, &found.id, &found.aal, &found.created, &found.notAfter, &found.refreshed, &key, &found.counter)
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return session{}, User{}, false, nil
	}
	if err == nil {
		found.key = s.sessionKey(ctx, found.id, key)
	}
	return found, u, err == nil, err
}

// sessionEnd is the end of a session, by its row and the settings; zero for none.
func (s *Service) sessionEnd(in session) (end time.Time) {
	earliest := func(at time.Time) {
		if end.IsZero() || at.Before(end) {
			end = at
		}
	}
	if in.notAfter != nil {
		earliest(*in.notAfter)
	}
	if s.timebox > 0 {
		earliest(in.created.Add(s.timebox))
	}
	if s.inactivity > 0 {
		used := in.created
		if in.refreshed != nil {
			used = *in.refreshed
		}
		earliest(used.Add(s.inactivity))
	}
	return end
}

// tokenEnd is the exp of an access token: never after the session can be refreshed no
// more.
func (s *Service) tokenEnd(in session, issued time.Time) time.Time {
	in.refreshed = &issued
	expires := issued.Add(s.expiry)
	if end := s.sessionEnd(in); !end.IsZero() && end.Before(expires) {
		return end
	}
	return expires
}

// tokens is the answer to a grant.
type tokens struct {
	AccessToken  string `json:"access_token"`
	TokenType    string `json:"token_type"`
	ExpiresIn    int64  `json:"expires_in"` // seconds
	ExpiresAt    int64  `json:"expires_at"` // Unix seconds
	RefreshToken string `json:"refresh_token"`
	User         *User  `json:"user"`
}

// passwordTokens adds weak_password, which GoTrue's password grant always has.
type passwordTokens struct {
	tokens
	WeakPassword *weakPassword `json:"weak_password"` // nil where the policy allows it
}

func (s *Service) tokensFor(u *User, in session) (tokens, error) {
	issued := s.clock()
	access, err := s.keys.Sign(s.claims(u, in, issued))
	if err != nil {
		return tokens{}, err
	}
	id, err := uuid.Parse(in.id)
	if err != nil {
		return tokens{}, fmt.Errorf("read session id %q: %w", in.id, err)
	}
	expires := s.tokenEnd(in, issued)
	return tokens{
		AccessToken: access, TokenType: "bearer", User: u,
		ExpiresIn: int64(expires.Sub(issued) / time.Second), ExpiresAt: expires.Unix(),
		RefreshToken: newRefreshToken(id, in.counter, in.key),
	}, nil
}

// method says how a session was authenticated.
type method struct {
	Method    string `json:"method"`
	Timestamp int64  `json:"timestamp"`
}

// claims are those of GoTrue's access tokens, by name and type.
type claims struct {
	Issuer       string          `json:"iss"`
	Subject      string          `json:"sub"`
	Audience     string          `json:"aud"`
	Expires      int64           `json:"exp"`
	Issued       int64           `json:"iat"`
	Email        string          `json:"email"`
	Phone        string          `json:"phone"`
	AppMetadata  json.RawMessage `json:"app_metadata"`
	UserMetadata json.RawMessage `json:"user_metadata"`
	Role         string          `json:"role"`
	AAL          string          `json:"aal"`
	AMR          []method        `json:"amr"`
	SessionID    string          `json:"session_id"`
	IsAnonymous  bool            `json:"is_anonymous"`
}

func (s *Service) claims(u *User, in session, issued time.Time) claims {
	audience := u.Aud
	if audience == "" {
		audience = "authenticated"
	}
	return claims{
		Issuer: s.issuer, Subject: u.ID, Audience: audience,
		Expires: s.tokenEnd(in, issued).Unix(), Issued: issued.Unix(),
		Email: u.Email, Phone: u.Phone, AppMetadata: u.AppMetadata, UserMetadata: u.UserMetadata,
		Role: u.Role, AAL: in.aal, AMR: []method{{"password", in.created.Unix()}},
		SessionID: in.id, IsAnonymous: u.IsAnonymous,
	}
}

// setTokenHeaders sets the informational headers that GoTrue adds to a grant.
func setTokenHeaders(w http.ResponseWriter, u *User, in session) {
	w.Header().Set("Sb-Auth-User-Id", u.ID)
	w.Header().Set("Sb-Auth-Session-Id", in.id)
	w.Header().Set("Sb-Auth-Refresh-Token-Counter", strconv.FormatUint(in.counter, 10))
}

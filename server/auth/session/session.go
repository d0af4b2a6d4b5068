package session

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/google/uuid"

	"github.com/toubkal/toubkal/server/auth/account"
	"github.com/toubkal/toubkal/server/auth/audit"
	"github.com/toubkal/toubkal/server/auth/gotrue"
	"github.com/toubkal/toubkal/server/auth/random"
	"github.com/toubkal/toubkal/server/auth/throttle"
)

// Session is a row of auth.sessions: one sign-in on one device.
type Session struct {
	ID        string
	AAL       string // aal1, or aal2 after a second factor
	methods   []method
	created   time.Time
	notAfter  *time.Time // no refresh after it; nil means no end
	refreshed *time.Time // nil before the first refresh
	key       []byte     // signs this session's refresh tokens
	counter   uint64     // of the refresh token that is current
	// access is a token that was made before the refresh token was replaced: a hook that
	// refuses must not leave the client without either. Nil is none yet.
	access *accessToken
	fresh  bool // opened by this request
}

// method is one way in which a session was authenticated: an entry of the claim amr.
type method struct {
	Method    string `json:"method"`
	Timestamp int64  `json:"timestamp"` // Unix seconds
}

// Methods of the claim amr, as GoTrue names them.
const (
	MethodPassword  = "password"
	MethodOTP       = "otp"
	MethodOAuth     = "oauth"
	MethodAnonymous = "anonymous"
	MethodPasskey   = "passkey"

	// Second factors: these alone lead to aal2.
	MethodTOTP         = "totp"
	MethodWebAuthn     = "mfa/webauthn"
	MethodPhoneFactor  = "mfa/phone"
	MethodRecoveryCode = "mfa/recovery_code"
)

// Opening is the sign-in that opens a session.
type Opening struct {
	Method   string // of amr
	From     audit.Client
	Provider string // whose identity it is; "" for none
	// Password is the check of a password that leads to it; nil for other methods.
	Password *Password
}

// Password is a password that matched the hash that the account had when it was
// read.
type Password struct {
	Hash   string            // of the account then
	Rehash string            // stored instead; "" keeps hash
	Try    *throttle.Attempt // its place is known to the account from now on, and failures of its device are forgotten
}

// Open starts a session at aal1, and reads the user again: last_sign_in_at changes.
// It is one statement, and returns pgx.ErrNoRows if the account was removed, or its
// password changed, since it was read.
func (s *Sessions) Open(ctx context.Context, on account.Querier, u *account.User, o Opening) (Session, error) {
	opened := Session{AAL: "aal1", created: s.now(), fresh: true}
	opened.methods = []method{{o.Method, opened.created.Unix()}}
	var err error
	if opened.ID, err = random.ID(s.rand); err != nil {
		return Session{}, err
	}
	if opened.key, err = random.Key(s.rand); err != nil {
		return Session{}, err
	}
	login := audit.Entry{ActorID: u.ID, ActorUsername: u.Email, Action: audit.Login}
	if o.Provider != "" {
		login.Traits = map[string]any{"provider": o.Provider}
	}
	var hash, rehash *string
	var place, device []byte
	if o.Password != nil {
		hash, rehash = &o.Password.Hash, &o.Password.Rehash
		place, device = o.Password.Try.Place[:], o.Password.Try.Device[:]
	}
	err = u.Scan(on.QueryRow(
		ctx, openSQL, u.ID, hash, opened.created, rehash,
		opened.ID, o.From.Agent, o.From.IP, base64.RawURLEncoding.EncodeToString(opened.key),
		login.Text(), o.From.Address(), place, device, o.Method, s.singleSession,
	))
	return opened, err
}

const openSQL = `with u as (
	update auth.users set last_sign_in_at = $3, updated_at = $3,
		encrypted_password = coalesce(nullif($4, ''), encrypted_password)
	where id = $1 and ($2::text is null or encrypted_password = $2) and deleted_at is null
	returning *
), opened as (
	insert into auth.sessions (id, user_id, created_at, updated_at, aal, user_agent, ip, refresh_token_hmac_key, refresh_token_counter)
	select $5, u.id, $3, $3, 'aal1', nullif($6, ''), $7::text::inet, $8, 0 from u
	returning id
), method as (
	insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
	select gen_random_uuid(), opened.id, $3, $3, $13 from opened
), others as (
	delete from auth.sessions s using u where s.user_id = u.id and $14
), logged as (
	` + audit.Insert + ` select '` + audit.NilUUID + `', gen_random_uuid(), $9::json, $3, $10 from u
), known as (
	insert into auth.sign_in_attempts (key, succeeded_at, updated_at) select $11, $3, $3 from u where $11::bytea is not null
	on conflict (key) do update set failures = 0, blocked_until = null, succeeded_at = $3, updated_at = $3
), trusted as (
	delete from auth.sign_in_attempts where key = $12 and exists (select from u)
)
select ` + account.Columns + ` from u`

// columns are the columns of a session, of a row named s.
const columns = `s.id::text, coalesce(s.aal::text, 'aal1'), coalesce(s.created_at, 'epoch'),
	case when isfinite(s.not_after) then s.not_after end,
	s.refreshed_at at time zone 'UTC', coalesce(s.refresh_token_hmac_key, ''), coalesce(s.refresh_token_counter, 0),
	(select json_agg(json_build_object('method', m.authentication_method, 'timestamp', extract(epoch from m.updated_at)::bigint)
		order by m.updated_at desc) from auth.mfa_amr_claims m where m.session_id = s.id)`

// Read reads a session and its user in one statement; pgx.ErrNoRows where there
// is no such session.
func (s *Sessions) Read(ctx context.Context, on account.Querier, id string) (in Session, u account.User, err error) {
	var key string
	err = u.Scan(
		on.QueryRow(ctx, `select `+account.Columns+`, `+columns+`
			from auth.sessions s join auth.users u on u.id = s.user_id where s.id = $1`, id),
		&in.ID, &in.AAL, &in.created, &in.notAfter, &in.refreshed, &key, &in.counter, &in.methods,
	)
	if err != nil {
		return Session{}, account.User{}, err
	}
	in.complete(s.sessionKey(ctx, in.ID, key))
	return in, u, nil
}

// complete adds to a row what is not in its columns as such.
func (s *Session) complete(key []byte) {
	s.key = key
	if len(s.methods) == 0 { // opened before methods were kept
		s.methods = []method{{MethodPassword, s.created.Unix()}}
	}
}

// end is the end of a session, by its row and the settings; zero for none.
func (s *Sessions) end(in Session) (end time.Time) {
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
func (s *Sessions) tokenEnd(in Session, issued time.Time) time.Time {
	in.refreshed = &issued
	expires := issued.Add(s.expiry)
	if end := s.end(in); !end.IsZero() && end.Before(expires) {
		return end
	}
	return expires
}

// Tokens is the answer to a grant.
type Tokens struct {
	AccessToken  string        `json:"access_token"`
	TokenType    string        `json:"token_type"`
	ExpiresIn    int64         `json:"expires_in"` // seconds
	ExpiresAt    int64         `json:"expires_at"` // Unix seconds
	RefreshToken string        `json:"refresh_token"`
	User         *account.User `json:"user"`
	// Those of the provider, after a sign-in by OAuth.
	ProviderToken        string `json:"provider_token,omitempty"`
	ProviderRefreshToken string `json:"provider_refresh_token,omitempty"`
}

// tokensFor makes the tokens of a session. Call it after the transaction that opened it:
// a hook may be asked for the claims. If that fails, the session that was opened ends.
func (s *Sessions) tokensFor(r *http.Request, u *account.User, in Session) (Tokens, error) {
	access := in.access
	if access == nil {
		made, err := s.accessToken(r, u, in)
		if err != nil {
			if in.fresh {
				err = errors.Join(err, s.endUnused(r.Context(), in.ID))
			}
			return Tokens{}, err
		}
		access = &made
	}
	id, err := uuid.Parse(in.ID)
	if err != nil {
		return Tokens{}, fmt.Errorf("read session id %q: %w", in.ID, err)
	}
	return Tokens{
		AccessToken: access.text, TokenType: "bearer", User: u,
		ExpiresIn: access.expires - access.issued, ExpiresAt: access.expires,
		RefreshToken: NewRefreshToken(id, in.counter, in.key),
	}, nil
}

// Claims are the claims of GoTrue's access tokens, by name and type.
type Claims struct {
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

func (s *Sessions) claims(u *account.User, in Session, issued time.Time) Claims {
	audience := u.Aud
	if audience == "" {
		audience = "authenticated"
	}
	return Claims{
		Issuer: s.issuer, Subject: u.ID, Audience: audience,
		Expires: s.tokenEnd(in, issued).Unix(), Issued: issued.Unix(),
		Email: u.Email, Phone: u.Phone, AppMetadata: u.AppMetadata, UserMetadata: u.UserMetadata,
		Role: u.Role, AAL: in.AAL, AMR: in.methods,
		SessionID: in.ID, IsAnonymous: u.IsAnonymous,
	}
}

// Grant is tokensFor, with the headers that GoTrue adds to a grant.
func (s *Sessions) Grant(w http.ResponseWriter, r *http.Request, u *account.User, in Session) (Tokens, error) {
	granted, err := s.tokensFor(r, u, in)
	if err == nil {
		SetTokenHeaders(w, u, in)
	}
	return granted, err
}

// Reply answers with the tokens of a session.
func (s *Sessions) Reply(w http.ResponseWriter, r *http.Request, u *account.User, in Session) error {
	granted, err := s.Grant(w, r, u, in)
	if err != nil {
		return err
	}
	return gotrue.Reply(w, http.StatusOK, granted)
}

// SetTokenHeaders sets the informational headers that GoTrue adds to a grant.
func SetTokenHeaders(w http.ResponseWriter, u *account.User, in Session) {
	w.Header().Set("Sb-Auth-User-Id", u.ID)
	w.Header().Set("Sb-Auth-Session-Id", in.ID)
	w.Header().Set("Sb-Auth-Refresh-Token-Counter", strconv.FormatUint(in.counter, 10))
}

// Fragment is the fragment of an address that hands a session to an application without PKCE.
func (ts Tokens) Fragment() url.Values {
	values := url.Values{
		"access_token": {ts.AccessToken}, "token_type": {ts.TokenType}, "refresh_token": {ts.RefreshToken}, "sb": {""},
		"expires_in": {strconv.FormatInt(ts.ExpiresIn, 10)}, "expires_at": {strconv.FormatInt(ts.ExpiresAt, 10)},
	}
	for name, value := range map[string]string{"provider_token": ts.ProviderToken, "provider_refresh_token": ts.ProviderRefreshToken} {
		if value != "" {
			values.Set(name, value)
		}
	}
	return values
}

// sessionKey is the key that signs the session's refresh tokens, nil for a session of
// version 1 tokens and for a key that cannot be read.
func (s *Sessions) sessionKey(ctx context.Context, id, stored string) []byte {
	encoded, err := s.decryption.Open(id, stored)
	if err == nil {
		var key []byte
		if key, err = base64.RawURLEncoding.DecodeString(encoded); err == nil {
			return key
		}
	}
	s.log.ErrorContext(ctx, "cannot read the key of a session", "session", id, "error", err)
	return nil
}

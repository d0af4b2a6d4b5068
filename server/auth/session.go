package auth

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/google/uuid"

	"github.com/toubkal/toubkal/server/auth/account"
	"github.com/toubkal/toubkal/server/auth/audit"
	"github.com/toubkal/toubkal/server/auth/gotrue"
	"github.com/toubkal/toubkal/server/auth/password"
	"github.com/toubkal/toubkal/server/auth/random"
	"github.com/toubkal/toubkal/server/auth/throttle"
)

// session is a row of auth.sessions: one sign-in on one device.
type session struct {
	id        string
	aal       string // aal1, or aal2 after a second factor
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
	methodPassword  = "password"
	methodOTP       = "otp"
	methodOAuth     = "oauth"
	methodAnonymous = "anonymous"
	methodPasskey   = "passkey"

	// Second factors: these alone lead to aal2.
	methodTOTP         = "totp"
	methodWebAuthn     = "mfa/webauthn"
	methodPhoneFactor  = "mfa/phone"
	methodRecoveryCode = "mfa/recovery_code"
)

// opening says how a session comes to be.
type opening struct {
	method   string // of amr
	from     audit.Client
	provider string // whose identity it is; "" for none
	// password is the check of a password that leads to it; nil for other methods.
	password *checkedPassword
}

// checkedPassword is a password that matched the hash that the account had when it was
// read.
type checkedPassword struct {
	hash   string            // of the account then
	rehash string            // stored instead; "" keeps hash
	try    *throttle.Attempt // its place is known to the account from now on, and failures of its device are forgotten
}

// openSession starts a session at aal1, and reads the user again: last_sign_in_at changes.
// It is one statement, and returns pgx.ErrNoRows if the account was removed, or its
// password changed, since it was read.
func (s *Service) openSession(ctx context.Context, on account.Querier, u *account.User, o opening) (session, error) {
	opened := session{aal: "aal1", created: s.clock(), fresh: true}
	opened.methods = []method{{o.method, opened.created.Unix()}}
	var err error
	if opened.id, err = random.ID(s.rand); err != nil {
		return session{}, err
	}
	if opened.key, err = random.Key(s.rand); err != nil {
		return session{}, err
	}
	login := audit.Entry{ActorID: u.ID, ActorUsername: u.Email, Action: audit.Login}
	if o.provider != "" {
		login.Traits = map[string]any{"provider": o.provider}
	}
	var hash, rehash *string
	var place, device []byte
	if o.password != nil {
		hash, rehash = &o.password.hash, &o.password.rehash
		place, device = o.password.try.Place[:], o.password.try.Device[:]
	}
	err = u.Scan(on.QueryRow(
		ctx, openSQL, u.ID, hash, opened.created, rehash,
		opened.id, o.from.Agent, o.from.IP, base64.RawURLEncoding.EncodeToString(opened.key),
		login.Text(), o.from.Address(), place, device, o.method, s.singleSession,
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

// sessionColumns are what scanners of a row named s read.
const sessionColumns = `s.id::text, coalesce(s.aal::text, 'aal1'), coalesce(s.created_at, 'epoch'),
	case when isfinite(s.not_after) then s.not_after end,
	s.refreshed_at at time zone 'UTC', coalesce(s.refresh_token_hmac_key, ''), coalesce(s.refresh_token_counter, 0),
	(select json_agg(json_build_object('method', m.authentication_method, 'timestamp', extract(epoch from m.updated_at)::bigint)
		order by m.updated_at desc) from auth.mfa_amr_claims m where m.session_id = s.id)`

// sessionWithUser reads a session and its user in one statement; pgx.ErrNoRows where there
// is no such session.
func (s *Service) sessionWithUser(ctx context.Context, on account.Querier, id string) (in session, u account.User, err error) {
	var key string
	err = u.Scan(
		on.QueryRow(ctx, `select `+account.Columns+`, `+sessionColumns+`
			from auth.sessions s join auth.users u on u.id = s.user_id where s.id = $1`, id),
		&in.id, &in.aal, &in.created, &in.notAfter, &in.refreshed, &key, &in.counter, &in.methods,
	)
	if err != nil {
		return session{}, account.User{}, err
	}
	in.complete(s.sessionKey(ctx, in.id, key))
	return in, u, nil
}

// complete adds to a row what is not in its columns as such.
func (in *session) complete(key []byte) {
	in.key = key
	if len(in.methods) == 0 { // opened before methods were kept
		in.methods = []method{{methodPassword, in.created.Unix()}}
	}
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

// passwordTokens adds weak_password, which GoTrue's password grant always has.
type passwordTokens struct {
	tokens
	WeakPassword *password.Weakness `json:"weak_password"` // nil where the policy allows it
}

// tokensFor makes the tokens of a session. Call it after the transaction that opened it:
// a hook may be asked for the claims. If that fails, the session that was opened ends.
func (s *Service) tokensFor(r *http.Request, u *account.User, in session) (tokens, error) {
	access := in.access
	if access == nil {
		made, err := s.accessToken(r, u, in)
		if err != nil {
			if in.fresh {
				err = errors.Join(err, s.endUnused(r.Context(), in.id))
			}
			return tokens{}, err
		}
		access = &made
	}
	id, err := uuid.Parse(in.id)
	if err != nil {
		return tokens{}, fmt.Errorf("read session id %q: %w", in.id, err)
	}
	return tokens{
		AccessToken: access.text, TokenType: "bearer", User: u,
		ExpiresIn: access.expires - access.issued, ExpiresAt: access.expires,
		RefreshToken: newRefreshToken(id, in.counter, in.key),
	}, nil
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

func (s *Service) claims(u *account.User, in session, issued time.Time) claims {
	audience := u.Aud
	if audience == "" {
		audience = "authenticated"
	}
	return claims{
		Issuer: s.issuer, Subject: u.ID, Audience: audience,
		Expires: s.tokenEnd(in, issued).Unix(), Issued: issued.Unix(),
		Email: u.Email, Phone: u.Phone, AppMetadata: u.AppMetadata, UserMetadata: u.UserMetadata,
		Role: u.Role, AAL: in.aal, AMR: in.methods,
		SessionID: in.id, IsAnonymous: u.IsAnonymous,
	}
}

// grantTokens is tokensFor, with the headers that GoTrue adds to a grant.
func (s *Service) grantTokens(w http.ResponseWriter, r *http.Request, u *account.User, in session) (tokens, error) {
	granted, err := s.tokensFor(r, u, in)
	if err == nil {
		setTokenHeaders(w, u, in)
	}
	return granted, err
}

// replyTokens answers with the tokens of a session.
func (s *Service) replyTokens(w http.ResponseWriter, r *http.Request, u *account.User, in session) error {
	granted, err := s.grantTokens(w, r, u, in)
	if err != nil {
		return err
	}
	return gotrue.Reply(w, http.StatusOK, granted)
}

// setTokenHeaders sets the informational headers that GoTrue adds to a grant.
func setTokenHeaders(w http.ResponseWriter, u *account.User, in session) {
	w.Header().Set("Sb-Auth-User-Id", u.ID)
	w.Header().Set("Sb-Auth-Session-Id", in.id)
	w.Header().Set("Sb-Auth-Refresh-Token-Counter", strconv.FormatUint(in.counter, 10))
}

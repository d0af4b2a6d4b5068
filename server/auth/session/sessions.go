// Package session opens, refreshes and ends sessions, and says who the caller of a request is. It
// refuses tokens that are unknown, used twice or expired, and callers who are banned or whose session
// has ended.
package session

import (
	"io"
	"log/slog"
	"sync"
	"time"

	"github.com/toubkal/toubkal/server/auth/encryption"
	"github.com/toubkal/toubkal/server/auth/hook"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/token"
)

// Options configure Sessions.
type Options struct {
	// Pool is logged in as supabase_auth_admin, the owner of schema auth.
	Pool *db.Pool
	// Keys sign access tokens.
	Keys *token.Keys
	// Issuer is the claim iss.
	Issuer string
	// Expiry is an access token's life.
	Expiry time.Duration
	// Timebox ends a session so long after its sign-in, and Inactivity so long after its last
	// refresh. 0 is no end.
	Timebox, Inactivity time.Duration
	// ReuseInterval is the time after a rotation in which an older refresh token gets the current one.
	ReuseInterval time.Duration
	// Single ends the other sessions of a user at each sign-in.
	Single bool
	// Now is the clock, in UTC at the precision that PostgreSQL keeps.
	Now  func() time.Time
	Rand io.Reader
	Log  *slog.Logger
	// Hooks may replace the claims of access tokens.
	Hooks *hook.Hooks
	// Decryption reads keys of sessions that GoTrue has encrypted.
	Decryption encryption.Keys
	// Revocations are told of sessions that end.
	Revocations *Revocations
}

// Sessions reads and writes auth.sessions.
type Sessions struct {
	pool                               *db.Pool
	keys                               *token.Keys
	issuer                             string
	expiry                             time.Duration
	timebox, inactivity, reuseInterval time.Duration
	singleSession                      bool
	now                                func() time.Time
	rand                               io.Reader
	log                                *slog.Logger
	hooks                              *hook.Hooks
	decryption                         encryption.Keys
	revocations                        *Revocations
}

// New makes Sessions.
func New(o Options) *Sessions {
	return &Sessions{
		pool: o.Pool, keys: o.Keys, issuer: o.Issuer, expiry: o.Expiry, timebox: o.Timebox, inactivity: o.Inactivity,
		reuseInterval: o.ReuseInterval, singleSession: o.Single, now: o.Now, rand: o.Rand, log: o.Log, hooks: o.Hooks,
		decryption: o.Decryption, revocations: o.Revocations,
	}
}

// Callers finds who sends a request.
type Callers struct {
	pool *db.Pool
	keys *token.Keys
	now  func() time.Time
}

// NewCallers makes Callers. pool is logged in as supabase_auth_admin.
func NewCallers(pool *db.Pool, keys *token.Keys, now func() time.Time) *Callers {
	return &Callers{pool, keys, now}
}

// RevocationOptions configure Revocations. All are needed.
type RevocationOptions struct {
	Pool *db.Pool
	// Keys have the revocations that verifiers check.
	Keys *token.Keys
	// Expiry is an access token's life.
	Expiry time.Duration
	// TokensOutlive leaves access tokens to the other services until their exp.
	TokensOutlive bool
	Now           func() time.Time
	Log           *slog.Logger
}

// Revocations has the access tokens of ended sessions and banned users refused.
type Revocations struct {
	pool          *db.Pool
	keys          *token.Keys
	expiry        time.Duration
	tokensOutlive bool
	now           func() time.Time
	log           *slog.Logger
	revoking      sync.Mutex // reading auth.revocations
}

// NewRevocations makes Revocations.
func NewRevocations(o RevocationOptions) *Revocations {
	return &Revocations{pool: o.Pool, keys: o.Keys, expiry: o.Expiry, tokensOutlive: o.TokensOutlive, now: o.Now, log: o.Log}
}

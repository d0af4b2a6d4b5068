// Package account keeps users, their identities and their one-time tokens. It refuses what cannot be
// an account: malformed addresses, weak passwords, metadata that no access token can carry, and what
// another account has. It knows nothing of sessions.
package account

import (
	"context"
	"io"
	"log/slog"
	"time"

	"github.com/toubkal/toubkal/server/auth/encryption"
	"github.com/toubkal/toubkal/server/auth/hook"
	"github.com/toubkal/toubkal/server/auth/password"
	"github.com/toubkal/toubkal/server/db"
)

// Options configure a Store. All are needed.
type Options struct {
	// Pool is logged in as supabase_auth_admin, the owner of schema auth.
	Pool *db.Pool
	// Now is the clock, in UTC at the precision that PostgreSQL keeps.
	Now func() time.Time
	// Rand makes ids.
	Rand io.Reader
	Log  *slog.Logger
	// Passwords hashes those of new accounts, which Policy judges.
	Passwords *password.Hasher
	Policy    password.Policy
	// Hooks are asked about new accounts, and told of them.
	Hooks *hook.Hooks
	// Decryption reads password hashes that GoTrue has encrypted.
	Decryption encryption.Keys
}

// Store reads and writes auth.users and auth.identities.
type Store struct {
	pool       *db.Pool
	now        func() time.Time
	rand       io.Reader
	log        *slog.Logger
	passwords  *password.Hasher
	policy     password.Policy
	hooks      *hook.Hooks
	decryption encryption.Keys
}

// New makes a Store.
func New(o Options) *Store {
	return &Store{
		pool: o.Pool, now: o.Now, rand: o.Rand, log: o.Log,
		passwords: o.Passwords, policy: o.Policy, hooks: o.Hooks, decryption: o.Decryption,
	}
}

// PasswordHash is the user's password hash. One that cannot be decrypted matches no password;
// the log says why.
func (st *Store) PasswordHash(ctx context.Context, u *User) string {
	hash, err := st.decryption.Open(u.ID, u.StoredHash)
	if err != nil {
		st.log.ErrorContext(ctx, "cannot read a password hash", "user", u.ID, "error", err)
	}
	return hash
}

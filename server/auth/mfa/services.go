// Package mfa is second factors and passkeys. A user enrolls a factor, which is unverified until its first challenge is
// answered. An answer lifts the session of the caller to aal2 and ends the user's other
// sessions below it. Besides GoTrue's rules:
//   - a code of an authenticator app is accepted once;
//   - wrong codes are counted by factor, and delay the next ones;
//   - a new factor replaces the unverified one of its type, and only verified ones count;
//   - with a verified factor, factors are added and removed only by a session that gave a
//     second factor within Settings.Recent, and an unverified factor is used only at aal2.
//
// It refuses wrong, used and expired answers, and changes of factors at a lower level.
package mfa

import (
	"cmp"
	"io"
	"log/slog"
	"time"

	"github.com/go-webauthn/webauthn/webauthn"

	"github.com/toubkal/toubkal/server/auth/account"
	"github.com/toubkal/toubkal/server/auth/encryption"
	"github.com/toubkal/toubkal/server/auth/hook"
	"github.com/toubkal/toubkal/server/auth/message"
	"github.com/toubkal/toubkal/server/auth/session"
	"github.com/toubkal/toubkal/server/auth/throttle"
	"github.com/toubkal/toubkal/server/db"
)

// Options configure Factors, RecoveryCodes and Passkeys. All are needed.
type Options struct {
	Settings     Settings
	Passkeys     PasskeySettings
	RelyingParty RelyingParty
	// SiteURL is the address of the application.
	SiteURL string

	// Pool is logged in as supabase_auth_admin, the owner of schema auth.
	Pool        *db.Pool
	Accounts    *account.Store
	Sessions    *session.Sessions
	Callers     *session.Callers
	Revocations *session.Revocations
	Messages    *message.Sender
	Hooks       *hook.Hooks
	// Attempts counts messages to phone factors.
	Attempts *throttle.SignIns
	// Encryption encrypts secrets of factors, which Decryption reads.
	Encryption encryption.Key
	Decryption encryption.Keys
	// Now is the clock, in UTC at the precision that PostgreSQL keeps.
	Now  func() time.Time
	Rand io.Reader
	Log  *slog.Logger
}

// Factors are the second factors of users.
type Factors struct {
	settings    Settings
	siteURL     string
	webAuthn    *webauthn.WebAuthn // nil where neither security keys nor passkeys are on
	pool        *db.Pool
	accounts    *account.Store
	sessions    *session.Sessions
	callers     *session.Callers
	revocations *session.Revocations
	messages    *message.Sender
	hooks       *hook.Hooks
	attempts    *throttle.SignIns
	encryption  encryption.Key
	decryption  encryption.Keys
	now         func() time.Time
	rand        io.Reader
	log         *slog.Logger
}

// RecoveryCodes replace a lost second factor.
type RecoveryCodes struct {
	settings Settings
	factors  *Factors
	pool     *db.Pool
	callers  *session.Callers
	now      func() time.Time
	rand     io.Reader
}

// Passkeys sign in without a password.
type Passkeys struct {
	settings     PasskeySettings
	relyingParty RelyingParty
	factors      *Factors
	webAuthn     *webauthn.WebAuthn
	pool         *db.Pool
	accounts     *account.Store
	sessions     *session.Sessions
	callers      *session.Callers
	now          func() time.Time
	rand         io.Reader
}

// New makes the three. It refuses a RelyingParty that browsers do not take, where one is needed.
func New(o Options) (*Factors, *RecoveryCodes, *Passkeys, error) {
	settings, party := o.Settings.withDefaults(), o.RelyingParty.withDefaults(o.SiteURL)
	var library *webauthn.WebAuthn
	if o.Passkeys.Enabled || settings.WebAuthn != (Switch{}) {
		var err error
		if library, err = party.library(); err != nil {
			return nil, nil, nil, err
		}
	}
	factors := &Factors{
		settings: settings, siteURL: o.SiteURL, webAuthn: library, pool: o.Pool, accounts: o.Accounts, sessions: o.Sessions, callers: o.Callers,
		revocations: o.Revocations, messages: o.Messages, hooks: o.Hooks, attempts: o.Attempts, encryption: o.Encryption, decryption: o.Decryption,
		now: o.Now, rand: o.Rand, log: o.Log,
	}
	codes := &RecoveryCodes{settings: settings, factors: factors, pool: o.Pool, callers: o.Callers, now: o.Now, rand: o.Rand}
	passkeys := &Passkeys{
		settings: PasskeySettings{o.Passkeys.Enabled, cmp.Or(o.Passkeys.Max, 10)}, relyingParty: party, factors: factors, webAuthn: library,
		pool: o.Pool, accounts: o.Accounts, sessions: o.Sessions, callers: o.Callers, now: o.Now, rand: o.Rand,
	}
	return factors, codes, passkeys, nil
}

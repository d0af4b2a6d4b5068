package app

import (
	"runtime/debug"
	"time"

	"github.com/toubkal/toubkal/server/auth"
)

// Auth is what may be said about passwords and sessions.
type Auth struct {
	// SignInBackOff is the longest time between two sign-ins after failures, in
	// seconds; 0 is no back-off.
	SignInBackOff int `env:"TOUBKAL_SIGN_IN_BACKOFF" envDefault:"300"`
	// SignInQueue bounds the sign-ins that wait for their password to be hashed.
	SignInQueue int `env:"TOUBKAL_SIGN_IN_QUEUE" envDefault:"100"`

	// SessionTimebox ends a session so long after the sign-in; 0 does not.
	SessionTimebox time.Duration `env:"GOTRUE_SESSIONS_TIMEBOX" envDefault:"0"`
	// SessionInactivity ends a session so long after its last refresh; 0 does not.
	SessionInactivity time.Duration `env:"GOTRUE_SESSIONS_INACTIVITY_TIMEOUT" envDefault:"0"`
	// RefreshReuseInterval is how many seconds after a refresh the refresh token that it
	// replaced gets the same answer.
	RefreshReuseInterval int `env:"GOTRUE_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL" envDefault:"10"`

	// DecryptionKeys are id:key,… with which GoTrue has encrypted hashes and keys in
	// the database: 32 bytes each, base64url.
	DecryptionKeys string `env:"GOTRUE_SECURITY_DB_ENCRYPTION_DECRYPTION_KEYS" secret:"yes"`

	// PasswordMinLength is the least of a new password, in characters; 6 or more.
	PasswordMinLength int `env:"GOTRUE_PASSWORD_MIN_LENGTH" envDefault:"6"`
	// PasswordCharacters are sets, separated by ":", of which a new password has to have
	// one character each.
	PasswordCharacters string `env:"GOTRUE_PASSWORD_REQUIRED_CHARACTERS"`
	// PasswordRefuseCommon refuses new passwords that are easily guessed.
	PasswordRefuseCommon bool `env:"TOUBKAL_PASSWORD_REFUSE_COMMON" envDefault:"true"`
	// PasswordReauthentication asks for the current password, or a sign-in within
	// PasswordWindow, when a user changes the password.
	PasswordReauthentication bool `env:"GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION" envDefault:"true"`
	// PasswordCurrent asks for the current password always.
	PasswordCurrent bool `env:"GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD" envDefault:"false"`
	// PasswordWindow is for how long a sign-in is recent.
	PasswordWindow time.Duration `env:"TOUBKAL_REAUTHENTICATION_WINDOW" envDefault:"15m"`
}

// leastSession is the shortest timebox: a client refreshes 90 s before a token ends.
const leastSession = 5 * time.Minute

// expiry is an access token's life in seconds.
func (c *Auth) check(expiry int, say func(bad bool, format string, args ...any)) {
	say(c.SignInBackOff < 0, "TOUBKAL_SIGN_IN_BACKOFF: %d s is less than none; 0 is no back-off", c.SignInBackOff)
	say(c.SignInQueue < 1, "TOUBKAL_SIGN_IN_QUEUE: %d is too few; use 1 or more", c.SignInQueue)
	say(c.SessionTimebox < 0 || c.SessionTimebox > 0 && c.SessionTimebox < leastSession,
		"GOTRUE_SESSIONS_TIMEBOX: %s is too short; use %s or more, or 0 for no end", c.SessionTimebox, leastSession)
	say(c.SessionInactivity < 0 || c.SessionInactivity > 0 && c.SessionInactivity <= time.Duration(expiry)*time.Second,
		"GOTRUE_SESSIONS_INACTIVITY_TIMEOUT: %s is too short; use more than GOTRUE_JWT_EXP (%d s), after which clients refresh, or 0 for no end", c.SessionInactivity, expiry)
	say(c.RefreshReuseInterval < 0, "GOTRUE_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL: %d s is less than none; 0 is no reuse", c.RefreshReuseInterval)
	_, err := auth.ParseDecryptionKeys(c.DecryptionKeys)
	say(err != nil, "GOTRUE_SECURITY_DB_ENCRYPTION_DECRYPTION_KEYS: %v", err)
	say(c.PasswordMinLength > 72, "GOTRUE_PASSWORD_MIN_LENGTH: %d is more than a password can have, which is 72", c.PasswordMinLength)
	say(c.PasswordWindow < 0, "TOUBKAL_REAUTHENTICATION_WINDOW: %s is less than none", c.PasswordWindow)
}

// auth are the options of the auth service, but for its connections.
func (p *program) auth() auth.Options {
	keys, _ := auth.ParseDecryptionKeys(p.DecryptionKeys) // check has refused wrong ones
	return auth.Options{
		Log: p.log, JWTExpiry: time.Duration(p.JWTExpiry) * time.Second, Secret: []byte(derive(p.JWTSecret, "sign-in")),
		MaxBackOff: time.Duration(p.SignInBackOff) * time.Second, HashQueue: p.SignInQueue,
		HashMemory: hashMemory(debug.SetMemoryLimit(-1)), DecryptionKeys: keys,
		SessionTimebox: p.SessionTimebox, SessionInactivity: p.SessionInactivity,
		ReuseInterval:     time.Duration(p.RefreshReuseInterval) * time.Second,
		PasswordMinLength: p.PasswordMinLength, PasswordCharacters: p.PasswordCharacters, RefuseCommonPasswords: p.PasswordRefuseCommon,
		Reauthentication: auth.Reauthentication{
			Required: p.PasswordReauthentication, CurrentPassword: p.PasswordCurrent, Window: p.PasswordWindow,
		},
	}
}

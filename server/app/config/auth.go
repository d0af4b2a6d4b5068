package config

import (
	"math"
	"slices"
	"time"

	"github.com/toubkal/toubkal/server/auth"
	"github.com/toubkal/toubkal/server/auth/encryption"
	"github.com/toubkal/toubkal/server/auth/external"
	"github.com/toubkal/toubkal/server/auth/password"
	"github.com/toubkal/toubkal/server/auth/throttle"
	"github.com/toubkal/toubkal/server/token"
)

// Auth are the settings of passwords and sessions.
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
	// RefreshReuseInterval is the number of seconds after a refresh in which any older refresh token of the
	// session gets the same answer. The one that it replaced gets it until its successor is used.
	RefreshReuseInterval int `env:"GOTRUE_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL" envDefault:"10"`

	// RevokeAccessTokens ends the access tokens of a session with it, for every service; false
	// is as with Supabase, where they live until their exp.
	RevokeAccessTokens bool `env:"TOUBKAL_REVOKE_ACCESS_TOKENS" envDefault:"true"`

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
	// SignUp is the rule for new accounts: open, invitation or closed. Empty is open, and
	// invitation where DisableSignUp is true.
	SignUp string `env:"TOUBKAL_SIGN_UP"`
	// DisableSignUp is GoTrue's name for SignUp=invitation.
	DisableSignUp bool `env:"GOTRUE_DISABLE_SIGNUP" envDefault:"false"`
	// AnonymousUsers allows users without an address.
	AnonymousUsers bool `env:"GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED" envDefault:"false"`
	// AutoConfirm takes new e-mail addresses for the user's own, without a mail.
	AutoConfirm bool `env:"GOTRUE_MAILER_AUTOCONFIRM" envDefault:"false"`
	// SecureEmailChange asks the old address too to confirm a change.
	SecureEmailChange bool `env:"GOTRUE_MAILER_SECURE_EMAIL_CHANGE_ENABLED" envDefault:"true"`
	// ManualLinking lets users link identities of providers.
	ManualLinking bool `env:"GOTRUE_SECURITY_MANUAL_LINKING_ENABLED" envDefault:"false"`
	// OTPLength is the number of digits of mailed codes, 6 to 10.
	OTPLength int `env:"GOTRUE_MAILER_OTP_LENGTH" envDefault:"6"`
	// OTPExpiry is the lifetime of a mailed code or link, in seconds.
	OTPExpiry int `env:"GOTRUE_MAILER_OTP_EXP" envDefault:"3600"`
	// MailInterval is the least time between two mails of a kind to an address.
	MailInterval time.Duration `env:"GOTRUE_SMTP_MAX_FREQUENCY" envDefault:"1m"`
	// RedirectURLs are globs of addresses, besides GOTRUE_SITE_URL, that links may lead to.
	RedirectURLs names `env:"GOTRUE_URI_ALLOW_LIST"`
	// LinksAtOnce makes opening a mailed link use it up, as in GoTrue, instead of showing a
	// page with a button first.
	LinksAtOnce bool `env:"TOUBKAL_LINKS_AT_ONCE" envDefault:"false"`
	// RateLimitOTP, RateLimitVerify: of an address in five minutes; RateLimitAnonymous: in
	// an hour. 0 is no limit.
	RateLimitOTP       int `env:"GOTRUE_RATE_LIMIT_OTP" envDefault:"30"`
	RateLimitVerify    int `env:"GOTRUE_RATE_LIMIT_VERIFY" envDefault:"30"`
	RateLimitAnonymous int `env:"GOTRUE_RATE_LIMIT_ANONYMOUS_USERS" envDefault:"30"`

	// PasswordWindow is for how long a sign-in is recent.
	PasswordWindow time.Duration `env:"TOUBKAL_REAUTHENTICATION_WINDOW" envDefault:"15m"`
}

// leastSession is the shortest timebox: a client refreshes 90 s before a token ends.
const leastSession = 5 * time.Minute

// expiry is an access token's life in seconds.
func (a *Auth) check(expiry int, say func(bad bool, format string, args ...any)) {
	say(a.SignInBackOff < 0, "TOUBKAL_SIGN_IN_BACKOFF: %d s is less than none; 0 is no back-off", a.SignInBackOff)
	say(a.SignInQueue < 1, "TOUBKAL_SIGN_IN_QUEUE: %d is too few; use 1 or more", a.SignInQueue)
	say(a.SessionTimebox < 0 || a.SessionTimebox > 0 && a.SessionTimebox < leastSession,
		"GOTRUE_SESSIONS_TIMEBOX: %s is too short; use %s or more, or 0 for no end", a.SessionTimebox, leastSession)
	say(a.SessionInactivity < 0 || a.SessionInactivity > 0 && a.SessionInactivity <= time.Duration(expiry)*time.Second,
		"GOTRUE_SESSIONS_INACTIVITY_TIMEOUT: %s is too short; use more than GOTRUE_JWT_EXP (%d s), after which clients refresh, or 0 for no end", a.SessionInactivity, expiry)
	say(a.RefreshReuseInterval < 0, "GOTRUE_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL: %d s is less than none; 0 is no reuse", a.RefreshReuseInterval)
	_, err := encryption.ParseKeys(a.DecryptionKeys)
	say(err != nil, "GOTRUE_SECURITY_DB_ENCRYPTION_DECRYPTION_KEYS: %v", err)
	say(a.PasswordMinLength > 72, "GOTRUE_PASSWORD_MIN_LENGTH: %d is more than a password can have, which is 72", a.PasswordMinLength)
	say(!slices.Contains([]string{"", "open", "invitation", "closed"}, a.SignUp), "TOUBKAL_SIGN_UP: %q is neither open, invitation nor closed", a.SignUp)
	say(a.OTPLength < 6 || a.OTPLength > 10, "GOTRUE_MAILER_OTP_LENGTH: %d digits; use 6 to 10", a.OTPLength)
	say(a.OTPExpiry < 60 || a.OTPExpiry > 86400, "GOTRUE_MAILER_OTP_EXP: %d s; use 60 to 86400", a.OTPExpiry)
	say(a.MailInterval < 0, "GOTRUE_SMTP_MAX_FREQUENCY: %s is less than none; 0 is no bound", a.MailInterval)
	say(a.RateLimitOTP < 0, "GOTRUE_RATE_LIMIT_OTP: %d is less than none; 0 is no limit", a.RateLimitOTP)
	say(a.RateLimitVerify < 0, "GOTRUE_RATE_LIMIT_VERIFY: %d is less than none; 0 is no limit", a.RateLimitVerify)
	say(a.RateLimitAnonymous < 0, "GOTRUE_RATE_LIMIT_ANONYMOUS_USERS: %d is less than none; 0 is no limit", a.RateLimitAnonymous)
	say(a.PasswordWindow < 0, "TOUBKAL_REAUTHENTICATION_WINDOW: %s is less than none", a.PasswordWindow)
}

// LiftSignInLimits lifts what bounds the sign-ins of an address: an application's own tests all come
// from one, and Supabase's local stack has no such bound.
func (c *Config) LiftSignInLimits() {
	c.SignInBackOff, c.RateLimitToken, c.RateLimitOTP, c.RateLimitVerify, c.RateLimitAnonymous = 0, 0, 0, 0, 0
	c.RateLimitFactors, c.RateLimitPasskeys, c.SMSPerHour = 0, 0, math.MaxInt32
}

func (a *Auth) signUp() auth.SignUp {
	switch {
	case a.SignUp != "":
		return auth.SignUp(a.SignUp)
	case a.DisableSignUp:
		return auth.SignUpInvitation
	}
	return auth.SignUpOpen
}

// AuthOptions are the options of the auth service, but for its connections and its log.
func (c *Config) AuthOptions() auth.Options {
	keys, _ := encryption.ParseKeys(c.DecryptionKeys) // check has refused wrong ones
	hooks, _ := c.hooks()                             // the same
	phones, _ := c.phones()                           // the same
	captcha, _ := c.captcha()                         // the same
	o := auth.Options{
		Hooks: hooks, Captcha: captcha, SingleSession: c.SingleSession, Keep: c.keep(), Phones: phones,
		JWTExpiry: time.Duration(c.JWTExpiry) * time.Second, Secret: []byte(token.Derive(c.JWTSecret, "sign-in")),
		MaxBackOff: time.Duration(c.SignInBackOff) * time.Second, Hashing: password.Options{MaxWaiting: c.SignInQueue},
		DecryptionKeys: keys,
		SessionTimebox: c.SessionTimebox, SessionInactivity: c.SessionInactivity,
		ReuseInterval: time.Duration(c.RefreshReuseInterval) * time.Second, TokensOutliveSessions: !c.RevokeAccessTokens,
		PasswordMinLength: c.PasswordMinLength, PasswordCharacters: c.PasswordCharacters, RefuseCommonPasswords: c.PasswordRefuseCommon,
		Reauthentication: auth.Reauthentication{
			Required: c.PasswordReauthentication, CurrentPassword: c.PasswordCurrent, Window: c.PasswordWindow,
		},
		Flows: auth.Flows{
			SignUp: c.signUp(), Anonymous: c.AnonymousUsers, AutoConfirm: c.AutoConfirm, OneMailEmailChange: !c.SecureEmailChange,
			ManualLinking: c.ManualLinking, OTPLength: c.OTPLength, OTPExpiry: time.Duration(c.OTPExpiry) * time.Second,
			MailInterval: c.MailInterval, RedirectURLs: c.RedirectURLs, LinksAtOnce: c.LinksAtOnce,
			Notifications: c.notifications(), SMSExpiry: time.Duration(c.SMSExpiry) * time.Second,
		},
		Providers:       c.External.providers,
		CustomProviders: external.CustomProviders{Enabled: c.CustomProviders, Max: c.MaxCustomProviders, Internal: c.CustomInternal},
		Limits:          throttle.Limits{OTP: c.RateLimitOTP, Verify: c.RateLimitVerify, Anonymous: c.RateLimitAnonymous},
	}
	c.secondFactors(&o)
	return o
}

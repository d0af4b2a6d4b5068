package auth

import (
	"log/slog"
	"strings"
	"time"

	"github.com/toubkal/toubkal/server/auth/account"
	"github.com/toubkal/toubkal/server/auth/external"
	"github.com/toubkal/toubkal/server/auth/gotrue"
	"github.com/toubkal/toubkal/server/auth/hook"
	"github.com/toubkal/toubkal/server/auth/message"
	"github.com/toubkal/toubkal/server/auth/mfa"
	"github.com/toubkal/toubkal/server/auth/password"
	"github.com/toubkal/toubkal/server/auth/pkce"
	"github.com/toubkal/toubkal/server/auth/session"
	"github.com/toubkal/toubkal/server/auth/throttle"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/token"
)

// services are the stores and senders that the routes use.
type services struct {
	// clock is the instant of a request, in UTC at the precision that PostgreSQL keeps, so that
	// an answer and a later reading agree.
	clock            func() time.Time
	pool             *db.Pool
	keys             *token.Keys
	log              *slog.Logger
	flows            Flows
	phones           message.Phones
	reauthentication Reauthentication
	redirects        gotrue.Redirects
	limits           throttle.Limiters
	captcha          Captcha
	passwords        *password.Hasher
	policy           password.Policy
	attempts         *throttle.SignIns
	hooks            *hook.Hooks
	accounts         *account.Store
	tokens           *account.Tokens
	pkce             *pkce.Flows
	messages         *message.Sender
	callers          *session.Callers
	revocations      *session.Revocations
	sessions         *session.Sessions
	factors          *mfa.Factors
	recoveryCodes    *mfa.RecoveryCodes
	passkeys         *mfa.Passkeys
	providers        *external.Providers
	identities       *external.Identities
	oauth            *external.Flows
}

func newServices(o Options) (*services, error) {
	issuer := strings.TrimSuffix(o.APIURL, "/") + "/auth/v1"
	decryption, err := o.decryption()
	if err != nil {
		return nil, err
	}
	s := &services{
		clock: func() time.Time { return o.Now().UTC().Truncate(time.Microsecond) },
		pool:  o.Pool, keys: o.Keys, log: o.Log.With("component", "auth"),
		flows: o.Flows, phones: o.Phones, reauthentication: o.Reauthentication, captcha: o.Captcha,
		limits:    throttle.NewLimiters(o.Limits, o.Now),
		passwords: password.NewHasher(o.Hashing),
		policy:    password.Policy{MinLength: o.PasswordMinLength, Characters: password.CharacterSets(o.PasswordCharacters), RefuseCommon: o.RefuseCommonPasswords},
		hooks:     hook.New(hook.Options{Targets: o.Hooks, Pool: o.Pool, Timeout: o.HookTimeout, Now: o.Now, Rand: o.Rand, Secret: o.Secret}),
	}
	if s.redirects, err = gotrue.NewRedirects(o.SiteURL, o.Flows.RedirectURLs); err != nil {
		return nil, err
	}
	s.attempts = throttle.NewSignIns(throttle.Options{Pool: s.pool, Now: s.clock, Log: s.log, Secret: o.Secret, Longest: o.MaxBackOff})
	s.accounts = account.New(account.Options{
		Pool: s.pool, Now: s.clock, Rand: o.Rand, Log: s.log, Passwords: s.passwords, Policy: s.policy, Hooks: s.hooks, Decryption: decryption,
	})
	s.tokens = account.NewTokens(account.TokenOptions{
		Now: s.clock, Rand: o.Rand, Length: o.Flows.OTPLength, MailExpiry: o.Flows.OTPExpiry, SMSExpiry: o.Flows.SMSExpiry,
	})
	s.pkce = pkce.New(s.clock, o.Rand)
	s.messages = message.New(message.Options{
		Mail: o.Mail, Hooks: s.hooks, Tokens: s.tokens, PKCE: s.pkce, Attempts: s.attempts, Redirects: s.redirects, Issuer: issuer, SiteURL: o.SiteURL,
		MailInterval: o.Flows.MailInterval, MailExpiry: o.Flows.OTPExpiry, SMSExpiry: o.Flows.SMSExpiry,
		Notifications: o.Flows.Notifications, Phones: o.Phones, Now: s.clock, Rand: o.Rand,
	})
	s.callers = session.NewCallers(s.pool, s.keys, s.clock)
	s.revocations = session.NewRevocations(session.RevocationOptions{
		Pool: s.pool, Keys: s.keys, Expiry: o.JWTExpiry, TokensOutlive: o.TokensOutliveSessions, Now: s.clock, Log: s.log,
	})
	s.sessions = session.New(session.Options{
		Pool: s.pool, Keys: s.keys, Issuer: issuer, Expiry: o.JWTExpiry, Timebox: o.SessionTimebox, Inactivity: o.SessionInactivity,
		ReuseInterval: o.ReuseInterval, Single: o.SingleSession, Now: s.clock, Rand: o.Rand, Log: s.log, Hooks: s.hooks, Decryption: decryption,
		Revocations: s.revocations,
	})
	s.factors, s.recoveryCodes, s.passkeys, err = mfa.New(mfa.Options{
		Settings: o.MFA, Passkeys: o.Passkeys, RelyingParty: o.RelyingParty, SiteURL: o.SiteURL,
		Pool: s.pool, Accounts: s.accounts, Sessions: s.sessions, Callers: s.callers, Revocations: s.revocations, Messages: s.messages, Hooks: s.hooks,
		Attempts: s.attempts, Encryption: o.EncryptionKey, Decryption: decryption, Now: s.clock, Rand: o.Rand, Log: s.log,
	})
	if err != nil {
		return nil, err
	}
	s.providers, s.identities, s.oauth, err = external.New(external.Options{
		Configured: o.Providers, Timeout: o.ProviderTimeout, Custom: o.CustomProviders, Issuer: issuer, SiteURL: o.SiteURL, Redirects: s.redirects,
		SignUpOpen: o.Flows.SignUp == SignUpOpen, AutoConfirm: o.Flows.AutoConfirm, ManualLinking: o.Flows.ManualLinking,
		Pool: s.pool, Accounts: s.accounts, Tokens: s.tokens, Sessions: s.sessions, Callers: s.callers, Messages: s.messages, Hooks: s.hooks,
		Secret: o.Secret, Encryption: o.EncryptionKey, Decryption: decryption, Now: s.clock, Rand: o.Rand, Log: s.log,
	})
	return s, err
}

// signInRoutes are the grants of POST /token.
type signInRoutes struct{ *services }

// codeRoutes are the routes that make accounts, and send and take one-time
// codes and links.
type codeRoutes struct {
	*services
	contacts contacts
}

// selfRoutes are the routes about the own account, of a signed-in user.
type selfRoutes struct {
	*services
	contacts contacts
}

// adminRoutes are the routes of the service key.
type adminRoutes struct{ *services }

// contacts changes the address and the number of a user.
type contacts struct{ *services }

// settingsRoutes are the routes that describe this server.
type settingsRoutes struct{ *services }

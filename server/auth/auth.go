// Package auth is /auth/v1: accounts, passwords and sessions, in the contract
// of GoTrue that stock supabase-js speaks. It refuses who is not known, who is
// banned, and what is malformed; rights on tables are the database's.
//
// What is not here is refused with GoTrue's
// codes for features that are switched off, and /settings says so.
package auth

import (
	"cmp"
	"context"
	"crypto/rand"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"strings"
	"time"

	"github.com/toubkal/toubkal/server/auth/account"
	"github.com/toubkal/toubkal/server/auth/encryption"
	"github.com/toubkal/toubkal/server/auth/external"
	"github.com/toubkal/toubkal/server/auth/gotrue"
	"github.com/toubkal/toubkal/server/auth/hook"
	"github.com/toubkal/toubkal/server/auth/message"
	"github.com/toubkal/toubkal/server/auth/mfa"
	"github.com/toubkal/toubkal/server/auth/password"
	"github.com/toubkal/toubkal/server/auth/pkce"
	"github.com/toubkal/toubkal/server/auth/provider"
	"github.com/toubkal/toubkal/server/auth/session"
	"github.com/toubkal/toubkal/server/auth/throttle"
	"github.com/toubkal/toubkal/server/budget"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/retry"
	"github.com/toubkal/toubkal/server/token"
)

// Options configure a Service. Pool and Keys are needed.
type Options struct {
	// Pool is logged in as supabase_auth_admin, the owner of schema auth.
	Pool *db.Pool
	// Keys signs access tokens and verifies callers. Follow keeps its Revocations.
	Keys *token.Keys
	// APIURL is the public address of the services; tokens name APIURL/auth/v1 as issuer.
	APIURL string
	// SiteURL is the address of the application, to which links lead. Defaults to APIURL.
	SiteURL string
	// Mail sends what the flows write. Without it they are refused.
	Mail message.Mailer
	// Flows are the settings of sign-up and of what works by mail.
	Flows Flows
	// Limits bound the requests of an address.
	Limits throttle.Limits
	// JWTExpiry is an access token's life. Defaults to one hour. Clients
	// refresh 90 s before the end, so it should be more.
	JWTExpiry time.Duration
	// Now is the clock. Defaults to time.Now.
	Now func() time.Time
	// Rand makes ids and session keys. Defaults to crypto/rand.
	Rand io.Reader
	// Sleep waits until AnswerTime is over. Defaults to retry.Sleep.
	Sleep func(context.Context, time.Duration) error
	// Log takes what a caller must not see. Defaults to slog.Default.
	Log *slog.Logger
	// SessionTimebox ends a session so long after its sign-in, and SessionInactivity so
	// long after its last refresh. 0 is no end.
	SessionTimebox, SessionInactivity time.Duration
	// ReuseInterval is how long after a rotation any older refresh token of the session gets
	// the current one: tabs and servers race. The one before the current one, which has not
	// been used, always does: answers get lost. 0 is never.
	ReuseInterval time.Duration
	// TokensOutliveSessions leaves access tokens to the other services until their exp after the
	// session has ended or the user was banned, as with Supabase. This service refuses them.
	TokensOutliveSessions bool
	// PasswordMinLength is the least of a new password in characters. Defaults to 6,
	// below which it cannot be.
	PasswordMinLength int
	// PasswordCharacters are sets, separated by ":", of which a new password has to have
	// one character each.
	PasswordCharacters string
	// RefuseCommonPasswords refuses new passwords that are easily guessed.
	RefuseCommonPasswords bool
	// Reauthentication is what a user has to give to change the password.
	Reauthentication Reauthentication
	// Secret signs the cookies of known devices, and hides what failed sign-ins are
	// counted by. Nodes need the same. Defaults to a random one.
	Secret []byte
	// MaxBackOff is the longest time between two sign-ins after failures. 0 is none.
	MaxBackOff time.Duration
	// Hashing says how passwords are hashed, and how many wait for it.
	Hashing password.Options
	// FormerSecrets are values that Secret had: what was encrypted with keys that follow from
	// them stays readable.
	FormerSecrets [][]byte
	// DecryptionKeys read what GoTrue has encrypted.
	DecryptionKeys encryption.Keys
	// Hooks are what the application is asked and told. Those that send, and those that
	// are told, run as jobs: register Jobs.
	Hooks map[hook.Name]hook.Target
	// Phones are the settings of sign-ins by phone.
	Phones message.Phones
	// SingleSession ends the other sessions of a user at each sign-in.
	SingleSession bool
	// Keep is for how long CleanUp keeps what nobody needs.
	Keep Keep
	// Captcha is asked about sign-ups, codes, recoveries and sign-ins by password. Nil asks
	// for none.
	Captcha Captcha
	// Providers are those that users may sign in at. A RedirectURI of "" is
	// APIURL/auth/v1/callback. Defaults to none.
	Providers []provider.Settings
	// ProviderTimeout bounds one request to a provider. Defaults to 10 s.
	ProviderTimeout time.Duration
	// CustomProviders are the settings of providers that administrators add at run time. Zero
	// has none.
	CustomProviders external.CustomProviders
	// EncryptionKey encrypts the secrets of second factors and custom providers. Defaults to one that follows
	// from Secret.
	EncryptionKey encryption.Key
	// MFA are the settings of second factors. Zero has none.
	MFA mfa.Settings
	// Passkeys are the settings of passkeys. Zero has none.
	Passkeys mfa.PasskeySettings
	// RelyingParty is what security keys and passkeys are bound to.
	RelyingParty mfa.RelyingParty
	// Memory bounds what the bodies of requests take together. Nil is no bound.
	Memory *budget.Budget
}

// Service answers /auth/v1, and gives the other packages their users.
type Service struct {
	pool                *db.Pool
	keys                *token.Keys
	issuer              string
	expiry              time.Duration
	now                 func() time.Time
	rand                io.Reader
	log                 *slog.Logger
	passwords           *password.Hasher
	policy              password.Policy
	timebox, inactivity time.Duration
	reauthentication    Reauthentication
	accounts            *account.Store
	sessions            *session.Sessions
	callers             *session.Callers
	revocations         *session.Revocations
	tokens              *account.Tokens
	pkce                *pkce.Flows
	messages            *message.Sender
	attempts            *throttle.SignIns
	secret              []byte // of the options, or random
	decryption          encryption.Keys
	encryption          encryption.Key
	factors             *mfa.Factors
	recoveryCodes       *mfa.RecoveryCodes
	passkeys            *mfa.Passkeys
	flows               Flows
	siteURL             string
	redirects           gotrue.Redirects
	providers           *external.Providers
	identities          *external.Identities
	oauth               *external.Flows
	limits              throttle.Limiters
	sleep               func(context.Context, time.Duration) error
	memory              *budget.Budget
	hooks               *hook.Hooks
	captcha             Captcha
	phones              message.Phones
	keep                Keep
	mux                 *http.ServeMux
}

// New makes a Service. It starts nothing: closing the pool ends it. It refuses patterns of
// Flows.RedirectURLs that are none, and providers that cannot be used.
func New(o Options) (*Service, error) {
	s := &Service{
		pool: o.Pool, keys: o.Keys, expiry: o.JWTExpiry, now: o.Now, rand: o.Rand, log: o.Log,
		issuer:    strings.TrimSuffix(o.APIURL, "/") + "/auth/v1",
		passwords: password.NewHasher(o.Hashing),
		policy:    password.Policy{MinLength: o.PasswordMinLength, Characters: password.CharacterSets(o.PasswordCharacters), RefuseCommon: o.RefuseCommonPasswords},
		timebox:   o.SessionTimebox, inactivity: o.SessionInactivity,
		reauthentication: o.Reauthentication,
		secret:           o.Secret,
		memory:           o.Memory, captcha: o.Captcha, phones: o.Phones, keep: o.Keep,
		flows: o.Flows.withDefaults(), siteURL: cmp.Or(o.SiteURL, o.APIURL), sleep: o.Sleep,
	}
	if len(s.secret) == 0 {
		s.secret = make([]byte, 32)
		_, _ = rand.Read(s.secret) // never fails since Go 1.24
	}
	var err error
	if s.encryption = o.EncryptionKey; len(s.encryption.Key) == 0 {
		if s.encryption, err = encryption.DerivedKey(s.secret); err != nil {
			return nil, err
		}
	}
	s.decryption = maps.Clone(o.DecryptionKeys)
	if s.decryption == nil {
		s.decryption = encryption.Keys{}
	}
	s.decryption[s.encryption.ID] = s.encryption.Key
	for _, secret := range o.FormerSecrets {
		former, err := encryption.DerivedKey(secret)
		if err != nil {
			return nil, err
		}
		s.decryption[former.ID] = former.Key
	}
	if s.redirects, err = gotrue.NewRedirects(s.siteURL, o.Flows.RedirectURLs); err != nil {
		return nil, err
	}
	if s.expiry <= 0 {
		s.expiry = time.Hour
	}
	if s.now == nil {
		s.now = time.Now
	}
	if s.sleep == nil {
		s.sleep = retry.Sleep
	}
	if s.rand == nil {
		s.rand = rand.Reader
	}
	if s.log == nil {
		s.log = slog.Default()
	}
	s.log = s.log.With("component", "auth")
	s.attempts = throttle.NewSignIns(throttle.Options{Pool: s.pool, Now: s.clock, Log: s.log, Secret: s.secret, Longest: o.MaxBackOff})
	s.limits = throttle.NewLimiters(o.Limits, s.now)
	s.hooks = hook.New(hook.Options{Targets: o.Hooks, Pool: o.Pool, Now: s.now, Rand: s.rand, Secret: s.secret})
	s.accounts = account.New(account.Options{
		Pool: s.pool, Now: s.clock, Rand: s.rand, Log: s.log, Passwords: s.passwords, Policy: s.policy, Hooks: s.hooks, Decryption: s.decryption,
	})
	s.tokens = account.NewTokens(account.TokenOptions{
		Now: s.clock, Rand: s.rand, Length: s.flows.OTPLength, MailExpiry: s.flows.OTPExpiry, SMSExpiry: s.flows.SMSExpiry,
	})
	s.pkce = pkce.New(s.clock, s.rand)
	s.messages = message.New(message.Options{
		Mail: o.Mail, Hooks: s.hooks, Tokens: s.tokens, PKCE: s.pkce, Attempts: s.attempts, Redirects: s.redirects, Issuer: s.issuer, SiteURL: s.siteURL,
		MailInterval: s.flows.MailInterval, MailExpiry: s.flows.OTPExpiry, SMSExpiry: s.flows.SMSExpiry,
		Notifications: s.flows.Notifications, Phones: o.Phones, Now: s.clock, Rand: s.rand,
	})
	s.callers = session.NewCallers(s.pool, s.keys, s.clock)
	s.revocations = session.NewRevocations(session.RevocationOptions{
		Pool: s.pool, Keys: s.keys, Expiry: s.expiry, TokensOutlive: o.TokensOutliveSessions, Now: s.clock, Log: s.log,
	})
	s.sessions = session.New(session.Options{
		Pool: s.pool, Keys: s.keys, Issuer: s.issuer, Expiry: s.expiry, Timebox: s.timebox, Inactivity: s.inactivity, ReuseInterval: o.ReuseInterval,
		Single: o.SingleSession, Now: s.clock, Rand: s.rand, Log: s.log, Hooks: s.hooks, Decryption: s.decryption, Revocations: s.revocations,
	})
	s.factors, s.recoveryCodes, s.passkeys, err = mfa.New(mfa.Options{
		Settings: o.MFA, Passkeys: o.Passkeys, RelyingParty: o.RelyingParty, SiteURL: s.siteURL,
		Pool: s.pool, Accounts: s.accounts, Sessions: s.sessions, Callers: s.callers, Revocations: s.revocations, Messages: s.messages, Hooks: s.hooks,
		Attempts: s.attempts, Encryption: s.encryption, Decryption: s.decryption, Now: s.clock, Rand: s.rand, Log: s.log,
	})
	if err != nil {
		return nil, err
	}
	s.providers, s.identities, s.oauth, err = external.New(external.Options{
		Configured: o.Providers, Timeout: o.ProviderTimeout, Custom: o.CustomProviders, Issuer: s.issuer, SiteURL: s.siteURL, Redirects: s.redirects,
		SignUpOpen: s.flows.SignUp == SignUpOpen, AutoConfirm: s.flows.AutoConfirm, ManualLinking: s.flows.ManualLinking,
		Pool: s.pool, Accounts: s.accounts, Tokens: s.tokens, Sessions: s.sessions, Callers: s.callers, Messages: s.messages, Hooks: s.hooks,
		Secret: s.secret, Encryption: s.encryption, Decryption: s.decryption, Now: s.clock, Rand: s.rand, Log: s.log,
	})
	if err != nil {
		return nil, err
	}
	s.mux = s.routes()
	return s, nil
}

// clock is the instant of a request, at the precision that PostgreSQL keeps, so
// that an answer and a later reading agree.
func (s *Service) clock() time.Time { return s.now().UTC().Truncate(time.Microsecond) }

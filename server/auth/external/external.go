// Package external signs users in with identities of other providers, and links them: the flows of
// OAuth, ID tokens, and the providers that administrators add at run time. It refuses states and
// codes of other browsers, used or expired ones, and identities that somebody else has.
package external

import (
	"errors"
	"io"
	"log/slog"
	"strings"
	"time"

	"github.com/toubkal/toubkal/server/auth/account"
	"github.com/toubkal/toubkal/server/auth/encryption"
	"github.com/toubkal/toubkal/server/auth/gotrue"
	"github.com/toubkal/toubkal/server/auth/hook"
	"github.com/toubkal/toubkal/server/auth/message"
	"github.com/toubkal/toubkal/server/auth/provider"
	"github.com/toubkal/toubkal/server/auth/session"
	"github.com/toubkal/toubkal/server/db"
)

// Options configure Providers, Identities and Flows. All are needed.
type Options struct {
	// Configured are the providers of the configuration. A RedirectURI of "" is Issuer/callback.
	Configured []provider.Settings
	// Timeout bounds one request to a provider. 0 is that of package provider.
	Timeout time.Duration
	Custom  CustomProviders
	// Issuer is the address of the service, and SiteURL that of the application.
	Issuer, SiteURL string
	Redirects       gotrue.Redirects
	// SignUpOpen lets new identities make accounts, AutoConfirm takes their addresses for the
	// user's own, and ManualLinking lets users link identities.
	SignUpOpen, AutoConfirm, ManualLinking bool

	// Pool is logged in as supabase_auth_admin, the owner of schema auth.
	Pool     *db.Pool
	Accounts *account.Store
	Tokens   *account.Tokens
	Sessions *session.Sessions
	Callers  *session.Callers
	Messages *message.Sender
	Hooks    *hook.Hooks
	// Secret seals flows while the browser is at the provider. Nodes need the same.
	Secret []byte
	// Encryption encrypts secrets of custom providers, which Decryption reads.
	Encryption encryption.Key
	Decryption encryption.Keys
	// Now is the clock, in UTC at the precision that PostgreSQL keeps.
	Now  func() time.Time
	Rand io.Reader
	Log  *slog.Logger
}

// Providers are the identity providers, of the configuration and custom ones.
type Providers struct {
	configured map[string]*provider.Provider
	custom     *customProviders
	issuer     string
	pool       *db.Pool
	encryption encryption.Key
	decryption encryption.Keys
	now        func() time.Time
	rand       io.Reader
}

// Identities finds and makes the users of identities.
type Identities struct {
	signUpOpen, autoConfirm, manualLinking bool

	pool     *db.Pool
	accounts *account.Store
	tokens   *account.Tokens
	callers  *session.Callers
	messages *message.Sender
	hooks    *hook.Hooks
	now      func() time.Time
}

// Flows are sign-ins in a browser that goes to the provider and comes back.
type Flows struct {
	providers       *Providers
	identities      *Identities
	issuer, siteURL string
	redirects       gotrue.Redirects
	secret          []byte
	pool            *db.Pool
	sessions        *session.Sessions
	now             func() time.Time
	rand            io.Reader
	log             *slog.Logger
}

// New makes the three. It refuses providers that cannot be used.
func New(o Options) (*Providers, *Identities, *Flows, error) {
	configured := map[string]*provider.Provider{}
	for _, settings := range o.Configured {
		if settings.RedirectURI == "" {
			settings.RedirectURI = o.Issuer + "/callback"
		}
		p, err := provider.New(settings, provider.Options{Now: o.Now, Timeout: o.Timeout})
		if err != nil {
			return nil, nil, nil, errors.New("GOTRUE_EXTERNAL_" + strings.ToUpper(settings.Name) + ": " + err.Error())
		}
		configured[settings.Name] = p
	}
	providers := &Providers{
		configured: configured, issuer: o.Issuer, pool: o.Pool, encryption: o.Encryption, decryption: o.Decryption, now: o.Now, rand: o.Rand,
		custom: newCustomProviders(o.Custom, provider.Options{Now: o.Now, Timeout: o.Timeout, Internal: o.Custom.Internal, RootCAs: o.Custom.RootCAs}),
	}
	identities := &Identities{
		signUpOpen: o.SignUpOpen, autoConfirm: o.AutoConfirm, manualLinking: o.ManualLinking,
		pool: o.Pool, accounts: o.Accounts, tokens: o.Tokens, callers: o.Callers, messages: o.Messages, hooks: o.Hooks, now: o.Now,
	}
	flows := &Flows{
		providers: providers, identities: identities, issuer: o.Issuer, siteURL: o.SiteURL, redirects: o.Redirects, secret: o.Secret,
		pool: o.Pool, sessions: o.Sessions, now: o.Now, rand: o.Rand, log: o.Log,
	}
	return providers, identities, flows, nil
}

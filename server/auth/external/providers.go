package external

import (
	"context"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/auth/audit"
	"github.com/toubkal/toubkal/server/auth/gotrue"
	"github.com/toubkal/toubkal/server/auth/provider"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
)

// CustomProviders are the settings of providers that administrators add at run time.
type CustomProviders struct {
	// Enabled allows them.
	Enabled bool
	// Max bounds their number. 0 is no bound.
	Max int
	// Internal lets their addresses be those of this machine and of private networks.
	Internal bool
	// RootCAs are trusted for TLS to them. Defaults to those of the system.
	RootCAs *x509.CertPool
}

// customPrefix begins the names of these providers.
const customPrefix = "custom:"

// customProvider is a row of auth.custom_oauth_providers, as the API shows it.
type customProvider struct {
	ID             string            `json:"id"`
	Type           string            `json:"provider_type"` // oauth2 or oidc
	Identifier     string            `json:"identifier"`    // with customPrefix
	Name           string            `json:"name"`
	ClientID       string            `json:"client_id"`
	OtherClientIDs []string          `json:"acceptable_client_ids"` // that ID tokens may be for as well
	Scopes         []string          `json:"scopes"`
	PKCE           bool              `json:"pkce_enabled"`
	Mapping        map[string]any    `json:"attribute_mapping"`
	Parameters     map[string]string `json:"authorization_params"`
	Enabled        bool              `json:"enabled"`
	EmailOptional  bool              `json:"email_optional"`
	Issuer         string            `json:"issuer,omitempty"`
	DiscoveryURL   string            `json:"discovery_url,omitempty"`
	SkipNonceCheck bool              `json:"skip_nonce_check"`
	AuthURL        string            `json:"authorization_url,omitempty"`
	TokenURL       string            `json:"token_url,omitempty"`
	UserinfoURL    string            `json:"userinfo_url,omitempty"`
	JWKSURI        string            `json:"jwks_uri,omitempty"`
	Claims         []string          `json:"custom_claims_allowlist"`
	Discovery      json.RawMessage   `json:"discovery_document,omitempty"` // as it was when the issuer was set
	CreatedAt      time.Time         `json:"created_at"`
	UpdatedAt      time.Time         `json:"updated_at"`

	secret  string // as stored
	version string // differs after each change
}

func (c *customProvider) isOAuth2() bool { return c.Type == "oauth2" }

const customColumns = `id::text, provider_type, identifier, name, client_id, client_secret, acceptable_client_ids, scopes, pkce_enabled,
	attribute_mapping, authorization_params, enabled, email_optional, coalesce(issuer, ''), coalesce(discovery_url, ''), skip_nonce_check,
	coalesce(authorization_url, ''), coalesce(token_url, ''), coalesce(userinfo_url, ''), coalesce(jwks_uri, ''), custom_claims_allowlist,
	cached_discovery, created_at, updated_at, xmin::text`

func scanCustomProvider(row pgx.CollectableRow) (c customProvider, err error) {
	err = row.Scan(&c.ID, &c.Type, &c.Identifier, &c.Name, &c.ClientID, &c.secret, &c.OtherClientIDs, &c.Scopes, &c.PKCE,
		&c.Mapping, &c.Parameters, &c.Enabled, &c.EmailOptional, &c.Issuer, &c.DiscoveryURL, &c.SkipNonceCheck,
		&c.AuthURL, &c.TokenURL, &c.UserinfoURL, &c.JWKSURI, &c.Claims,
		&c.Discovery, &c.CreatedAt, &c.UpdatedAt, &c.version)
	c.CreatedAt, c.UpdatedAt = c.CreatedAt.UTC(), c.UpdatedAt.UTC()
	return c, err
}

// customProvidersWhere reads those that a condition about $1 selects, in the order of their
// creation.
func (ps *Providers) customProvidersWhere(ctx context.Context, where string, arg any) (all []customProvider, err error) {
	err = ps.pool.Conn(ctx, func(conn *pgx.Conn) error {
		rows, err := conn.Query(ctx, `select `+customColumns+` from auth.custom_oauth_providers where `+where+` order by created_at, id`, arg)
		if err != nil {
			return err
		}
		all, err = pgx.CollectRows(rows, scanCustomProvider)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read custom providers: %w", err)
	}
	return all, nil
}

// customProviders keeps those that were used, so that their discovery documents and keys are
// not fetched for each sign-in. The row is read each time, so that a change holds at once on
// all nodes.
type customProviders struct {
	CustomProviders
	options provider.Options

	mu   sync.Mutex
	made map[string]madeProvider // by identifier; only what has a row
}

type madeProvider struct {
	version string
	*provider.Provider
}

func newCustomProviders(o CustomProviders, p provider.Options) *customProviders {
	return &customProviders{CustomProviders: o, options: p, made: map[string]madeProvider{}}
}

// named is the provider of that name that users may sign in at; nil where there is
// none.
func (ps *Providers) named(ctx context.Context, name string) (*provider.Provider, error) {
	if p, ok := ps.configured[name]; ok || !ps.custom.Enabled || !strings.HasPrefix(name, customPrefix) || !gotrue.ValidText(name) {
		return p, nil
	}
	found, err := ps.customProvidersWhere(ctx, `identifier = $1 and enabled`, name)
	if err != nil {
		return nil, err
	}
	ps.custom.mu.Lock()
	defer ps.custom.mu.Unlock()
	if len(found) == 0 {
		delete(ps.custom.made, name)
		return nil, nil
	}
	row := found[0]
	if known, ok := ps.custom.made[name]; ok && known.version == row.version {
		return known.Provider, nil
	}
	secret, err := ps.decryption.Open(row.ID, row.secret)
	if err != nil {
		return nil, fmt.Errorf("read the secret of %s: %w", name, err)
	}
	p, err := ps.customProvider(&row, secret)
	if err != nil {
		return nil, fmt.Errorf("use %s: %w", name, err)
	}
	ps.custom.made[name] = madeProvider{row.version, p}
	return p, nil
}

// customProvider makes the provider of a row. It fetches nothing.
func (ps *Providers) customProvider(c *customProvider, secret string) (*provider.Provider, error) {
	return provider.New(provider.Settings{
		Name: c.Identifier, ClientIDs: append([]string{c.ClientID}, c.OtherClientIDs...), Secret: secret, URL: c.Issuer,
		RedirectURI: ps.issuer + "/callback", EmailOptional: c.EmailOptional, SkipNonceCheck: c.SkipNonceCheck,
		Custom: &provider.Custom{
			OAuth2: c.isOAuth2(), DiscoveryURL: c.DiscoveryURL, AuthURL: c.AuthURL, TokenURL: c.TokenURL, UserinfoURL: c.UserinfoURL,
			Scopes: c.Scopes, PKCE: c.PKCE, Mapping: c.Mapping, Parameters: c.Parameters, Claims: c.Claims,
		},
	}, ps.custom.options)
}

// saveCustomProvider writes a row over the one of the version, "" for a new one, and its
// entry of the audit log. saved is false where the row has changed or gone since.
func (ps *Providers) saveCustomProvider(ctx context.Context, c *customProvider, action string, from audit.Client) (saved bool, err error) {
	err = ps.pool.LoginTx(ctx, func(tx db.Tx) error {
		if c.version == "" && ps.custom.Max > 0 {
			if err := ps.allowCustomProvider(ctx, tx); err != nil {
				return err
			}
		}
		err := tx.QueryRow(ctx, `insert into auth.custom_oauth_providers as p (id, provider_type, identifier, name, client_id, client_secret,
				acceptable_client_ids, scopes, pkce_enabled, attribute_mapping, authorization_params, enabled, email_optional, issuer, discovery_url,
				skip_nonce_check, authorization_url, token_url, userinfo_url, jwks_uri, custom_claims_allowlist, cached_discovery, discovery_cached_at,
				created_at, updated_at)
			values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, nullif($14, ''), nullif($15, ''), $16, nullif($17, ''), nullif($18, ''),
				nullif($19, ''), nullif($20, ''), $21, $22, case when $22::jsonb is not null then $23::timestamptz end, $23, $23)
			on conflict (identifier) do update set name = excluded.name, client_id = excluded.client_id, client_secret = excluded.client_secret,
				acceptable_client_ids = excluded.acceptable_client_ids, scopes = excluded.scopes, pkce_enabled = excluded.pkce_enabled,
				attribute_mapping = excluded.attribute_mapping, authorization_params = excluded.authorization_params, enabled = excluded.enabled,
				email_optional = excluded.email_optional, issuer = excluded.issuer, discovery_url = excluded.discovery_url,
				skip_nonce_check = excluded.skip_nonce_check, authorization_url = excluded.authorization_url, token_url = excluded.token_url,
				userinfo_url = excluded.userinfo_url, jwks_uri = excluded.jwks_uri, custom_claims_allowlist = excluded.custom_claims_allowlist,
				cached_discovery = excluded.cached_discovery, discovery_cached_at = excluded.discovery_cached_at, updated_at = excluded.updated_at
				where p.xmin::text = $24
			returning created_at, updated_at`,
			c.ID, c.Type, c.Identifier, c.Name, c.ClientID, c.secret, c.OtherClientIDs, c.Scopes, c.PKCE, c.Mapping, c.Parameters, c.Enabled,
			c.EmailOptional, c.Issuer, c.DiscoveryURL, c.SkipNonceCheck, c.AuthURL, c.TokenURL, c.UserinfoURL, c.JWKSURI, c.Claims, c.Discovery,
			ps.now(), c.version).Scan(&c.CreatedAt, &c.UpdatedAt)
		if errors.Is(err, pgx.ErrNoRows) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("save a custom provider: %w", err)
		}
		saved = true
		c.CreatedAt, c.UpdatedAt = c.CreatedAt.UTC(), c.UpdatedAt.UTC()
		return audit.Write(ctx, tx, ps.now(), auditProvider(action, c.Identifier), from)
	})
	return saved, err
}

// auditProvider records what the service key did to a custom provider.
func auditProvider(action, identifier string) string {
	return audit.Entry{ActorID: audit.NilUUID, ActorUsername: "service_role", Action: action, Traits: map[string]any{"identifier": identifier}}.Text()
}

// ofToken is the provider that an ID token is verified by. GoTrue also takes tokens of
// issuers that no provider is configured for, for the client_id that the caller names: such a
// token may have been issued to any application, so it is refused here.
func (ps *Providers) ofToken(ctx context.Context, name, issuer string) (*provider.Provider, error) {
	if name == "" {
		for _, p := range ps.configured {
			if p.Issues(issuer) {
				return p, nil
			}
		}
		return nil, gotrue.Invalid("Custom OIDC provider " + strconv.Quote(bound(issuer)) + " not allowed")
	}
	p, err := ps.named(ctx, name)
	if err == nil && (p == nil || !p.TakesIDTokens()) {
		err = fault.New(fault.AuthProviderDisabled, "Provider "+bound(name)+" is not enabled")
	}
	return p, err
}

func (ps *Providers) enabled(ctx context.Context, name string) (*provider.Provider, error) {
	p, err := ps.named(ctx, strings.ToLower(name))
	if err == nil && p == nil {
		err = fault.New(fault.AuthValidationFailed, "Unsupported provider: provider is not enabled")
	}
	return p, err
}

// bound is a text of a query as it is passed on.
func bound(text string) string {
	return strings.ToValidUTF8(text[:min(len(text), 500)], "")
}

// IsConfigured reports whether a provider of that name is in the configuration.
func (ps *Providers) IsConfigured(name string) bool { return ps.configured[name] != nil }

package provider

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"github.com/google/uuid"
	"golang.org/x/oauth2"
	"golang.org/x/sync/singleflight"
)

// discoveryLife is the lifetime of a cached discovery document, as in GoTrue.
const discoveryLife = time.Hour

// discovery keeps the discovery document of a provider, and its keys.
type discovery struct {
	mu    sync.Mutex
	found *discovered
	ask   singleflight.Group
}

type discovered struct {
	endpoint         oauth2.Endpoint
	issuer           string
	keys             oidc.KeySet // fetches them again for a key that it does not know
	algorithms       []string
	challengeMethods []string
	text             json.RawMessage // the document
	at               time.Time
}

// issuer is the address that the discovery document has as its issuer.
func (p *Provider) issuer() string {
	if p.kind.issuer != nil {
		return p.kind.issuer(p.base)
	}
	return p.base
}

// Issues reports whether ID tokens of an issuer may be the provider's; Verify checks which
// are.
func (p *Provider) Issues(issuer string) bool {
	if !p.TakesIDTokens() {
		return false
	}
	if p.kind.issued != nil && p.kind.issued(p.issuer(), &claims{Issuer: issuer}) || issuer == p.issuer() {
		return true
	}
	// One address of Azure stands for the issuers of many tenants.
	named, err := url.Parse(issuer)
	own, ownErr := url.Parse(p.base)
	return p.kind.issuer != nil && err == nil && ownErr == nil && named.Scheme == own.Scheme && named.Host == own.Host
}

// algorithms are the signatures that are accepted: those with a public key.
var algorithms = []string{
	oidc.RS256, oidc.RS384, oidc.RS512, oidc.ES256, oidc.ES384, oidc.ES512, oidc.PS256, oidc.PS384, oidc.PS512, oidc.EdDSA,
}

// observedKeys keeps the error of a fetch, which the verifier makes a text of.
type observedKeys struct {
	oidc.KeySet
	failed error
}

// VerifySignature calls the key set's.
func (o *observedKeys) VerifySignature(ctx context.Context, jwt string) ([]byte, error) {
	payload, err := o.KeySet.VerifySignature(ctx, jwt)
	if failed, ok := errors.AsType[*url.Error](err); ok {
		o.failed = failed.Err
	}
	return payload, err
}

// discover reads the discovery document, once an hour. One that is older is used while the
// provider does not answer.
func (p *Provider) discover(ctx context.Context) (*discovered, error) {
	p.found.mu.Lock()
	found := p.found.found
	p.found.mu.Unlock()
	if found != nil && p.now().Sub(found.at) < discoveryLife {
		return found, nil
	}
	// The request is shared: no caller's leaving ends it for the others.
	asked := p.found.ask.DoChan("", func() (any, error) { return p.askDiscovery(context.WithoutCancel(ctx)) })
	select {
	case <-ctx.Done():
		return nil, fmt.Errorf("%w: %w", ErrUnavailable, ctx.Err())
	case answer := <-asked:
		if answer.Err != nil {
			if found != nil {
				return found, nil
			}
			return nil, answer.Err
		}
		return answer.Val.(*discovered), nil
	}
}

func (p *Provider) askDiscovery(ctx context.Context) (*discovered, error) {
	issuer := p.issuer()
	address := strings.TrimSuffix(issuer, "/") + "/.well-known/openid-configuration"
	if p.Custom != nil && p.Custom.DiscoveryURL != "" {
		address = p.Custom.DiscoveryURL
	}
	fail := func(err error) (*discovered, error) {
		return nil, fmt.Errorf("%w: read its discovery document: %w", ErrUnavailable, err)
	}
	var text json.RawMessage
	var document struct {
		Issuer           string   `json:"issuer"`
		Authorization    string   `json:"authorization_endpoint"`
		Token            string   `json:"token_endpoint"`
		Keys             string   `json:"jwks_uri"`
		Algorithms       []string `json:"id_token_signing_alg_values_supported"`
		ChallengeMethods []string `json:"code_challenge_methods_supported"`
	}
	if err := p.get(ctx, address, "", &text); err != nil {
		return nil, fmt.Errorf("read its discovery document: %w", err)
	}
	if err := json.Unmarshal(text, &document); err != nil {
		return fail(err)
	}
	switch {
	case p.kind.issued == nil && document.Issuer != issuer: // kind.issued looks at each token's issuer
		return fail(fmt.Errorf("its issuer is %.200q, not %q", document.Issuer, issuer))
	case document.Authorization == "" || document.Token == "" || document.Keys == "":
		return fail(errors.New("authorization_endpoint, token_endpoint or jwks_uri is missing"))
	}
	if len(document.Algorithms) == 0 {
		document.Algorithms = []string{oidc.RS256} // every provider has it
	}
	found := &discovered{
		endpoint: oauth2.Endpoint{AuthURL: document.Authorization, TokenURL: document.Token}, issuer: document.Issuer, text: text,
		keys:             oidc.NewRemoteKeySet(oidc.ClientContext(ctx, p.keysClient()), document.Keys),
		algorithms:       slices.DeleteFunc(document.Algorithms, func(name string) bool { return !slices.Contains(algorithms, name) }),
		challengeMethods: document.ChallengeMethods, at: p.now(),
	}
	p.found.mu.Lock()
	p.found.found = found
	p.found.mu.Unlock()
	return found, nil
}

// claims are the claims of an ID token that are read.
type claims struct {
	Subject           subject     `json:"sub"`
	Issuer            string      `json:"iss"`
	Email             string      `json:"email"`
	EmailVerified     lenientBool `json:"email_verified"`
	Name              string      `json:"name"`
	GivenName         string      `json:"given_name"`
	FamilyName        string      `json:"family_name"`
	Nickname          string      `json:"nickname"`
	PreferredUsername string      `json:"preferred_username"`
	Profile           string      `json:"profile"`
	Picture           string      `json:"picture"`
	HostedDomain      string      `json:"hd"`               // Google
	Tenant            string      `json:"tid"`              // Azure
	DomainVerified    lenientBool `json:"xms_edov"`         // Azure
	PrivateEmail      lenientBool `json:"is_private_email"` // Apple

	custom map[string]any // that a custom provider passes on
}

// subject is an id that some services write as a number.
type subject string

// UnmarshalJSON takes a text, and a number as it is written.
func (s *subject) UnmarshalJSON(text []byte) error {
	if len(text) > 0 && (text[0] == '-' || text[0] >= '0' && text[0] <= '9') {
		*s = subject(text)
		return nil
	}
	return json.Unmarshal(text, (*string)(s))
}

// lenientBool is a boolean that some providers write as a text or a number.
type lenientBool bool

func (l *lenientBool) UnmarshalJSON(text []byte) error {
	*l = lenientBool(slices.Contains([]string{`true`, `"true"`, `1`, `"1"`}, string(text)))
	return nil
}

// verify reads an ID token, after checking its signature, issuer, audience, time, nonce,
// and, where the token says it, which access token it was issued with.
func (p *Provider) verify(ctx context.Context, raw, accessToken string, checkNonce func(string) error) (Identity, error) {
	found, err := p.discover(ctx)
	if err != nil {
		return Identity{}, err
	}
	keys := &observedKeys{KeySet: found.keys}
	token, err := oidc.NewVerifier(found.issuer, keys, &oidc.Config{
		SkipClientIDCheck: true, SkipIssuerCheck: p.kind.issued != nil, SupportedSigningAlgs: found.algorithms, Now: p.now,
	}).Verify(ctx, raw)
	if keys.failed != nil && !errors.Is(keys.failed, errAskedRecently) {
		return Identity{}, fmt.Errorf("%w: fetch its keys: %w", ErrUnavailable, keys.failed)
	}
	if err != nil {
		return Identity{}, fmt.Errorf("%w: %w", ErrToken, err)
	}
	var payload json.RawMessage
	if err := token.Claims(&payload); err != nil {
		return Identity{}, fmt.Errorf("%w: %w", ErrToken, err)
	}
	c, err := p.readClaims(payload)
	if err != nil {
		return Identity{}, fmt.Errorf("%w: %w", ErrToken, err)
	}
	switch {
	case p.kind.issued != nil && !p.kind.issued(found.issuer, &c):
		return Identity{}, fmt.Errorf("%w: it is of another issuer", ErrToken)
	case !slices.ContainsFunc(token.Audience, func(id string) bool { return slices.Contains(p.ClientIDs, id) }):
		return Identity{}, fmt.Errorf("%w: it is for another application", ErrToken)
	}
	if err := checkNonce(token.Nonce); err != nil {
		return Identity{}, err
	}
	if token.AccessTokenHash != "" && accessToken != "" {
		if err := token.VerifyAccessToken(accessToken); err != nil {
			return Identity{}, fmt.Errorf("%w: it is not of this access token", ErrToken)
		}
	}
	return p.identityOf(&c), nil
}

// identityOf is the identity of claims that were checked.
func (p *Provider) identityOf(c *claims) Identity {
	id := Identity{Subject: string(c.Subject), Email: c.Email, EmailVerified: bool(c.EmailVerified), Profile: Profile{
		Issuer: c.Issuer, Name: c.Name, GivenName: c.GivenName, FamilyName: c.FamilyName, Nickname: c.Nickname,
		PreferredUsername: c.PreferredUsername, Link: c.Profile, Picture: c.Picture,
	}}
	if p.kind.verified != nil {
		id.EmailVerified = p.kind.verified(c)
	}
	if c.HostedDomain != "" && len(c.HostedDomain) <= maxField && storable(c.HostedDomain) {
		id.Profile.Custom = map[string]any{"hd": c.HostedDomain}
	}
	if c.PrivateEmail {
		id.Profile.Custom = map[string]any{"is_private_email": true}
	}
	if len(c.custom) > 0 {
		id.Profile.Custom = c.custom
	}
	return id
}

// TakesIDTokens reports whether applications may sign in with ID tokens of the provider.
func (p *Provider) TakesIDTokens() bool { return !p.kind.noIDTokens }

// Verify gives the identity of an ID token that an application got from the provider by
// itself. The application gives the provider the nonce or its SHA-256 in hex, and here the
// nonce. accessToken is the one that came with the token, "" where it is not known.
func (p *Provider) Verify(ctx context.Context, raw, accessToken, nonce string) (Identity, error) {
	id, err := p.verify(p.context(ctx), raw, accessToken, func(inToken string) error {
		sum := sha256.Sum256([]byte(nonce))
		switch {
		case p.SkipNonceCheck || p.kind.noNonce || nonce == "" && inToken == "":
			return nil
		case inToken == "":
			return fmt.Errorf("%w: a nonce was given, and the ID token has none", ErrNonce)
		case nonce == "":
			return fmt.Errorf("%w: the ID token has a nonce, and none was given", ErrNonce)
		case sameNonce(inToken, hex.EncodeToString(sum[:])) == nil:
			return nil
		}
		return sameNonce(inToken, nonce)
	})
	if err != nil {
		return Identity{}, err
	}
	id.Provider, id.AccessToken = p.Name, accessToken
	return id.checked()
}

func sameNonce(got, want string) error {
	if want == "" || subtle.ConstantTimeCompare([]byte(got), []byte(want)) != 1 {
		return fmt.Errorf("%w: it is of another sign-in", ErrNonce)
	}
	return nil
}

func always(*claims) bool     { return true }
func hasEmail(c *claims) bool { return c.Email != "" }

const appleIssuer = "https://appleid.apple.com"

// issuedByApple takes both of Apple's names.
func issuedByApple(issuer string, c *claims) bool {
	return c.Issuer == issuer || issuer == appleIssuer && c.Issuer == "https://account.apple.com" ||
		issuer == "https://account.apple.com" && c.Issuer == appleIssuer
}

func azureIssuer(base string) string { return base + "/v2.0" }

// issuedByAzure puts the token's tenant into the issuer of the discovery document, which for
// addresses of several tenants is a template. For one tenant it is that tenant's.
func issuedByAzure(issuer string, c *claims) bool {
	return uuid.Validate(c.Tenant) == nil && c.Issuer == strings.ReplaceAll(issuer, "{tenantid}", c.Tenant)
}

// consumers is Azure's tenant of private accounts, whose addresses Microsoft has checked.
const consumers = "9188040d-6c67-4c5b-b112-36a304b66dad"

// verifiedByAzure: the administrators of a tenant write any address into its accounts, so
// that the claim email says nothing unless the domain is known to be the tenant's.
func verifiedByAzure(c *claims) bool { return bool(c.DomainVerified) || c.Tenant == consumers }

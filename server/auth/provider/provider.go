// Package provider signs users in at other services: it makes the address to which the
// browser is sent, and turns the code that comes back, or an ID token, into an identity.
// It refuses ID tokens that are not the provider's, not for this application, expired, or
// of another sign-in, and it fetches no address but those of the provider as configured.
// It knows nothing of accounts and keeps nothing.
package provider

import (
	"cmp"
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"golang.org/x/oauth2"
)

// Errors of this package. What wraps them says more, and is for the log.
var (
	// ErrUnavailable is a provider that does not answer, or not as it should, or does not
	// know this application.
	ErrUnavailable = errors.New("the provider does not answer as expected")
	// ErrCode is a code that the provider does not accept.
	ErrCode = errors.New("the provider refuses the code")
	// ErrToken is an ID token that is not valid.
	ErrToken = errors.New("the ID token is not valid")
	// ErrNonce is an ID token whose nonce is not the expected one.
	ErrNonce = errors.New("the nonce of the ID token does not match")
)

// Settings are a provider as the operator configures it.
type Settings struct {
	// Name is one of Names.
	Name string
	// ClientIDs are the ids of this application at the provider. The first is used to sign
	// in; ID tokens may be for any of them. At least one is needed.
	ClientIDs []string
	// Secret is the secret of the first client ID. For Apple it is a JWT signed with ES256,
	// which expires.
	Secret string
	// RedirectURI is the address that the provider sends the browser back to. Needed to sign in.
	RedirectURI string
	// URL replaces the provider's own address: an OpenID Connect issuer, a GitHub
	// Enterprise server, an Azure tenant. It is https, or http on this machine. Needed for
	// keycloak.
	URL string
	// EmailOptional lets in users of whom the provider tells no address.
	EmailOptional bool
	// SkipNonceCheck accepts ID tokens of applications with any nonce.
	SkipNonceCheck bool
	// Custom is a provider that none of Names is; Name is any then. Defaults to nil.
	Custom *Custom
}

// Options are for all providers.
type Options struct {
	// Now is the clock. Defaults to time.Now.
	Now func() time.Time
	// Timeout bounds one request to the provider. Defaults to 10 s.
	Timeout time.Duration
	// Internal lets custom providers have addresses that are not public ones: those of this
	// machine and of private networks. Those of configured providers always may.
	Internal bool
	// RootCAs are trusted for TLS. Defaults to those of the system.
	RootCAs *x509.CertPool
}

// kind is the particulars of a provider.
type kind struct {
	url    string // unless Settings.URL
	scopes []string
	// pkce says that the provider takes a code challenge although its discovery document,
	// if it has one, does not say so.
	pkce bool
	// formPost has the provider answer with a form; it then accepts no other parameters.
	formPost bool
	// endpoint are its addresses; nil for those of the discovery document.
	endpoint func(base string) oauth2.Endpoint
	// profile asks for the user after a sign-in; nil where the ID token says it.
	profile func(context.Context, *Provider, *oauth2.Token) (Identity, error)
	// issuer is the issuer of ID tokens; "" is url.
	issuer func(base string) string
	// issued reports whether an ID token is the provider's; nil compares the issuers.
	issued func(issuer string, c *claims) bool
	// verified reports whether the address is the user's; nil is the claim email_verified.
	verified func(*claims) bool
	// noIDTokens says that applications may not sign in with ID tokens.
	noIDTokens bool
	// noNonce says that ID tokens of applications have no nonce to check.
	noNonce bool
	// noPKCE says that the provider gets no code challenge, whatever its discovery document
	// says.
	noPKCE bool
	// parameters are added to each request to sign in.
	parameters map[string]string
}

var kinds = map[string]kind{
	"google":   {url: "https://accounts.google.com", scopes: openID},
	"apple":    {url: appleIssuer, scopes: []string{"email", "name"}, formPost: true, issued: issuedByApple, verified: always},
	"azure":    {url: "https://login.microsoftonline.com/common", scopes: openID, pkce: true, issuer: azureIssuer, issued: issuedByAzure, verified: verifiedByAzure},
	"keycloak": {scopes: openID},
	"github":   {url: githubURL, scopes: []string{"user:email"}, pkce: true, endpoint: githubEndpoint, profile: githubProfile, noIDTokens: true},
	"facebook": {url: facebookURL, scopes: []string{"email"}, endpoint: facebookEndpoint, profile: facebookProfile, verified: hasEmail, noNonce: true},
	"discord":  {url: discordURL, scopes: []string{"email", "identify"}, endpoint: discordEndpoint, profile: discordProfile, noIDTokens: true},
}

var openID = []string{"openid", "email", "profile"}

// Names are the providers that can be configured. keycloak is any OpenID Connect provider
// with a discovery document.
func Names() []string { return slices.Sorted(maps.Keys(kinds)) }

// Provider is one that is configured. It is safe for concurrent use.
type Provider struct {
	Settings
	kind   kind
	base   string // its address, without a slash at the end
	client *http.Client
	now    func() time.Time
	found  discovery
}

// New checks the settings. It fetches nothing.
func New(s Settings, o Options) (*Provider, error) {
	if s.Custom != nil {
		return newCustom(s, o)
	}
	k, ok := kinds[s.Name]
	if !ok {
		return nil, fmt.Errorf("the provider %q is not known", s.Name)
	}
	base := strings.TrimSuffix(cmp.Or(s.URL, k.url), "/")
	address, err := url.Parse(base)
	switch {
	case base == "":
		return nil, errors.New("the URL of the issuer is missing")
	case err != nil || address.Host == "" || address.User != nil || address.RawQuery != "" || address.Fragment != "" ||
		address.Scheme != "https" && !isLoopback(address):
		return nil, errors.New("the URL has to be https://host/path, or http on this machine")
	case len(s.ClientIDs) == 0 || slices.Contains(s.ClientIDs, ""):
		return nil, errors.New("the client ID is missing")
	}
	return made(s, k, base, o, clientOptions{plain: address.Scheme == "http"}), nil
}

func made(s Settings, k kind, base string, o Options, c clientOptions) *Provider {
	c.timeout, c.roots = cmp.Or(o.Timeout, 10*time.Second), o.RootCAs
	p := &Provider{Settings: s, kind: k, base: base, now: o.Now, client: newClient(c)}
	if p.now == nil {
		p.now = time.Now
	}
	return p
}

// FormPost reports whether the provider answers with a form that its page posts, to which
// browsers add no cookie with SameSite=Lax.
func (p *Provider) FormPost() bool { return p.kind.formPost }

// Request is a sign-in that begins.
type Request struct {
	// State comes back with the code.
	State string
	// Nonce comes back in the ID token, where there is one.
	Nonce string
	// Verifier is the secret of PKCE between this server and the provider (RFC 7636).
	Verifier string
	// Scopes are asked for besides those that every sign-in needs.
	Scopes []string
	// Parameters are passed on, such as prompt and login_hint, but for those of the
	// protocol itself.
	Parameters url.Values
}

// own are the parameters that no caller sets.
var own = []string{
	"client_id", "client_secret", "redirect_uri", "response_type", "response_mode", "state", "scope", "nonce", "code_challenge",
	"code_challenge_method", "code_verifier", "request", "request_uri",
}

// AuthURL is the address at which the browser signs in.
func (p *Provider) AuthURL(ctx context.Context, r Request) (string, error) {
	config, pkce, err := p.config(ctx)
	if err != nil {
		return "", err
	}
	for _, scope := range r.Scopes {
		if !slices.Contains(config.Scopes, scope) {
			config.Scopes = append(config.Scopes, scope)
		}
	}
	options := []oauth2.AuthCodeOption{}
	if p.kind.profile == nil {
		options = append(options, oauth2.SetAuthURLParam("nonce", r.Nonce))
	}
	if pkce {
		options = append(options, oauth2.S256ChallengeOption(r.Verifier))
	}
	if p.kind.formPost {
		options = append(options, oauth2.SetAuthURLParam("response_mode", "form_post"))
		return config.AuthCodeURL(r.State, options...), nil
	}
	for name, value := range p.kind.parameters {
		options = append(options, oauth2.SetAuthURLParam(name, value))
	}
	for name, values := range r.Parameters {
		if !slices.Contains(own, strings.ToLower(name)) && len(values) > 0 {
			options = append(options, oauth2.SetAuthURLParam(name, values[0]))
		}
	}
	return config.AuthCodeURL(r.State, options...), nil
}

// config is the OAuth client, and whether the provider takes a code challenge.
func (p *Provider) config(ctx context.Context) (config oauth2.Config, pkce bool, err error) {
	config = oauth2.Config{
		ClientID: p.ClientIDs[0], ClientSecret: p.Secret, RedirectURL: p.RedirectURI, Scopes: slices.Clone(p.kind.scopes),
	}
	if p.kind.endpoint != nil {
		config.Endpoint = p.kind.endpoint(p.base)
		return config, p.kind.pkce, nil
	}
	found, err := p.discover(ctx)
	if err != nil {
		return oauth2.Config{}, false, err
	}
	config.Endpoint = found.endpoint
	// In the body: it is what all of them accept, Apple alone by this way.
	config.Endpoint.AuthStyle = oauth2.AuthStyleInParams
	return config, !p.kind.noPKCE && (p.kind.pkce || slices.Contains(found.challengeMethods, "S256")), nil
}

// Callback is the answer of the provider, with the secrets that the sign-in began with.
type Callback struct {
	Code, Nonce, Verifier string
	// User is Apple's form field of that name: JSON with the user's name, sent once.
	User string
}

// Exchange gives the identity of the user whom a code stands for.
func (p *Provider) Exchange(ctx context.Context, c Callback) (Identity, error) {
	config, pkce, err := p.config(ctx)
	if err != nil {
		return Identity{}, err
	}
	ctx = p.context(ctx)
	var options []oauth2.AuthCodeOption
	if pkce {
		options = append(options, oauth2.VerifierOption(c.Verifier))
	}
	granted, err := config.Exchange(ctx, c.Code, options...)
	if err != nil {
		return Identity{}, exchangeError(err)
	}
	var id Identity
	if p.kind.profile != nil {
		id, err = p.kind.profile(ctx, p, granted)
	} else {
		raw, _ := granted.Extra("id_token").(string)
		id, err = p.verify(ctx, raw, granted.AccessToken, func(nonce string) error { return sameNonce(nonce, c.Nonce) })
	}
	if err != nil {
		return Identity{}, err
	}
	if p.kind.formPost {
		id.addAppleName(c.User)
	}
	id.Provider, id.AccessToken, id.RefreshToken = p.Name, granted.AccessToken, granted.RefreshToken
	return id.checked()
}

// exchangeError says whose mistake it is. What the provider wrote stays out but for its
// code: nothing bounds the rest.
func exchangeError(err error) error {
	refused, ok := errors.AsType[*oauth2.RetrieveError](err)
	if !ok {
		return fmt.Errorf("%w: exchange the code: %w", ErrUnavailable, err)
	}
	code := refused.ErrorCode[:min(len(refused.ErrorCode), 100)]
	if code == "invalid_grant" || code == "bad_verification_code" { // the second is GitHub's
		return fmt.Errorf("%w: %s", ErrCode, code)
	}
	status := 0
	if refused.Response != nil {
		status = refused.Response.StatusCode
	}
	return fmt.Errorf("%w: exchange the code: status %d, error %q", ErrUnavailable, status, code)
}

func (p *Provider) context(ctx context.Context) context.Context {
	return context.WithValue(ctx, oauth2.HTTPClient, p.client)
}

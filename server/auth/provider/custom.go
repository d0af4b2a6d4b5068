package provider

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"golang.org/x/oauth2"
)

// Custom is a provider that an administrator describes at run time. Its addresses are
// https, and public ones unless Options.Internal.
type Custom struct {
	// OAuth2 is a service without ID tokens, whose UserinfoURL says who the user is. Else it
	// is an OpenID Connect provider, whose issuer is Settings.URL.
	OAuth2 bool
	// DiscoveryURL is the address of the discovery document. Defaults to the one below the issuer.
	DiscoveryURL string
	// AuthURL, TokenURL and UserinfoURL are those of an OAuth2 service.
	AuthURL, TokenURL, UserinfoURL string
	// Scopes are always asked for; an OpenID Connect provider is asked for openid as well.
	Scopes []string
	// PKCE sends a code challenge.
	PKCE bool
	// Mapping gives claims of ours, by name, the value of another claim, by its name, or a
	// value that is no text.
	Mapping map[string]any
	// Parameters are added to each request to sign in.
	Parameters map[string]string
	// Claims are copied to the user's custom_claims.
	Claims []string
}

func newCustom(s Settings, o Options) (*Provider, error) {
	c := s.Custom
	k := kind{scopes: c.Scopes, pkce: c.PKCE, noPKCE: !c.PKCE, parameters: c.Parameters}
	addresses := map[string]string{"issuer": s.URL, "discovery_url": c.DiscoveryURL}
	if c.OAuth2 {
		addresses = map[string]string{"authorization_url": c.AuthURL, "token_url": c.TokenURL, "userinfo_url": c.UserinfoURL}
		k.endpoint = func(string) oauth2.Endpoint {
			return oauth2.Endpoint{AuthURL: c.AuthURL, TokenURL: c.TokenURL, AuthStyle: oauth2.AuthStyleInParams}
		}
		k.profile, k.noIDTokens = customProfile, true
	} else if !slices.Contains(c.Scopes, "openid") {
		k.scopes = append([]string{"openid"}, c.Scopes...)
	}
	for name, text := range addresses {
		if text == "" && name == "discovery_url" {
			continue
		}
		address, err := url.Parse(text)
		if err != nil || address.Scheme != "https" || address.Hostname() == "" || address.User != nil || address.Fragment != "" {
			return nil, fmt.Errorf("%s has to be https://host/path", name)
		}
		if !o.Internal && namesInternal(address.Hostname()) {
			return nil, fmt.Errorf("%s: %w", name, errInternal)
		}
	}
	if len(s.ClientIDs) == 0 || slices.Contains(s.ClientIDs, "") {
		return nil, errors.New("the client ID is missing")
	}
	return made(s, k, s.URL, o, clientOptions{public: !o.Internal}), nil
}

// Discovery is the discovery document of an OpenID Connect provider, which is checked. The
// error wraps ErrUnavailable.
func (p *Provider) Discovery(ctx context.Context) (json.RawMessage, error) {
	found, err := p.discover(ctx)
	if err != nil {
		return nil, err
	}
	return found.text, nil
}

// customProfile asks an OAuth2 service for the user.
func customProfile(ctx context.Context, p *Provider, granted *oauth2.Token) (Identity, error) {
	var text json.RawMessage
	if err := p.get(ctx, p.Custom.UserinfoURL, granted.AccessToken, &text); err != nil {
		return Identity{}, err
	}
	c, err := p.readClaims(text)
	if err != nil {
		return Identity{}, fmt.Errorf("%w: read the user: %w", ErrUnavailable, err)
	}
	return p.identityOf(&c), nil
}

// readClaims reads claims by the mapping of a custom provider.
func (p *Provider) readClaims(text json.RawMessage) (c claims, err error) {
	if p.Custom == nil {
		err = json.Unmarshal(text, &c)
		return c, err
	}
	given := map[string]json.RawMessage{}
	if err := json.Unmarshal(text, &given); err != nil {
		return claims{}, err
	}
	mapped := map[string]json.RawMessage{}
	for target, source := range p.Custom.Mapping {
		if name, isName := source.(string); isName {
			if value, ok := given[name]; ok {
				mapped[target] = value
			}
			continue
		}
		if mapped[target], err = json.Marshal(source); err != nil {
			return claims{}, err
		}
	}
	custom := map[string]any{}
	for _, name := range p.Custom.Claims {
		value, ok := given[name]
		var any any
		if ok && len(value) <= maxField && !strings.Contains(string(value), `\u0000`) && json.Unmarshal(value, &any) == nil {
			custom[name] = any
		}
	}
	for target, value := range mapped {
		given[target] = value
	}
	merged, err := json.Marshal(given)
	if err != nil {
		return claims{}, err
	}
	c.custom = custom
	err = json.Unmarshal(merged, &c)
	return c, err
}

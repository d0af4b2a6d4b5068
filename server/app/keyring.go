package app

import (
	"cmp"
	"fmt"

	"github.com/toubkal/toubkal/server/edge"
	"github.com/toubkal/toubkal/server/token"
)

// keyring is every key of the installation. All of them follow from the secret.
type keyring struct {
	keys    *token.Keys
	anon    string // for browsers: public
	service string // for servers: may do everything
	opaque  edge.APIKeys
}

func (p *program) keyring() (*keyring, error) {
	keys, err := token.New(token.Options{Secret: p.JWTSecret, JWKs: p.JWTKeys})
	if err != nil {
		return nil, fmt.Errorf("GOTRUE_JWT_KEYS: %w", err)
	}
	k := &keyring{keys: keys}
	if k.anon, err = keys.APIKey(token.Anon); err == nil {
		k.service, err = keys.APIKey(token.ServiceRole)
	}
	if err != nil {
		return nil, fmt.Errorf("make the api keys: %w", err)
	}
	k.opaque = edge.APIKeys{
		Publishable: cmp.Or(p.PublishableKey, "sb_publishable_"+derive(p.JWTSecret, "publishable")[:32]),
		Secret:      cmp.Or(p.SecretKey, "sb_secret_"+derive(p.JWTSecret, "secret")[:32]),
		AnonToken:   k.anon, ServiceToken: k.service,
	}
	return k, nil
}

package app

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/edge"
	"github.com/toubkal/toubkal/server/keyring"
	"github.com/toubkal/toubkal/server/token"
)

// credentials are the keys of the installation: those that follow from the secret, those
// of GOTRUE_JWT_KEYS, and those in the database.
type credentials struct {
	keys                   *token.Keys
	secret                 string         // GOTRUE_JWT_SECRET
	store                  *keyring.Store // of the keys in the database
	pool                   *db.Pool       // of store
	publishable, secretKey string         // of the configuration: sb_publishable_…, sb_secret_…
}

// credentials reads the keys of the configuration.
func (p *program) credentials() (*credentials, error) {
	keys, err := token.New(token.Options{Secret: p.JWTSecret, JWKs: p.JWTKeys})
	if err != nil {
		return nil, fmt.Errorf("GOTRUE_JWT_KEYS: %w", err)
	}
	return &credentials{
		keys: keys, secret: p.JWTSecret,
		publishable: cmp.Or(p.PublishableKey, token.PublishablePrefix+token.Derive(p.JWTSecret, "publishable")[:32]),
		secretKey:   cmp.Or(p.SecretKey, token.SecretPrefix+token.Derive(p.JWTSecret, "secret")[:32]),
	}, nil
}

// openCredentials is credentials with the keys in the database, on a connection of its own.
func (p *program) openCredentials(ctx context.Context, d *database) (*credentials, error) {
	k, err := p.credentials()
	if err != nil {
		return nil, err
	}
	if k.pool, err = p.openPool(ctx, d.pooled.auth, db.Options{MaxConns: 1}); err != nil {
		return nil, err
	}
	log := p.log
	if !p.serving {
		log = slog.New(slog.DiscardHandler)
	}
	k.store, err = keyring.New(keyring.Options{
		Pool: k.pool, Keys: k.keys, Secret: k.secret, Seal: token.DeriveKey(k.secret, "signing-keys"), Publishable: k.publishable, SecretKey: k.secretKey,
		TokenLife: time.Duration(p.JWTExpiry) * time.Second, Log: log,
	})
	if err == nil {
		err = k.store.Read(ctx)
	}
	if err != nil {
		k.pool.Close()
		return nil, err
	}
	return k, nil
}

// anonKey is the key for browsers: the JWT that stock clients are used to, or the
// publishable key once the secret that signed that is revoked; "" if both are.
func (k *credentials) anonKey() (string, error) { return k.roleKey(token.Anon, k.publishable) }

// serviceKey is the key for servers. It may do everything.
func (k *credentials) serviceKey() (string, error) { return k.roleKey(token.ServiceRole, k.secretKey) }

func (k *credentials) roleKey(role, opaque string) (string, error) {
	if k.keys.Has(token.SecretName(k.secret)) {
		key, err := k.keys.APIKey(role)
		if err != nil {
			return "", fmt.Errorf("make the api keys: %w", err)
		}
		return key, nil
	}
	if k.keys.Exchange(opaque) == "" {
		return "", nil
	}
	return opaque, nil
}

// exchange gives realtime the token of an opaque key.
func (k *credentials) exchange(r *http.Request, key string) (string, error) {
	if k.keys.Exchange(key) == "" {
		return "", nil // realtime has words of its own for what is no key
	}
	jwt, refusal := edge.Exchange(k.keys.Exchange).Of(r, key)
	if refusal != nil {
		return "", refusal
	}
	return jwt, nil
}

package installation

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/edge"
	"github.com/toubkal/toubkal/server/keyring"
	"github.com/toubkal/toubkal/server/token"
)

// Credentials are the keys of the installation: those that follow from the secret, those
// of GOTRUE_JWT_KEYS, and those in the database.
type Credentials struct {
	Keys  *token.Keys
	Store *keyring.Store // of the keys in the database

	pool                           *db.Pool // of Store
	secret, publishable, secretKey string   // of the configuration: GOTRUE_JWT_SECRET, sb_publishable_…, sb_secret_…
}

// Credentials reads the keys of the configuration.
func (i *Installation) Credentials() (*Credentials, error) {
	keys, err := token.New(token.Options{Secret: i.JWTSecret, JWKs: i.JWTKeys})
	if err != nil {
		return nil, fmt.Errorf("GOTRUE_JWT_KEYS: %w", err)
	}
	return &Credentials{
		Keys: keys, secret: i.JWTSecret,
		publishable: cmp.Or(i.PublishableKey, token.PublishablePrefix+token.Derive(i.JWTSecret, "publishable")[:32]),
		secretKey:   cmp.Or(i.SecretKey, token.SecretPrefix+token.Derive(i.JWTSecret, "secret")[:32]),
	}, nil
}

// OpenCredentials is Credentials with the keys in the database, on a connection of its own.
func (i *Installation) OpenCredentials(ctx context.Context, d *Database) (*Credentials, error) {
	k, err := i.Credentials()
	if err != nil {
		return nil, err
	}
	if k.pool, err = i.OpenPool(ctx, d.Pooled.Auth, db.Options{MaxConns: 1}); err != nil {
		return nil, err
	}
	log := i.Log
	if !i.Serving {
		log = slog.New(slog.DiscardHandler)
	}
	k.Store, err = keyring.New(keyring.Options{
		Pool: k.pool, Keys: k.Keys, Secret: k.secret, Seal: token.DeriveKey(k.secret, "signing-keys"), Publishable: k.publishable, SecretKey: k.secretKey,
		TokenLife: time.Duration(i.JWTExpiry) * time.Second, Log: log,
	})
	if err == nil {
		err = k.Store.Read(ctx)
	}
	if err != nil {
		k.Close()
		return nil, err
	}
	return k, nil
}

// AnonKey is the key for browsers: the JWT that stock clients are used to, or the
// publishable key once the secret that signed that is revoked; "" if both are.
func (c *Credentials) AnonKey() (string, error) { return c.roleKey(token.Anon, c.publishable) }

// ServiceKey is the key for servers. It may do everything.
func (c *Credentials) ServiceKey() (string, error) { return c.roleKey(token.ServiceRole, c.secretKey) }

func (c *Credentials) roleKey(role, opaque string) (string, error) {
	if c.Keys.Has(token.SecretName(c.secret)) {
		key, err := c.Keys.APIKey(role)
		if err != nil {
			return "", fmt.Errorf("make the api keys: %w", err)
		}
		return key, nil
	}
	if c.Keys.Exchange(opaque) == "" {
		return "", nil
	}
	return opaque, nil
}

// ForFunctions are the variables by which functions in TypeScript get the keys, by Supabase's
// names (https://supabase.com/docs/guides/functions/secrets).
func (c *Credentials) ForFunctions() (map[string]string, error) {
	anon, err := c.AnonKey()
	if err != nil {
		return nil, err
	}
	service, err := c.ServiceKey()
	if err != nil {
		return nil, err
	}
	values := map[string]string{"SUPABASE_ANON_KEY": anon, "SUPABASE_SERVICE_ROLE_KEY": service}
	for name, value := range map[string]any{
		"SUPABASE_PUBLISHABLE_KEYS": map[string]string{"default": c.publishable},
		"SUPABASE_SECRET_KEYS":      map[string]string{"default": c.secretKey},
		"SUPABASE_JWKS":             map[string]any{"keys": c.Keys.JWKS()},
	} {
		text, err := json.Marshal(value)
		if err != nil {
			return nil, fmt.Errorf("write %s: %w", name, err)
		}
		values[name] = string(text)
	}
	return values, nil
}

// Exchange gives realtime the token of an opaque key.
func (c *Credentials) Exchange(r *http.Request, key string) (string, error) {
	if c.Keys.Exchange(key) == "" {
		return "", nil // realtime has an error of its own for what is no key
	}
	jwt, refusal := edge.Exchange(c.Keys.Exchange).Of(r, key)
	if refusal != nil {
		return "", refusal
	}
	return jwt, nil
}

// Close ends the connection of OpenCredentials.
func (c *Credentials) Close() { c.pool.Close() }

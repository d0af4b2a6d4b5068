// Package keyring keeps keys in the database, for all nodes of an installation: those that
// sign access tokens, and opaque api keys. It refuses to revoke what would leave no signer,
// and to revoke what clients use unless that is meant.
package keyring

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/sha256"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/retry"
	"github.com/toubkal/toubkal/server/token"
)

// Options of a Store. All but Log and Now are needed.
type Options struct {
	// Pool is logged in as supabase_auth_admin, the owner of schema auth.
	Pool *db.Pool
	// Keys are this node's, which Read and Follow keep up to date.
	Keys *token.Keys
	// Secret is the configured one of Keys.
	Secret string
	// Seal encrypts private keys: 32 bytes, the same on all nodes.
	Seal []byte
	// Publishable and SecretKey are the configured opaque keys.
	Publishable, SecretKey string
	// TokenLife is the life of an access token. A key that signs no more verifies so long.
	TokenLife time.Duration
	// Log defaults to slog.Default.
	Log *slog.Logger
	// Now is the clock of Keys. Defaults to time.Now.
	Now func() time.Time
}

// Store reads and changes the keys in the database.
type Store struct {
	Options
	aead       cipher.AEAD
	reading    sync.Mutex      // an older answer must not be applied after a newer one
	unreadable map[string]bool // keys whose failure to be decrypted has been logged
}

// New makes a Store, which does nothing yet.
func New(o Options) (*Store, error) {
	if o.Log == nil {
		o.Log = slog.Default()
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	o.Log = o.Log.With("component", "keys")
	block, err := aes.NewCipher(o.Seal)
	if err != nil {
		return nil, err
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		return nil, err
	}
	return &Store{Options: o, aead: aead, unreadable: map[string]bool{}}, nil
}

const (
	channel = "toubkal_keys"
	// pollInterval is the interval at which keys are read without a notification: behind a pooler
	// there is none.
	pollInterval = 30 * time.Second
	// readInterval is the least time between two readings: anybody may notify.
	readInterval = 100 * time.Millisecond
	// clockTolerance is the time that a key verifies longer than its last token lives: the
	// leeway of verifiers, and the time until the last node signs with the next key.
	clockTolerance = 2 * time.Minute
)

// Follow keeps the keys of this node up to date until ctx ends. link is a login as
// supabase_auth_admin.
func (st *Store) Follow(ctx context.Context, link db.Link) {
	wake := make(chan struct{}, 1)
	go db.Listen(ctx, link, channel, func(string) {
		select {
		case wake <- struct{}{}:
		default: // a reading is due already
		}
	}, func(err error) {
		st.Log.WarnContext(ctx, "cannot follow the keys: trying again", "error", err)
	})
	poll := time.NewTicker(pollInterval)
	defer poll.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-wake:
		case <-poll.C:
		}
		if err := st.Read(ctx); err != nil && ctx.Err() == nil {
			st.Log.ErrorContext(ctx, "the keys were not read, those before stay", "error", err)
		}
		_ = retry.Sleep(ctx, readInterval)
	}
}

// Read reads the keys and applies them to Keys. Without the tables, in a database that has
// not been migrated, there are none.
func (st *Store) Read(ctx context.Context) error {
	st.reading.Lock()
	defer st.reading.Unlock()
	ctx, cancel := context.WithTimeout(ctx, db.ControlTimeout)
	defer cancel()
	var found rows
	err := st.Pool.Conn(ctx, func(conn *pgx.Conn) (err error) {
		found, err = st.rows(ctx, conn)
		return err
	})
	if missing, ok := errors.AsType[*pgconn.PgError](err); ok && missing.Code == "42P01" {
		st.Log.WarnContext(ctx, "the database has no tables for keys: run toubkal migrate")
		return nil
	}
	if err != nil {
		return fmt.Errorf("read the keys: %w", err)
	}
	return st.Keys.Apply(st.stored(ctx, found))
}

// stored are the keys of the rows.
func (st *Store) stored(ctx context.Context, found rows) token.Stored {
	var stored token.Stored
	for _, row := range found.signing {
		if row.revoked != nil {
			stored.Revoked = append(stored.Revoked, row.kid)
			continue
		}
		if st.state(found, row) == Expired {
			continue
		}
		jwk, err := st.aead.Open(nil, nil, row.private, []byte(row.kid))
		if err != nil {
			if !st.unreadable[row.kid] {
				st.unreadable[row.kid] = true
				st.Log.ErrorContext(ctx, "a signing key cannot be decrypted, so its tokens are refused: GOTRUE_JWT_SECRET has changed", "kid", row.kid)
			}
			continue
		}
		// by its distance from the database's clock, which may differ from this machine's
		stored.Keys = append(stored.Keys, token.StoredKey{ID: row.kid, JWK: jwk, Signs: st.Now().Add(row.signs.Sub(found.now))})
	}
	revoked := map[[sha256.Size]byte]bool{}
	for _, row := range found.opaque {
		if row.revoked != nil {
			revoked[row.hash] = true
			continue
		}
		stored.Opaque = append(stored.Opaque, token.OpaqueKey{ID: row.id, Role: roles[row.kind], Hash: row.hash})
	}
	for kind, key := range st.configuredOpaque() {
		if hash := sha256.Sum256([]byte(key)); key != "" && !revoked[hash] {
			stored.Opaque = append(stored.Opaque, token.OpaqueKey{ID: kind, Role: roles[kind], Hash: hash})
		}
	}
	return stored
}

// Kinds of opaque keys, and the ids of the two of the configuration.
const (
	Publishable = "publishable"
	Secret      = "secret"
)

var (
	roles    = map[string]string{Publishable: token.Anon, Secret: token.ServiceRole}
	prefixes = map[string]string{Publishable: token.PublishablePrefix, Secret: token.SecretPrefix}
)

func (st *Store) configuredOpaque() map[string]string {
	return map[string]string{Publishable: st.Publishable, Secret: st.SecretKey}
}

package s3

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/toubkal/toubkal/server/db"
)

// Keys are the access keys in the database (server/system/0010_storage_files.sql). A
// signature can only be verified with the secret itself, so that it is kept encrypted and
// not hashed.
type Keys struct {
	pool *db.Pool
	aead cipher.AEAD
}

// NewKeys needs a pool that signs in as supabase_storage_admin, and a key of 32 bytes, the
// same on all nodes, that encrypts the secrets.
func NewKeys(pool *db.Pool, seal []byte) (*Keys, error) {
	block, err := aes.NewCipher(seal)
	if err != nil {
		return nil, err
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	return &Keys{pool, aead}, err
}

// Key is an access key.
type Key struct {
	// ID is the access key, which is no secret.
	ID, Description string
	// Role and Subject are the claims of who signs with it; Subject is "" for none.
	Role, Subject string
	Created       time.Time
	// Used is the time of its last use, to a minute; nil for never.
	Used *time.Time
	// Revoked is nil for a key that works.
	Revoked *time.Time

	secret string
}

// Create makes an access key. The secret cannot be read again by List.
func (k *Keys) Create(ctx context.Context, role, subject, description string) (id, secret string, err error) {
	id, secret = randomHex(16), randomHex(32)
	err = k.pool.Conn(ctx, func(conn *db.Conn) error {
		var may bool
		if err := conn.QueryRow(ctx, `select pg_has_role(current_user, $1, 'member')`, role).Scan(&may); err != nil {
			return err
		}
		if !may {
			return fmt.Errorf("the storage API may not act as the role %q", role)
		}
		_, err := conn.Exec(ctx, `insert into toubkal_storage.access_keys (id, secret, role, subject, description) values ($1, $2, $3, nullif($4, ''), $5)`,
			id, k.aead.Seal(nil, nil, []byte(secret), []byte(id)), role, subject, description)
		return err
	})
	if missing, ok := errors.AsType[*pgconn.PgError](err); ok && missing.Code == "42704" { // undefined_object
		err = fmt.Errorf("there is no role %q", role)
	}
	return id, secret, err
}

func randomHex(n int) string {
	text := make([]byte, n)
	_, _ = rand.Read(text) // never fails since Go 1.24
	return hex.EncodeToString(text)
}

// List gives all keys, the newest first.
func (k *Keys) List(ctx context.Context) (all []Key, err error) {
	err = k.pool.Conn(ctx, func(conn *db.Conn) error {
		rows, err := conn.Query(ctx, `select id, description, role, coalesce(subject, ''), created_at, last_used_at, revoked_at
			from toubkal_storage.access_keys order by created_at desc, id`)
		if err != nil {
			return err
		}
		all, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (key Key, err error) {
			return key, row.Scan(&key.ID, &key.Description, &key.Role, &key.Subject, &key.Created, &key.Used, &key.Revoked)
		})
		return err
	})
	return all, err
}

// ErrNoKey means that there is no such access key that could be revoked.
var ErrNoKey = errors.New("there is no such access key, or it is revoked already")

// Revoke refuses a key from now on, on all nodes.
func (k *Keys) Revoke(ctx context.Context, id string) error {
	return k.pool.Conn(ctx, func(conn *db.Conn) error {
		tag, err := conn.Exec(ctx, `update toubkal_storage.access_keys set revoked_at = now() where id = $1 and revoked_at is null`, id)
		if err == nil && tag.RowsAffected() == 0 {
			return ErrNoKey
		}
		return err
	})
}

// find gives a key that works, with its secret; nil for none.
func (k *Keys) find(ctx context.Context, id string) (*Key, error) {
	key, sealed := &Key{ID: id}, []byte(nil)
	err := k.pool.Conn(ctx, func(conn *db.Conn) error {
		return conn.QueryRow(ctx, `select secret, role, coalesce(subject, ''), last_used_at from toubkal_storage.access_keys
			where id = $1 and revoked_at is null`, id).Scan(&sealed, &key.Role, &key.Subject, &key.Used)
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	secret, err := k.aead.Open(nil, nil, sealed, []byte(id))
	if err != nil {
		return nil, fmt.Errorf("the secret of the access key %s is encrypted by another GOTRUE_JWT_SECRET: %w", id, err)
	}
	key.secret = string(secret)
	return key, nil
}

// usedInterval is the interval at which the last use of a key is written.
const usedInterval = time.Minute

// used notes that a request was signed with the key.
func (k *Keys) used(ctx context.Context, key *Key) error {
	if key.Used != nil && time.Since(*key.Used) < usedInterval {
		return nil
	}
	return k.pool.Conn(ctx, func(conn *db.Conn) error {
		_, err := conn.Exec(ctx, `update toubkal_storage.access_keys set last_used_at = now()
			where id = $1 and (last_used_at is null or last_used_at < now() - make_interval(secs => $2))`, key.ID, usedInterval.Seconds())
		return err
	})
}

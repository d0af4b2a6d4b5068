package keyring

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/toubkal/toubkal/server/token"
)

// PublishFirst is the time that a new key is published before it signs: the max-age of
// jwks.json, so that whoever keeps that has the key by then.
const PublishFirst = 10 * time.Minute

// change runs fn in a transaction that no other change runs beside.
func (st *Store) change(ctx context.Context, fn func(tx pgx.Tx, found rows) error) error {
	return st.Pool.LoginTx(ctx, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `lock table auth.signing_keys, auth.api_keys in share row exclusive mode`); err != nil {
			return err
		}
		found, err := st.rows(ctx, tx)
		if err != nil {
			return err
		}
		return fn(tx, found)
	})
}

// Rotate makes a key of an algorithm that signs after a time, and gives its id. If there
// is a next key already, that one is taken and signs as said; algorithm has to be "" then.
// "" is ES256 otherwise. Keys whose tokens have expired are deleted.
func (st *Store) Rotate(ctx context.Context, algorithm string, after time.Duration) (id string, err error) {
	err = st.change(ctx, func(tx pgx.Tx, found rows) error {
		if signer := st.configuredSigner(found); signer != "" {
			return fmt.Errorf("%s of GOTRUE_JWT_KEYS signs tokens: rotate it there, or take it out to have the database keep the keys", signer)
		}
		for _, row := range found.signing {
			switch st.state(found, row) {
			case Next:
				id = row.kid
			case Expired:
				if _, err := tx.Exec(ctx, `delete from auth.signing_keys where kid = $1`, row.kid); err != nil {
					return err
				}
			case Current, Previous, Revoked:
			}
		}
		if id != "" && algorithm != "" {
			return fmt.Errorf("%s is next already: rotate without --alg to have it sign, or revoke it first", id)
		}
		if id != "" {
			_, err := tx.Exec(ctx, `update auth.signing_keys set signs_from = clock_timestamp() + $2 where kid = $1`, id, after)
			return err
		}
		if algorithm == "" {
			algorithm = "ES256"
		}
		id = uuid.NewString()
		jwk, err := token.Generate(id, algorithm)
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `insert into auth.signing_keys (kid, algorithm, private_key, signs_from) values ($1, $2, $3, clock_timestamp() + $4)`,
			id, algorithm, st.aead.Seal(nil, nil, jwk, []byte(id)), after)
		return err
	})
	return id, err
}

// ErrInUse means that clients use the key: revoking it has to be meant.
var ErrInUse = errors.New("clients use it")

// Revoke ends a key by its id: a kid, SecretName of the secret or "legacy" for it, the id
// of an opaque key, or publishable or secret for the two of the configuration. What
// clients cannot replace by themselves needs force, else the error is ErrInUse and says why.
func (st *Store) Revoke(ctx context.Context, id string, force bool) error {
	if id == "legacy" {
		id = token.SecretName(st.Secret)
	}
	return st.change(ctx, func(tx pgx.Tx, found rows) error {
		signing, opaque := st.signing(found), st.opaque(found)
		if i := slices.IndexFunc(signing, func(each SigningKey) bool { return each.ID == id }); i >= 0 {
			return st.revokeSigning(ctx, tx, signing[i], force)
		}
		if i := slices.IndexFunc(opaque, func(each OpaqueKey) bool { return each.ID == id }); i >= 0 {
			return st.revokeOpaque(ctx, tx, opaque[i], force)
		}
		return fmt.Errorf("there is no key %q; `toubkal keys` lists them", id)
	})
}

func (st *Store) revokeSigning(ctx context.Context, tx pgx.Tx, of SigningKey, force bool) error {
	switch {
	case of.State == Revoked:
		return alreadyRevoked(of.ID, of.Since)
	case of.State == Current && of.Configured && of.ID != token.SecretName(st.Secret):
		return fmt.Errorf("%s of GOTRUE_JWT_KEYS signs tokens now: take it out there", of.ID)
	case of.State == Current:
		return fmt.Errorf("%s signs tokens now: run `toubkal keys rotate --now` first", of.ID)
	case of.ID == token.SecretName(st.Secret) && !force:
		return fmt.Errorf("%w: the anon key and the service_role key that are JWTs are signed by %s, and so is what was signed elsewhere "+
			"with GOTRUE_JWT_SECRET; all would be refused at once. Give the clients the publishable and the secret key first "+
			"(`toubkal keys create`), then repeat with --force", ErrInUse, of.ID)
	}
	if of.Configured {
		_, err := tx.Exec(ctx, `insert into auth.signing_keys (kid, algorithm, revoked_at) values ($1, $2, clock_timestamp())`, of.ID, of.Algorithm)
		return err
	}
	_, err := tx.Exec(ctx, `update auth.signing_keys set revoked_at = clock_timestamp(), private_key = null,
		signs_from = case when signs_from <= clock_timestamp() then signs_from end where kid = $1`, of.ID)
	return err
}

func (st *Store) revokeOpaque(ctx context.Context, tx pgx.Tx, of OpaqueKey, force bool) error {
	if of.State == Revoked {
		return alreadyRevoked(of.ID, of.Since)
	}
	if of.ID != of.Kind {
		_, err := tx.Exec(ctx, `update auth.api_keys set revoked_at = clock_timestamp() where id = $1`, of.ID)
		return err
	}
	if !force {
		return fmt.Errorf("%w: it is the %s key that follows from the configuration and comes back only with another secret; "+
			"create the one that takes its place (`toubkal keys create %s NAME`), then repeat with --force", ErrInUse, of.Kind, of.Kind)
	}
	key := st.configuredOpaque()[of.Kind]
	hash := sha256.Sum256([]byte(key))
	_, err := tx.Exec(ctx, `insert into auth.api_keys (kind, name, hash, hint, revoked_at) values ($1, 'default', $2, $3, clock_timestamp())`,
		of.Kind, hash[:], of.Hint)
	return err
}

func alreadyRevoked(id string, since time.Time) error {
	return fmt.Errorf("%s is revoked already, since %s", id, since.UTC().Format(time.DateTime))
}

var goodName = regexp.MustCompile(`^[a-z0-9][a-z0-9_-]{0,62}$`)

// Create makes an opaque key of a kind, Publishable or Secret. Only its hash is kept, so
// this is the one time that the key is known.
func (st *Store) Create(ctx context.Context, kind, name string) (key string, err error) {
	if prefixes[kind] == "" {
		return "", fmt.Errorf("%q is neither publishable nor secret", kind)
	}
	if !goodName.MatchString(name) {
		return "", fmt.Errorf("the name %q has to be lower-case letters, digits, _ and -, at most 63", name)
	}
	key = token.GenerateOpaque(prefixes[kind])
	hash := sha256.Sum256([]byte(key))
	err = st.change(ctx, func(tx pgx.Tx, _ rows) error {
		_, err := tx.Exec(ctx, `insert into auth.api_keys (kind, name, hash, hint) values ($1, $2, $3, $4)`, kind, name, hash[:], hint(key))
		return err
	})
	if taken, ok := errors.AsType[*pgconn.PgError](err); ok && taken.ConstraintName == "api_keys_name_key" {
		return "", fmt.Errorf("there is a %s key %q already", kind, name)
	}
	if err != nil {
		return "", err
	}
	return key, nil
}

package keyring

import (
	"context"
	"crypto/sha256"
	"maps"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/token"
)

// SigningKey is a line of the list of keys that sign and verify tokens.
type SigningKey struct {
	ID, Algorithm string
	State         State
	Since         time.Time // zero for a configured key that was never succeeded
	Signs         time.Time // of a next one: from when
	Configured    bool      // by GOTRUE_JWT_SECRET or GOTRUE_JWT_KEYS
}

// OpaqueKey is a line of the list of opaque api keys.
type OpaqueKey struct {
	ID, Kind, Name string
	Hint           string // the beginning of the key
	State          State
	Since          time.Time // zero for a configured key in use
}

// List is all keys, revoked ones too.
func (st *Store) List(ctx context.Context) (signing []SigningKey, opaque []OpaqueKey, err error) {
	err = st.Pool.Conn(ctx, func(conn *pgx.Conn) error {
		found, err := st.rows(ctx, conn)
		if err == nil {
			signing, opaque = st.signing(found), st.opaque(found)
		}
		return err
	})
	return signing, opaque, err
}

func (st *Store) signing(found rows) []SigningKey {
	var list []SigningKey
	configured, _ := st.Keys.Configured()
	var first *time.Time // when a stored key first took over
	for _, row := range found.signing {
		if row.signs != nil && !row.signs.After(found.now) && (first == nil || row.signs.Before(*first)) {
			first = row.signs
		}
	}
	for _, name := range slices.Sorted(maps.Keys(configured)) {
		each := SigningKey{ID: name, Algorithm: configured[name], State: Previous, Configured: true}
		signer := st.configuredSigner(found)
		switch revoked := found.revokedName(name); {
		case revoked != nil:
			each.State, each.Since = Revoked, *revoked
		case name == signer, signer == "" && first == nil && name == token.SecretName(st.Secret):
			each.State = Current
		case first != nil && name == token.SecretName(st.Secret):
			each.Since = *first
		}
		list = append(list, each)
	}
	for _, row := range found.signing {
		if _, ok := configured[row.kid]; ok {
			continue
		}
		each := SigningKey{ID: row.kid, Algorithm: row.algorithm, State: st.state(found, row)}
		switch each.State {
		case Next:
			each.Since, each.Signs = row.created, *row.signs
		case Current:
			each.Since = *row.signs
		case Revoked:
			each.Since = *row.revoked
		default:
			each.Since = *row.signs
			if next := found.successor(row); next != nil {
				each.Since = *next
			}
		}
		list = append(list, each)
	}
	return list
}

func (st *Store) opaque(found rows) []OpaqueKey {
	var list []OpaqueKey
	known := map[[sha256.Size]byte]bool{}
	for _, row := range found.opaque {
		known[row.hash] = true
	}
	for _, kind := range []string{Publishable, Secret} {
		key := st.configuredOpaque()[kind]
		if hash := sha256.Sum256([]byte(key)); key != "" && !known[hash] {
			list = append(list, OpaqueKey{ID: kind, Kind: kind, Name: "default", Hint: hint(key), State: Current})
		}
	}
	for _, row := range found.opaque {
		each := OpaqueKey{ID: row.id, Kind: row.kind, Name: row.name, Hint: row.hint, State: Current, Since: row.created}
		if row.revoked != nil {
			each.State, each.Since = Revoked, *row.revoked
		}
		list = append(list, each)
	}
	return list
}

// hint is the beginning of a key, which is not enough to use it.
func hint(key string) string {
	for _, prefix := range prefixes {
		if rest := len(key) - len(prefix); rest >= 20 && key[:len(prefix)] == prefix {
			return key[:len(prefix)+5] + "…"
		}
	}
	return "…"
}

package token

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// Stored are the keys that the database holds, in addition to those of Options, and what
// it says of those.
type Stored struct {
	// Keys verify tokens.
	Keys []StoredKey
	// Revoked are names of keys of Options that are no longer used.
	Revoked []string
	// Opaque are the keys of the new style (sb_…).
	Opaque []OpaqueKey
}

// StoredKey is a private JSON Web Key with a kid.
type StoredKey struct {
	ID  string
	JWK json.RawMessage
	// Signs is the instant from which it signs, until a later key does. Zero is never.
	Signs time.Time
}

// OpaqueKey stands for a role.
type OpaqueKey struct {
	ID   string
	Role string
	Hash [sha256.Size]byte // of the key's text
}

// signerKey is a key with the instant from which it signs.
type signerKey struct {
	key
	from time.Time
}

// maxOpaque bounds an opaque key in bytes, so that a long one is not even hashed.
const maxOpaque = 128

// opaqueKID is the kid of the token that an opaque key stands for.
func opaqueKID(id string) string { return "sb:" + id }

// Apply puts stored in the place of what was applied before. Tokens of keys that are gone
// are refused from then on, cached ones too. An error changes nothing; it names the key.
//
// The signer is that of Options.JWKs, else the stored key whose turn has come last, else
// Options.Secret.
func (k *Keys) Apply(stored Stored) error {
	k.applying.Lock()
	defer k.applying.Unlock()
	present := fingerprintOf(stored)
	set := k.keys.Load()
	changed := set == nil || present != k.applied
	if changed {
		set = &keySet{byID: map[string]key{}, strict: true, opaque: map[[sha256.Size]byte]string{}, ours: map[string]bool{}}
		if err := k.fill(set, stored); err != nil {
			return err
		}
	}
	k.signers.Store(k.schedule(set, stored))
	if changed {
		k.keys.Store(set)
		k.applied = present
		k.Revocations.change(func() {})
	}
	return nil
}

// fingerprintOf is the same for what verifies the same tokens.
func fingerprintOf(stored Stored) string {
	names := slices.Clone(stored.Revoked)
	for _, each := range stored.Keys {
		names = append(names, "key "+each.ID)
	}
	for _, each := range stored.Opaque {
		names = append(names, fmt.Sprintf("opaque %s %s %x", each.ID, each.Role, each.Hash))
	}
	slices.Sort(names)
	return strings.Join(names, "\n")
}

func (k *Keys) fill(set *keySet, stored Stored) error {
	isRevoked := func(each key) bool { return slices.Contains(stored.Revoked, each.name) }
	for id, each := range k.configured.byID {
		if !isRevoked(each) {
			set.byID[id] = each
		}
	}
	set.noID = slices.DeleteFunc(slices.Clone(k.configured.noID), isRevoked)
	for _, each := range stored.Keys {
		parsed, err := parseKey(each.JWK)
		if err == nil && (parsed.id == "" || parsed.id != each.ID) {
			err = errors.New("the JSON Web Key has another kid")
		}
		if err == nil {
			err = set.add(parsed)
		}
		if err != nil {
			return fmt.Errorf("stored key %s: %w", each.ID, err)
		}
	}
	for _, each := range stored.Opaque {
		mac := hmac.New(sha256.New, k.process)
		mac.Write([]byte(each.ID))
		secret := secretKey(string(mac.Sum(nil)))
		secret.id = opaqueKID(each.ID)
		secret.name = secret.id
		bearer, err := secret.roleToken(each.Role)
		if err == nil {
			err = set.add(secret)
		}
		if err != nil {
			return fmt.Errorf("opaque key %s: %w", each.ID, err)
		}
		set.opaque[each.Hash], set.ours[bearer] = bearer, true
	}
	return nil
}

// schedule lists who signs from when, the earliest first.
func (k *Keys) schedule(set *keySet, stored Stored) *[]signerKey {
	list := []signerKey{}
	if k.signer.algs != nil && !slices.Contains(stored.Revoked, k.signer.name) {
		return &[]signerKey{{key: k.signer}}
	}
	if k.secret.algs != nil && !slices.Contains(stored.Revoked, k.secret.name) {
		list = append(list, signerKey{key: k.secret})
	}
	for _, each := range stored.Keys {
		if parsed := set.byID[each.ID]; parsed.sign != nil && !each.Signs.IsZero() {
			list = append(list, signerKey{parsed, each.Signs})
		}
	}
	slices.SortStableFunc(list, func(a, b signerKey) int { return a.from.Compare(b.from) })
	return &list
}

var errNoSigner = errors.New("no key signs tokens: all are revoked, or sign only later")

// current is the key that signs now.
func (k *Keys) current() (key, error) {
	now := k.rules.Now()
	for _, each := range slices.Backward(*k.signers.Load()) {
		if !each.from.After(now) {
			return each.key, nil
		}
	}
	return key{}, errNoSigner
}

// Has reports whether the key of that name is in use: a kid, or SecretName of the secret.
func (k *Keys) Has(name string) bool { return k.keys.Load().has(name) }

// Configured are the keys of Options, revoked ones too, by name, and which of them signs
// before any stored key; "" for none.
func (k *Keys) Configured() (algorithms map[string]string, signer string) {
	algorithms = map[string]string{}
	for each := range maps.Values(k.configured.byID) {
		algorithms[each.name] = each.algs[0]
	}
	for _, each := range k.configured.noID {
		algorithms[each.name] = each.algs[0]
	}
	return algorithms, k.signer.name
}

// Exchange is the token that an opaque key (sb_…) stands for; "" where the key is unknown
// or revoked. The token is good in this process only.
func (k *Keys) Exchange(opaque string) string {
	if len(opaque) > maxOpaque {
		return ""
	}
	return k.keys.Load().opaque[sha256.Sum256([]byte(opaque))]
}

// IsExchanged reports whether a token is one that Exchange gives.
func (k *Keys) IsExchanged(bearer string) bool { return k.keys.Load().ours[bearer] }

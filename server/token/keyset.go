package token

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/golang-jwt/jwt/v5"
)

// key is one parsed key.
type key struct {
	id      string   // kid; "" for none
	name    string   // by which it is revoked: the kid, or that of a secret without one
	kind    string   // kty: oct, RSA, EC or OKP
	algs    []string // what it verifies; the first is what it signs with
	sign    any      // nil where the key only verifies
	verify  any      // what golang-jwt's methods expect: []byte, *rsa.PublicKey, …
	signing bool     // key_ops has "sign"
}

func secretKey(secret string) key {
	return key{name: SecretName(secret), kind: "oct", algs: []string{"HS256"}, sign: []byte(secret), verify: []byte(secret)}
}

// SecretName names a secret without showing it: "legacy-" and 8 hexadecimal digits.
func SecretName(secret string) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte("kid"))
	return "legacy-" + hex.EncodeToString(mac.Sum(nil))[:8]
}

// keySet finds the keys that may have signed a token. It does not change once verifiers
// use it.
type keySet struct {
	byID map[string]key // by kid
	noID []key          // keys without a kid, a plain secret among them
	// strict tries a token that names no key only with the keys that have no kid, and not
	// with all: nobody then makes us try every public key on junk.
	strict bool
	opaque map[[sha256.Size]byte]string // the tokens that opaque keys stand for, by the key's hash
	ours   map[string]bool              // those tokens
}

func newKeySet() *keySet { return &keySet{byID: map[string]key{}} }

// has reports whether a key of that name is in use.
func (k *keySet) has(name string) bool {
	if _, ok := k.byID[name]; ok {
		return true
	}
	return slices.ContainsFunc(k.noID, func(each key) bool { return each.name == name })
}

func (k *keySet) add(parsed key) error {
	if parsed.id == "" {
		k.noID = append(k.noID, parsed)
		return nil
	}
	if _, taken := k.byID[parsed.id]; taken {
		return fmt.Errorf("kid %q is used twice", parsed.id)
	}
	k.byID[parsed.id] = parsed
	return nil
}

// candidates are the keys that may have signed t: the one its kid names, else
// those without a kid, and for a token that names none all of them, unless the set is
// strict. A key serves its own algorithms only: a public key must never pass for an HMAC
// secret.
func (k *keySet) candidates(t *jwt.Token) ([]key, error) {
	if _, ok := t.Header["crit"]; ok {
		return nil, errCritical
	}
	candidates := slices.DeleteFunc(k.named(t.Header["kid"]), func(candidate key) bool {
		return !slices.Contains(candidate.algs, t.Method.Alg())
	})
	if len(candidates) == 0 {
		return nil, errNoKey
	}
	return candidates, nil
}

// signerOf is the candidate that signed a token whose signature is good.
func signerOf(bearer string, t *jwt.Token, candidates []key) key {
	signed := bearer[:strings.LastIndexByte(bearer, '.')]
	for _, candidate := range candidates[:len(candidates)-1] {
		if t.Method.Verify(signed, t.Signature, candidate.verify) == nil {
			return candidate
		}
	}
	return candidates[len(candidates)-1]
}

func (k *keySet) named(kid any) []key {
	id, _ := kid.(string)
	if named, ok := k.byID[id]; ok {
		return []key{named}
	}
	keys := slices.Clone(k.noID)
	if id == "" && !k.strict {
		for _, each := range k.byID {
			keys = append(keys, each)
		}
	}
	return keys
}

// addText reads keys as PGRST_JWT_SECRET has them: a secret of 32 bytes or more,
// a JSON Web Key, a set of them, or an array of them. What looks like JSON never
// becomes a secret: half a public key would be one that everybody knows.
func (k *keySet) addText(text string) error {
	if trimmed := strings.TrimSpace(text); strings.HasPrefix(trimmed, "{") || strings.HasPrefix(trimmed, "[") {
		list, err := keyList([]byte(trimmed))
		if err != nil {
			return err
		}
		return k.addSet(list)
	}
	if len(text) < minSecret {
		return fmt.Errorf("the JWT secret must be at least %d characters long; it has %d", minSecret, len(text))
	}
	k.noID = append(k.noID, secretKey(text))
	return nil
}

var errNotKeys = errors.New("neither a JSON Web Key nor a set of them")

func keyList(text []byte) (list []json.RawMessage, err error) {
	var set struct {
		Keys []json.RawMessage `json:"keys"`
	}
	if text[0] == '[' {
		err = json.Unmarshal(text, &list)
	} else if err = json.Unmarshal(text, &set); err == nil && set.Keys == nil {
		list = []json.RawMessage{text}
	} else {
		list = set.Keys
	}
	if err != nil || len(list) == 0 {
		return nil, errNotKeys
	}
	return list, nil
}

// addSet adds the keys that can verify. RFC 7517 section 5 wants keys for something else
// or of an unknown kind to be ignored.
func (k *keySet) addSet(list []json.RawMessage) error {
	used := 0
	for i, text := range list {
		var header keyHeader
		if json.Unmarshal(text, &header) == nil && (header.Use == "enc" || malformed[header.Kty] == "" && len(list) > 1) {
			continue
		}
		parsed, err := parseKey(text)
		if err == nil {
			err = k.add(parsed)
		}
		if err != nil {
			return fmt.Errorf("JWT key %d: %w", i+1, err)
		}
		used++
	}
	if used == 0 {
		return errNotKeys
	}
	return nil
}

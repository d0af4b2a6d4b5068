package token

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/golang-jwt/jwt/v5"
)

// key is one parsed key.
type key struct {
	id      string
	kind    string   // kty: oct, RSA, EC or OKP
	algs    []string // what it verifies; the first is what it signs with
	sign    any      // nil where the key only verifies
	verify  any      // what golang-jwt's methods expect: []byte, *rsa.PublicKey, …
	signing bool     // key_ops has "sign"
}

func secretKey(secret string) key {
	return key{kind: "oct", algs: []string{"HS256"}, sign: []byte(secret), verify: []byte(secret)}
}

// ring finds the keys that may have signed a token.
type ring struct {
	byID map[string]key // by kid
	noID []key          // keys without a kid, a plain secret among them
}

func (r *ring) add(parsed key) error {
	if parsed.id == "" {
		r.noID = append(r.noID, parsed)
		return nil
	}
	if _, taken := r.byID[parsed.id]; taken {
		return fmt.Errorf("kid %q is used twice", parsed.id)
	}
	r.byID[parsed.id] = parsed
	return nil
}

// candidates are the keys that may have signed t: the one its kid names, else
// those without a kid, and for a token that names none all of them. A key serves
// its own algorithms only: a public key must never pass for an HMAC secret.
func (r *ring) candidates(t *jwt.Token) (any, error) {
	if _, ok := t.Header["crit"]; ok {
		return nil, errCritical
	}
	var set jwt.VerificationKeySet
	for _, candidate := range r.named(t.Header["kid"]) {
		if slices.Contains(candidate.algs, t.Method.Alg()) {
			set.Keys = append(set.Keys, candidate.verify)
		}
	}
	if len(set.Keys) == 0 {
		return nil, errNoKey
	}
	return set, nil
}

func (r *ring) named(kid any) []key {
	id, _ := kid.(string)
	if named, ok := r.byID[id]; ok {
		return []key{named}
	}
	keys := slices.Clone(r.noID)
	if id == "" {
		for _, each := range r.byID {
			keys = append(keys, each)
		}
	}
	return keys
}

// addText reads keys as PGRST_JWT_SECRET has them: a secret of 32 bytes or more,
// a JSON Web Key, a set of them, or an array of them. What looks like JSON never
// becomes a secret: half a public key would be one that everybody knows.
func (r *ring) addText(text string) error {
	if trimmed := strings.TrimSpace(text); strings.HasPrefix(trimmed, "{") || strings.HasPrefix(trimmed, "[") {
		list, err := keyList([]byte(trimmed))
		if err != nil {
			return err
		}
		return r.addSet(list)
	}
	if len(text) < minSecret {
		return fmt.Errorf("the JWT secret must be at least %d characters long; it has %d", minSecret, len(text))
	}
	r.noID = append(r.noID, secretKey(text))
	return nil
}

var errNotKeys = errors.New("neither a JSON Web Key nor a set of them")

func keyList(text []byte) (list []jwk, err error) {
	var set struct {
		Keys []jwk `json:"keys"`
		jwk
	}
	if text[0] == '[' {
		err = json.Unmarshal(text, &list)
	} else if err = json.Unmarshal(text, &set); err == nil && set.Keys == nil {
		list = []jwk{set.jwk}
	} else {
		list = set.Keys
	}
	if err != nil || len(list) == 0 {
		return nil, errNotKeys
	}
	return list, nil
}

// addSet adds what can verify. RFC 7517 section 5 has us pass over keys that are
// for something else or of a kind that we do not know.
func (r *ring) addSet(list []jwk) error {
	used := 0
	for i, j := range list {
		if j.Use == "enc" || !j.known() && len(list) > 1 {
			continue
		}
		parsed, err := j.parse()
		if err == nil {
			err = r.add(parsed)
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

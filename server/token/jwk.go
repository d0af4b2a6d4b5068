package token

import (
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/rsa"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/go-jose/go-jose/v4"
)

// Algorithms by kind of key (RFC 7518, RFC 8037); "none" is not among them. The
// first of a kind is what a key without alg signs with.
var (
	hmacs   = []string{"HS256", "HS384", "HS512"}
	rsas    = []string{"RS256", "RS384", "RS512", "PS256", "PS384", "PS512"}
	curves  = map[string]string{"P-256": "ES256", "P-384": "ES384", "P-521": "ES512"}
	edwards = []string{"EdDSA"}
	methods = slices.Concat(hmacs, rsas, slices.Sorted(maps.Values(curves)), edwards)
)

// malformed says of each kind of key what one has to be.
var malformed = map[string]string{
	"oct": "k is not a secret in base64url",
	"RSA": "not an RSA key, or its parts do not belong together (a private one needs n, e, d, p and q)",
	"EC":  "not a key on one of the curves P-256, P-384, P-521",
	"OKP": "not a key on the curve Ed25519, or d does not belong to x",
}

// keyHeader has what decides about a key before it is parsed, and key_ops, which
// go-jose does not read.
type keyHeader struct {
	Kty string   `json:"kty"`
	Use string   `json:"use"`
	Ops []string `json:"key_ops"`
}

// parseKey reads a JSON Web Key (RFC 7517), private where it signs. Its errors do not
// show the key.
func parseKey(text json.RawMessage) (key, error) {
	var header keyHeader
	if err := json.Unmarshal(text, &header); err != nil {
		return key{}, errNotKeys
	}
	if malformed[header.Kty] == "" {
		return key{}, fmt.Errorf("kty %q is not one of oct, RSA, EC, OKP", header.Kty)
	}
	var j jose.JSONWebKey
	if err := j.UnmarshalJSON(text); err != nil {
		return key{}, fmt.Errorf("%s: %w", malformed[header.Kty], err)
	}
	parsed, err := keyOf(j.Key)
	if err != nil {
		return key{}, err
	}
	parsed.id, parsed.name, parsed.kind, parsed.signing = j.KeyID, j.KeyID, header.Kty, slices.Contains(header.Ops, "sign")
	switch {
	case j.Algorithm != "" && !slices.Contains(parsed.algs, j.Algorithm):
		return key{}, fmt.Errorf("alg %q does not go with kty %q here", j.Algorithm, header.Kty)
	case parsed.signing && parsed.sign == nil:
		return key{}, errors.New(`key_ops has "sign", but the private part is missing`)
	}
	if j.Algorithm != "" {
		parsed.algs = []string{j.Algorithm}
	}
	return parsed, nil
}

// keyOf takes a key as go-jose reads it apart for golang-jwt.
func keyOf(material any) (key, error) {
	switch k := material.(type) {
	case []byte:
		if len(k) < minSecret {
			return key{}, fmt.Errorf("k has %d bytes; HS256 needs at least %d", len(k), minSecret)
		}
		return key{algs: hmacs, sign: k, verify: k}, nil
	case *rsa.PrivateKey:
		parsed, err := keyOf(&k.PublicKey)
		parsed.sign = k
		return parsed, err
	case *rsa.PublicKey:
		if k.Size() < 256 || k.E < 3 || k.E > 1<<31-1 {
			return key{}, errors.New("not an RSA key of at least 2048 bits")
		}
		return key{algs: rsas, verify: k}, nil
	case *ecdsa.PrivateKey:
		parsed, err := keyOf(&k.PublicKey)
		parsed.sign = k
		raw, rawErr := k.Bytes()
		// go-jose does not compare the two parts.
		if own, ownErr := ecdsa.ParseRawPrivateKey(k.Curve, raw); rawErr != nil || ownErr != nil || !own.PublicKey.Equal(&k.PublicKey) {
			return key{}, errors.New("d does not belong to x and y")
		}
		return parsed, err
	case *ecdsa.PublicKey:
		return key{algs: []string{curves[k.Curve.Params().Name]}, verify: k}, nil
	case ed25519.PrivateKey:
		return key{algs: edwards, sign: k, verify: k.Public()}, nil
	case ed25519.PublicKey:
		return key{algs: edwards, verify: k}, nil
	}
	return key{}, fmt.Errorf("a %T cannot verify tokens", material)
}

// JWKS lists the public keys for /.well-known/jwks.json, ordered by kid; never a
// symmetric one. An empty list is not nil.
func (k *Keys) JWKS() []json.RawMessage {
	list := []json.RawMessage{}
	keys := k.keys.Load().byID
	for _, id := range slices.Sorted(maps.Keys(keys)) {
		public := keys[id]
		if public.kind == "oct" {
			continue
		}
		text, err := jose.JSONWebKey{Key: public.verify, KeyID: id, Algorithm: public.algs[0], Use: "sig"}.MarshalJSON()
		if err != nil {
			continue // no such key: New would have refused it
		}
		// go-jose writes no key_ops; GoTrue does.
		list = append(list, append(text[:len(text)-1], `,"key_ops":["verify"]}`...))
	}
	return list
}

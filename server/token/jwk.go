package token

import (
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rsa"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"slices"
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

// jwk is a JSON Web Key (RFC 7517, RFC 7518 section 6), private where it signs.
type jwk struct {
	Kty string   `json:"kty"`
	Kid string   `json:"kid"`
	Alg string   `json:"alg"`
	Ops []string `json:"key_ops"`
	Use string   `json:"use"`
	K   octets   `json:"k"`
	Crv string   `json:"crv"`
	X   octets   `json:"x"`
	Y   octets   `json:"y"`
	D   octets   `json:"d"`
	N   octets   `json:"n"`
	E   octets   `json:"e"`
	P   octets   `json:"p"`
	Q   octets   `json:"q"`
}

// octets is a base64url text without padding, as JWKs carry numbers and bytes.
type octets []byte

// UnmarshalJSON decodes base64url.
func (o *octets) UnmarshalJSON(text []byte) error {
	var encoded string
	if err := json.Unmarshal(text, &encoded); err != nil {
		return err
	}
	decoded, err := base64.RawURLEncoding.DecodeString(encoded)
	*o = decoded
	return err
}

func (j jwk) parse() (key, error) {
	parsed, err := j.material()
	if err != nil {
		return key{}, err
	}
	parsed.id, parsed.kind, parsed.signing = j.Kid, j.Kty, slices.Contains(j.Ops, "sign")
	switch {
	case j.Alg != "" && !slices.Contains(parsed.algs, j.Alg):
		return key{}, fmt.Errorf("alg %q does not go with kty %q here", j.Alg, j.Kty)
	case parsed.signing && parsed.sign == nil:
		return key{}, errors.New(`key_ops has "sign", but the private part is missing`)
	}
	if j.Alg != "" {
		parsed.algs = []string{j.Alg}
	}
	return parsed, nil
}

// known tells kinds of keys that we can read from those that others invent.
func (j jwk) known() bool { return slices.Contains([]string{"oct", "RSA", "EC", "OKP"}, j.Kty) }

func (j jwk) material() (key, error) {
	switch j.Kty {
	case "oct":
		return j.symmetric()
	case "RSA":
		return j.rsa()
	case "EC":
		return j.ec()
	case "OKP":
		return j.edwards()
	}
	return key{}, fmt.Errorf("kty %q is not one of oct, RSA, EC, OKP", j.Kty)
}

func (j jwk) symmetric() (key, error) {
	if len(j.K) < minSecret {
		return key{}, fmt.Errorf("k has %d bytes; HS256 needs at least %d", len(j.K), minSecret)
	}
	return key{algs: hmacs, sign: []byte(j.K), verify: []byte(j.K)}, nil
}

func (j jwk) rsa() (key, error) {
	e := new(big.Int).SetBytes(j.E)
	if len(j.N) < 256 || !e.IsInt64() || e.Int64() < 3 || e.Int64() > 1<<31-1 {
		return key{}, errors.New("not an RSA key of at least 2048 bits")
	}
	public := rsa.PublicKey{N: new(big.Int).SetBytes(j.N), E: int(e.Int64())}
	parsed := key{algs: rsas, verify: &public}
	if len(j.D) == 0 {
		return parsed, nil
	}
	private := &rsa.PrivateKey{
		PublicKey: public,
		D:         new(big.Int).SetBytes(j.D),
		Primes:    []*big.Int{new(big.Int).SetBytes(j.P), new(big.Int).SetBytes(j.Q)},
	}
	if err := private.Validate(); err != nil {
		return key{}, errors.New("the parts of the RSA key do not belong together (d, p and q are needed)")
	}
	private.Precompute()
	parsed.sign = private
	return parsed, nil
}

func (j jwk) ec() (key, error) {
	curve := j.curve()
	if curve == nil || len(j.X) != size(curve) || len(j.Y) != size(curve) {
		return key{}, errors.New("not a key on one of the curves P-256, P-384, P-521")
	}
	public, err := ecdsa.ParseUncompressedPublicKey(curve, slices.Concat([]byte{4}, j.X, j.Y))
	if err != nil {
		return key{}, fmt.Errorf("x and y are not a point of the curve %s", j.Crv)
	}
	parsed := key{algs: []string{curves[j.Crv]}, verify: public}
	if len(j.D) == 0 {
		return parsed, nil
	}
	private, err := ecdsa.ParseRawPrivateKey(curve, j.D)
	if err != nil || !private.PublicKey.Equal(public) {
		return key{}, errors.New("d does not belong to x and y")
	}
	parsed.sign = private
	return parsed, nil
}

func (j jwk) curve() elliptic.Curve {
	for _, curve := range []elliptic.Curve{elliptic.P256(), elliptic.P384(), elliptic.P521()} {
		if curve.Params().Name == j.Crv {
			return curve
		}
	}
	return nil
}

// size is the length of a curve's coordinates in bytes.
func size(curve elliptic.Curve) int { return (curve.Params().BitSize + 7) / 8 }

func (j jwk) edwards() (key, error) {
	if j.Crv != "Ed25519" || len(j.X) != ed25519.PublicKeySize {
		return key{}, errors.New("not a key on the curve Ed25519")
	}
	public := ed25519.PublicKey(j.X)
	parsed := key{algs: edwards, verify: public}
	if len(j.D) == 0 {
		return parsed, nil
	}
	if len(j.D) != ed25519.SeedSize {
		return key{}, errors.New("d is not the seed of an Ed25519 key")
	}
	private := ed25519.NewKeyFromSeed(j.D)
	if !public.Equal(private.Public()) {
		return key{}, errors.New("d does not belong to x")
	}
	parsed.sign = private
	return parsed, nil
}

// JWK is a public key as /.well-known/jwks.json shows it.
type JWK struct {
	Alg string   `json:"alg"`
	Crv string   `json:"crv,omitempty"`
	E   string   `json:"e,omitempty"`
	Ops []string `json:"key_ops"`
	Kid string   `json:"kid"`
	Kty string   `json:"kty"`
	N   string   `json:"n,omitempty"`
	Use string   `json:"use"`
	X   string   `json:"x,omitempty"`
	Y   string   `json:"y,omitempty"`
}

// JWKS lists the public keys, ordered by kid; never a symmetric one. An empty
// list is not nil.
func (k *Keys) JWKS() []JWK {
	list := []JWK{}
	for _, id := range slices.Sorted(maps.Keys(k.ring.byID)) {
		if public, ok := k.ring.byID[id].public(); ok {
			list = append(list, public)
		}
	}
	return list
}

func (k key) public() (JWK, bool) {
	j := JWK{Alg: k.algs[0], Ops: []string{"verify"}, Kid: k.id, Kty: k.kind, Use: "sig"}
	encode := base64.RawURLEncoding.EncodeToString
	switch public := k.verify.(type) {
	case *rsa.PublicKey:
		j.N, j.E = encode(public.N.Bytes()), encode(big.NewInt(int64(public.E)).Bytes())
	case *ecdsa.PublicKey:
		point, err := public.Bytes()
		if err != nil {
			return JWK{}, false
		}
		middle := 1 + size(public.Curve)
		j.Crv, j.X, j.Y = public.Curve.Params().Name, encode(point[1:middle]), encode(point[middle:])
	case ed25519.PublicKey:
		j.Crv, j.X = "Ed25519", encode(public)
	default:
		return JWK{}, false
	}
	return j, true
}

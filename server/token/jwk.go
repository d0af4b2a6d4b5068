package token

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rsa"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"slices"

	"github.com/golang-jwt/jwt/v5"
)

// methods are the algorithms we sign and verify with; "none" is not among them.
var methods = []string{"HS256", "RS256", "ES256"}

// jwk is a JSON Web Key (RFC 7517, RFC 7518 section 6), private where it signs.
type jwk struct {
	Kty string   `json:"kty"`
	Kid string   `json:"kid"`
	Alg string   `json:"alg"`
	Ops []string `json:"key_ops"`
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
	parsed.id, parsed.signing = j.Kid, slices.Contains(j.Ops, "sign")
	switch {
	case j.Alg != "" && j.Alg != parsed.method.Alg():
		return key{}, fmt.Errorf("alg %q does not go with kty %q here", j.Alg, j.Kty)
	case parsed.signing && parsed.sign == nil:
		return key{}, errors.New(`key_ops has "sign", but the private part is missing`)
	case j.Kid == "" && j.Kty != "oct":
		return key{}, errors.New("a public key needs a kid")
	}
	return parsed, nil
}

func (j jwk) material() (key, error) {
	switch j.Kty {
	case "oct":
		return j.symmetric()
	case "RSA":
		return j.rsa()
	case "EC":
		return j.ec()
	}
	return key{}, fmt.Errorf("kty %q is not one of oct, RSA, EC", j.Kty)
}

func (j jwk) symmetric() (key, error) {
	if len(j.K) < minSecret {
		return key{}, fmt.Errorf("k has %d bytes; HS256 needs at least %d", len(j.K), minSecret)
	}
	return key{method: jwt.SigningMethodHS256, sign: []byte(j.K), verify: []byte(j.K)}, nil
}

func (j jwk) rsa() (key, error) {
	e := new(big.Int).SetBytes(j.E)
	if len(j.N) < 256 || !e.IsInt64() || e.Int64() < 3 || e.Int64() > 1<<31-1 {
		return key{}, errors.New("not an RSA key of at least 2048 bits")
	}
	public := rsa.PublicKey{N: new(big.Int).SetBytes(j.N), E: int(e.Int64())}
	parsed := key{method: jwt.SigningMethodRS256, verify: &public}
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
	if j.Crv != "P-256" || len(j.X) != 32 || len(j.Y) != 32 {
		return key{}, errors.New("not a key on the curve P-256")
	}
	point := slices.Concat([]byte{4}, j.X, j.Y)
	public, err := ecdsa.ParseUncompressedPublicKey(elliptic.P256(), point)
	if err != nil {
		return key{}, errors.New("x and y are not a point of the curve P-256")
	}
	parsed := key{method: jwt.SigningMethodES256, verify: public}
	if len(j.D) == 0 {
		return parsed, nil
	}
	private, err := ecdsa.ParseRawPrivateKey(elliptic.P256(), j.D)
	if err != nil || !private.PublicKey.Equal(public) {
		return key{}, errors.New("d does not belong to x and y")
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
	for _, id := range slices.Sorted(maps.Keys(k.byID)) {
		if public, ok := k.byID[id].public(); ok {
			list = append(list, public)
		}
	}
	return list
}

func (k key) public() (JWK, bool) {
	j := JWK{Alg: k.method.Alg(), Ops: []string{"verify"}, Kid: k.id, Use: "sig"}
	encode := base64.RawURLEncoding.EncodeToString
	switch public := k.verify.(type) {
	case *rsa.PublicKey:
		j.Kty, j.N = "RSA", encode(public.N.Bytes())
		j.E = encode(big.NewInt(int64(public.E)).Bytes())
	case *ecdsa.PublicKey:
		point, err := public.Bytes()
		if err != nil {
			return JWK{}, false
		}
		j.Kty, j.Crv = "EC", "P-256"
		j.X, j.Y = encode(point[1:33]), encode(point[33:])
	default:
		return JWK{}, false
	}
	return j, true
}

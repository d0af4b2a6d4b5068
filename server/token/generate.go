package token

import (
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"

	"github.com/go-jose/go-jose/v4"
)

// Algorithms are the algorithms of keys that Generate makes.
var Algorithms = []string{"ES256", "RS256", "EdDSA", "HS256"}

// Generate makes a private JSON Web Key that signs with one of Algorithms.
func Generate(kid, algorithm string) (json.RawMessage, error) {
	var material any
	var err error
	switch algorithm {
	case "ES256":
		material, err = ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	case "RS256":
		material, err = rsa.GenerateKey(rand.Reader, 2048)
	case "EdDSA":
		_, material, err = ed25519.GenerateKey(rand.Reader)
	case "HS256":
		secret := make([]byte, 64)
		_, err = rand.Read(secret)
		material = secret
	default:
		return nil, fmt.Errorf("the algorithm %q is none of %v", algorithm, Algorithms)
	}
	if err != nil {
		return nil, fmt.Errorf("make an %s key: %w", algorithm, err)
	}
	text, err := jose.JSONWebKey{Key: material, KeyID: kid, Algorithm: algorithm, Use: "sig"}.MarshalJSON()
	if err != nil {
		return nil, fmt.Errorf("write an %s key: %w", algorithm, err)
	}
	// go-jose writes no key_ops
	return append(text[:len(text)-1], `,"key_ops":["sign","verify"]}`...), nil
}

// Prefixes of opaque keys, for the roles anon and service_role.
const (
	PublishablePrefix = "sb_publishable_"
	SecretPrefix      = "sb_secret_"
)

// GenerateOpaque makes an opaque key in the format of self-hosted Supabase: the prefix, 22
// random characters of base64url (132 bits), and a checksum of 8, by which scanners of
// secrets know a key from text that looks like one.
func GenerateOpaque(prefix string) string {
	random := make([]byte, 17)
	_, _ = rand.Read(random) // never fails since Go 1.24
	text := prefix + base64.RawURLEncoding.EncodeToString(random)[:22]
	return text + "_" + checksum(text)
}

func checksum(text string) string {
	sum := sha256.Sum256([]byte("supabase-self-hosted|" + text))
	return base64.RawURLEncoding.EncodeToString(sum[:])[:8]
}

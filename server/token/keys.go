package token

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/golang-jwt/jwt/v5"
)

// minSecret is HS256's shortest key in bytes: RFC 7518 section 3.2 asks for
// as many bits as the hash has.
const minSecret = 32

// Options say which keys sign and verify. At least one of Secret and JWKs is
// needed.
type Options struct {
	// Secret is the shared HS256 secret, at least 32 bytes. It verifies tokens
	// that name no other key; it signs where JWKs is empty and no stored key does.
	Secret string
	// JWKs is a JSON array of private JSON Web Keys (HS256, RS256, ES256, …).
	// Exactly one has "sign" in key_ops; the others only verify, so that a key
	// can be rotated without ending anyone's session.
	JWKs string
	// Now is the clock. Defaults to time.Now.
	Now func() time.Time
	// CacheSize bounds the verified tokens kept. Defaults to 1000; less than 0
	// keeps none.
	CacheSize int
}

// Keys signs and verifies tokens: with the keys of Options, and those that Apply adds. It
// is safe for concurrent use.
type Keys struct {
	*Verifier
	// Revocations are checked by the verifiers that WithRules makes, and not by Verify
	// of Keys itself: package auth reads the session anyway, and has its own refusal.
	Revocations *Revocations
	secret      key     // zero without Options.Secret
	signer      key     // of Options.JWKs; zero without them
	configured  *keySet // of Options
	process     []byte  // signs the tokens that opaque keys stand for, in this process only
	applying    sync.Mutex
	applied     string                      // what the present set was made of
	signers     atomic.Pointer[[]signerKey] // by the instant from which they sign
}

// New reads the keys. Its errors name the key at fault and never show it.
func New(o Options) (*Keys, error) {
	k := &Keys{
		Verifier:   newVerifier(Rules{AnonRole: Anon, CacheSize: o.CacheSize, Now: o.Now}),
		configured: newKeySet(), process: make([]byte, sha256.Size),
	}
	_, _ = rand.Read(k.process) // never fails since Go 1.24
	k.Revocations = newRevocations(k.rules.Now)
	k.Revocations.isKey = func(name string) bool { return k.keys.Load().has(name) }
	if err := k.addSecret(o.Secret); err != nil {
		return nil, err
	}
	if err := k.addJWKs(o.JWKs); err != nil {
		return nil, err
	}
	if k.secret.algs == nil && k.signer.algs == nil {
		return nil, errors.New("no key signs tokens: set a JWT secret, or JWKs of which one has key_ops \"sign\"")
	}
	return k, k.Apply(Stored{})
}

// WithRules makes a verifier of the same keys with other rules and a cache of its own,
// which refuses revoked tokens.
func (k *Keys) WithRules(rules Rules) *Verifier {
	v := k.Verifier.WithRules(rules)
	v.revocations = k.Revocations
	return v
}

func (k *Keys) addSecret(secret string) error {
	if secret == "" {
		return nil
	}
	if len(secret) < minSecret {
		return fmt.Errorf("the JWT secret has %d bytes; HS256 needs at least %d", len(secret), minSecret)
	}
	k.secret = secretKey(secret)
	k.configured.noID = append(k.configured.noID, k.secret)
	return nil
}

func (k *Keys) addJWKs(text string) error {
	if text == "" {
		return nil
	}
	var list []json.RawMessage
	if err := json.Unmarshal([]byte(text), &list); err != nil {
		return errors.New("the JWT keys are not a JSON array of JSON Web Keys")
	}
	signers := 0
	for i, text := range list {
		parsed, err := parseKey(text)
		if err != nil {
			return fmt.Errorf("JWT key %d: %w", i+1, err)
		}
		if secret, ok := parsed.verify.([]byte); ok && parsed.id == "" {
			parsed.name = SecretName(string(secret))
		}
		// GoTrue's own scripts list the secret among the keys.
		if again := k.secret.algs != nil && parsed.id == "" && parsed.name == k.secret.name; !again {
			if err := k.add(parsed); err != nil {
				return fmt.Errorf("JWT key %d: %w", i+1, err)
			}
		}
		if parsed.signing {
			k.signer = parsed
			signers++
		}
	}
	if signers != 1 {
		return fmt.Errorf("%d JWT keys have key_ops \"sign\"; exactly one must", signers)
	}
	return nil
}

func (k *Keys) add(parsed key) error {
	if parsed.id == "" && parsed.kind != "oct" {
		return errors.New("a public key needs a kid")
	}
	return k.configured.add(parsed)
}

// Sign makes a token of claims, which must marshal to a JSON object. Its header
// has alg, typ and, where the signing key has one, kid.
func (k *Keys) Sign(claims any) (string, error) {
	signer, err := k.current()
	if err != nil {
		return "", err
	}
	return signer.token(claims)
}

// Life of an api key. The dates are fixed so that a restart prints the same
// key; ten years is what stock clients are used to.
var (
	apiKeyFrom = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	apiKeyTo   = time.Date(2036, 1, 1, 0, 0, 0, 0, time.UTC)
)

// APIKey is the long-lived token of role, "anon" or "service_role". It is the
// same for the same secret; without a secret the signing key makes it, and an
// ES256 signature differs each time.
func (k *Keys) APIKey(role string) (string, error) {
	signer := k.signer
	if k.secret.algs != nil {
		signer = k.secret
	}
	return signer.roleToken(role)
}

func (k key) roleToken(role string) (string, error) {
	return k.token(struct {
		Issuer string `json:"iss"`
		Role   string `json:"role"`
		Issued int64  `json:"iat"`
		Expiry int64  `json:"exp"`
	}{"toubkal", role, apiKeyFrom.Unix(), apiKeyTo.Unix()})
}

func (k key) token(claims any) (string, error) {
	t := jwt.NewWithClaims(jwt.GetSigningMethod(k.algs[0]), payload{any: claims})
	if k.id != "" {
		t.Header["kid"] = k.id
	}
	text, err := t.SignedString(k.sign)
	if err != nil {
		return "", fmt.Errorf("sign a token: %w", err)
	}
	return text, nil
}

// payload lets any value be a token's claims: golang-jwt only marshals it.
type payload struct {
	jwt.MapClaims
	any
}

func (p payload) MarshalJSON() ([]byte, error) { return json.Marshal(p.any) }

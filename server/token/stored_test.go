package token_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/token"
)

// stored makes a key of an algorithm that signs from an instant.
func stored(t testing.TB, kid, algorithm string, signs time.Time) token.StoredKey {
	t.Helper()
	jwk, err := token.Generate(kid, algorithm)
	if err != nil {
		t.Fatal(err)
	}
	return token.StoredKey{ID: kid, JWK: jwk, Signs: signs}
}

func apply(t testing.TB, keys *token.Keys, s token.Stored) {
	t.Helper()
	if err := keys.Apply(s); err != nil {
		t.Fatal(err)
	}
}

// kids are the key ids of JWKS, with commas.
func kids(t testing.TB, keys *token.Keys) string {
	t.Helper()
	var all []string
	for _, text := range keys.JWKS() {
		var j map[string]any
		if err := json.Unmarshal(text, &j); err != nil {
			t.Fatal(err)
		}
		for _, private := range []string{"d", "p", "q", "k"} {
			if j[private] != nil {
				t.Errorf("%s is shown of %s", private, j["kid"])
			}
		}
		all = append(all, j["kid"].(string))
	}
	return strings.Join(all, ",")
}

func TestStoredKeysSignAndVerify(t *testing.T) {
	t.Parallel()
	for _, algorithm := range token.Algorithms {
		t.Run(algorithm, func(t *testing.T) {
			t.Parallel()
			keys := open(t, token.Options{Secret: secret})
			apply(t, keys, token.Stored{Keys: []token.StoredKey{stored(t, "k", algorithm, noon)}})
			bearer := sign(t, keys, map[string]any{"role": "authenticated"})
			if got := header(t, bearer); got["alg"] != algorithm || got["kid"] != "k" {
				t.Errorf("signed with %v, want %s and kid k", got, algorithm)
			}
			claims, err := keys.Verify(bearer)
			if err != nil || claims.Key != "k" {
				t.Errorf("verified as %+v, %v", claims, err)
			}
			want := "k"
			if algorithm == "HS256" {
				want = ""
			}
			if got := kids(t, keys); got != want {
				t.Errorf("JWKS has %q, want %q", got, want)
			}
		})
	}
	if _, err := token.Generate("k", "none"); err == nil {
		t.Error("a key of the algorithm none was made")
	}
}

// Rotation: published first, then the signer; the one before verifies until it is gone.
func TestAStoredKeyTakesItsTurn(t *testing.T) {
	t.Parallel()
	now := noon
	keys := open(t, token.Options{Secret: secret, Now: func() time.Time { return now }})
	one, two := stored(t, "one", "ES256", noon), stored(t, "two", "EdDSA", noon.Add(10*time.Minute))
	apply(t, keys, token.Stored{Keys: []token.StoredKey{two, one}})
	first := sign(t, keys, map[string]any{"sub": "s"})
	if got := header(t, first)["kid"]; got != "one" || kids(t, keys) != "one,two" {
		t.Errorf("signs with %q and publishes %s, want one, and both", got, kids(t, keys))
	}
	now = noon.Add(10 * time.Minute)
	second := sign(t, keys, map[string]any{"sub": "s"})
	if got := header(t, second)["kid"]; got != "two" {
		t.Errorf("signs with %q, want two", got)
	}
	anon, err := keys.APIKey(token.Anon)
	if err != nil {
		t.Fatal(err)
	}
	for _, bearer := range []string{first, second, anon} {
		if _, err := keys.Verify(bearer); err != nil {
			t.Errorf("%v: %v", header(t, bearer), err)
		}
	}
	apply(t, keys, token.Stored{Keys: []token.StoredKey{two}})
	if _, err := keys.Verify(first); fault.As(err).Code != "PGRST301" || kids(t, keys) != "two" {
		t.Errorf("a token of a key that is gone, which was cached: %v; published are %s", err, kids(t, keys))
	}
	if _, err := keys.Verify(second); err != nil {
		t.Errorf("the other key's token: %v", err)
	}
}

func TestRevokingTheSecret(t *testing.T) {
	t.Parallel()
	name := token.SecretName(secret)
	// GoTrue's scripts list the secret as a key too: it is the same one.
	for _, o := range []token.Options{{Secret: secret}, {Secret: secret, JWKs: "[" + hs256("", "sign", secret) + "]"}} {
		keys := open(t, o)
		verifier := keys.WithRules(token.Rules{Now: func() time.Time { return noon }})
		changes := 0
		defer keys.Revocations.Watch(func() { changes++ })()
		service, err := keys.APIKey(token.ServiceRole)
		if err != nil {
			t.Fatal(err)
		}
		claims, err := verifier.Verify(service)
		if err != nil || claims.Key != name || keys.Revocations.HasKey(&claims) || !keys.Has(name) {
			t.Fatalf("before: %+v %v", claims, err)
		}
		apply(t, keys, token.Stored{Keys: []token.StoredKey{stored(t, "k", "ES256", noon)}, Revoked: []string{name}})
		if _, err := verifier.Verify(service); fault.As(err).Code != "PGRST301" {
			t.Errorf("the service key is still accepted: %v", err)
		}
		if !keys.Revocations.HasKey(&claims) || changes != 1 || keys.Has(name) {
			t.Errorf("open sockets are not told: revoked %v, %d changes", keys.Revocations.HasKey(&claims), changes)
		}
		if got := header(t, sign(t, keys, map[string]any{})); got["kid"] != "k" {
			t.Errorf("signed with %v, want k", got)
		}
		apply(t, keys, token.Stored{Revoked: []string{name}})
		if bearer, err := keys.Sign(map[string]any{}); err == nil {
			t.Errorf("a revoked secret signs %v", header(t, bearer))
		}
	}
}

func TestRevokingAConfiguredKey(t *testing.T) {
	t.Parallel()
	keys := open(t, token.Options{Secret: secret, JWKs: "[" + es256(t, "a", "sign") + "," + es256(t, "b", "verify") + "]"})
	bearer := sign(t, keys, map[string]any{})
	if algorithms, signer := keys.Configured(); signer != "a" || len(algorithms) != 3 || algorithms["b"] != "ES256" {
		t.Errorf("configured are %v, of which %q signs", algorithms, signer)
	}
	apply(t, keys, token.Stored{Revoked: []string{"a"}})
	if _, err := keys.Verify(bearer); err == nil || kids(t, keys) != "b" {
		t.Errorf("a revoked key verifies (%v), or is published: %s", err, kids(t, keys))
	}
	if got := header(t, sign(t, keys, map[string]any{})); got["alg"] != "HS256" {
		t.Errorf("signed with %v, want the secret", got)
	}
}

func TestOpaqueKeysStandForRoles(t *testing.T) {
	t.Parallel()
	keys := open(t, token.Options{Secret: secret})
	publishable, hidden := token.GenerateOpaque(token.PublishablePrefix), token.GenerateOpaque(token.SecretPrefix)
	both := []token.OpaqueKey{
		{ID: "1", Role: token.Anon, Hash: sha256.Sum256([]byte(publishable))},
		{ID: "2", Role: token.ServiceRole, Hash: sha256.Sum256([]byte(hidden))},
	}
	apply(t, keys, token.Stored{Opaque: both})
	for key, role := range map[string]string{publishable: token.Anon, hidden: token.ServiceRole} {
		bearer := keys.Exchange(key)
		claims, err := keys.Verify(bearer)
		if err != nil || claims.Role != role || !keys.IsExchanged(bearer) || claims.Expires.IsZero() {
			t.Errorf("%s: %+v %v", role, claims, err)
		}
	}
	for _, unknown := range []string{"", "sb_secret_", hidden[:len(hidden)-1], hidden + strings.Repeat("x", 1000), token.GenerateOpaque(token.SecretPrefix)} {
		if got := keys.Exchange(unknown); got != "" {
			t.Errorf("%.40q stands for %s", unknown, got)
		}
	}
	if kids(t, keys) != "" {
		t.Errorf("opaque keys are published: %s", kids(t, keys))
	}
	bearer := keys.Exchange(hidden)
	claims, _ := keys.Verify(bearer)
	apply(t, keys, token.Stored{Opaque: both[:1]})
	if _, err := keys.Verify(bearer); err == nil || keys.Exchange(hidden) != "" || !keys.Revocations.HasKey(&claims) {
		t.Errorf("the revoked key is still accepted: %v", err)
	}
	// Another process cannot be told the token: it is signed anew in each.
	other := open(t, token.Options{Secret: secret})
	apply(t, other, token.Stored{Opaque: both})
	if _, err := other.Verify(bearer); err == nil {
		t.Error("another process accepts the token of an opaque key")
	}
}

var opaqueFormat = regexp.MustCompile(`^sb_(publishable|secret)_[A-Za-z0-9_-]{22}_[A-Za-z0-9_-]{8}$`)

func TestOpaqueFormat(t *testing.T) {
	t.Parallel()
	for _, prefix := range []string{token.PublishablePrefix, token.SecretPrefix} {
		one, other := token.GenerateOpaque(prefix), token.GenerateOpaque(prefix)
		if !opaqueFormat.MatchString(one) || one == other {
			t.Errorf("%s and %s", one, other)
		}
	}
}

// What nothing changed keeps the verified tokens: a node reads the keys often.
func TestApplyingTheSameKeepsTheCache(t *testing.T) {
	t.Parallel()
	keys := open(t, token.Options{Secret: secret})
	verifier := keys.WithRules(token.Rules{AnonRole: token.Anon, Now: func() time.Time { return noon }})
	one := stored(t, "one", "ES256", noon)
	for i := range 3 {
		one.Signs = noon.Add(-time.Duration(i) * time.Millisecond) // as the clocks differ
		apply(t, keys, token.Stored{Keys: []token.StoredKey{one}})
		if _, err := verifier.Verify(sign(t, open(t, token.Options{Secret: secret}), map[string]any{})); err != nil {
			t.Fatal(err)
		}
	}
	if got := verifier.Usage(); got.Hits != 2 {
		t.Errorf("usage %+v, want 2 hits", got)
	}
}

// A set that cannot be read changes nothing.
func TestBadStoredKeysAreRefused(t *testing.T) {
	t.Parallel()
	keys := open(t, token.Options{Secret: secret, JWKs: "[" + es256(t, "e", "sign") + "]"})
	for _, c := range []struct {
		name string
		key  token.StoredKey
	}{
		{"no JWK", token.StoredKey{ID: "x", JWK: json.RawMessage("{}")}},
		{"another kid", token.StoredKey{ID: "x", JWK: stored(t, "y", "ES256", noon).JWK}},
		{"a kid that is taken", stored(t, "e", "ES256", noon)},
	} {
		if err := keys.Apply(token.Stored{Keys: []token.StoredKey{c.key}, Revoked: []string{token.SecretName(secret)}}); err == nil {
			t.Errorf("%s was applied", c.name)
		}
	}
	if !keys.Has(token.SecretName(secret)) || kids(t, keys) != "e" {
		t.Error("a refused set was applied in part")
	}
}

// Junk costs at most one HMAC: a token that names an unknown key is not tried with every
// public one, nor is one that names none.
func TestUnknownKeysCostNoWork(t *testing.T) {
	t.Parallel()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	keys := open(t, token.Options{Secret: secret, JWKs: "[" + es256(t, "e", "sign") + "]"})
	for _, kid := range []string{"", "unknown", strings.Repeat("x", 5000)} {
		forged := jwt.NewWithClaims(jwt.SigningMethodES256, jwt.MapClaims{"role": "service_role"})
		if kid != "" {
			forged.Header["kid"] = kid
		}
		bearer, err := forged.SignedString(private)
		if err != nil {
			t.Fatal(err)
		}
		const noKey = "No suitable key was found to decode the JWT"
		if _, err := keys.Verify(bearer); fault.As(err).Details != noKey {
			t.Errorf("kid %.10q: %+v, want it refused before any verification", kid, fault.As(err))
		}
	}
	if got := keys.Usage(); got.Hits+got.Evictions != 0 {
		t.Errorf("refused tokens are in the cache: %+v", got)
	}
}

// Rotation while requests are verified and tokens signed.
func TestApplyConcurrently(t *testing.T) {
	t.Parallel()
	keys := open(t, token.Options{Secret: secret, CacheSize: 4})
	one, two := stored(t, "one", "ES256", noon), stored(t, "two", "ES256", noon)
	bearer := sign(t, keys, map[string]any{"sub": "s"})
	done := make(chan struct{})
	go func() {
		defer close(done)
		for i := range 200 {
			_ = keys.Apply(token.Stored{Keys: []token.StoredKey{one, two}[:1+i%2]})
		}
	}()
	for i := 0; ; i++ {
		if _, err := keys.Verify(bearer); err != nil {
			t.Fatal(err)
		}
		if _, err := keys.Sign(map[string]any{"sub": fmt.Sprint(i)}); err != nil {
			t.Fatal(err)
		}
		select {
		case <-done:
			return
		default:
		}
	}
}

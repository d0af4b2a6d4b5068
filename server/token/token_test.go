package token_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"math/big"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/go-cmp/cmp"

	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/token"
)

const secret = "a-secret-of-the-tests-with-32-bytes-and-more"

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

func open(t testing.TB, o token.Options) *token.Keys {
	t.Helper()
	if o.Now == nil {
		o.Now = func() time.Time { return noon }
	}
	keys, err := token.New(o)
	if err != nil {
		t.Fatalf("New: %v", err)
	}
	return keys
}

func sign(t testing.TB, keys *token.Keys, claims any) string {
	t.Helper()
	bearer, err := keys.Sign(claims)
	if err != nil {
		t.Fatalf("Sign: %v", err)
	}
	return bearer
}

func encode(number *big.Int) string { return base64.RawURLEncoding.EncodeToString(number.Bytes()) }

// es256 makes a JWK as GoTrue's JWT_KEYS has them.
func es256(t testing.TB, kid, ops string) string {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	d, err := private.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	point, err := private.PublicKey.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	b64 := base64.RawURLEncoding.EncodeToString
	return fmt.Sprintf(`{"kty":"EC","crv":"P-256","alg":"ES256","kid":%q,"key_ops":[%q],"d":%q,"x":%q,"y":%q}`,
		kid, ops, b64(d), b64(point[1:33]), b64(point[33:]))
}

func rs256(t testing.TB, kid, ops string) string {
	t.Helper()
	private, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf(`{"kty":"RSA","kid":%q,"key_ops":[%q],"n":%q,"e":"AQAB","d":%q,"p":%q,"q":%q}`,
		kid, ops, encode(private.N), encode(private.D), encode(private.Primes[0]), encode(private.Primes[1]))
}

func hs256(kid, ops, k string) string {
	return fmt.Sprintf(`{"kty":"oct","alg":"HS256","kid":%q,"key_ops":[%q],"k":%q}`,
		kid, ops, base64.RawURLEncoding.EncodeToString([]byte(k)))
}

func header(t testing.TB, bearer string) map[string]string {
	t.Helper()
	text, err := base64.RawURLEncoding.DecodeString(strings.SplitN(bearer, ".", 2)[0])
	if err != nil {
		t.Fatal(err)
	}
	fields := map[string]string{}
	if err := json.Unmarshal(text, &fields); err != nil {
		t.Fatal(err)
	}
	return fields
}

func TestSignThenVerify(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		o    token.Options
		want map[string]string
		key  string
	}{
		{"secret", token.Options{Secret: secret}, map[string]string{"alg": "HS256", "typ": "JWT"}, token.SecretName(secret)},
		{"ES256", token.Options{Secret: secret, JWKs: "[" + es256(t, "e", "sign") + "]"}, map[string]string{"alg": "ES256", "typ": "JWT", "kid": "e"}, "e"},
		{"RS256", token.Options{JWKs: "[" + rs256(t, "r", "sign") + "]"}, map[string]string{"alg": "RS256", "typ": "JWT", "kid": "r"}, "r"},
		{"HS256 JWK", token.Options{JWKs: "[" + hs256("h", "sign", secret) + "]"}, map[string]string{"alg": "HS256", "typ": "JWT", "kid": "h"}, "h"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			keys := open(t, tt.o)
			bearer := sign(t, keys, map[string]any{"role": "authenticated", "sub": "s", "session_id": "i", "email": "a@b.c", "exp": noon.Unix() + 60})
			if diff := cmp.Diff(tt.want, header(t, bearer)); diff != "" {
				t.Errorf("header (-want +got):\n%s", diff)
			}
			got, err := keys.Verify(bearer)
			if err != nil {
				t.Fatalf("Verify: %v", err)
			}
			want := token.Claims{
				Role: "authenticated", Subject: "s", SessionID: "i", Email: "a@b.c", Expires: noon.Add(time.Minute), Key: tt.key,
				JSON: []byte(`{"email":"a@b.c","exp":1795262460,"role":"authenticated","session_id":"i","sub":"s"}`),
			}
			if !got.Expires.Equal(want.Expires) {
				t.Errorf("Expires = %v, want %v", got.Expires, want.Expires)
			}
			want.Expires = got.Expires
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("claims (-want +got):\n%s", diff)
			}
		})
	}
}

func TestRoleOfClaims(t *testing.T) {
	t.Parallel()
	keys := open(t, token.Options{Secret: secret})
	tests := []struct {
		name   string
		claims string
		role   string
		json   string
	}{
		{"absent is anon", `{"a":1}`, "anon", `{"a":1,"role":"anon"}`},
		{"null is anon", `{"role":null}`, "anon", `{"role":"anon"}`},
		{"given", `{"role":"service_role"}`, "service_role", `{"role":"service_role"}`},
		{"not a string is its text", `{"role":5}`, "5", `{"role":"5"}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, err := keys.Verify(sign(t, keys, json.RawMessage(tt.claims)))
			if err != nil || got.Role != tt.role || string(got.JSON) != tt.json {
				t.Errorf("got %q %s %v, want %q %s", got.Role, got.JSON, err, tt.role, tt.json)
			}
		})
	}
}

// With PostgREST's messages, as its own tests expect them.
func TestVerifyRefuses(t *testing.T) {
	t.Parallel()
	keys := open(t, token.Options{Secret: secret, JWKs: "[" + es256(t, "e", "sign") + "]"})
	hs := open(t, token.Options{Secret: secret})
	forged := open(t, token.Options{Secret: strings.Repeat("x", 32)})
	none, err := jwt.New(jwt.SigningMethodNone).SignedString(jwt.UnsafeAllowNoneSignatureType)
	if err != nil {
		t.Fatal(err)
	}
	claims := func(text string) string { return sign(t, hs, json.RawMessage(text)) }
	at := func(name string, seconds int64) string {
		return claims(fmt.Sprintf(`{%q:%d}`, name, noon.Unix()+seconds))
	}
	const badKey, noKey = "None of the keys was able to decode the JWT", "No suitable key was found to decode the JWT"
	tests := []struct {
		name    string
		bearer  string
		code    string
		message string
		details any
	}{
		{"empty", "", "PGRST301", "Empty JWT is sent in Authorization header", nil},
		{"one part", "abc", "PGRST301", "Expected 3 parts in JWT; got 1", nil},
		{"two parts", "a.b", "PGRST301", "Expected 3 parts in JWT; got 2", nil},
		{"four parts", "a.b.c.d", "PGRST301", "Expected 3 parts in JWT; got 4", nil},
		{"not base64", "ä.ö.ü", "PGRST301", "JWT cryptographic operation failed", nil},
		{"random characters", "x7fQ2.mPz91.Kd8vT", "PGRST301", "JWT cryptographic operation failed", nil},
		{"another secret", sign(t, forged, json.RawMessage(`{"role":"service_role"}`)), "PGRST301", "No suitable key or wrong key type", badKey},
		{"alg none", none, "PGRST301", "Wrong or unsupported encoding algorithm", "JWT is unsecured but expected 'alg' was not 'none'"},
		{"alg unknown", "eyJhbGciOiJmb28ifQ.e30.AA", "PGRST301", "JWT cryptographic operation failed", nil},
		{"no alg", "eyJ0eXAiOiJKV1QifQ.e30.AA", "PGRST301", "JWT cryptographic operation failed", nil},
		{"public key as HMAC secret", confused(t, keys), "PGRST301", "No suitable key or wrong key type", noKey},
		{"claims are a list", claims(`[]`), "PGRST303", "Parsing claims failed", nil},
		{"claims are null", claims(`null`), "PGRST303", "Parsing claims failed", nil},
		{"expired", at("exp", -31), "PGRST303", "JWT expired", nil},
		{"expired in 1970", claims(`{"exp":0}`), "PGRST303", "JWT expired", nil},
		{"expired, with a bad claim after it", claims(`{"exp":0,"iat":"invalid"}`), "PGRST303", "JWT expired", nil},
		{"not yet valid", at("nbf", 31), "PGRST303", "JWT not yet valid", nil},
		{"issued at future", at("iat", 31), "PGRST303", "JWT issued at future", nil},
		{"exp is a string", claims(`{"exp":"invalid"}`), "PGRST303", "The JWT 'exp' claim must be a number", nil},
		{"nbf is a bool", claims(`{"nbf":true}`), "PGRST303", "The JWT 'nbf' claim must be a number", nil},
		{"iat is a string", claims(`{"iat":"invalid"}`), "PGRST303", "The JWT 'iat' claim must be a number", nil},
		{"aud is an object", claims(`{"aud":{"a":1}}`), "PGRST303", "The JWT 'aud' claim must be a string or an array of strings", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			_, err := keys.Verify(tt.bearer)
			f := fault.As(err)
			if f.Code != tt.code || f.Message != tt.message || f.Status != 401 || f.Details != tt.details {
				t.Errorf("got %d %s %q %v, want 401 %s %q %v", f.Status, f.Code, f.Message, f.Details, tt.code, tt.message, tt.details)
			}
			want := fmt.Sprintf("Bearer error=\"invalid_token\", error_description=%q", tt.message)
			if got := f.Header.Get("WWW-Authenticate"); got != want {
				t.Errorf("WWW-Authenticate = %s, want %s", got, want)
			}
		})
	}
}

// confused signs with HMAC under the public key of kid "e", the classic attack.
func confused(t testing.TB, keys *token.Keys) string {
	t.Helper()
	var j struct{ X, Y string }
	if err := json.Unmarshal(keys.JWKS()[0], &j); err != nil {
		t.Fatal(err)
	}
	x, _ := base64.RawURLEncoding.DecodeString(j.X)
	y, _ := base64.RawURLEncoding.DecodeString(j.Y)
	public, err := ecdsa.ParseUncompressedPublicKey(elliptic.P256(), append(append([]byte{4}, x...), y...))
	if err != nil {
		t.Fatal(err)
	}
	der, err := x509.MarshalPKIXPublicKey(public)
	if err != nil {
		t.Fatal(err)
	}
	forged := jwt.NewWithClaims(jwt.SigningMethodHS256, jwt.MapClaims{"role": "service_role"})
	forged.Header["kid"] = "e"
	text, err := forged.SignedString(pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der}))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestVerifyAllowsSkewAndNulls(t *testing.T) {
	t.Parallel()
	keys := open(t, token.Options{Secret: secret})
	for _, claims := range []string{
		`{}`, `{"exp":null,"nbf":null,"iat":null,"aud":null}`, `{"aud":["a","b"]}`, `{"aud":""}`,
		fmt.Sprintf(`{"exp":%d}`, noon.Unix()-30), fmt.Sprintf(`{"nbf":%d}`, noon.Unix()+30),
		fmt.Sprintf(`{"iat":%d.9}`, noon.Unix()+29), `{"exp":1e300}`, `{"nbf":-1e300}`,
	} {
		if _, err := keys.Verify(sign(t, keys, json.RawMessage(claims))); err != nil {
			t.Errorf("%s: %v", claims, err)
		}
	}
}

// A token that was valid when it entered the cache is refused once it expires.
func TestCacheDropsAtExpiry(t *testing.T) {
	t.Parallel()
	now := noon
	keys := open(t, token.Options{Secret: secret, Now: func() time.Time { return now }})
	bearer := sign(t, keys, map[string]any{"exp": noon.Unix() + 10})
	for range 2 {
		if _, err := keys.Verify(bearer); err != nil {
			t.Fatal(err)
		}
	}
	now = noon.Add(41 * time.Second)
	if _, err := keys.Verify(bearer); fault.As(err).Message != "JWT expired" {
		t.Errorf("error = %v, want JWT expired", err)
	}
}

func TestVerifyConcurrently(t *testing.T) {
	t.Parallel()
	keys := open(t, token.Options{Secret: secret, CacheSize: 4})
	bearers := make([]string, 12)
	for i := range bearers {
		bearers[i] = sign(t, keys, map[string]any{"sub": fmt.Sprint(i), "exp": noon.Unix() + 60})
	}
	var wg sync.WaitGroup
	for worker := range 8 {
		wg.Go(func() {
			for i := range 200 {
				n := (i*7 + worker) % len(bearers)
				if claims, err := keys.Verify(bearers[n]); err != nil || claims.Subject != fmt.Sprint(n) {
					t.Errorf("token %d: %+v %v", n, claims, err)
				}
			}
		})
	}
	wg.Wait()
}

func BenchmarkVerify(b *testing.B) {
	claims := map[string]any{
		"sub": "2eeca8ab-47ac-4fb5-968f-390defbe50f6", "role": "authenticated", "exp": noon.Unix() + 3600,
		"email": "ann@example.test", "aud": "authenticated", "aal": "aal1", "session_id": "f4853dab-1729-4fb8-9b21-817a739ae15b",
		"app_metadata":  map[string]any{"provider": "email", "providers": []string{"email"}},
		"user_metadata": map[string]any{"email_verified": true, "full_name": "Ann"},
	}
	for _, c := range []struct{ name, jwks string }{{"HS256", ""}, {"ES256", "[" + es256(b, "e", "sign") + "]"}} {
		keys := open(b, token.Options{Secret: secret, JWKs: c.jwks, CacheSize: 1})
		bearer, other := sign(b, keys, claims), sign(b, keys, map[string]any{"sub": "other"})
		b.Run(c.name+"/hit", func(b *testing.B) { verify(b, keys, bearer) })
		// Two tokens in a cache of one: every call verifies.
		b.Run(c.name+"/miss", func(b *testing.B) { verify(b, keys, bearer, other) })
	}
}

func verify(b *testing.B, keys *token.Keys, bearers ...string) {
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if _, err := keys.Verify(bearers[i%len(bearers)]); err != nil {
			b.Fatal(err)
		}
	}
}

func TestUnverified(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, bearer string
		want         string // the role; "-" for an error
	}{
		{"a token, whoever signed it", "e30.eyJyb2xlIjoiYSJ9.x", "a"},
		{"without a signature", "e30.eyJyb2xlIjoiYSJ9", "a"},
		{"no JSON", "e30.eA.x", "-"},
		{"no base64url", "e30.*.x", "-"},
		{"no token", "sb_publishable_x", "-"},
		{"nothing", "", "-"},
	} {
		var claims struct{ Role string }
		if err := token.Unverified(c.bearer, &claims); (err != nil) != (c.want == "-") || err == nil && claims.Role != c.want {
			t.Errorf("%s: %q, %v, want %q", c.name, claims.Role, err, c.want)
		}
	}
}

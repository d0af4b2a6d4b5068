package token_test

import (
	"crypto/ed25519"
	"crypto/rand"
	"crypto/rsa"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/token"
)

func verifier(t testing.TB, keys string, rules token.Rules) *token.Verifier {
	t.Helper()
	rules.Now = func() time.Time { return noon }
	v, err := token.NewVerifier(keys, rules)
	if err != nil {
		t.Fatalf("NewVerifier: %v", err)
	}
	return v
}

// hmac signs claims with the tests' secret.
func hmac(t testing.TB, claims string) string {
	t.Helper()
	return sign(t, open(t, token.Options{Secret: secret}), json.RawMessage(claims))
}

func TestAudience(t *testing.T) {
	t.Parallel()
	const wrong, bad = "JWT not in audience", "The JWT 'aud' claim must be a string or an array of strings"
	for _, c := range []struct{ name, ours, aud, want string }{
		{"none asked for", "", `"anyone"`, ""},
		{"none asked for, empty", "", `""`, ""},
		{"the same", "us", `"us"`, ""},
		{"another", "us", `"them"`, wrong},
		{"empty", "us", `""`, wrong},
		{"null", "us", `null`, ""},
		{"empty list", "us", `[]`, ""},
		{"in a list", "us", `["them","us"]`, ""},
		{"not in a list", "us", `["them"]`, wrong},
		{"a number", "", `5`, bad},
		{"an object", "us", `{"us":1}`, bad},
		{"a list with a number", "us", `["us",5]`, bad},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			_, err := verifier(t, secret, token.Rules{Audience: c.ours, AnonRole: "v"}).Verify(hmac(t, `{"aud":`+c.aud+`}`))
			got := ""
			if err != nil {
				got = err.Error()
			}
			if got != c.want {
				t.Errorf("refused with %q, want %q", got, c.want)
			}
		})
	}
}

func TestRoleIsFoundByPath(t *testing.T) {
	t.Parallel()
	const claims = `{"role":"plain","a":{"b-c":[{"role":"deep"}]},"groups":["/x/one","db_two","three_db"],"n":7,"@ü":"at"}`
	for _, c := range []struct{ name, path, want string }{
		{"default", "$.role", "plain"},
		{"JSONPath", "$.a['b-c'][0].role", "deep"},
		{"JSONPath filter", "$.groups[?@ == 'db_two']", "db_two"},
		{"JSONPath search", "$.groups[?search(@, '_db$')]", "three_db"},
		{"old", ".role", "plain"},
		{"old, quoted and index", `.a."b-c"[0].role`, "deep"},
		{"old, special letters", ".@ü", "at"},
		{"equals", `.groups[?(@ == "db_two")]`, "db_two"},
		{"differs", `.groups[?(@ != "/x/one")]`, "db_two"},
		{"begins with", `.groups[?(@ ^== "three")]`, "three_db"},
		{"ends with", `.groups[?(@ ==^ "_db")]`, "three_db"},
		{"contains", `.groups[?(@ *== "b_t")]`, "db_two"},
		{"a dot is no wildcard", `.groups[?(@ *== "b.t")]`, "anon_web"},
		{"slice", ".groups[0][3:]", "one"},
		{"slice from the end", ".groups[1][-3:]", "two"},
		{"slice between", ".groups[0][1:2]", "x"},
		{"slice past the end", ".role[9:2]", ""},
		{"not a text", ".n", "7"},
		{"nothing there", ".nobody.at.home", "anon_web"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			path, err := token.ParsePath(c.path)
			if err != nil {
				t.Fatal(err)
			}
			got, err := verifier(t, secret, token.Rules{Role: path, AnonRole: "anon_web"}).Verify(hmac(t, claims))
			if c.want == "" {
				if fault.As(err).Code != "PGRST302" {
					t.Errorf("an empty role gave %+v %v", got, err)
				}
				return
			}
			var shown struct{ Role string }
			if err != nil || json.Unmarshal(got.JSON, &shown) != nil || got.Role != c.want || shown.Role != c.want {
				t.Errorf("role %q, shown to SQL as %q (%v), want %q", got.Role, shown.Role, err, c.want)
			}
		})
	}
}

func TestBadPathsAreRefused(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "role", "$.", "$[", ".", ".a..b", ".a[", ".a[x]", `.a."b`, `.a[?(@ = "x")]`, ".a[1:2].b", ".a b"} {
		if _, err := token.ParsePath(text); err == nil {
			t.Errorf("%q was accepted", text)
		}
	}
}

func TestATokenWithoutARoleAndNoAnonRole(t *testing.T) {
	t.Parallel()
	_, err := verifier(t, secret, token.Rules{}).Verify(hmac(t, `{}`))
	if f := fault.As(err); f.Code != "PGRST302" || f.Status != 401 || f.Header.Get("WWW-Authenticate") != "Bearer" {
		t.Errorf("refused with %+v, want 401 PGRST302", f)
	}
}

func TestEveryKindOfKeyVerifies(t *testing.T) {
	t.Parallel()
	private, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	public, seeded, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	rsaKey := fmt.Sprintf(`{"kty":"RSA","n":%q,"e":"AQAB"}`, encode(private.N))
	edwards := fmt.Sprintf(`{"kty":"OKP","crv":"Ed25519","x":%q}`, base64.RawURLEncoding.EncodeToString(public))
	encryption := strings.Replace(rsaKey, "{", `{"use":"enc","alg":"RSA-OAEP",`, 1)
	for _, c := range []struct {
		name, keys string
		method     jwt.SigningMethod
		with       any
		want       string // "" is verified
	}{
		{"secret", secret, jwt.SigningMethodHS256, []byte(secret), ""},
		{"secret, another hash", secret, jwt.SigningMethodHS512, []byte(secret), "PGRST301"},
		{"symmetric JWK", hs256("h", "verify", secret), jwt.SigningMethodHS256, []byte(secret), ""},
		{"JWK, RS384", rsaKey, jwt.SigningMethodRS384, private, ""},
		{"JWK, PS256", rsaKey, jwt.SigningMethodPS256, private, ""},
		{"JWK of one algorithm", strings.Replace(rsaKey, "{", `{"alg":"RS256",`, 1), jwt.SigningMethodRS384, private, "PGRST301"},
		{"JWKS, EdDSA", `{"keys":[` + rsaKey + "," + edwards + `]}`, jwt.SigningMethodEdDSA, seeded, ""},
		{"array, with a kind we do not know", `[{"kty":"new"},` + edwards + `]`, jwt.SigningMethodEdDSA, seeded, ""},
		{"a key for encryption", `{"keys":[` + encryption + "," + edwards + `]}`, jwt.SigningMethodRS256, private, "PGRST301"},
		{"the public key as HMAC secret", rsaKey, jwt.SigningMethodHS256, []byte(rsaKey), "PGRST301"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			bearer, err := jwt.NewWithClaims(c.method, jwt.MapClaims{"role": "r"}).SignedString(c.with)
			if err != nil {
				t.Fatal(err)
			}
			_, err = verifier(t, c.keys, token.Rules{}).Verify(bearer)
			if got := err != nil; got != (c.want != "") || got && fault.As(err).Code != c.want {
				t.Errorf("refused with %v, want %q", err, c.want)
			}
		})
	}
}

func TestUnknownCriticalHeadersAreRefused(t *testing.T) {
	t.Parallel()
	unsigned := jwt.NewWithClaims(jwt.SigningMethodHS256, jwt.MapClaims{"role": "r"})
	unsigned.Header["crit"] = []string{"https://example.org/stricter"}
	bearer, err := unsigned.SignedString([]byte(secret))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := verifier(t, secret, token.Rules{}).Verify(bearer); fault.As(err).Message != "JWT couldn't be decoded" {
		t.Errorf("crit was passed over: %v", err)
	}
}

func TestKeysThatAreNone(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, keys, want string }{
		{"short", strings.Repeat("x", 31), "at least 32"},
		{"half a JWK is no secret", `{"kty":"RSA","n":"AQAB"` + strings.Repeat(" ", 40), "neither a JSON Web Key"},
		{"an empty set", `{"keys":[]}`, "neither a JSON Web Key"},
		{"unknown kind", `{"kty":"new"}`, `kty "new"`},
		{"small RSA", `{"kty":"RSA","n":"AQAB","e":"AQAB"}`, "2048"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if _, err := token.NewVerifier(c.keys, token.Rules{}); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want one with %q", err, c.want)
			}
		})
	}
}

func TestCacheUsageIsCounted(t *testing.T) {
	t.Parallel()
	kept := verifier(t, secret, token.Rules{CacheSize: 1})
	none := verifier(t, secret, token.Rules{CacheSize: -1})
	for _, claims := range []string{`{"role":"a"}`, `{"role":"a"}`, `{"role":"b"}`} {
		for _, v := range []*token.Verifier{kept, none} {
			if _, err := v.Verify(hmac(t, claims)); err != nil {
				t.Fatal(err)
			}
		}
	}
	if got, want := kept.Usage(), (token.Usage{Requests: 3, Hits: 1, Evictions: 1}); got != want {
		t.Errorf("usage %+v, want %+v", got, want)
	}
	if got := none.Usage(); got != (token.Usage{}) {
		t.Errorf("a cache that is off counted %+v", got)
	}
}

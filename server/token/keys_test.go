package token_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toubkal/toubkal/server/token"
)

func TestRotation(t *testing.T) {
	t.Parallel()
	first, second := es256(t, "first", "sign"), es256(t, "second", "sign")
	before := open(t, token.Options{JWKs: "[" + first + "]"})
	bearer := sign(t, before, map[string]any{"sub": "s"})

	both := open(t, token.Options{JWKs: "[" + strings.Replace(first, `"sign"`, `"verify"`, 1) + "," + second + "]"})
	if _, err := both.Verify(bearer); err != nil {
		t.Errorf("the old key must still verify: %v", err)
	}
	if got := header(t, sign(t, both, map[string]any{}))["kid"]; got != "second" {
		t.Errorf("signs with %q, want second", got)
	}
	after := open(t, token.Options{JWKs: "[" + second + "]"})
	if _, err := after.Verify(bearer); err == nil {
		t.Error("a removed key must not verify")
	}
}

func TestJWKSShowsPublicPartsOnly(t *testing.T) {
	t.Parallel()
	list := []string{rs256(t, "b-rsa", "verify"), es256(t, "a-ec", "sign"), hs256("c-hmac", "verify", secret)}
	keys := open(t, token.Options{Secret: secret, JWKs: "[" + strings.Join(list, ",") + "]"})
	text, err := json.Marshal(keys.JWKS())
	if err != nil {
		t.Fatal(err)
	}
	var shown, given []map[string]any
	if err := json.Unmarshal(text, &shown); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte("["+strings.Join(list, ",")+"]"), &given); err != nil {
		t.Fatal(err)
	}
	ops := []any{"verify"}
	want := []map[string]any{
		{"alg": "ES256", "crv": "P-256", "key_ops": ops, "kid": "a-ec", "kty": "EC", "use": "sig", "x": given[1]["x"], "y": given[1]["y"]},
		{"alg": "RS256", "e": "AQAB", "key_ops": ops, "kid": "b-rsa", "kty": "RSA", "n": given[0]["n"], "use": "sig"},
	}
	if diff := cmp.Diff(want, shown); diff != "" {
		t.Errorf("JWKS (-want +got):\n%s", diff)
	}
}

func TestJWKSIsNeverNil(t *testing.T) {
	t.Parallel()
	if text, err := json.Marshal(open(t, token.Options{Secret: secret}).JWKS()); err != nil || string(text) != "[]" {
		t.Errorf("got %s %v, want []", text, err)
	}
}

func TestNewRefuses(t *testing.T) {
	t.Parallel()
	ec := es256(t, "e", "sign")
	tests := []struct {
		name string
		o    token.Options
		want string
	}{
		{"nothing", token.Options{}, "no key signs"},
		{"short secret", token.Options{Secret: "short"}, "at least 32"},
		{"not JSON", token.Options{JWKs: "{"}, "not a JSON array"},
		{"no signer", token.Options{JWKs: "[" + es256(t, "e", "verify") + "]"}, "0 JWT keys have key_ops"},
		{"two signers", token.Options{JWKs: "[" + ec + "," + es256(t, "f", "sign") + "]"}, "2 JWT keys have key_ops"},
		{"kid twice", token.Options{JWKs: "[" + ec + "," + es256(t, "e", "verify") + "]"}, `JWT key 2: kid "e" is used twice`},
		{"unknown kty", token.Options{JWKs: `[{"kty":"XYZ"}]`}, `kty "XYZ"`},
		{"wrong alg", token.Options{JWKs: "[" + strings.Replace(ec, "ES256", "RS256", 1) + "]"}, `alg "RS256"`},
		{"no kid", token.Options{JWKs: "[" + strings.Replace(ec, `"kid":"e"`, `"kid":""`, 1) + "]"}, "needs a kid"},
		{"signs without its private part", token.Options{JWKs: "[" + strings.Replace(ec, `"d"`, `"-"`, 1) + "]"}, "private part is missing"},
		{"another curve", token.Options{JWKs: "[" + strings.Replace(ec, "P-256", "P-384", 1) + "]"}, "P-256"},
		{"parts of two keys", token.Options{JWKs: "[" + ec[:strings.Index(ec, `"x"`)] + es256(t, "f", "sign")[strings.Index(ec, `"x"`):] + "]"}, "d does not belong"},
		{"small RSA", token.Options{JWKs: `[{"kty":"RSA","kid":"r","n":"AQAB","e":"AQAB"}]`}, "2048 bits"},
		{"weak HMAC", token.Options{JWKs: "[" + hs256("h", "sign", "weak") + "]"}, "at least 32"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			_, err := token.New(tt.o)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Fatalf("error = %v, want one with %q", err, tt.want)
			}
		})
	}
}

func TestAPIKeyIsTheSameAfterARestart(t *testing.T) {
	t.Parallel()
	keys := open(t, token.Options{Secret: secret})
	anon, err := keys.APIKey(token.Anon)
	if err != nil {
		t.Fatal(err)
	}
	rotated := open(t, token.Options{Secret: secret, JWKs: "[" + es256(t, "e", "sign") + "]"})
	again, err := rotated.APIKey(token.Anon)
	if err != nil || again != anon {
		t.Errorf("got %q %v, want the same key %q", again, err, anon)
	}
	service, err := keys.APIKey(token.ServiceRole)
	if err != nil {
		t.Fatal(err)
	}
	for bearer, role := range map[string]string{anon: token.Anon, service: token.ServiceRole} {
		claims, err := rotated.Verify(bearer)
		if err != nil || claims.Role != role || claims.Subject != "" {
			t.Errorf("key of %s: %+v %v", role, claims, err)
		}
	}
}

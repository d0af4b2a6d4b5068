package auth

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"testing"

	"github.com/toubkal/toubkal/server/auth/external"
)

// byIDToken signs in with an ID token; fields are further pairs of the body.
func (f *fixture) byIDToken(bearer, token string, fields map[string]any) answer {
	f.t.Helper()
	body := map[string]any{"provider": "google", "id_token": token}
	for name, value := range fields {
		body[name] = value
	}
	text, err := json.Marshal(body)
	if err != nil {
		f.t.Fatal(err)
	}
	return f.call("POST", "/token?grant_type=id_token", bearer, string(text))
}

func TestIDTokenGrant(t *testing.T) {
	t.Parallel()
	f := setup(t).withFlows(openSignUp)
	at := f.withProvider("google")
	f.withProvider("github")
	sum := sha256.Sum256([]byte("raw"))
	session := f.ok(f.byIDToken("", at.IDToken(t, map[string]any{"nonce": hex.EncodeToString(sum[:])}), map[string]any{"nonce": "raw"}))
	user := session.body["user"].(map[string]any)
	if user["email"] != una || session.str("access_token") == "" || session.header.Get("Sb-Auth-User-Id") != user["id"] {
		t.Errorf("got %s", session.text)
	}
	again := f.ok(f.byIDToken("", at.IDToken(t, nil), nil))
	if again.body["user"].(map[string]any)["id"] != user["id"] {
		t.Errorf("got %s", again.text)
	}
	const bad = "Bad ID token"
	for _, c := range []struct {
		name, token   string
		fields        map[string]any
		code, message string
	}{
		{"no token", "", nil, "validation_failed", "id_token required"},
		{"no provider", "x", map[string]any{"provider": ""}, "validation_failed", "provider or client_id and issuer required"},
		{"another provider", "x", map[string]any{"provider": "apple"}, "provider_disabled", "Provider apple is not enabled"},
		{"a provider without ID tokens", "x", map[string]any{"provider": "github"}, "provider_disabled", "Provider github is not enabled"},
		{"no JWT", "x", nil, "validation_failed", bad},
		{"not signed", "eyJhbGciOiJub25lIn0.e30.", nil, "validation_failed", bad},
		{"too long", long(external.MaxIDToken + 1), nil, "validation_failed", bad},
		{"another audience", at.IDToken(t, map[string]any{"aud": "other"}), map[string]any{"client_id": "other"}, "validation_failed", bad},
		{"expired", at.IDToken(t, map[string]any{"exp": 1}), nil, "validation_failed", bad},
		{"another access token", at.IDToken(t, map[string]any{"at_hash": "AAAAAAAAAAAAAAAAAAAAAA"}), map[string]any{"access_token": "x"}, "validation_failed", bad},
		{
			"a nonce of the caller alone", at.IDToken(t, nil),
			map[string]any{"nonce": "raw"},
			"validation_failed",
			"Nonces mismatch: the nonce of the ID token does not match: a nonce was given, and the ID token has none",
		},
		{
			"a nonce of the token alone", at.IDToken(t, map[string]any{"nonce": "raw"}), nil, "validation_failed",
			"Nonces mismatch: the nonce of the ID token does not match: the ID token has a nonce, and none was given",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			f.refused(f.byIDToken("", c.token, c.fields), 400, c.code, c.message)
		})
	}
	f.exec(`update auth.users set banned_until = 'infinity'`)
	f.refused(f.byIDToken("", at.IDToken(t, nil), nil), 403, "user_banned", "User is banned")
	f.configure(func(o *Options) { o.Flows.SignUp = SignUpClosed })
	f.refused(f.byIDToken("", at.IDToken(t, map[string]any{"sub": "u-2", "email": "b@example.test"}), nil), 422, "signup_disabled", "Signups not allowed for this instance")
	f.configure(func(o *Options) { o.Flows.SignUp = SignUpOpen })
	f.refused(f.byIDToken("", at.IDToken(t, map[string]any{"sub": "u-2", "email": "b@example.test", "email_verified": false}), nil), 422, "provider_email_needs_verification",
		"Unverified email with google. A confirmation email has been sent to your google email")
	down := f.withProvider("google")
	down.Close()
	f.refused(f.byIDToken("", down.IDToken(t, nil), nil), 503, "provider_unavailable", "The provider cannot be used at the moment, please retry later")
}

func TestLinkByIDToken(t *testing.T) {
	t.Parallel()
	f := setup(t)
	at := f.withProvider("google")
	f.user(ann)
	bearer := f.login(ann).str("access_token")
	link := map[string]any{"link_identity": true}
	f.refused(f.byIDToken(bearer, at.IDToken(t, nil), link), 404, "manual_linking_disabled", "Manual linking is disabled")
	f.withLinking()
	f.refused(f.byIDToken("", at.IDToken(t, nil), link), 401, "no_authorization", "This endpoint requires a valid Bearer token")
	session := f.ok(f.byIDToken(bearer, at.IDToken(t, nil), link))
	if names, _ := f.identities(session.str("access_token")); len(names) != 2 {
		t.Errorf("providers %v", names)
	}
	f.refused(f.byIDToken(bearer, at.IDToken(t, nil), link), 422, "identity_already_exists", "Identity is already linked")
}

package auth

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/descope/virtualwebauthn"
)

// device is an authenticator with one credential.
type device struct {
	f          *fixture
	rp         virtualwebauthn.RelyingParty
	of         virtualwebauthn.Authenticator
	credential virtualwebauthn.Credential
}

func (f *factors) device(userID string) *device {
	f.t.Helper()
	return &device{
		f.fixture,
		virtualwebauthn.RelyingParty{ID: "site.test", Name: "site.test", Origin: "http://site.test"},
		virtualwebauthn.NewAuthenticatorWithOptions(virtualwebauthn.AuthenticatorOptions{UserHandle: []byte(userID)}),
		virtualwebauthn.NewCredentialWithImportedKey(virtualwebauthn.KeyTypeEC2, deviceKey(f.t)),
	}
}

// deviceKey is a key in PKCS #8 whose coordinates both have 32 bytes: virtualwebauthn writes shorter ones, of one key in
// 128, without the leading zero that RFC 9053, section 7.1.1 asks for.
func deviceKey(t testing.TB) []byte {
	t.Helper()
	for {
		key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
		if err != nil {
			t.Fatal(err)
		}
		point, err := key.PublicKey.Bytes() // 4, x, y
		if err != nil {
			t.Fatal(err)
		}
		if point[1] == 0 || point[33] == 0 {
			continue
		}
		text, err := x509.MarshalPKCS8PrivateKey(key)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
}

// create answers the options of a registration.
func (d *device) create(options any) string {
	d.f.t.Helper()
	parsed, err := virtualwebauthn.ParseAttestationOptions(marshal(d.f.t, options))
	if err != nil {
		d.f.t.Fatal(err)
	}
	return virtualwebauthn.CreateAttestationResponse(d.rp, d.of, d.credential, *parsed)
}

// get answers the options of an authentication.
func (d *device) get(options any) string {
	d.f.t.Helper()
	parsed, err := virtualwebauthn.ParseAssertionOptions(marshal(d.f.t, options))
	if err != nil {
		d.f.t.Fatal(err)
	}
	d.credential.Counter++
	return virtualwebauthn.CreateAssertionResponse(d.rp, d.of, d.credential, *parsed)
}

func marshal(t testing.TB, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// challengeKeyOf returns the challenge of a security key: its id, type and options.
func (f *factors) challengeKeyOf(bearer, factor string) (id, kind string, options any) {
	f.t.Helper()
	a := f.ok(f.call("POST", "/factors/"+factor+"/challenge", bearer, `{"webauthn":{"rpId":"evil.test","rpOrigins":["https://evil.test"]}}`))
	challenge := a.body["webauthn"].(map[string]any)
	return a.str("id"), challenge["type"].(string), challenge["credential_options"]
}

func (f *factors) answerKey(bearer, factor, challenge, kind, response string) answer {
	f.t.Helper()
	return f.call("POST", "/factors/"+factor+"/verify", bearer, `{"challenge_id":"`+challenge+`","webauthn":{"type":"`+kind+`","credential_response":`+response+`}}`)
}

// enrollKey enrolls and verifies a security key, and returns the answer of the verification.
func (f *factors) enrollKey(bearer, name string, d *device) (factor string, verified answer) {
	f.t.Helper()
	factor = f.ok(f.call("POST", "/factors", bearer, `{"factor_type":"webauthn","friendly_name":"`+name+`"}`)).str("id")
	challenge, kind, options := f.challengeKeyOf(bearer, factor)
	if kind != "create" {
		f.t.Errorf("the first challenge is of type %q", kind)
	}
	return factor, f.ok(f.answerKey(bearer, factor, challenge, kind, d.create(options)))
}

func TestSecurityKey(t *testing.T) {
	t.Parallel()
	f := setup(t).withMFA()
	id := f.user(ann)
	bearer := f.login(ann).str("access_token")
	d := f.device(id)
	factor, verified := f.enrollKey(bearer, "Key", d)
	if got := f.claimsOf(verified); got.AAL != "aal2" || !slices.Equal(methodsOf(got), []string{"mfa/webauthn", "password"}) {
		t.Errorf("claims: %+v", got)
	}
	if strings.Contains(verified.text, "publicKey") {
		t.Errorf("the answer holds the credential: %s", verified.text)
	}

	bearer = f.login(ann).str("access_token")
	challenge, kind, options := f.challengeKeyOf(bearer, factor)
	if kind != "request" || !strings.Contains(marshal(t, options), `"rpId":"site.test"`) {
		t.Errorf("second challenge: %s %s", kind, marshal(t, options))
	}
	good := d.get(options)
	f.refused(f.answerKey(bearer, factor, challenge, "create", good), 400, "validation_failed", "webauthn.type needs to be that of the challenge")
	f.refused(f.answerKey(bearer, factor, challenge, "request", `{}`), 400, "validation_failed", "Invalid credential_response")
	f.refused(f.call("POST", "/factors/"+factor+"/verify", bearer, `{"challenge_id":"`+challenge+`","code":"123456"}`), 400, "validation_failed", "webauthn needs to be given")
	other := f.device(id)
	f.refused(f.answerKey(bearer, factor, challenge, "request", other.get(options)), 422, "mfa_verification_failed", "The credential was not accepted")
	phisher := *d
	phisher.rp.Origin = "https://evil.test"
	f.refused(f.answerKey(bearer, factor, challenge, "request", phisher.get(options)), 422, "mfa_verification_failed", "The credential was not accepted")
	if got := f.claimsOf(f.ok(f.answerKey(bearer, factor, challenge, "request", good))); got.AAL != "aal2" {
		t.Errorf("claims: %+v", got)
	}

	// A counter that does not increase is of a copy.
	challenge, kind, options = f.challengeKeyOf(bearer, factor)
	d.credential.Counter = 0
	f.refused(f.answerKey(bearer, factor, challenge, kind, d.get(options)), 422, "mfa_verification_failed", "The credential was not accepted")
	d.credential.Counter = 10
	f.ok(f.answerKey(bearer, factor, challenge, kind, d.get(options)))
	if n := f.count(`select (web_authn_credential -> 'authenticator' ->> 'signCount')::int from auth.mfa_factors`); n != 11 {
		t.Errorf("stored counter %d, want 11", n)
	}
}

// A credential that GoTrue has stored works: its library wrote the attestation's format
// where the type is now.
func TestImportedSecurityKey(t *testing.T) {
	t.Parallel()
	f := setup(t).withMFA()
	id := f.user(ann)
	d := f.device(id)
	factor, _ := f.enrollKey(f.login(ann).str("access_token"), "Key", d)
	f.exec(`update auth.mfa_factors set web_authn_credential = web_authn_credential - 'attestationFormat' || '{"attestationType": "none"}'`)
	bearer := f.login(ann).str("access_token")
	challenge, kind, options := f.challengeKeyOf(bearer, factor)
	f.ok(f.answerKey(bearer, factor, challenge, kind, d.get(options)))
}

// registerPasskey adds d to the account of the caller.
func (f *factors) registerPasskey(bearer string, d *device) answer {
	f.t.Helper()
	a := f.ok(f.call("POST", "/passkeys/registration/options", bearer, `{}`))
	return f.call("POST", "/passkeys/registration/verify", bearer, `{"challenge_id":"`+a.str("challenge_id")+`","credential":`+d.create(a.body["options"])+`}`)
}

// signInBy signs in with a passkey.
func (f *factors) signInBy(d *device) answer {
	f.t.Helper()
	a := f.ok(f.call("POST", "/passkeys/authentication/options", "", `{}`))
	return f.call("POST", "/passkeys/authentication/verify", "", `{"challenge_id":"`+a.str("challenge_id")+`","credential":`+d.get(a.body["options"])+`}`)
}

func TestPasskey(t *testing.T) {
	t.Parallel()
	f := setup(t).withMFA()
	id := f.user(ann)
	bearer := f.login(ann).str("access_token")
	d := f.device(id)

	start := f.ok(f.call("POST", "/passkeys/registration/options", bearer, `{}`))
	options := marshal(t, start.body["options"])
	for _, want := range []string{`"residentKey":"required"`, `"userVerification":"preferred"`, `"rp":{"id":"site.test"`, `"name":"ann@example.test"`} {
		if !strings.Contains(options, want) {
			t.Errorf("options lack %s: %s", want, options)
		}
	}
	if start.body["expires_at"] != float64(f.clock.now().Add(5*time.Minute).Unix()) || strings.Contains(options, "publicKey") {
		t.Errorf("options: %s", start.text)
	}
	body := `{"challenge_id":"` + start.str("challenge_id") + `","credential":` + d.create(start.body["options"]) + `}`
	added := f.ok(f.call("POST", "/passkeys/registration/verify", bearer, body))
	if added.str("friendly_name") != "Passkey" || added.str("created_at") == "" {
		t.Errorf("added: %s", added.text)
	}
	f.refused(f.call("POST", "/passkeys/registration/verify", bearer, body), 400, "webauthn_challenge_not_found", "Challenge not found")
	f.refused(f.registerPasskey(bearer, d), 422, "webauthn_credential_exists", "This passkey is registered already")

	in := f.ok(f.signInBy(d))
	if got := f.claimsOf(in); got.AAL != "aal1" || got.Subject != id || !slices.Equal(methodsOf(got), []string{"passkey"}) {
		t.Errorf("claims: %+v", got)
	}
	f.ok(f.call("GET", "/user", in.str("access_token"), ""))
	path := "/passkeys/" + added.str("id")
	if a := f.ok(f.call("PATCH", path, bearer, `{"friendly_name":"Laptop"}`)); a.str("friendly_name") != "Laptop" || a.str("last_used_at") == "" {
		t.Errorf("renamed: %s", a.text)
	}
	if a := f.ok(f.call("GET", "/passkeys", bearer, "")); strings.Count(a.text, `"id"`) != 1 || strings.Contains(a.text, "public_key") {
		t.Errorf("list: %s", a.text)
	}
	f.refused(f.call("PATCH", path, bearer, `{"friendly_name":""}`), 400, "validation_failed", "friendly_name needs 1 to 120 bytes")
	f.user("bob@example.test")
	bob := f.login("bob@example.test").str("access_token")
	f.refused(f.call("DELETE", path, bob, ""), 404, "validation_failed", "Passkey not found")
	f.refused(f.call("PATCH", path, bob, `{"friendly_name":"x"}`), 404, "validation_failed", "Passkey not found")
	if a := f.ok(f.call("GET", "/admin/users/"+id+"/passkeys", f.service(), "")); !strings.Contains(a.text, "Laptop") {
		t.Errorf("list of the admin: %s", a.text)
	}
	if a := f.call("DELETE", path, bearer, ""); a.status != 204 {
		t.Errorf("delete: %d %s", a.status, a.text)
	}
	f.refused(f.signInBy(d), 400, "webauthn_verification_failed", "Credential verification failed")
	f.ok(f.registerPasskey(bearer, d))
	pid := f.text(`select id::text from auth.webauthn_credentials`)
	if a := f.call("DELETE", "/admin/users/"+id+"/passkeys/"+pid, f.service(), ""); a.status != 204 {
		t.Errorf("delete by the admin: %d %s", a.status, a.text)
	}
}

func TestPasskeyRefusals(t *testing.T) {
	t.Parallel()
	f := setup(t).withMFA()
	id := f.user(ann)
	bearer := f.login(ann).str("access_token")
	d := f.device(id)
	f.ok(f.registerPasskey(bearer, d))
	const failed = "Credential verification failed"

	stranger := f.device("11111111-1111-4111-8111-111111111111")
	stranger.credential = d.credential
	f.refused(f.signInBy(stranger), 400, "webauthn_verification_failed", failed)
	d.rp.Origin = "https://evil.test"
	f.refused(f.signInBy(d), 400, "webauthn_verification_failed", failed)
	d.rp.Origin = "http://site.test"

	a := f.ok(f.call("POST", "/passkeys/authentication/options", "", ``))
	body := `{"challenge_id":"` + a.str("challenge_id") + `","credential":`
	f.refused(f.call("POST", "/passkeys/authentication/verify", "", body+`{}}`), 400, "webauthn_verification_failed", failed)
	f.refused(f.call("POST", "/passkeys/authentication/verify", "", body+d.get(a.body["options"])+`}`), 400, "webauthn_challenge_not_found", "Challenge not found")
	a = f.ok(f.call("POST", "/passkeys/authentication/options", "", ``))
	f.clock.advance(5 * time.Minute)
	f.refused(f.call("POST", "/passkeys/authentication/verify", "", `{"challenge_id":"`+a.str("challenge_id")+`","credential":`+d.get(a.body["options"])+`}`),
		400, "webauthn_challenge_expired", "Challenge has expired")

	f.ok(f.signInBy(d))
	d.credential.Counter = 0
	f.refused(f.signInBy(d), 400, "webauthn_verification_failed", failed) // a copy
	d.credential.Counter = 20
	f.ok(f.signInBy(d))
	f.exec(`update auth.users set banned_until = $1`, f.clock.now().Add(time.Hour))
	f.refused(f.signInBy(d), 403, "user_banned", "User is banned")
	f.exec(`update auth.users set banned_until = null, email_confirmed_at = null`)
	f.refused(f.signInBy(d), 403, "email_not_confirmed", "Email not confirmed")
	f.refused(f.call("POST", "/passkeys/registration/options", bearer, ``), 403, "email_not_confirmed", "Email not confirmed")
	f.exec(`update auth.users set email_confirmed_at = now()`)
	f.configure(func(o *Options) { o.Passkeys.Max = 1 })
	f.refused(f.call("POST", "/passkeys/registration/options", bearer, ``), 422, "too_many_passkeys", "Maximum number of passkeys reached")
	f.configure(func(o *Options) { o.Passkeys.Max = 10 })

	app := f.enrollTOTP(bearer, "Phone")
	f.verifyTOTP(bearer, app)
	low := f.ok(f.signInBy(d)).str("access_token")
	f.refused(f.call("POST", "/passkeys/registration/options", low, ``), 403, "insufficient_aal", "AAL2 session is required to register a passkey")
	pid := f.text(`select id::text from auth.webauthn_credentials`)
	f.refused(f.call("DELETE", "/passkeys/"+pid, low, ``), 403, "insufficient_aal", "AAL2 session is required to delete a passkey")
	f.configure(func(o *Options) { o.Passkeys.Enabled = false })
	f.refused(f.call("GET", "/passkeys", bearer, ``), 404, "passkey_disabled", "Passkeys are disabled")
}

// Passkeys of GoTrue work; its library kept the attestation's format as its type.
func TestImportedPasskey(t *testing.T) {
	t.Parallel()
	f := setup(t).withMFA()
	id := f.user(ann)
	d := f.device(id)
	f.ok(f.registerPasskey(f.login(ann).str("access_token"), d))
	for _, kind := range []string{"none", "packed", "", "basic"} {
		f.exec(`update auth.webauthn_credentials set attestation_type = $1, transports = '["internal"]'`, kind)
		f.ok(f.signInBy(d))
	}
}

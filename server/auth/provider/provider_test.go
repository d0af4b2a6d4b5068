package provider

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/auth/provider/providertest"
)

const redirectURI = "http://127.0.0.1/auth/v1/callback"

func clock() time.Time { return time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC) }

// configured is a provider of that name at the address.
func configured(t *testing.T, name, address string) *Provider {
	t.Helper()
	p, err := New(Settings{
		Name: name, ClientIDs: []string{providertest.ClientID, "ios-app"}, Secret: providertest.Secret, RedirectURI: redirectURI, URL: address,
	}, Options{Now: clock, Timeout: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// signIn goes to the provider and back.
func signIn(t *testing.T, p *Provider, at *providertest.Server, change func(*Callback)) (Identity, error) {
	t.Helper()
	address, err := p.AuthURL(t.Context(), Request{State: "s1", Nonce: "n1", Verifier: strings.Repeat("v", 43)})
	if err != nil {
		t.Fatal(err)
	}
	back := at.Approve(t, address)
	if back.Query().Get("state") != "s1" || !strings.HasPrefix(back.String(), redirectURI) {
		t.Errorf("the provider sends the browser to %s", back)
	}
	c := Callback{Code: back.Query().Get("code"), Nonce: "n1", Verifier: strings.Repeat("v", 43)}
	if change != nil {
		change(&c)
	}
	return p.Exchange(t.Context(), c)
}

func TestSignIn(t *testing.T) {
	t.Parallel()
	const tenant = "6f1c9d4e-2f0c-4a57-9d0e-1c5a0a7f7c11"
	for _, c := range []struct {
		name     string
		base     string // path of Settings.URL
		claims   map[string]any
		answers  map[string]string
		change   func(*Callback)
		subject  string
		email    string
		verified bool
		fullName string
		custom   any
	}{
		{name: "google", claims: map[string]any{"hd": "example.test"}, subject: "u-1", email: "una@example.test", verified: true, fullName: "Una Oum", custom: "example.test"},
		{name: "google", claims: map[string]any{"email_verified": false}, subject: "u-1", email: "una@example.test", fullName: "Una Oum"},
		{name: "keycloak", base: "/realms/test", claims: map[string]any{"email_verified": "true"}, subject: "u-1", email: "una@example.test", verified: true, fullName: "Una Oum"},
		{name: "keycloak", claims: map[string]any{"email": nil}, subject: "u-1", fullName: "Una Oum"},
		{
			name: "apple", claims: map[string]any{"name": nil, "email_verified": nil},
			change: func(c *Callback) {
				c.User = `{"name":{"firstName":"Una","lastName":"Oum"},"email":"other@example.test"}`
			},
			subject: "u-1", email: "una@example.test", verified: true, fullName: "Una Oum",
		},
		{name: "azure", base: "/common", claims: map[string]any{"tid": tenant, "email_verified": true}, subject: "u-1", email: "una@example.test", fullName: "Una Oum"},
		{name: "azure", base: "/common", claims: map[string]any{"tid": tenant, "xms_edov": "1"}, subject: "u-1", email: "una@example.test", verified: true, fullName: "Una Oum"},
		{name: "azure", base: "/common", claims: map[string]any{"tid": consumers}, subject: "u-1", email: "una@example.test", verified: true, fullName: "Una Oum"},
		{name: "azure", base: "/" + tenant, claims: map[string]any{"tid": tenant, "xms_edov": true}, subject: "u-1", email: "una@example.test", verified: true, fullName: "Una Oum"},
		{
			name: "github", subject: "583231", email: "una@example.test", verified: true, fullName: "Una Oum",
			answers: map[string]string{
				"/api/v3/user":        `{"login":"una","id":583231,"avatar_url":"https://avatars.example.test/u/583231?v=4","type":"User","name":"Una Oum","email":null}`,
				"/api/v3/user/emails": `[{"email":"old@example.test","primary":false,"verified":true,"visibility":null},{"email":"una@example.test","primary":true,"verified":true,"visibility":"private"}]`,
			},
		},
		{
			name: "github", subject: "583231", email: "una@example.test",
			answers: map[string]string{
				"/api/v3/user":        `{"login":"una","id":583231}`,
				"/api/v3/user/emails": `[{"email":"old@example.test","primary":false,"verified":true},{"email":"una@example.test","primary":true,"verified":false}]`,
			},
		},
		{
			name: "facebook", subject: "10158", email: "una@example.test", verified: true, fullName: "Una Oum",
			answers: map[string]string{"/me": `{"email":"una\u0040example.test","first_name":"Una","last_name":"Oum","name":"Una Oum","picture":{"data":{"height":50,"is_silhouette":false,"url":"https://images.example.test/una.png","width":50}},"id":"10158"}`},
		},
		{name: "facebook", subject: "10158", answers: map[string]string{"/me": `{"id":"10158"}`}},
		{
			name: "discord", subject: "80351110224678912", email: "una@example.test", verified: true, fullName: "una#1337",
			answers: map[string]string{"/users/@me": `{"id":"80351110224678912","username":"una","discriminator":"1337","avatar":"a_8342729096ea3675442027381ff50dfe","verified":true,"email":"una@example.test","flags":64,"global_name":"Una","locale":"en-US","mfa_enabled":true}`},
			custom:  "Una",
		},
		{name: "discord", subject: "1", email: "una@example.test", fullName: "una#0", answers: map[string]string{"/users/@me": `{"id":"1","username":"una","discriminator":"0","avatar":null,"verified":false,"email":"una@example.test"}`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			at := providertest.New(t, clock)
			issuer := at.URL + c.base
			if c.name == "azure" {
				issuer = at.URL + "/" + c.claims["tid"].(string) + "/v2.0"
			}
			at.User(map[string]any{"iss": issuer})
			at.User(c.claims)
			for path, text := range c.answers {
				at.Answer(path, text)
			}
			id, err := signIn(t, configured(t, c.name, at.URL+c.base), at, c.change)
			if err != nil {
				t.Fatal(err)
			}
			if id.Provider != c.name || id.Subject != c.subject || id.Email != c.email || id.EmailVerified != c.verified || id.Profile.FullName != c.fullName ||
				id.Profile.ProviderID != c.subject || id.Profile.EmailVerified != c.verified || id.AccessToken != "provider-access" || id.RefreshToken != "provider-refresh" {
				t.Errorf("got %+v", id)
			}
			if c.custom != nil && id.Profile.Custom["hd"] != c.custom && id.Profile.Custom["global_name"] != c.custom {
				t.Errorf("custom claims %v, want %v", id.Profile.Custom, c.custom)
			}
			if c.name == "discord" && c.custom != nil && !strings.HasSuffix(id.Profile.AvatarURL, "/a_8342729096ea3675442027381ff50dfe.gif") {
				t.Errorf("picture %q", id.Profile.AvatarURL)
			}
		})
	}
}

func TestRefusedSignIns(t *testing.T) {
	t.Parallel()
	const tenant, other = "6f1c9d4e-2f0c-4a57-9d0e-1c5a0a7f7c11", "7f1c9d4e-2f0c-4a57-9d0e-1c5a0a7f7c11"
	for _, c := range []struct {
		name     string
		provider string
		base     string
		claims   map[string]any
		token    string // answer of /token; {} is a token of the provider
		change   func(*Callback)
		want     error
	}{
		{name: "a nonce of another sign-in", claims: map[string]any{"nonce": "n2"}, want: ErrNonce},
		{name: "no nonce", claims: map[string]any{"nonce": nil}, want: ErrNonce},
		{name: "another audience", claims: map[string]any{"aud": "another-app"}, want: ErrToken},
		{name: "no audience", claims: map[string]any{"aud": nil}, want: ErrToken},
		{name: "another issuer", claims: map[string]any{"iss": "https://evil.example.test"}, want: ErrToken},
		{name: "expired", claims: map[string]any{"exp": clock().Add(-time.Second).Unix()}, want: ErrToken},
		{name: "not valid yet", claims: map[string]any{"nbf": clock().Add(time.Hour).Unix()}, want: ErrToken},
		{name: "another access token", claims: map[string]any{"at_hash": "AAAAAAAAAAAAAAAAAAAAAA"}, want: ErrToken},
		{name: "no subject", claims: map[string]any{"sub": ""}, want: ErrUnavailable},
		{name: "a subject that cannot be stored", claims: map[string]any{"sub": "a\x00"}, want: ErrUnavailable},
		{name: "no ID token", token: `{"access_token":"provider-access","token_type":"bearer"}`, want: ErrToken},
		{name: "no access token", token: `{}`, want: ErrUnavailable},
		{name: "an answer that is too long", token: `{"access_token":"` + strings.Repeat("x", maxAnswer) + `"}`, want: ErrUnavailable},
		{name: "another verifier", change: func(c *Callback) { c.Verifier = strings.Repeat("w", 43) }, want: ErrCode},
		{name: "another code", change: func(c *Callback) { c.Code = "x" }, want: ErrCode},
		{name: "a tenant of Azure that is not the configured one", provider: "azure", base: "/" + tenant, claims: map[string]any{"tid": other, "iss": "{URL}/" + other + "/v2.0"}, want: ErrToken},
		{name: "a tenant of Azure that is not the issuer's", provider: "azure", base: "/common", claims: map[string]any{"tid": tenant, "iss": "{URL}/" + other + "/v2.0"}, want: ErrToken},
		{name: "a tenant of Azure that is none", provider: "azure", base: "/common", claims: map[string]any{"tid": "x/y", "iss": "{URL}/x/y/v2.0"}, want: ErrToken},
		{name: "another issuer than Apple", provider: "apple", claims: map[string]any{"iss": "https://account.apple.com"}, want: ErrToken},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			at := providertest.New(t, clock)
			if issuer, ok := c.claims["iss"].(string); ok {
				c.claims["iss"] = strings.ReplaceAll(issuer, "{URL}", at.URL)
			}
			at.User(c.claims)
			if c.token != "" {
				at.Answer("/token", c.token)
			}
			name := c.provider
			if name == "" {
				name = "google"
			}
			id, err := signIn(t, configured(t, name, at.URL+c.base), at, c.change)
			if !errors.Is(err, c.want) {
				t.Errorf("got %+v, %v, want %v", id, err, c.want)
			}
			if err != nil && (strings.Contains(err.Error(), "provider-access") || strings.Contains(err.Error(), providertest.Secret) || len(err.Error()) > 500) {
				t.Errorf("the error shows too much: %v", err)
			}
		})
	}
}

func TestVerifyIDToken(t *testing.T) {
	t.Parallel()
	at := providertest.New(t, clock)
	p := configured(t, "google", at.URL)
	sum := sha256.Sum256([]byte("raw"))
	hashed := hex.EncodeToString(sum[:])
	unsigned := base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"none"}`)) + "." +
		base64.RawURLEncoding.EncodeToString([]byte(`{"iss":"`+at.URL+`","aud":"toubkal-test","sub":"u-1","exp":4000000000}`)) + "."
	for _, c := range []struct {
		name, token, nonce string
		want               error
	}{
		{"without a nonce", at.IDToken(t, nil), "", nil},
		{"a nonce that was hashed", at.IDToken(t, map[string]any{"nonce": hashed}), "raw", nil},
		{"a nonce as it is", at.IDToken(t, map[string]any{"nonce": "raw"}), "raw", nil},
		{"for another client ID of ours", at.IDToken(t, map[string]any{"aud": []string{"x", "ios-app"}}), "", nil},
		{"another nonce", at.IDToken(t, map[string]any{"nonce": "other"}), "raw", ErrNonce},
		{"a nonce in the token alone", at.IDToken(t, map[string]any{"nonce": "raw"}), "", ErrNonce},
		{"a nonce of the caller alone", at.IDToken(t, nil), "raw", ErrNonce},
		{"not signed", unsigned, "", ErrToken},
		{"no token", "x.y.z", "", ErrToken},
		{"signed with another key", providertest.New(t, clock).IDToken(t, map[string]any{"iss": at.URL}), "", ErrToken},
	} {
		id, err := p.Verify(t.Context(), c.token, "access", c.nonce)
		if !errors.Is(err, c.want) || (c.want == nil) != (err == nil) {
			t.Errorf("%s: got %+v, %v, want %v", c.name, id, err, c.want)
		}
		if err == nil && (id.Subject != "u-1" || id.Email != "una@example.test" || !id.EmailVerified) {
			t.Errorf("%s: got %+v", c.name, id)
		}
	}
	p.SkipNonceCheck = true
	if _, err := p.Verify(t.Context(), at.IDToken(t, map[string]any{"nonce": "of the SDK"}), "", ""); err != nil {
		t.Errorf("with SkipNonceCheck: %v", err)
	}
	asked := slices.DeleteFunc(at.Requests(), func(path string) bool { return path != "/.well-known/openid-configuration" })
	if len(asked) != 1 {
		t.Errorf("the discovery document was asked for %d times, want once", len(asked))
	}
}

func TestAuthURL(t *testing.T) {
	t.Parallel()
	at := providertest.New(t, clock)
	request := Request{
		State: "s", Nonce: "n", Verifier: strings.Repeat("v", 43), Scopes: []string{"email", "calendar"},
		Parameters: url.Values{"prompt": {"consent"}, "client_id": {"evil"}, "Redirect_URI": {"https://evil.example.test"}, "state": {"evil"}, "nonce": {"evil"}},
	}
	query := func(name string) url.Values {
		text, err := configured(t, name, at.URL).AuthURL(t.Context(), request)
		if err != nil {
			t.Fatal(err)
		}
		address, err := url.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		return address.Query()
	}
	google := query("google")
	if google.Get("client_id") != providertest.ClientID || google.Get("redirect_uri") != redirectURI || google.Get("state") != "s" || google.Get("nonce") != "n" ||
		google.Get("scope") != "openid email profile calendar" || google.Get("prompt") != "consent" || google.Get("code_challenge_method") != "S256" || google.Has("Redirect_URI") {
		t.Errorf("google %v", google)
	}
	if apple := query("apple"); apple.Get("response_mode") != "form_post" || apple.Has("prompt") {
		t.Errorf("apple %v", apple)
	}
	if github := query("github"); github.Has("nonce") || github.Get("scope") != "user:email email calendar" || github.Get("code_challenge") == "" {
		t.Errorf("github %v", github)
	}
	if facebook := query("facebook"); facebook.Has("code_challenge") {
		t.Errorf("facebook %v", facebook)
	}
}

func TestSettings(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		s    Settings
		ok   bool
	}{
		{"google", Settings{Name: "google", ClientIDs: []string{"x"}}, true},
		{"an unknown name", Settings{Name: "myspace", ClientIDs: []string{"x"}}, false},
		{"no client ID", Settings{Name: "google"}, false},
		{"no issuer", Settings{Name: "keycloak", ClientIDs: []string{"x"}}, false},
		{"http", Settings{Name: "github", ClientIDs: []string{"x"}, URL: "http://git.example.test"}, false},
		{"http on this machine", Settings{Name: "github", ClientIDs: []string{"x"}, URL: "http://127.0.0.1:9000"}, true},
		{"a file", Settings{Name: "github", ClientIDs: []string{"x"}, URL: "file:///etc/passwd"}, false},
		{"a password", Settings{Name: "github", ClientIDs: []string{"x"}, URL: "https://a:b@git.example.test"}, false},
	} {
		if _, err := New(c.s, Options{}); (err == nil) != c.ok {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// A provider that hangs, redirects, or names addresses without TLS costs a bounded time
// and leads nowhere.
func TestUnavailable(t *testing.T) {
	t.Parallel()
	hanging := providertest.New(t, clock)
	hanging.Hang = true
	p, err := New(Settings{Name: "google", ClientIDs: []string{"x"}, URL: hanging.URL}, Options{Timeout: 50 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.AuthURL(t.Context(), Request{}); !errors.Is(err, ErrUnavailable) {
		t.Errorf("a provider that hangs: %v", err)
	}
	asked := make(chan struct{}, 9)
	inside := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked <- struct{}{} }))
	defer inside.Close()
	away := httptest.NewServer(http.RedirectHandler(inside.URL, http.StatusFound))
	defer away.Close()
	if _, err := configured(t, "google", away.URL).AuthURL(t.Context(), Request{}); !errors.Is(err, ErrUnavailable) {
		t.Errorf("a provider that redirects: %v", err)
	}
	if len(asked) > 0 {
		t.Error("the redirect was followed")
	}
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, inside.URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	if response, err := configured(t, "google", "https://accounts.example.test").client.Do(r); err == nil {
		_ = response.Body.Close()
		t.Error("a provider with TLS leads to an address without")
	}
}

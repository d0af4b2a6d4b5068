// Package providertest is an OpenID Connect provider for tests, which is also GitHub,
// Facebook and Discord as far as a sign-in needs them. It approves each request at once.
package providertest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
)

// The application at the provider.
const (
	ClientID = "toubkal-test"
	Secret   = "provider-secret"
)

// Server is the provider. Its URL is the issuer.
type Server struct {
	*httptest.Server
	// Hang ends requests only when the caller gives up. Set it before the first request.
	Hang bool
	now  func() time.Time
	key  *ecdsa.PrivateKey

	mu       sync.Mutex
	claims   map[string]any // of the user, over the usual ones of an ID token
	refusal  string         // error of the next approval
	answers  map[string]string
	granted  map[string]url.Values // request by code
	requests []string
}

// New starts a provider whose user is u-1 with the verified address una@example.test. The
// end of the test ends it.
func New(t testing.TB, now func() time.Time) *Server {
	t.Helper()
	return start(t, now, httptest.NewServer)
}

// NewTLS is New at an https address, and the certificates to trust for it.
func NewTLS(t testing.TB, now func() time.Time) (s *Server, roots *x509.CertPool) {
	t.Helper()
	s, roots = start(t, now, httptest.NewTLSServer), x509.NewCertPool()
	roots.AddCert(s.Certificate())
	return s, roots
}

func start(t testing.TB, now func() time.Time, listen func(http.Handler) *httptest.Server) *Server {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	s := &Server{now: now, key: key, granted: map[string]url.Values{}, answers: map[string]string{}, claims: map[string]any{
		"sub": "u-1", "email": "una@example.test", "email_verified": true, "name": "Una Oum", "picture": "https://images.example.test/una.png",
	}}
	s.Server = listen(s)
	t.Cleanup(s.Close)
	return s
}

// User changes claims of the user; nil removes one.
func (s *Server) User(claims map[string]any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	maps.Copy(s.claims, claims)
}

// Refuse makes the next approval fail with an error of OAuth, such as access_denied.
func (s *Server) Refuse(code string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.refusal = code
}

// Answer makes a path answer with JSON, such as that of GitHub's /api/v3/user.
func (s *Server) Answer(path, text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.answers[path] = text
}

// Requests are the paths that were asked for since the last call.
func (s *Server) Requests() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := s.requests
	s.requests = nil
	return all
}

// Approve opens the address of a sign-in as a browser does, and returns where the provider
// sends it.
func (s *Server) Approve(t testing.TB, address string) *url.URL {
	t.Helper()
	client := &http.Client{Transport: s.Client().Transport, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	response, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	to, err := response.Location()
	if err != nil {
		t.Fatalf("the provider answers %s: %v", response.Status, err)
	}
	return to
}

// IDToken signs an ID token for the user, with further claims over the usual ones; nil
// removes one.
func (s *Server) IDToken(t testing.TB, claims map[string]any) string {
	t.Helper()
	return s.IDTokenOf(t, keyID, claims)
}

// keyID is the id of the provider's key.
const keyID = "k1"

// IDTokenOf is IDToken with another id of the key.
func (s *Server) IDTokenOf(t testing.TB, key string, claims map[string]any) string {
	t.Helper()
	text, err := s.idToken(key, claims)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func (s *Server) idToken(key string, claims map[string]any) (string, error) {
	s.mu.Lock()
	all := map[string]any{
		"iss": s.URL, "aud": ClientID, "iat": s.now().Unix(), "exp": s.now().Add(time.Hour).Unix(),
	}
	maps.Copy(all, s.claims)
	maps.Copy(all, claims)
	s.mu.Unlock()
	maps.DeleteFunc(all, func(_ string, value any) bool { return value == nil })
	payload, err := json.Marshal(all)
	if err != nil {
		return "", err
	}
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.ES256, Key: jose.JSONWebKey{Key: s.key, KeyID: key}}, nil)
	if err != nil {
		return "", err
	}
	signed, err := signer.Sign(payload)
	if err != nil {
		return "", err
	}
	return signed.CompactSerialize()
}

// ServeHTTP answers as the provider.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if s.Hang {
		<-r.Context().Done()
		return
	}
	s.mu.Lock()
	s.requests = append(s.requests, r.URL.Path)
	answer, known := s.answers[r.URL.Path]
	s.mu.Unlock()
	switch path := r.URL.Path; {
	case path == "/me" && !s.proved(r):
		http.Error(w, `{"error":{"message":"Invalid appsecret_proof"}}`, http.StatusBadRequest)
	case known && (path == "/token" || r.Header.Get("Authorization") == "Bearer provider-access"):
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(answer))
	case strings.HasSuffix(path, "/.well-known/openid-configuration"):
		issuer := strings.TrimSuffix(path, "/.well-known/openid-configuration")
		if issuer == "/common/v2.0" {
			issuer = "/{tenantid}/v2.0" // as Azure's
		}
		write(w, map[string]any{
			"issuer": s.URL + issuer, "authorization_endpoint": s.URL + "/authorize", "token_endpoint": s.URL + "/token", "jwks_uri": s.URL + "/keys",
			"id_token_signing_alg_values_supported": []string{"ES256", "HS256", "none"}, "code_challenge_methods_supported": []string{"S256"},
		})
	case path == "/keys":
		write(w, jose.JSONWebKeySet{Keys: []jose.JSONWebKey{{Key: s.key.Public(), KeyID: keyID, Algorithm: "ES256", Use: "sig"}}})
	case strings.HasSuffix(path, "/authorize") || path == "/dialog/oauth":
		s.approve(w, r)
	case strings.HasSuffix(path, "/token") || strings.HasSuffix(path, "/access_token"):
		s.grant(w, r)
	default:
		http.NotFound(w, r)
	}
}

// proved checks Facebook's proof that the caller knows the secret.
func (s *Server) proved(r *http.Request) bool {
	mac := hmac.New(sha256.New, []byte(Secret))
	mac.Write([]byte("provider-access"))
	return r.URL.Query().Get("appsecret_proof") == hex.EncodeToString(mac.Sum(nil))
}

func (s *Server) approve(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	back := url.Values{"state": {query.Get("state")}}
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case query.Get("client_id") != ClientID || query.Get("response_type") != "code":
		http.Error(w, "unknown client", http.StatusBadRequest)
		return
	case s.refusal != "":
		back.Set("error", s.refusal)
		back.Set("error_description", "The user said no")
		s.refusal = ""
	default:
		code := rand.Text()
		s.granted[code] = query
		back.Set("code", code)
	}
	http.Redirect(w, r, query.Get("redirect_uri")+"?"+back.Encode(), http.StatusFound)
}

// grant gives tokens for a code, once, to whom it was given, who knows the verifier.
func (s *Server) grant(w http.ResponseWriter, r *http.Request) {
	code, verifier := r.PostFormValue("code"), r.PostFormValue("code_verifier")
	s.mu.Lock()
	asked, known := s.granted[code]
	delete(s.granted, code)
	s.mu.Unlock()
	sum := sha256.Sum256([]byte(verifier))
	challenge := asked.Get("code_challenge")
	if !known || r.PostFormValue("client_id") != ClientID || r.PostFormValue("client_secret") != Secret ||
		r.PostFormValue("redirect_uri") != asked.Get("redirect_uri") ||
		challenge != "" && challenge != base64.RawURLEncoding.EncodeToString(sum[:]) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusBadRequest)
		_, _ = w.Write([]byte(`{"error":"invalid_grant"}`))
		return
	}
	claims := map[string]any{}
	if nonce := asked.Get("nonce"); nonce != "" {
		claims["nonce"] = nonce
	}
	s.mu.Lock()
	if nonce, changed := s.claims["nonce"]; changed {
		claims["nonce"] = nonce
	}
	s.mu.Unlock()
	token, err := s.idToken(keyID, claims)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	write(w, map[string]any{"access_token": "provider-access", "refresh_token": "provider-refresh", "token_type": "bearer", "expires_in": 3600, "id_token": token})
}

func write(w http.ResponseWriter, body any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(body)
}

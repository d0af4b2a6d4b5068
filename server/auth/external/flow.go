package external

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/toubkal/toubkal/server/auth/pkce"
	"github.com/toubkal/toubkal/server/auth/provider"
	"github.com/toubkal/toubkal/server/auth/random"
	"github.com/toubkal/toubkal/server/fault"
)

// oauthFlow is a sign-in while the browser is at the provider. The browser keeps it, sealed,
// in a cookie whose name has the state in it: a callback works in the browser that began,
// and those who begin cost the database nothing.
type oauthFlow struct {
	ID         string         `json:"id"` // the state, a UUID
	Provider   string         `json:"provider"`
	RedirectTo string         `json:"redirect_to"`
	Challenge  pkce.Challenge `json:"challenge"` // of the application; empty without PKCE
	Invite     string         `json:"invite,omitempty"`
	LinkTo     string         `json:"link_to,omitempty"` // id of the user who gets the identity
	Expires    time.Time      `json:"expires"`
}

// secretOf is a secret of the flow that only this server and its other nodes know: what the
// provider gets as nonce, and the verifier of PKCE towards it.
func (fl *Flows) secretOf(f oauthFlow, what string) string {
	return base64.RawURLEncoding.EncodeToString(fl.keyFor(what, f.ID))
}

// keyFor is a key of 32 bytes for a purpose.
func (fl *Flows) keyFor(purpose, id string) []byte {
	mac := hmac.New(sha256.New, fl.secret)
	mac.Write([]byte("oauth " + purpose + " " + id))
	return mac.Sum(nil)
}

func (fl *Flows) sealer(purpose string) (cipher.AEAD, error) {
	block, err := aes.NewCipher(fl.keyFor(purpose, ""))
	if err != nil {
		return nil, fmt.Errorf("make a cipher: %w", err)
	}
	return cipher.NewGCM(block)
}

// seal encrypts a value as JSON, for one purpose.
func (fl *Flows) seal(purpose string, value any) (string, error) {
	plain, err := json.Marshal(value)
	if err != nil {
		return "", fmt.Errorf("seal: %w", err)
	}
	aead, err := fl.sealer(purpose)
	if err != nil {
		return "", err
	}
	nonce := make([]byte, aead.NonceSize(), aead.NonceSize()+len(plain)+aead.Overhead())
	if _, err := io.ReadFull(fl.rand, nonce); err != nil {
		return "", fmt.Errorf("make a nonce: %w", err)
	}
	return base64.RawURLEncoding.EncodeToString(aead.Seal(nonce, nonce, plain, nil)), nil
}

// unseal reads what seal has made.
func (fl *Flows) unseal(purpose, sealed string, into any) error {
	raw, err := base64.RawURLEncoding.DecodeString(sealed)
	if err != nil {
		return errors.New("unseal: not base64url")
	}
	aead, err := fl.sealer(purpose)
	if err != nil {
		return err
	}
	if len(raw) < aead.NonceSize() {
		return errors.New("unseal: too short")
	}
	plain, err := aead.Open(nil, raw[:aead.NonceSize()], raw[aead.NonceSize():], nil)
	if err != nil {
		return errors.New("unseal: the value is of another server")
	}
	return json.Unmarshal(plain, into)
}

// newFlow reads the query of /authorize.
func (fl *Flows) newFlow(r *http.Request) (oauthFlow, *provider.Provider, error) {
	query := r.URL.Query()
	p, err := fl.providers.enabled(r.Context(), query.Get("provider"))
	if err != nil {
		return oauthFlow{}, nil, err
	}
	f := oauthFlow{
		Provider: p.Name, Challenge: pkce.Challenge{Value: query.Get("code_challenge"), Method: query.Get("code_challenge_method")},
		RedirectTo: fl.redirects.Of(r, ""), Expires: fl.now().Add(pkce.FlowLife),
	}
	if err := f.Challenge.Check(); err != nil {
		return oauthFlow{}, nil, err
	}
	f.ID, err = random.ID(fl.rand)
	return f, p, err
}

// flowCookie is the name of a flow's cookie. Over TLS it has the prefix with which browsers
// take it from this host alone.
func flowCookie(p *provider.Provider, id string) string {
	if isSecure(p) {
		return secureFlowCookie + id
	}
	return plainFlowCookie + id
}

const secureFlowCookie, plainFlowCookie = "__Host-oauth-", "oauth-"

// isSecure reports whether browsers come back to this server over TLS.
func isSecure(p *provider.Provider) bool { return strings.HasPrefix(p.RedirectURI, "https://") }

// setFlowCookie gives the browser a sealed flow, or with "" takes it back.
func setFlowCookie(w http.ResponseWriter, p *provider.Provider, id, sealed string) {
	// #nosec G124 -- Secure wherever the connection is
	cookie := &http.Cookie{
		Name: flowCookie(p, id), Value: sealed, Path: "/", MaxAge: int(pkce.FlowLife / time.Second),
		HttpOnly: true, Secure: isSecure(p), SameSite: http.SameSiteLaxMode,
	}
	if p.FormPost() && cookie.Secure { // Lax cookies do not come with a form of another site
		cookie.SameSite = http.SameSiteNoneMode
	}
	if sealed == "" {
		cookie.MaxAge = -1
	}
	http.SetCookie(w, cookie)
}

// flowOf is the flow that a callback ends. It refuses a state that is no flow of this
// browser's.
func (fl *Flows) flowOf(r *http.Request, state string) (oauthFlow, *provider.Provider, error) {
	if state == "" {
		return oauthFlow{}, nil, fault.New(fault.AuthBadOAuthCallback, "OAuth state parameter missing")
	}
	unknown := fault.New(fault.AuthBadOAuthState, "OAuth state not found, or the sign-in was begun in another browser")
	if uuid.Validate(state) != nil {
		return oauthFlow{}, nil, fault.New(fault.AuthBadOAuthState, "OAuth state is invalid")
	}
	for _, name := range []string{secureFlowCookie + state, plainFlowCookie + state} {
		cookie, err := r.Cookie(name)
		if err != nil {
			continue
		}
		var f oauthFlow
		if err := fl.unseal("flow", cookie.Value, &f); err != nil || f.ID != state {
			return oauthFlow{}, nil, unknown
		}
		if !fl.now().Before(f.Expires) {
			return oauthFlow{}, nil, fault.New(fault.AuthBadOAuthState, "OAuth state has expired")
		}
		p, err := fl.providers.named(r.Context(), f.Provider)
		if err != nil {
			return oauthFlow{}, nil, err
		}
		if p == nil || flowCookie(p, state) != name { // other hosts can set the one without the prefix
			return oauthFlow{}, nil, unknown
		}
		return f, p, nil
	}
	return oauthFlow{}, nil, unknown
}

// parameters are the parameters of a query that the provider gets.
func parameters(query url.Values) (all url.Values, scopes []string) {
	all = url.Values{}
	for name, values := range query {
		switch name {
		case "provider", "redirect_to", "scopes", "invite_token", "skip_http_redirect", "link", "apikey":
		default:
			all[name] = values
		}
	}
	scopes = strings.FieldsFunc(query.Get("scopes"), func(c rune) bool { return c == ',' || c == ' ' })
	return all, scopes
}

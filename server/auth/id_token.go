package auth

import (
	"context"
	"errors"
	"net/http"
	"strconv"

	"github.com/toubkal/toubkal/server/auth/account"
	"github.com/toubkal/toubkal/server/auth/audit"
	"github.com/toubkal/toubkal/server/auth/gotrue"
	"github.com/toubkal/toubkal/server/auth/provider"
	"github.com/toubkal/toubkal/server/auth/session"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
)

// maxIDToken bounds an ID token. Bytes.
const maxIDToken = 16 << 10

// idTokenGrant is POST /token?grant_type=id_token: an ID token that an application got from
// the provider by itself, for a session. With link_identity the caller gets the identity.
// Which applications a token may be for is in the settings; client_id, which GoTrue asks for
// besides issuer, changes nothing.
func (s *Service) idTokenGrant(w http.ResponseWriter, r *http.Request) error {
	var given struct {
		Token    string `json:"id_token"`
		Provider string `json:"provider"`
		Issuer   string `json:"issuer"` // where provider is ""
		ClientID string `json:"client_id"`
		Access   string `json:"access_token"`
		Nonce    string `json:"nonce"`
		Link     bool   `json:"link_identity"`
	}
	if err := gotrue.Read(w, r, &given); err != nil {
		return err
	}
	switch {
	case given.Token == "":
		return gotrue.Invalid("id_token required")
	case given.Provider == "" && (given.Issuer == "" || given.ClientID == ""):
		return gotrue.Invalid("provider or client_id and issuer required")
	case len(given.Token) > maxIDToken:
		return gotrue.Invalid("Bad ID token")
	}
	p, err := s.providerOfToken(r.Context(), given.Provider, given.Issuer)
	if err != nil {
		return err
	}
	e := identityContext{provider: p}
	if given.Link {
		c, err := s.linkingCaller(r.Context())
		if err != nil {
			return err
		}
		e.linkTo = c.User.ID
	}
	id, err := p.Verify(r.Context(), given.Token, given.Access, given.Nonce)
	switch {
	case errors.Is(err, provider.ErrNonce):
		return gotrue.Invalid("Nonces mismatch: " + err.Error()).Because(err)
	case errors.Is(err, provider.ErrToken):
		return gotrue.Invalid("Bad ID token").Because(err)
	case err != nil:
		return providerFault(err)
	}
	var in session.Session
	u, err := s.identify(r, id, e, func(tx db.Tx, u *account.User) (err error) {
		in, err = s.sessions.Open(r.Context(), tx, u, session.Opening{Method: session.MethodOAuth, From: audit.ClientOf(r), Provider: p.Name})
		return err
	})
	if err != nil {
		return err
	}
	return s.sessions.Reply(w, r, &u, in)
}

// providerOfToken is the provider that an ID token is verified by. GoTrue also takes tokens of
// issuers that no provider is configured for, for the client_id that the caller names: such a
// token may have been issued to any application, so it is refused here.
func (s *Service) providerOfToken(ctx context.Context, name, issuer string) (*provider.Provider, error) {
	if name == "" {
		for _, p := range s.providers {
			if p.Issues(issuer) {
				return p, nil
			}
		}
		return nil, gotrue.Invalid("Custom OIDC provider " + strconv.Quote(bound(issuer)) + " not allowed")
	}
	p, err := s.providerNamed(ctx, name)
	if err == nil && (p == nil || !p.TakesIDTokens()) {
		err = fault.New(fault.AuthProviderDisabled, "Provider "+bound(name)+" is not enabled")
	}
	return p, err
}

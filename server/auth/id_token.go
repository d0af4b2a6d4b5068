package auth

import (
	"errors"
	"net/http"

	"github.com/toubkal/toubkal/server/auth/provider"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
)

// maxIDToken bounds an ID token. Bytes.
const maxIDToken = 16 << 10

// idTokenGrant is POST /token?grant_type=id_token: an ID token that an application got from
// the provider by itself, for a session. With link_identity the caller gets the identity.
// Which applications a token may be for is in the settings; the caller is not asked.
func (s *Service) idTokenGrant(w http.ResponseWriter, r *http.Request) error {
	var given struct {
		Token    string `json:"id_token"`
		Provider string `json:"provider"`
		Access   string `json:"access_token"`
		Nonce    string `json:"nonce"`
		Link     bool   `json:"link_identity"`
	}
	if err := read(w, r, &given); err != nil {
		return err
	}
	switch {
	case given.Token == "":
		return invalid("id_token required")
	case given.Provider == "":
		return invalid("provider required")
	case len(given.Token) > maxIDToken:
		return invalid("Bad ID token")
	}
	p, ok := s.providers[given.Provider]
	if !ok || !p.TakesIDTokens() {
		return fault.New(fault.AuthProviderDisabled, "Provider "+bound(given.Provider)+" is not enabled")
	}
	e := entrance{provider: p}
	if given.Link {
		c, err := s.linkingCaller(r.Context())
		if err != nil {
			return err
		}
		e.linkTo = c.user.ID
	}
	id, err := p.Verify(r.Context(), given.Token, given.Access, given.Nonce)
	switch {
	case errors.Is(err, provider.ErrNonce):
		return invalid("Nonces mismatch: " + err.Error()).Because(err)
	case errors.Is(err, provider.ErrToken):
		return invalid("Bad ID token").Because(err)
	case err != nil:
		return providerFault(err)
	}
	var in session
	u, err := s.identify(r, id, e, func(tx db.Tx, u *User) (err error) {
		in, err = s.openSession(r.Context(), tx, u, opening{method: methodOAuth, from: clientInfoOf(r), provider: p.Name})
		return err
	})
	if err != nil {
		return err
	}
	return s.replyTokens(w, r, &u, in)
}

package external

import (
	"errors"
	"net/http"

	"github.com/toubkal/toubkal/server/auth/account"
	"github.com/toubkal/toubkal/server/auth/audit"
	"github.com/toubkal/toubkal/server/auth/gotrue"
	"github.com/toubkal/toubkal/server/auth/provider"
	"github.com/toubkal/toubkal/server/auth/session"
	"github.com/toubkal/toubkal/server/db"
)

// MaxIDToken bounds an ID token. Bytes.
const MaxIDToken = 16 << 10

// IDToken is POST /token?grant_type=id_token: an ID token that an application got from
// the provider by itself, for a session. With link_identity the caller gets the identity.
// Which applications a token may be for is in the settings; client_id, which GoTrue asks for
// besides issuer, changes nothing.
func (fl *Flows) IDToken(w http.ResponseWriter, r *http.Request) error {
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
	case len(given.Token) > MaxIDToken:
		return gotrue.Invalid("Bad ID token")
	}
	p, err := fl.providers.ofToken(r.Context(), given.Provider, given.Issuer)
	if err != nil {
		return err
	}
	e := identityContext{provider: p}
	if given.Link {
		c, err := fl.identities.linkingCaller(r.Context())
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
	u, err := fl.identities.identify(r, id, e, func(tx db.Tx, u *account.User) (err error) {
		in, err = fl.sessions.Open(r.Context(), tx, u, session.Opening{Method: session.MethodOAuth, From: audit.ClientOf(r), Provider: p.Name})
		return err
	})
	if err != nil {
		return err
	}
	return fl.sessions.Reply(w, r, &u, in)
}

package external

import (
	"errors"
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/auth/account"
	"github.com/toubkal/toubkal/server/auth/audit"
	"github.com/toubkal/toubkal/server/auth/gotrue"
	"github.com/toubkal/toubkal/server/auth/pkce"
	"github.com/toubkal/toubkal/server/auth/session"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
)

// ExchangeCode is POST /token?grant_type=pkce: a code and the verifier of its challenge
// for a session. The code stays valid after a wrong verifier.
func (fl *Flows) ExchangeCode(w http.ResponseWriter, r *http.Request) error {
	var given struct {
		Code     string `json:"auth_code"`
		Verifier string `json:"code_verifier"`
	}
	if err := gotrue.Read(w, r, &given); err != nil {
		return err
	}
	if given.Code == "" || given.Verifier == "" {
		return gotrue.Invalid("invalid request: both auth code and code verifier should be non-empty")
	}
	noFlow := fault.New(fault.AuthFlowNotFound, "invalid flow state, no valid flow state found")
	if uuid.Validate(given.Code) != nil {
		return noFlow
	}
	var u account.User
	var in session.Session
	var kept keptIdentity
	err := fl.pool.LoginTx(r.Context(), func(tx db.Tx) error {
		var c pkce.Challenge
		var userID, authentication, provider, sealed string
		var issued time.Time
		err := tx.QueryRow(r.Context(), `select coalesce(user_id::text, ''), code_challenge, code_challenge_method::text, authentication_method,
				coalesce(auth_code_issued_at, created_at), provider_type, coalesce(provider_access_token, '')
			from auth.flow_state where auth_code = $1 and code_challenge is not null for update`, given.Code).
			Scan(&userID, &c.Value, &c.Method, &authentication, &issued, &provider, &sealed)
		switch {
		case errors.Is(err, pgx.ErrNoRows) || err == nil && userID == "":
			return noFlow
		case err != nil:
			return err
		case fl.now().Sub(issued) > pkce.FlowLife:
			return fault.New(fault.AuthFlowExpired, "invalid flow state, flow state has expired")
		case !c.Matches(given.Verifier):
			return fault.New(fault.AuthBadVerifier, "code challenge does not match previously saved code verifier")
		}
		u, err = account.LockUser(r.Context(), tx, `u.id = $1 and u.deleted_at is null`, userID)
		switch {
		case errors.Is(err, pgx.ErrNoRows):
			return noFlow
		case err != nil:
			return err
		case u.BannedAt(fl.now()):
			return account.Banned("User is banned")
		}
		if _, err := tx.Exec(r.Context(), `delete from auth.flow_state where auth_code = $1`, given.Code); err != nil {
			return err
		}
		from := session.Opening{Method: authentication, From: audit.ClientOf(r)}
		if sealed != "" {
			if err := fl.unseal("kept", sealed, &kept); err != nil {
				return noFlow
			}
			from.Provider = provider
		}
		if kept.Link != nil {
			if u, err = fl.identities.linkIdentity(r, tx, u.ID, *kept.Link); err != nil {
				return err
			}
		}
		in, err = fl.sessions.Open(r.Context(), tx, &u, from)
		return err
	})
	if err != nil {
		return err
	}
	granted, err := fl.sessions.Grant(w, r, &u, in)
	if err != nil {
		return err
	}
	granted.ProviderToken, granted.ProviderRefreshToken = kept.Token, kept.Refresh
	return gotrue.Reply(w, http.StatusOK, granted)
}

package console

import (
	"time"

	"github.com/google/uuid"

	"github.com/toubkal/toubkal/server/token"
)

// users adds to what the auth service answers (relay) a token with which an operator sees the
// project's own client as a user does.
type users struct{ *core }

func (u users) routes() map[string]action {
	return map[string]action{"POST /users/{id}/token": u.impersonate, "POST /realtime/token": u.listen}
}

// listen makes a token with which the console's own page opens a realtime socket as the actor.
func (u users) listen(r *call) (any, error) {
	as := *r
	if as.as.role == owner {
		as.as = actor{role: token.ServiceRole}
	}
	made, err := u.tokenOf(r.Context(), as.as, impersonationLife)
	u.audit(&as, audited{statement: "open a realtime socket", err: err})
	if err != nil {
		return nil, err
	}
	return map[string]any{"token": made}, nil
}

// impersonationLife is the life of such a token. It opens no session, and cannot be refreshed.
const impersonationLife = 10 * time.Minute

func (u users) impersonate(r *call) (any, error) {
	id, err := uuid.Parse(r.PathValue("id"))
	if err != nil {
		return nil, invalid("The id of a user is a UUID.")
	}
	as := actor{role: token.Authenticated, user: id.String()}
	made, err := u.tokenOf(r.Context(), as, impersonationLife)
	audit := *r
	audit.as = as
	u.audit(&audit, audited{statement: "impersonate for 10 minutes", err: err})
	if err != nil {
		return nil, err
	}
	return map[string]any{"token": made, "expires": u.Now().Add(impersonationLife)}, nil
}

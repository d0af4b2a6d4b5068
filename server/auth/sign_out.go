package auth

import (
	"fmt"
	"net/http"

	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/auth/audit"
	"github.com/toubkal/toubkal/server/auth/gotrue"
)

// scopes say which sessions of user $1 a sign-out from session $2 ends.
var scopes = map[string]string{
	"":       "user_id = $1",
	"global": "user_id = $1",
	"local":  "user_id = $1 and id = nullif($2, '')::uuid",
	"others": "user_id = $1 and id is distinct from nullif($2, '')::uuid",
}

// signOut is POST /logout?scope=global|local|others; global is the default.
// The access tokens of the sessions end with them.
func (s *Service) signOut(w http.ResponseWriter, r *http.Request) error {
	c, err := s.signedIn(r.Context())
	if err != nil {
		return err
	}
	scope := r.URL.Query().Get("scope")
	which, ok := scopes[scope]
	if !ok {
		return gotrue.Invalid(fmt.Sprintf("Unsupported logout scope %q", scope))
	}
	err = s.pool.Conn(r.Context(), func(conn *pgx.Conn) error {
		_, err := conn.Exec(r.Context(), `with gone as (delete from auth.sessions where `+which+` and $2::text is not null)
			`+audit.Insert+` values ('`+audit.NilUUID+`', gen_random_uuid(), $3::json, $4, $5)`,
			c.user.ID, c.session, audit.User(c.user.ID, c.user.Email, audit.Logout), s.clock(), audit.ClientOf(r).Address())
		return err
	})
	if err != nil {
		return err
	}
	s.revoked(r.Context(), c.user.ID)
	w.WriteHeader(http.StatusNoContent)
	return nil
}

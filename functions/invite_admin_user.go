package functions

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"unicode/utf8"

	"github.com/toubkal/toubkal/server/functions"
)

const (
	tooManyInvitations = "Too many invitations were sent. Try again in an hour."
	// invitationsPerHour bounds the mails to one address.
	invitationsPerHour = 10
)

// inviteAdminUser mails an invitation, and creates the account without a password and its
// row in admin_users: all or nothing. For an invitation that is pending it mails a new link, and
// takes the role and the name again. The row is written as the caller, so that the policy on
// admin_users decides.
var inviteAdminUser = functions.Function{
	Methods:             []string{http.MethodPost},
	UnauthorizedMessage: mustSignIn,
	Handle: func(w http.ResponseWriter, r *http.Request, call *functions.Call) error {
		return functions.JSON(func(ctx context.Context, call *functions.Call, invited invitedAdmin) (*adminMade, error) {
			if !call.SignedIn() {
				return nil, functions.Refuse(http.StatusUnauthorized, mustSignIn)
			}
			if err := mustManageAdmins(ctx, call); err != nil {
				return nil, err
			}
			if err := invited.check(); err != nil {
				return nil, err
			}
			if call.RateLimited("invitation of "+invited.Email, invitationsPerHour) {
				return nil, functions.Refuse(http.StatusTooManyRequests, tooManyInvitations)
			}
			return invited.invite(r, call)
		})(w, r, call)
	},
}

type invitedAdmin struct {
	Email    string  `json:"email"`
	Role     string  `json:"role"`
	FullName *string `json:"full_name"`
	// Language of the mail: en, fr or ar. Empty is that of the request.
	Language string `json:"language"`
	// RedirectTo is the page that the link leads to, which asks for a password.
	RedirectTo string `json:"redirect_to"`
}

func (i *invitedAdmin) check() error {
	i.Email = strings.ToLower(strings.TrimSpace(i.Email))
	switch {
	case i.Email == "":
		return functions.Refuse(http.StatusBadRequest, missingFields)
	case i.Role != "admin" && i.Role != "super_admin":
		return functions.Refuse(http.StatusBadRequest, unknownRole)
	case i.FullName != nil && utf8.RuneCountInString(*i.FullName) > 200:
		return functions.Refuse(http.StatusBadRequest, fullNameTooBig)
	}
	return nil
}

func (i *invitedAdmin) invite(r *http.Request, call *functions.Call) (*adminMade, error) {
	// The back-office asks such an account for a password before anything else.
	metadata := map[string]json.RawMessage{"password_is_temporary": json.RawMessage("true")}
	if i.Language == "en" || i.Language == "fr" || i.Language == "ar" {
		metadata["language"] = json.RawMessage(`"` + i.Language + `"`)
	}
	n := functions.Invitation{Email: i.Email, RedirectTo: i.RedirectTo, Metadata: metadata}
	id, err := call.InviteUser(r, n, func(tx functions.Tx, id string) error {
		_, err := tx.Exec(r.Context(), `insert into public.admin_users (auth_user_id, email, role, full_name, invited_at)
			values ($1, $2, $3, $4, now())
			on conflict (auth_user_id) do update set role = excluded.role, full_name = excluded.full_name, invited_at = now()`,
			id, i.Email, i.Role, i.FullName)
		return err
	})
	if err != nil {
		return nil, refusalOfAdmin(r.Context(), call, i.Email, err)
	}
	made := &adminMade{}
	made.User.ID, made.User.Email = id, i.Email
	return made, nil
}

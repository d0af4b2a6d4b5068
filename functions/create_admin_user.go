package functions

import (
	"context"
	"net/http"
	"strings"
	"unicode/utf8"

	"github.com/toubkal/toubkal/server/functions"
)

// Messages to people; the site shows some of them as they are.
const (
	mustSignIn     = "You must be logged in to create admin users."
	mustBeSuper    = "You need super admin privileges to add, edit, or delete admin users."
	alreadyAdmin   = "An admin user with this email already exists."
	alreadyUser    = "A user with this email address has already been registered"
	shortPassword  = "Password must be at least 6 characters long"
	missingFields  = "Please fill in all required fields"
	unknownRole    = "The role must be admin or super_admin"
	fullNameTooBig = "The full name must be at most 200 characters long"
)

// createAdminUser creates an account and its row in admin_users, both or neither. The
// row is inserted as the caller, so that the policy on admin_users decides.
var createAdminUser = functions.Function{
	Methods:             []string{http.MethodPost},
	UnauthorizedMessage: mustSignIn,
	Handle: functions.JSON(func(ctx context.Context, call *functions.Call, admin newAdmin) (*adminMade, error) {
		if !call.SignedIn() {
			return nil, functions.Refuse(http.StatusUnauthorized, mustSignIn)
		}
		// Before the password is hashed, which takes long: a stranger must not be able
		// to keep the server busy.
		if err := mustManageAdmins(ctx, call); err != nil {
			return nil, err
		}
		if err := admin.check(); err != nil {
			return nil, err
		}
		return admin.create(ctx, call)
	}),
}

type newAdmin struct {
	Email    string  `json:"email"`
	Password string  `json:"password"`
	Role     string  `json:"role"`
	FullName *string `json:"full_name"`
}

// adminMade is the answer.
type adminMade struct {
	User struct {
		ID    string `json:"id"`
		Email string `json:"email"`
	} `json:"user"`
}

func (n *newAdmin) check() error {
	n.Email = strings.ToLower(strings.TrimSpace(n.Email))
	switch {
	case n.Email == "" || n.Password == "":
		return functions.Refuse(http.StatusBadRequest, missingFields)
	case utf8.RuneCountInString(n.Password) < 6:
		return functions.Refuse(http.StatusBadRequest, shortPassword)
	case n.Role != "admin" && n.Role != "super_admin":
		return functions.Refuse(http.StatusBadRequest, unknownRole)
	case n.FullName != nil && utf8.RuneCountInString(*n.FullName) > 200:
		return functions.Refuse(http.StatusBadRequest, fullNameTooBig)
	}
	return nil
}

// mustManageAdmins asks the database, as the caller, so that the refusal is early and
// says why. The policy checks again.
func mustManageAdmins(ctx context.Context, call *functions.Call) error {
	super := false
	err := call.AsCaller(ctx, func(tx functions.Tx) error {
		return tx.QueryRow(ctx, `select public.is_super_admin()`).Scan(&super)
	})
	if err == nil && !super {
		return functions.Refuse(http.StatusForbidden, mustBeSuper)
	}
	return err
}

func (n *newAdmin) create(ctx context.Context, call *functions.Call) (*adminMade, error) {
	id, err := call.CreateUser(ctx, n.Email, n.Password, func(tx functions.Tx, id string) error {
		_, err := tx.Exec(ctx, `insert into public.admin_users (auth_user_id, email, role, full_name)
			values ($1, $2, $3, $4)`, id, n.Email, n.Role, n.FullName)
		return err
	})
	if err != nil {
		return nil, refusalOfAdmin(ctx, call, n.Email, err)
	}
	made := &adminMade{}
	made.User.ID, made.User.Email = id, n.Email
	return made, nil
}

// refusalOfAdmin says why the account with an e-mail was not made.
func refusalOfAdmin(ctx context.Context, call *functions.Call, email string, err error) error {
	switch functions.Code(err) {
	case "23505":
		return functions.Refuse(http.StatusConflict, alreadyAdmin)
	case "email_exists":
		if isAdmin(ctx, call, email) {
			return functions.Refuse(http.StatusConflict, alreadyAdmin)
		}
		return functions.Refuse(http.StatusUnprocessableEntity, alreadyUser)
	case "42501":
		return functions.Refuse(http.StatusForbidden, mustBeSuper)
	}
	return err
}

// isAdmin reports whether the address is an admin's; the caller can read all admins.
func isAdmin(ctx context.Context, call *functions.Call, email string) bool {
	found := false
	err := call.AsCaller(ctx, func(tx functions.Tx) error {
		return tx.QueryRow(ctx, `select exists (select from public.admin_users where email = $1)`, email).Scan(&found)
	})
	return err == nil && found
}

package account

import (
	"context"
	"errors"
	"net/http"

	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/auth/gotrue"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
)

// ByPhone finds who signs in with a number.
const ByPhone = `u.phone = $1 and not u.is_sso_user and u.deleted_at is null`

// ByEmail finds who signs in with an address, which is in lower case. Other programs may have
// stored it otherwise.
const ByEmail = `lower(u.email) = $1 and not u.is_sso_user and u.deleted_at is null`

// LockUser reads a user and locks the row; pgx.ErrNoRows where there is none.
func LockUser(ctx context.Context, tx db.Tx, where string, arg any) (u User, err error) {
	err = u.Scan(tx.QueryRow(ctx, `select `+Columns+` from auth.users u where `+where+` for update of u`, arg))
	return u, err
}

// LockFound reads and locks the user that ByEmail or ByPhone finds; found is false where there
// is none.
func LockFound(ctx context.Context, tx db.Tx, by, name string) (u User, found bool, err error) {
	u, err = LockUser(ctx, tx, by, name)
	if errors.Is(err, pgx.ErrNoRows) {
		return User{}, false, nil
	}
	return u, err == nil, err
}

// LockActive reads and locks a user, and refuses one that is deleted or banned.
func (st *Store) LockActive(ctx context.Context, tx db.Tx, id string) (User, error) {
	u, err := LockUser(ctx, tx, `u.id = $1 and u.deleted_at is null`, id)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return User{}, fault.New(fault.AuthUserNotFound, "The account does not exist any more")
	case err != nil:
		return User{}, err
	case u.BannedAt(st.now()):
		return User{}, Banned("User is banned")
	}
	return u, nil
}

// Banned is the refusal of a banned user.
func Banned(message string) *fault.Fault { return fault.New(fault.AuthUserBanned, message) }

// One reads a user by a condition about $1; pgx.ErrNoRows where there is none.
func (st *Store) One(ctx context.Context, where string, arg any) (u User, err error) {
	err = st.pool.Conn(ctx, func(conn *pgx.Conn) error {
		return u.Scan(conn.QueryRow(ctx, `select `+Columns+` from auth.users u where `+where, arg))
	})
	if err != nil {
		return User{}, err
	}
	return u, nil
}

// UserID reads the {id} of the path.
func UserID(r *http.Request) (string, error) {
	return gotrue.PathID(r, "id", "user_id must be an UUID")
}

func noSuchUser() *fault.Fault { return fault.New(fault.AuthUserNotFound, "User not found") }

// OfPath reads the user whose {id} is in the path.
func (st *Store) OfPath(r *http.Request) (User, error) {
	id, err := UserID(r)
	if err != nil {
		return User{}, err
	}
	u, err := st.One(r.Context(), `u.id = $1`, id)
	if errors.Is(err, pgx.ErrNoRows) {
		return User{}, noSuchUser()
	}
	return u, err
}

// FreeEmail refuses an address that another account has.
func FreeEmail(ctx context.Context, tx db.Tx, email string) error {
	_, taken, err := LockFound(ctx, tx, ByEmail, email)
	if err == nil && taken {
		err = fault.New(fault.AuthEmailExists, "A user with this email address has already been registered")
	}
	return err
}

// FreePhone refuses a number that another account has: its owner would get the code.
func FreePhone(ctx context.Context, tx db.Tx, phone string) error {
	_, taken, err := LockFound(ctx, tx, ByPhone, phone)
	if err == nil && taken {
		err = fault.New(fault.AuthPhoneExists, "A user with this phone number has already been registered")
	}
	return err
}

// SignUpDisabled is the refusal of a new account.
func SignUpDisabled() *fault.Fault {
	return fault.New(fault.AuthSignupDisabled, "Signups not allowed for this instance")
}

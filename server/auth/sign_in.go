package auth

import (
	"context"
	"errors"
	"net/http"

	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/fault"
)

// grant is POST /token; the kind of grant is in the query, never in the body.
func (s *Service) grant(w http.ResponseWriter, r *http.Request) error {
	switch r.URL.Query().Get("grant_type") {
	case "password":
		return s.signIn(w, r)
	case "refresh_token":
		return s.refresh(w, r)
	case "web3":
		return fault.New(fault.AuthWeb3Disabled, "Web3 provider is disabled")
	}
	if err := read(w, r, &struct{}{}); err != nil {
		return err
	}
	return fault.New(fault.AuthInvalidCredentials, "unsupported_grant_type")
}

// credentials are the body of the password grant.
type credentials struct {
	Email    string `json:"email"`
	Phone    string `json:"phone"`
	Password string `json:"password"`
}

func (c credentials) check() error {
	switch {
	case c.Email != "" && c.Phone != "":
		return invalid("Only an email address or phone number should be provided on login.")
	case c.Phone != "":
		return fault.New(fault.AuthPhoneDisabled, "Phone logins are disabled")
	case c.Email == "":
		return invalid("missing email or phone")
	}
	return nil
}

func (s *Service) signIn(w http.ResponseWriter, r *http.Request) error {
	var given credentials
	if err := read(w, r, &given); err != nil {
		return err
	}
	if err := given.check(); err != nil {
		return err
	}
	u, err := s.authenticate(r.Context(), given)
	if err != nil {
		return err
	}
	opened, err := s.startSession(r.Context(), &u, given.Password, clientInfoOf(r))
	if err != nil {
		return err
	}
	granted, err := s.tokensFor(&u, opened)
	if err != nil {
		return err
	}
	setTokenHeaders(w, &u, opened)
	return reply(w, http.StatusOK, passwordTokens{tokens: granted})
}

func wrongCredentials() *fault.Fault {
	return fault.New(fault.AuthInvalidCredentials, "Invalid login credentials")
}

// authenticate finds the user whose password this is. An unknown address, an
// account without a password and a wrong password get the same answer after the
// same work. Only with the right password does a caller learn that the account is
// banned.
func (s *Service) authenticate(ctx context.Context, given credentials) (User, error) {
	u, err := s.userByEmail(ctx, lower(given.Email))
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return User{}, err
	}
	match, err := s.passwords.verify(ctx, u.hash, given.Password)
	switch {
	case err != nil:
		return User{}, err
	case !match:
		return User{}, wrongCredentials()
	case u.bannedAt(s.clock()):
		return User{}, banned("User is banned").WithStatus(http.StatusBadRequest)
	case u.ConfirmedAt == nil:
		return User{}, fault.New(fault.AuthEmailNotConfirmed, "Email not confirmed")
	}
	return u, nil
}

// startSession opens the session; no connection is held while a password is hashed again.
func (s *Service) startSession(ctx context.Context, u *User, password string, from clientInfo) (session, error) {
	rehash := ""
	if outdated(u.hash) {
		var err error
		if rehash, err = s.passwords.hash(ctx, password); err != nil {
			return session{}, err
		}
	}
	opened, err := s.openSession(ctx, u, rehash, from)
	if errors.Is(err, pgx.ErrNoRows) {
		return session{}, wrongCredentials()
	}
	return opened, err
}

func banned(message string) *fault.Fault { return fault.New(fault.AuthUserBanned, message) }

// userByEmail reads an account; pgx.ErrNoRows where there is none.
func (s *Service) userByEmail(ctx context.Context, email string) (User, error) {
	if !validText(email) {
		return User{}, pgx.ErrNoRows // PostgreSQL stores no such text
	}
	return s.oneUser(ctx, `u.email = $1 and not u.is_sso_user and u.deleted_at is null`, email)
}

func (s *Service) oneUser(ctx context.Context, where string, arg any) (u User, err error) {
	err = s.pool.Conn(ctx, func(conn *pgx.Conn) error {
		return u.scan(conn.QueryRow(ctx, `select `+wholeUser+` from auth.users u where `+where, arg))
	})
	if err != nil {
		return User{}, err
	}
	return u, nil
}
